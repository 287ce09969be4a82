"""Leagues and their seasons: making, listing and looking at them."""

from http import HTTPStatus
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request

from dosleague.api.pagination import PAGING, list_response
from dosleague.api.problems import Problem
from dosleague.api.schema.operations import documented
from dosleague.api.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictDateTimeField,
    StrictIntegerField,
    StrictSerializer,
)
from dosleague.api.tokens import player_of
from dosleague.api.views import ApiView, answer, idempotent, parse_id
from games.api.games import ClockBody
from games.api.rulesets import asked_ruleset
from games.services.games import Clock
from tournaments.api.callers import author
from tournaments.api.schema.leagues import (
    CREATE_LEAGUE,
    LIST_LEAGUES,
    LONGEST_NAME,
    LONGEST_ROUND,
    SHOW_LEAGUE,
)
from tournaments.api.schema.seasons import (
    CREATE_SEASON,
    DROP_SEASON,
    LIST_SEASONS,
    SHOW_SEASON,
)
from tournaments.models import League, Season
from tournaments.selectors.leagues import (
    known_seasons,
    league_shape,
    moves_shape,
    season_shape,
    with_divisions,
)
from tournaments.services.leagues import (
    LARGEST,
    MOST_MOVERS,
    SMALLEST,
    LeaguePlan,
    create_league,
)
from tournaments.services.seasons import SeasonPlan, create_season, drop_season

BY_NUMBER = (("number", "desc"), ("id", "desc"))


class LeagueBody(StrictSerializer):
    name = StrictCharField(max_length=LONGEST_NAME)
    ruleset = serializers.JSONField(required=False)
    clock = ClockBody(
        required=False, default={"turn_seconds": 60, "bank_seconds": 120, "max_timeouts": 3}
    )
    rated = StrictBooleanField(required=False, default=False)
    stage = serializers.JSONField(required=False)
    division_size = StrictIntegerField(
        min_value=SMALLEST, max_value=LARGEST, required=False, default=8
    )
    movers = StrictIntegerField(min_value=0, max_value=MOST_MOVERS, required=False, default=2)
    playoff_slots = StrictIntegerField(
        min_value=0, max_value=MOST_MOVERS, required=False, default=0
    )


class RoundLength(StrictSerializer):
    round_hours = StrictIntegerField(min_value=1, max_value=LONGEST_ROUND, required=False)


class SeasonBody(RoundLength):
    starts_at = StrictDateTimeField(required=False, allow_null=True, default=None)


WEEK = 7 * 24


def found_league(league_id: str) -> League:
    """Return a league; raises Problem `not_found`."""
    league = League.objects.select_related("owner").filter(pk=parse_id(league_id)).first()
    if league is None:
        raise Problem("not_found", "There is no such league.")
    return league


def found_season(request: Request, season_id: str) -> Season:
    """Return a season with its divisions.

    Raises Problem `not_found`, also where the caller may not know of the season.
    """
    seasons = with_divisions(known_seasons(player_of(request)))
    season = seasons.filter(pk=parse_id(season_id)).first()
    if season is None:
        raise Problem("not_found", "There is no such season.")
    return season


def season_view(season: Season) -> dict[str, Any]:
    """Return a season with the moves that it was made of."""
    return {**season_shape(season), "moves": moves_shape(season.moves)}


def season_created(request: Request, season: Season) -> HttpResponse:
    """Answer a new season."""
    made = season_view(found_season(request, str(season.id)))
    location = {"Location": f"/api/v1/seasons/{season.id}"}
    return answer(made, HTTPStatus.CREATED, location)


@documented(get=LIST_LEAGUES, post=CREATE_LEAGUE)
class LeaguesView(ApiView):
    """All leagues."""

    allowed_query = PAGING

    def get(self, request: Request) -> HttpResponseBase:
        """List leagues, the newest first."""
        leagues = League.objects.select_related("owner")
        return list_response(leagues, request, render=league_shape)

    @idempotent
    def post(self, request: Request) -> HttpResponse:
        """Make a league that the caller owns."""
        body = LeagueBody.read(request.data)
        terms = {
            **body,
            "ruleset": asked_ruleset(body.get("ruleset", "classic-2018"), "/ruleset"),
            "clock": Clock(**body["clock"]),
            "stage": body.get("stage", {"format": "round_robin"}),
        }
        made = create_league(plan=LeaguePlan(**terms), by=author(request, "organise"))
        location = {"Location": f"/api/v1/leagues/{made.id}"}
        return answer(league_shape(made), HTTPStatus.CREATED, location)


@documented(get=SHOW_LEAGUE)
class LeagueView(ApiView):
    """One league."""

    def get(self, request: Request, league_id: str) -> HttpResponse:
        """Return a league with its terms."""
        return answer(league_shape(found_league(league_id)))


@documented(get=LIST_SEASONS, post=CREATE_SEASON)
class SeasonsView(ApiView):
    """The seasons of a league."""

    allowed_query = PAGING

    def get(self, request: Request, league_id: str) -> HttpResponseBase:
        """List seasons, the newest first."""
        league = found_league(league_id)
        seasons = with_divisions(known_seasons(player_of(request)).filter(league=league))
        return list_response(seasons, request, order=BY_NUMBER, render=season_shape)

    @idempotent
    def post(self, request: Request, league_id: str) -> HttpResponse:
        """Make a draft of the next season, without divisions."""
        body = SeasonBody.read(request.data)
        plan = SeasonPlan(starts_at=body["starts_at"], round_hours=body.get("round_hours", WEEK))
        by = author(request, "organise")
        season = create_season(league_id=parse_id(league_id), plan=plan, by=by)
        return season_created(request, season)


@documented(get=SHOW_SEASON, delete=DROP_SEASON)
class SeasonView(ApiView):
    """One season."""

    def get(self, request: Request, season_id: str) -> HttpResponse:
        """Return a season with its divisions, and who has moved where for it."""
        return answer(season_view(found_season(request, season_id)))

    def delete(self, request: Request, season_id: str) -> HttpResponse:
        """Throw a draft away."""
        drop_season(season_id=parse_id(season_id), by=author(request, "organise"))
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
