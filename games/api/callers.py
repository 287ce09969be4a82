"""Who asks for which game."""

from rest_framework.request import Request

from dosleague.api.problems import Problem
from dosleague.api.tokens import player_of
from dosleague.api.views import parse_id
from games.models import Game, Seat
from games.selectors.views import may_see, viewer_seat
from games.services.statements import read_seats


def asked_game(request: Request, game_id: str) -> tuple[Game, list[Seat], int | None]:
    """Return a game, its seats and the caller's seat in it; one statement.

    Raises Problem `not_found`, also where the caller may not know of the game.
    """
    seats, _ = read_seats(parse_id(game_id), lock=False)
    if not seats or not may_see(seats[0].game, seats, player_of(request)):
        raise Problem("not_found", "There is no such game.")
    return seats[0].game, seats, viewer_seat(seats, player_of(request))
