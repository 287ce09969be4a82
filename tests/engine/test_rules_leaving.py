"""R71 and `on_leave`: a seat that leaves, in every phase, at tables of three and four."""

from itertools import product
from typing import Any

import pytest

from tests.engine.table import Table, lay_out, start_game

PHASES = {
    "play": "",
    "drawn": "D",
    "matching": "R7>R7",
    "matching after a double": "R4+R3>R7",
    "lay": "R7>R7 .",
}
MODES = ["autopilot", "remove"]
LEAVERS = [
    pytest.param(seats, turn, leaver, phase, id=f"{leaver} of {seats}, {turn} to act: {phase}")
    for seats in (3, 4)
    for turn, leaver, phase in product(range(seats), range(seats), PHASES)
]


def in_phase(seats: int, turn: int, phase: str, **more: Any) -> Table:
    """Return a table of several seats with the turn of one in a phase."""
    hands = ["W W W"] * seats
    hands[turn] = "R7 R4 R3 Y1 Y3"
    return lay_out("R7 B9", *hands, turn=turn, **more).play(PHASES[phase])


def active_after(seat: int, seats: int, gone: set[int]) -> int:
    """Return the next seat clockwise that is not gone, counted out by hand."""
    after: int = min(set(range(seat + 1, seat + seats)) - gone - {one + seats for one in gone})
    return after % seats


@pytest.mark.parametrize("seats, turn, leaver, phase", LEAVERS)
def test_remove_passes_the_turn_once_and_only_from_the_seat_to_act(
    seats: int, turn: int, leaver: int, phase: str
) -> None:
    table = in_phase(seats, turn, phase, on_leave="remove").play(f"{leaver}:leave")
    if leaver == turn:
        expected = (active_after(turn, seats, {leaver}), 2, "play")
    else:
        expected = (turn, 1, phase.split(maxsplit=1)[0])
    assert (table.turn, table.turn_number, table.phase) == expected


@pytest.mark.parametrize("seats, turn, leaver, phase", LEAVERS)
def test_remove_passes_over_the_seat_from_then_on(
    seats: int, turn: int, leaver: int, phase: str
) -> None:
    table = in_phase(seats, turn, phase, on_leave="remove").play(f"{leaver}:leave")
    acted = []
    for _ in range(2 * seats):
        acted.append(table.turn)
        table.play("timeout")
    first = acted[0]
    stayers = [(first + step) % seats for step in range(seats) if (first + step) % seats != leaver]
    assert acted == (stayers * 3)[: 2 * seats]


@pytest.mark.parametrize("seats, turn, leaver, phase", LEAVERS)
def test_autopilot_mode_leaves_the_turn_where_it_is(
    seats: int, turn: int, leaver: int, phase: str
) -> None:
    table = in_phase(seats, turn, phase)
    before = (table.turn, table.turn_number, table.phase, table.sizes)
    table.play(f"{leaver}:leave")
    assert (table.turn, table.turn_number, table.phase, table.sizes) == before


@pytest.mark.parametrize("seats, turn, leaver, phase", LEAVERS)
def test_autopilot_mode_plays_on_in_the_same_order(
    seats: int, turn: int, leaver: int, phase: str
) -> None:
    table = in_phase(seats, turn, phase).play(f"{leaver}:leave timeout")
    assert (table.turn, table.turn_number, table.phase) == ((turn + 1) % seats, 2, "play")


@pytest.mark.parametrize("seats, turn, leaver, phase", LEAVERS)
@pytest.mark.parametrize("on_leave", MODES)
def test_r5_leaving_keeps_all_108_cards(
    seats: int, turn: int, leaver: int, phase: str, on_leave: str
) -> None:
    table = in_phase(seats, turn, phase, on_leave=on_leave).play(f"{leaver}:leave")
    assert table.state.round.card_count() == 108


