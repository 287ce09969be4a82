"""The admin of tournaments: to look at, and to act through the services that organisers use."""

from tournaments.admin import entrants, leagues, matches, rounds, tournaments

__all__ = ["entrants", "leagues", "matches", "rounds", "tournaments"]
