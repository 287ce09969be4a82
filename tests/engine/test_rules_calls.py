"""R48 to R59: the duty to call DOS, the call, the catch and the penalty."""

from typing import Any

import pytest

from games.engine.legal import legal_actions
from games.engine.notation import format_action
from tests.engine.table import Table, lay_out


def at_two(**options: Any) -> Table:
    """Return a table where seat 0 has just come to two cards by a match, uncalled."""
    table = lay_out("R7 B9", "B7 Y1 Y3", "W W W", "W W W", draw="G3 G4 G5 G6 G7", **options)
    return table.play("B7>R7")


def test_r48_hand_that_becomes_two_owes_a_call() -> None:
    assert at_two().owing == [0]


def test_r48_call_settles_the_duty() -> None:
    assert at_two().play("!").owing == []


def test_r49_uncalled_hand_can_be_caught_by_any_other_player() -> None:
    table = at_two()
    assert ["?0" in table.listed(seat) for seat in range(3)] == [False, True, True]


def test_r49_catch_names_the_seat() -> None:
    assert at_two().why_not("1:?2") == "R55"


def test_r49_seat_that_does_not_exist_cannot_be_caught() -> None:
    assert at_two().why_not("1:?3") == "R1"


def test_r49_call_and_catch_are_open_in_phase_play() -> None:
    assert at_two().play(".").listed(0) == {"!"}


@pytest.mark.parametrize(
    "words, phase",
    [
        pytest.param("", "play", id="play"),
        pytest.param("D", "drawn", id="drawn"),
        pytest.param("R7>R7", "matching", id="matching"),
        pytest.param("R7>R7 .", "lay", id="lay"),
    ],
)
@pytest.mark.parametrize("word", ["1:!", "2:?1"])
def test_r49_calls_and_catches_are_open_in_every_phase(words: str, phase: str, word: str) -> None:
    table = lay_out(
        *("R7 B9", "R7 Y1 Y3 Y4", "W W", "W W W"),
        duties=[0, 1, 0],
        turn_number=2,
        dos_window="open",
    ).play(words)
    assert (table.phase, table.owing) == (phase, [1])
    assert table.play(word).owing == []


def test_r49_duty_that_is_open_as_the_round_ends_is_void() -> None:
    table = lay_out("R7 B9", "R7", "W W", duties=[0, 1], turn_number=1).play("R7>R7")
    assert (table.phase, table.owing) == ("over", [])


def test_r49_nobody_can_catch_after_the_round() -> None:
    table = lay_out("R7 B9", "R7", "W W", duties=[0, 1], turn_number=1)
    assert table.why_not("R7>R7 0:?1") == "R60"


@pytest.mark.parametrize("dos_penalty", [1, 2, 3, 4])
def test_r50_dos_penalty_is_so_many_cards(dos_penalty: int) -> None:
    table = at_two(dos_penalty=dos_penalty).play(". 1:?0")
    assert table.sizes[0] == 2 + dos_penalty


@pytest.mark.parametrize("dos_penalty", [1, 2, 3, 4])
def test_r52_dos_penalty_in_the_own_turn_is_so_many_cards(dos_penalty: int) -> None:
    table = at_two(dos_penalty=dos_penalty).play("1:?0 .")
    assert table.sizes[0] == 2 + dos_penalty


def test_dos_penalty_0_begins_no_duty() -> None:
    assert at_two(dos_penalty=0).owing == []


@pytest.mark.parametrize("word", ["!", "1:?0", "1:?2"])
def test_dos_penalty_0_refuses_calls_and_catches(word: str) -> None:
    assert at_two(dos_penalty=0).why_not(word) == "R50"


def test_dos_penalty_0_refuses_flags() -> None:
    assert lay_out("R7 B9", "B7 Y1 Y3", dos_penalty=0).why_not("B7>R7!") == "R50"


def test_dos_penalty_0_refuses_a_wrong_catch_that_would_cost_cards() -> None:
    assert at_two(dos_penalty=0, false_catch_penalty=2).why_not("1:?2") == "R50"


def test_r50_penalty_comes_from_the_top_of_the_draw_pile() -> None:
    assert at_two().play(". 1:?0").hand(0) == "Y1 Y3 G4 G5"


def test_r51_catch_outside_the_own_turn_leaves_nothing_for_its_end() -> None:
    table = at_two().play(". 1:?0 1:D /W")
    assert table.sizes[0] == 4


def test_r52_own_turn_begins_with_the_end_of_the_turn_before() -> None:
    table = lay_out("R7 B9 B8", "R4 R3 Y1 Y3 Y4", "G1").play("R4+R3>R7 . /Y1")
    assert table.turn == 1
    assert table.play("0:?1").sizes[1] == 2


