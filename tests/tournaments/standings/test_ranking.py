"""Ranks, what decides them, and as of which round."""

import pytest

from tests.tournaments.standings.results import PODS_TEN, SWISS_SEVEN, bye, forfeited, pod, won
from tournaments.lots import lot
from tournaments.standings.explain import NotInStandings, explain_rank
from tournaments.standings.points import PLACE_POINTS
from tournaments.standings.ranking import standings
from tournaments.standings.scorebook import UnfitResults
from tournaments.standings.tie_breaks import (
    DEFAULT_ORDERS,
    PODS,
    SWISS,
    TIE_BREAKS,
    UnfitTieBreak,
)
from tournaments.values import ResultKind, TableResult


def test_the_codes_are_those_of_the_api() -> None:
    assert list(TIE_BREAKS) == [
        "points",
        "buchholz",
        "buchholz_cut_1",
        "median_buchholz",
        "sonneborn_berger",
        "direct_encounter",
        "wins",
        "wins_played",
        "progressive",
        "share",
        "table_wins",
        "opponents_percentage",
        "lot",
    ]
    assert all(code == tie_break.code for code, tie_break in TIE_BREAKS.items())


def test_default_orders_name_known_tie_breaks_and_end_by_lot() -> None:
    for order in DEFAULT_ORDERS.values():
        assert set(order) <= set(TIE_BREAKS)
        assert (order[0], order[-1]) == ("points", "lot")


def test_without_a_lot_equals_share_a_rank() -> None:
    table = standings([won(1, 1, 2), won(1, 3, 4)], range(1, 5), 1, ["wins"])
    assert [(row.rank, row.entrant) for row in table.rows] == [(1, 1), (1, 3), (3, 2), (3, 4)]
    assert [row.decided_by for row in table.rows] == [None, None, "points", None]


def test_the_lot_is_drawn_from_the_seed_for_stage_and_entrant() -> None:
    table = standings([], range(1, 6), 3, ["lot"], seed="winter", stage=2)
    expected = sorted(range(1, 6), key=lambda one: -lot("winter", 2, "standings", one))
    assert [row.entrant for row in table.rows] == expected
    assert [row.decided_by for row in table.rows[1:]] == ["lot"] * 4
    assert all(0 <= (row.values["lot"] or 0) < 2**53 for row in table.rows)


def test_the_lot_stays_the_same_all_through_the_stage() -> None:
    early = standings(SWISS_SEVEN, range(1, 8), 4, SWISS, after_round=1, seed="s")
    late = standings(SWISS_SEVEN, range(1, 8), 4, SWISS, seed="s")
    lots = [{row.entrant: row.values["lot"] for row in table.rows} for table in (early, late)]
    assert lots[0] == lots[1]


@pytest.mark.parametrize("after", [0, 1, 2, 3, 4])
def test_standings_after_a_round_know_nothing_of_later_rounds(after: int) -> None:
    known = [result for result in SWISS_SEVEN if result.round <= after]
    then = standings(SWISS_SEVEN, range(1, 8), 4, SWISS, after_round=after, seed="s")
    assert then == standings(known, range(1, 8), 4, SWISS, seed="s")
    assert then.after_round == after


def test_tie_breaks_of_opponents_are_provisional_before_the_last_round() -> None:
    before = standings(SWISS_SEVEN, range(1, 8), 4, SWISS, after_round=3)
    assert before.provisional
    assert [column.code for column in before.columns if column.provisional] == [
        "buchholz_cut_1",
        "buchholz",
        "sonneborn_berger",
    ]
    after = standings(SWISS_SEVEN, range(1, 8), 4, SWISS)
    assert not after.provisional
    assert not any(column.provisional for column in after.columns)


def test_own_tie_breaks_are_never_provisional() -> None:
    assert not standings(SWISS_SEVEN, range(1, 8), 4, ["wins"], after_round=2).provisional


def test_nobody_has_no_standings() -> None:
    assert standings([], [], 3, SWISS).rows == ()


def test_an_entrant_without_a_game_is_listed() -> None:
    table = standings([won(1, 1, 2)], [1, 2, 3], 1, SWISS, seed="s")
    assert {row.entrant for row in table.rows} == {1, 2, 3}


def test_organisers_may_put_a_tie_break_before_the_points() -> None:
    results = [bye(1, 1), won(1, 2, 3), bye(2, 1), won(2, 3, 2)]
    table = standings(results, [1, 2, 3], 2, ["wins_played", "points"])
    assert [row.entrant for row in table.rows] == [2, 3, 1]
    assert table.columns[0].code == "wins_played"


def test_a_progressive_score_prefers_early_wins() -> None:
    results = [won(1, 1, 2), won(2, 2, 1)]
    table = standings(results, [1, 2], 2, ["progressive"])
    assert [(row.entrant, row.values["progressive"]) for row in table.rows] == [(1, 2), (2, 1)]


