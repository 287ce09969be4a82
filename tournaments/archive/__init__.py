"""The archive of a tournament as a document; pure."""
