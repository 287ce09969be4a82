"""The built-in bots: an observation in, the actions of the next submission out."""
