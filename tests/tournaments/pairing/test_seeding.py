"""Lots, groups, and the seeds that a group stage sends on."""

from itertools import combinations

import pytest

from tournaments.lots import drawn_order, lot
from tournaments.pairing.seeding import (
    BadEntrants,
    GroupPlace,
    bracket_size,
    by_lot,
    cut,
    seeds_from_groups,
    slot_order,
    snake_groups,
)


def test_a_lot_depends_on_the_seed_and_on_every_part() -> None:
    draws = {lot("a", 1, 2), lot("b", 1, 2), lot("a", 2, 2), lot("a", 1, 3), lot("a", 1)}
    assert len(draws) == 5
    assert all(0 <= draw < 2**128 for draw in draws)


def test_orders_by_lot_are_fair() -> None:
    firsts = [drawn_order(f"seed {number}", range(4))[0] for number in range(400)]
    assert all(60 < firsts.count(item) < 140 for item in range(4))


def test_a_random_draw_ignores_the_order_of_sign_up() -> None:
    assert by_lot([3, 1, 2, 9], "x", 1) == by_lot([9, 3, 2, 1], "x", 1)
    assert sorted(by_lot(range(1, 20), "x", 1)) == list(range(1, 20))
    assert by_lot(range(1, 20), "x", 1) != by_lot(range(1, 20), "x", 2)


def test_groups_are_dealt_by_snake() -> None:
    assert snake_groups(range(1, 9), 2) == ((1, 4, 5, 8), (2, 3, 6, 7))
    for entrants in range(2, 40):
        for groups in range(1, entrants // 2 + 1):
            dealt = [len(group) for group in snake_groups(range(entrants), groups)]
            assert sum(dealt) == entrants
            assert max(dealt) - min(dealt) <= 1


@pytest.mark.parametrize("entrants, groups", [(3, 2), (8, 0), (1, 1)])
def test_a_group_has_two_or_more(entrants: int, groups: int) -> None:
    with pytest.raises(BadEntrants):
        snake_groups(range(entrants), groups)


def table_of(groups: int, places: int, seed: str) -> list[GroupPlace]:
    """Return the tables of some groups with points by lot, falling inside each group."""
    rows = []
    for group in range(groups):
        points = sorted((lot(seed, group, place) % 13 for place in range(places)), reverse=True)
        rows += [
            GroupPlace(10 * group + place, group, place, 6, points[place - 1], 1, 0.25)
            for place in range(1, places + 1)
        ]
    return rows


def meeting_rounds(seeds: tuple[int, ...]) -> list[int]:
    """Return in which rounds, at the earliest, two entrants of one group can meet."""
    slots = slot_order(bracket_size(len(seeds)))
    return [
        (slots.index(i + 1) ^ slots.index(j + 1)).bit_length()
        for (i, one), (j, other) in combinations(enumerate(seeds), 2)
        if one // 10 == other // 10
    ]


@pytest.mark.parametrize("groups", range(2, 17))
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_two_of_one_group_meet_in_the_final_at_the_earliest(groups: int, seed: str) -> None:
    seeds = seeds_from_groups(table_of(groups, 4, seed), per_group=2, seed=seed)
    assert len(seeds) == 2 * groups
    assert {entrant % 10 for entrant in seeds[:groups]} == {1}
    assert {entrant % 10 for entrant in seeds[groups:]} == {2}
    assert set(meeting_rounds(seeds)) == {bracket_size(len(seeds)).bit_length() - 1}


@pytest.mark.parametrize("groups", range(2, 13))
@pytest.mark.parametrize("per_group, best", [(1, 1), (2, 2), (3, 0), (3, 1), (4, 0)])
def test_nobody_of_one_group_meets_in_round_1(groups: int, per_group: int, best: int) -> None:
    rows = table_of(groups, 5, "many")
    seeds = seeds_from_groups(rows, per_group=per_group, best_runners_up=best, seed="s")
    assert len(set(seeds)) == groups * per_group + best
    assert len(seeds) == 2 or 1 not in meeting_rounds(seeds)


def test_winners_come_first_by_points_per_game_then_share() -> None:
    rows = [
        GroupPlace(1, 1, 1, games=4, points=3, wins=3, share=0.5),
        GroupPlace(2, 2, 1, games=3, points=3, wins=3, share=0.5),
        GroupPlace(3, 3, 1, games=4, points=3, wins=3, share=0.6),
        *(GroupPlace(10 + group, group, 2, 4, 2, 2, 0.5) for group in (1, 2, 3)),
    ]
    assert seeds_from_groups(rows, per_group=1, seed="s") == (2, 3, 1)
    assert seeds_from_groups(rows[::-1], per_group=1, seed="s") == (2, 3, 1)


def test_the_best_runners_up_are_compared_per_game() -> None:
    rows = [
        *(GroupPlace(group, group, 1, 4, 4, 4, 0.6) for group in (1, 2, 3)),
        GroupPlace(11, 1, 2, games=5, points=3, wins=3, share=0.9),
        GroupPlace(12, 2, 2, games=4, points=3, wins=2, share=0.4),
        GroupPlace(13, 3, 2, games=4, points=3, wins=3, share=0.3),
    ]
    assert set(seeds_from_groups(rows, per_group=1, best_runners_up=1, seed="s")) == {1, 2, 3, 13}
    with pytest.raises(BadEntrants, match="only 3 runners-up"):
        seeds_from_groups(rows, per_group=1, best_runners_up=4, seed="s")
    with pytest.raises(BadEntrants, match="3 places"):
        seeds_from_groups(rows, per_group=3, seed="s")


@pytest.mark.parametrize("size, table_size", [(2, 2), (8, 2), (4, 4), (16, 4)])
def test_a_cut_needs_no_byes(size: int, table_size: int) -> None:
    assert cut(range(1, 21), size, table_size=table_size) == tuple(range(1, size + 1))


@pytest.mark.parametrize("size, table_size", [(6, 2), (1, 2), (8, 4), (32, 2), (9, 3)])
def test_other_cuts_are_refused(size: int, table_size: int) -> None:
    with pytest.raises(BadEntrants):
        cut(range(1, 21), size, table_size=table_size)
