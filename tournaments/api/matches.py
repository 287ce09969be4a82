"""Matches: setting and correcting their results."""

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request

from dosleague.api.schema.operations import documented
from dosleague.api.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictSerializer,
)
from dosleague.api.views import ApiView, answer, idempotent, parse_id
from tournaments.api.acts import wants_dry_run
from tournaments.api.callers import MOST_REASON, author
from tournaments.api.schema.matches import MOST_SCORE, SET_RESULT
from tournaments.models import Match
from tournaments.selectors.rounds import pairing_shape
from tournaments.services.foresight import foreseen_ruling
from tournaments.services.rulings import RULED, Ruled, Ruling, set_result
from tournaments.values import ResultKind

_MOST_SEATS = 4


class ResultBody(StrictSerializer):
    kind = StrictChoiceField(choices=sorted(RULED))
    places = serializers.ListField(
        child=StrictIntegerField(min_value=1, max_value=_MOST_SEATS),
        required=False,
        default=list,
        max_length=_MOST_SEATS,
    )
    scores = serializers.ListField(
        child=StrictIntegerField(min_value=0, max_value=MOST_SCORE),
        required=False,
        default=list,
        max_length=_MOST_SEATS,
    )
    recompute = StrictBooleanField(required=False, default=False)
    reason = StrictCharField(max_length=MOST_REASON)


@documented(put=SET_RESULT)
class ResultView(ApiView):
    """The result of a match."""

    allowed_act_query = frozenset({"dry_run"})

    @idempotent
    def put(self, request: Request, tournament_id: str, match_id: str) -> HttpResponse:
        """Set or correct the result, or with `?dry_run=true` say what that would change."""
        is_dry = wants_dry_run(request)
        body = ResultBody.read(request.data)
        by = author(request, "organise")
        asked, wanted = parse_id(tournament_id), parse_id(match_id)
        ruling = Ruling(
            ResultKind(body["kind"]),
            tuple(body["places"]),
            tuple(body["scores"]),
            recompute=body["recompute"],
        )

        def rule() -> Ruled:
            return set_result(
                tournament_id=asked, match_id=wanted, ruling=ruling, by=by, reason=body["reason"]
            )

        if is_dry:
            return answer(foreseen_ruling(asked, rule))
        rule()
        match = Match.objects.select_related("result").prefetch_related("games").get(pk=wanted)
        return answer(pairing_shape(match))
