"""Swiss rounds by the FIDE Dutch system, held to its absolute rules and to a referee."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.tournaments.pairing.simulation import Stage, before_round, bye, game, meetings
from tournaments.pairing.asked import AskedRound
from tournaments.pairing.dutch_rules import absolute_turn, barred_pairs, check_couples
from tournaments.pairing.history import Record, histories
from tournaments.pairing.refusals import (
    BadRequestToPair,
    Choice,
    DutchLimit,
    NoPairing,
    UnlawfulPairing,
)
from tournaments.pairing.swiss_dutch import MOST_ENTRANTS, check, pair
from tournaments.pairing.swiss_rounds import default_rounds
from tournaments.trf import Event, Player, report
from tournaments.values import ResultKind, Table, TableResult


@pytest.mark.parametrize(
    "number,tables",
    [
        (1, [(1, 4), (5, 2), (3, 6), (7,)]),
        (2, [(5, 1), (7, 3), (2, 4), (6,)]),
        (3, [(3, 5), (1, 7), (6, 2), (4,)]),
        (4, [(2, 3), (6, 1), (4, 7), (5,)]),
    ],
)
def test_seven_entrants_are_paired_as_in_the_worked_example(
    number: int, tables: list[tuple[int, ...]]
) -> None:
    assert [table.entrants for table in pair(before_round(number)).tables] == tables


def finished_stages(stress: bool) -> Iterator[Stage]:
    """Yield played stages by turns plain, with forfeits, and with withdrawals."""
    for seed in range(20 if stress else 5):
        entrants = random.Random(seed).randint(8, 40 if stress else 22)
        stage = Stage(
            entrants,
            default_rounds(entrants),
            seed,
            absence=0,
            late=False,
            forfeit=0.08 * (seed % 3 > 0),
            withdrawals=seed % 3 == 2,
        )
        for _ in stage.played(pair):
            pass
        yield stage


def report_of(stage: Stage, results: list[TableResult]) -> str:
    players = [Player(n, f"Player {n}", n) for n in range(1, stage.entrants + 1)]
    return report(Event("Referee", stage.rounds), players, results)


def test_referee_finds_nothing_in_our_reports_and_something_in_false_ones(stress: bool) -> None:
    for stage in finished_stages(stress):
        found = check(report_of(stage, stage.results))
        assert (found.rounds, found.differences) == (stage.rounds, ())
        assert found.matched == found.rounds
        tampered = check(report_of(stage, with_two_swapped(stage)))
        assert tampered.matched < tampered.rounds
        assert any(difference.startswith("Round 2:") for difference in tampered.differences)


def with_two_swapped(stage: Stage) -> list[TableResult]:
    """Return the results as if two of round 2 had sat at each other's tables."""
    one, two = [r for r in stage.results if r.round == 2 and len(r.entrants) == 2][:2]
    changed = {
        one: replace(one, entrants=(one.entrants[0], two.entrants[1])),
        two: replace(two, entrants=(two.entrants[0], one.entrants[1])),
    }
    return [changed.get(result, result) for result in stage.results]


def test_absences_late_entries_and_forfeits_leave_every_rule_kept(stress: bool) -> None:
    """Each answer passed `check_couples`, or `pair` would have raised."""
    for seed in range(40 if stress else 6):
        stage = Stage(random.Random(seed).randint(7, 24), 5, seed)
        for asked, pairing, refused in stage.played(pair):
            seated = sorted(entrant for table in pairing.tables for entrant in table.entrants)
            assert seated == sorted(asked.entrants)
            met = meetings(asked.results)
            assert refused or not any(frozenset(t.entrants) in met for t in pairing.tables)


def test_order_of_what_is_asked_makes_no_difference() -> None:
    asked = before_round(4)
    turned = replace(asked, entrants=asked.entrants[::-1], results=asked.results[::-1])
    assert pair(turned) == pair(asked)


def test_games_against_those_who_left_count_for_the_bye() -> None:
    """Of equals the bye goes to who has fewest unplayed games (C9), whoever the games were with."""
    left = (game(1, 1, 4, 1), game(1, 5, 2, 2), game(1, 3, 6, 3))
    absent = TableResult(1, (7,), ResultKind.ABSENT, (), (0.0,))
    results = (*left, game(1, 8, 9, 8), absent)
    asked = AskedRound("left", 2, (4, 5, 6, 7, 8), results, rounds=4)
    free = pair(asked).tables[-1].entrants[0]
    assert histories(asked.entrants, results, 2)[free].unplayed == 0


