"""Knockout at tables of three and four."""

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

import pytest

from tournaments.lots import lot
from tournaments.pairing.bracket import BadResult
from tournaments.pairing.knockout_tables import (
    KnockoutTables,
    TablesView,
    seat_apart,
    table_sizes,
)
from tournaments.pairing.seeding import BadEntrants
from tournaments.values import ResultKind, Table, TableResult

PLACE_POINTS = {4: (12.0, 8.0, 4.0, 0.0), 3: (12.0, 6.0, 0.0), 2: (12.0, 0.0)}


def result(number: int, table: Table | Sequence[int], order: Sequence[int]) -> TableResult:
    """Return the result of a table whose entrants ended in this order."""
    seats = table.entrants if isinstance(table, Table) else tuple(table)
    places = tuple(order.index(entrant) + 1 for entrant in seats)
    points = tuple(PLACE_POINTS[len(seats)][place - 1] for place in places)
    return TableResult(number, seats, ResultKind.PLAYED, places, points)


def by_seed(number: int, table: Table) -> TableResult:
    return result(number, table, sorted(table.entrants))


def by_lot(number: int, table: Table) -> TableResult:
    return result(number, table, sorted(table.entrants, key=lambda e: lot("play", number, e)))


def played_out(
    knockout: KnockoutTables, play: Callable[[int, Table], TableResult]
) -> tuple[TablesView, list[list[TableResult]]]:
    rounds: list[list[TableResult]] = []
    while not (view := knockout.after(rounds)).finished:
        rounds.append([play(view.round, table) for table in view.tables])
    return view, rounds


def of(entrants: int, *, of_four: int = 2, of_three: int = 2, of_two: int = 1) -> KnockoutTables:
    numbers = tuple(range(1, entrants + 1))
    return KnockoutTables(numbers, "tables", of_four=of_four, of_three=of_three, of_two=of_two)


def sorted_tables(view: TablesView) -> list[list[int]]:
    return [sorted(table.entrants) for table in view.tables]


def test_the_first_round_is_dealt_by_serpentine() -> None:
    assert sorted_tables(of(10).after([])) == [[1, 6, 7, 10], [2, 5, 8], [3, 4, 9]]
    assert sorted_tables(of(8).after([])) == [[1, 4, 5, 8], [2, 3, 6, 7]]


@pytest.mark.parametrize("entrants", [*range(2, 22), 37, 64, 65])
def test_any_number_ends_in_one_final_table(entrants: int) -> None:
    view, rounds = played_out(of(entrants), by_lot)
    assert len(rounds[-1]) == 1
    assert sorted(view.places) == list(range(1, entrants + 1))
    assert min(view.places.values()) == (1, 1)
    for results in rounds:
        assert all(2 <= len(table.entrants) <= 4 for table in results)


def test_two_of_four_two_of_three_and_one_of_two_go_on() -> None:
    first = of(5).after([])
    assert sorted_tables(first) == [[1, 4, 5], [2, 3]]
    second = of(5).after([[by_seed(1, table) for table in first.tables]])
    assert sorted_tables(second) == [[1, 2, 4]]
    assert second.is_final
    assert second.places == {3: (4, 4), 5: (5, 5)}


def test_how_many_go_on_is_an_option() -> None:
    first = of(16, of_four=1).after([])
    second = of(16, of_four=1).after([[by_seed(1, table) for table in first.tables]])
    assert sorted_tables(second) == [[1, 2, 3, 4]]


def test_seeds_of_the_next_round_go_by_place_then_points_then_seed() -> None:
    """At 7 the second of the table of four has 8 points, the second of three has 6."""
    knockout = of(7)
    view = knockout.after([])
    assert sorted_tables(view) == [[1, 4, 5, 7], [2, 3, 6]]
    orders = ([7, 5, 4, 1], [2, 3, 6])
    rounds = [[result(1, t, order) for t, order in zip(view.tables, orders, strict=True)]]
    assert sorted_tables(knockout.after(rounds)) == [[2, 3, 5, 7]]
    assert knockout.after(rounds).places == {4: (5, 6), 6: (5, 6), 1: (7, 7)}


@pytest.mark.parametrize("entrants", [*range(9, 28), 37, 64, 100])
@pytest.mark.parametrize("best", [1, 2, 3])
def test_players_of_one_table_are_kept_apart_where_they_can_be(entrants: int, best: int) -> None:
    _, rounds = played_out(of(entrants, of_four=best, of_three=min(best, 2)), by_lot)
    for before, after in pairwise(rounds):
        former = [set(table.entrants) for table in before]
        again = sum(
            any({one, other} <= table for table in former)
            for result_after in after
            for one, other in combinations(result_after.entrants, 2)
        )
        come = {e for table in after for e in table.entrants}
        if max(len(table & come) for table in former) <= len(after):
            assert again == 0


