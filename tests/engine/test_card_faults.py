"""Faults of other card-game programs (B1 to B38), as far as they concern the rules of play.

B10 and B11 in part, B35 and B36 concern the service too; their tests there are others.
"""

from collections.abc import Callable
from itertools import count, pairwise

import pytest

from games.engine.actions import MalformedAction, named_card
from games.engine.cards import COPIES, DECK, UnknownFace
from games.engine.deal import shuffled
from games.engine.events import PenaltyTaken
from games.engine.notation import parse_action
from games.engine.observation import observe
from games.engine.refusals import Refusal
from tests.engine.table import Table, lay_out, names, start_game


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_b1_no_game_starts_with_a_short_hand(seats: int) -> None:
    assert start_game(seats).sizes == [7] * seats


def test_b1_drawing_from_nothing_is_no_error() -> None:
    assert lay_out("R7 B9", "Y1 Y3", rest="nowhere").play("D").phase == "drawn"


@pytest.mark.parametrize(
    "centre, hand, words",
    [
        pytest.param("R7 B9", "Y1 Y3", "D", id="draw"),
        pytest.param("R7 B9", "B7 Y1 Y3 Y4", "B7>R7 .", id="refill"),
        pytest.param("R7 B9 B8", "R4 R3 Y1 Y3", "R4+R3>R7 . /Y1", id="double colour match draw"),
        pytest.param("R7 B9 B8", "B7 Y1 Y3", "B7>R7 1:?0 .", id="penalty"),
    ],
)
def test_b2_discard_pile_comes_back_wherever_a_card_is_taken(
    centre: str, hand: str, words: str
) -> None:
    table = lay_out(centre, hand, discard="G3 G4 G5", rest="nowhere").play(words)
    assert table.state.round.reshuffles == 1


@pytest.mark.parametrize("no_match_laydown", ["mandatory", "optional", "off"])
def test_b3_autopilot_ends_every_turn_with_both_piles_empty(no_match_laydown: str) -> None:
    table = lay_out(
        *("R7 B9", "Y1 Y3 Y4", "W W W"), rest="nowhere", no_match_laydown=no_match_laydown
    )
    assert table.play("timeout timeout").turn_number == 3


def test_b3_there_is_always_something_to_do_with_both_piles_empty() -> None:
    table = lay_out("R7", "Y1", rest="nowhere")
    assert table.listed(0) == {"D"}
    assert table.play("D").listed(0) == {"/Y1"}


def test_b4_timeout_plays_on_after_a_reshuffle_has_emptied_the_discard_pile() -> None:
    table = lay_out(
        *("R7 B9 B8", "W R5 Y1 Y3"),
        discard="G3",
        rest="nowhere",
        double_colour_draw="immediate",
    )
    table.play("W:R+R5>R7")
    assert table.piles == (0, 0)
    assert table.play("timeout").turn == 1


def test_b5_winner_scores_no_cards_of_a_seat_that_was_removed() -> None:
    table = lay_out("R7 B9", "R7", "W", "B# B#", on_leave="remove").play("2:leave R7>R7")
    assert table.outcome == (0, 20)


def test_b5_winner_scores_the_cards_of_the_others_only() -> None:
    table = lay_out("R7 B9", "W W", "R7", "R10", turn=1).play("R7>R7")
    assert table.outcome == (1, 20 + 20 + 10)


def test_b6_draw_from_empty_piles_passes_the_turn_with_its_lay_down() -> None:
    assert lay_out("R7 B9", "Y1 Y3", rest="nowhere").play("D /Y1").turn == 1


def test_b7_endless_round_is_cut_off() -> None:
    table = lay_out("R7 B9", "Y1 Y3", turn_number=100, max_turns=100).play("D /Y1")
    assert (table.phase, table.outcome) == ("over", (None, 0))


def test_b7_endless_game_is_cut_off() -> None:
    table = start_game(2, max_turns=100)
    for _ in range(3):
        table.state.round.turn_number = 100
        table.play("timeout")
    assert table.result.ended == "limit"


def test_b8_one_card_is_not_played_twice_in_a_double() -> None:
    assert lay_out("W B9", "R1 Y3 Y4").why_not("R1+R1>W") == "R4"


