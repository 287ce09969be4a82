"""R17 to R35: what matches what, declarations, and the colour bonuses."""

import pytest

from tests.engine.table import lay_out, outcome_of


def test_r17_singles_and_doubles_mix_in_one_turn() -> None:
    table = lay_out("R7 B9 G5", "B7 Y4 R5 W W W").play("B7>R7 Y4+R5>B9")
    assert table.centre == "G5"


def test_r17_all_centre_cards_may_be_matched() -> None:
    table = lay_out("R7 B9 G5", "B7 Y9 R5 W W W").play("B7>R7 Y9>B9 R5>G5")
    assert table.centre == ""


def test_r18_only_what_lies_in_the_centre_row_can_be_matched() -> None:
    assert lay_out("R7 B9", "B7 W W W").why_not("B7>Y7") == "R18"


def test_r18_cards_played_in_the_turn_cannot_be_matched() -> None:
    assert lay_out("R7 B9", "B7 Y7 W W W").why_not("B7>R7 Y7>B7") == "R18"


@pytest.mark.parametrize("number", [1, 3, 4, 5, 6, 7, 8, 9, 10])
def test_r20_single_matches_its_number_in_any_colour(number: int) -> None:
    assert outcome_of(f"B{number}>R{number}") == "none"


def test_r20_single_of_another_number_is_refused() -> None:
    assert outcome_of("R6>R7") == "R20"


@pytest.mark.parametrize("double", ["R1+R3>B4", "Y4+G5>B9", "B5+B5>R10", "W+B8>R10"])
def test_r21_two_cards_add_up_to_the_centre_card(double: str) -> None:
    assert outcome_of(double) == "none"


@pytest.mark.parametrize("double", ["R4+R4>R7", "R1+R1>R3", "W+R6>R7"])
def test_r21_double_must_add_up(double: str) -> None:
    assert outcome_of(double) == "R21"


def test_r21_order_of_the_two_cards_does_not_matter() -> None:
    assert outcome_of("R3+R4>R7") == outcome_of("R4+R3>R7")


@pytest.mark.parametrize("match", ["W>R1", "W>R3", "W>B10"])
def test_r22_wild_dos_is_no_other_number(match: str) -> None:
    assert outcome_of(match) == "R22"


def test_r22_wild_dos_is_no_number_that_is_declared() -> None:
    assert outcome_of("W:3>R3") == "R29"


@pytest.mark.parametrize("number", [1, 3, 4, 5, 6, 7, 8, 9, 10])
def test_r23_wild_number_can_be_declared_as_any_number(number: int) -> None:
    assert outcome_of(f"R#:{number}>R{number}") == "single"


def test_r23_wild_number_can_be_two() -> None:
    assert outcome_of("R#:2>W") == "single"


@pytest.mark.parametrize("double, outcome", [("R#+R3>R7", "double"), ("R#+B3>R7", "none")])
def test_r23_wild_number_is_half_of_a_double(double: str, outcome: str) -> None:
    assert outcome_of(double) == outcome


def test_r24_centre_wild_dos_takes_the_colour_that_is_chosen_for_it() -> None:
    assert outcome_of("R#>W:R") == "single"


def test_r24_centre_wild_dos_in_another_colour_earns_nothing() -> None:
    assert outcome_of("R#>W:B") == "none"


@pytest.mark.parametrize("number", [1, 3, 4, 5, 6, 7, 8, 9, 10])
def test_r25_centre_wild_number_takes_any_single(number: int) -> None:
    assert outcome_of(f"R{number}>B#") == "none"


def test_r25_centre_wild_number_keeps_its_printed_colour() -> None:
    assert outcome_of("B8>B#") == "single"


def test_r25_wild_dos_matches_a_centre_wild_number_as_a_two() -> None:
    assert outcome_of("W>B#") == "single"


def test_r25_declared_centre_wild_number_is_binding() -> None:
    assert outcome_of("R8>B#:7") == "R20"


def test_r26_declared_sum_of_a_centre_wild_number_is_binding() -> None:
    assert outcome_of("B5+B3>B#:7") == "R26"


def test_double_on_wild_number_false_refuses_the_double() -> None:
    assert outcome_of("B5+B3>B#", double_on_wild_number=False) == "R26"


def test_double_on_wild_number_false_lists_no_double() -> None:
    table = lay_out("B# R10", "B5 B3 Y1 Y4", double_on_wild_number=False)
    assert not any(match.endswith("+B5>B#") for match in table.listed(0))


def test_double_on_wild_number_false_leaves_the_single() -> None:
    assert outcome_of("B5>B#", double_on_wild_number=False) == "single"


def test_double_on_wild_number_false_leaves_doubles_with_a_wild_number() -> None:
    assert outcome_of("B#+B3>B7", double_on_wild_number=False) == "double"


def test_r27_declaration_is_not_stored_on_the_card() -> None:
    table = lay_out("R7 B9", "W R5 Y1 Y3", "R# W W").play("W:B+R5>R7 .")
    assert table.discard_pile == "R5 R7 W"


def test_r27_declared_centre_wild_is_open_to_another_declaration_on_its_twin() -> None:
    table = lay_out("R# R#", "R5 R6 Y1 Y3").play("R5>R#:5 R6>R#:6")
    assert table.centre == ""