def test_seats_go_first_to_who_has_started_least() -> None:
    knockout = of(16)
    view = knockout.after([])
    rounds = [[by_seed(1, table) for table in view.tables]]
    started = {table.entrants[0] for table in view.tables}
    for table in knockout.after(rounds).tables:
        assert table.entrants[0] not in started or set(table.entrants) <= started


def test_at_a_tie_the_better_seed_goes_on() -> None:
    knockout = of(8)
    one, two = knockout.after([]).tables
    tied = TableResult(1, (8, 5, 4, 1), ResultKind.PLAYED, (1, 2, 2, 4), (12, 6, 6, 0))
    view = knockout.after([[tied, by_seed(1, two)]])
    assert sorted(one.entrants) == [1, 4, 5, 8]
    assert sorted_tables(view) == [[2, 3, 4, 8]]


def test_or_those_tied_play_again() -> None:
    knockout = KnockoutTables(tuple(range(1, 9)), seed="tables", replay_ties=True)
    _, two = knockout.after([]).tables
    tied = TableResult(1, (8, 5, 4, 1), ResultKind.PLAYED, (1, 2, 2, 4), (12, 6, 6, 0))
    results = [tied, by_seed(1, two)]
    view = knockout.after([results])
    assert [sorted(table.entrants) for table in view.replays] == [[4, 5]]
    assert view.tables == ()
    assert not view.finished
    assert set(view.places) == {1, 6, 7}
    results.append(result(1, (4, 5), [5, 4]))
    assert sorted_tables(knockout.after([results])) == [[2, 3, 5, 8]]


def test_a_tie_that_stays_a_tie_is_played_once_more() -> None:
    knockout = KnockoutTables((1, 2, 3), seed="tables", replay_ties=True)
    all_tied = TableResult(1, (1, 2, 3), ResultKind.PLAYED, (1, 1, 1))
    assert [t.entrants for t in knockout.after([[all_tied]]).replays] == [(1, 2, 3)]
    results = [all_tied, all_tied, result(1, (1, 2, 3), [3, 1, 2])]
    view = knockout.after([results])
    assert view.finished
    assert view.places == {3: (1, 1), 1: (2, 2), 2: (3, 3)}


def test_a_table_where_nobody_appeared_sends_nobody_on() -> None:
    knockout = of(8)
    one, two = knockout.after([]).tables
    nobody = TableResult(1, one.entrants, ResultKind.DOUBLE_FORFEIT)
    view = knockout.after([[nobody, by_seed(1, two)]])
    assert sorted_tables(view) == [[2, 3]]
    assert view.places == {6: (3, 3), 7: (4, 4)} | dict.fromkeys(one.entrants, (5, 8))


def test_if_nobody_appears_at_the_final_table_the_first_place_stays_vacant() -> None:
    nobody = TableResult(1, (1, 2, 3), ResultKind.DOUBLE_FORFEIT)
    view = of(3).after([[nobody]])
    assert view.finished
    assert set(view.places.values()) == {(2, 3)}


def test_results_must_be_those_of_the_round() -> None:
    with pytest.raises(BadResult, match="lacks"):
        of(4).after([[]])
    with pytest.raises(BadResult, match="not part"):
        of(4).after([[result(1, (1, 2, 3, 4), [1, 2, 3, 4]), result(1, (1, 2), [1, 2])]])


@pytest.mark.parametrize("entrants", [0, 1])
def test_too_few_are_refused(entrants: int) -> None:
    with pytest.raises(BadEntrants):
        of(entrants)


@pytest.mark.parametrize("option", [{"of_four": 4}, {"of_three": 0}, {"of_two": 2}])
def test_a_table_sends_some_on_but_not_all(option: dict[str, int]) -> None:
    with pytest.raises(BadEntrants):
        of(8, **option)


def test_sizes_hold_everyone() -> None:
    assert all(sum(table_sizes(entrants)) == entrants for entrants in range(2, 200))


def test_parting_moves_as_little_as_it_can() -> None:
    assert seat_apart((1, 2, 3, 4, 5, 6), []) == ((1, 4, 5), (2, 3, 6))
    assert seat_apart((1, 2, 3, 4, 5, 6), [(4, 5), (3, 6)]) == ((1, 4, 6), (2, 3, 5))
