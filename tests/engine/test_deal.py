"""The verifiable deal, made again from its description with nothing but hashes (R6-R11)."""

import hashlib
import hmac
import math
import random
import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import count, pairwise
from typing import Any, Final

import pytest

from games.engine.cards import COPIES, DECK, FACE_NAMES, faces, printed_number
from games.engine.deal import (
    commitment,
    dealt_round,
    default_entropy,
    draw_for_dealer,
    drawn_number,
    first_dealer,
    game_seed,
    shuffled,
)
from games.engine.events import face_names
from games.engine.ruleset import custom_ruleset
from tests.engine.table import lay_out

SECRET: Final = bytes(range(32))
CANON: Final = [
    colour + value.replace("0", "10") for colour in "RYGB" for value in "1113334445556677889900##"
] + ["W"] * 12
REJECTED: Final = hashlib.sha256(b"rejected word 684615").digest()
"""A seed, found by search, of which label `round-1` begins with a word that must be passed over."""


# --- the description, once more


def numbers(seed: bytes, label: str) -> Iterator[int]:
    """Yield the words of a label."""
    for block in count():
        mac = hmac.new(seed, b"dos/1|%s|%d" % (label.encode(), block), hashlib.sha256).digest()
        yield from (int.from_bytes(mac[at : at + 4], "big") for at in range(0, 32, 4))


