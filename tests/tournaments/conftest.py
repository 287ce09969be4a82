"""Callers, as in the tests of games."""

from tests.games.conftest import ada, bob, cleo, dan, nobody

__all__ = ["ada", "bob", "cleo", "dan", "nobody"]
