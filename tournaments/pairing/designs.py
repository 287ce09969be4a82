"""Everyone meets everyone at tables of three and four, as equally often as can be.

For 4 to 9 and 16 entrants there are designs in which every two meet equally often. For other
numbers a search exchanges players between the tables of a round until the sum of the squares of
all meetings falls no further.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from tournaments.lots import drawn_order, lot
from tournaments.pairing.seeding import BadEntrants, check_entrants
from tournaments.values import Pairing, Table

Group = tuple[int, ...]
Round = tuple[Group, ...]

MOST_ENTRANTS = 24
# The fewest rounds in which the search below lets everyone meet everyone: measured.
_SIZES_BY_ROUNDS = {
    5: (10, 11),
    6: (12,),
    7: (13, 14, 15),
    8: (17, 18, 19),
    9: (20,),
    10: (21, 22, 23, 24),
}
_ROUNDS_TO_MEET_ALL = {size: rounds for rounds, sizes in _SIZES_BY_ROUNDS.items() for size in sizes}
SEARCHES = 24  # descents of the search, each from the best schedule so far, slightly shaken


@dataclass(frozen=True, slots=True)
class Schedule:
    """All rounds, the first named at a table starting; and how often any two of them meet."""

    rounds: tuple[Pairing, ...]
    fewest_meetings: int
    most_meetings: int


def round_robin_tables(
    entrants: Sequence[int], rounds: int | None = None, *, seed: str
) -> Schedule:
    """Return the rounds for 2 to 24 entrants in the order of their numbers in the design.

    `rounds` is the design's own number if left out (see `default_rounds`); more rounds begin the
    design again, fewer leave it unfinished, and `fewest_meetings` and `most_meetings` say what
    that means. Two to four entrants sit at one table in every round; of five, one rests (the bye).
    Who starts changes so that everyone starts equally often, give or take one; the other seats are
    drawn by lot.

    Raises `BadEntrants` for fewer than 2 or more than 24 entrants, one named twice, or no round.

    >>> schedule = round_robin_tables([1, 2, 3, 4, 5, 6, 7, 8, 9], seed="winter")
    >>> len(schedule.rounds), schedule.fewest_meetings, schedule.most_meetings
    (4, 1, 1)
    """
    check_entrants(entrants)
    count = len(entrants)
    if count > MOST_ENTRANTS:
        raise BadEntrants(f"A round robin at tables has up to {MOST_ENTRANTS} entrants.")
    rounds = default_rounds(count) if rounds is None else rounds
    if rounds < 1:
        raise BadEntrants("A round robin has at least one round.")
    groups = design(count, rounds)
    met = meetings(count, groups).values()
    return Schedule(_seated(groups, entrants, seed), min(met), max(met))


def default_rounds(entrants: int) -> int:
    """Return the rounds of the design; without one, as many as let all meet, once or more.

    >>> [default_rounds(entrants) for entrants in (4, 5, 6, 7, 8, 9, 10, 16)]
    [1, 5, 10, 7, 7, 4, 5, 5]
    """
    if entrants in _DESIGNS:
        return len(_DESIGNS[entrants]())
    return _ROUNDS_TO_MEET_ALL.get(entrants, 1)


@cache
def design(entrants: int, rounds: int) -> tuple[Round, ...]:
    """Return the tables of each round for players 0 .. entrants - 1; who is missing rests.

    >>> design(9, 2)
    (((0, 1, 2), (3, 4, 5), (6, 7, 8)), ((0, 3, 6), (1, 4, 7), (2, 5, 8)))
    """
    if entrants <= 4:
        return ((tuple(range(entrants)),),) * rounds
    if entrants not in _DESIGNS:
        return _searched(entrants, rounds)
    whole = _DESIGNS[entrants]()
    return tuple(whole[number % len(whole)] for number in range(rounds))


def meetings(entrants: int, rounds: Iterable[Round]) -> dict[tuple[int, int], int]:
    """Return how often each two of the players 0 .. entrants - 1 meet.

    >>> meetings(3, [((0, 1, 2),)])
    {(0, 1): 1, (0, 2): 1, (1, 2): 1}
    """
    met = dict.fromkeys(combinations(range(entrants), 2), 0)
    for tables in rounds:
        for group in tables:
            for pair in combinations(sorted(group), 2):
                met[pair] += 1
    return met


# --- the designs ---------------------------------------------------------------------------------


def _of_5() -> tuple[Round, ...]:
    """Each rests once; every two meet 3 times."""
    return tuple((_rest(5, {resting}),) for resting in range(5))


def _of_6() -> tuple[Round, ...]:
    """All ways to make two threes; every two meet 4 times."""
    with_0 = [(0, *others) for others in combinations(range(1, 6), 2)]
    return tuple((group, _rest(6, group)) for group in with_0)


def _of_7() -> tuple[Round, ...]:
    """The lines of Fano's plane and what each leaves; every two meet 3 times."""
    lines = [tuple(sorted({i, (i + 1) % 7, (i + 3) % 7})) for i in range(7)]
    return tuple((_rest(7, line), line) for line in lines)


