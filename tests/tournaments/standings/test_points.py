"""What places are worth."""

from itertools import combinations_with_replacement, permutations

import pytest

from tournaments.standings.points import (
    EMA_POINTS,
    MATCH_POINTS,
    PLACE_POINTS,
    POINT_SYSTEMS,
    WINNER_POINTS,
    PointSystem,
    UnfitPoints,
    named_points,
    place_points,
)


@pytest.mark.parametrize(
    "system, places, points",
    [
        (PLACE_POINTS, (1, 2, 3, 4), (12, 8, 4, 0)),
        (PLACE_POINTS, (1, 2, 3), (12, 6, 0)),
        (PLACE_POINTS, (1, 2), (12, 0)),
        (PLACE_POINTS, (1, 2, 2, 4), (12, 6, 6, 0)),
        (PLACE_POINTS, (1, 2, 2, 2), (12, 4, 4, 4)),
        (PLACE_POINTS, (4, 1, 3, 1), (0, 10, 4, 10)),
        (PLACE_POINTS, (1, 1, 1), (6, 6, 6)),
        (WINNER_POINTS, (2, 1, 3, 4), (3, 12, 3, 3)),
        (WINNER_POINTS, (1, 2, 3), (12, 3, 3)),
        (EMA_POINTS, (4, 3, 2, 1), (0, 1, 2, 4)),
        (EMA_POINTS, (1, 2, 2, 4), (4, 1.5, 1.5, 0)),
        (MATCH_POINTS, (2, 1), (0, 1)),
    ],
)
def test_places_earn(
    system: PointSystem, places: tuple[int, ...], points: tuple[float, ...]
) -> None:
    assert place_points(system, places) == points


@pytest.mark.parametrize(
    "system, neutral",
    [(MATCH_POINTS, True), (PLACE_POINTS, True), (WINNER_POINTS, False), (EMA_POINTS, True)],
)
def test_size_neutral_means_the_same_mean_at_every_size(system: PointSystem, neutral: bool) -> None:
    means = {sum(worth) / len(worth) for worth in system.tables}
    assert system.is_size_neutral is neutral
    assert (len(means) == 1) is neutral


def test_means_of_the_winner_preset_are_those_of_the_book() -> None:
    assert [sum(worth) / len(worth) for worth in WINNER_POINTS.tables] == [5.25, 6]


@pytest.mark.parametrize(
    "code, bye", [("match", 1), ("standard", 6), ("winner", 5.25), ("ema", 1.75)]
)
def test_a_bye_earns(code: str, bye: float) -> None:
    assert named_points(code).bye == bye


def test_at_a_smaller_table_than_it_knows_a_system_leaves_out_the_last_places() -> None:
    assert EMA_POINTS.sizes == (4,)
    assert place_points(EMA_POINTS, (2, 1, 3)) == (2.0, 4.0, 1.0)
    assert place_points(EMA_POINTS, (1, 2)) == (4.0, 2.0)


def test_a_larger_table_than_a_system_knows_is_refused() -> None:
    with pytest.raises(UnfitPoints, match="no points for a table of 3"):
        place_points(MATCH_POINTS, (1, 2, 3))


@pytest.mark.parametrize("places", [(1, 1, 2, 4), (2, 3, 4, 4), (1, 2, 2, 3), (0, 1, 2, 3)])
def test_places_that_are_none_are_refused(places: tuple[int, ...]) -> None:
    with pytest.raises(UnfitPoints, match="are not places"):
        place_points(PLACE_POINTS, places)


def test_an_unknown_system_is_refused_with_the_known() -> None:
    with pytest.raises(UnfitPoints, match="'fide'; there are match, standard, winner, ema"):
        named_points("fide")


def test_ties_neither_make_nor_lose_points() -> None:
    for system in POINT_SYSTEMS.values():
        for size in system.sizes:
            for scores in combinations_with_replacement(range(size), size):
                places = [1 + sum(other > own for other in scores) for own in scores]
                whole = sum(system.worth(size))
                for order in permutations(places):
                    assert sum(place_points(system, order)) == pytest.approx(whole)
