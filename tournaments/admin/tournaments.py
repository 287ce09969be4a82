"""Tournaments, who organises them, their stages; and what is done to one as a whole."""

from functools import partial
from typing import Final

from django.contrib import admin

from dosleague.audit import Author
from dosleague.look_only import LookOnlyAdmin, LookOnlyInline
from dosleague.previewed import Asked, ForSuperusers, Preview, PreviewedAct, action
from tournaments.admin.rounds import PairForm, shown
from tournaments.lifecycle import Act
from tournaments.models import Organiser, Stage, StageRound, Tournament
from tournaments.selectors.play import last_round
from tournaments.services.acts import do_act, foresee
from tournaments.services.foresight import foreseen
from tournaments.services.rounds import Wishes, pair_round

_TOLD: Final = (
    (Act.OPEN_REGISTRATION, "Open registration", "registration is open."),
    (Act.CLOSE_REGISTRATION, "Close registration", "registration is closed."),
    (Act.OPEN_CHECK_IN, "Open check-in", "check-in is open."),
    (Act.CLOSE_CHECK_IN, "Close check-in", "check-in is closed."),
    (Act.START, "Start", "play has started."),
    (Act.FINISH, "Finish", "it is finished."),
    (Act.CANCEL, "Cancel", "it is cancelled."),
    (Act.UNDO_START, "Undo the start", "the start is undone."),
    (Act.UNDO_FINISH, "Undo the end", "it runs again."),
)


def _act(act: Act, label: str, done: str) -> PreviewedAct:
    def look(tournament: Tournament, asked: Asked, by: Author) -> Preview:
        outlook = foresee(tournament_id=tournament.id, act=act, by=by)
        return Preview(outlook.would, outlook.blocking)

    def carry_out(tournament: Tournament, asked: Asked, by: Author) -> Tournament:
        return do_act(tournament_id=tournament.id, act=act, by=by, reason=asked["reason"])

    name = act.replace("-", "_")
    return PreviewedAct(name=name, label=label, done=done, foresee=look, carry_out=carry_out)


def _next_number(tournament: Tournament) -> int:
    """Return the number of the round to pair: that of a draft, else of the one to come."""
    last = last_round(tournament)
    if last is None:
        return 1
    return last.number + (last.status != StageRound.Status.DRAFT)


def _pair(tournament: Tournament, asked: Asked, by: Author) -> StageRound:
    return pair_round(
        tournament_id=tournament.id,
        number=_next_number(tournament),
        by=by,
        wishes=Wishes(allow_rematch=asked["allow_rematch"]),
        reason=asked["reason"],
    )


def _foreseen_pairing(tournament: Tournament, asked: Asked, by: Author) -> Preview:
    return shown(foreseen(partial(_pair, tournament, asked, by)))


ACTS: Final = tuple(_act(*told) for told in _TOLD)
PAIR_NEXT: Final = PreviewedAct(
    name="pair_next",
    label="Pair the next round",
    done="the next round is a draft.",
    foresee=_foreseen_pairing,
    carry_out=_pair,
    form=PairForm,
)


class OrganiserInline(LookOnlyInline):
    model = Organiser
    fields = ("player", "role")
    ordering = ("role",)


class StageInline(LookOnlyInline):
    model = Stage
    fields = ("number", "format", "options", "started_at", "finished_at")
    ordering = ("number",)


@admin.register(Tournament)
class TournamentAdmin(ForSuperusers, LookOnlyAdmin):
    """Tournaments, with who organises them and their stages."""

    list_display = ("name", "status", "closed_at", "rated", "deals", "created_by", "created_at")
    list_filter = ("status", "rated", "deals")
    search_fields = ("id", "name", "organisers__player__name")
    list_select_related = ("created_by",)
    date_hierarchy = "created_at"
    inlines = (OrganiserInline, StageInline)
    actions = tuple(map(action, (*ACTS, PAIR_NEXT)))
    fields = (
        *("id", "name", "status", "closed_at", "ruleset", "rated", "clock", "deals", "advance"),
        *("no_show_seconds", "public_seed", "cap", "check_in", "kinds", "opens_at", "closes_at"),
        *("start_at", "created_by", "created_at", "published_at", "started_at", "finished_at"),
    )

    @admin.display(description="seed")
    def public_seed(self, tournament: Tournament) -> str:
        """Return the seed once it is everybody's: from the start of play."""
        return tournament.seed if tournament.started_at else "published when play starts"


@admin.register(Organiser)
class OrganiserAdmin(LookOnlyAdmin):
    """Who organises what."""

    list_display = ("tournament", "player", "role")
    list_filter = ("role",)
    search_fields = ("tournament__id", "tournament__name", "player__name")
    list_select_related = ("tournament", "player")


@admin.register(Stage)
class StageAdmin(LookOnlyAdmin):
    """Stages with their options."""

    list_display = ("tournament", "number", "format", "started_at", "finished_at")
    list_filter = ("format",)
    search_fields = ("tournament__id", "tournament__name")
    list_select_related = ("tournament",)
    fields = (
        *("tournament", "number", "format", "options", "field"),
        *("started_at", "finished_at"),
    )