def _of_8() -> tuple[Round, ...]:
    """The planes of the cube over two elements, with their complements; every two meet 3 times."""
    even = [tuple(x for x in range(8) if (a & x).bit_count() % 2 == 0) for a in range(1, 8)]
    return tuple((group, _rest(8, group)) for group in even)


def _of_9() -> tuple[Round, ...]:
    """Rows, columns and both kinds of diagonal of a square; every two meet once."""
    return _plane(
        [[(x + y) % 3 for y in range(3)] for x in range(3)], [[0, 0, 0], [0, 1, 2], [0, 2, 1]]
    )


def _of_16() -> tuple[Round, ...]:
    """The affine plane over four elements; every two meet once."""
    product = [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]]
    return _plane([[x ^ y for y in range(4)] for x in range(4)], product)


def _plane(add: list[list[int]], multiply: list[list[int]]) -> tuple[Round, ...]:
    """Return the classes of parallel lines of the affine plane over a field, points q·x + y."""
    q = len(add)
    rows = tuple(tuple(q * x + y for y in range(q)) for x in range(q))
    sloping = [
        tuple(tuple(q * x + add[multiply[m][x]][b] for x in range(q)) for b in range(q))
        for m in range(q)
    ]
    return (rows, *sloping)


def _rest(entrants: int, group: Iterable[int]) -> Group:
    return tuple(sorted(set(range(entrants)) - set(group)))


_DESIGNS: dict[int, Callable[[], tuple[Round, ...]]] = {
    5: _of_5,
    6: _of_6,
    7: _of_7,
    8: _of_8,
    9: _of_9,
    16: _of_16,
}


# --- the search ----------------------------------------------------------------------------------


