"""R1 to R13: the deck, the draw for dealer, the deal and the options about them."""

import hashlib
import hmac
from collections import Counter
from itertools import chain, count
from typing import Any

import pytest

from games.engine.cards import DECK, FACE_NAMES, UnknownFace, card_points, face, is_wild
from games.engine.deal import draw_for_dealer, first_dealer, shuffled
from games.engine.events import GameStarted, face_names
from games.engine.play import new_game
from tests.engine.table import SEED, Table, faces_of, lay_out, names, rules, start_game


def seed_number(number: int) -> bytes:
    return number.to_bytes(32)


def seed_with_wilds_in_the_centre(wilds: int) -> bytes:
    """Return a seed whose first deal to two seats turns up that many wilds."""
    return next(
        seed
        for seed in map(seed_number, count())
        if sum(map(is_wild, start_game(2, seed=seed).state.round.centre)) == wilds
    )


@pytest.mark.parametrize("seats", [1, 5])
def test_r1_game_has_two_to_four_seats(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 4 seats"):
        new_game(rules(), seats, SEED)


def test_r2_deck_has_108_cards() -> None:
    assert len(DECK) == 108


@pytest.mark.parametrize("colour", "RYGB")
@pytest.mark.parametrize("values, copies", [("1 3 4 5", 3), ("6 7 8 9 10 #", 2)])
def test_r2_copies_of_each_face(colour: str, values: str, copies: int) -> None:
    deck = Counter(face_names(DECK))
    assert [deck[colour + value] for value in values.split()] == [copies] * len(values.split())


def test_r2_deck_has_twelve_wild_dos() -> None:
    assert face_names(DECK).count("W") == 12


@pytest.mark.parametrize("wild_number_points, total", [(40, 1036), (50, 1116)])
def test_r2_card_points_of_the_whole_deck(wild_number_points: int, total: int) -> None:
    assert sum(card_points(card, wild_number_points) for card in DECK) == total


@pytest.mark.parametrize("name", ["R2", "Y2", "G2", "B2"])
def test_r3_there_is_no_coloured_two(name: str) -> None:
    with pytest.raises(UnknownFace):
        face(name)


def test_r4_naming_one_face_twice_needs_two_such_cards() -> None:
    assert lay_out("G8 B9", "Y4 W W W").why_not("Y4+Y4>G8") == "R4"


def test_r4_two_equal_cards_are_a_double() -> None:
    assert lay_out("G8 B9", "Y4 Y4 W W W").colour_match("Y4+Y4>G8") == "none"


def test_r4_canonical_order_is_by_colour_then_value_with_wild_dos_last() -> None:
    assert (FACE_NAMES[0], FACE_NAMES[9], FACE_NAMES[10], FACE_NAMES[-1]) == (
        *("R1", "R#", "Y1"),
        "W",
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r5_deal_keeps_all_108_cards(seats: int) -> None:
    current = start_game(seats).state.round
    cards = [*chain(*current.hands), *current.centre, *current.draw_pile, *current.discard_pile]
    assert sorted(cards) == list(DECK)


def test_r6_highest_number_deals() -> None:
    assert draw_for_dealer(faces_of("R9 B10 G1"), seats=3)[0] == 1


@pytest.mark.parametrize("wild", ["W", "R#"])
def test_r6_wilds_count_nothing_in_the_draw_for_dealer(wild: str) -> None:
    assert draw_for_dealer(faces_of(f"{wild} R1"), seats=2)[0] == 1


def test_r7_tied_at_zero_draw_again() -> None:
    dealer, passes = draw_for_dealer(faces_of("W R# B1 B3"), seats=2)
    assert (dealer, len(passes)) == (1, 2)


def test_r7_seat_that_fell_out_stays_out_of_later_ties() -> None:
    _, passes = draw_for_dealer(faces_of("R9 R1 B9 G5 Y5 G6 Y7"), seats=3)
    assert [[seat for seat, _ in one] for one in passes] == [[0, 1, 2], [0, 2], [0, 2]]


def test_r7_tied_draw_on_from_the_same_deck() -> None:
    _, passes = draw_for_dealer(faces_of("R9 W B9 R1 R3"), seats=3)
    assert names(card for _, card in passes[1]) == "R1 R3"


def test_r7_draw_for_dealer_takes_no_card_from_the_deal() -> None:
    drawn, seated = start_game(2), start_game(2, dealer="seat_0")
    assert drawn.draw_pile == seated.draw_pile


def test_r6_draws_for_dealer_are_told_to_all() -> None:
    started = start_game(3).events[0]
    assert isinstance(started, GameStarted)
    top = shuffled(SEED, "dealer", DECK)[:3]
    assert started.draws[0] == tuple(enumerate(top))


def test_dealer_seat_0_deals_without_a_draw() -> None:
    dealt = [first_dealer(rules(dealer="seat_0"), seed_number(n), seats=4) for n in range(9)]
    assert dealt == [(0, [])] * 9


@pytest.mark.parametrize("number", range(5))
def test_dealer_random_is_the_first_number_of_its_label(number: int) -> None:
    seed = seed_number(number)
    word = int.from_bytes(hmac.new(seed, b"dos/1|dealer|0", hashlib.sha256).digest()[:4])
    assert first_dealer(rules(dealer="random"), seed, seats=4) == (word % 4, [])


def test_dealer_draw_high_is_the_classic_choice() -> None:
    dealer, passes = draw_for_dealer(shuffled(SEED, "dealer", DECK), seats=4)
    assert first_dealer(rules(), SEED, seats=4) == (dealer, passes)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r8_every_seat_is_dealt_seven_cards(seats: int) -> None:
    assert start_game(seats).sizes == [7] * seats


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r8_cards_are_dealt_one_at_a_time_from_the_dealers_left(seats: int) -> None:
    table = start_game(seats)
    deck = shuffled(SEED, "round-1", DECK)
    first = (table.state.round.dealer + 1) % seats
    assert table.hand(first) == names(sorted(deck[0 : 7 * seats : seats]))


def test_r9_next_two_cards_are_the_centre_row() -> None:
    assert start_game(3).centre == names(shuffled(SEED, "round-1", DECK)[21:23])


def test_r10_wild_turned_up_stays() -> None:
    seed = seed_with_wilds_in_the_centre(1)
    assert start_game(2, seed=seed).centre == names(shuffled(seed, "round-1", DECK)[14:16])


def test_initial_wilds_replace_turns_on_until_two_numbers_lie_there() -> None:
    seed = seed_with_wilds_in_the_centre(1)
    numbers = [c for c in shuffled(seed, "round-1", DECK)[14:] if not is_wild(c)]
    table = start_game(2, seed=seed, initial_wilds="replace")
    assert table.centre == names(numbers[:2])


def test_initial_wilds_replace_shuffles_what_was_set_aside_into_the_draw_pile() -> None:
    seed = seed_with_wilds_in_the_centre(1)
    table = start_game(2, seed=seed, initial_wilds="replace")
    left_over = shuffled(seed, "round-1", DECK)[14:]
    for card in table.state.round.centre:
        left_over.remove(card)
    assert table.draw_pile == names(shuffled(seed, "round-1-wilds", left_over))


def test_initial_wilds_replace_shuffles_nothing_where_no_wild_was_turned_up() -> None:
    seed = seed_with_wilds_in_the_centre(0)
    replaced = start_game(2, seed=seed, initial_wilds="replace")
    assert replaced.draw_pile == names(shuffled(seed, "round-1", DECK)[16:])


def test_initial_wilds_replace_is_no_reshuffle_of_the_round() -> None:
    seed = seed_with_wilds_in_the_centre(1)
    assert start_game(2, seed=seed, initial_wilds="replace").state.round.reshuffles == 0


@pytest.mark.parametrize("seats, draw_pile", [(2, 92), (3, 85), (4, 78)])
def test_r11_rest_is_the_draw_pile_and_nothing_is_discarded(seats: int, draw_pile: int) -> None:
    assert start_game(seats).piles == (draw_pile, 0)


def test_r12_seat_left_of_the_dealer_starts_the_game() -> None:
    started = [start_game(3, seed=seed_number(n)) for n in range(20)]
    assert {(t.turn - t.state.round.dealer) % 3 for t in started} == {1}


def test_r12_play_goes_clockwise() -> None:
    table = lay_out("R7 B9", "Y1 Y3 Y4", "W W W", "W W W")
    assert [table.play(f"D /{card}").turn for card in ("Y1", "W", "W")] == [1, 2, 0]


def second_round(winner: int, **more: Any) -> Table:
    """Return the second round of three seats, won by a seat where seat 1 had dealt."""
    hands = ["W W W"] * 3
    hands[winner] = "R7"
    table = lay_out("R7 B9", *hands, turn=winner, dealer=1, game=True, **more)
    return table.play("R7>R7")


def test_r13_deal_moves_left_whoever_won() -> None:
    assert [second_round(winner).state.round.dealer for winner in range(3)] == [2, 2, 2]


def test_next_dealer_winner_deals() -> None:
    dealers = [second_round(w, next_dealer="winner").state.round.dealer for w in range(3)]
    assert dealers == [0, 1, 2]


def test_next_dealer_is_left_after_a_round_without_a_winner() -> None:
    table = lay_out(
        *("R7 B9", "Y1 Y3 Y4", "W W W", "W W W"),
        dealer=1,
        turn_number=1000,
        game=True,
        next_dealer="winner",
    )
    assert table.play("D /Y1").state.round.dealer == 2