def test_r53_lay_down_that_makes_two_begins_a_duty() -> None:
    assert lay_out("R7 B9", "R7 R8 Y1 Y3").play("R7>R7 . /Y1").owing == [0]


def test_r53_lay_down_after_a_draw_that_makes_two_begins_a_duty() -> None:
    assert lay_out("R7 B9", "Y1 Y3", draw="G3").play("D /Y1").owing == [0]


def test_r53_own_draw_that_makes_two_begins_a_duty() -> None:
    assert lay_out("R7 B9", "Y1", draw="G3").play("D").owing == [0]


def test_r53_draw_for_a_double_colour_match_begins_a_duty() -> None:
    table = lay_out("R7 B9 B8", "R4 R3 Y1 Y3 Y4", "G1", draw="G3").play("R4+R3>R7 . /Y1!")
    assert table.owing == [1]


def test_r53_penalty_that_makes_two_begins_a_duty() -> None:
    table = lay_out("R7 B9", "B7 Y1 Y3", "W", "W W W", false_catch_penalty=1)
    assert table.play("1:?2").owing == [1]


def test_dos_on_passive_draw_false_begins_no_duty() -> None:
    table = lay_out("R7 B9 B8", "R4 R3 Y1 Y3 Y4", "G1", draw="G3", dos_on_passive_draw=False)
    assert table.play("R4+R3>R7 . /Y1!").owing == []


def test_dos_on_passive_draw_false_leaves_nothing_to_catch() -> None:
    table = lay_out("R7 B9 B8", "R4 R3 Y1 Y3 Y4", "G1", draw="G3", dos_on_passive_draw=False)
    assert table.why_not("R4+R3>R7 . /Y1! 0:?1") == "R55"


def test_dos_on_passive_draw_false_leaves_the_duty_of_an_own_draw() -> None:
    assert lay_out("R7 B9", "Y1", dos_on_passive_draw=False).play("D").owing == [0]


def test_dos_on_passive_draw_false_leaves_the_duty_of_a_penalty() -> None:
    table = lay_out(
        *("R7 B9", "B7 Y1 Y3", "W", "W W W"), false_catch_penalty=1, dos_on_passive_draw=False
    )
    assert table.play("1:?2").owing == [1]


def test_dos_on_passive_draw_false_still_voids_the_duty_of_a_hand_that_leaves_two() -> None:
    table = lay_out(
        *("R7 B9 B8", "R4 R3 Y1 Y3 Y4", "W W"),
        duties=[0, 1],
        double_colour_draw="immediate",
        dos_on_passive_draw=False,
    )
    assert table.play("R4+R3>R7").owing == []


def test_r53_hand_of_two_at_the_start_owes_nothing() -> None:
    assert lay_out("R7 B9", "Y1 Y3", "W W").owing == []


def test_r53_no_duty_begins_where_no_card_came() -> None:
    table = lay_out("R7 B9", "Y1 Y3", rest="nowhere").play("D")
    assert table.owing == []


def test_r54_hand_that_skips_two_owes_nothing() -> None:
    assert lay_out("R7 B9", "B4 Y3 Y1").play("B4+Y3>R7").owing == []


def test_r54_hand_that_skips_two_cannot_be_caught() -> None:
    assert lay_out("R7 B9", "B4 Y3 Y1").why_not("B4+Y3>R7 1:?0") == "R55"


@pytest.mark.parametrize(
    "hand, turn",
    [
        pytest.param("B7 Y1 Y3", "B7>R7!", id="match"),
        pytest.param("B4 Y3 Y1 Y5", "B4+Y3>R7!", id="double match"),
        pytest.param("W", "D!", id="draw"),
        pytest.param("R7 R8 Y1 Y3", "R7>R7 . /Y1!", id="bonus lay-down"),
        pytest.param("Y1 Y3", "D /Y1!", id="lay-down after a draw"),
    ],
)
def test_r56_flag_on_the_action_that_makes_two_is_a_call(hand: str, turn: str) -> None:
    table = lay_out("R7 B9", hand)
    assert table.refusal(f"{turn} 1:?0").code == "called_in_time"


@pytest.mark.parametrize(
    "hand, turn, to_two",
    [
        ("B7 Y1 Y3", "", {"B7>R7"}),
        ("B4 Y3 Y1 Y5", "", {"Y3+B4>R7"}),
        ("W", "", {"D"}),
        ("Y1 Y3", "D", {"/Y1", "/Y3", "/G8"}),
    ],
)
def test_r56_listed_actions_say_where_a_flag_may_stand(
    hand: str, turn: str, to_two: set[str]
) -> None:
    table = lay_out("R7 B10", hand, draw="G8").play(turn)
    options = legal_actions(table.state, 0)
    assert {format_action(option.action) for option in options if option.makes_two} == to_two


