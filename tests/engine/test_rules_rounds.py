"""R60 to R65 and R70: the end of a round and of a game, and the options about it."""

from typing import Any

import pytest

from games.engine.events import CentreRefilled, PenaltyTaken
from games.engine.ruleset import named_ruleset
from tests.engine.table import Table, lay_out, start_game


def test_r60_match_that_empties_the_hand_ends_the_round() -> None:
    table = lay_out("R7 B9", "B7").play("B7>R7")
    assert (table.phase, table.outcome[0]) == ("over", 0)


def test_r60_lay_down_that_empties_the_hand_ends_the_round() -> None:
    table = lay_out("R7 B9", "R7 Y1").play("R7>R7 . /Y1")
    assert (table.phase, table.outcome[0]) == ("over", 0)


def test_r60_lay_down_after_an_empty_draw_ends_the_round() -> None:
    table = lay_out("R7 B9", "Y1", rest="nowhere").play("D /Y1")
    assert (table.phase, table.outcome[0]) == ("over", 0)


@pytest.mark.parametrize("word", ["0:.", "0:D", "1:D", "1:!", "1:?0"])
def test_r60_nothing_is_accepted_after_the_round(word: str) -> None:
    assert lay_out("R7 B9", "B7").why_not(f"B7>R7 {word}") == "R60"


def test_r61_matched_cards_are_discarded_before_scoring() -> None:
    assert lay_out("R7 B9", "R4 R3").play("R4+R3>R7").discard_pile == "R3 R4 R7"


def test_r61_centre_row_is_not_refilled() -> None:
    table = lay_out("R7 B9", "R7").play("R7>R7")
    assert table.centre == "B9"
    assert not any(isinstance(event, CentreRefilled) for event in table.events)


def test_r61_opponents_draw_for_every_double_colour_match_of_the_turn() -> None:
    table = lay_out("R7 B9", "R4 R3 B5 B4", "W", "W").play("R4+R3>R7 B5+B4>B9")
    assert table.sizes == [0, 3, 3]


def test_r61_opponents_draw_as_a_lay_down_goes_out() -> None:
    table = lay_out("R7 B9 B8", "R4 R3 Y1").play("R4+R3>R7 . /Y1")
    assert table.sizes == [0, 4]


def test_r61_bonus_that_is_owed_does_not_keep_the_round_going() -> None:
    assert lay_out("R7 B9", "R7").play("R7>R7").phase == "over"


def pending_out(**options: Any) -> Table:
    """Return a table where seat 0 was caught at two and is about to lay its last card."""
    table = lay_out("R7 B9 G6", "R7 B9 Y1 Y3", draw="G3 G4 G5 G7", **options)
    return table.play("R7>R7 B9>B9 1:?0 . /Y1")


def test_pending_penalty_blocks_out_false_lets_the_hand_be_empty() -> None:
    table = pending_out().play("/Y3")
    assert (table.phase, table.outcome[0]) == ("over", 0)


def test_r61_player_who_went_out_takes_no_penalty() -> None:
    table = pending_out().play("/Y3")
    assert not any(isinstance(event, PenaltyTaken) for event in table.events)


def blocked(**options: Any) -> Table:
    return pending_out(pending_penalty_blocks_out=True, **options).play("/Y3")


def test_pending_penalty_blocks_out_takes_the_penalty_first() -> None:
    assert blocked().hand(0) == "G4 G5"


def test_pending_penalty_blocks_out_lets_the_turn_go_on_to_its_end() -> None:
    table = blocked()
    assert (table.turn, table.phase, table.sizes[0]) == (1, "play", 2)


def test_pending_penalty_blocks_out_begins_a_duty_at_two() -> None:
    assert blocked().owing == [0]


