"""Games: opening, listing, looking at, joining and leaving them."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request

from dosleague.api.pagination import PAGING, list_response
from dosleague.api.problems import Problem, field_error
from dosleague.api.schema.operations import documented
from dosleague.api.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIdField,
    StrictIntegerField,
    StrictSerializer,
)
from dosleague.api.tokens import player_of, require_scope
from dosleague.api.views import ApiView, answer, idempotent, parse_id
from games.api.callers import asked_game
from games.api.limits import MAX_BANK_SECONDS, MAX_BOT_DELAY_MS, MAX_TIMEOUTS, MAX_TURN_SECONDS
from games.api.rulesets import asked_ruleset
from games.api.schema.games import JOIN_GAME, LEAVE_GAME, LIST_GAMES, OPEN_GAME, SHOW_GAME
from games.engine.deal import ENTROPY_MAX_BYTES
from games.engine.play import MAX_SEATS, MIN_SEATS
from games.models import Game, Player
from games.selectors.lists import known_games, with_seat_of
from games.selectors.players import built_in_bots
from games.selectors.views import game_summary, game_view, viewer_seat
from games.services.games import Clock, GamePlan, SeatPlan, create_game
from games.services.seats import join_game, leave_game
from games.services.table import Table


def entropy_field() -> StrictCharField:
    """Return the field of a seat's entropy; its size is checked in bytes."""
    return StrictCharField(required=False, default="", allow_blank=True)


def check_entropy(entropy: str) -> str:
    """Return entropy of at most 64 bytes; raises `invalid`."""
    if len(entropy.encode()) > ENTROPY_MAX_BYTES:
        detail = f"Entropy has at most {ENTROPY_MAX_BYTES} bytes."
        raise Problem("invalid", detail, errors=[field_error("/entropy", "max_bytes", detail)])
    return entropy


class SeatBody(StrictSerializer):
    kind = StrictChoiceField(choices=["me", "bot", "open", "player"])
    bot = StrictCharField(required=False)
    player = StrictIdField(required=False)


class ClockBody(StrictSerializer):
    turn_seconds = StrictIntegerField(min_value=5, max_value=MAX_TURN_SECONDS)
    bank_seconds = StrictIntegerField(
        min_value=0, max_value=MAX_BANK_SECONDS, required=False, default=0
    )
    max_timeouts = StrictIntegerField(
        min_value=1, max_value=MAX_TIMEOUTS, required=False, default=3
    )


class GameBody(StrictSerializer):
    ruleset = serializers.JSONField(required=False)
    seats = serializers.ListField(child=SeatBody(), min_length=MIN_SEATS, max_length=MAX_SEATS)
    clock = ClockBody(required=False, allow_null=True, default=None)
    rated = StrictBooleanField(required=False, default=False)
    private = StrictBooleanField(required=False, default=False)
    bot_delay_ms = StrictIntegerField(
        min_value=0, max_value=MAX_BOT_DELAY_MS, required=False, default=0
    )
    entropy = entropy_field()


class JoinBody(StrictSerializer):
    entropy = entropy_field()


class EmptyBody(StrictSerializer):
    """A body that has no fields."""


def _check_seat(seat: dict[str, Any], index: int) -> None:
    """Refuse a seat that lacks what its kind needs, or has what it does not."""
    kind = seat["kind"]
    needed = {"bot": "bot", "player": "player"}.get(kind)
    for name in ("bot", "player"):
        if (name in seat) != (name == needed):
            detail = f"A seat of kind {kind} {'has' if name == needed else 'has no'} {name}."
            errors = [field_error(f"/seats/{index}/{name}", "seat", detail)]
            raise Problem("malformed", detail, errors=errors)


def _seat_plan(seat: dict[str, Any], index: int, caller: Player, entropy: str) -> SeatPlan:
    kind = seat["kind"]
    if kind == "open":
        return SeatPlan()
    if kind == "me":
        return SeatPlan(caller, entropy=entropy)
    if kind == "bot":
        return SeatPlan(_named_bot(seat["bot"], index))
    player = Player.objects.filter(pk=seat["player"], is_active=True).first()
    if player is None or player.kind == Player.Kind.BOT:
        detail = "There is no such player to reserve a seat for."
        errors = [field_error(f"/seats/{index}/player", "does_not_exist", detail)]
        raise Problem("invalid", detail, errors=errors)
    return SeatPlan(player, reserved=True)


