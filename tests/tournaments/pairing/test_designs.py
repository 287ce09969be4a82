"""Round robin at tables of three and four: equal meetings where there is a design."""

from collections import Counter
from itertools import pairwise

import pytest

from tournaments.pairing.designs import (
    Schedule,
    default_rounds,
    design,
    meetings,
    round_robin_tables,
)
from tournaments.pairing.seeding import BadEntrants


def starts_of(schedule: Schedule, entrants: int) -> list[int]:
    starts = Counter(
        table.entrants[0]
        for pairing in schedule.rounds
        for table in pairing.tables
        if not table.bye
    )
    return [starts[entrant] for entrant in range(1, entrants + 1)]


@pytest.mark.parametrize(
    "entrants, rounds, tables, meet",
    [
        (4, 1, [4], 1),
        (5, 5, [4], 3),
        (6, 10, [3, 3], 4),
        (7, 7, [4, 3], 3),
        (8, 7, [4, 4], 3),
        (9, 4, [3, 3, 3], 1),
        (16, 5, [4, 4, 4, 4], 1),
    ],
)
def test_in_a_design_everyone_meets_equally_often(
    entrants: int, rounds: int, tables: list[int], meet: int
) -> None:
    schedule = round_robin_tables(range(1, entrants + 1), seed="design")
    assert len(schedule.rounds) == rounds
    assert (schedule.fewest_meetings, schedule.most_meetings) == (meet, meet)
    for pairing in schedule.rounds:
        assert [len(table.entrants) for table in pairing.tables if not table.bye] == tables


def test_the_design_of_nine() -> None:
    assert design(9, 4) == (
        ((0, 1, 2), (3, 4, 5), (6, 7, 8)),
        ((0, 3, 6), (1, 4, 7), (2, 5, 8)),
        ((0, 4, 8), (1, 5, 6), (2, 3, 7)),
        ((0, 5, 7), (1, 3, 8), (2, 4, 6)),
    )


@pytest.mark.parametrize("entrants", range(2, 25))
def test_everyone_sits_once_a_round_and_all_meet(entrants: int) -> None:
    schedule = round_robin_tables(range(1, entrants + 1), seed="winter")
    for pairing in schedule.rounds:
        seated = sorted(entrant for table in pairing.tables for entrant in table.entrants)
        assert seated == list(range(1, entrants + 1))
        assert [table.bye for table in pairing.tables].count(True) == (entrants == 5)
    assert schedule.fewest_meetings >= 1
    assert schedule.most_meetings - schedule.fewest_meetings <= 2


@pytest.mark.parametrize("entrants", range(2, 25))
def test_everyone_starts_equally_often_give_or_take_one(entrants: int) -> None:
    rounds = default_rounds(entrants)
    for number in {1, max(1, rounds - 1), rounds, 2 * rounds if entrants < 10 else rounds}:
        schedule = round_robin_tables(range(1, entrants + 1), number, seed="seats")
        starts = starts_of(schedule, entrants)
        assert max(starts) - min(starts) <= 1


def test_the_published_meetings_are_those_of_the_tables() -> None:
    schedule = round_robin_tables(range(1, 12), 4, seed="winter")
    rounds = [
        tuple(tuple(entrant - 1 for entrant in table.entrants) for table in pairing.tables)
        for pairing in schedule.rounds
    ]
    met = meetings(11, rounds).values()
    assert (schedule.fewest_meetings, schedule.most_meetings) == (min(met), max(met))


@pytest.mark.parametrize("entrants, rounds", [(10, 5), (13, 7), (20, 9), (24, 10)])
def test_the_search_comes_close_to_equal_meetings(entrants: int, rounds: int) -> None:
    met = list(meetings(entrants, design(entrants, rounds)).values())
    even, over = divmod(sum(met), len(met))
    ideal = (len(met) - over) * even**2 + over * (even + 1) ** 2
    assert sum(count**2 for count in met) <= 1.1 * ideal


def test_more_rounds_begin_the_design_again() -> None:
    assert design(9, 6)[4:] == design(9, 2)
    assert len(round_robin_tables([1, 2, 3, 4], 9, seed="x").rounds) == 9


def test_four_players_change_seats_from_round_to_round() -> None:
    rounds = round_robin_tables([1, 2, 3, 4], 8, seed="x").rounds
    assert all(one.tables[0].entrants != two.tables[0].entrants for one, two in pairwise(rounds))


@pytest.mark.parametrize(
    "entrants, rounds", [([], None), ([1], None), ([1, 1, 2], None), (range(25), None)]
)
def test_sizes_without_a_schedule_are_refused(entrants: list[int], rounds: int | None) -> None:
    with pytest.raises(BadEntrants):
        round_robin_tables(entrants, rounds, seed="x")
    with pytest.raises(BadEntrants, match="at least one round"):
        round_robin_tables([1, 2, 3], 0, seed="x")