def test_too_many_entrants_are_refused() -> None:
    with pytest.raises(DutchLimit, match="128 entrants, not 129"):
        pair(AskedRound("s", 1, tuple(range(1, MOST_ENTRANTS + 2))))


def test_pairs_to_be_kept_apart_are_refused() -> None:
    with pytest.raises(DutchLimit, match="keeps no pairs apart"):
        pair(AskedRound("s", 1, (1, 2, 3, 4), forbidden=((1, 3),)))


def test_locked_table_stays_and_the_rest_is_paired_around_it() -> None:
    tables = pair(AskedRound("s", 1, tuple(range(1, 7)), locked=(Table((6, 1)),))).tables
    assert [table.entrants for table in tables] == [(6, 1), (4, 2), (3, 5)]


def test_locked_tables_may_be_all() -> None:
    locked = (Table((2, 1)), Table((3,), bye=True))
    assert pair(AskedRound("s", 1, (1, 2, 3), locked=locked)).tables == locked


def test_locked_bye_before_an_odd_rest_is_refused() -> None:
    with pytest.raises(BadRequestToPair):
        pair(AskedRound("s", 1, (1, 2, 3, 4), locked=(Table((1,), bye=True),)))


def test_round_without_a_lawful_pairing_is_refused_or_paired_with_a_rematch() -> None:
    asked = AskedRound("s", 2, (1, 2), (game(1, 1, 2, 1),))
    with pytest.raises(NoPairing, match="no lawful pairing") as refusal:
        pair(asked)
    assert refusal.value.choices == (Choice.END_NOW, Choice.ALLOW_REMATCH)
    assert pair(replace(asked, allow_rematch=True)).tables == (Table((2, 1)),)


WHITE, BLACK = True, False


@pytest.mark.parametrize(
    "turns,due",
    [
        ((), None),
        ((WHITE,), None),
        ((WHITE, WHITE), BLACK),
        ((BLACK, WHITE, BLACK, BLACK), WHITE),
        ((WHITE, WHITE, BLACK, WHITE), BLACK),
        ((WHITE, BLACK), None),
    ],
)
def test_turn_is_absolute_after_two_alike_or_two_too_many(
    turns: tuple[bool, ...], due: bool | None
) -> None:
    assert absolute_turn(Record(1, turns=turns)) is due


def test_topscorers_may_meet_with_the_same_absolute_turn_in_the_last_round() -> None:
    records = [Record(n, 2.0, turns=(WHITE, WHITE)) for n in (1, 2)]
    assert barred_pairs(records, 3, is_last=False)[1] == {2}
    assert barred_pairs(records, 3, is_last=True)[1] == set()


def test_others_may_not_even_then() -> None:
    records = [Record(n, 1.0, turns=(WHITE, WHITE)) for n in (1, 2)]
    assert barred_pairs(records, 3, is_last=True)[1] == {2}


@pytest.mark.parametrize(
    "couples,byes,rule",
    [
        ([(1, 2), (3, 4)], [5], "C1"),
        ([(1, 3), (2, 4)], [5], "C2"),
        ([(1, 3), (4, 5)], [2], "C3"),
        ([(1, 3)], [2], "C4"),
        ([(1, 3), (2, 5)], [4], ""),
        ([(3, 4), (2, 5)], [1], "C5"),
    ],
)
def test_unlawful_pairing_is_told_by_its_rule(
    couples: list[tuple[int, int]], byes: list[int], rule: str
) -> None:
    records = [
        Record(1, 1.0, meetings={2: (1,)}),
        Record(2, 1.0, meetings={1: (1,)}),
        Record(3, 0.0),
        Record(4, 0.0, turns=(WHITE, WHITE)),
        Record(5, 1.0, byes=1, turns=(WHITE, WHITE)),
    ]
    barred = barred_pairs(records, 3, is_last=False)
    if not rule:
        check_couples(records, couples, byes, barred)
        return
    with pytest.raises(UnlawfulPairing) as refusal:
        check_couples(records, couples, byes, barred)
    assert refusal.value.rule == rule


def test_absence_without_points_bars_nobody_from_the_bye() -> None:
    absent = TableResult(1, (3,), ResultKind.ABSENT, (), (0.0,))
    results = (game(1, 1, 2, 1), absent)
    asked = AskedRound("s", 2, (1, 2, 3), results, rounds=3)
    assert not histories([3], results, 2)[3].has_free_points
    # 1 and 2 have met, so one of them is free; 3, with an absence, might have been.
    assert pair(asked).tables[-1].bye
    assert histories([3], [bye(1, 3)], 2)[3].has_free_points