def test_share_leaves_unplayed_rounds_out() -> None:
    results = [won(1, 1, 2, (200, 50)), forfeited(2, 2, 1), won(3, 1, 2, (180, 120))]
    values = {
        row.entrant: row.values["share"] for row in standings(results, [1, 2], 3, ["share"]).rows
    }
    assert values[1] == pytest.approx((0.8 + 0.6) / 2)
    assert values[2] == pytest.approx((0.2 + 0.4) / 2)


def test_share_without_a_game_is_nothing_and_a_scoreless_table_is_shared() -> None:
    results = [TableResult(1, (1, 2), ResultKind.PLAYED, (1, 1), (0.5, 0.5), (0, 0)), bye(1, 3)]
    rows = {row.entrant: row for row in standings(results, [1, 2, 3], 1, ["share"]).rows}
    assert [rows[one].values["share"] for one in (1, 2, 3)] == [0.5, 0.5, 0]


def test_thirds_of_points_add_up_in_any_order() -> None:
    third = 7 / 3
    one = [bye(1, 1, third), bye(2, 1, third), bye(3, 1, third), bye(4, 1, 1)]
    other = [bye(1, 2, 1), bye(2, 2, third), bye(3, 2, third), bye(4, 2, third)]
    table = standings([*one, *other], [1, 2], 4, ["wins"], points=PLACE_POINTS)
    assert [(row.rank, row.values["points"]) for row in table.rows] == [(1, 8), (1, 8)]


def test_a_bye_of_pods_is_no_table_and_adds_nobody() -> None:
    results = [pod(1, {1: 200, 2: 150, 3: 100, 4: 50}), bye(1, 5, PLACE_POINTS.bye)]
    rows = {
        row.entrant: row.values
        for row in standings(results, range(1, 6), 1, PODS, points=PLACE_POINTS).rows
    }
    assert rows[5]["points"] == 6
    assert (rows[5]["table_wins"], rows[5]["share"], rows[5]["opponents_percentage"]) == (0, 0, 0)
    assert rows[4]["opponents_percentage"] == pytest.approx((1 + 8 / 12 + 4 / 12) / 3)


def test_a_bye_does_not_raise_what_opponents_get_of_it() -> None:
    results = [pod(1, {1: 200, 2: 150}), bye(2, 1, 6.0), bye(2, 2, 6.0)]
    rows = {
        row.entrant: row.values
        for row in standings(results, [1, 2], 2, PODS, points=PLACE_POINTS).rows
    }
    assert rows[2]["opponents_percentage"] == 1


def test_a_shared_first_place_wins_no_table() -> None:
    table = standings([pod(1, {1: 100, 2: 100, 3: 50})], [1, 2, 3], 1, PODS, points=PLACE_POINTS)
    assert [row.values["table_wins"] for row in table.rows] == [0, 0, 0]


@pytest.mark.parametrize(
    "codes, sentence",
    [
        (["koya"], "there is no tie-break 'koya'"),
        (["share", "lot", "share"], "'share' is named twice"),
    ],
)
def test_unfit_tie_breaks_are_refused(codes: list[str], sentence: str) -> None:
    with pytest.raises(UnfitTieBreak, match=sentence):
        standings([], [1, 2], 1, codes)


@pytest.mark.parametrize("code", ["buchholz", "buchholz_cut_1", "sonneborn_berger"])
def test_buchholz_is_for_tables_of_two(code: str) -> None:
    with pytest.raises(UnfitTieBreak, match="is for tables of two, and a table here has 4"):
        standings(PODS_TEN, range(1, 11), 3, [code], points=PLACE_POINTS)


def test_two_results_of_an_entrant_in_a_round_are_refused() -> None:
    with pytest.raises(UnfitResults, match="entrant 1 has two results in round 1"):
        standings([won(1, 1, 2), won(1, 3, 1)], [1, 2, 3], 1, SWISS)


def test_an_unknown_entrant_is_refused() -> None:
    with pytest.raises(UnfitResults, match="unknown entrant, 9"):
        standings([won(1, 1, 9)], [1, 2], 1, SWISS)


def test_an_explanation_names_who_is_tied_ahead_and_behind() -> None:
    table = standings(SWISS_SEVEN, range(1, 8), 4, SWISS, seed="s")
    explained = explain_rank(table, 3)
    assert (explained.rank, explained.decided_by) == (3, "buchholz_cut_1")
    points, cut_1, *rest = explained.steps
    assert (points.ahead, points.behind) == ((), (4, 6, 7))
    assert (cut_1.tied_with, cut_1.ahead, cut_1.behind) == ((1, 2, 5), (2, 5), (1,))
    assert all(step.tied_with == () for step in rest)
    assert [(part.opponent, part.points, part.why) for part in points.contributions] == [
        (6, 1, "awarded"),
        (7, 1, "awarded"),
        (5, 1, "awarded"),
        (2, 0, "awarded"),
    ]


def test_who_is_not_in_the_table_has_no_explanation() -> None:
    with pytest.raises(NotInStandings, match="do not list entrant 9"):
        explain_rank(standings([], [1, 2], 1, SWISS), 9)
