"""What organisers do to a tournament as a whole, and what each act would do."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from dosleague.api.clock import database_now
from dosleague.api.problems import Problem
from dosleague.audit import Author, note
from tournaments.lifecycle import TRANSITIONS, Act, State, is_closed, status_of, told
from tournaments.models import Tournament
from tournaments.selectors.tournaments import subject_of
from tournaments.services import field_acts, play
from tournaments.services.access import DIRECTORS, OWNERS, check_organises, taken
from tournaments.services.gone import withdraw_gone

Told = Callable[[Tournament], Iterator[str]]
Done = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Outlook:
    """What an act would do, and what stands in its way, in sentences."""

    would: tuple[str, ...]
    blocking: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deed:
    """How an act is done: what it `would` do, what is `blocking` it where the state allows it.

    `before` is done in the old state, `after` in the new one; both return what the log tells.
    """

    would: Told
    blocking: Told = lambda _: iter(())
    before: Callable[[Tournament], Done] = lambda _: {}
    after: Callable[[Tournament], Done] = lambda _: {}


DEEDS: Final[Mapping[Act, Deed]] = {
    Act.OPEN_REGISTRATION: Deed(
        field_acts.open_registration_would, field_acts.open_registration_is_blocked
    ),
    Act.CLOSE_REGISTRATION: Deed(field_acts.close_registration_would),
    Act.OPEN_CHECK_IN: Deed(field_acts.open_check_in_would, field_acts.open_check_in_is_blocked),
    Act.CLOSE_CHECK_IN: Deed(field_acts.close_check_in_would, before=field_acts.close_check_in),
    Act.START: Deed(play.start_would, play.start_is_blocked, after=play.start),
    Act.FINISH: Deed(play.finish_would, play.finish_is_blocked, before=play.finish),
    Act.CANCEL: Deed(play.cancel_would, before=play.cancel),
    Act.UNDO_START: Deed(play.undo_start_would, play.undo_start_is_blocked, before=play.undo_start),
    Act.UNDO_FINISH: Deed(play.undo_finish_would, before=play.undo_finish),
}
"""Every act."""


def foresee(*, tournament_id: UUID, act: Act, by: Author) -> Outlook:
    """Return what an act would do now; nothing is changed.

    Raises Problem: `not_found`, `forbidden`.
    """
    with transaction.atomic():
        tournament = _allowed(tournament_id, act, by)
        blocking = tuple(_blocking(tournament, act))
        would = () if blocking else tuple(DEEDS[act].would(tournament))
        return Outlook(would, blocking)


def do_act(*, tournament_id: UUID, act: Act, by: Author, reason: str = "") -> Tournament:
    """Carry an act out.

    Raises Problem: `not_found`, `forbidden`, `conflict` with the state and what is `blocking`.
    """
    with transaction.atomic():
        tournament = _allowed(tournament_id, act, by)
        if act is Act.START:
            withdraw_gone(tournament)
        blocking = list(_blocking(tournament, act))
        if blocking:
            detail = f"{blocking[0]} {_wish(act)} is not possible."
            state = tournament.state.value
            raise Problem("conflict", detail, state=state, blocking=blocking)
        _carry_out(tournament, act, by, reason)
        return tournament


def finish_by_itself(tournament: Tournament, by: Author, *, reason: str) -> None:
    """Finish a tournament in which nothing is left to play; its row is locked."""
    _carry_out(tournament, Act.FINISH, by, reason)


def _carry_out(tournament: Tournament, act: Act, by: Author, reason: str) -> None:
    former = tournament.state
    done = dict(DEEDS[act].before(tournament))
    _move(tournament, TRANSITIONS[former, act])
    done |= DEEDS[act].after(tournament)
    note(
        by,
        f"tournament.{act}",
        subject_of(tournament),
        before={"state": former.value},
        after={"state": tournament.state.value, **done},
        reason=reason,
    )


def _allowed(tournament_id: UUID, act: Act, by: Author) -> Tournament:
    tournament = taken(tournament_id, by)
    check_organises(tournament, by, OWNERS if act is Act.CANCEL else DIRECTORS)
    return tournament


def _wish(act: Act) -> str:
    return act.replace("-", " ", 1).capitalize()


def _blocking(tournament: Tournament, act: Act) -> Iterator[str]:
    """Yield what stands in the way of an act."""
    if (tournament.state, act) in TRANSITIONS:
        yield from DEEDS[act].blocking(tournament)
    else:
        yield told(tournament.state)


def _move(tournament: Tournament, state: State) -> None:
    now = database_now()
    former = tournament.state
    tournament.status = status_of(state)
    tournament.closed_at = now if is_closed(state) else None
    if tournament.published_at is None and state is State.REGISTRATION:
        tournament.published_at = now
    if state is State.RUNNING:
        tournament.finished_at = None
        if former is not State.FINISHED:
            tournament.started_at = now
    elif former is State.RUNNING:
        if state in {State.FINISHED, State.CANCELLED}:
            tournament.finished_at = now
        else:
            tournament.started_at = None
    elif state is State.CANCELLED:
        tournament.finished_at = now
    tournament.save(
        update_fields=["status", "closed_at", "published_at", "started_at", "finished_at"]
    )
