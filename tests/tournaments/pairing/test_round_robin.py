"""Round robin at tables of two: Berger's tables, and the rule for withdrawals."""

from itertools import combinations

import pytest

from tournaments.pairing.round_robin import berger_round, results_after_withdrawals, round_robin
from tournaments.pairing.seeding import BadEntrants
from tournaments.values import Pairing, ResultKind, TableResult


def test_the_berger_table_of_six() -> None:
    assert [berger_round(6, number) for number in range(1, 6)] == [
        ((1, 6), (2, 5), (3, 4)),
        ((6, 4), (5, 3), (1, 2)),
        ((2, 6), (3, 1), (4, 5)),
        ((6, 5), (1, 4), (2, 3)),
        ((3, 6), (4, 2), (5, 1)),
    ]


def test_the_berger_table_of_four() -> None:
    assert [berger_round(4, number) for number in range(1, 4)] == [
        ((1, 4), (2, 3)),
        ((4, 3), (1, 2)),
        ((2, 4), (3, 1)),
    ]


@pytest.mark.parametrize("entrants", range(2, 25))
def test_everyone_meets_everyone_once_and_is_at_one_table_a_round(entrants: int) -> None:
    rounds = round_robin(range(1, entrants + 1))
    assert len(rounds) == entrants - 1 + entrants % 2
    for pairing in rounds:
        seated = sorted(entrant for table in pairing.tables for entrant in table.entrants)
        assert seated == list(range(1, entrants + 1))
        assert [table.bye for table in pairing.tables].count(True) == entrants % 2
    games = [table.entrants for pairing in rounds for table in pairing.tables if not table.bye]
    assert sorted(tuple(sorted(game)) for game in games) == list(
        combinations(range(1, entrants + 1), 2)
    )


@pytest.mark.parametrize("entrants", range(2, 25))
def test_starts_are_spread_to_within_one(entrants: int) -> None:
    games = [t.entrants for p in round_robin(range(1, entrants + 1)) for t in p.tables if not t.bye]
    starts = [sum(game[0] == entrant for game in games) for entrant in range(1, entrants + 1)]
    assert max(starts) - min(starts) <= 1


def test_every_other_cycle_has_the_turns_reversed() -> None:
    rounds = round_robin(range(1, 6), cycles=3)
    assert rounds[:5] == rounds[10:]
    for there, back in zip(rounds[:5], rounds[5:10], strict=True):
        assert [t.entrants[::-1] for t in there.tables] == [t.entrants for t in back.tables]


def test_entrants_take_the_numbers_of_the_table_in_their_order() -> None:
    assert [table.entrants for table in round_robin([30, 10, 20])[0].tables] == [(10, 20), (30,)]


@pytest.mark.parametrize("entrants, cycles", [([1], 1), ([], 1), ([2, 2], 1), ([1, 2], 0)])
def test_what_makes_no_round_robin_is_refused(entrants: list[int], cycles: int) -> None:
    with pytest.raises(BadEntrants):
        round_robin(entrants, cycles=cycles)


def results_of(schedule: tuple[Pairing, ...], rounds: int) -> list[TableResult]:
    """Return the results of the first rounds, the first named always winning."""
    return [
        TableResult(number, table.entrants, ResultKind.PLAYED, (1, 2), (1.0, 0.0), (200, 90))
        for number, pairing in enumerate(schedule[:rounds], 1)
        for table in pairing.tables
        if not table.bye
    ]


def test_who_played_fewer_than_half_is_taken_out_of_the_table() -> None:
    schedule = round_robin(range(1, 7))
    settled = results_after_withdrawals(schedule, results_of(schedule, 2), {4})
    of_4 = [result for result in settled if 4 in result.entrants]
    assert [result.kind for result in of_4] == [ResultKind.VOID] * 5
    assert all(result.points_of(entrant) == 0 for result in of_4 for entrant in result.entrants)
    others = [result for result in settled if 4 not in result.entrants]
    assert others == [result for result in results_of(schedule, 2) if 4 not in result.entrants]


def test_who_played_half_forfeits_what_remains() -> None:
    schedule = round_robin(range(1, 6))
    settled = results_after_withdrawals(schedule, results_of(schedule, 3), {1})
    of_1 = [result for result in settled if 1 in result.entrants and len(result.entrants) == 2]
    assert [result.kind for result in of_1] == [ResultKind.PLAYED] * 2 + [ResultKind.FORFEIT] * 2
    for result in of_1[2:]:
        (other,) = set(result.entrants) - {1}
        assert result.points_of(other) == 1
        assert result.points_of(1) == 0
        assert result.places[result.entrants.index(other)] == 1


def test_two_who_withdrew_have_both_lost_their_game() -> None:
    schedule = round_robin(range(1, 5))
    settled = results_after_withdrawals(schedule, results_of(schedule, 2), {1, 3})
    last = {result.entrants: result for result in settled if result.round == 3}
    assert last[3, 1] == TableResult(3, (3, 1), ResultKind.DOUBLE_FORFEIT)
    assert len(last) == 1  # the game of 2 and 4 is still to be played


def test_the_order_of_results_makes_no_difference() -> None:
    schedule = round_robin(range(1, 7))
    results = results_of(schedule, 3)
    assert results_after_withdrawals(schedule, results, {2}) == results_after_withdrawals(
        schedule, results[::-1], [2]
    )