def test_b8_nobody_catches_before_a_player_could_call() -> None:
    table = lay_out("R7 B9", "B7 Y1 Y3").play("B7>R7!")
    assert "?0" not in table.listed(1)


def test_b9_wrong_catch_is_no_way_to_draw_cards() -> None:
    table = lay_out("R7 B9", "Y1 Y3 Y4")
    assert table.why_not("1:?0") == "R55"
    assert table.sizes == [3, 3]


def test_b9_being_caught_is_no_way_to_draw_cards_twice() -> None:
    table = lay_out("R7 B9", "B7 Y1 Y3", "W W W", "W W W")
    assert table.refusal("B7>R7 1:?0 2:?0").code == "caught_already"


def test_b10_every_wrong_catch_costs_where_the_rules_say_so() -> None:
    table = lay_out("R7 B9", "Y1 Y3 Y4", false_catch_penalty=2).play("1:?0 1:?0 1:?0")
    assert table.sizes == [3, 3 + 6]


def test_b11_call_with_the_action_leaves_no_moment_to_catch() -> None:
    table = lay_out("R7 B9", "B7 Y1 Y3")
    assert table.refusal("B7>R7! 1:?0") is Refusal.CALLED_IN_TIME


def test_b12_colour_of_a_wild_and_the_call_are_one_action() -> None:
    table = lay_out("R7 B9", "W R5 Y1 Y3").play("W:R+R5>R7!")
    assert (table.phase, table.bonuses, table.owing) == ("matching", 1, [])


def test_b12_points_are_scored() -> None:
    assert lay_out("R7 B9", "R7", "W R#").play("R7>R7").scores == [60, 0]


def called_then_two_again() -> Table:
    """Return a turn that comes to two cards with a call, leaves two, and comes to two again."""
    table = lay_out(*("R7 B9 B8", "R7 B9 Y1 Y3"), draw="G3 G4 G5", false_catch_penalty=1)
    return table.play("R7>R7 B9>B9! 0:?1 . /Y1")


def test_b13_a_call_settles_only_its_own_arrival_at_two() -> None:
    assert called_then_two_again().owing == [0]


def test_b13_later_arrival_in_the_same_turn_can_be_called() -> None:
    assert called_then_two_again().play("!").owing == []


def test_b13_later_arrival_in_the_same_turn_can_be_caught() -> None:
    assert "?0" in called_then_two_again().listed(1)


@pytest.mark.parametrize(
    "hand, words",
    [
        pytest.param("Y1", "D", id="drawn"),
        pytest.param("B7 Y1 Y3", "B7>R7", id="matching"),
        pytest.param("R7 B9 Y1 Y3", "R7>R7 B9>B9 .", id="lay"),
    ],
)
def test_b14_catch_moves_no_phase_and_loses_no_choice(hand: str, words: str) -> None:
    table = lay_out("R7 B9 G6 G8", hand).play(words)
    before = table.phase, table.turn, table.bonuses, table.listed(0) - {"!"}
    table.play("1:?0")
    assert (table.phase, table.turn, table.bonuses, table.listed(0)) == before


def test_b15_penalty_is_one_change_of_the_hand() -> None:
    table = lay_out("R7 B9", "Y1 Y3", turn=1, turn_number=2, duties=[1, 0]).play("?0")
    assert [len(e.cards) for e in table.events if isinstance(e, PenaltyTaken)] == [2]


def test_b15_hand_that_passes_two_on_the_way_through_a_penalty_owes_nothing() -> None:
    table = lay_out("R7 B9", "Y1 Y3 Y4", "W", false_catch_penalty=2).play("1:?0")
    assert (table.sizes[1], table.owing) == (3, [])


@pytest.mark.parametrize("word", ["0:!", "1:?0", "1:D", "1:B9>B9"])
def test_b16_there_is_no_time_of_grace_after_the_last_card(word: str) -> None:
    assert lay_out("R7 B9", "R7", "B9 W").refusal(f"R7>R7 {word}") is Refusal.ROUND_OVER


def test_b17_who_owes_a_call_is_known_to_all_alike() -> None:
    table = lay_out("R7 B9", "B7 Y1 Y3", "W W W", "W W W").play("B7>R7")
    assert {observe(table.state, viewer).owes_call for viewer in (None, 0, 1, 2)} == {
        (True, False, False)
    }


