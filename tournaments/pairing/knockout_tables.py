"""Knockout at tables of three and four: the best of each table go on, to one final table."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.lots import lot
from tournaments.pairing.bracket import BadResult
from tournaments.pairing.seeding import BadEntrants, check_entrants, serpentine
from tournaments.values import Table, TableResult

UNPLACED = 5  # behind every place at a table: at a table where both, or all, did not appear


@dataclass(frozen=True, slots=True)
class KnockoutTables:
    """A knockout at tables: entrants in seed order, and how many of a table go on.

    Where players tie at the line, the better seed goes on, or with `replay_ties` those tied play
    again, at a table of their own in the same round; its points do not count. In the final table
    the line is under the first place. `seed` draws the seats.

    Raises `BadEntrants` for fewer than two entrants, one named twice, or if a table would send
    nobody or everybody on.
    """

    entrants: tuple[int, ...]
    seed: str
    of_four: int = 2
    of_three: int = 2
    of_two: int = 1
    replay_ties: bool = False

    def __post_init__(self) -> None:
        check_entrants(self.entrants)
        for size, best in ((4, self.of_four), (3, self.of_three), (2, self.of_two)):
            if not 0 < best < size:
                raise BadEntrants(f"A table of {size} sends on 1 to {size - 1}, not {best}.")

    def after(self, rounds: Sequence[Sequence[TableResult]]) -> "TablesView":
        """Return what follows the results of these rounds, each with all its tables.

        A table where nobody was placed (a double forfeit) sends nobody on. Replays stand in the
        results of their round, after the table that they belong to.

        Raises `BadResult` if a round lacks a table or has one too many.
        """
        run = _Run(self)
        for number, results in enumerate(rounds, 1):
            if run.replays:
                raise BadResult(
                    f"Round {number} came before the ties of the one before were played."
                )
            run.take(number, results)
        if run.replays:
            return TablesView(len(rounds), (), run.replays, run.places())
        return TablesView(len(rounds) + 1, run.next_tables(), (), run.places())

    def goes_on(self, size: int) -> int:
        """Return how many of a table of this size go on."""
        return {4: self.of_four, 3: self.of_three, 2: self.of_two}[size]


@dataclass(frozen=True, slots=True)
class TablesView:
    """What comes next: the tables of `round`, or ties of it to be replayed; none of both: the end.

    `places` are (first, last) for those who are out, and for all after the final table.
    """

    round: int
    tables: tuple[Table, ...]
    replays: tuple[Table, ...]
    places: dict[int, tuple[int, int]]

    @property
    def is_final(self) -> bool:
        """Whether the tables that come next are the final one."""
        return len(self.tables) == 1 and not self.replays

    @property
    def finished(self) -> bool:
        """Whether nothing is left to play."""
        return not self.tables and not self.replays


def table_sizes(entrants: int) -> tuple[int, ...]:
    """Return the sizes of the tables, fours first; five make 3 + 2 and two sit by themselves.

    >>> [table_sizes(entrants) for entrants in (2, 5, 6, 7, 9, 13)]
    [(2,), (3, 2), (3, 3), (4, 3), (3, 3, 3), (4, 3, 3, 3)]
    """
    if entrants in {2, 5}:
        return (2,) if entrants == 2 else (3, 2)
    threes = -entrants % 4
    return (4,) * ((entrants - 3 * threes) // 4) + (3,) * threes


def seat_apart(
    ranked: Sequence[int], former: Iterable[Iterable[int]]
) -> tuple[tuple[int, ...], ...]:
    """Deal a ranking to tables by serpentine, then part those who come from one former table.

    Two players change tables as long as fewer of a former table sit together; of such changes the
    one between the nearest ranks goes first, and of these the lowest.

    >>> seat_apart((1, 2, 3, 4, 5, 6), [(1, 4), (2, 3), (5, 6)])  # 1 and 4 would have met again
    ((1, 3, 5), (2, 4, 6))
    """
    tables = [list(table) for table in serpentine(ranked, table_sizes(len(ranked)))]
    rank = {entrant: at for at, entrant in enumerate(ranked)}
    came_from = {entrant: at for at, group in enumerate(former) for entrant in group}
    while move := _parting(tables, rank, came_from):
        first, x, second, y = move
        first[x], second[y] = second[y], first[x]
    return tuple(tuple(sorted(table, key=rank.__getitem__)) for table in tables)


def _parting(
    tables: list[list[int]], rank: dict[int, int], came_from: dict[int, int]
) -> tuple[list[int], int, list[int], int] | None:
    """Return the best change that parts players of a former table, None if there is none."""
    counts = [Counter(came_from.get(entrant, -1 - entrant) for entrant in t) for t in tables]
    best: tuple[int, int, int, int] | None = None
    move = None
    for (i, first), (j, second) in combinations(enumerate(tables), 2):
        if max(counts[i].values()) == 1 == max(counts[j].values()):
            continue
        for x, a in enumerate(first):
            for y, b in enumerate(second):
                one, other = came_from.get(a, -1 - a), came_from.get(b, -1 - b)
                if one == other:
                    continue
                together = counts[i][other] - counts[i][one] + counts[j][one] - counts[j][other] + 2
                key = (together, abs(rank[a] - rank[b]), -rank[a] - rank[b], rank[a])
                if together < 0 and (best is None or key < best):
                    best, move = key, (first, x, second, y)
    return move


class _Run:
    """A knockout being followed round by round."""

    def __init__(self, knockout: KnockoutTables) -> None:
        self.knockout = knockout
        self.number_of = {entrant: at for at, entrant in enumerate(knockout.entrants)}
        self.ranked = list(knockout.entrants)
        self.former: list[tuple[int, ...]] = []
        self.points = dict.fromkeys(knockout.entrants, 0.0)
        self.starts = dict.fromkeys(knockout.entrants, 0)
        self.replays: tuple[Table, ...] = ()
        self.out: dict[int, tuple[int, int]] = {}
        self.round = 1
        self.final_played = False

    def next_tables(self) -> tuple[Table, ...]:
        """Return the tables of the next round, the fewest starts first at each, then by lot."""
        if len(self.ranked) < 2 or self.final_played:
            return ()
        return tuple(
            Table(
                tuple(
                    sorted(
                        group,
                        key=lambda e: (
                            self.starts[e],
                            lot(self.knockout.seed, "seats", self.round, e),
                        ),
                    )
                )
            )
            for group in seat_apart(self.ranked, self.former)
        )

    def take(self, number: int, results: Sequence[TableResult]) -> None:
        """Follow one round: who goes on, who is out, and what must be played again."""
        tables = self.next_tables()
        played: dict[frozenset[int], list[TableResult]] = {}
        for one in results:
            played.setdefault(frozenset(one.entrants), []).append(one)
        replays: list[Table] = []
        going: list[tuple[int, int]] = []
        is_final = len(tables) == 1
        for table in tables:
            if not (result := _next_of(played, table.entrants)):
                raise BadResult(f"Round {number} lacks the result of the table {table.entrants}.")
            self.starts[table.entrants[0]] += 1
            for entrant in table.entrants:
                self.points[entrant] += result.points_of(entrant)
            line = 1 if is_final else self.knockout.goes_on(len(table.entrants))
            order, tied = self._replayed(self._order(result), line, played)
            if tied:
                replays.append(Table(tied))
            line = 0 if is_final else line
            going += order[:line]
            self._drop(table.entrants, order[:line], order[line:], tied, number)
        if any(played.values()):
            raise BadResult(f"Round {number} has a result of a table that was not part of it.")
        self._close(number, going, tables, replays, is_final=is_final)

    def _close(
        self,
        number: int,
        going: list[tuple[int, int]],
        tables: Sequence[Table],
        replays: Sequence[Table],
        *,
        is_final: bool,
    ) -> None:
        going.sort(key=lambda at: (at[0], -self.points[at[1]], self.number_of[at[1]]))
        self.ranked = [entrant for _, entrant in going]
        self.former = [table.entrants for table in tables]
        self.replays = tuple(replays)
        self.round = number + 1
        self.final_played = is_final
        if len(self.ranked) == 1 and not replays:
            self.out[self.ranked[0]] = (-number - 1, 1)

    def _order(self, result: TableResult) -> list[tuple[int, int]]:
        """Return (place, entrant) at a table from the best on, ties by seed."""
        if not result.places:
            return []
        placed = zip(result.places, result.entrants, strict=True)
        return sorted(placed, key=lambda at: (at[0], self.number_of[at[1]]))

    def _replayed(
        self,
        order: list[tuple[int, int]],
        line: int,
        played: dict[frozenset[int], list[TableResult]],
    ) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
        """Return the order after the replays of a tie at the line, and who must still replay."""
        if not self.knockout.replay_ties:
            return order, ()
        while line < len(order) and order[line - 1][0] == order[line][0]:
            place = order[line][0]
            tied = tuple(entrant for at, entrant in order if at == place)
            replay = _next_of(played, tied)
            if replay is None:
                return order, tied
            again = self._order(replay)
            if not again:
                break
            ahead = [at for at in order if at[0] < place]
            behind = [at for at in order if at[0] > place]
            order = [*ahead, *((place + new - 1, entrant) for new, entrant in again), *behind]
        return order, ()

    def _drop(
        self,
        entrants: Sequence[int],
        going: Sequence[tuple[int, int]],
        staying: Sequence[tuple[int, int]],
        tied: Sequence[int],
        number: int,
    ) -> None:
        """Note who is out: later rounds rank before earlier ones, then the place at the table."""
        places = {entrant: place for place, entrant in staying}
        in_play = {entrant for _, entrant in going}.union(tied)
        for entrant in entrants:
            if entrant not in in_play:
                self.out[entrant] = (-number, places.get(entrant, UNPLACED))

    def places(self) -> dict[int, tuple[int, int]]:
        """Return (first, last) of all who are out; whoever is still in will be ahead of them.

        If nobody was placed in the last round, nobody has won: the first place is vacant.
        """
        ahead = len(self.number_of) - len(self.out)
        if ahead == 0 and min(self.out.values())[1] == UNPLACED:
            ahead = 1
        everyone = len(self.number_of)
        return {
            entrant: (
                min(everyone, 1 + ahead + sum(other < key for other in self.out.values())),
                min(everyone, ahead + sum(other <= key for other in self.out.values())),
            )
            for entrant, key in self.out.items()
        }


def _next_of(
    played: dict[frozenset[int], list[TableResult]], entrants: Iterable[int]
) -> TableResult | None:
    """Take the next result of these entrants out of those played."""
    waiting = played.get(frozenset(entrants))
    return waiting.pop(0) if waiting else None
