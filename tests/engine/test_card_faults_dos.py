"""Faults of other programs that play DOS (D1 to D5, and those found by reading three of them)."""

import pytest

from games.engine.events import DosCaught
from games.engine.refusals import Refusal
from tests.engine.table import Table, lay_out


def test_d1_two_ones_of_two_colours_on_a_wild_dos_are_no_colour_match() -> None:
    assert lay_out("W B9", "R1 B1 Y3 Y4").colour_match("R1+B1>W") == "none"


def test_d1_two_ones_of_one_colour_on_a_wild_dos_are_one() -> None:
    assert lay_out("W B9", "R1 R1 Y3 Y4").colour_match("R1+R1>W") == "double"


@pytest.mark.parametrize(
    "hand, words",
    [
        pytest.param("Y1 Y3 Y4", "D /Y1 0:/Y3", id="after a draw"),
        pytest.param("R7 Y1 Y3 Y4", "R7>R7 . /Y1 0:/Y3", id="for one bonus"),
    ],
)
def test_d2_one_lay_down_is_one_card(hand: str, words: str) -> None:
    assert lay_out("R7 B9", hand).refusal(words) is Refusal.NOT_YOUR_TURN


def test_d2_match_without_a_colour_earns_no_lay_down() -> None:
    assert lay_out("R7 B9", "B7 Y1 Y3").refusal("B7>R7 /Y1") is Refusal.LAY_WHILE_MATCHING


def test_d3_counters_of_a_turn_do_not_reach_the_next_player() -> None:
    table = lay_out("R7 B9 B8 B6", "R4 R3 B8 Y1 Y3 Y4", "W W W", "W W W")
    current = table.play("R4+R3>R7 B8>B8 . /Y1 /Y3").state.round
    assert (current.bonuses, current.forced_draws, current.pending_catches) == (0, 0, 0)
    assert (current.matched, current.drawn) == ([], None)


def test_d3_turn_that_ends_by_itself_counts_nothing_for_the_next_player() -> None:
    table = lay_out("R7 B9 B8", "R7 Y1 Y3 Y4", "B7 W W").play("R7>R7 . /Y1")
    assert table.listed(1) >= {"D"}
    assert table.refusal("/W") is Refusal.LAY_BEFORE_DRAW


@pytest.mark.parametrize(
    "words, phase",
    [("D", "drawn"), ("R7>R7", "matching"), ("R7>R7 .", "lay"), ("D /Y1", "play")],
)
def test_d4_turn_has_its_phases(words: str, phase: str) -> None:
    assert lay_out("R7 B9", "R7 Y1 Y3 Y4").play(words).phase == phase


@pytest.mark.parametrize("on_leave", ["autopilot", "remove"])
def test_d5_quitting_stops_the_game_for_nobody_else(on_leave: str) -> None:
    table = lay_out("R7 B9", "Y1 Y3", "W W W", "W W W", game=True, on_leave=on_leave)
    table.play("1:leave D /Y1")
    assert (table.state.result, table.phase) == (None, "play")


def test_joellv_one_card_is_not_both_halves_of_a_double() -> None:
    assert lay_out("R8 B9", "Y4 Y1 Y3").refusal("Y4+Y4>R8") is Refusal.NOT_IN_HAND


def test_joellv_bonus_card_does_not_count_toward_the_refill() -> None:
    table = lay_out("R7 B9", "R7 Y1 Y3 Y4", draw="G3").play("R7>R7 . /Y1")
    assert table.centre == "B9 G3 Y1"


def test_joellv_played_cards_do_not_go_under_the_draw_pile() -> None:
    table = lay_out("R7 B9 B8", "B7 Y1 Y3")
    before = table.draw_pile
    assert table.play("B7>R7 .").draw_pile == before


def test_joellv_hand_of_a_leaver_does_not_go_under_the_draw_pile() -> None:
    table = lay_out("R7 B9 B8", "B7 Y1 Y3", "W", "W", on_leave="remove")
    before = table.draw_pile
    assert table.play("leave").draw_pile == before


def test_joellv_taking_from_empty_piles_goes_on() -> None:
    table = lay_out("R7", "R4 R3 Y1 Y3", "W", "W", rest="nowhere")
    table.play("R4+R3>R7 1:?0 . /Y1")
    assert table.turn == 1


def test_joellv_bonus_on_a_centre_card_with_a_wild_dos_is_not_forced() -> None:
    table = lay_out("R7 B9 B8", "W R5 Y1 Y3").play("W:B+R5>R7 .")
    assert (table.turn, table.hand(0)) == (1, "Y1 Y3")


