"""R40 to R47: the end of a turn, step by step, and the options about it."""

import pytest

from games.engine.events import Event
from tests.engine.table import Table, lay_out


def steps(events: list[Event]) -> list[str]:
    return [event.type for event in events]


def test_r40_to_r46_steps_come_in_their_order() -> None:
    table = lay_out("R7 B9", "R4 R3 Y1 Y3").play("R4+R3>R7 1:?0 . /Y1")
    assert steps(table.events)[2:] == [
        *("discarded", "centre_refilled", "laid", "forced_draw", "penalty_taken"),
        "turn_started",
    ]


def test_r40_matched_cards_belong_to_the_centre_row_until_the_end() -> None:
    table = lay_out("R7 B9", "R4 R3 Y1 Y3").play("R4+R3>R7")
    assert (table.discard_pile, len(table.state.round.matched)) == ("", 1)


def test_r40_reshuffle_earlier_in_the_turn_does_not_take_the_matched_cards() -> None:
    table = lay_out(
        *("R7 B9 B8", "R4 R3 Y1 Y3"),
        discard="G3 G4",
        rest="nowhere",
        double_colour_draw="immediate",
    )
    table.play("R4+R3>R7")
    assert sorted(f"{table.hand(1)} {table.draw_pile}".split()) == ["G3", "G4", "W", "W", "W"]


@pytest.mark.parametrize(
    "centre, after",
    [("R7", "G3 G4"), ("R7 B9", "B9 G3"), ("R7 B9 B8", "B9 B8"), ("R7 B9 B8 B6", "B9 B8 B6")],
)
def test_r41_refill_is_to_two_and_no_further(centre: str, after: str) -> None:
    table = lay_out(centre, "B7 Y1 Y3", draw="G3 G4").play("B7>R7 .")
    assert table.centre == after


def test_r42_refill_is_seen_before_the_lay_down_is_chosen() -> None:
    table = lay_out("R7", "R7 Y1 Y3", draw="G3 G4").play("R7>R7 .")
    assert (table.phase, table.centre) == ("lay", "G3 G4")


def test_r43_player_chooses_cards_and_order() -> None:
    table = lay_out("R7 B9 G6 G7", "R7 B9 Y1 Y3 Y4").play("R7>R7 B9>B9 . /Y4 /Y1")
    assert table.centre == "G6 G7 Y4 Y1"


def test_r43_lay_down_is_mandatory() -> None:
    assert lay_out("R7 B9", "R7 Y1 Y3").why_not("R7>R7 . .") == "R43"


def optional_bonuses() -> Table:
    return lay_out(
        *("R7 B5 G6 G7", "R7 B4 B1 Y1 Y3 Y4 Y5"), draw="G3", bonus_laydown="optional"
    ).play("R7>R7 B4+B1>B5 .")


def test_bonus_laydown_optional_lets_all_that_are_left_be_declined() -> None:
    table = optional_bonuses().play("/Y1 .")
    assert (table.turn, table.centre, table.hand(0)) == (1, "G6 G7 Y1", "Y3 Y4 Y5")


def test_bonus_laydown_optional_keeps_the_draws_after_a_declined_bonus() -> None:
    assert optional_bonuses().play(".").hand(1) == "G3 W W W"


def test_bonus_laydown_optional_keeps_the_penalty_after_a_declined_bonus() -> None:
    table = lay_out("R7 B9 B8", "R7 Y1 Y3", draw="G3 G4", bonus_laydown="optional")
    assert table.play("R7>R7 1:?0 . .").hand(0) == "Y1 Y3 G3 G4"


def test_bonus_laydown_optional_allows_the_lay_downs() -> None:
    table = optional_bonuses().play("/Y1 /Y3")
    assert (table.turn, table.centre) == (1, "G6 G7 Y1 Y3")


@pytest.mark.parametrize("bonus_laydown, listed", [("mandatory", set()), ("optional", {"."})])
def test_bonus_laydown_says_whether_the_end_is_listed(bonus_laydown: str, listed: set[str]) -> None:
    table = lay_out("R7 B9", "R7 Y1 Y3 Y4", bonus_laydown=bonus_laydown).play("R7>R7 .")
    assert table.listed(0) - {"/Y1", "/Y3", "/Y4"} == listed


