"""Made-up Swiss stages: absences, forfeits, late entries and withdrawals, all from one seed."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from tournaments.pairing.asked import AskedRound
from tournaments.pairing.refusals import NoPairing
from tournaments.values import Pairing, ResultKind, Table, TableResult

Pairer = Callable[[AskedRound], Pairing]


@dataclass(slots=True)
class Stage:
    """A stage of two-player rounds, played out by lot."""

    entrants: int
    rounds: int
    seed: int
    absence: float = 0.05
    forfeit: float = 0.06
    late: bool = True
    withdrawals: bool = True
    joins: dict[int, int] = field(init=False)
    leaves: dict[int, int] = field(init=False)
    chance: random.Random = field(init=False)
    results: list[TableResult] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        numbers = range(1, self.entrants + 1)
        joins, leaves = [1] * 12 + [2, 3] * self.late, [99] * 12 + [2, 4] * self.withdrawals
        self.joins = {n: self.chance.choice(joins) for n in numbers}
        self.leaves = {n: self.chance.choice(leaves) for n in numbers}

    def played(self, pairer: Pairer) -> Iterator[tuple[AskedRound, Pairing, bool]]:
        """Yield each round as asked, as paired, and whether it was refused at first."""
        for number in range(1, self.rounds + 1):
            closed = tuple(self.results)
            asked = AskedRound(
                seed=f"stage {self.seed}",
                round=number,
                entrants=self._present(number),
                results=closed,
                rounds=self.rounds,
            )
            if len(asked.entrants) < 2:
                return
            refused = False
            try:
                pairing = pairer(asked)
            except NoPairing:
                refused = True
                pairing = pairer(replace(asked, allow_rematch=True))
            yield asked, pairing, refused
            self._play(number, pairing)

    def _present(self, number: int) -> tuple[int, ...]:
        present = []
        for entrant in range(1, self.entrants + 1):
            if not self.joins[entrant] <= number < self.leaves[entrant]:
                continue
            if self.chance.random() < self.absence:
                points = (self.chance.choice([0.0, 0.5]),)
                self.results.append(TableResult(number, (entrant,), ResultKind.ABSENT, (), points))
                continue
            present.append(entrant)
        return tuple(present)

    def _play(self, number: int, pairing: Pairing) -> None:
        self.results += [self._result(number, table) for table in pairing.tables]

    def _result(self, number: int, table: Table) -> TableResult:
        if table.bye:
            return TableResult(number, table.entrants, ResultKind.BYE, (), (1.0,))
        lot = self.chance.random()
        if lot < self.forfeit / 6:
            return TableResult(number, table.entrants, ResultKind.DOUBLE_FORFEIT, (), (0.0, 0.0))
        places, points = (
            ((1, 2), (1.0, 0.0)) if self.chance.random() < 0.5 else ((2, 1), (0.0, 1.0))
        )
        if lot < self.forfeit:
            return TableResult(number, table.entrants, ResultKind.FORFEIT, places, points)
        return TableResult(number, table.entrants, ResultKind.PLAYED, places, points, (200, 90))


def game(number: int, first: int, second: int, winner: int) -> TableResult:
    """Return a game played in a round, the one who started named first."""
    won = winner == first
    return TableResult(
        number,
        (first, second),
        ResultKind.PLAYED,
        (1, 2) if won else (2, 1),
        (1.0, 0.0) if won else (0.0, 1.0),
        (200, 120) if won else (120, 200),
    )


def bye(number: int, entrant: int) -> TableResult:
    return TableResult(number, (entrant,), ResultKind.BYE, (), (1.0,))


SEVEN = (
    (game(1, 1, 4, 1), game(1, 5, 2, 5), game(1, 3, 6, 3), bye(1, 7)),
    (game(2, 5, 1, 5), game(2, 7, 3, 3), game(2, 2, 4, 2), bye(2, 6)),
    (
        game(3, 3, 5, 3),
        game(3, 1, 7, 1),
        TableResult(3, (6, 2), ResultKind.FORFEIT, (2, 1), (0.0, 1.0)),
        bye(3, 4),
    ),
    (game(4, 2, 3, 2), game(4, 6, 1, 1), game(4, 4, 7, 4), bye(4, 5)),
)
"""Seven entrants, four rounds: a worked example that outside programs agree with."""


def before_round(number: int, rounds: int = 4) -> AskedRound:
    """Return what is asked for a round of the worked example."""
    results = tuple(result for played in SEVEN[: number - 1] for result in played)
    return AskedRound("seven", number, tuple(range(1, 8)), results, rounds=rounds)


def can_all_meet(entrants: list[int], met: set[frozenset[int]]) -> bool:
    """Say whether all can be paired without a rematch, by trying: no library, no weights."""
    if not entrants:
        return True
    free = {
        one: [two for two in entrants if two != one and frozenset((one, two)) not in met]
        for one in entrants
    }
    one = min(entrants, key=lambda entrant: len(free[entrant]))
    return any(
        can_all_meet([left for left in entrants if left not in {one, two}], met)
        for two in free[one]
    )


def meetings(results: tuple[TableResult, ...]) -> set[frozenset[int]]:
    """Return the couples who have met at the table."""
    return {frozenset(result.entrants) for result in results if result.was_played}
