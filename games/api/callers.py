"""Who asks for which game."""

from uuid import UUID

from rest_framework.request import Request

from dosleague.api.problems import Problem
from dosleague.api.tokens import player_of
from dosleague.api.views import parse_id
from games.models import Game, Seat
from games.selectors.views import may_see, viewer_seat


def asked_game(request: Request, game_id: str) -> tuple[Game, list[Seat], int | None]:
    """Return a game, its seats and the caller's seat in it; one statement.

    Raises Problem `not_found`, also where the caller may not know of the game.
    """
    seats = seats_of(parse_id(game_id))
    if not seats or not may_see(seats[0].game, seats, player_of(request)):
        raise Problem("not_found", "There is no such game.")
    return seats[0].game, seats, viewer_seat(seats, player_of(request))


def seats_of(game_id: UUID) -> list[Seat]:
    """Return the seats of a game with the game and who sits there, in order."""
    joined = Seat.objects.select_related("game", "player", "reserved_for")
    return list(joined.filter(game=game_id).order_by("number"))