@pytest.mark.parametrize("phase", PHASES)
def test_remove_finds_the_next_active_seat_beyond_one_that_left_before(phase: str) -> None:
    table = in_phase(4, 1, phase, on_leave="remove").play("2:leave 1:leave")
    assert (table.turn, table.turn_number) == (3, 2)


@pytest.mark.parametrize("phase", PHASES)
def test_remove_of_the_last_seat_goes_on_with_the_first_that_stayed(phase: str) -> None:
    table = in_phase(4, 3, phase, on_leave="remove").play("0:leave 3:leave")
    assert (table.turn, table.turn_number) == (1, 2)


@pytest.mark.parametrize("phase", PHASES)
def test_remove_discards_the_hand(phase: str) -> None:
    table = in_phase(3, 0, phase, on_leave="remove").play("1:leave")
    assert (table.hand(1), "W W W" in table.discard_pile) == ("", True)


def test_remove_closes_an_open_turn_with_its_discard_and_refill() -> None:
    table = in_phase(3, 0, "matching", on_leave="remove", draw="G3 G4").play("leave")
    assert (table.centre, table.discard_pile.split().count("R7")) == ("B9 G3", 2)


@pytest.mark.parametrize("phase", ["matching", "matching after a double", "lay", "drawn"])
def test_remove_lets_pending_bonuses_and_draws_lapse(phase: str) -> None:
    table = in_phase(3, 0, phase, on_leave="remove").play("leave")
    assert (table.bonuses, table.state.round.forced_draws, table.sizes) == (0, 0, [0, 3, 3])


def test_remove_lets_a_pending_penalty_lapse() -> None:
    table = lay_out("R7 B9 B8", "B7 Y1 Y3", "W W W", "W W W", on_leave="remove")
    table.play("B7>R7 1:?0 leave")
    assert (table.sizes, table.state.round.pending_catches) == ([0, 3, 3], 0)


def test_remove_lets_the_duty_to_call_lapse() -> None:
    table = lay_out("R7 B9 B8", "B7 Y1 Y3", "W W W", "W W W", on_leave="remove")
    assert table.play("B7>R7 leave").owing == []


def test_remove_leaves_the_duties_of_the_others() -> None:
    table = lay_out(*("R7 B9 B8", "W W W", "W W", "W W W"), on_leave="remove", duties=[0, 1, 0])
    assert table.play("leave").owing == [1]


def test_removed_seat_cannot_be_caught() -> None:
    table = lay_out("R7 B9 B8", "B7 Y1 Y3", "W W W", "W W W", on_leave="remove")
    assert table.why_not("B7>R7 leave 1:?0") == "R58"


def test_removed_seat_draws_for_no_double_colour_match() -> None:
    table = in_phase(3, 0, "matching after a double", on_leave="remove", draw="G3 G4 G5")
    assert table.play("1:leave . /Y1").sizes == [2, 0, 4]


def test_removed_seat_is_passed_over_in_the_draws_of_a_player_who_goes_out() -> None:
    table = lay_out("R7 B9 B8", "R4 R3", "W W W", "W W W", on_leave="remove")
    assert table.play("1:leave R4+R3>R7").sizes == [0, 0, 4]


def test_turn_that_a_removed_seat_leaves_open_counts_for_the_turn_limit() -> None:
    table = in_phase(3, 0, "matching", on_leave="remove", turn_number=1000).play("leave")
    assert table.outcome == (None, 0)


def after_a_round_with(leaver: int, **more: Any) -> Table:
    """Return the second round of three seats, after one left in the first that seat 2 dealt."""
    hands = ["W W W"] * 3
    winner = (leaver + 1) % 3
    hands[winner] = "R7"
    table = lay_out("R7 B9", *hands, turn=winner, dealer=2, game=True, **more)
    return table.play(f"{leaver}:leave R7>R7")


def test_removed_seat_is_dealt_no_cards() -> None:
    assert after_a_round_with(1, on_leave="remove").sizes == [7, 0, 7]


def test_removed_seat_is_passed_over_as_dealer() -> None:
    assert after_a_round_with(0, on_leave="remove").state.round.dealer == 1


