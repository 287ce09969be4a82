"""Places and the waiting list: who holds one, and who gets the next.

Everything here expects the tournament's row to be locked, so that a place is given once.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max

from tournaments.lifecycle import State
from tournaments.models import Entrant, Tournament
from tournaments.selectors.tournaments import HOLDING, is_before_play
from tournaments.services.creation import MOST_ENTRANTS

Status = Entrant.Status


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """Who loses a place or the wait for one, and who is promoted from the waiting list."""

    withdrawn: Sequence[Entrant] = ()
    promoted: Sequence[Entrant] = ()


def room(tournament: Tournament) -> int:
    """Return how many places are free; none are below zero."""
    most = MOST_ENTRANTS if tournament.cap is None else tournament.cap
    held = tournament.entrants.filter(status__in=HOLDING).count()
    return max(0, most - held)


def next_in_queue(tournament: Tournament) -> int:
    """Return the queue number of whoever enters next."""
    last: int | None = tournament.entrants.aggregate(last=Max("queue_number"))["last"]
    return (last or 0) + 1


def holder_status(tournament: Tournament, entrant: Entrant) -> str:
    """Return the status of an entrant who is given a place now."""
    if tournament.state is State.RUNNING:
        return Status.ACTIVE
    return Status.REGISTERED if entrant.checked_in_at is None else Status.CHECKED_IN


def promotable(tournament: Tournament) -> list[Entrant]:
    """Return who waits and may be promoted, in order.

    Once check-in is closed these are the ones that have checked in; once play has started, nobody.
    """
    if not is_before_play(tournament):
        return []
    waiting = tournament.entrants.filter(status=Status.WAITING).select_related("player")
    if tournament.state is State.CHECK_IN_CLOSED:
        waiting = waiting.filter(checked_in_at__isnull=False)
    return list(waiting.order_by("queue_number"))


def fill_places(tournament: Tournament) -> list[Entrant]:
    """Promote from the waiting list, in order, while there is room; return who was."""
    free = room(tournament)
    promoted = promotable(tournament)[:free] if free else []
    carry_out(tournament, Reshuffle(promoted=promoted))
    return promoted


def after_check_in(tournament: Tournament) -> Reshuffle:
    """Return what the end of check-in brings: the absent go, and who waits here takes their places.

    Whoever has checked in and finds no place goes on waiting, for one who withdraws before the
    start.
    """
    entrants = list(tournament.entrants.select_related("player").order_by("queue_number"))
    of_status = {
        status: [entrant for entrant in entrants if entrant.status == status]
        for status in (Status.REGISTERED, Status.CHECKED_IN, Status.WAITING)
    }
    absent = [one for one in of_status[Status.WAITING] if one.checked_in_at is None]
    here = [one for one in of_status[Status.WAITING] if one.checked_in_at is not None]
    most = MOST_ENTRANTS if tournament.cap is None else tournament.cap
    free = max(0, most - len(of_status[Status.CHECKED_IN]))
    return Reshuffle([*of_status[Status.REGISTERED], *absent], here[:free])


def carry_out(tournament: Tournament, moves: Reshuffle) -> Reshuffle:
    """Withdraw and promote as was found; return the same."""
    for entrant in moves.withdrawn:
        entrant.status = Status.WITHDRAWN
    for entrant in moves.promoted:
        entrant.status = holder_status(tournament, entrant)
    Entrant.objects.bulk_update([*moves.withdrawn, *moves.promoted], ["status"], batch_size=500)
    return moves
