"""R66 to R69: piles that run dry, at every place that takes a card."""

from typing import Any

import pytest

from games.engine.deal import shuffled
from games.engine.refusals import SeedRequired
from tests.engine.table import SEED, Table, faces_of, lay_out, names

FIVE = "G3 G4 G5 G6 G7"
"""A discard pile."""

OWING: dict[str, Any] = {"turn": 1, "turn_number": 2, "duties": [1, 0]}
"""Seat 0 ended its turn at two cards, uncalled; seat 1 is to act."""

TAKERS: dict[str, tuple[str, str, str, dict[str, Any]]] = {
    "draw": ("R7 B9 B8", "Y1 Y3", "D", {}),
    "refill": ("R7 B9", "B7 Y1 Y3 Y4", "B7>R7 .", {}),
    "double colour match draw": ("R7 B9 B8", "R4 R3 Y1 Y3", "R4+R3>R7 . /Y1", {}),
    "penalty at once": ("R7 B9 B8", "Y1 Y3", "?0", OWING),
    "penalty at the end of the turn": ("R7 B9 B8", "B7 Y1 Y3", "B7>R7 1:?0 .", {}),
}


def taking(place: str, *, draw: str = "", discard: str = "") -> Table:
    """Play a turn that takes a card at a place, where no other cards are left than these."""
    centre, hand, words, more = TAKERS[place]
    return lay_out(centre, hand, draw=draw, discard=discard, rest="nowhere", **more).play(words)


def label(reshuffle: int, number: int = 1) -> str:
    return f"round-{number}-reshuffle-{reshuffle}"


@pytest.mark.parametrize("place", TAKERS)
def test_r66_whole_discard_pile_is_shuffled_at_the_moment_of_need(place: str) -> None:
    assert taking(place, discard=FIVE).state.round.reshuffles == 1


@pytest.mark.parametrize("place", TAKERS)
def test_r66_pile_that_still_has_a_card_is_not_shuffled(place: str) -> None:
    assert taking(place, draw="R1 R3 R4 R5", discard=FIVE).state.round.reshuffles == 0


def test_r66_penalty_that_needs_a_second_card_shuffles_in_its_middle() -> None:
    table = lay_out(
        *("R7 B9 B8", "Y1 Y3"),
        draw="G10",
        discard=FIVE,
        rest="nowhere",
        **OWING,
    ).play("?0")
    top = shuffled(SEED, label(1), faces_of(FIVE))[0]
    assert table.hand(0) == names(sorted([*faces_of("Y1 Y3 G10"), top]))


def test_r66_pile_that_runs_out_is_not_shuffled_before_a_card_is_needed() -> None:
    table = lay_out("R7 B9 B8", "Y1 Y3", draw="G10", discard=FIVE, rest="nowhere").play("D")
    assert table.piles == (0, 5)


def test_r66_reshuffled_pile_is_the_shuffle_of_its_label() -> None:
    table = lay_out("R7 B9", "Y1 Y3", discard=FIVE, rest="nowhere").play("D")
    cards = shuffled(SEED, label(1), faces_of(FIVE))
    assert (table.state.round.drawn, table.draw_pile) == (cards[0], names(cards[1:]))


def test_r66_reshuffles_of_a_round_are_counted_in_its_labels() -> None:
    table = lay_out(*("R7 B9", "Y1 Y3"), discard=FIVE, rest="nowhere", reshuffles=2, round=4).play(
        "D"
    )
    assert table.state.round.drawn == shuffled(SEED, label(3, number=4), faces_of(FIVE))[0]


def test_r66_reshuffle_of_a_single_card_counts() -> None:
    table = lay_out("R7 B9", "Y1 Y3", discard="G3", rest="nowhere").play("D")
    assert table.state.round.reshuffles == 1


def test_r66_former_order_of_the_discard_pile_does_not_matter() -> None:
    backwards = " ".join(reversed(FIVE.split()))
    one, other = (
        lay_out("R7 B9", "Y1 Y3", discard=discard, rest="nowhere").play("D")
        for discard in (FIVE, backwards)
    )
    assert one.draw_pile == other.draw_pile


def test_r66_shuffle_without_a_seed_is_asked_for() -> None:
    table = lay_out("R7 B9", "Y1 Y3", discard=FIVE, rest="nowhere")
    table.state.seed = None
    with pytest.raises(SeedRequired):
        table.play("D")


def test_r67_cards_discarded_in_the_turn_come_back_in_its_refill() -> None:
    table = lay_out("R7 B9", "B7 Y1 Y3 Y4", rest="nowhere").play("B7>R7 .")
    assert table.centre.split()[1] in {"R7", "B7"}


def test_r67_cards_discarded_in_the_turn_come_back_in_the_opponents_draws() -> None:
    table = lay_out("R7 B9 B8", "R4 R3 Y1 Y3", rest="nowhere").play("R4+R3>R7 . /Y1")
    assert set(table.hand(1).split()) - {"W"} <= {"R3", "R4", "R7"}
    assert table.sizes[1] == 4


def test_r67_cards_discarded_in_the_turn_come_back_in_its_penalty() -> None:
    table = lay_out("R7 B9 B8", "B7 Y1 Y3", rest="nowhere").play("B7>R7 1:?0 .")
    assert table.hand(0) == "R7 Y1 Y3 B7"


