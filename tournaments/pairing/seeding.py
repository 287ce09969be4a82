"""Who goes where: seed orders, bracket slots, groups, and what a group stage sends on."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.lots import drawn_order, lot


class BadEntrants(ValueError):
    """These entrants cannot be seeded: too few, named twice, or not fitting the format."""


def check_entrants(entrants: Sequence[int], *, least: int = 2) -> None:
    """Raise `BadEntrants` unless there are enough entrants, each named once."""
    if len(entrants) < least:
        raise BadEntrants(
            f"This format needs at least {least} entrants; there are {len(entrants)}."
        )
    if len(set(entrants)) != len(entrants):
        raise BadEntrants("An entrant is named twice.")


def slot_order(size: int) -> tuple[int, ...]:
    """Return the seeds of a bracket of `size` (a power of two) from the top slot down.

    The doubling rule: start with 1; replace each seed x by x and m + 1 - x, m the new size. So the
    first two seeds can only meet in the final, the first four in the semi-finals, and so on.

    >>> slot_order(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    if size < 1 or size & (size - 1):
        raise BadEntrants(f"A bracket has a power of two as its size, not {size}.")
    slots: tuple[int, ...] = (1,)
    while len(slots) < size:
        total = 2 * len(slots) + 1
        slots = tuple(seed for x in slots for seed in (x, total - x))
    return slots


def bracket_size(entrants: int) -> int:
    """Return the smallest power of two that holds so many entrants.

    >>> bracket_size(5), bracket_size(8)
    (8, 8)
    """
    return 1 << (entrants - 1).bit_length()


def serpentine(entrants: Sequence[int], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Deal entrants in seed order to tables or groups of these sizes: there, back, there again.

    A table that is full is left out, so sizes may differ.

    >>> serpentine(range(1, 11), (4, 3, 3))
    ((1, 6, 7, 10), (2, 5, 8), (3, 4, 9))
    """
    if sum(sizes) != len(entrants):
        raise BadEntrants(f"{len(entrants)} entrants do not fill places for {sum(sizes)}.")
    dealt: list[list[int]] = [[] for _ in sizes]
    rest = iter(entrants)
    for row in range(max(sizes, default=0)):
        there = [number for number, size in enumerate(sizes) if size > row]
        for number in there if row % 2 == 0 else reversed(there):
            dealt[number].append(next(rest))
    return tuple(map(tuple, dealt))


def snake_groups(entrants: Sequence[int], groups: int) -> tuple[tuple[int, ...], ...]:
    """Deal entrants in seed order to groups whose sizes differ by one at most.

    >>> snake_groups((1, 2, 3, 4, 5, 6, 7), 3)
    ((1, 6, 7), (2, 5), (3, 4))
    """
    check_entrants(entrants)
    if groups < 1 or len(entrants) < 2 * groups:
        raise BadEntrants(f"{len(entrants)} entrants do not make {groups} groups of two or more.")
    small, larger = divmod(len(entrants), groups)
    return serpentine(entrants, [small + (number < larger) for number in range(groups)])


def by_lot(entrants: Collection[int], seed: str, stage: object) -> tuple[int, ...]:
    """Return the entrants in a seed order drawn by lot (draw mode `random`).

    >>> by_lot((1, 2, 3, 4), "winter", 1) == by_lot((4, 2, 1, 3), "winter", 1)
    True
    """
    return drawn_order(seed, entrants, stage, "draw")


def cut(ranked: Sequence[int], size: int, *, table_size: int = 2) -> tuple[int, ...]:
    """Return the first `size` of a ranking as seeds of the stage after it.

    The size must need no byes: a power of two for tables of two; for tables of four, whose winners
    go on, a power of four.

    >>> cut((7, 3, 5, 1, 2), 4)
    (7, 3, 5, 1)
    """
    if table_size not in {2, 4}:
        raise BadEntrants("A cut leads to tables of two or of four.")
    whole = size
    while whole > 1 and whole % table_size == 0:
        whole //= table_size
    if size < 2 or whole != 1:
        raise BadEntrants(f"A cut to {size} would need byes at tables of {table_size}.")
    if size > len(ranked):
        raise BadEntrants(f"A cut to {size} asks for more than the {len(ranked)} entrants.")
    return tuple(ranked[:size])


@dataclass(frozen=True, slots=True)
class GroupPlace:
    """Where an entrant ended in its group: place from 1, and what compares groups of any size."""

    entrant: int
    group: int
    place: int
    games: int
    points: float
    wins: int
    share: float

    def per_game(self, value: float) -> float:
        """Return a sum divided by the games played, 0 without any."""
        return value / self.games if self.games else 0.0


def seeds_from_groups(
    rows: Iterable[GroupPlace], *, per_group: int, best_runners_up: int = 0, seed: str
) -> tuple[int, ...]:
    """Return the knockout seeds that a group stage sends on (draw mode `groups_apart`).

    The first `per_group` of each group go on, and of those next in line the `best_runners_up` by
    points per game, wins per game, share. Winners are seeded first, by points per game and share,
    then seconds, and so on; what is still equal is drawn by lot. Inside a line of equal places
    seeds are then exchanged, as little as possible, so that entrants of one group meet late: with
    two from each group never before the final.

    Raises `BadEntrants` if a group has fewer than `per_group`, or too few runners-up are there.
    """
    lines: dict[int, list[GroupPlace]] = {}
    rows = list(rows)
    check_entrants([row.entrant for row in rows])
    groups = {row.group for row in rows}
    for row in rows:
        lines.setdefault(row.place, []).append(row)
    if per_group < 1 or any(len(lines.get(p, ())) < len(groups) for p in range(1, per_group + 1)):
        raise BadEntrants(f"Not every group has {per_group} places to send on.")
    tiers = [
        sorted(lines[place], key=lambda row: _seeding_key(row, seed))
        for place in range(1, per_group + 1)
    ]
    if best_runners_up:
        runners_up = sorted(lines.get(per_group + 1, ()), key=lambda row: _runner_up_key(row, seed))
        if len(runners_up) < best_runners_up:
            raise BadEntrants(f"There are only {len(runners_up)} runners-up to choose from.")
        best = runners_up[:best_runners_up]
        tiers.append(sorted(best, key=lambda row: _seeding_key(row, seed)))
    group_of = {row.entrant: row.group for row in rows}
    return groups_apart([[row.entrant for row in tier] for tier in tiers], group_of)


def _seeding_key(row: GroupPlace, seed: str) -> tuple[float, float, int]:
    return -row.per_game(row.points), -row.share, lot(seed, "group seed", row.entrant)


def _runner_up_key(row: GroupPlace, seed: str) -> tuple[float, float, float, int]:
    return (
        -row.per_game(row.points),
        -row.per_game(row.wins),
        -row.share,
        lot(seed, "runner-up", row.entrant),
    )


def groups_apart(tiers: Sequence[Sequence[int]], group_of: Mapping[int, int]) -> tuple[int, ...]:
    """Return the seeds of these tiers, in order, exchanged inside a tier to keep groups apart.

    An exchange is made while it lets members of one group meet later (early meetings weigh most),
    or leads back towards the given order without a loss. The first tier keeps its seeds, unless
    members of a group would still meet in round 1.

    >>> groups_apart([[1, 2], [3, 4]], {1: 1, 4: 1, 2: 2, 3: 2})  # 1 would meet 4 in round 1
    (1, 2, 4, 3)
    """
    board = _Board([entrant for tier in tiers for entrant in tier], group_of)
    spans: list[tuple[int, int]] = []
    for tier in tiers:
        start = spans[-1][1] if spans else 0
        spans.append((start, start + len(tier)))
    while True:
        while (best := board.best_exchange(spans[1:]))[0] < 0:
            board.exchange(best[1], best[2])
        gain, i, j = board.best_exchange(spans[:1])
        if gain > -board.round_1 // 2:
            return tuple(board.order)
        board.exchange(i, j)


class _Board:
    """Seeds being exchanged, with the weight of every meeting that comes too early."""

    def __init__(self, order: list[int], group_of: Mapping[int, int]) -> None:
        self.order = order
        self.wish = {entrant: seed for seed, entrant in enumerate(order)}
        self.group_of = group_of
        size = bracket_size(len(order))
        slots = slot_order(size)
        self.slot = [slots.index(seed + 1) for seed in range(len(order))]
        self.rounds = size.bit_length() - 1
        self.unit = (len(order) + 1) ** 3
        self.round_1 = self.unit ** (self.rounds - 1) if self.rounds > 1 else self.unit
        self.place = dict(self.wish)
        self.mates: dict[int, list[int]] = {}
        for entrant in order:
            self.mates.setdefault(group_of[entrant], []).append(entrant)

    def best_exchange(self, spans: Iterable[tuple[int, int]]) -> tuple[int, int, int]:
        """Return the gain and the seeds of the best exchange inside these spans; 0 if none."""
        return min(
            (
                (self.gain(i, j), i, j)
                for start, end in spans
                for i in range(start, end)
                for j in range(i + 1, end)
            ),
            default=(0, 0, 0),
        )

    def gain(self, i: int, j: int) -> int:
        """Return how the weight changes if seeds i and j change places; below 0 is better."""
        a, b = self.order[i], self.order[j]
        if self.group_of[a] == self.group_of[b]:
            return self._far(a, j) + self._far(b, i) - self._far(a, i) - self._far(b, j)
        return self._weight(a, j) + self._weight(b, i) - self._weight(a, i) - self._weight(b, j)

    def exchange(self, i: int, j: int) -> None:
        self.order[i], self.order[j] = self.order[j], self.order[i]
        self.place[self.order[i]], self.place[self.order[j]] = i, j

    def _far(self, entrant: int, seed: int) -> int:
        return (seed - self.wish[entrant]) ** 2

    def _weight(self, entrant: int, seed: int) -> int:
        weight = self._far(entrant, seed)
        for mate in self.mates[self.group_of[entrant]]:
            if mate != entrant:
                meet = (self.slot[seed] ^ self.slot[self.place[mate]]).bit_length()
                if meet < self.rounds:
                    weight += self.unit ** (self.rounds - meet)
        return weight