def test_r56_call_without_a_duty_is_refused() -> None:
    assert lay_out("R7 B9", "Y1 Y3").why_not("!") == "R56"


def test_r56_second_call_is_refused() -> None:
    assert at_two().why_not("! !") == "R56"


def test_r56_call_after_a_catch_is_refused() -> None:
    assert at_two().why_not("1:?0 !") == "R56"


def test_r56_call_after_the_lapse_is_refused() -> None:
    assert at_two().why_not(". D 0:!") == "R56"


def test_r56_call_outside_the_own_turn_is_accepted() -> None:
    assert at_two().play(". 0:!").owing == []


@pytest.mark.parametrize(
    "hand, turn",
    [
        ("B7 Y1 Y3 Y4", "B7>R7!"),
        ("B7 Y1", "B7>R7!"),
        ("B7", "B7>R7!"),
        ("B4 Y3 Y1", "B4+Y3>R7!"),
        ("Y1 Y3", "D!"),
        ("Y1 Y3 Y4", "D /Y1!"),
        ("R7 Y1 Y3", "R7>R7 . /Y1!"),
    ],
)
def test_r56_flag_on_an_action_that_does_not_make_two_is_refused(hand: str, turn: str) -> None:
    assert lay_out("R7 B9", hand).why_not(turn) == "R56"


def test_r56_flag_on_a_draw_that_brings_no_card_is_refused() -> None:
    assert lay_out("R7 B9", "Y1 Y3", rest="nowhere").why_not("D!") == "R56"


def test_r57_nobody_catches_themself() -> None:
    assert at_two().why_not("0:?0") == "R57"


@pytest.mark.parametrize(
    "words, rule",
    [
        pytest.param("1:?2", "R55", id="not two cards"),
        pytest.param("! 1:?0", "R58", id="called"),
        pytest.param(". D 1:?0", "R55", id="too late"),
    ],
)
def test_r58_wrong_catch_is_refused(words: str, rule: str) -> None:
    assert at_two().why_not(words) == rule


def test_r58_hand_that_was_caught_already_is_refused() -> None:
    assert at_two().why_not("1:?0 2:?0") == "R49"


@pytest.mark.parametrize("false_catch_penalty", [1, 2, 3, 4])
def test_false_catch_penalty_is_so_many_cards_at_once(false_catch_penalty: int) -> None:
    table = at_two(false_catch_penalty=false_catch_penalty).play("! 1:?0")
    assert table.sizes == [2, 3 + false_catch_penalty, 3]


@pytest.mark.parametrize("words", ["1:?2", "! 1:?0", "2:?0 1:?0", ". D 2:?0 1:?0"])
def test_false_catch_penalty_makes_every_wrong_catch_cost(words: str) -> None:
    before = at_two(false_catch_penalty=1).sizes[1]
    drawn = 1 if "D" in words else 0
    table = at_two(false_catch_penalty=1).play(words)
    assert table.sizes[1] == before + drawn + 1


def test_false_catch_penalty_is_taken_at_once_in_the_own_turn_too() -> None:
    table = at_two(false_catch_penalty=2).play("! 0:?1")
    assert (table.sizes[0], table.phase) == (4, "matching")


def test_false_catch_penalty_leaves_a_right_catch_free() -> None:
    assert at_two(false_catch_penalty=2).play("1:?0").sizes[1] == 3


def test_false_catch_penalty_is_no_way_to_catch_oneself() -> None:
    assert at_two(false_catch_penalty=1).why_not("0:?0") == "R57"


def test_false_catch_penalty_is_no_way_to_catch_a_removed_seat() -> None:
    table = at_two(false_catch_penalty=1, on_leave="remove").play("2:leave")
    assert table.why_not("1:?2") == "R58"


def test_false_catch_penalty_leaves_wrong_catches_unlisted() -> None:
    assert at_two(false_catch_penalty=1).listed(1) == {"?0"}


def test_r59_arriving_at_two_again_is_a_new_duty() -> None:
    table = lay_out("R7 B9 B8", "B7 Y1 Y3").play("B7>R7! . D /W D")
    assert table.play("/Y1").owing == [0]


def test_r59_catch_settles_the_duty_of_that_hand() -> None:
    assert at_two().play("1:?0").owing == []


@pytest.mark.parametrize("word", ["!", "1:?0"])
def test_r59_neither_call_nor_catch_changes_the_turn(word: str) -> None:
    table = at_two().play(word)
    assert (table.turn, table.phase, table.turn_number) == (0, "matching", 1)