def _named_bot(name: str, index: int) -> Player:
    bot = built_in_bots().get(name)
    if bot is None:
        detail = f"There is no built-in bot {name}."
        errors = [field_error(f"/seats/{index}/bot", "does_not_exist", detail)]
        raise Problem("invalid", detail, errors=errors)
    return bot


def table_answer(table: Table, player: Player | None, status: int = HTTPStatus.OK) -> HttpResponse:
    """Answer a table as a player may see it, with its version as ETag."""
    viewer = viewer_seat(table.seats, player)
    view = game_view(table.game, table.seats, viewer, table.state)
    return answer(view, status, {"ETag": f'"{table.game.version}"'})


@documented(get=LIST_GAMES, post=OPEN_GAME)
class GamesView(ApiView):
    """All games that the caller may know of."""

    allowed_query = PAGING | {"status", "player", "tournament"}
    exportable = True

    def get(self, request: Request) -> HttpResponseBase:
        """List games, the newest first."""
        games = known_games(player_of(request))
        games = games.prefetch_related("seats__player", "seats__reserved_for")
        status = request.query_params.get("status")
        if status is not None:
            if status not in Game.Status.values:
                raise Problem("malformed", f"A status is one of {', '.join(Game.Status.values)}.")
            games = games.filter(status=status)
        return list_response(asked_for(games, request), request, render=_listed)

    @idempotent
    def post(self, request: Request) -> HttpResponse:
        """Open a game; it starts at once where every seat is taken."""
        body = GameBody.read(request.data)
        check_entropy(body["entropy"])
        for index, seat in enumerate(body["seats"]):
            _check_seat(seat, index)
        kinds = [seat["kind"] for seat in body["seats"]]
        if body["entropy"] and "me" not in kinds:
            detail = "Entropy goes with a seat of kind me."
            raise Problem("malformed", detail, errors=[field_error("/entropy", "seat", detail)])
        caller = require_scope(request, "play" if set(kinds) != {"bot"} else "organise")
        seats = [
            _seat_plan(seat, index, caller, body["entropy"])
            for index, seat in enumerate(body["seats"])
        ]
        clock = None if body["clock"] is None else Clock(**body["clock"])
        plan = GamePlan(
            ruleset=asked_ruleset(body.get("ruleset", "classic-2018"), "/ruleset"),
            seats=seats,
            clock=clock,
            rated=body["rated"],
            private=body["private"],
            bot_delay_ms=body["bot_delay_ms"],
        )
        table = create_game(plan=plan, creator=caller)
        response = table_answer(table, caller, HTTPStatus.CREATED)
        response["Location"] = f"/api/v1/games/{table.game.id}"
        return response


def id_of(request: Request, name: str) -> UUID:
    """Return the id of a query parameter; raises Problem `malformed`."""
    try:
        return UUID(request.query_params[name])
    except ValueError:
        raise Problem("malformed", f"{name} is an id.") from None


def asked_for(games: QuerySet[Game], request: Request) -> QuerySet[Game]:
    """Return the games of the player and the tournament that the query names."""
    if "player" in request.query_params:
        games = games.filter(with_seat_of(id_of(request, "player")))
    if "tournament" in request.query_params:
        games = games.filter(tournament=id_of(request, "tournament"))
    return games


def _listed(game: Game) -> dict[str, Any]:
    return game_summary(game, sorted(game.seats.all(), key=lambda seat: seat.number))


@documented(get=SHOW_GAME)
class GameView(ApiView):
    """One game."""

    def get(self, request: Request, game_id: str) -> HttpResponse:
        """Return a game as the caller may see it."""
        game, seats, viewer = asked_game(request, game_id)
        view = game_view(game, seats, viewer)
        return answer(view, headers={"ETag": f'"{game.version}"'})


@documented(post=JOIN_GAME)
class JoinView(ApiView):
    """Taking a seat."""

    @idempotent
    def post(self, request: Request, game_id: str) -> HttpResponse:
        """Sit down on the seat reserved for the caller, or on the first open one."""
        body = JoinBody.read(request.data)
        check_entropy(body["entropy"])
        player = require_scope(request, "play")
        table = join_game(game_id=parse_id(game_id), player=player, entropy=body["entropy"])
        return table_answer(table, player)


@documented(post=LEAVE_GAME)
class LeaveView(ApiView):
    """Giving up a seat."""

    @idempotent
    def post(self, request: Request, game_id: str) -> HttpResponse:
        """Give the seat back or decline it while the game is open; resign while it runs."""
        EmptyBody.read(request.data)
        player = require_scope(request, "play")
        return table_answer(leave_game(game_id=parse_id(game_id), player=player), player)
