"""A service without limits of rate, as in the tests of games."""

from tests.games.conftest import quiet_service

__all__ = ["quiet_service"]
