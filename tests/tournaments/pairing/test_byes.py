"""Who has the bye."""

import random

from tests.tournaments.pairing.simulation import Stage, can_all_meet, meetings
from tournaments.pairing.asked import AskedRound
from tournaments.pairing.byes import bye_order
from tournaments.pairing.history import Record, histories
from tournaments.pairing.swiss import pair


def test_bye_goes_to_the_lowest_points_then_fewest_unplayed_then_largest_number() -> None:
    records = [
        Record(1, 0.0, unplayed=2),
        Record(2, 0.0, unplayed=1),
        Record(3, 0.0, unplayed=1),
        Record(4, 1.0),
    ]
    assert [own.entrant for own in bye_order(records)] == [3, 2, 1, 4]


def test_nobody_who_won_without_playing_has_the_bye() -> None:
    assert bye_order([Record(1, byes=1), Record(2, free_wins=1)]) == ()


def test_nobody_has_a_second_bye_while_somebody_is_free_for_a_first(stress: bool) -> None:
    """A lichess tournament once gave one entrant three byes, two of them running."""
    for entrants in range(5, 34, 2 if stress else 4):
        rounds = entrants if entrants < 10 else 8
        stage = Stage(entrants, rounds, entrants)
        for asked, pairing, refused in stage.played(pair):
            records = histories(asked.entrants, asked.results, asked.round)
            for table in pairing.tables:
                if table.bye and records[table.entrants[0]].has_free_points:
                    assert refused
                    assert bye_order(records.values()) == ()


def test_bye_goes_to_the_lowest_who_leaves_the_others_a_pairing(stress: bool) -> None:
    for seed in range(60 if stress else 10):
        stage = Stage(random.Random(seed).randrange(5, 34, 2), 6, seed)
        for asked, pairing, refused in stage.played(pair):
            free = [table.entrants[0] for table in pairing.tables if table.bye]
            if free and not refused:
                assert free == [first_possible_bye(asked)]


def first_possible_bye(asked: AskedRound) -> int:
    records = histories(asked.entrants, asked.results, asked.round)
    met = meetings(asked.results)
    return next(
        own.entrant
        for own in bye_order(records.values())
        if can_all_meet([other for other in asked.entrants if other != own.entrant], met)
    )
