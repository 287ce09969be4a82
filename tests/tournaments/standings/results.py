"""Results told shortly: who won, who had a bye, who was away; and the worked examples."""

from collections.abc import Mapping
from typing import Final

from tournaments.standings.points import PLACE_POINTS, place_points
from tournaments.values import ResultKind, TableResult


def won(number: int, winner: int, loser: int, scores: tuple[int, ...] = ()) -> TableResult:
    """Return a game between two, the winner in the first seat."""
    return TableResult(number, (winner, loser), ResultKind.PLAYED, (1, 2), (1.0, 0.0), scores)


def drawn(number: int, one: int, other: int) -> TableResult:
    """Return a tied game: none is in DOS, but half points must add up."""
    return TableResult(number, (one, other), ResultKind.PLAYED, (1, 1), (0.5, 0.5))


def forfeited(number: int, winner: int, loser: int) -> TableResult:
    return TableResult(number, (winner, loser), ResultKind.FORFEIT, (1, 2), (1.0, 0.0))


def both_away(number: int, one: int, other: int) -> TableResult:
    return TableResult(number, (one, other), ResultKind.DOUBLE_FORFEIT)


def bye(number: int, entrant: int, points: float = 1.0) -> TableResult:
    return TableResult(number, (entrant,), ResultKind.BYE, points=(points,))


def absent(number: int, entrant: int, points: float = 0.0) -> TableResult:
    return TableResult(number, (entrant,), ResultKind.ABSENT, points=(points,))


def pod(number: int, scores: Mapping[int, int]) -> TableResult:
    """Return a table with place points, placed by its scores."""
    places = tuple(1 + sum(other > score for other in scores.values()) for score in scores.values())
    points = place_points(PLACE_POINTS, places)
    played = ResultKind.PLAYED
    return TableResult(number, tuple(scores), played, places, points, tuple(scores.values()))


SWISS_SEVEN: Final = (
    won(1, 1, 4),
    won(1, 5, 2),
    won(1, 3, 6),
    bye(1, 7),
    won(2, 5, 1),
    TableResult(2, (7, 3), ResultKind.PLAYED, (2, 1), (0.0, 1.0)),
    won(2, 2, 4),
    bye(2, 6),
    won(3, 3, 5),
    won(3, 1, 7),
    TableResult(3, (6, 2), ResultKind.FORFEIT, (2, 1), (0.0, 1.0)),
    bye(3, 4),
    won(4, 2, 3),
    TableResult(4, (6, 1), ResultKind.PLAYED, (2, 1), (0.0, 1.0)),
    won(4, 4, 7),
    bye(4, 5),
)
"""Seven entrants, four rounds, checked by an outside program."""

PODS_TEN: Final = (
    pod(1, {1: 212, 6: 140, 7: 95, 10: 60}),
    pod(1, {5: 205, 2: 150, 8: 120}),
    pod(1, {3: 201, 4: 180, 9: 30}),
    pod(2, {4: 208, 2: 160, 7: 110, 6: 45}),
    pod(2, {5: 203, 1: 120, 3: 90}),
    pod(2, {8: 206, 9: 170, 10: 75}),
    pod(3, {3: 203, 2: 185, 10: 100, 7: 90}),
    pod(3, {9: 201, 5: 150, 6: 130}),
    pod(3, {4: 210, 1: 195, 8: 40}),
)
"""Ten entrants, three rounds of tables of four and three."""