def test_r27_wild_that_is_laid_is_undeclared_for_the_next_player() -> None:
    table = lay_out("R7 B9", "W Y1 Y3", "R# B# W", draw="G3").play("D /W")
    assert {"R#>W", "B#>W", "W>W"} <= table.listed(1)


@pytest.mark.parametrize("double", ["W+W>W", "W+R#>W", "R1+W>W", "R1+R3>W"])
def test_r28_double_on_a_wild_dos_is_two_ones(double: str) -> None:
    assert outcome_of(double) == "R28"


@pytest.mark.parametrize(
    "double, outcome", [("R1+R#>W", "double"), ("R#+R#>W", "double"), ("R#+B#>W", "none")]
)
def test_r28_wild_number_can_be_one_of_the_two_ones(double: str, outcome: str) -> None:
    assert outcome_of(double) == outcome


def test_r28_two_wild_dos_are_a_four() -> None:
    assert outcome_of("W+W>G4") == "double"


@pytest.mark.parametrize("double", ["R10+R1>R10", "R10+W>B9", "R10+R#>B10"])
def test_r28_ten_is_never_part_of_a_double(double: str) -> None:
    assert outcome_of(double) == "R28"


@pytest.mark.parametrize("number", [3, 4, 5, 6, 7, 8, 9, 10])
def test_r28_two_wild_numbers_make_any_double(number: int) -> None:
    assert outcome_of(f"R#+Y#>B{number}") == "none"


def test_r29_left_out_colour_is_inferred_in_the_players_favour() -> None:
    assert outcome_of("W+R5>R7") == "double"


def test_r29_left_out_number_is_inferred() -> None:
    assert outcome_of("R#+R5>R7") == "double"


def test_r29_stated_number_is_binding() -> None:
    assert outcome_of("R#:1+R5>R7") == "R21"


@pytest.mark.parametrize(
    "match",
    [
        pytest.param("R7:R>R7", id="a colour on a number"),
        pytest.param("R7:7>R7", id="a number on a number"),
        pytest.param("R#:R>R7", id="a colour on a Wild #"),
        pytest.param("W:2>W", id="a number on a Wild DOS"),
        pytest.param("R7>R7:7", id="a number on a centre number"),
        pytest.param("R7>R7:R", id="a colour on a centre number"),
        pytest.param("W>W:2", id="a number on a centre Wild DOS"),
        pytest.param("B8>B#:B", id="a colour on a centre Wild #"),
    ],
)
def test_r29_card_cannot_carry_that_declaration(match: str) -> None:
    assert outcome_of(match) == "R29"


@pytest.mark.parametrize("match", ["B8>B#:11", "B8>B#:0", "B#:11>B8", "B#:0+B8>B8"])
def test_r29_number_out_of_range_is_refused(match: str) -> None:
    assert outcome_of(match) == "R23"


@pytest.mark.parametrize("laid", ["/W:R", "/R#:7", "/Y1:1"])
def test_r29_card_that_is_laid_carries_no_declaration(laid: str) -> None:
    assert lay_out("R7 B9", "W R# Y1", draw="G3").why_not(f"D {laid}") == "R29"


def test_r30_single_in_the_colour_earns_one_bonus() -> None:
    assert lay_out("R7 B9", "R7 Y1 Y3 Y4").play("R7>R7").bonuses == 1


def test_r20_single_in_another_colour_earns_no_bonus() -> None:
    assert lay_out("R7 B9", "B7 Y1 Y3 Y4").play("B7>R7").bonuses == 0


def test_r31_double_colour_match_earns_one_bonus() -> None:
    assert lay_out("R7 B9", "R4 R3 Y1 Y3 Y4").play("R4+R3>R7").bonuses == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r31_every_other_player_draws_one_card(seats: int) -> None:
    table = lay_out("R7 B9 G6", "R4 R3 Y1 Y3 Y4", *["W W W"] * (seats - 1))
    assert table.play("R4+R3>R7 . /Y1").sizes == [2, *[4] * (seats - 1)]


def test_r33_plain_double_makes_nobody_draw() -> None:
    table = lay_out("R7 B9 G6", "R4 B3 Y1 Y3 Y4")
    assert table.play("R4+B3>R7 .").sizes == [3, 3]


def test_r34_single_and_double_bonuses_add_up() -> None:
    table = lay_out("R7 B9 G6", "R7 B5 B4 Y1 Y3 Y4").play("R7>R7 B5+B4>B9")
    assert table.bonuses == 2


def test_r34_single_colour_matches_make_nobody_draw() -> None:
    table = lay_out("R7 B9 G6", "R7 B9 Y1 Y3 Y4").play("R7>R7 B9>B9 . /Y1 /Y3")
    assert table.sizes == [1, 3]


def test_r35_declined_bonus_is_not_owed() -> None:
    table = lay_out("R7 B9", "W R5 Y1 Y3 Y4").play("W:B+R5>R7 .")
    assert (table.turn, table.sizes) == (1, [3, 3])


def test_r35_bonus_on_a_centre_wild_dos_can_be_declined() -> None:
    table = lay_out("W B9", "R1 R1 Y1 Y3 Y4")
    assert table.colour_match("R1+R1>W:B") == "none"