def blocked_match(**options: Any) -> Table:
    """Return a table where the last two cards were matched while a penalty was pending."""
    table = lay_out(
        *("R7 B9 G6 G8", "B7 R8 B1"),
        draw="Y6 G5",
        pending_penalty_blocks_out=True,
        **options,
    )
    return table.play("B7>R7 1:?0 R8+B1>B9")


def test_pending_penalty_blocks_out_keeps_the_matching_open() -> None:
    table = blocked_match()
    assert (table.phase, table.turn, table.hand(0)) == ("matching", 0, "Y6 G5")


def test_pending_penalty_blocks_out_lets_the_new_cards_match() -> None:
    assert blocked_match().play("Y6>G6").hand(0) == "G5"


def test_pending_penalty_blocks_out_leaves_nothing_for_the_end_of_the_turn() -> None:
    assert blocked_match().play(".").sizes[0] == 2


def test_pending_penalty_blocks_out_keeps_the_matched_cards_in_the_centre_row() -> None:
    assert blocked_match().discard_pile == ""


def test_pending_penalty_blocks_out_lets_the_round_end_where_no_card_comes() -> None:
    table = lay_out(
        *("R7 B1 B9", "B7 Y1"),
        duties=[1, 0],
        rest="nowhere",
        pending_penalty_blocks_out=True,
    )
    assert table.play("1:?0 B7>R7 Y1>B1").outcome == (0, 60)


def test_pending_penalty_blocks_out_takes_what_there_is() -> None:
    table = lay_out(
        *("R7 B1 B9", "B7 Y1"),
        draw="G3",
        duties=[1, 0],
        rest="nowhere",
        pending_penalty_blocks_out=True,
    )
    assert table.play("1:?0 B7>R7 Y1>B1").hand(0) == "G3"


def test_pending_penalty_blocks_out_comes_after_the_immediate_draws() -> None:
    table = lay_out(
        *("R7 B9 B6", "R4 R3"),
        draw="G3 G4 G5",
        duties=[1, 0],
        pending_penalty_blocks_out=True,
        double_colour_draw="immediate",
    )
    table.play("1:?0 R4+R3>R7")
    assert [table.hand(1), table.hand(0)] == ["G3 W W W", "G4 G5"]


def test_r62_card_points_are_face_values_twenty_and_forty() -> None:
    table = lay_out("R7 B9", "R7", "Y10 W B#").play("R7>R7")
    assert table.outcome == (0, 10 + 20 + 40)


def test_r62_cards_of_all_other_hands_count() -> None:
    table = lay_out("R7 B9", "R7", "Y10", "W", "R1 R3").play("R7>R7")
    assert table.outcome == (0, 10 + 20 + 4)


@pytest.mark.parametrize("wild_number_points", [40, 50])
def test_wild_number_points_are_what_a_wild_number_counts(wild_number_points: int) -> None:
    table = lay_out("R7 B9", "R7", "B#", wild_number_points=wild_number_points)
    assert table.play("R7>R7").outcome == (0, wild_number_points)


@pytest.mark.parametrize(
    "target, score, wins", [(1, 0, True), (60, 20, True), (61, 20, False), (5000, 4960, True)]
)
def test_target_is_what_a_total_must_reach(target: int, score: int, wins: bool) -> None:
    table = lay_out("R7 B9", "R7", "B#", scores=[score, 0], target=target, game=True)
    assert (table.play("R7>R7").state.result is not None) is wins


def test_r63_game_that_reached_the_target_says_so() -> None:
    table = lay_out("R7 B9", "R7", "B#", scores=[160, 0], game=True).play("R7>R7")
    assert (table.result.winner, table.result.ended) == (0, "target")


def test_target_null_ends_the_game_with_the_first_winner() -> None:
    table = lay_out("R7 B9", "R7", "R1", target=None, game=True).play("R7>R7")
    assert (table.result.winner, table.result.ended) == (0, "one_round")


def test_target_null_still_counts_the_points() -> None:
    table = lay_out("R7 B9", "R7", "R1 W", target=None, game=True).play("R7>R7")
    assert table.result.scores == (21, 0)


