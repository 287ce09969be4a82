"""R63, R70, R71: the places of a game, and games ended by an organiser."""

import pytest

from games.engine.scoring import final_result
from tests.engine.table import Table, lay_out


def places(
    scores: list[int],
    *hands: str,
    winner: int | None = 0,
    ended: str = "target",
    left: list[int] | None = None,
) -> tuple[int, ...] | None:
    table = lay_out("R7 B9", *hands, scores=scores, left=left or [])
    return final_result(table.state, winner, ended).places


def test_r63_winner_is_first_and_the_others_go_by_score() -> None:
    assert places([200, 20, 90], "R1", "R3", "R4") == (1, 3, 2)


def test_places_of_equal_scores_go_by_fewer_card_points() -> None:
    assert places([200, 20, 20], "R1", "R4 W", "R10") == (1, 3, 2)


def test_places_are_shared_where_all_is_equal_and_the_next_is_skipped() -> None:
    assert places([200, 20, 20, 10], "R1", "R4", "B4", "R1") == (1, 2, 2, 4)


def test_places_after_a_stop_go_by_score_alone() -> None:
    assert places([50, 20, 20], "R1", "R4 W", "R10", ended="stopped") == (1, 2, 2)


def test_places_without_a_winner_share_the_first() -> None:
    assert places([50, 50, 20], "R1", "Y1", "R10", winner=None, ended="limit") == (1, 1, 3)


def test_places_without_a_winner_part_leaders_by_card_points() -> None:
    assert places([50, 50, 20], "R1 W", "Y1", "R10", winner=None, ended="limit") == (2, 1, 3)


def test_seats_that_left_are_behind_all_that_stayed_the_later_ahead() -> None:
    assert places([99, 10, 99, 5], "R1", "R1", "R1", "W", winner=3, left=[2, 0]) == (3, 2, 4, 1)


def test_winner_is_first_also_with_fewer_points() -> None:
    assert places([190, 0], "R1", "R3", winner=1, ended="leave", left=[0]) == (2, 1)


def running(scores: list[int]) -> Table:
    return lay_out("R7 B9", *["Y1 Y3 Y4"] + ["W W W"] * (len(scores) - 1), scores=scores, game=True)


def test_stop_ends_the_game_as_it_stands() -> None:
    table = running([10, 30, 20]).play("stop")
    assert table.result == (1, (10, 30, 20), (3, 1, 2), "stopped")


def test_stop_with_two_leaders_has_no_winner() -> None:
    table = running([30, 30, 20]).play("stop")
    assert (table.result.winner, table.result.places) == (None, (1, 1, 3))


def test_stop_scores_nobody_for_the_open_round() -> None:
    assert running([10, 30]).play("stop").outcome == (None, 0)


def test_abort_counts_for_nothing() -> None:
    table = running([10, 30]).play("abort")
    assert (table.result.winner, table.result.places, table.result.ended) == (None, None, "abort")


@pytest.mark.parametrize("words", ["D", "R7>R7", "R7>R7 ."])
@pytest.mark.parametrize("end", ["stop", "abort"])
def test_game_can_be_ended_in_every_phase(words: str, end: str) -> None:
    table = lay_out("R7 B9", "R7 Y1 Y3 Y4", game=True).play(f"{words} {end}")
    assert table.phase == "over"


@pytest.mark.parametrize("again", ["stop", "abort", "0:leave", "0:D", "0:timeout"])
@pytest.mark.parametrize("end", ["stop", "abort"])
def test_r63_nothing_is_accepted_after_a_game_was_ended(end: str, again: str) -> None:
    assert running([10, 30]).why_not(f"{end} {again}") == "R63"


def test_stop_wins_nothing_for_a_seat_that_left() -> None:
    table = running([90, 30, 20]).play("0:leave stop")
    assert (table.result.winner, table.result.places) == (1, (3, 1, 2))
