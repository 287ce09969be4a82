"""R14 to R19 and R36 to R39: what a turn may hold, and a turn with a draw."""

import pytest

from tests.engine.table import Table, lay_out


def test_r14_turn_begins_with_a_match_or_a_draw() -> None:
    assert lay_out("R7 B9", "B7 Y1 Y3").listed(0) == {"B7>R7", "D"}


def test_r12_only_the_seat_to_act_plays() -> None:
    assert lay_out("R7 B9", "B7 Y1 Y3", "G7 W W").why_not("1:G7>R7") == "R12"


@pytest.mark.parametrize("action", ["1:D", "1:.", "1:/W", "1:timeout"])
def test_r12_no_other_action_of_a_turn_is_open_to_another_seat(action: str) -> None:
    assert lay_out("R7 B9", "B7 Y1 Y3").why_not(action) == "R12"


def test_r1_seat_that_does_not_exist_cannot_act() -> None:
    assert lay_out("R7 B9", "B7 Y1 Y3").why_not("2:D") == "R1"


def test_r4_card_that_is_not_in_the_hand_cannot_be_played() -> None:
    assert lay_out("R7 B9", "B7 Y1 Y3").why_not("G7>R7") == "R4"


def test_r15_drawing_is_allowed_with_a_match_at_hand() -> None:
    assert lay_out("R7 B9", "R7 Y1 Y3").play("D").phase == "drawn"


def test_r16_no_second_draw() -> None:
    assert lay_out("R7 B9", "Y1 Y3").why_not("D D") == "R16"


def test_r16_no_draw_after_a_match_with_the_drawn_card() -> None:
    assert lay_out("R7 B9", "Y1 Y3", draw="B7").why_not("D B7>R7 D") == "R16"


def test_r16_no_draw_while_a_bonus_is_owed() -> None:
    assert lay_out("R7 B9", "R7 Y1 Y3").why_not("R7>R7 . D") == "R16"


def test_r19_match_is_final() -> None:
    table = lay_out("R7 B9", "B7 Y1 Y3").play("B7>R7")
    assert (table.hand(0), table.centre) == ("Y1 Y3", "B9")


def test_r19_matching_is_ended_also_where_nothing_more_can_be_matched() -> None:
    table = lay_out("R7", "B7 Y1 Y3").play("B7>R7")
    assert (table.turn, table.listed(0)) == (0, {".", "!"})


def test_r19_turn_passes_with_the_end_where_no_bonus_is_owed() -> None:
    table = lay_out("R7 B9", "B7 Y1 Y3").play("B7>R7 .")
    assert (table.turn, table.phase, table.turn_number) == (1, "play", 2)


def test_r19_turn_passes_by_itself_after_the_last_lay_down() -> None:
    assert lay_out("R7 B9", "R7 Y1 Y3").play("R7>R7 . /Y1").turn == 1


def test_r19_no_lay_down_before_the_matching_is_ended() -> None:
    assert lay_out("R7 B9", "R7 Y1 Y3").why_not("R7>R7 /Y1") == "R19"


def test_r19_no_match_after_the_matching_is_ended() -> None:
    assert lay_out("R7 B9", "R7 B9 Y1 Y3").why_not("R7>R7 . B9>B9") == "R19"


def test_r18_card_turned_up_in_the_refill_cannot_be_matched_any_more() -> None:
    table = lay_out("R7 B9", "R7 G3 Y1 Y3", draw="R3")
    assert table.why_not("R7>R7 . G3>R3") == "R19"


def test_r36_drawn_card_goes_into_the_hand() -> None:
    assert lay_out("R7 B9", "Y1 Y3", draw="G3").play("D").hand(0) == "Y1 Y3 G3"


def test_r36_drawn_card_matches_as_a_single() -> None:
    assert lay_out("R7 B9", "Y1 Y3", draw="B7").play("D B7>R7").centre == "B9"


def test_r36_card_of_the_same_face_counts_as_the_drawn_one() -> None:
    table = lay_out("R7 B9", "B7 Y1", draw="B7").play("D B7>R7")
    assert table.hand(0) == "Y1 B7"


def test_r36_double_without_the_drawn_card_is_refused() -> None:
    assert lay_out("R7 B9", "Y4 Y3 W", draw="G3").why_not("D Y4+Y3>R7") == "R36"


def test_r36_only_matches_with_the_drawn_card_are_listed() -> None:
    table = lay_out("R7 B9", "B7 Y6 Y3", draw="G3").play("D")
    assert {each for each in table.listed(0) if ">" in each} == {"Y6+G3>B9"}


def test_r36_after_the_one_match_only_the_end_is_left() -> None:
    table = lay_out("R7 B9", "B9 Y1 Y3", draw="B7").play("D B7>R7")
    assert table.listed(0) == {"."}


def test_r37_match_after_a_draw_earns_its_bonus() -> None:
    table = lay_out("R7 B9", "Y1 Y3", draw="R7").play("D R7>R7 .")
    assert (table.phase, table.bonuses) == ("lay", 1)


def test_r37_double_colour_match_after_a_draw_makes_the_others_draw() -> None:
    table = lay_out("R7 B9 B8", "R4 Y1 Y3", draw="R3 G6").play("D R4+R3>R7 . /Y1")
    assert table.hand(1) == "G6 W W W"


