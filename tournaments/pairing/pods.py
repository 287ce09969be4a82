"""Pods: Swiss rounds for tables of three and four (section 6 of the pairing rules).

Round 1 deals the start numbers out in a serpentine. Later rounds seat equals together and keep
former opponents apart: of all seatings the one of least cost (`pod_costs`) up to twelve entrants,
the best one that swaps find above. Byes are needed by five entrants alone.
"""

from collections.abc import Iterable, Sequence

from tournaments.lots import lot
from tournaments.pairing.asked import AskedRound, check_asked
from tournaments.pairing.pod_costs import PodCost, PodCosts, unpacked
from tournaments.pairing.pod_history import PodRecord, pod_histories, pod_rank_key
from tournaments.pairing.pod_search import (
    MOST_FOR_EVERY_SEATING,
    Seating,
    best_by_swaps,
    best_of_all,
    in_order,
)
from tournaments.pairing.pod_sizes import table_sizes
from tournaments.pairing.refusals import BadRequestToPair
from tournaments.values import Pairing, Table


def pair(
    asked: AskedRound,
    *,
    preferred: int = 4,
    two_player_tables: bool = True,
    power: bool = False,
) -> Pairing:
    """Return the tables of a round of pods in seat order, largest first, with a reason each.

    `preferred` is the size of most tables, 4 or 3. `power` is for a last round: only opponents of
    the round before are kept apart. Raises `NoPairing` when fewer than two are left, and
    `BadRequestToPair` for a request that contradicts itself.

    >>> tables = pair(AskedRound("winter", 1, tuple(range(1, 11)))).tables
    >>> [sorted(table.entrants) for table in tables]
    [[1, 6, 7, 10], [2, 5, 8], [3, 4, 9]]
    """
    check_asked(asked)
    records = pod_histories(asked.entrants, asked.results, asked.round)
    order = sorted((records[entrant] for entrant in asked.unseated), key=pod_rank_key)
    byes = [table for table in asked.locked if table.bye]
    tables = [table for table in asked.locked if not table.bye]
    reasons = ["A table set by the organiser."] * len(tables)
    if order:
        sizes = table_sizes(len(order), preferred, two_player_tables=two_player_tables)
        if 1 in sizes:
            if byes:
                raise BadRequestToPair("The locked tables leave five, and one is a bye already.")
            free = _bye(order)
            byes.append(Table((free.entrant,), bye=True))
            order.remove(free)
        seating, costs = seated(asked, order, sizes, preferred=preferred, power=power)
        for seats in seating:
            own = [order[seat] for seat in seats]
            tables.append(Table(_seat_order(asked, own)))
            reasons.append(_reason(own, unpacked(costs.table(seats))))
    reasons += [
        "A bye set by the organiser."
        if bye in asked.locked
        else "The bye: fewest byes, then lowest place points, then fewest unplayed rounds, then "
        "the largest start number."
        for bye in byes
    ]
    return Pairing((*tables, *byes), tuple(reasons))


def seated(
    asked: AskedRound,
    order: Sequence[PodRecord],
    sizes: Sequence[int],
    *,
    preferred: int = 4,
    power: bool = False,
) -> tuple[Seating, PodCosts]:
    """Return the seating of entrants in order of rank, as places in that order, and its costs."""
    sizes = [size for size in sizes if size > 1]
    costs = PodCosts(order, preferred, power=power, apart=asked.apart)
    if not asked.results:
        return _serpentine(len(order), sizes), costs
    if len(order) <= MOST_FOR_EVERY_SEATING:
        return best_of_all(costs, sizes), costs
    return best_by_swaps(costs, sizes), costs


def seating_cost(
    asked: AskedRound,
    tables: Iterable[Iterable[int]],
    *,
    preferred: int = 4,
    power: bool = False,
) -> PodCost:
    """Return what a seating of all entrants costs, by start numbers; byes are left out."""
    records = pod_histories(asked.entrants, asked.results, asked.round)
    order = sorted(records.values(), key=pod_rank_key)
    node = {record.entrant: index for index, record in enumerate(order)}
    costs = PodCosts(order, preferred, power=power, apart=asked.apart)
    return unpacked(costs.seating([[node[entrant] for entrant in table] for table in tables]))


def _serpentine(entrants: int, sizes: Sequence[int]) -> Seating:
    """Deal the order out to the tables, forth and back; a full table is passed over.

    >>> _serpentine(7, [4, 3])
    ((0, 3, 4, 6), (1, 2, 5))
    """
    tables: list[list[int]] = [[] for _ in sizes]
    way = list(range(len(sizes)))
    left = list(range(entrants))
    while left:
        for at in way:
            if left and len(tables[at]) < sizes[at]:
                tables[at].append(left.pop(0))
        way.reverse()
    return in_order(tables)


def _bye(order: Sequence[PodRecord]) -> PodRecord:
    return min(order, key=lambda own: (own.byes, own.points, own.unplayed, -own.entrant))


def _seat_order(asked: AskedRound, table: Iterable[PodRecord]) -> tuple[int, ...]:
    """Return the seats of a table: who has started least often starts; lots part equals."""
    seats = sorted(
        table,
        key=lambda own: (
            own.starts,
            lot(asked.seed, asked.stage, asked.round, "seat", own.entrant),
        ),
    )
    return tuple(record.entrant for record in seats)


def _reason(table: Sequence[PodRecord], cost: PodCost) -> str:
    points = sorted((record.points for record in table), reverse=True)
    text = f"{points[0]:g} to {points[-1]:g} place points"
    if points[0] == points[-1]:
        text = f"{points[0]:g} place points each"
    met = [
        f"{one.entrant} and {two.entrant} have met"
        for at, one in enumerate(table)
        for two in table[at + 1 :]
        if two.entrant in one.met
    ]
    again = "; " + ", ".join(met) if met else "; nobody has met"
    return f"{text}{again}{'; kept apart in vain' if cost.apart else ''}."
