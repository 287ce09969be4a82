"""The positions of the rules about calling DOS."""

from tests.engine.table import Table, lay_out


def three_cards() -> Table:
    """Return a table where a single match brings seat 0 to two cards."""
    return lay_out("R7 B9", "R7 Y1 Y3", draw="G3 G4 G5")


def test_r52_player_caught_in_the_own_turn_takes_nothing_yet() -> None:
    assert three_cards().play("R7>R7 1:?0").sizes[0] == 2


def test_r52_player_caught_in_the_own_turn_takes_two_at_its_end() -> None:
    table = three_cards().play("R7>R7 1:?0 . /Y1")
    assert table.hand(0) == "Y3 G4 G5"


def test_r45_penalty_comes_after_lay_downs_and_draws() -> None:
    table = lay_out("R7 B9 B8", "R4 R3 Y1 Y3", "W W W", "W W W", draw="G3 G4 G5 G6")
    table.play("R4+R3>R7 1:?0 . /Y1")
    assert [table.hand(seat) for seat in range(3)] == ["Y3 G5 G6", "G3 W W W", "G4 W W W"]


def test_r56_nobody_can_catch_a_match_that_calls() -> None:
    assert three_cards().why_not("R7>R7! 1:?0") == "R58"


def test_r55_hand_that_has_left_two_cannot_be_caught() -> None:
    table = lay_out("R7 B9", "R4 R3 Y1 Y3")
    assert table.why_not("R4+R3>R7 . /Y1 1:?0") == "R55"


def ended_at_two() -> Table:
    return lay_out("R7 B9", "B7 Y1 Y3", "W W W", "W W W", draw="G3 G4 G5").play("B7>R7 .")


def test_r51_player_caught_outside_the_own_turn_takes_two_at_once() -> None:
    assert ended_at_two().play("1:?0").hand(0) == "Y1 Y3 G4 G5"


def test_r49_only_the_first_catch_counts() -> None:
    assert ended_at_two().why_not("1:?0 2:?0") in {"R49", "R51"}
