"""The absolute rules of the FIDE Dutch system (C.04.3, in force since 1 February 2026): C1 to C5.

What the engine behind `swiss_dutch` answers is held to them here, by code of our own.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from tournaments.pairing.byes import may_have_bye
from tournaments.pairing.history import Record
from tournaments.pairing.matching import can_be_paired
from tournaments.pairing.refusals import UnlawfulPairing


def absolute_turn(record: Record) -> bool | None:
    """Return the turn that an entrant must have: to start, not to start, or `None` for either.

    It is absolute (A.6.1) when the balance is over 1 either way, or the last two turns were alike.

    >>> absolute_turn(Record(1, turns=(True, True))), absolute_turn(Record(1, turns=(True, False)))
    (False, None)
    """
    if abs(record.balance) > 1:
        return record.balance < 0
    if len(record.turns) >= 2 and record.turns[-1] == record.turns[-2]:
        return not record.turns[-1]
    return None


def is_topscorer(record: Record, round_number: int, *, is_last: bool) -> bool:
    """Say whether an entrant has over half of all points when the last round is paired (A.7)."""
    return is_last and 2 * record.points > round_number - 1


def barred_pairs(
    records: Iterable[Record], round_number: int, *, is_last: bool
) -> dict[int, frozenset[int]]:
    """Return whom each may not meet: former opponents (C1), and the same absolute turn (C3)."""
    among = list(records)
    barred: dict[int, set[int]] = {record.entrant: set() for record in among}
    for one, two in combinations(among, 2):
        turn = absolute_turn(one)
        clash = turn is not None and turn == absolute_turn(two)
        if clash and is_last:
            clash = not any(is_topscorer(own, round_number, is_last=is_last) for own in (one, two))
        if clash or two.entrant in one.meetings:
            barred[one.entrant].add(two.entrant)
            barred[two.entrant].add(one.entrant)
    return {entrant: frozenset(others) for entrant, others in barred.items()}


def possible_byes(
    records: Sequence[Record], barred: Mapping[int, frozenset[int]]
) -> tuple[Record, ...]:
    """Return the lowest who may have the bye (C2) and leave the others a pairing (C5)."""
    lowest: list[Record] = []
    for own in sorted(filter(may_have_bye, records), key=lambda own: (own.points, own.entrant)):
        if lowest and own.points > lowest[0].points:
            break
        others = (other.entrant for other in records if other is not own)
        if can_be_paired(others, barred):
            lowest.append(own)
    return tuple(lowest)


def check_couples(
    records: Sequence[Record],
    couples: Iterable[tuple[int, int]],
    byes: Sequence[int],
    barred: Mapping[int, frozenset[int]],
) -> None:
    """Raise `UnlawfulPairing` for tables that break a rule from C1 to C5."""
    by_entrant = {record.entrant: record for record in records}
    tables = list(couples)
    for one, two in tables:
        if two in by_entrant[one].meetings:
            raise UnlawfulPairing("C1", f"{one} and {two} have met before.")
        if two in barred[one]:
            raise UnlawfulPairing("C3", f"{one} and {two} must both have the same turn.")
    seated = sorted([entrant for table in tables for entrant in table] + list(byes))
    if seated != sorted(by_entrant) or len(byes) != len(records) % 2:
        raise UnlawfulPairing("C4", "Not everybody sits at one table or has the one bye.")
    for entrant in byes:
        own = by_entrant[entrant]
        if not may_have_bye(own):
            raise UnlawfulPairing("C2", f"{entrant} had a bye, or a win without playing.")
        possible = possible_byes(records, barred)
        if possible and own.points > possible[0].points:
            raise UnlawfulPairing("C5", f"{entrant} has the bye, and somebody has fewer points.")
