"""What pairing and standings speak of: plain values, no database.

An entrant is its start number (from 1, frozen at the start of a stage); a round its number (from
1). A table lists its entrants in seat order: the first named starts.
"""

from dataclasses import dataclass
from enum import StrEnum


class ResultKind(StrEnum):
    """How a table's result came about.

    `FORFEIT`: one side did not show up. `BYE`: a round off, given by the pairing. `ABSENT`: a round
    off by the entrant's own wish, or after a withdrawal. `VOID`: it counts for nothing.
    """

    PLAYED = "played"
    FORFEIT = "forfeit"
    DOUBLE_FORFEIT = "double_forfeit"
    BYE = "bye"
    ABSENT = "absent"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class TableResult:
    """One table of one round with its result, by entrant in seat order.

    `places` are shared where tied (1, 2, 2, 4) and empty where nothing was placed (bye, absent,
    double forfeit, void); in a forfeit the side that showed up is first. `points` are the match
    points or place points awarded. `scores` are the points of the game itself, summed over the
    games of a match, empty where nothing was played. A bye and an absence have one entrant.
    """

    round: int
    entrants: tuple[int, ...]
    kind: ResultKind
    places: tuple[int, ...] = ()
    points: tuple[float, ...] = ()
    scores: tuple[int, ...] = ()

    def points_of(self, entrant: int) -> float:
        """Return the points that an entrant was awarded here, 0 where none were."""
        if not self.points:
            return 0.0
        return self.points[self.entrants.index(entrant)]

    @property
    def was_played(self) -> bool:
        """Whether the entrants met: a forfeited game is no meeting."""
        return self.kind is ResultKind.PLAYED


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a new round, its entrants in seat order; a bye has one entrant."""

    entrants: tuple[int, ...]
    bye: bool = False


@dataclass(frozen=True, slots=True)
class Pairing:
    """The tables of a new round in the order of their numbers, the bye last, and why.

    `reasons` explain each table in a sentence, by its entrants.
    """

    tables: tuple[Table, ...]
    reasons: tuple[str, ...] = ()