@pytest.mark.parametrize("after_draw, ruled_by", [("drawn_card", "R36"), ("any", "R36")])
def test_after_draw_matches_one_allows_no_second_match(after_draw: str, ruled_by: str) -> None:
    table = lay_out("R7 B9", "B9 Y1 Y3", draw="B7", after_draw=after_draw)
    assert table.why_not("D B7>R7 B9>B9") == ruled_by


def many() -> Table:
    return lay_out("R7 B9", "Y9 R7 Y1 Y3", draw="B7", after_draw_matches="many")


def test_after_draw_matches_many_allows_later_matches_without_the_drawn_card() -> None:
    assert many().play("D B7>R7 Y9>B9").centre == ""


def test_after_draw_matches_many_still_starts_with_the_drawn_card() -> None:
    assert many().why_not("D Y9>B9") == "R36"


def test_after_draw_any_with_many_needs_the_drawn_card_nowhere() -> None:
    table = lay_out(
        *("R7 B9", "Y9 R7 Y1 Y3"), draw="G3", after_draw="any", after_draw_matches="many"
    )
    assert table.play("D R7>R7 Y9>B9").hand(0) == "Y1 Y3 G3"


def test_after_draw_any_lists_matches_without_the_drawn_card() -> None:
    table = lay_out("R7 B9", "B7 Y1 Y3", draw="G3", after_draw="any").play("D")
    assert "B7>R7" in table.listed(0)


def test_r38_any_card_of_the_hand_may_be_laid() -> None:
    table = lay_out("R7 B9", "Y1 Y3", draw="G3").play("D")
    assert table.listed(0) == {"/Y1", "/Y3", "/G3"}


def test_r38_card_that_is_laid_is_in_the_hand() -> None:
    assert lay_out("R7 B9", "Y1 Y3", draw="G3").why_not("D /G4") == "R4"


def test_r39_lay_down_discards_nothing() -> None:
    assert lay_out("R7 B9", "R7 Y3", draw="G3").play("D /R7").discard_pile == ""


def test_r39_lay_down_earns_no_bonus() -> None:
    table = lay_out("R7 B9", "R7 Y3", draw="G3").play("D /R7")
    assert (table.turn, table.sizes[0]) == (1, 2)


def test_r39_lay_down_comes_before_the_refill_which_counts_it() -> None:
    table = lay_out("R7", "Y1 Y3", draw="G3 G4").play("D /Y1")
    assert (table.centre, table.draw_pile[:2]) == ("R7 Y1", "G4")


def test_no_match_laydown_optional_allows_the_end() -> None:
    table = lay_out("R7 B9", "Y1 Y3", draw="G3", no_match_laydown="optional").play("D .")
    assert (table.turn, table.centre, table.hand(0)) == (1, "R7 B9", "Y1 Y3 G3")


def test_no_match_laydown_optional_allows_the_lay_down() -> None:
    table = lay_out("R7 B9", "Y1 Y3", draw="G3", no_match_laydown="optional").play("D /Y1")
    assert (table.turn, table.centre) == (1, "R7 B9 Y1")


def test_no_match_laydown_off_allows_the_end() -> None:
    table = lay_out("R7 B9", "Y1 Y3", draw="G3", no_match_laydown="off").play("D .")
    assert (table.turn, table.centre) == (1, "R7 B9")


def test_no_match_laydown_off_refuses_the_lay_down() -> None:
    table = lay_out("R7 B9", "Y1 Y3", draw="G3", no_match_laydown="off")
    assert table.why_not("D /Y1") == "R38"


@pytest.mark.parametrize("no_match_laydown", ["optional", "off"])
def test_r39_turn_that_ends_without_a_lay_down_refills(no_match_laydown: str) -> None:
    table = lay_out("R7", "Y1 Y3", draw="G3 G4", no_match_laydown=no_match_laydown)
    assert table.play("D .").centre == "R7 G4"


@pytest.mark.parametrize("no_match_laydown", ["optional", "off"])
def test_r39_turn_that_ends_without_a_lay_down_has_its_penalty(no_match_laydown: str) -> None:
    table = lay_out("R7 B9", "Y1", draw="G3 G4 G5", no_match_laydown=no_match_laydown)
    assert table.play("D 1:?0 .").hand(0) == "Y1 G3 G4 G5"


@pytest.mark.parametrize("no_match_laydown", ["mandatory", "optional", "off"])
def test_no_match_laydown_says_what_is_listed_after_a_draw(no_match_laydown: str) -> None:
    table = lay_out("R7 B9", "Y1 Y3", draw="G3", no_match_laydown=no_match_laydown).play("D")
    lays = set() if no_match_laydown == "off" else {"/Y1", "/Y3", "/G3"}
    ends = set() if no_match_laydown == "mandatory" else {"."}
    assert table.listed(0) == lays | ends


def test_no_match_laydown_off_leaves_the_bonus_of_a_match_after_a_draw() -> None:
    table = lay_out("R7 B9", "Y1 Y3", draw="R7 G3", no_match_laydown="off")
    assert table.play("D R7>R7 . /Y1").centre == "B9 G3 Y1"
