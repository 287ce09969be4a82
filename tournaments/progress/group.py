"""A group of a stage while it is played: its terms, its field, and what has been played so far."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.standings.points import MATCH_POINTS, PLACE_POINTS, PointSystem, named_points
from tournaments.values import ResultKind, TableResult


def points_of(format_code: str, options: Mapping[str, Any]) -> PointSystem:
    """Return what a place at a table of a stage is worth."""
    if format_code == "knockout_tables":
        return PLACE_POINTS
    code = options.get("points")
    return MATCH_POINTS if code is None else named_points(code)


@dataclass(frozen=True, slots=True)
class KeyedResult:
    """The result of a table, with the key that the format gave the table."""

    key: str
    result: TableResult


@dataclass(frozen=True, slots=True)
class Group:
    """Entrants `1 .. size` who meet each other, by seed; a stage without groups is one of them.

    `options` are those of the format. `label` names the stage and the group in every lot. `rounds`
    is how many the stage plans, 0 where the format knows no number. `results` are those of rounds
    that were played, numbered within the stage. `away` are the entrants who play no more (for now).
    """

    format: str
    options: Mapping[str, Any]
    seed: str
    label: str
    size: int
    rounds: int = 0
    results: tuple[KeyedResult, ...] = ()
    away: frozenset[int] = frozenset()

    @property
    def numbers(self) -> tuple[int, ...]:
        """All entrants by number."""
        return tuple(range(1, self.size + 1))

    @property
    def present(self) -> tuple[int, ...]:
        """The entrants who play the next round."""
        return tuple(number for number in self.numbers if number not in self.away)

    @property
    def plain_results(self) -> tuple[TableResult, ...]:
        """The results without their keys."""
        return tuple(one.result for one in self.results)

    @property
    def points(self) -> PointSystem:
        """What a place at a table is worth here."""
        return points_of(self.format, self.options)


@dataclass(frozen=True, slots=True)
class NextTable:
    """A table of a round to come, its entrants in seat order.

    `key` is what the format knows it by. `wins_needed` are the games that each side has to win, in
    the order of the entrants. `reason` says in a sentence why these meet.
    """

    entrants: tuple[int, ...]
    bye: bool = False
    key: str = ""
    wins_needed: tuple[int, ...] = ()
    reason: str = ""


def winner_of(result: TableResult) -> int | None:
    """Return who alone is first at a table, None if nobody is.

    >>> winner_of(TableResult(1, (4, 2), ResultKind.FORFEIT, (2, 1), (0.0, 1.0)))
    2
    """
    if result.kind not in {ResultKind.PLAYED, ResultKind.FORFEIT}:
        return None
    firsts = [e for e, place in zip(result.entrants, result.places, strict=True) if place == 1]
    return firsts[0] if len(firsts) == 1 else None