@pytest.mark.parametrize(
    "hand, words", [("Y1 Y3", "!"), ("Y1 Y3 Y4", "!"), ("B7 Y1 Y3", "B7>R7! !"), ("Y1 Y3", "1:!")]
)
def test_b18_needless_call_is_refused(hand: str, words: str) -> None:
    assert lay_out("R7 B9", hand).refusal(words) is Refusal.NOTHING_TO_CALL


def test_b19_player_can_be_caught_until_the_next_player_plays() -> None:
    table = lay_out("R7 B9", "B7 Y1 Y3").play("B7>R7 .")
    assert "?0" in table.listed(1)
    assert table.refusal("D 1:?0") is Refusal.CATCH_TOO_LATE


def test_b20_removal_on_turn_changes_the_turn_once() -> None:
    table = lay_out("R7 B9", "Y1", "W", "W", "W", on_leave="remove").play("leave")
    assert (table.turn, table.turn_number) == (1, 2)


@pytest.mark.parametrize(
    "leaver, next_to_act",
    [
        pytest.param(2, 3, id="on turn"),
        pytest.param(1, 2, id="before"),
        pytest.param(3, 2, id="after"),
        pytest.param(0, 2, id="the first seat"),
    ],
)
def test_b21_turn_after_a_removal_goes_to_the_next_in_order(leaver: int, next_to_act: int) -> None:
    table = lay_out("R7 B9", "W", "W", "W", "W", turn=2, on_leave="remove")
    assert table.play(f"{leaver}:leave").turn == next_to_act


def test_b22_cards_of_a_leaver_do_not_vanish() -> None:
    table = lay_out("R7 B9", "Y1", "W W", "W", on_leave="remove").play("1:leave")
    assert (table.discard_pile, table.state.round.card_count()) == ("W W", 108)


def test_b23_silent_player_does_not_block_the_table() -> None:
    table = lay_out("R7 B9", "Y1 Y3", "W W W", "W W W").play("timeout timeout timeout")
    assert (table.turn, table.turn_number) == (0, 4)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_b23_no_seat_is_host(seat: int) -> None:
    table = start_game(3).play(f"{seat}:leave")
    assert table.state.result is None


def test_b24_leaving_before_the_first_action_ends_a_game_of_two_properly() -> None:
    assert start_game(2).play("0:leave").result.places == (2, 1)


def test_b24_last_player_cannot_leave_a_game_that_is_over() -> None:
    assert start_game(2).refusal("0:leave 1:leave") is Refusal.GAME_OVER


def test_b25_leaving_on_turn_does_not_freeze_the_game() -> None:
    table = lay_out("R7 B9", "Y1", "W W W", "W W W", on_leave="remove").play("leave D")
    assert (table.turn, table.phase) == (1, "drawn")


def test_b25_nobody_plays_on_alone() -> None:
    table = start_game(3).play("0:leave 1:leave")
    assert table.refusal("2:timeout") is Refusal.GAME_OVER


def test_b26_one_player_of_three_ends_the_game_for_nobody() -> None:
    table = lay_out("R7 B9", "Y1", "B7 W W", "W W W", game=True, on_leave="remove")
    assert table.play("leave B7>R7").centre == "B9"


def first_deal(is_right: Callable[[Table], bool]) -> Table:
    tables = (start_game(2, seed=n.to_bytes(32)) for n in count())
    return next(table for table in tables if is_right(table))


@pytest.mark.parametrize("kind", ["W", "#"])
def test_b27_wild_that_is_turned_up_first_is_a_card_to_match(kind: str) -> None:
    table = first_deal(lambda one: any(name.endswith(kind) for name in one.centre.split()))
    seat, wild = table.turn, next(n for n in table.centre.split() if n.endswith(kind))
    table.state.round.hands[seat][0] = named_card("W")
    assert f"W>{wild}" in table.listed(seat)


def test_b28_wild_leaves_no_choice_open_after_its_match() -> None:
    table = lay_out("R7 B9", "W R5 Y1 Y3").play("W+R5>R7")
    assert (table.phase, table.listed(0) >= {"."}) == ("matching", True)