def test_r44_draws_come_at_the_end_of_the_turn() -> None:
    table = lay_out("R7 B9 B8", "R4 R3 Y1 Y3").play("R4+R3>R7 .")
    assert table.sizes[1] == 3


def test_r44_draws_start_at_the_players_left() -> None:
    table = lay_out(*("R7 B9 B8", "W W W", "R4 R3 Y1 Y3 Y4", "W W W"), draw="G3 G4", turn=1).play(
        "R4+R3>R7 . /Y1"
    )
    assert (table.hand(2), table.hand(0)) == ("G3 W W W", "G4 W W W")


def test_double_colour_draw_immediate_draws_with_the_match() -> None:
    table = lay_out(
        *("R7 B9 B8", "R4 R3 Y1 Y3"), draw="G3 G4", double_colour_draw="immediate"
    ).play("R4+R3>R7")
    assert table.hand(1) == "G3 W W W"


def test_double_colour_draw_immediate_draws_nothing_at_the_end() -> None:
    table = lay_out(
        *("R7 B9 B8", "R4 R3 Y1 Y3"), draw="G3 G4", double_colour_draw="immediate"
    ).play("R4+R3>R7 . /Y1")
    assert table.sizes[1] == 4


def test_double_colour_draw_immediate_comes_before_the_refill() -> None:
    table = lay_out(*("R7 B9", "R4 R3 Y1 Y3"), draw="G3 G4", double_colour_draw="immediate").play(
        "R4+R3>R7 ."
    )
    assert (table.hand(1), table.centre) == ("G3 W W W", "B9 G4")


def test_double_colour_draw_immediate_makes_one_pass_a_match() -> None:
    table = lay_out(
        *("R7 B9 G1 G3", "R4 R3 B5 B4 Y1 Y3 Y4", "W W W", "W W W"),
        draw="G6 G7 G8 G9",
        double_colour_draw="immediate",
    ).play("R4+R3>R7 B5+B4>B9")
    assert [table.hand(1), table.hand(2)] == ["G6 G8 W W W", "G7 G9 W W W"]


def test_double_colour_draw_immediate_comes_before_going_out_is_scored() -> None:
    table = lay_out(*("R7 B9", "R4 R3", "R3 W"), draw="B#", double_colour_draw="immediate").play(
        "R4+R3>R7"
    )
    assert table.outcome == (0, 63)


def test_r45_several_catches_add_up() -> None:
    table = lay_out("R7 B9 B8", "R4 R3 Y1 Y3", "G1", draw="G3 G9")
    table.play("R4+R3>R7! . /Y1 0:?1 D G9>B9 0:?1")
    assert table.play(".").sizes[1] == 2 + 2 + 2


@pytest.mark.parametrize("seats, turn, after", [(2, 1, 0), (3, 2, 0), (4, 2, 3), (4, 3, 0)])
def test_r46_next_player_clockwise_acts(seats: int, turn: int, after: int) -> None:
    table = lay_out("R7 B9", *["W W W"] * seats, turn=turn).play("D /W")
    assert table.turn == after


def test_r47_centre_row_has_no_maximum() -> None:
    twelve = "R1 R3 R4 R5 R6 R8 R9 R10 Y6 Y7 Y8 Y9"
    table = lay_out(twelve, "Y1 Y3 Y4").play("D /Y1")
    assert table.centre == f"{twelve} Y1"


def test_r47_every_card_of_a_long_centre_row_can_be_matched() -> None:
    numbers = [1, 3, 4, 5, 6, 7, 8, 9, 10]
    centre = " ".join(f"R{n}" for n in numbers) + " Y1 Y3 Y4 Y5"
    hand = " ".join(f"B{n}" for n in numbers) + " G1 G3 G4 G5 W"
    table = lay_out(centre, hand)
    table.play(" ".join(f"B{n}>R{n}" for n in numbers) + " G1>Y1 G3>Y3 G4>Y4 G5>Y5")
    assert (table.centre, table.hand(0)) == ("", "W")
