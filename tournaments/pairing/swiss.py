"""`swiss_match`: Swiss rounds for tables of two, as one matching of least cost.

This is the league's own system, not FIDE's (that is `swiss_dutch`). Nobody meets twice, nobody has
two byes, and of all the pairings that keep this the one of least cost is taken: equal points first,
then turns, then floats, then the top half of a score group against its bottom half (the criteria
stand in `swiss_weights`). It pairs thousands, and gives its reasons.
"""

from collections.abc import Iterable, Sequence

from tournaments.pairing.asked import AskedRound, check_asked
from tournaments.pairing.byes import bye_order, bye_reason, repeated_bye_order, told_points
from tournaments.pairing.history import Record, histories
from tournaments.pairing.matching import can_be_paired, heaviest_matching
from tournaments.pairing.refusals import BadRequestToPair, Choice, NoPairing
from tournaments.pairing.swiss_weights import Weights
from tournaments.pairing.turns import starts_first
from tournaments.values import Pairing, Table

REACH = 40  # ranks from oneself, and from half the score group; wider only if that leaves some out


def pair(asked: AskedRound) -> Pairing:
    """Return the tables of a Swiss round, the entrant who starts first, with a reason each.

    Raises `NoPairing` if everybody cannot be paired without a rematch or a second bye, and offers
    `end_now` and `allow_rematch`. With `allow_rematch` there are as few rematches as can be, the
    oldest ones, and a second bye only when nobody is free for one. Raises `BadRequestToPair` for
    a request that contradicts itself.

    >>> pair(AskedRound("winter", 1, (1, 2, 3, 4, 5))).tables[:2]
    (Table(entrants=(1, 3), bye=False), Table(entrants=(4, 2), bye=False))
    """
    check_asked(asked)
    records = histories(asked.entrants, asked.results, asked.round)
    unseated = [records[entrant] for entrant in asked.unseated]
    byes = [table for table in asked.locked if table.bye]
    if len(unseated) % 2:
        if byes:
            raise BadRequestToPair(
                "The locked tables leave an odd number, and one is a bye already."
            )
        own = _bye(unseated, allow_rematch=asked.allow_rematch)
        byes.append(Table((own.entrant,), bye=True))
        unseated.remove(own)
    couples = [
        (records[table.entrants[0]], records[table.entrants[1]])
        for table in asked.locked
        if not table.bye
    ]
    couples += _couples(asked, ranked(unseated))
    return numbered(couples, byes, records, asked)


def ranked(records: Iterable[Record]) -> list[Record]:
    """Return entrants by rank: most points first, then the lower start number."""
    return sorted(records, key=lambda own: (-own.points, own.entrant))


def barred(records: Iterable[Record]) -> dict[int, frozenset[int]]:
    """Return whom each may not meet again, among those given."""
    among = list(records)
    present = {own.entrant for own in among}
    return {own.entrant: frozenset(own.meetings.keys() & present) for own in among}


def _bye(unseated: Sequence[Record], *, allow_rematch: bool) -> Record:
    """Return the first in the order for the bye who leaves the others a pairing."""
    order = bye_order(unseated)
    met = barred(unseated)
    for own in order:
        if can_be_paired((other.entrant for other in unseated if other is not own), met):
            return own
    if allow_rematch:
        return (order or repeated_bye_order(unseated))[0]
    raise _no_pairing()


def _couples(asked: AskedRound, order: Sequence[Record]) -> list[tuple[Record, Record]]:
    """Return the best couples of those who are to be paired, who starts first."""
    if not order:
        return []
    without = can_be_paired((own.entrant for own in order), barred(order))
    if not without and not asked.allow_rematch:
        raise _no_pairing()
    weights = Weights(
        order, asked.seed, asked.stage, asked.round, asked.apart, allow_rematch=not without
    )
    reach = REACH
    matched = heaviest_matching(len(order), weights.edges(reach))
    while 2 * len(matched) < len(order):  # ends: everybody can be paired, if all may meet all
        reach *= 4
        matched = heaviest_matching(len(order), weights.edges(reach))
    return [
        (order[i], order[j]) if starts_first(order[i], order[j]) else (order[j], order[i])
        for i, j in matched
    ]


def _no_pairing() -> NoPairing:
    return NoPairing(
        "Everybody cannot be paired without a rematch or a second bye. End the stage here, or "
        "allow rematches: as few as can be, the oldest first.",
        Choice.END_NOW,
        Choice.ALLOW_REMATCH,
    )


def numbered(
    couples: Iterable[tuple[Record, Record]],
    byes: Sequence[Table],
    records: dict[int, Record],
    asked: AskedRound,
) -> Pairing:
    """Return the pairing with its tables in order, the leaders at table 1 and the bye last."""
    order = sorted(couples, key=_table_key)
    tables = [Table((first.entrant, second.entrant)) for first, second in order]
    locked = set(asked.locked)
    reasons = [
        _locked_reason(table) if table in locked else couple_reason(*couple)
        for table, couple in zip(tables, order, strict=True)
    ]
    for bye in byes:
        tables.append(bye)
        reasons.append(
            _locked_reason(bye) if bye in locked else bye_reason(records[bye.entrants[0]])
        )
    return Pairing(tuple(tables), tuple(reasons))


def _table_key(couple: tuple[Record, Record]) -> tuple[float, float, int]:
    points = [own.points for own in couple]
    return -max(points), -sum(points), ranked(couple)[0].entrant


def _locked_reason(table: Table) -> str:
    what = "bye" if table.bye else "table"
    return f"{' – '.join(map(str, table.entrants))}: a {what} set by the organiser."


def couple_reason(first: Record, second: Record) -> str:
    """Return the sentence that says why two meet, and why the first starts.

    >>> couple_reason(Record(4, 2.0), Record(1, 1.0, turns=(True,)))
    '4 – 1: 4 floats down from 2 points to 1; 4 starts, having started less often.'
    """
    higher, lower = ranked((first, second))
    if higher.points == lower.points:
        why = f"both have {told_points(higher.points)}"
    else:
        why = f"{higher.entrant} floats down from {told_points(higher.points)} to {lower.points:g}"
    if lower.entrant in higher.meetings:
        why += f", a rematch of round {higher.meetings[lower.entrant][-1]}"
    if first.balance != second.balance:
        turn = "having started less often"
    elif (first.turns[-1:]) != (second.turns[-1:]):
        turn = "by the turns of the last game"
    else:
        turn = f"by the start number of {higher.entrant}, the higher ranked"
    return f"{first.entrant} – {second.entrant}: {why}; {first.entrant} starts, {turn}."
