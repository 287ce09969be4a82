"""What a place is worth: match points, place points, and the organisers' presets."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final


class UnfitPoints(ValueError):
    """A point system is unknown, has nothing for a table of this size, or the places are none."""


@dataclass(frozen=True, slots=True)
class PointSystem:
    """What each place earns at each size of table, the first place first.

    `tables` has one entry a size. `bye` is what a bye earns, and an entrant who alone showed up
    gets what a winner gets.
    """

    code: str
    name: str
    tables: tuple[tuple[float, ...], ...]
    bye: float

    @property
    def win(self) -> float:
        """The points of a winner, the same at every size."""
        return self.tables[0][0]

    @property
    def draw(self) -> float:
        """Half of a win: what an absence counts for opponents' tie-breaks."""
        return self.win / 2

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of table that it has points for."""
        return tuple(sorted(len(worth) for worth in self.tables))

    @property
    def is_size_neutral(self) -> bool:
        """Whether a seat is worth the same on average at every size of table.

        >>> PLACE_POINTS.is_size_neutral, WINNER_POINTS.is_size_neutral
        (True, False)
        """
        return len({Fraction(sum(worth)) / len(worth) for worth in self.tables}) == 1

    def worth(self, size: int) -> tuple[float, ...]:
        """Return what the places at a table of this size earn. Raises UnfitPoints.

        A table that is smaller than any the system knows is worth what a larger one would be whose
        last places nobody took.

        >>> WINNER_POINTS.worth(2), EMA_POINTS.worth(3)
        ((12.0, 3.0), (4.0, 2.0, 1.0))
        """
        for worth in sorted(self.tables, key=len):
            if len(worth) >= size:
                return worth[:size]
        raise UnfitPoints(f"{self.name} has no points for a table of {size}")


MATCH_POINTS: Final = PointSystem("match", "Match points", ((1.0, 0.0),), bye=1.0)
PLACE_POINTS: Final = PointSystem(
    "standard",
    "Place points 12-8-4-0",
    ((12.0, 8.0, 4.0, 0.0), (12.0, 6.0, 0.0), (12.0, 0.0)),
    bye=6.0,
)
WINNER_POINTS: Final = PointSystem(
    "winner", "Winner takes 12, the others 3", ((12.0, 3.0, 3.0, 3.0), (12.0, 3.0, 3.0)), bye=5.25
)
EMA_POINTS: Final = PointSystem("ema", "Table points 4-2-1-0", ((4.0, 2.0, 1.0, 0.0),), bye=1.75)

POINT_SYSTEMS: Final = {
    system.code: system for system in (MATCH_POINTS, PLACE_POINTS, WINNER_POINTS, EMA_POINTS)
}
"""The systems by code. A bye earns the mean of a table of four, but a win where two meet."""


def named_points(code: str) -> PointSystem:
    """Return a point system by its code. Raises UnfitPoints."""
    try:
        return POINT_SYSTEMS[code]
    except KeyError:
        known = ", ".join(POINT_SYSTEMS)
        raise UnfitPoints(f"there is no point system {code!r}; there are {known}") from None


def place_points(system: PointSystem, places: Sequence[int]) -> tuple[float, ...]:
    """Return the points for the places of a table, in the order of the places.

    Who ties shares the mean of the places tied for. Raises UnfitPoints for a size without points
    and for places that are none (each is one more than the number of entrants ahead).

    >>> place_points(PLACE_POINTS, (2, 1, 4, 2))
    (6.0, 12.0, 0.0, 6.0)
    >>> place_points(PLACE_POINTS, (1, 2, 2, 2))
    (12.0, 4.0, 4.0, 4.0)
    """
    worth = system.worth(len(places))
    points = []
    for place in places:
        tied = places.count(place)
        if place != 1 + sum(other < place for other in places):
            shown = ", ".join(map(str, places))
            raise UnfitPoints(f"{shown} are not places with ties shared")
        points.append(sum(worth[place - 1 : place - 1 + tied]) / tied)
    return tuple(points)
