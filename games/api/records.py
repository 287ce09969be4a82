"""Records of finished games."""

from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request

from dosleague.api.pagination import PAGING, list_response
from dosleague.api.problems import Problem
from dosleague.api.schema.operations import documented
from dosleague.api.tokens import player_of
from dosleague.api.views import ApiView, answer
from games.api.callers import asked_game
from games.api.games import asked_for
from games.api.schema.records import LIST_RECORDS, SHOW_RECORD
from games.models import Game
from games.selectors.lists import known_games
from games.services.rounds import game_record


@documented(get=SHOW_RECORD)
class RecordView(ApiView):
    """The record of one game."""

    def get(self, request: Request, game_id: str) -> HttpResponse:
        """Return the `dos-record/1` of a game that is over."""
        game, seats, _ = asked_game(request, game_id)
        if game.finished_at is None:
            raise Problem("game_not_finished", "Only a game that is over has a record.")
        if game.sealed:
            detail = "Its cards are still played at other tables; the record follows."
            raise Problem("game_not_finished", detail)
        if game.started_at is None:
            raise Problem("not_found", "The game never began, so it has no record.")
        return answer(game_record(game, seats))


@documented(get=LIST_RECORDS)
class RecordsView(ApiView):
    """The records of many games."""

    allowed_query = PAGING | {"player", "tournament"}
    exportable = True

    def get(self, request: Request) -> HttpResponseBase:
        """List records, the oldest game first."""
        games = known_games(player_of(request)).filter(digest__gt="", sealed=False)
        games = asked_for(games, request).prefetch_related("seats__player", "rounds")
        order = (("finished_at", "asc"), ("id", "asc"))
        return list_response(games, request, order=order, render=_record)


def _record(game: Game) -> dict[str, Any]:
    return game_record(game, sorted(game.seats.all(), key=lambda seat: seat.number))
