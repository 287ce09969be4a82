"""The admin of players, games and ratings: to look at, and to do what must be done, with a reason.

What would break a record cannot be edited, and nothing that the table may not see is shown: no
state, no secret, no hidden card of a game that is not over.
"""

from games.admin import games, players, ratings

__all__ = ["games", "players", "ratings"]
