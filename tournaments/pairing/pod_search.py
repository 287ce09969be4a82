"""The search for a seating of pods: every one up to twelve entrants, swaps between tables above.

Entrants are nodes from 0 in order of rank; a seating is its tables, the largest first and those of
one size by their ranks, each table by rank.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from tournaments.pairing.pod_costs import Packed, PodCosts

Seating = tuple[tuple[int, ...], ...]

MOST_FOR_EVERY_SEATING = 12
MOST_TABLES_FOR_EVERY_ORDER = 6
DISTANCES = (1, 2, 3, 4, 6, 8)  # tables between which a swap is tried, in order of rank


def in_order(tables: Sequence[Sequence[int]]) -> Seating:
    """Return a seating in the order of its tables.

    >>> in_order([(4, 0, 2), (1, 3, 5), (9, 8, 7, 6)])
    ((6, 7, 8, 9), (0, 2, 4), (1, 3, 5))
    """
    seated = (tuple(sorted(table)) for table in tables)
    return tuple(sorted(seated, key=lambda table: (-len(table), table)))


def every_seating(sizes: Sequence[int]) -> Iterator[Seating]:
    """Yield each way to seat everybody at tables of these sizes once.

    >>> sum(1 for _ in every_seating((4, 3, 3))), sum(1 for _ in every_seating((4, 4, 4)))
    (2100, 5775)
    """
    for tables in _splits(tuple(range(sum(sizes))), tuple(sizes)):
        yield in_order(tables)


def _splits(
    nodes: tuple[int, ...], sizes: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not sizes:
        yield ()
        return
    first, rest = nodes[0], nodes[1:]
    for size in sorted(set(sizes)):
        at = sizes.index(size)
        for mates in combinations(rest, size - 1):
            left = tuple(node for node in rest if node not in mates)
            for others in _splits(left, sizes[:at] + sizes[at + 1 :]):
                yield ((first, *mates), *others)


def best_of_all(costs: PodCosts, sizes: Sequence[int]) -> Seating:
    """Return the best seating of all; of equal ones that with the lowest ranks, table by table."""
    known: dict[tuple[int, ...], Packed] = {}
    best: Seating = ()
    best_cost: Packed = (-1, 0, 0)
    for tables in _splits(tuple(range(sum(sizes))), tuple(sizes)):
        meetings = odd = spread = 0
        for table in tables:
            if table not in known:
                known[table] = costs.table(table)
            cost = known[table]
            meetings += cost[0]
            odd += cost[1]
            spread += cost[2]
        total = meetings, odd, spread
        if not best or total < best_cost:
            best, best_cost = in_order(tables), total
        elif total == best_cost:
            best = min(best, in_order(tables), key=_rank_tuples)
    return best


def _rank_tuples(seating: Seating) -> tuple[tuple[int, ...], ...]:
    return seating


def best_by_swaps(costs: PodCosts, sizes: Sequence[int]) -> Seating:
    """Return the best seating that swaps reach from the order of rank, cut into tables."""
    found = {in_order(_swapped(costs, order)) for order in _starts(sizes)}
    return min(found, key=lambda seating: (costs.seating(seating), seating))


def _starts(sizes: Sequence[int]) -> Iterator[list[list[int]]]:
    """Yield the order of rank cut into tables, for every order of sizes or for two of them."""
    orders = {tuple(sizes), tuple(reversed(sizes))}
    if len(sizes) <= MOST_TABLES_FOR_EVERY_ORDER:
        orders = set(permutations(sizes))
    for order in sorted(orders, reverse=True):
        tables, at = [], 0
        for size in order:
            tables.append(list(range(at, at + size)))
            at += size
        yield tables


def _swapped(costs: PodCosts, tables: list[list[int]]) -> list[list[int]]:
    """Make the best swap between two tables, table by table, until no swap helps."""
    changed = [True] * len(tables)
    while any(changed):
        before, changed = changed, [False] * len(tables)
        for one in range(len(tables)):
            for distance in DISTANCES:
                two = one + distance
                if two >= len(tables):
                    break
                if not (before[one] or before[two] or changed[one] or changed[two]):
                    continue
                if _swap_best(costs, tables[one], tables[two]):
                    changed[one] = changed[two] = True
    return tables


def _swap_best(costs: PodCosts, one: list[int], two: list[int]) -> bool:
    """Swap the two seats that gain most between two tables; say whether any swap gains."""
    now = _sum(costs.table(one), costs.table(two))
    if now == (0, 0, 0):
        return False
    to_one = {seat: _meetings(costs, seat, one) for seat in (*one, *two)}
    to_two = {seat: _meetings(costs, seat, two) for seat in (*one, *two)}
    kept = sum(to_one[seat] for seat in one) + sum(to_two[seat] for seat in two)
    odd_one = len(one) != costs.preferred
    odd_two = len(two) != costs.preferred
    best, swap = now, (-1, -1)
    for i, mine in enumerate(one):
        for j, other in enumerate(two):
            meetings = (
                kept // 2
                - to_one[mine]
                - to_two[other]
                + to_two[mine]
                + to_one[other]
                - 2 * costs.pairs[mine].get(other, 0)
            )
            if meetings > best[0]:
                continue
            step = costs.odd[other] - costs.odd[mine]
            odd = now[1] + (step if odd_one else 0) - (step if odd_two else 0)
            if (meetings, odd) > best[:2]:
                continue
            spread = _spread(costs, one, i, other) + _spread(costs, two, j, mine)
            if (meetings, odd, spread) < best:
                best, swap = (meetings, odd, spread), (i, j)
    i, j = swap
    if i >= 0:
        one[i], two[j] = two[j], one[i]
    return i >= 0


def _sum(one: Packed, two: Packed) -> Packed:
    return one[0] + two[0], one[1] + two[1], one[2] + two[2]


def _meetings(costs: PodCosts, seat: int, table: Sequence[int]) -> int:
    pairs = costs.pairs[seat]
    return sum(pairs.get(other, 0) for other in table) if pairs else 0


def _spread(costs: PodCosts, table: Sequence[int], at: int, instead: int) -> int:
    points = [costs.points[instead if place == at else seat] for place, seat in enumerate(table)]
    return max(points) - min(points)
