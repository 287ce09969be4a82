"""The positions of the rules that ask what matches what."""

from itertools import combinations_with_replacement

import pytest

from games.engine.cards import FACE_NAMES
from tests.engine.table import lay_out, outcome_of


def test_r31_double_in_the_colour_is_a_double_colour_match() -> None:
    assert outcome_of("R4+R3>R7") == "double"


def test_r33_double_with_one_card_in_the_colour_is_plain() -> None:
    assert outcome_of("R4+B3>R7") == "none"


def test_r31_double_in_a_colour_of_its_own_is_plain() -> None:
    assert outcome_of("B4+B3>R7") == "none"


def test_r32_wild_dos_declared_in_the_colour_makes_a_double_colour_match() -> None:
    assert outcome_of("W:R+R5>R7") == "double"


def test_r35_wild_dos_declared_in_another_colour_declines_the_bonus() -> None:
    assert outcome_of("W:B+R5>R7") == "none"


def test_r22_wild_dos_alone_is_no_seven() -> None:
    assert outcome_of("W>R7") == "R22"


@pytest.mark.parametrize(
    "match, outcome",
    [
        pytest.param("R1>W", "R24", id="one is no two"),
        pytest.param("R1+R1>W", "double", id="two ones of a colour"),
        pytest.param("R1+B1>W", "none", id="two ones of two colours"),
        pytest.param("W+R1>W", "R28", id="a Wild DOS is no half of two"),
        pytest.param("R#>W", "single", id="a Wild # as two"),
        pytest.param("W>W", "single", id="a Wild DOS"),
    ],
)
def test_r24_r28_r32_what_a_centre_wild_dos_takes(match: str, outcome: str) -> None:
    assert outcome_of(match) == outcome


@pytest.mark.parametrize(
    "match, outcome",
    [("R#>B9", "none"), ("R#>R9", "single"), ("R#:11>R9", "R23"), ("R#:0>R9", "R23")],
)
def test_r23_wild_number_is_one_number_in_its_printed_colour(match: str, outcome: str) -> None:
    assert outcome_of(match) == outcome


@pytest.mark.parametrize(
    "match, outcome",
    [
        ("B5+B3>B#", "double"),
        ("B5+B3>B#:8", "double"),
        ("B5+B6>B#", "R26"),
        ("B9+B#>B#", "double"),
        ("B9+B#>B#:10", "double"),
        ("B10+B#>B#", "R26"),
    ],
)
def test_r26_double_on_a_centre_wild_number_adds_up_to_ten_or_less(
    match: str, outcome: str
) -> None:
    assert outcome_of(match) == outcome


def test_r28_no_two_cards_are_a_one() -> None:
    pairs = combinations_with_replacement(FACE_NAMES, 2)
    doubles = [f"{first}+{second}>G1" for first, second in pairs if "G1" not in (first, second)]
    assert {outcome_of(double) for double in doubles} == {"R28"}


@pytest.mark.parametrize("match, outcome", [("G#>G1", "single"), ("B1>G1", "none")])
def test_r28_centre_one_takes_a_single(match: str, outcome: str) -> None:
    assert outcome_of(match) == outcome


@pytest.mark.parametrize("match, outcome", [("W+B1>G3", "none"), ("W+G#>G3", "double")])
def test_r28_three_takes_a_wild_dos_with_a_one(match: str, outcome: str) -> None:
    assert outcome_of(match) == outcome


def test_r17_one_centre_card_takes_one_match() -> None:
    table = lay_out("R7 B9", "B7 Y7 Y1 Y3")
    assert table.why_not("B7>R7 Y7>R7") == "R17"


def test_r17_two_equal_centre_cards_take_a_match_each() -> None:
    table = lay_out("R7 R7", "R# R# Y1 Y3 Y4").play("R#>R7 R#>R7")
    assert table.centre == ""


def test_r34_matches_in_the_colour_on_two_equal_cards_earn_two_bonuses() -> None:
    table = lay_out("R7 R7", "R# R# Y1 Y3 Y4").play("R#>R7 R#>R7")
    assert table.bonuses == 2
