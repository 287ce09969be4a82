"""A season: its divisions, fixtures and standings, and the season that follows."""

from http import HTTPStatus
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request

from dosleague.api.pagination import PAGING, list_response
from dosleague.api.problems import Problem, field_error
from dosleague.api.schema.operations import documented
from dosleague.api.serializers import StrictDateTimeField, StrictIdField
from dosleague.api.views import ApiView, answer, idempotent, parse_id
from tournaments.api.acts import wants_dry_run
from tournaments.api.asked_players import PlayerBody, asked_players
from tournaments.api.callers import ReasonBody, author
from tournaments.api.leagues import RoundLength, found_season, season_created, season_view
from tournaments.api.schema.promotions import (
    HOLD_PLAY_OFFS,
    LIST_PLAY_OFFS,
    MOST_NEWCOMERS,
    NEXT_SEASON,
)
from tournaments.api.schema.seasons import (
    ADD_DIVISION,
    LIST_DIVISIONS,
    LIST_FIXTURES,
    OPEN_FIXTURES,
    SHOW_STANDINGS,
)
from tournaments.models import PlayOff, Season, StageRound
from tournaments.selectors.divisions import standing_shape
from tournaments.selectors.leagues import division_shape, play_off_shape, players_by_id
from tournaments.selectors.play_offs import order_of
from tournaments.selectors.rounds import round_shape
from tournaments.services.leagues import LARGEST
from tournaments.services.play_offs import hold_play_offs
from tournaments.services.promotions import Changes, foresee_next_season, make_next_season
from tournaments.services.seasons import add_division, open_season

_IN_ORDER = (("number", "asc"), ("tournament__division__number", "asc"))


class DivisionBody(ReasonBody):
    entrants = serializers.ListField(child=PlayerBody(), max_length=LARGEST)


class OpenBody(ReasonBody):
    starts_at = StrictDateTimeField(required=False)


class WithdrawalsBody(ReasonBody):
    withdrawals = serializers.ListField(
        child=StrictIdField(), required=False, max_length=MOST_NEWCOMERS, default=list
    )


class NextBody(WithdrawalsBody, RoundLength):
    newcomers = serializers.ListField(
        child=PlayerBody(), required=False, max_length=MOST_NEWCOMERS, default=list
    )
    starts_at = StrictDateTimeField(required=False, allow_null=True, default=None)


@documented(get=LIST_DIVISIONS, post=ADD_DIVISION)
class DivisionsView(ApiView):
    """The divisions of a season, from the top."""

    def get(self, request: Request, season_id: str) -> HttpResponse:
        """List divisions with their entrants."""
        divisions = found_season(request, season_id).divisions.all()
        return answer({"items": [division_shape(one) for one in divisions], "next": None})

    @idempotent
    def post(self, request: Request, season_id: str) -> HttpResponse:
        """Add a division below the last one of a draft."""
        body = DivisionBody.read(request.data)
        entrants = asked_players(body["entrants"], "/entrants")
        by = author(request, "organise")
        made = add_division(season_id=parse_id(season_id), entrants=entrants, by=by)
        return answer(division_shape(made), HTTPStatus.CREATED)


@documented(get=LIST_FIXTURES, post=OPEN_FIXTURES)
class FixturesView(ApiView):
    """The fixtures of a season."""

    allowed_query = PAGING | {"division"}

    def get(self, request: Request, season_id: str) -> HttpResponseBase:
        """List the rounds of all divisions, each with its time, its tables and their results."""
        rounds = _fixtures(found_season(request, season_id), request)
        return list_response(rounds, request, order=_IN_ORDER, render=_fixture_shape)

    @idempotent
    def post(self, request: Request, season_id: str) -> HttpResponse:
        """Open the season: draw up its fixtures."""
        body = OpenBody.read(request.data)
        by = author(request, "organise")
        open_season(
            season_id=parse_id(season_id),
            by=by,
            starts_at=body.get("starts_at"),
            reason=body["reason"],
        )
        return answer(season_view(found_season(request, season_id)))


def _fixtures(season: Season, request: Request) -> QuerySet[StageRound]:
    rounds = StageRound.objects.filter(tournament__division__season=season)
    division = request.query_params.get("division")
    if division is not None:
        if not (division.isascii() and division.isdigit() and len(division) <= 4):
            detail = "A division is a number, 1 at the top."
            error = field_error("?division", "division", detail)
            raise Problem("malformed", detail, errors=[error])
        rounds = rounds.filter(tournament__division__number=int(division))
    return rounds.select_related("stage", "tournament__division").prefetch_related(
        "matches__games", "matches__result"
    )


def _fixture_shape(fixture: StageRound) -> dict[str, Any]:
    return {"division": fixture.tournament.division.number, **round_shape(fixture)}


@documented(get=SHOW_STANDINGS)
class StandingsView(ApiView):
    """The tables of all divisions."""

    def get(self, request: Request, season_id: str) -> HttpResponse:
        """Return each division's table as it stands."""
        divisions = found_season(request, season_id).divisions.all()
        return answer({"items": [standing_shape(one) for one in divisions], "next": None})


@documented(get=LIST_PLAY_OFFS, post=HOLD_PLAY_OFFS)
class PlayOffsView(ApiView):
    """Play-offs about who moves."""

    def get(self, request: Request, season_id: str) -> HttpResponse:
        """List the play-offs of a season."""
        season = found_season(request, season_id)
        return _told_play_offs(list(season.play_offs.select_related("tournament").order_by("id")))

    @idempotent
    def post(self, request: Request, season_id: str) -> HttpResponse:
        """Let every play-off begin that is needed; those that are being played stay."""
        body = WithdrawalsBody.read(request.data)
        by = author(request, "organise")
        held = hold_play_offs(
            season_id=parse_id(season_id),
            withdrawals=body["withdrawals"],
            by=by,
            reason=body["reason"],
        )
        return _told_play_offs(held)


def _told_play_offs(play_offs: list[PlayOff]) -> HttpResponse:
    players = players_by_id(one for play_off in play_offs for one in play_off.players)
    items = [play_off_shape(one, players, order_of(one)) for one in play_offs]
    return answer({"items": items, "next": None})


@documented(post=NEXT_SEASON)
class NextView(ApiView):
    """The season that follows."""

    allowed_act_query = frozenset({"dry_run"})

    @idempotent
    def post(self, request: Request, season_id: str) -> HttpResponse:
        """Make the draft of the next season, or with `?dry_run=true` say what it would be."""
        is_dry = wants_dry_run(request)
        body = NextBody.read(request.data)
        changes = Changes(
            newcomers=asked_players(body["newcomers"], "/newcomers"),
            withdrawals=body["withdrawals"],
            starts_at=body["starts_at"],
            round_hours=body.get("round_hours"),
        )
        by = author(request, "organise")
        asked = parse_id(season_id)
        if is_dry:
            return answer(foresee_next_season(season_id=asked, changes=changes, by=by))
        made = make_next_season(season_id=asked, changes=changes, by=by, reason=body["reason"])
        return season_created(request, made)
