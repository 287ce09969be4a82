"""Byes, forfeits, absences and voided tables in the tie-breaks (FIDE C.07, 16)."""

from collections.abc import Sequence

import pytest

from tests.tournaments.standings.results import absent, both_away, bye, forfeited, won
from tournaments.standings.explain import Contribution, explain_rank
from tournaments.standings.ranking import Standings, standings
from tournaments.values import ResultKind, TableResult


def table(results: Sequence[TableResult], size: int, rounds: int, *codes: str) -> Standings:
    return standings(results, range(1, size + 1), rounds, codes)


def value(results: Sequence[TableResult], size: int, rounds: int, code: str, entrant: int) -> float:
    rows = {row.entrant: row for row in table(results, size, rounds, code).rows}
    found = rows[entrant].values[code]
    assert found is not None
    return found


def parts(made: Standings, entrant: int, code: str) -> tuple[Contribution, ...]:
    return {step.code: step for step in explain_rank(made, entrant).steps}[code].contributions


def test_absences_at_the_end_count_half_for_the_opponents() -> None:
    results = [won(1, 1, 2), won(1, 3, 4), absent(2, 1), absent(3, 1), won(2, 2, 4), won(3, 2, 3)]
    made = table(results, 4, 3, "buchholz")
    # 1 went home after its win; 4 after round 2; 3 was away only in between.
    assert [part.points for part in parts(made, 2, "buchholz")] == [2, 0.5, 1]


def test_an_absence_before_a_played_round_counts_as_awarded() -> None:
    results = [won(1, 1, 2), absent(2, 1), won(3, 1, 2)]
    made = table(results, 2, 3, "buchholz")
    assert [part.points for part in parts(made, 2, "buchholz")] == [2, 0, 2]


def test_an_absence_before_a_bye_counts_as_awarded() -> None:
    results = [won(1, 1, 2), absent(2, 1), bye(3, 1)]
    assert parts(table(results, 2, 3, "buchholz"), 2, "buchholz")[0].points == 2


def test_an_absence_before_only_a_forfeit_loss_counts_half() -> None:
    results = [won(1, 1, 2), absent(2, 1), forfeited(3, 2, 1)]
    assert parts(table(results, 2, 3, "buchholz"), 2, "buchholz")[0].points == 1.5


def test_a_forfeit_loss_at_the_end_stays_a_loss() -> None:
    results = [won(1, 1, 2), forfeited(2, 2, 1)]
    assert parts(table(results, 2, 2, "buchholz"), 2, "buchholz")[0].points == 1


def test_a_half_point_absence_at_the_end_counts_half() -> None:
    results = [won(1, 1, 2), absent(2, 1, 0.5), won(2, 2, 3)]
    assert parts(table(results, 3, 2, "buchholz"), 2, "buchholz")[0].points == 1.5


def test_a_missing_round_is_an_absence() -> None:
    told = [won(1, 1, 2), absent(2, 1), won(2, 3, 2), absent(1, 3)]
    untold = [result for result in told if result.kind is not ResultKind.ABSENT]
    codes = ["buchholz_cut_1", "buchholz", "sonneborn_berger"]
    assert table(told, 3, 2, *codes) == table(untold, 3, 2, *codes)


def test_who_still_plays_is_not_absent() -> None:
    results = [won(1, 1, 2), won(1, 3, 4), won(2, 1, 3)]
    open_table = standings(results, range(1, 5), 2, ["buchholz"], playing=[2, 4])
    assert [part.round for part in parts(open_table, 2, "buchholz")] == [1]
    assert open_table.provisional


def test_an_own_absence_is_a_dummy_with_the_own_score() -> None:
    results = [won(1, 1, 2), absent(2, 1), won(3, 1, 2)]
    last = parts(table(results, 2, 3, "buchholz"), 1, "buchholz")[1]
    assert (last.points, last.why, last.fate) == (1.5, "rounds_cap", "absent")


def test_a_forfeit_win_is_capped_at_the_score_of_who_was_away() -> None:
    results = [forfeited(1, 1, 2), won(2, 1, 3), won(2, 2, 4), won(3, 1, 4), won(3, 3, 2)]
    first = parts(table(results, 4, 3, "buchholz"), 1, "buchholz")[0]
    assert (first.points, first.why, first.opponent) == (1, "opponent_cap", 2)


def test_a_double_forfeit_is_a_loss_for_both() -> None:
    results = [both_away(1, 1, 2), won(2, 1, 3), won(2, 2, 4)]
    made = table(results, 4, 2, "buchholz_cut_1", "wins")
    for entrant in (1, 2):
        part = parts(made, entrant, "buchholz_cut_1")[0]
        assert (part.fate, part.cut, part.points) == ("forfeit_loss", "voluntary", 1)


@pytest.mark.parametrize(
    "code, cut", [("buchholz_cut_1", ["voluntary"]), ("median_buchholz", ["voluntary", "highest"])]
)
def test_a_voluntary_unplayed_round_is_cut_even_where_it_is_not_the_lowest(
    code: str, cut: list[str]
) -> None:
    results = [won(1, 1, 2), won(2, 1, 3), absent(3, 1), won(3, 3, 2), won(2, 4, 2), won(1, 4, 3)]
    made = table(results, 4, 3, code)
    cuts = [part for part in parts(made, 1, code) if part.cut]
    assert sorted(part.cut or "" for part in cuts) == sorted(cut)
    voluntary = next(part for part in cuts if part.cut == "voluntary")
    assert voluntary.round == 3
    assert voluntary.points > min(part.points for part in parts(made, 1, code))


def test_median_of_one_round_is_nothing() -> None:
    assert value([won(1, 1, 2)], 2, 1, "median_buchholz", 2) == 0


def test_a_void_table_is_nobodys_fault_and_no_game() -> None:
    void = TableResult(1, (1, 2), ResultKind.VOID)
    made = table([void, won(2, 1, 2)], 2, 2, "buchholz_cut_1", "wins")
    for entrant in (1, 2):
        part = parts(made, entrant, "buchholz_cut_1")[0]
        assert (part.fate, part.opponent) == ("void", None)
        assert part.cut != "voluntary"
    assert [row.values["wins"] for row in made.rows] == [1, 0]


def test_a_table_played_again_after_a_void_counts() -> None:
    void = TableResult(1, (1, 2), ResultKind.VOID)
    again = [void, won(1, 2, 1)]
    assert table(again, 2, 1, "wins") == table(list(reversed(again)), 2, 1, "wins")
    assert value(again, 2, 1, "wins", 2) == 1


def test_wins_count_byes_and_forfeits_but_wins_at_the_table_do_not() -> None:
    results = [bye(1, 1), forfeited(2, 1, 2), won(3, 1, 2), absent(1, 2)]
    made = table(results, 2, 3, "wins", "wins_played")
    assert made.rows[0].values["wins"] == 3
    assert made.rows[0].values["wins_played"] == 1


def test_a_half_point_bye_is_no_win() -> None:
    assert value([bye(1, 1, 0.5), bye(1, 2)], 2, 1, "wins", 1) == 0