def _searched(entrants: int, rounds: int) -> tuple[Round, ...]:
    """Return the best schedule that a fixed number of descents finds; it is always the same one.

    Each descent starts from the best schedule so far with some players exchanged by lot.
    """
    threes = -entrants % 4
    sizes = [4] * ((entrants - 3 * threes) // 4) + [3] * threes
    plan = _Plan(entrants, [_drawn_tables(entrants, sizes, number) for number in range(rounds)])
    plan.descend()
    best, best_cost = plan.copy(), plan.cost
    pairs = len(best.met) * (len(best.met) - 1) // 2
    even, over = divmod(sum(map(sum, best.met)) // 2, pairs)
    ideal = pairs * even**2 + over * (2 * even + 1)
    for search in range(SEARCHES):
        if best_cost == ideal:
            break
        plan = best.copy()
        plan.shake(search)
        plan.descend()
        if plan.cost <= best_cost:
            best, best_cost = plan.copy(), plan.cost
    return tuple(tuple(tuple(sorted(group)) for group in tables) for tables in best.rounds)


def _drawn_tables(entrants: int, sizes: list[int], number: int) -> list[list[int]]:
    order = list(drawn_order("design", range(entrants), number))
    tables = []
    for size in sizes:
        tables.append(order[:size])
        order = order[size:]
    return tables


class _Plan:
    """A schedule under change: the tables, how often each two meet, and the sum of squares."""

    def __init__(self, entrants: int, rounds: list[list[list[int]]]) -> None:
        self.rounds = rounds
        self.met = [[0] * entrants for _ in range(entrants)]
        for tables in rounds:
            for group in tables:
                for a, b in combinations(group, 2):
                    self.met[a][b] += 1
                    self.met[b][a] += 1
        self.cost = sum(count**2 for row in self.met for count in row) // 2

    def copy(self) -> "_Plan":
        rounds = [[list(group) for group in tables] for tables in self.rounds]
        return _Plan(len(self.met), rounds)

    def descend(self) -> None:
        """Exchange players of a round, the best exchange first, until none helps."""
        improved = True
        while improved:
            improved = False
            for tables in self.rounds:
                while self._improve(tables):
                    improved = True

    def shake(self, number: int) -> None:
        """Exchange three pairs of players, drawn by lot."""
        for step in range(3):
            draw = lot("design", "shake", number, step)
            draw, at = divmod(draw, len(self.rounds))
            tables = self.rounds[at]
            draw, i = divmod(draw, len(tables))
            draw, j = divmod(draw, len(tables) - 1)
            first, second = tables[i], tables[j + (j >= i)]
            draw, x = divmod(draw, len(first))
            self._exchange(first, x, second, draw % len(second))

    def _improve(self, tables: list[list[int]]) -> bool:
        best, move = 0, None
        for first, second in combinations(tables, 2):
            for x in range(len(first)):
                for y in range(len(second)):
                    gain = self._gain(first, x, second, y)
                    if gain < best:
                        best, move = gain, (first, x, second, y)
        if move is not None:
            self._exchange(*move)
        return move is not None

    def _gain(self, first: list[int], x: int, second: list[int], y: int) -> int:
        """Return the change of the sum of squares if two players change tables."""
        a, b = self.met[first[x]], self.met[second[y]]
        gain = 2 * (len(first) + len(second) - 2)
        for at, other in enumerate(first):
            if at != x:
                gain += 2 * (b[other] - a[other])
        for at, other in enumerate(second):
            if at != y:
                gain += 2 * (a[other] - b[other])
        return gain

    def _exchange(self, first: list[int], x: int, second: list[int], y: int) -> None:
        self.cost += self._gain(first, x, second, y)
        for group, here, comes in ((first, x, second[y]), (second, y, first[x])):
            for at, other in enumerate(group):
                if at != here:
                    for player, change in ((group[here], -1), (comes, 1)):
                        self.met[player][other] += change
                        self.met[other][player] += change
        first[x], second[y] = second[y], first[x]


# --- the seats -----------------------------------------------------------------------------------


def _seated(rounds: Sequence[Round], entrants: Sequence[int], seed: str) -> tuple[Pairing, ...]:
    groups = [group for tables in rounds for group in tables]
    starters = iter(_starters(groups, len(entrants)))
    pairings = []
    for number, tables in enumerate(rounds, 1):
        seated = [_seats(group, next(starters), entrants, (seed, number)) for group in tables]
        resting = _rest(len(entrants), [player for group in tables for player in group])
        byes = [Table((entrants[player],), bye=True) for player in resting]
        pairings.append(Pairing((*seated, *byes)))
    return tuple(pairings)


def _seats(group: Group, starter: int, entrants: Sequence[int], draw: tuple[str, int]) -> Table:
    seed, number = draw
    others = [entrants[player] for player in group if player != starter]
    return Table((entrants[starter], *drawn_order(seed, others, "seats", number)))


def _starters(groups: Sequence[Group], players: int) -> list[int]:
    """Return who starts at each table, so that everyone starts equally often, give or take one.

    First whoever has started least. Then, while somebody has started two times more often than
    somebody else, a start is handed on along a chain of tables from the one to the other.
    """
    starts = [0] * players
    starters: list[int] = []
    for group in groups:
        starter = min(group, key=lambda player: (starts[player], player))
        starters.append(starter)
        starts[starter] += 1
    while chain := _chain(groups, starters, starts):
        for table, starter in chain:
            starts[starters[table]] -= 1
            starters[table] = starter
            starts[starter] += 1
    return starters


def _chain(
    groups: Sequence[Group], starters: Sequence[int], starts: Sequence[int]
) -> list[tuple[int, int]]:
    """Return tables with their new starters, so that a start leaves the one who has most."""
    most = max(starts)
    came: dict[int, tuple[int, int] | None] = {
        player: None for player, count in enumerate(starts) if count == most
    }
    queue = list(came)
    for player in queue:
        if starts[player] <= most - 2:
            chain = []
            step = came[player]
            here = player
            while step is not None:
                table, before = step
                chain.append((table, here))
                here, step = before, came[before]
            return chain
        for table, starter in enumerate(starters):
            if starter == player:
                for other in groups[table]:
                    if other not in came:
                        came[other] = (table, player)
                        queue.append(other)
    return []
