"""The rules of DOS, pure: no clock, no randomness of its own, no input or output."""
