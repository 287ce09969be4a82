"""Entries and the waiting lists: withdrawal, disqualification, return."""

from collections.abc import Callable
from functools import partial
from typing import Final

from django.contrib import admin

from dosleague.audit import Author
from dosleague.look_only import LookOnlyAdmin
from dosleague.previewed import Asked, ForSuperusers, Preview, PreviewedAct, action
from tournaments.models import Entrant
from tournaments.services.entries import disqualify, return_entrant, withdraw
from tournaments.services.entry_foresight import foreseen_entry

Service = Callable[..., Entrant]


def _act(name: str, label: str, done: str, service: Service) -> PreviewedAct:
    def carry_out(entrant: Entrant, asked: Asked, by: Author) -> Entrant:
        return service(
            tournament_id=entrant.tournament_id,
            entrant_id=entrant.id,
            by=by,
            reason=asked["reason"],
        )

    def foresee(entrant: Entrant, asked: Asked, by: Author) -> Preview:
        found = foreseen_entry(entrant.tournament_id, partial(carry_out, entrant, asked, by))
        return Preview(found["would"], found["blocking"])

    return PreviewedAct(
        name=name, label=label, done=done, foresee=foresee, carry_out=carry_out, about=_told
    )


def _told(entrant: Entrant) -> list[str]:
    return [f"{entrant.player} in {entrant.tournament}, {entrant.status.replace('_', ' ')}."]


ACTS: Final = (
    _act("withdraw", "Withdraw", "it is withdrawn.", withdraw),
    _act("disqualify", "Disqualify", "it is disqualified.", disqualify),
    _act("return_entrant", "Let return", "it is let in again.", return_entrant),
)


@admin.register(Entrant)
class EntrantAdmin(ForSuperusers, LookOnlyAdmin):
    """Entries and the waiting lists."""

    list_display = ("tournament", "player", "status", "queue_number", "seed", "registered_at")
    list_filter = ("status",)
    search_fields = ("id", "tournament__id", "tournament__name", "player__name")
    list_select_related = ("tournament", "player")
    actions = tuple(map(action, ACTS))
    fields = (
        *("id", "tournament", "player", "status", "queue_number", "seed", "rating"),
        *("registered_at", "checked_in_at", "start_number", "entered_in", "absent_from"),
    )
