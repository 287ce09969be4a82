"""Who organises a tournament, and what was done to it."""

from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request

from dosleague.api.clock import rfc3339
from dosleague.api.pagination import PAGING, page
from dosleague.api.schema.operations import documented
from dosleague.api.serializers import StrictChoiceField, StrictIdField, StrictSerializer
from dosleague.api.views import ApiView, answer, idempotent, parse_id
from dosleague.models import AuditEntry
from tournaments.api.callers import ReasonBody, asked_tournament, author
from tournaments.api.schema.organisers import LIST_AUDIT, MOST_ORGANISERS, SET_ORGANISERS
from tournaments.models import Organiser
from tournaments.selectors.tournaments import organiser_shape, short_player, subject_of
from tournaments.services.access import check_organises
from tournaments.services.organisers import OrganiserPlan, set_organisers


class OrganiserBody(StrictSerializer):
    player = StrictIdField()
    role = StrictChoiceField(choices=Organiser.Role.values)


class OrganisersBody(ReasonBody):
    organisers = serializers.ListField(
        child=OrganiserBody(), min_length=1, max_length=MOST_ORGANISERS
    )


@documented(put=SET_ORGANISERS)
class OrganisersView(ApiView):
    """The organisers of a tournament, all at once."""

    @idempotent
    def put(self, request: Request, tournament_id: str) -> HttpResponse:
        """Let these and nobody else organise the tournament."""
        body = OrganisersBody.read(request.data)
        by = author(request, "organise")
        plans = [OrganiserPlan(**one) for one in body["organisers"]]
        asked = parse_id(tournament_id)
        organisers = set_organisers(
            tournament_id=asked, organisers=plans, by=by, reason=body["reason"]
        )
        return answer({"items": [organiser_shape(one) for one in organisers], "next": None})


@documented(get=LIST_AUDIT)
class AuditView(ApiView):
    """What was done to a tournament, by whom."""

    allowed_query = PAGING

    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        """List what was done, the newest first; addresses are for operators alone."""
        by = author(request, "organise", "admin")
        tournament = asked_tournament(request, tournament_id)
        if not by.is_operator:
            check_organises(tournament, by, Organiser.Role.values)
        entries = AuditEntry.objects.filter(subject=subject_of(tournament))

        def render(entry: AuditEntry) -> dict[str, Any]:
            return audit_shape(entry, shows_address=by.is_operator)

        order = (("at", "desc"), ("id", "desc"))
        return answer(page(entries.select_related("actor"), request, order=order, render=render))


def audit_shape(entry: AuditEntry, *, shows_address: bool) -> dict[str, Any]:
    """Return a line of the audit log."""
    return {
        "id": str(entry.id),
        "at": rfc3339(entry.at),
        "actor": None if entry.actor is None else short_player(entry.actor),
        "channel": entry.channel,
        "address": entry.address if shows_address else None,
        "act": entry.act,
        "before": entry.before,
        "after": entry.after,
        "reason": entry.reason,
    }
