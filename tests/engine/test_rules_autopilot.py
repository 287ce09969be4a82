"""R71: autopilot plays a turn to its end, from whatever phase it finds it in."""

import pytest

from tests.engine.table import lay_out, start_game


def test_autopilot_draws_in_phase_play() -> None:
    table = lay_out("R7 B9", "R7 Y3 W", draw="G3").play("timeout")
    assert table.hand(0) == "Y3 G3 W"


def test_autopilot_lays_the_first_card_in_canonical_order() -> None:
    table = lay_out("R7 B9", "Y3 W G1", draw="R10").play("timeout")
    assert (table.centre, table.hand(0)) == ("R7 B9 R10", "Y3 G1 W")


def test_autopilot_never_matches() -> None:
    table = lay_out("R7 B9", "R7 B9 Y1", draw="G3").play("timeout")
    assert table.centre == "R7 B9 R7"


def test_autopilot_in_phase_drawn_lays() -> None:
    table = lay_out("R7 B9", "Y3 W", draw="G3").play("D timeout")
    assert (table.centre, table.turn) == ("R7 B9 Y3", 1)


@pytest.mark.parametrize("no_match_laydown", ["optional", "off"])
def test_autopilot_in_phase_drawn_ends_where_that_is_legal(no_match_laydown: str) -> None:
    table = lay_out("R7 B9", "Y3 W", draw="G3", no_match_laydown=no_match_laydown)
    assert table.play("D timeout").hand(0) == "Y3 G3 W"


def test_autopilot_in_phase_matching_ends() -> None:
    table = lay_out("R7 B9", "B7 B9 Y1").play("B7>R7 timeout")
    assert (table.turn, table.hand(0)) == (1, "Y1 B9")


def test_autopilot_in_phase_matching_lays_every_bonus() -> None:
    table = lay_out("R7 B9 G6 G8", "R7 B9 Y1 Y3 Y4").play("R7>R7 B9>B9 timeout")
    assert (table.centre, table.turn) == ("G6 G8 Y1 Y3", 1)


def test_autopilot_in_phase_lay_lays_what_is_left() -> None:
    table = lay_out("R7 B9 G6 G8", "R7 B9 Y1 Y3 Y4").play("R7>R7 B9>B9 . /Y4 timeout")
    assert table.centre == "G6 G8 Y4 Y1"


def test_autopilot_in_phase_lay_declines_optional_bonuses() -> None:
    table = lay_out("R7 B9 G6 G8", "R7 Y1 Y3 Y4", bonus_laydown="optional")
    assert table.play("R7>R7 . timeout").hand(0) == "Y1 Y3 Y4"


def test_autopilot_brings_the_opponents_their_draws() -> None:
    table = lay_out("R7 B9 G6", "R4 R3 Y1 Y3 Y4").play("R4+R3>R7 timeout")
    assert table.sizes == [2, 4]


def test_autopilot_takes_the_pending_penalty() -> None:
    table = lay_out("R7 B9 G6", "B7 Y1 Y3").play("B7>R7 1:?0 timeout")
    assert table.sizes[0] == 4


def test_autopilot_never_calls() -> None:
    assert lay_out("R7 B9", "Y1 Y3", draw="G3").play("timeout").owing == [0]


def test_autopilot_never_catches() -> None:
    table = lay_out(
        *("R7 B9", "Y1 Y3", "W W W"), turn=1, duties=[1, 0], turn_number=2, dos_window="open"
    )
    assert table.play("timeout").owing == [0]


def test_autopilot_can_go_out() -> None:
    assert lay_out("R7 B9", "R7 Y1").play("R7>R7 timeout").outcome == (0, 60)


def test_autopilot_plays_one_turn_and_no_more() -> None:
    table = lay_out("R7 B9", "Y1 Y3 Y4", "W W W", "W W W").play("timeout")
    assert (table.turn, table.turn_number, table.phase) == (1, 2, "play")


def test_autopilot_stops_at_the_end_of_the_round() -> None:
    table = lay_out("R7 B9", "Y1 Y3 Y4", turn_number=1000, game=True).play("timeout")
    assert (table.state.number, table.turn_number, table.sizes) == (2, 1, [7, 7])


def test_autopilot_plays_only_the_seat_to_act() -> None:
    assert lay_out("R7 B9", "Y1 Y3 Y4").why_not("1:timeout") == "R12"


def test_autopilot_alone_brings_a_game_to_its_end() -> None:
    table = start_game(3, max_turns=100)
    while table.state.result is None:
        table.play("timeout")
    assert table.result.ended in {"limit", "target"}
