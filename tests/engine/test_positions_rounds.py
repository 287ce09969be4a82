"""The positions of the rules about the deal, the end of a round, dry piles and leaving."""

import pytest

from games.engine.cards import FACE_NAMES
from games.engine.deal import draw_for_dealer
from tests.engine.table import Table, faces_of, lay_out, names

FIFTY = "R10 Y10 G10 B10 B10"


def test_r7_the_tied_draw_again_and_the_others_do_not() -> None:
    _, passes = draw_for_dealer(faces_of("R9 W B9 R1 R3"), seats=3)
    assert [[seat for seat, _ in one] for one in passes] == [[0, 1, 2], [0, 2]]


def test_r12_seat_left_of_the_dealer_starts() -> None:
    table = next_round_of_three()
    assert table.turn == (table.state.round.dealer + 1) % 3


def next_round_of_three() -> Table:
    """Return the second round at a table where seat 2 dealt the first."""
    return lay_out("R7 B9", "R7", "W", "W", dealer=2, game=True).play("R7>R7")


def test_r13_seat_left_of_the_former_dealer_deals_next() -> None:
    assert next_round_of_three().state.round.dealer == 0


def test_r13_seat_left_of_the_new_dealer_starts_the_next_round() -> None:
    assert next_round_of_three().turn == 1


def out_with_a_double_colour_match() -> Table:
    return lay_out("R7 G9", "R4 R3", "R3 W", draw="B#").play("R4+R3>R7")


def test_r61_opponents_draw_for_the_match_that_goes_out() -> None:
    assert out_with_a_double_colour_match().hand(1) == "R3 B# W"


def test_r62_player_who_went_out_scores_the_cards_of_the_others() -> None:
    assert out_with_a_double_colour_match().outcome == (0, 63)


@pytest.mark.parametrize(
    "hand, total", [(FIFTY, 200), (f"{FIFTY} W R5", 225)], ids=["exactly", "beyond"]
)
def test_r63_two_hundred_or_more_wins_the_game(hand: str, total: int) -> None:
    table = lay_out("R7 G9", "R7", hand, scores=[150, 0], game=True).play("R7>R7")
    assert (table.result.winner, table.result.scores) == (0, (total, 0))


def test_r63_one_point_short_the_game_goes_on() -> None:
    table = lay_out("R7 G9", "Y1 Y3", scores=[199, 0], turn_number=1000, game=True)
    table.play("D /Y1")
    assert (table.state.number, table.scores, table.state.result) == (2, [199, 0], None)


THIRTY = " ".join(FACE_NAMES[:30])


def test_r66_empty_draw_pile_is_made_of_the_discard_pile() -> None:
    table = lay_out("B7 B9", "B1 B3", discard=THIRTY, rest="nowhere").play("D")
    assert table.piles == (29, 0)


def test_r66_card_that_was_needed_comes_from_the_shuffled_pile() -> None:
    table = lay_out("B7 B9", "B1 B3", discard=THIRTY, rest="nowhere").play("D")
    seen = sorted(faces_of(f"{table.hand(0)} {table.draw_pile}"))
    assert names(seen) == names(sorted(faces_of(f"B1 B3 {THIRTY}")))


def test_r68_penalty_takes_what_there_is() -> None:
    table = lay_out(
        "B7 R9", "Y1 Y3", draw="G3", rest="nowhere", turn=1, turn_number=2, duties=[1, 0]
    )
    assert table.play("?0").hand(0) == "Y1 Y3 G3"


def removed_after_a_double_colour_match() -> Table:
    table = lay_out("R7 B9", "R4 R3 Y1 Y3 Y4", "W W W", "W W W W", draw="G3", on_leave="remove")
    return table.play("R4+R3>R7 leave")


def test_r71_matched_cards_and_the_hand_of_a_removed_seat_are_discarded() -> None:
    assert removed_after_a_double_colour_match().discard_pile == "R3 R4 R7 Y1 Y3 Y4"


def test_r71_turn_of_a_removed_seat_ends_with_the_refill() -> None:
    assert removed_after_a_double_colour_match().centre == "B9 G3"


def test_r71_next_seat_acts_after_a_removal() -> None:
    table = removed_after_a_double_colour_match()
    assert (table.turn, table.phase) == (1, "play")


def test_r71_draws_that_a_removed_seat_had_earned_lapse() -> None:
    assert removed_after_a_double_colour_match().sizes == [0, 3, 4]


def test_r71_removal_keeps_all_108_cards() -> None:
    assert removed_after_a_double_colour_match().state.round.card_count() == 108