def test_joellv_seats_keep_their_order_from_round_to_round() -> None:
    table = lay_out("R7 B9", "R7", "W", "W", game=True).play("R7>R7")
    first = table.turn
    assert table.play("timeout").turn == (first + 1) % 3


def caught_with_a_bonus_to_lay(*, blocks_out: bool) -> Table:
    """Return a table where a caught player has one card left and owes its lay-down."""
    table = lay_out(*("R7 B9 G6 G8", "R7 B9 Y1 Y3"), pending_penalty_blocks_out=blocks_out)
    return table.play("R7>R7 B9>B9 1:?0 . /Y1")


def test_joellv_pending_penalty_does_not_keep_a_player_from_going_out() -> None:
    assert caught_with_a_bonus_to_lay(blocks_out=False).play("/Y3").phase == "over"


def test_joellv_player_kept_from_going_out_is_not_stuck() -> None:
    table = caught_with_a_bonus_to_lay(blocks_out=True).play("/Y3")
    assert (table.turn, table.phase, table.sizes[0]) == (1, "play", 2)


def test_joellv_empty_hand_with_a_bonus_owed_ends_the_round_where_no_penalty_comes() -> None:
    table = lay_out(
        *("R7 B1 B9", "R7 Y1"),
        duties=[1, 0],
        rest="nowhere",
        pending_penalty_blocks_out=True,
    )
    assert table.play("1:?0 R7>R7 Y1>B1").phase == "over"


def test_jasonhudson33_player_without_a_match_can_act_with_both_piles_empty() -> None:
    assert lay_out("R7 B9", "Y1 Y3", rest="nowhere").play("D /Y1").turn == 1


def two_who_owe() -> Table:
    return lay_out(
        *("R7 B9 B8 B6", "R4 R3 Y1 Y3", "G1", "W W W"),
        double_colour_draw="immediate",
    ).play("R4+R3>R7")


def test_jasonhudson33_two_players_can_owe_a_call_at_once() -> None:
    assert two_who_owe().owing == [0, 1]


@pytest.mark.parametrize("caught, owing", [(0, [1]), (1, [0])])
def test_jasonhudson33_catch_of_one_leaves_the_duty_of_the_other(
    caught: int, owing: list[int]
) -> None:
    assert two_who_owe().play(f"2:?{caught}").owing == owing


def test_jasonhudson33_penalty_in_the_own_turn_waits_for_its_end() -> None:
    assert lay_out("R7 B9", "B7 Y1 Y3").play("B7>R7 1:?0").sizes[0] == 2


def test_jasonhudson33_winner_does_not_deal() -> None:
    table = lay_out("R7 B9", "R7", "W", "W", dealer=1, game=True).play("R7>R7")
    assert table.state.round.dealer == 2


def test_leoltron_duty_is_void_as_the_hand_leaves_two() -> None:
    table = lay_out("R7 B9 B8", "R7 B8 Y1 Y3", dos_window="open").play("R7>R7 B8>B8 .")
    assert (table.owing, table.play("/Y1").owing) == ([0], [])


def test_leoltron_duty_expires() -> None:
    table = lay_out("R7 B9", "B7 Y1 Y3").play("B7>R7 . D")
    assert table.owing == []


def test_leoltron_catch_is_of_the_seat_that_it_names() -> None:
    table = two_who_owe().play("2:?1")
    assert [e.seat for e in table.events if isinstance(e, DosCaught)] == [1]


def test_leoltron_catch_of_a_seat_that_owes_nothing_catches_no_other() -> None:
    assert two_who_owe().refusal("1:?2") is Refusal.CATCH_NOT_TWO


def test_leoltron_passive_draw_is_checked_for_two_cards() -> None:
    table = lay_out("R7 B9 B8", "R4 R3 Y1 Y3 Y4", "G1").play("R4+R3>R7 . /Y1!")
    assert table.owing == [1]


def test_rlcard_draw_is_legal_with_a_match_at_hand() -> None:
    assert "D" in lay_out("R7 B9", "R7 Y1 Y3").listed(0)


def test_rlcard_drawn_card_is_not_played_by_itself() -> None:
    table = lay_out("R7 B9", "Y1 Y3", draw="R7").play("D")
    assert (table.centre, table.hand(0)) == ("R7 B9", "R7 Y1 Y3")
