"""`swiss_dutch`: the FIDE Dutch system (C.04.3, in force since 1 February 2026).

The engine is the package caissify-pairings, called from here alone. It is exact and slow, so the
system takes 128 entrants. It is told each entrant's history by our own reading of the results, and
its answer is held to rules C1 to C5 by `dutch_rules`. The starter of a table has White.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from caissify_pairings import generate_pairings  # type: ignore[import-untyped]
from caissify_pairings.fpc import check_trf  # type: ignore[import-untyped]

from tournaments.pairing.asked import AskedRound, check_asked
from tournaments.pairing.dutch_rules import barred_pairs, check_couples, possible_byes
from tournaments.pairing.history import Record, histories
from tournaments.pairing.matching import can_be_paired
from tournaments.pairing.refusals import BadRequestToPair, Choice, DutchLimit, NoPairing
from tournaments.pairing.swiss import numbered
from tournaments.pairing.swiss import pair as pair_swiss_match
from tournaments.values import Pairing, Table

MOST_ENTRANTS = 128
OPEN_END = 1_000  # rounds told to the engine while no number is planned


def pair(asked: AskedRound) -> Pairing:
    """Return the tables of a round by the FIDE Dutch system, the entrant with White first.

    Raises `DutchLimit` for more than 128 entrants or for pairs to be kept apart, `NoPairing` where
    C1 to C3 leave no pairing of everybody, and `UnlawfulPairing` should the engine break a rule.
    With `allow_rematch` a round that has no lawful pairing is paired by `swiss_match`.

    >>> [table.entrants for table in pair(AskedRound("any", 1, (1, 2, 3, 4, 5))).tables]
    [(1, 3), (4, 2), (5,)]
    """
    check_asked(asked)
    if len(asked.entrants) > MOST_ENTRANTS:
        raise DutchLimit(
            f"The Dutch system takes {MOST_ENTRANTS} entrants, not {len(asked.entrants)}: "
            "use swiss_match."
        )
    if asked.forbidden:
        raise DutchLimit("The Dutch system keeps no pairs apart: use swiss_match.")
    records = histories(asked.entrants, asked.results, asked.round)
    unseated = [records[entrant] for entrant in asked.unseated]
    byes = [table for table in asked.locked if table.bye]
    if byes and len(unseated) % 2:
        raise BadRequestToPair("The locked tables leave an odd number, and one is a bye already.")
    barred = barred_pairs(unseated, asked.round, is_last=asked.is_last)
    if not _is_pairable(unseated, barred):
        if asked.allow_rematch:
            return pair_swiss_match(asked)
        raise NoPairing(
            "The Dutch system has no lawful pairing of everybody. End the stage here, or let "
            "swiss_match pair the round, with as few rematches as can be.",
            Choice.END_NOW,
            Choice.ALLOW_REMATCH,
        )
    couples, free = _engine_couples(asked, unseated)
    check_couples(unseated, couples, free, barred)
    byes += [Table((entrant,), bye=True) for entrant in free]
    locked = [table.entrants for table in asked.locked if not table.bye]
    return numbered(
        [(records[one], records[two]) for one, two in (*locked, *couples)], byes, records, asked
    )


def _is_pairable(unseated: Sequence[Record], barred: Mapping[int, frozenset[int]]) -> bool:
    if len(unseated) % 2:
        return bool(possible_byes(unseated, barred))
    return can_be_paired([record.entrant for record in unseated], barred)


def _engine_couples(
    asked: AskedRound, unseated: Sequence[Record]
) -> tuple[list[tuple[int, int]], list[int]]:
    """Return the engine's couples, White first, and its byes."""
    if not unseated:
        return [], []
    answer: list[dict[str, Any]] = generate_pairings(
        system="dutch",
        players=[_told(record) for record in unseated],
        previous_pairings={
            (min(record.entrant, other), max(record.entrant, other))
            for record in unseated
            for other in record.meetings  # those who have left too: C9 counts the games played
        },
        round_number=asked.round,
        total_rounds=asked.rounds or OPEN_END,
    )
    couples = [(table["white_id"], table["black_id"]) for table in answer if not table.get("bye")]
    return couples, [table["white_id"] for table in answer if table.get("bye")]


def _told(record: Record) -> dict[str, Any]:
    """Return an entrant in the engine's words; only games played have a colour."""
    return {
        "id": record.entrant,
        "name": str(record.entrant),
        "score": record.points,
        "rating": 0,
        "starting_number": record.entrant,
        "pairing_number": record.entrant,
        "color_hist": ["white" if started else "black" for started in record.turns],
        "float_history": [str(own) for own in record.floats],
        "bye_count": record.byes,
        "forfeit_win_count": record.free_wins,
    }


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the checker found in a report: rounds read, rounds it pairs alike, and the rest."""

    rounds: int
    matched: int
    differences: tuple[str, ...]


def check(trf: str) -> Verdict:
    """Return what the engine's own checker says of a finished report (TRF16, lines ending in LF).

    It pairs each round anew and names what differs; who has White is not compared. It takes an
    absence without points (`Z`) for a bye and a float down, which the rules in force do not, so a
    report in which somebody came late or came back may differ from our pairing.
    """
    found = check_trf(trf)
    summary = found["summary"]
    return Verdict(
        rounds=summary["rounds_checked"],
        matched=summary["rounds_matched"],
        differences=tuple(
            f"Round {played['round']}: {difference}"
            for played in found["rounds"]
            for difference in played["discrepancies"]
        ),
    )
