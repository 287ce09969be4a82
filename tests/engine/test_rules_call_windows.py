"""R55 and `dos_window`: how long a hand of two can be caught, or called."""

import pytest

from tests.engine.table import Table, lay_out

WINDOWS = ["next_action", "own_next_turn", "open"]


def ended_at_two(dos_window: str, seats: int = 3) -> Table:
    """Return a table where seat 0 ended its turn at two cards, uncalled."""
    others = ["R8 G8 Y6 Y5"] * (seats - 1)
    table = lay_out("R7 B9 B8 B6", "B7 Y1 Y3", *others, dos_window=dos_window)
    return table.play("B7>R7 .")


@pytest.mark.parametrize("dos_window", WINDOWS)
def test_r55_two_cards_can_be_caught_after_the_turn_that_made_them(dos_window: str) -> None:
    assert ended_at_two(dos_window).owing == [0]


@pytest.mark.parametrize("action", ["D", "R8>B8"])
@pytest.mark.parametrize(
    "dos_window, owing", [("next_action", []), ("own_next_turn", [0]), ("open", [0])]
)
def test_dos_window_and_the_first_action_of_the_next_turn(
    dos_window: str, owing: list[int], action: str
) -> None:
    assert ended_at_two(dos_window).play(action).owing == owing


@pytest.mark.parametrize(
    "dos_window, owing", [("next_action", []), ("own_next_turn", []), ("open", [0])]
)
def test_dos_window_and_the_owing_seats_next_draw(dos_window: str, owing: list[int]) -> None:
    table = lay_out(
        *("R7 B9", "Y1 Y3", "W W W"),
        rest="nowhere",
        duties=[1, 0],
        turn_number=3,
        dos_window=dos_window,
    )
    assert table.play("D").owing == owing


def test_r55_refused_action_of_the_next_turn_lapses_nothing() -> None:
    table = ended_at_two("next_action")
    table.why_not("R8>B9")
    assert table.owing == [0]


def test_r55_lay_down_and_end_of_the_same_turn_lapse_nothing() -> None:
    table = lay_out("R7 B9", "R7 B9 Y1 Y3", "W W W").play("R7>R7 B9>B9")
    assert table.owing == [0]


def test_r55_later_match_of_the_same_turn_does_not_lapse_anothers_duty() -> None:
    table = lay_out(
        *("R7 B9 B8 B6", "R4 R3 B8 Y1 Y3 Y4 Y5", "G1"), double_colour_draw="immediate"
    ).play("R4+R3>R7")
    assert table.play("B8>B8").owing == [1]


def test_r55_draw_lapses_the_duty_before_it_has_any_effect() -> None:
    table = lay_out("R7 B9", "Y1 Y3", "W", duties=[1, 0], turn_number=2).play("D")
    assert table.refusal("1:?0").code == "catch_not_two"


def test_r55_after_the_first_match_of_the_next_turn_it_is_too_late() -> None:
    table = lay_out("R7 B9", "Y1 Y3", "G7 W W", duties=[1, 0], turn_number=2, turn=1)
    assert table.refusal("G7>R7 1:?0").code == "catch_too_late"


@pytest.mark.parametrize("word", ["0:!", "1:?0"])
def test_r55_what_lapsed_is_neither_called_nor_caught(word: str) -> None:
    assert ended_at_two("next_action").why_not(f"D {word}") in {"R55", "R56"}


def test_r55_autopilots_draw_is_a_draw_of_the_next_turn() -> None:
    assert ended_at_two("next_action").play("timeout").owing == []


def test_r55_lapse_of_one_hand_leaves_the_duty_that_the_draw_itself_begins() -> None:
    table = lay_out("R7 B9", "Y1 Y3", "W", duties=[1, 0], turn_number=2, turn=1).play("D")
    assert table.owing == [1]


def test_own_next_turn_outlasts_the_turns_of_all_others() -> None:
    table = ended_at_two("own_next_turn").play("D /R8 D /R8")
    assert (table.turn, table.owing) == (0, [0])


def test_own_next_turn_penalty_is_deferred_in_the_own_next_turn() -> None:
    table = ended_at_two("own_next_turn").play("D /R8 D /R8 1:?0")
    assert table.sizes[0] == 2


def test_own_next_turn_lapses_with_the_owing_seats_draw_where_no_card_comes() -> None:
    table = lay_out(
        *("R7 B9", "Y1 Y3", "W W W"),
        rest="nowhere",
        duties=[1, 0],
        turn_number=3,
        dos_window="own_next_turn",
    ).play("D")
    assert table.refusal("1:?0").code == "catch_too_late"


def test_open_window_outlasts_the_owing_seats_draw_where_no_card_comes() -> None:
    table = lay_out(
        *("R7 B9", "Y1 Y3", "W W W"),
        rest="nowhere",
        duties=[1, 0],
        turn_number=3,
        dos_window="open",
    ).play("D")
    assert table.owing == [0]


def test_open_window_closes_as_the_hand_leaves_two() -> None:
    table = ended_at_two("open").play("D /R8 D /R8 D")
    assert table.owing == []
