"""The verifiable deal: every shuffle follows from the seed and a label of its own."""

import hashlib
import hmac
from collections.abc import Iterator
from itertools import count

from tests.referee.cards import full_deck, in_order, is_wild


class SeedRequiredError(Exception):
    """A position without a seed has come to a reshuffle."""


def words(seed: bytes, label: str) -> Iterator[int]:
    """Yield the label's blocks, cut into big-endian words of 4 bytes."""
    for block in count():
        message = f"dos/1|{label}|{block}".encode()
        digest = hmac.new(seed, message, hashlib.sha256).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")


def next_below(limit: int, source: Iterator[int]) -> int:
    """Return next(limit): a word too high to be fair is passed over."""
    while True:
        word = next(source)
        if word < limit * (2**32 // limit):
            return word % limit


def shuffled(cards: list[str], seed: bytes | None, label: str) -> list[str]:
    """Return the cards, put in canonical order and then shuffled (Fisher-Yates); top first."""
    if seed is None:
        raise SeedRequiredError
    source = words(seed, label)
    pile = in_order(cards)
    for k in range(len(pile), 1, -1):
        j = next_below(k, source)
        pile[k - 1], pile[j] = pile[j], pile[k - 1]
    return pile


def highest_drawer(pile: list[str], seats: int) -> int:
    """Return the seat that draws the highest number from the pile (R6).

    Those tied for highest, and only they, draw again on from the same pile (R7).

    >>> highest_drawer(["R9", "W", "B9", "R1", "Y#"], 3)
    0
    """
    rest = list(pile)
    drawing = list(range(seats))
    while len(drawing) > 1:
        drawn = {}
        for seat in drawing:
            face = rest.pop(0)
            drawn[seat] = 0 if is_wild(face) else int(face[1:])
        highest = max(drawn.values())
        drawing = [seat for seat in drawing if drawn[seat] == highest]
    return drawing[0]


def first_dealer(how: str, seats: int, seed: bytes) -> int:
    """Return the dealer of round 1 by the option ``dealer``."""
    if how == "seat_0":
        return 0
    if how == "random":
        return next_below(seats, words(seed, "dealer"))
    return highest_drawer(shuffled(full_deck(), seed, "dealer"), seats)