def test_r68_draw_gives_nothing_and_is_a_draw() -> None:
    table = lay_out("R7 B9", "Y1 Y3", rest="nowhere").play("D")
    assert (table.phase, table.hand(0)) == ("drawn", "Y1 Y3")


@pytest.mark.parametrize("after_draw", ["drawn_card", "any"])
@pytest.mark.parametrize("after_draw_matches", ["one", "many"])
def test_r68_no_match_follows_a_draw_of_nothing(after_draw: str, after_draw_matches: str) -> None:
    table = lay_out(
        *("R7 B9", "R7 Y3"),
        rest="nowhere",
        after_draw=after_draw,
        after_draw_matches=after_draw_matches,
    )
    assert table.why_not("D R7>R7") == "R68"


def test_r68_no_match_is_listed_after_a_draw_of_nothing() -> None:
    table = lay_out("R7 B9", "R7 Y3", rest="nowhere", after_draw="any").play("D")
    assert table.listed(0) == {"/R7", "/Y3"}


def test_r68_lay_down_is_due_after_a_draw_of_nothing() -> None:
    assert lay_out("R7 B9", "R7 Y3", rest="nowhere").why_not("D .") == "R38"


def test_r68_draw_of_nothing_is_the_only_draw() -> None:
    assert lay_out("R7 B9", "R7 Y3", rest="nowhere").why_not("D D") == "R16"


def test_r68_draw_of_nothing_lapses_what_is_owed() -> None:
    table = lay_out(
        *("R7 B9", "R7 Y3 Y4", "W W"), rest="nowhere", duties=[0, 1], turn_number=2
    ).play("D")
    assert table.owing == []


def test_r68_no_match_laydown_off_passes_after_a_draw_of_nothing() -> None:
    table = lay_out("R7 B9", "R7 Y3", rest="nowhere", no_match_laydown="off").play("D .")
    assert (table.turn, table.hand(0)) == (1, "R7 Y3")


def test_r68_opponents_draw_as_far_as_cards_last() -> None:
    table = lay_out(
        *("R7 B9 B8", "R4 R3 Y1 Y3", "W W W", "W W W"),
        draw="G3",
        rest="nowhere",
        double_colour_draw="immediate",
    ).play("R4+R3>R7")
    assert table.sizes == [2, 4, 3]


def test_r68_draws_of_the_player_who_goes_out_come_from_the_matched_cards() -> None:
    table = lay_out("R7 B9", "R4 R3", "W", "W", "W", rest="nowhere").play("R4+R3>R7")
    assert table.sizes == [0, 2, 2, 2]


@pytest.mark.parametrize("cards, taken", [("", 0), ("G3", 1), ("G3 G4", 2)])
def test_r68_penalty_at_once_takes_what_there_is(cards: str, taken: int) -> None:
    table = lay_out(*("R7 B9", "Y1 Y3"), draw=cards, rest="nowhere", **OWING).play("?0")
    assert table.sizes[0] == 2 + taken


@pytest.mark.parametrize("cards, taken", [("", 0), ("G3", 1), ("G3 G4", 2)])
def test_r68_penalty_of_a_wrong_catch_takes_what_there_is(cards: str, taken: int) -> None:
    table = lay_out("R7 B9", "Y1 Y3", draw=cards, rest="nowhere", false_catch_penalty=4)
    assert table.play("1:?0").sizes[1] == 3 + taken


def test_r68_penalty_at_the_end_of_a_turn_takes_what_there_is() -> None:
    table = lay_out(*("R7 B9", "Y1"), draw="G3", rest="nowhere", no_match_laydown="off").play(
        "D 1:?0 ."
    )
    assert (table.turn, table.hand(0)) == (1, "Y1 G3")


def test_r59_catch_that_brings_no_card_settles_the_duty() -> None:
    table = lay_out("R7 B9", "Y1 Y3", rest="nowhere", **OWING)
    assert table.refusal("?0 ?0").code == "caught_already"


def test_r69_centre_row_that_cannot_be_refilled_stays_below_two() -> None:
    table = lay_out("R7", "Y1 Y3", rest="nowhere", no_match_laydown="off").play("D .")
    assert (table.centre, table.turn) == ("R7", 1)


def test_r69_later_refill_tries_again() -> None:
    table = lay_out("R7", "Y1 Y3", "G1 G3 G4", rest="nowhere", no_match_laydown="off")
    table.play("D .")
    table.state.round.draw_pile = faces_of("G8 G6")
    assert table.play("D .").centre == "R7 G8"


def test_r69_turn_can_be_played_with_an_empty_centre_row() -> None:
    table = lay_out("", "Y1 Y3", rest="nowhere").play("D /Y1")
    assert (table.centre, table.turn) == ("Y1", 1)


@pytest.mark.parametrize("pile", ["draw", "discard"])
def test_r68_round_that_nobody_matches_in_runs_out_of_cards_and_then_of_hands(pile: str) -> None:
    """Autopilot draws and lays; `Table` counts the cards after every action (R5)."""
    table = lay_out("R7 B9", "Y1 Y3 Y4", "W W W", rest=pile)
    while table.phase != "over":
        table.play("timeout")
    assert (table.outcome[0] is None, table.piles) == (False, (0, 0))
