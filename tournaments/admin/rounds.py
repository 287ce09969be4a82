"""Rounds: looking at them, pairing a draft anew, publishing, closing."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from django import forms
from django.contrib import admin

from dosleague.audit import Author
from dosleague.look_only import LookOnlyAdmin
from dosleague.previewed import ActForm, Asked, ForSuperusers, Preview, PreviewedAct, action
from tournaments.models import Entrant, StageRound
from tournaments.services.foresight import foreseen
from tournaments.services.rounds import Wishes, close_round, pair_round, publish_round

_MOST_TABLES: Final = 100
"""How many tables a preview names."""


class PairForm(ActForm):
    """What pairing asks for besides."""

    allow_rematch = forms.BooleanField(
        required=False, help_text="Let entrants meet again where nothing else is left."
    )


def shown(outlook: Mapping[str, Any]) -> Preview:
    """Return what an act on a round would lead to, with the names of who sits where."""
    would = list(outlook["would"])
    if outlook["round"] is not None:
        pairings = outlook["round"]["pairings"]
        would += _tables(pairings[:_MOST_TABLES])
        if len(pairings) > _MOST_TABLES:
            would.append(f"And {len(pairings) - _MOST_TABLES} tables more.")
    return Preview(would, outlook["blocking"])


def _tables(pairings: list[dict[str, Any]]) -> list[str]:
    names = entrant_names([one for table in pairings for one in table["entrants"]])
    return [
        f"{'Bye' if table['bye'] else 'Table ' + str(table['table'])}: "
        f"{' – '.join(names[one] for one in table['entrants'])}."
        for table in pairings
    ]


def entrant_names(ids: list[str]) -> dict[str, str]:
    """Return the names of entrants by their ids as JSON has them."""
    rows = Entrant.objects.filter(pk__in=ids).values_list("id", "player__name")
    return {str(entrant): name for entrant, name in rows}


def _act(
    name: str, label: str, done: str, do: Callable[..., StageRound], form: type[ActForm] = ActForm
) -> PreviewedAct:
    def carry_out(stage_round: StageRound, asked: Asked, by: Author) -> StageRound:
        more = {"wishes": _wishes(asked)} if form is PairForm else {}
        return do(
            tournament_id=stage_round.tournament_id,
            number=stage_round.number,
            by=by,
            reason=asked["reason"],
            **more,
        )

    def foresee(stage_round: StageRound, asked: Asked, by: Author) -> Preview:
        return shown(foreseen(partial(carry_out, stage_round, asked, by)))

    return PreviewedAct(
        name=name,
        label=label,
        done=done,
        foresee=foresee,
        carry_out=carry_out,
        about=_told,
        form=form,
    )


def _told(stage_round: StageRound) -> list[str]:
    return [f"{stage_round.tournament}, round {stage_round.number}, {stage_round.status}."]


def _wishes(asked: Asked) -> Wishes:
    return Wishes(redo=True, allow_rematch=asked["allow_rematch"])


ACTS: Final = (
    _act("redo", "Pair the draft anew", "it is paired anew.", pair_round, PairForm),
    _act("publish", "Publish", "it is published.", publish_round),
    _act("close", "Close", "it is closed.", close_round),
)


@admin.register(StageRound)
class StageRoundAdmin(ForSuperusers, LookOnlyAdmin):
    """Rounds through all stages; the secret that tables share is not shown."""

    list_display = ("tournament", "number", "stage_number", "status", "paired_at", "published_at")
    list_filter = ("status",)
    search_fields = ("tournament__id", "tournament__name")
    list_select_related = ("tournament", "stage")
    ordering = ("-id",)
    actions = tuple(map(action, ACTS))
    fields = (
        *("tournament", "stage_number", "number", "number_in_stage", "status"),
        *("paired_at", "published_at", "play_from", "play_by", "closed_at"),
    )

    @admin.display(description="stage")
    def stage_number(self, stage_round: StageRound) -> int:
        return stage_round.stage.number
