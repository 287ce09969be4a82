"""Tournaments: making, listing and looking at them."""

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
    StrictChoiceField,
    StrictDateTimeField,
    StrictIntegerField,
    StrictSerializer,
)
from dosleague.api.tokens import player_of
from dosleague.api.views import ApiView, answer, idempotent
from games.api.games import ClockBody
from games.api.rulesets import asked_ruleset
from games.models import Player
from games.services.games import Clock
from tournaments.api.callers import asked_tournament, author
from tournaments.api.schema.tournaments import (
    CREATE_TOURNAMENT,
    LIST_TOURNAMENTS,
    SHOW_TOURNAMENT,
)
from tournaments.formats import MOST_STAGES
from tournaments.models import Tournament
from tournaments.selectors.tournaments import (
    found,
    known_tournaments,
    tournament_shape,
    with_parts,
    you,
)
from tournaments.services.creation import (
    MOST_ENTRANTS,
    RegistrationPlan,
    TournamentPlan,
    create_tournament,
)
from tournaments.services.stages import planned_stages

LONGEST_NO_SHOW = 86_400


class RegistrationBody(StrictSerializer):
    cap = StrictIntegerField(
        min_value=2, max_value=MOST_ENTRANTS, required=False, allow_null=True, default=None
    )
    check_in = StrictBooleanField(required=False, default=False)
    opens_at = StrictDateTimeField(required=False, allow_null=True, default=None)
    closes_at = StrictDateTimeField(required=False, allow_null=True, default=None)
    kinds = serializers.ListField(
        child=StrictChoiceField(choices=Player.Kind.values),
        required=False,
        min_length=1,
        max_length=len(Player.Kind.values),
        default=list(Player.Kind.values),
    )


class TournamentBody(StrictSerializer):
    name = StrictCharField(max_length=100)
    ruleset = serializers.JSONField(required=False)
    rated = StrictBooleanField(required=False, default=False)
    clock = ClockBody(
        required=False, default={"turn_seconds": 60, "bank_seconds": 120, "max_timeouts": 3}
    )
    deals = StrictChoiceField(
        choices=Tournament.Deals.values, required=False, default=Tournament.Deals.INDEPENDENT.value
    )
    advance = StrictChoiceField(
        choices=Tournament.Advance.values,
        required=False,
        default=Tournament.Advance.AUTOMATIC.value,
    )
    no_show_seconds = StrictIntegerField(
        min_value=0, max_value=LONGEST_NO_SHOW, required=False, default=300
    )
    start_at = StrictDateTimeField(required=False, allow_null=True, default=None)
    seed = StrictCharField(required=False, default="", max_length=200)
    registration = RegistrationBody(required=False, default=dict)
    stages = serializers.ListField(
        child=serializers.JSONField(), min_length=1, max_length=MOST_STAGES
    )


def planned(body: dict[str, Any]) -> TournamentPlan:
    """Return the terms of a body. Raises Problem: `malformed`, `invalid`, `ruleset_unavailable`."""
    return TournamentPlan(
        **{
            **body,
            "ruleset": asked_ruleset(body.get("ruleset", "classic-2018"), "/ruleset"),
            "clock": Clock(**body["clock"]),
            "registration": RegistrationPlan(
                **{"kinds": list(Player.Kind.values), **body["registration"]}
            ),
            "stages": planned_stages(body["stages"]),
        }
    )


def tournament_view(tournament: Tournament, player: Any) -> dict[str, Any]:
    """Return a tournament of `with_parts`, with what the viewer is in it."""
    return {**tournament_shape(tournament, player), "you": you(tournament, player)}


@documented(get=LIST_TOURNAMENTS, post=CREATE_TOURNAMENT)
class TournamentsView(ApiView):
    """All tournaments that the caller may know of."""

    allowed_query = PAGING | {"status"}
    exportable = True

    def get(self, request: Request) -> HttpResponseBase:
        """List tournaments, the newest first."""
        viewer = player_of(request)
        tournaments = with_parts(known_tournaments(viewer))
        status = request.query_params.get("status")
        if status is not None:
            words = Tournament.Status.values
            if status not in words:
                raise Problem("malformed", f"A status is one of {', '.join(words)}.")
            tournaments = tournaments.filter(status=status)
        return list_response(
            tournaments, request, render=lambda each: tournament_shape(each, viewer)
        )

    @idempotent
    def post(self, request: Request) -> HttpResponse:
        """Make a tournament: a draft that the caller owns."""
        body = TournamentBody.read(request.data)
        plan = planned(body)
        by = author(request, "organise")
        made = create_tournament(plan=plan, by=by)
        tournament = found(made.id, by.player)
        assert tournament is not None
        response = answer(tournament_view(tournament, by.player), HTTPStatus.CREATED)
        response["Location"] = f"/api/v1/tournaments/{made.id}"
        return response


@documented(get=SHOW_TOURNAMENT)
class TournamentView(ApiView):
    """One tournament."""

    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        """Return a tournament as the caller may see it."""
        tournament = asked_tournament(request, tournament_id)
        return answer(tournament_view(tournament, player_of(request)))
