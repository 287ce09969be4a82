"""Matches, their games and results; and rulings on them."""

from functools import partial
from typing import Final

from django import forms
from django.contrib import admin

from dosleague.audit import Author
from dosleague.look_only import LookOnlyAdmin, LookOnlyInline
from dosleague.previewed import (
    ActForm,
    Asked,
    ForSuperusers,
    NumbersField,
    Preview,
    PreviewedAct,
    action,
)
from tournaments.admin.rounds import entrant_names
from tournaments.models import Match, MatchGame, MatchResult
from tournaments.services.foresight import foreseen_ruling
from tournaments.services.rulings import RULED, Ruled, Ruling, set_result
from tournaments.values import ResultKind

_MOST_RANKS: Final = 100
"""How many changed ranks a preview names."""


class ResultForm(ActForm):
    """A result, in the order of the entrants."""

    kind = forms.ChoiceField(choices=[(kind.value, kind.value) for kind in sorted(RULED)])
    places = NumbersField(
        required=False, help_text="In the order above, such as 2, 1; none for a void."
    )
    scores = NumbersField(required=False, help_text="In the same order, or none.")
    recompute = forms.BooleanField(
        required=False, help_text="Throw away what was played since on the former result."
    )


def _rule(match: Match, asked: Asked, by: Author) -> Ruled:
    ruling = Ruling(
        ResultKind(asked["kind"]), asked["places"], asked["scores"], recompute=asked["recompute"]
    )
    return set_result(
        tournament_id=match.round.tournament_id,
        match_id=match.id,
        ruling=ruling,
        by=by,
        reason=asked["reason"],
    )


def _foreseen(match: Match, asked: Asked, by: Author) -> Preview:
    found = foreseen_ruling(match.round.tournament_id, partial(_rule, match, asked, by))
    changed = found["standings"]
    names = entrant_names([str(one["entrant"]) for one in changed[:_MOST_RANKS]])
    ranks = [
        f"{names[str(one['entrant'])]}: rank {one['rank_before']} becomes {one['rank_after']}."
        for one in changed[:_MOST_RANKS]
    ]
    return Preview([*found["would"], *ranks], found["blocking"])


def _seated(match: Match) -> list[str]:
    """Return who sits at a table, in the order in which a result is told."""
    names = entrant_names(match.entrants)
    told = "none yet" if match.result is None else str(match.result)
    seated = [f"{at}. {names[one]}" for at, one in enumerate(match.entrants, start=1)]
    where = f"{match.round.tournament}, round {match.round.number}, table {match.table}."
    return [where, *seated, f"Result: {told}."]


SET_RESULT: Final = PreviewedAct(
    name="set_result",
    label="Set or correct the result",
    done="the result is set.",
    foresee=_foreseen,
    carry_out=_rule,
    about=_seated,
    form=ResultForm,
    is_single=True,
)


class GameInline(LookOnlyInline):
    model = MatchGame
    fields = ("number", "game", "no_show_at", "counted")
    ordering = ("number",)


class ResultInline(LookOnlyInline):
    model = MatchResult
    fk_name = "match"
    fields = ("version", "kind", "places", "scores", "points", "reason", "by", "at")
    readonly_fields = ("at",)
    ordering = ("version",)


@admin.register(Match)
class MatchAdmin(ForSuperusers, LookOnlyAdmin):
    """Tables: who sits there, their games, and every version of the result."""

    list_display = ("tournament", "round_number", "table", "bye", "opened", "result")
    list_filter = ("bye", "opened", "result__kind")
    search_fields = ("id", "round__tournament__id", "round__tournament__name")
    list_select_related = ("round__tournament", "result")
    ordering = ("-id",)
    inlines = (GameInline, ResultInline)
    actions = (action(SET_RESULT),)
    fields = (
        *("id", "tournament", "round_number", "group", "table", "key", "seated", "bye", "locked"),
        *("wins_needed", "opened", "reason", "result"),
    )

    @admin.display(description="tournament")
    def tournament(self, match: Match) -> str:
        return match.round.tournament.name

    @admin.display(description="round")
    def round_number(self, match: Match) -> int:
        return match.round.number

    @admin.display(description="entrants")
    def seated(self, match: Match) -> str:
        names = entrant_names(match.entrants)
        return ", ".join(names.get(one, one) for one in match.entrants)


@admin.register(MatchResult)
class MatchResultAdmin(LookOnlyAdmin):
    """Every version of every result, with its reason."""

    list_display = ("at", "tournament", "table", "version", "kind", "places", "scores", "by")
    list_filter = ("kind",)
    search_fields = ("match__id", "match__round__tournament__id", "match__round__tournament__name")
    list_select_related = ("match__round__tournament", "by")
    ordering = ("-id",)
    fields = ("match", "version", "kind", "places", "scores", "points", "reason", "by", "at")

    @admin.display(description="tournament")
    def tournament(self, result: MatchResult) -> str:
        return result.match.round.tournament.name

    @admin.display(description="round and table")
    def table(self, result: MatchResult) -> str:
        return f"{result.match.round.number}, {result.match.table}"