def test_target_null_goes_on_after_a_round_without_a_winner() -> None:
    table = lay_out("R7 B9", "Y1 Y3", turn_number=1000, target=None, game=True).play("D /Y1")
    assert (table.state.number, table.state.result) == (2, None)


def test_r63_nothing_is_accepted_after_the_game() -> None:
    table = lay_out("R7 B9", "R7", "R1", target=None, game=True)
    assert table.why_not("R7>R7 1:D") == "R63"


def test_r64_only_the_rounds_winner_scores() -> None:
    table = lay_out("R7 B9", "R7", "W", "W", scores=[1, 2, 3], game=True).play("R7>R7")
    assert table.scores == [41, 2, 3]


def test_r65_new_round_is_dealt_at_once() -> None:
    table = lay_out("R7 B9", "R7", "W", game=True).play("R7>R7")
    assert (table.state.number, table.sizes, table.phase) == (2, [7, 7], "play")


def test_r65_new_round_begins_with_turn_one_and_no_duties() -> None:
    table = lay_out("R7 B9", "R7", "W W", duties=[0, 5], turn_number=5, game=True).play("R7>R7")
    assert (table.turn_number, table.owing, table.piles) == (1, [], (92, 0))


def test_r65_round_after_a_dry_one_is_dealt_at_once() -> None:
    table = lay_out("R7 B9", "Y1 Y3", turn_number=1000, game=True).play("D /Y1")
    assert (table.state.number, table.sizes) == (2, [7, 7])


def test_reprint_2021_is_classic_for_one_round() -> None:
    options = named_ruleset("reprint-2021").options()
    assert options == named_ruleset("classic-2018").options() | {"target": None}


def test_reprint_2021_points_goes_to_500_with_wild_numbers_at_50() -> None:
    options = named_ruleset("reprint-2021-points").options()
    changed = {"target": 500, "wild_number_points": 50}
    assert options == named_ruleset("classic-2018").options() | changed


@pytest.mark.parametrize("max_turns", [100, 1000, 10000])
def test_max_turns_is_the_number_of_the_last_turn(max_turns: int) -> None:
    table = lay_out("R7 B9", "Y1 Y3", "W W W", turn_number=max_turns - 1, max_turns=max_turns)
    assert table.play("D /Y1").phase == "play"
    assert table.play("D /W").outcome == (None, 0)


def test_r70_last_turn_goes_through_its_penalty() -> None:
    table = lay_out("R7 B9 B8", "B7 Y1 Y3", turn_number=1000).play("B7>R7 1:?0 .")
    assert (table.phase, table.sizes[0]) == ("over", 4)


def test_r70_going_out_in_the_last_turn_still_wins() -> None:
    table = lay_out("R7 B9", "R7", "W", turn_number=1000).play("R7>R7")
    assert table.outcome == (0, 20)


def dry_game(scores: list[int]) -> Table:
    """Return a game after three rounds in a row without a winner."""
    table = start_game(len(scores), max_turns=100)
    table.state.scores = scores
    while table.state.result is None:
        table.state.round.turn_number = 100
        table.play("timeout")
    return table


def test_r70_three_dry_rounds_in_a_row_end_the_game() -> None:
    table = dry_game([0, 0])
    assert (table.state.number, table.result.ended) == (3, "limit")


def test_r70_sole_leader_on_points_wins_a_dry_game() -> None:
    assert dry_game([10, 30, 20]).result.winner == 1


def test_r70_nobody_wins_a_dry_game_with_two_leaders() -> None:
    assert dry_game([30, 30, 20]).result.winner is None


def test_r70_round_with_a_winner_starts_the_count_anew() -> None:
    table = lay_out("R7 B9", "R7", "W", game=True)
    table.state.dry_rounds = 2
    assert table.play("R7>R7").state.dry_rounds == 0
