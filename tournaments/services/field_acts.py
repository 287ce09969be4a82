"""The acts before play: registration and check-in, opened and closed."""

from collections.abc import Iterator, Sequence

from dosleague.api.clock import database_now, rfc3339
from tournaments.lifecycle import State
from tournaments.models import Entrant, Tournament
from tournaments.services.places import after_check_in, carry_out

_MOST_NAMED = 20


def open_registration_is_blocked(tournament: Tournament) -> Iterator[str]:
    """Yield why registration cannot be opened."""
    closes = tournament.closes_at
    if closes is not None and closes <= database_now():
        yield f"Registration was to close at {rfc3339(closes)}."


def open_registration_would(tournament: Tournament) -> Iterator[str]:
    """Yield what opening registration would do."""
    if tournament.published_at is None:
        yield "The tournament becomes known to everybody."
    yield "Players may enter."


def close_registration_would(tournament: Tournament) -> Iterator[str]:
    """Yield what closing registration would do."""
    yield "Players may no longer enter by themselves."


def open_check_in_is_blocked(tournament: Tournament) -> Iterator[str]:
    """Yield why check-in cannot be opened."""
    if not tournament.check_in:
        yield "The tournament has no check-in."


def open_check_in_would(tournament: Tournament) -> Iterator[str]:
    """Yield what opening check-in would do."""
    if tournament.state is State.REGISTRATION:
        yield from close_registration_would(tournament)
    yield "Entrants may check in."


def close_check_in_would(tournament: Tournament) -> Iterator[str]:
    """Yield what closing check-in would do."""
    yield "Entrants may no longer check in."
    moves = after_check_in(tournament)
    if moves.withdrawn:
        yield f"Not checked in, so withdrawn: {_names(moves.withdrawn)}."
    if moves.promoted:
        yield f"Promoted from the waiting list: {_names(moves.promoted)}."


def close_check_in(tournament: Tournament) -> dict[str, list[str]]:
    """Withdraw the absent and promote who waits; the state is still that of check-in."""
    moves = carry_out(tournament, after_check_in(tournament))
    return {
        "withdrawn": [str(entrant.id) for entrant in moves.withdrawn],
        "promoted": [str(entrant.id) for entrant in moves.promoted],
    }


def _names(entrants: Sequence[Entrant]) -> str:
    names = [entrant.player.name for entrant in entrants]
    rest = len(names) - _MOST_NAMED
    shown = ", ".join(names[:_MOST_NAMED])
    return f"{shown} and {rest} more" if rest > 0 else shown