def test_b29_removal_after_a_wild_was_played_leaves_a_playable_game() -> None:
    table = lay_out("R7 B9", "W R5 Y1 Y3", "B9 W W", "W W W", on_leave="remove")
    assert table.play("W:R+R5>R7 leave B9>B9").phase == "matching"


@pytest.mark.parametrize("card", ["W:wild", "W:W", "W:X", "W:r", "W:", "R#:#", "R#:-1", "R#:01"])
def test_b30_declaration_is_one_of_four_colours_or_a_number(card: str) -> None:
    with pytest.raises(UnknownFace):
        named_card(card)
    with pytest.raises(MalformedAction):
        parse_action(f"{card}>R7")


def test_b30_declared_number_is_from_one_to_ten() -> None:
    assert lay_out("R7 B9", "R# Y1 Y3").refusal("R#:11>R7") is Refusal.WILD_NUMBER_RANGE


def test_b31_declared_colour_counts() -> None:
    assert lay_out("R7 B9", "W R5 Y1 Y3").colour_match("W:B+R5>R7") == "none"


def test_b31_wild_comes_back_from_the_discard_pile_undeclared() -> None:
    table = lay_out("R3", "W Y1 Y3 Y4", "Y1 Y3 Y4", rest="nowhere").play("W:B+Y1>R3 .")
    came_back = f"{table.centre} {table.draw_pile}".split()
    assert sorted(came_back) == ["R3", "W", "Y1"]


def test_b32_nobody_draws_twice_in_a_turn() -> None:
    assert lay_out("R7 B9", "Y1 Y3").refusal("D D") is Refusal.SECOND_DRAW


def test_b33_effect_of_the_last_card_is_over_with_the_round() -> None:
    table = lay_out("R7 B9", "R4 R3", "W").play("R4+R3>R7")
    assert (table.phase, table.sizes[1]) == ("over", 2)


@pytest.mark.parametrize("card", ["W", "R#", "R1"])
def test_b33_every_card_can_be_the_last(card: str) -> None:
    assert lay_out("R7 B9", card, rest="nowhere").play(f"D /{card}").phase == "over"


def test_b34_wrong_card_is_not_told_as_wrong_turn() -> None:
    table = lay_out("R7 B9", "R6 Y1 Y3", "B7 W W")
    codes = [table.refusal(word).code for word in ("R6>R7", "R7>R7", "R6>R6", "1:B7>R7")]
    assert codes == ["wrong_number", "not_in_hand", "not_in_centre", "not_your_turn"]


def test_b35_no_seat_sees_the_hand_of_another() -> None:
    table = lay_out("R7 B9", "Y1 Y3", "W R#")
    assert names(observe(table.state, 0).hand) == "Y1 Y3"


def test_b36_cards_of_a_leaver_go_to_the_discard_pile() -> None:
    table = lay_out("R7 B9", "Y1 Y3", "W", "W", on_leave="remove").play("leave")
    assert table.discard_pile == "Y1 Y3"


def test_b37_house_rule_is_an_option_of_one_table_only() -> None:
    words, hand = "D R7>B7", "R7 Y1"
    assert lay_out("B7 R9", hand, draw="G3", after_draw="any").play(words).centre == "R9"
    assert lay_out("B7 R9", hand, draw="G3").refusal(words) is Refusal.DRAWN_CARD_ONLY


def test_b38_equal_cards_are_adjacent_as_often_as_chance_has_it() -> None:
    shuffles = 400
    adjacent = sum(
        one == other
        for n in range(shuffles)
        for one, other in pairwise(shuffled(n.to_bytes(32), "round-1", DECK))
    )
    expected = sum(copies * (copies - 1) for copies in COPIES) / len(DECK)
    assert adjacent / shuffles == pytest.approx(expected, abs=0.3)


def test_b38_every_place_of_a_shuffle_is_equally_likely() -> None:
    shuffles = 800
    wilds_on_top = sum(
        shuffled(n.to_bytes(32), "round-1", DECK)[0] == DECK[-1] for n in range(shuffles)
    )
    assert wilds_on_top / shuffles == pytest.approx(12 / 108, abs=0.04)
