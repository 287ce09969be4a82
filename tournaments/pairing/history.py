"""What each entrant of a Swiss stage has behind it, read from the results.

A forfeited game is no meeting and no turn: the two may be paired again. Floats are those of FIDE
C.04.3 (2026), A.4: to meet somebody with fewer points, or to get points without playing, is a float
down; an absence without points is none.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.values import ResultKind, TableResult

FREE_WIN = 1.0  # points of a win; who got as many without playing gets no bye (C2)


class Float(StrEnum):
    """Whom an entrant met in a round: with more points, with fewer, or neither."""

    UP = "up"
    DOWN = "down"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Record:
    """An entrant of a two-player stage before a round.

    `meetings` are the rounds in which it met each opponent at the table, `turns` whether it started
    in each game played, `floats` one a round passed, `unplayed` the rounds without a game, missed
    ones included.
    """

    entrant: int
    points: float = 0.0
    meetings: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    turns: tuple[bool, ...] = ()
    floats: tuple[Float, ...] = ()
    unplayed: int = 0
    byes: int = 0
    free_wins: int = 0

    @property
    def balance(self) -> int:
        """Games started less games not started."""
        return 2 * sum(self.turns) - len(self.turns)

    @property
    def has_free_points(self) -> bool:
        """Whether it had a bye, or a win's points without playing: no bye for it (C2)."""
        return self.byes + self.free_wins > 0

    def floated(self, rounds_ago: int) -> Float:
        """Return the float of the last round (1), or of the one before (2)."""
        return self.floats[-rounds_ago] if rounds_ago <= len(self.floats) else Float.NONE


def histories(
    entrants: Iterable[int], results: Iterable[TableResult], upcoming: int
) -> dict[int, Record]:
    """Return the record of each entrant before round `upcoming`, by start number.

    >>> games = [TableResult(1, (1, 3), ResultKind.PLAYED, (1, 2), (1.0, 0.0), (200, 90))]
    >>> games.append(TableResult(1, (2,), ResultKind.BYE, (), (1.0,)))
    >>> after = histories([1, 2, 3, 4], games, 2)
    >>> [after[n].points for n in (1, 2, 3, 4)], after[2].floats, after[4].unplayed
    ([1.0, 1.0, 0.0, 0.0], (<Float.DOWN: 'down'>,), 1)
    """
    passed = sorted(
        (result for result in results if result.round < upcoming),
        key=lambda result: (result.round, result.entrants),
    )
    points_before = _points_before(passed)
    own: dict[int, dict[int, TableResult]] = {entrant: {} for entrant in entrants}
    for result in passed:
        for entrant in result.entrants:
            if entrant in own:
                own[entrant][result.round] = result
    return {
        entrant: _record(entrant, rounds, points_before, upcoming)
        for entrant, rounds in own.items()
    }


def _points_before(passed: Iterable[TableResult]) -> dict[tuple[int, int], float]:
    """Return what each entrant of a table had when it sat down, by (entrant, round)."""
    totals: dict[int, float] = {}
    before: dict[tuple[int, int], float] = {}
    for result in passed:  # an entrant has one table a round, so rounds in order are enough
        for entrant in result.entrants:
            before[entrant, result.round] = totals.get(entrant, 0.0)
            totals[entrant] = totals.get(entrant, 0.0) + result.points_of(entrant)
    return before


def _record(
    entrant: int,
    rounds: Mapping[int, TableResult],
    points_before: Mapping[tuple[int, int], float],
    upcoming: int,
) -> Record:
    met: dict[int, tuple[int, ...]] = {}
    turns = []
    for number, result in rounds.items():
        if result.was_played:
            turns.append(result.entrants[0] == entrant)
            for other in result.entrants:
                if other != entrant:
                    met[other] = (*met.get(other, ()), number)
    byes = sum(result.kind is ResultKind.BYE for result in rounds.values())
    return Record(
        entrant=entrant,
        points=sum((result.points_of(entrant) for result in rounds.values()), 0.0),
        meetings=met,
        turns=tuple(turns),
        floats=tuple(
            _float(entrant, rounds[number], points_before) if number in rounds else Float.NONE
            for number in range(1, upcoming)
        ),
        unplayed=upcoming - 1 - len(turns),
        byes=byes,
        free_wins=sum(
            result.kind is not ResultKind.BYE
            and not result.was_played
            and result.points_of(entrant) >= FREE_WIN
            for result in rounds.values()
        ),
    )


def _float(
    entrant: int, result: TableResult, points_before: Mapping[tuple[int, int], float]
) -> Float:
    if not result.was_played:
        return Float.DOWN if result.points_of(entrant) > 0 else Float.NONE
    own = points_before[entrant, result.round]
    others = [points_before[other, result.round] for other in result.entrants if other != entrant]
    if own > min(others):
        return Float.DOWN
    return Float.UP if own < max(others) else Float.NONE