def next_number(words: Iterator[int], k: int) -> int:
    return next(w for w in words if w < k * (2**32 // k)) % k


def again(seed: bytes, label: str, cards: Sequence[str] = CANON) -> list[str]:
    """Return the cards in the order in which the label shuffles them, top first."""
    words, pile = numbers(seed, label), sorted(cards, key=FACE_NAMES.index)
    for k in range(len(pile), 1, -1):
        j = next_number(words, k)
        pile[k - 1], pile[j] = pile[j], pile[k - 1]
    return pile


def seed_of(index: int) -> bytes:
    return hashlib.sha256(f"deal {index}".encode()).digest()


SEEDS: Final = [seed_of(index) for index in range(12)]


def test_commitment_is_the_hash_of_the_raw_secret() -> None:
    found = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest() == found


def test_entropy_that_a_seat_did_not_send_is_filled_in() -> None:
    filled_in = hashlib.sha256(f"{commitment(SECRET)}:1".encode()).hexdigest()
    assert default_entropy(commitment(SECRET), 1) == filled_in


def test_seed_joins_secret_and_entropies_with_zero_bytes() -> None:
    joined = SECRET + b"\0" + b"7 magpies" + b"\0" + "é☂".encode()
    seed = game_seed(SECRET, ["7 magpies", "é☂"])
    assert seed == hashlib.sha256(joined).digest()
    assert seed.hex() == "caf3319be7ffaf491216e1ee6676432188799879ee4d7d2a4014ee5f74817ac2"


def test_seed_depends_on_which_seat_sent_what() -> None:
    assert game_seed(SECRET, ["a", "b"]) != game_seed(SECRET, ["b", "a"])
    assert game_seed(SECRET, ["ab", "c"]) != game_seed(SECRET, ["a", "bc"])


def test_known_shuffle() -> None:
    seed = game_seed(SECRET, ["7 magpies", "é☂"])
    assert face_names(shuffled(seed, "round-1", DECK))[:5] == ["B1", "Y3", "G6", "R6", "R3"]


@pytest.mark.parametrize("label", ["dealer", "round-1", "round-12", "round-2-reshuffle-10"])
def test_shuffle_follows_from_seed_and_label(label: str) -> None:
    for seed in SEEDS:
        assert face_names(shuffled(seed, label, DECK)) == again(seed, label)


@pytest.mark.parametrize("size", [0, 1, 2, 8, 9, 10, 17, 30, 107, 108])
def test_shuffle_of_any_size_uses_as_many_words_as_it_needs(size: int) -> None:
    some = random.Random(size).sample(DECK, size)
    assert face_names(shuffled(SECRET, "round-1", some)) == again(
        SECRET, "round-1", face_names(some)
    )


def test_order_before_a_shuffle_never_matters() -> None:
    mixed = list(DECK)
    random.Random(1).shuffle(mixed)
    assert shuffled(SECRET, "dealer", mixed) == shuffled(SECRET, "dealer", DECK)
    assert mixed != list(DECK)


def test_word_past_the_limit_is_passed_over_in_a_shuffle() -> None:
    first, second = (word for word, _ in zip(numbers(REJECTED, "round-1"), range(2), strict=False))
    assert first >= 108 * (2**32 // 108) > second
    assert face_names(shuffled(REJECTED, "round-1", DECK)) == again(REJECTED, "round-1")


@pytest.mark.parametrize(
    "words, k, number",
    [
        ([2**32 - 1, 7], 3, 1),
        ([2**32 - 2], 3, 2),
        ([2**32 - 1], 2, 1),
        ([2**32 - 1], 1, 0),
        ([108 * (2**32 // 108), 2**32 - 1, 109], 108, 1),
        ([108 * (2**32 // 108) - 1], 108, 107),
        ([0], 108, 0),
    ],
)
def test_number_below_k_is_the_first_word_under_the_limit(
    words: list[int], k: int, number: int
) -> None:
    rest = iter([*words, 5])
    assert drawn_number(rest, k) == number
    assert list(rest) == [5]


# --- labels


def test_dealer_is_drawn_for_under_the_label_dealer() -> None:
    classic = custom_ruleset("classic-2018", {})
    for seed in SEEDS:
        top = again(seed, "dealer")
        _, passes = first_dealer(classic, seed, 4)
        drawn = [face_names([card])[0] for one in passes for _, card in one]
        assert drawn == top[: len(drawn)]


def test_random_dealer_is_the_first_number_of_the_label_dealer() -> None:
    ruleset = custom_ruleset("classic-2018", {"dealer": "random"})
    for seed in SEEDS:
        dealer = next_number(numbers(seed, "dealer"), 3)
        assert first_dealer(ruleset, seed, 3) == (dealer, [])


@pytest.mark.parametrize("number", [1, 2, 17])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_round_is_dealt_under_its_number(number: int, players: int) -> None:
    deal = dealt_round(custom_ruleset("classic-2018", {}), SECRET, number, players)
    deck = again(SECRET, f"round-{number}")
    dealt = deck[: 7 * players]
    hands = [sorted(dealt[p::players], key=FACE_NAMES.index) for p in range(players)]
    assert [face_names(hand) for hand in deal.hands] == hands
    assert face_names(deal.centre) == deck[7 * players : 7 * players + 2]
    assert face_names(deal.draw_pile[::-1]) == deck[7 * players + 2 :]


def test_wilds_are_replaced_under_a_label_of_their_own() -> None:
    ruleset = custom_ruleset("classic-2018", {"initial_wilds": "replace"})
    set_aside = 0
    for seed in SEEDS:
        deal, deck = dealt_round(ruleset, seed, 3, 2), again(seed, "round-3")
        rest = deck[14:]
        row: list[str] = []
        aside: list[str] = []
        while len(row) < 2:
            card = rest.pop(0)
            (row if card[1:].isdigit() else aside).append(card)
        pile = again(seed, "round-3-wilds", [*aside, *rest]) if aside else rest
        assert face_names(deal.centre) == row
        assert face_names(deal.draw_pile[::-1]) == pile
        set_aside += bool(aside)
    assert 0 < set_aside < len(SEEDS)


@pytest.mark.parametrize("number, before", [(1, 0), (3, 1), (2, 9)])
def test_reshuffle_is_made_under_its_round_and_number(number: int, before: int) -> None:
    pile = ["R9", "Y9", "G9", "B9", "W", "W", "R1", "Y1", "G1", "B1"]
    more: dict[str, Any] = {"round": number, "reshuffles": before, "rest": "nowhere"}
    table = lay_out("R10 Y10", "R3", discard=" ".join(pile), **more).play("D")
    drawn, *rest = again(SECRET, f"round-{number}-reshuffle-{before + 1}", pile)
    assert drawn in table.hand(0).split()
    assert table.draw_pile.split() == rest


# --- the draw for dealer


@pytest.mark.parametrize(
    "deck, seats, dealer, passes",
    [
        pytest.param("R9 R8", 2, 0, [[0, 1]], id="highest deals"),
        pytest.param("R8 B9 R7 Y1", 4, 1, [[0, 1, 2, 3]], id="highest of four"),
        pytest.param("W R# B1", 3, 2, [[0, 1, 2]], id="wilds count nothing"),
        pytest.param("R9 W B9 Y3 G4", 3, 2, [[0, 1, 2], [0, 2]], id="the tied draw again"),
        pytest.param("W R# R1 W", 2, 0, [[0, 1], [0, 1]], id="tied at zero"),
        pytest.param(
            "R9 B9 Y9 R1 G1 B1 R3 R4 R5 R6", 3, 2, [[0, 1, 2]] * 3, id="tied more than once"
        ),
        pytest.param(
            "R9 B9 Y9 G1 R5 B5 Y3 R1 B4", 4, 1, [[0, 1, 2, 3], [0, 1, 2], [0, 1]], id="one by one"
        ),
        pytest.param("R9 B9 Y9", 2, 0, [[0, 1]], id="a deck that runs out"),
    ],
)
def test_r6_r7_draw_for_dealer(deck: str, seats: int, dealer: int, passes: list[list[int]]) -> None:
    found, draws = draw_for_dealer(faces(deck), seats)
    assert (found, [[seat for seat, _ in one] for one in draws]) == (dealer, passes)
    cards = [card for one in draws for _, card in one]
    assert cards == faces(deck)[: len(cards)]


def test_seat_0_deals_without_a_draw() -> None:
    ruleset = custom_ruleset("classic-2018", {"dealer": "seat_0"})
    assert first_dealer(ruleset, SECRET, 4) == (0, [])


def test_every_seat_may_come_to_deal(stress: bool) -> None:
    """No seat is favoured: 4 seats, and chi-square of 3 degrees, 16.3 being its 99.9 % point."""
    games = 40_000 if stress else 600
    classic = custom_ruleset("classic-2018", {})
    dealers = Counter(first_dealer(classic, seed_of(index), 4)[0] for index in range(games))
    assert chi_square([dealers[seat] for seat in range(4)]) < 16.3


# --- a shuffle leaves nothing as it was


def chi_square(observed: Sequence[int]) -> float:
    """Return how far counts are from being all alike."""
    expected = sum(observed) / len(observed)
    return sum((found - expected) ** 2 / expected for found in observed)


def highest_chi_square(degrees: int) -> float:
    """Return the 99.9 % point of chi-square, by the approximation of Wilson and Hilferty."""
    spread = 2 / (9 * degrees)
    return degrees * (1 - spread + 3.0902 * math.sqrt(spread)) ** 3


@pytest.fixture(scope="module")
def shuffles(stress: bool) -> list[list[int]]:
    """Return shuffles of 108 cards that can be told apart."""
    many = 54_000 if stress else 1_080
    return [shuffled(SECRET, f"round-{number}", range(108)) for number in range(many)]


@pytest.mark.parametrize("card", [0, 1, 53, 106, 107])
def test_card_comes_to_lie_anywhere(card: int, shuffles: list[list[int]]) -> None:
    places = Counter(one.index(card) for one in shuffles)
    assert chi_square([places[place] for place in range(108)]) < highest_chi_square(107)


@pytest.mark.parametrize("place", [0, 1, 54, 107])
def test_place_may_take_any_card(place: int, shuffles: list[list[int]]) -> None:
    cards = Counter(one[place] for one in shuffles)
    assert chi_square([cards[card] for card in range(108)]) < highest_chi_square(107)


@pytest.mark.parametrize("card", [0, 53, 106])
def test_neighbours_before_a_shuffle_lie_any_distance_apart_after_it(
    card: int, shuffles: list[list[int]]
) -> None:
    apart = Counter((one.index(card + 1) - one.index(card)) % 108 for one in shuffles)
    assert chi_square([apart[steps] for steps in range(1, 108)]) < highest_chi_square(106)


def equal_neighbours(cards: Sequence[int]) -> int:
    return sum(a == b for a, b in pairwise(cards))


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(lambda card: card, id="equal faces"),
        pytest.param(lambda card: printed_number(card) or 0, id="equal numbers"),
    ],
)
def test_equal_cards_lie_side_by_side_only_as_chance_has_it(
    kind: Callable[[int], int], stress: bool
) -> None:
    """The mean of n shuffles is within 3.3 standard errors; the sorted deck is far beyond it."""
    groups = Counter(map(kind, DECK))
    expected = sum(n * (n - 1) for n in groups.values()) / len(DECK)
    found = [
        equal_neighbours([kind(card) for card in shuffled(SECRET, f"round-{number}", DECK)])
        for number in range(20_000 if stress else 400)
    ]
    error = statistics.stdev(found) / math.sqrt(len(found))
    assert abs(statistics.fmean(found) - expected) < 3.3 * error
    assert equal_neighbours([kind(card) for card in DECK]) > 4 * expected


def test_deck_is_the_one_that_is_shuffled() -> None:
    assert face_names(DECK) == CANON
    assert sum(COPIES) == len(CANON)
