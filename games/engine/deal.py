"""The verifiable deal: commitment, seed, shuffles, the draw for dealer (R6-R11).

Every shuffle is a Fisher-Yates over a list in canonical face order whose numbers come from
HMAC-SHA-256 of the game's seed and a label; anybody with the secret can make it again.
"""

import hashlib
import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Final, NamedTuple

from games.engine.cards import DECK, Face, is_wild, printed_number
from games.engine.ruleset import Ruleset

SECRET_BYTES: Final = 32
ENTROPY_MAX_BYTES: Final = 64
HAND_SIZE: Final = 7
CENTRE_SIZE: Final = 2
_WORD: Final = 1 << 32
_PAST_ANY_LIMIT: Final = b"\xff\xff\xff"
"""How a word begins that is past the limit k * (2**32 // k) of any k up to 256."""
_WORD_BYTES: Final = 4
_BLOCK_WORDS: Final = 8
_HASH_BLOCK: Final = 64
_INNER_PAD: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER_PAD: Final = bytes(byte ^ 0x5C for byte in range(256))
_DECIMALS: Final = tuple(b"%d" % number for number in range(14))
"""The numbers of the blocks that the deck needs."""


def commitment(secret: bytes) -> str:
    """Return what is published before the game: the hex SHA-256 of the secret's raw bytes."""
    return hashlib.sha256(secret).hexdigest()


def default_entropy(committed: str, seat: int) -> str:
    """Return the entropy that the server fills in for a seat that sent none."""
    return hashlib.sha256(f"{committed}:{seat}".encode()).hexdigest()


def game_seed(secret: bytes, entropies: Sequence[str]) -> bytes:
    """Return the 32-byte seed of a game from its secret and every seat's entropy, in seat order."""
    return hashlib.sha256(b"\0".join((secret, *(e.encode() for e in entropies)))).digest()


def _blocks(seed: bytes, label: str, numbers: Iterable[bytes]) -> bytes:
    """Return HMAC-SHA-256(seed, label and number) of some blocks, one after another.

    The two inner hashes of RFC 2104 are begun once and copied, which halves the time of a deal.
    """
    assert len(seed) <= _HASH_BLOCK, "a longer key would have to be hashed first"
    key = seed.ljust(_HASH_BLOCK, b"\0")
    inner = hashlib.sha256(key.translate(_INNER_PAD) + f"dos/1|{label}|".encode())
    outer = hashlib.sha256(key.translate(_OUTER_PAD))
    blocks = []
    for number in numbers:
        message = inner.copy()
        message.update(number)
        block = outer.copy()
        block.update(message.digest())
        blocks.append(block.digest())
    return b"".join(blocks)


def _big_endian(words: bytes) -> Sequence[int]:
    """Return the numbers of some words of four bytes."""
    numbers = array("I", words)
    if sys.byteorder == "little":
        numbers.byteswap()
    return numbers


def _words(seed: bytes, label: str) -> Iterator[int]:
    for number in count():
        yield from _big_endian(_blocks(seed, label, (b"%d" % number,)))


def drawn_number(words: Iterator[int], k: int) -> int:
    """Return the next number below `k`, each equally likely: words past the limit are passed over.

    >>> drawn_number(iter([2**32 - 1, 7]), 3)
    1
    """
    limit = k * (_WORD // k)
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % k


def shuffled(seed: bytes, label: str, faces: Iterable[Face]) -> list[Face]:
    """Return the faces shuffled under a label, the top card first. Their former order is nothing.

    At most 108 faces.
    """
    cards = [*faces] if faces is DECK else sorted(faces)
    size = len(cards)
    needed = max(size - 1, 0)
    stream = _blocks(seed, label, _DECIMALS[: -(-needed // _BLOCK_WORDS)])
    numbers = _big_endian(stream[: needed * _WORD_BYTES])
    if _PAST_ANY_LIMIT in stream:  # a word may have to be passed over
        words = _words(seed, label)
        numbers = [drawn_number(words, k) for k in range(size, 1, -1)]
    k = size
    for number in numbers:
        j = number % k
        k -= 1
        cards[k], cards[j] = cards[j], cards[k]
    return cards


Draws = list[tuple[int, Face]]
"""One pass of the draw for dealer: (seat, face) in seat order."""


def draw_for_dealer(deck: Sequence[Face], seats: int) -> tuple[int, list[Draws]]:
    """Return the dealer and every pass of the draw, from a deck with its top card first (R6, R7).

    Wilds count 0; the tied for highest, and only they, draw again from the same deck. Should the
    deck run out before they part (no deck of 108 was ever seen to), the first of the tied deals.
    """
    passes: list[Draws] = []
    tied, top = list(range(seats)), 0
    while len(tied) > 1 and top + len(tied) <= len(deck):
        draws = list(zip(tied, deck[top : top + len(tied)], strict=True))
        top += len(tied)
        passes.append(draws)
        highest = max(printed_number(card) or 0 for _, card in draws)
        tied = [seat for seat, card in draws if (printed_number(card) or 0) == highest]
    return tied[0], passes


def first_dealer(ruleset: Ruleset, seed: bytes, seats: int) -> tuple[int, list[Draws]]:
    """Return who deals the first round, and the draws where cards are drawn for it (R6)."""
    if ruleset.dealer == "seat_0":
        return 0, []
    if ruleset.dealer == "random":
        return drawn_number(_words(seed, "dealer"), seats), []
    return draw_for_dealer(shuffled(seed, "dealer", DECK), seats)


class Deal(NamedTuple):
    """A dealt round: sorted hands in the order of dealing, the centre, the draw pile (top last)."""

    hands: list[list[Face]]
    centre: list[Face]
    draw_pile: list[Face]


def dealt_round(ruleset: Ruleset, seed: bytes, number: int, players: int) -> Deal:
    """Deal round `number` (from 1) to `players` hands, the first of them left of the dealer.

    R8-R11: seven cards each, one at a time; two cards face up. With `initial_wilds: replace` wilds
    turned up are set aside until two numbers lie there, then shuffled into the draw pile (R10).
    """
    deck = shuffled(seed, f"round-{number}", DECK)
    top = HAND_SIZE * players
    hands = [sorted(deck[first:top:players]) for first in range(players)]
    centre, pile = deck[top : top + CENTRE_SIZE], deck[: top + CENTRE_SIZE - 1 : -1]
    if ruleset.initial_wilds == "replace" and any(map(is_wild, centre)):
        centre = []
        aside: list[Face] = []
        while len(centre) < CENTRE_SIZE:
            card = deck[top]
            top += 1
            (aside if is_wild(card) else centre).append(card)
        pile = shuffled(seed, f"round-{number}-wilds", aside + deck[top:])[::-1]
    return Deal(hands, centre, pile)
