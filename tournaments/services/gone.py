"""Entrants whose account is gone: nobody is paired who cannot come."""

from collections.abc import Iterable
from typing import Final
from uuid import UUID

from dosleague.api.problems import Problem
from dosleague.audit import Author
from tournaments.models import Entrant, Tournament
from tournaments.selectors.due import gone_entrants
from tournaments.services.entries import withdraw

_SERVICE: Final = Author(None, "", "service", is_operator=True)
_REASON: Final = "The account is no longer there."


def withdraw_everywhere(*, player_id: UUID) -> int:
    """Withdraw a player whose account is gone from what is not over; return from how many.

    Each tournament is a transaction of its own. Safe to run twice and late.
    """
    return _withdraw(gone_entrants().filter(player=player_id).order_by("tournament_id"))


def withdraw_gone(tournament: Tournament) -> int:
    """Withdraw all of a tournament whose accounts are gone; its row is locked."""
    return _withdraw(gone_entrants().filter(tournament=tournament).order_by("queue_number"))


def _withdraw(entrants: Iterable[Entrant]) -> int:
    done = 0
    for one in list(entrants):
        try:
            withdraw(
                tournament_id=one.tournament_id, entrant_id=one.id, by=_SERVICE, reason=_REASON
            )
        except Problem as problem:
            if problem.code != "conflict":  # it has just been withdrawn, or all is over
                raise
        else:
            done += 1
    return done