def test_removed_seat_is_passed_over_as_the_one_who_starts() -> None:
    assert after_a_round_with(1, on_leave="remove").turn == 2


def test_removed_dealer_is_followed_by_the_next_active_seat() -> None:
    assert after_a_round_with(2, on_leave="remove").state.round.dealer == 0


def test_autopilot_mode_deals_the_seat_in() -> None:
    assert after_a_round_with(1).sizes == [7, 7, 7]


def test_autopilot_mode_lets_the_seat_deal() -> None:
    assert after_a_round_with(0).state.round.dealer == 0


@pytest.mark.parametrize("on_leave", MODES)
@pytest.mark.parametrize("word", ["1:D", "1:!", "1:?0", "1:leave"])
def test_seat_that_left_does_nothing_any_more(on_leave: str, word: str) -> None:
    table = in_phase(3, 0, "play", on_leave=on_leave)
    assert table.why_not(f"1:leave {word}") == "R71"


@pytest.mark.parametrize("word", ["D", "R7>R7", "leave"])
def test_autopilot_mode_refuses_the_own_actions_of_the_seat_to_act(word: str) -> None:
    assert in_phase(3, 0, "play").why_not(f"leave {word}") == "R71"


def test_seat_that_left_has_no_legal_actions() -> None:
    assert in_phase(3, 0, "play").play("leave").listed(0) == set()


def test_autopilot_mode_lets_the_seat_be_caught() -> None:
    table = lay_out("R7 B9 B8", "B7 Y1 Y3", "W W W", "W W W").play("B7>R7 leave timeout")
    assert table.play("1:?0").sizes[0] == 4


def test_autopilot_mode_lets_the_seat_draw_for_a_double_colour_match() -> None:
    table = in_phase(3, 0, "matching after a double").play("1:leave . /Y1")
    assert table.sizes == [2, 4, 4]


def test_autopilot_mode_round_in_which_the_seat_goes_out_has_no_winner() -> None:
    table = lay_out("R7 B9", "Y1", "W W W", "W W W", rest="nowhere").play("leave timeout")
    assert (table.phase, table.outcome) == ("over", (None, 0))


def test_autopilot_mode_round_in_which_the_seat_goes_out_counts_as_dry() -> None:
    table = lay_out("R7 B9", "R7 Y1", "W W W", "W W W", game=True).play("R7>R7 . leave timeout")
    assert (table.state.number, table.state.dry_rounds, table.scores) == (2, 1, [0, 0, 0])


@pytest.mark.parametrize("on_leave", MODES)
@pytest.mark.parametrize("leaver", [0, 1])
def test_to_leave_a_two_player_game_is_to_resign(on_leave: str, leaver: int) -> None:
    table = lay_out("R7 B9", "R7 Y1", scores=[90, 80], game=True, on_leave=on_leave)
    table.play(f"R7>R7 {leaver}:leave")
    assert (table.result.winner, table.result.ended) == (1 - leaver, "leave")


@pytest.mark.parametrize("on_leave", MODES)
def test_round_that_is_cut_off_by_a_leave_scores_nobody(on_leave: str) -> None:
    table = lay_out("R7 B9", "R7 Y1", scores=[90, 80], game=True, on_leave=on_leave)
    table.play("leave")
    assert (table.outcome, table.result.scores) == ((None, 0), (90, 80))


@pytest.mark.parametrize("on_leave", MODES)
def test_last_active_seat_of_four_wins_at_once(on_leave: str) -> None:
    table = start_game(4, on_leave=on_leave).play("3:leave 0:leave 2:leave")
    assert (table.result.winner, table.result.places) == (1, (3, 1, 2, 4))


@pytest.mark.parametrize("on_leave", MODES)
def test_two_active_seats_play_on(on_leave: str) -> None:
    table = start_game(4, on_leave=on_leave).play("3:leave 0:leave")
    assert table.state.result is None
