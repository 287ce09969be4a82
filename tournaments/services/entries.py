"""What happens to an entry: check-in, withdrawal, return, disqualification, seeding."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db import transaction

from dosleague.api.clock import database_now
from dosleague.api.problems import FieldError, Problem, field_error
from dosleague.audit import Author, note
from tournaments.lifecycle import ORGANISERS_ACTS, OWN_ACTS, EntryAct, State
from tournaments.models import Entrant, Tournament
from tournaments.selectors.tournaments import HOLDING, next_round, subject_of
from tournaments.services.access import (
    DIRECTORS,
    check_organises,
    organises,
    state_conflict,
    taken,
)
from tournaments.services.counting import count_finished_games
from tournaments.services.late import join_field, leave_open_tables
from tournaments.services.places import fill_places, holder_status, next_in_queue, room
from tournaments.services.stages import check_faults

Status = Entrant.Status
_RETURNING = ("queue_number", "entered_in", "absent_from", "checked_in_at", "status")
_OUT = frozenset({Status.WITHDRAWN, Status.DISQUALIFIED})
_IN = HOLDING | {Status.WAITING}


def check_in(*, tournament_id: UUID, entrant_id: UUID, by: Author, reason: str = "") -> Entrant:
    """Note that an entrant is here; one who waits goes on waiting, and is promoted before others.

    Raises Problem: `not_found`, `forbidden`, `conflict`.
    """
    with transaction.atomic():
        tournament, entrant = _taken(tournament_id, entrant_id, by, EntryAct.CHECK_IN)
        _check_status(entrant, {Status.REGISTERED, Status.WAITING})
        if entrant.checked_in_at is not None:
            raise Problem("conflict", f"{entrant.player.name} has checked in already.")
        before = entrant.status
        entrant.checked_in_at = database_now()
        if entrant.status == Status.REGISTERED:
            entrant.status = Status.CHECKED_IN
        entrant.save(update_fields=["status", "checked_in_at"])
        _note(by, EntryAct.CHECK_IN, tournament, entrant, before, reason=reason)
        return entrant


def withdraw(*, tournament_id: UUID, entrant_id: UUID, by: Author, reason: str = "") -> Entrant:
    """Take an entrant out; before play, whoever waits longest gets the place.

    Raises Problem: `not_found`, `forbidden`, `conflict`.
    """
    with transaction.atomic():
        tournament, entrant = _taken(tournament_id, entrant_id, by, EntryAct.WITHDRAW)
        _check_status(entrant, _IN)
        return _taken_out(tournament, entrant, EntryAct.WITHDRAW, by, reason)


def disqualify(*, tournament_id: UUID, entrant_id: UUID, by: Author, reason: str = "") -> Entrant:
    """Put an entrant out, also one that has withdrawn; who waits gets the place.

    Raises Problem: `not_found`, `forbidden`, `conflict`.
    """
    with transaction.atomic():
        tournament, entrant = _taken(tournament_id, entrant_id, by, EntryAct.DISQUALIFY)
        _check_status(entrant, _IN | {Status.WITHDRAWN})
        return _taken_out(tournament, entrant, EntryAct.DISQUALIFY, by, reason)


def return_entrant(
    *, tournament_id: UUID, entrant_id: UUID, by: Author, reason: str = ""
) -> Entrant:
    """Let an entrant in again: into a place if one is free, else behind all who wait.

    Of those disqualified only an organiser lets anybody return. Raises Problem: `not_found`,
    `forbidden`, `conflict`.
    """
    with transaction.atomic():
        tournament, entrant = _taken(tournament_id, entrant_id, by, EntryAct.RETURN)
        _check_status(entrant, _OUT)
        if entrant.status == Status.DISQUALIFIED:
            check_organises(tournament, by, DIRECTORS)
        before = entrant.status
        has_room = room(tournament) > 0
        if tournament.state is State.RUNNING and not has_room:
            raise Problem("conflict", "Every place is taken.")
        entrant.queue_number = next_in_queue(tournament)
        entrant.absent_from = None
        entrant.entered_in = next_round(tournament)
        if tournament.state is State.CHECK_IN_CLOSED and entrant.checked_in_at is None:
            entrant.checked_in_at = database_now()  # an organiser's word is enough
        entrant.status = holder_status(tournament, entrant) if has_room else Status.WAITING
        entrant.save(update_fields=_RETURNING)
        if tournament.state is State.RUNNING:
            join_field(tournament, [entrant])
        _note(by, EntryAct.RETURN, tournament, entrant, before, reason=reason)
        return entrant


def set_seeds(
    *, tournament_id: UUID, order: Sequence[UUID], by: Author, reason: str = ""
) -> list[Entrant]:
    """Seed entrants in this order, 1 first; whoever is not named has no seed. Return those named.

    Raises Problem: `not_found`, `forbidden`, `conflict`, `invalid` for who is not an entrant here,
    is out, or is named twice.
    """
    with transaction.atomic():
        tournament = taken(tournament_id, by)
        check_organises(tournament, by, DIRECTORS)
        if tournament.state not in ORGANISERS_ACTS[EntryAct.SEED]:
            raise state_conflict(tournament.state, "Seeds are no longer set.")
        entrants = {entrant.id: entrant for entrant in tournament.entrants.select_related("player")}
        check_faults(list(_faults_of_order(order, entrants)))
        before = _seeds(entrants.values())
        for entrant in entrants.values():
            entrant.seed = None
        for seed, entrant_id in enumerate(order, start=1):
            entrants[entrant_id].seed = seed
        Entrant.objects.bulk_update(entrants.values(), ["seed"], batch_size=500)
        after = _seeds(entrants.values())
        subject = subject_of(tournament)
        note(by, "entrants.seeds", subject, before=before, after=after, reason=reason)
        return [entrants[entrant_id] for entrant_id in order]


def _seeds(entrants: Iterable[Entrant]) -> list[str]:
    seeded = [(entrant.seed, entrant) for entrant in entrants if entrant.seed is not None]
    return [str(entrant.id) for _, entrant in sorted(seeded, key=lambda pair: pair[0])]


def _faults_of_order(order: Sequence[UUID], entrants: dict[UUID, Entrant]) -> list[FieldError]:
    faults = []
    seen = set()
    for index, entrant_id in enumerate(order):
        at = f"/seeds/{index}"
        entrant = entrants.get(entrant_id)
        if entrant is None or entrant.status in _OUT:
            faults.append(field_error(at, "does_not_exist", "There is no such entrant."))
        elif entrant_id in seen:
            faults.append(field_error(at, "repeated", "An entrant has one seed."))
        seen.add(entrant_id)
    return faults


def _taken(
    tournament_id: UUID, entrant_id: UUID, by: Author, act: EntryAct
) -> tuple[Tournament, Entrant]:
    """Return a locked tournament and its entrant, once the author may do this to it now."""
    tournament = taken(tournament_id, by)
    entrant = tournament.entrants.select_related("player").filter(pk=entrant_id).first()
    if entrant is None:
        raise Problem("not_found", "There is no such entrant.")
    is_own = by.player is not None and entrant.player_id == by.player.pk
    if is_own and tournament.state in OWN_ACTS.get(act, frozenset()):
        return tournament, entrant
    if not is_own or act not in OWN_ACTS or organises(tournament, by, DIRECTORS):
        check_organises(tournament, by, DIRECTORS)
        if tournament.state in ORGANISERS_ACTS[act]:
            return tournament, entrant
    raise state_conflict(tournament.state, f"{act.capitalize()} is not possible now.")


def _check_status(entrant: Entrant, statuses: frozenset[str] | set[str]) -> None:
    if entrant.status not in statuses:
        detail = f"{entrant.player.name} is {entrant.status.replace('_', ' ')}."
        raise Problem("conflict", detail)


def _taken_out(
    tournament: Tournament, entrant: Entrant, act: EntryAct, by: Author, reason: str
) -> Entrant:
    if tournament.state is State.RUNNING:
        count_finished_games(tournament)  # a game that is over counts, whoever goes after it
    before = entrant.status
    is_out = act is EntryAct.DISQUALIFY
    entrant.status = Status.DISQUALIFIED if is_out else Status.WITHDRAWN
    entrant.checked_in_at = entrant.seed = None
    if tournament.state is State.RUNNING and entrant.absent_from is None:
        entrant.absent_from = next_round(tournament)
    entrant.save(update_fields=["status", "checked_in_at", "seed", "absent_from"])
    if tournament.state is State.RUNNING:
        leave_open_tables(tournament, entrant)
    promoted = fill_places(tournament)
    _note(by, act, tournament, entrant, before, promoted=promoted, reason=reason)
    return entrant


def _note(
    by: Author,
    act: EntryAct,
    tournament: Tournament,
    entrant: Entrant,
    before: str,
    *,
    promoted: Sequence[Entrant] = (),
    reason: str = "",
) -> None:
    after: dict[str, object] = {"entrant": str(entrant.id), "status": entrant.status}
    if promoted:
        after["promoted"] = [str(one.id) for one in promoted]
    told_before = {"entrant": str(entrant.id), "status": before}
    subject = subject_of(tournament)
    note(by, f"entrant.{act}", subject, before=told_before, after=after, reason=reason)
