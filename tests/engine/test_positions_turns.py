"""The positions of the rules that go through a turn, from its first action to its end."""

from tests.engine.table import Table, lay_out


def bonus_turn() -> Table:
    return lay_out("R7 B9", "R7 Y1 Y3 Y4", draw="G3")


def test_r40_matched_cards_are_discarded_together() -> None:
    assert bonus_turn().play("R7>R7 .").discard_pile == "R7 R7"


def test_r41_centre_is_refilled_to_two() -> None:
    assert bonus_turn().play("R7>R7 .").centre == "B9 G3"


def test_r42_bonus_is_laid_after_the_refill() -> None:
    assert bonus_turn().play("R7>R7 . /Y1").centre == "B9 G3 Y1"


def test_r30_single_colour_match_earns_one_lay_down() -> None:
    assert bonus_turn().play("R7>R7 . /Y1").turn == 1


def test_r16_no_draw_after_a_match() -> None:
    assert lay_out("R7 B9", "B7 Y1 Y3 Y4").why_not("B7>R7 D") == "R16"


def test_r15_no_turn_begins_with_its_end() -> None:
    assert lay_out("R7 B9", "B7 Y1 Y3 Y4").why_not(".") == "R15"


def test_r14_no_turn_begins_with_a_lay_down() -> None:
    assert lay_out("R7 B9", "B7 Y1 Y3 Y4").why_not("/Y1") == "R14"


def test_r36_match_after_a_draw_uses_the_drawn_card() -> None:
    assert lay_out("B7 R9", "R7 Y1", draw="G3").why_not("D R7>B7") == "R36"


def test_r36_after_draw_any_lets_another_card_match() -> None:
    table = lay_out("B7 R9", "R7 Y1", draw="G3", after_draw="any")
    assert table.play("D R7>B7").hand(0) == "Y1 G3"


def match_with_the_drawn_card() -> Table:
    return lay_out("B7 R9", "B3 R9 Y1 Y3", draw="G4").play("D G4+B3>B7")


def test_r36_drawn_card_is_half_of_a_double() -> None:
    assert match_with_the_drawn_card().hand(0) == "R9 Y1 Y3"


def test_r36_one_match_follows_a_draw() -> None:
    assert match_with_the_drawn_card().why_not("R9>R9") == "R36"


def test_r37_match_after_a_draw_leaves_no_card_to_lay() -> None:
    table = match_with_the_drawn_card().play(".")
    assert (table.turn, table.sizes[0]) == (1, 3)


def test_r38_draw_without_a_match_must_lay() -> None:
    assert lay_out("B7 R9", "Y1 Y3", draw="G3").why_not("D .") == "R38"


def test_r38_after_the_lay_down_the_centre_has_three() -> None:
    table = lay_out("B7 R9", "Y1 Y3", draw="G3").play("D /Y1")
    assert table.centre == "B7 R9 Y1"


def three_colour_matches() -> Table:
    return lay_out("R7 B9 G5", "R7 B9 G5 Y1 Y3").play("R7>R7 B9>B9 G5>G5 .")


def test_r34_three_colour_matches_earn_three_lay_downs() -> None:
    assert three_colour_matches().bonuses == 3


def test_r43_lay_downs_are_mandatory_as_far_as_the_hand_lasts() -> None:
    assert three_colour_matches().why_not("/Y1 .") == "R43"


def test_r60_last_lay_down_ends_the_round_with_a_bonus_still_owed() -> None:
    table = three_colour_matches().play("/Y1 /Y3")
    assert (table.phase, table.outcome[0]) == ("over", 0)


def test_r44_two_double_colour_matches_go_round_the_table_twice() -> None:
    table = lay_out("R7 B9 G1 G3", "R4 R3 B5 B4 Y1 Y3 Y4", "W W W", "W W W", draw="G6 G7 G8 G9 G10")
    table.play("R4+R3>R7 B5+B4>B9 . /Y1 /Y3")
    assert [table.hand(1), table.hand(2)] == ["G6 G8 W W W", "G7 G9 W W W"]
