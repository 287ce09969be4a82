"""A slow, plain reference implementation of DOS, written from the text of the rules alone.

It is the oracle of the differential tests: it shares no code with the engine, works on the
strings and lists of the JSON shapes, and tries out every possible declaration by brute force.
Each piece names the rule that it carries out.
"""

from tests.referee.table import Table

__all__ = ["Table"]
