"""What matches what, and which colour match bonus it earns (R20-R35).

What a card may stand for is two sets of bits: its possible numbers (bit n for the number n) and its
possible colours (bit c for colour c of `RYGB`). A Wild DOS is a 2 of any one colour, a Wild # any
number from 1 to 10 in its printed colour, a number card itself.
"""

from collections.abc import Iterable
from functools import lru_cache, reduce
from operator import or_
from typing import Final, NamedTuple

from games.engine.actions import (
    Named,
    face_of,
    faces_of,
    is_declared,
    stated_colour,
    stated_number,
)
from games.engine.cards import (
    FACE_COUNT,
    WILD_DOS,
    Face,
    face_name,
    is_wild_number,
    printed_number,
)
from games.engine.refusals import Illegal, Refusal
from games.engine.state import CardMatch

NO_MATCH: Final = 0
PLAIN: Final = 1
SINGLE_COLOUR: Final = 2
DOUBLE_COLOUR: Final = 3
COLOUR_MATCH_NAMES: Final = ("", "none", "single", "double")

_ANY_COLOUR: Final = 0b1111
_ONE_TO_TEN: Final = 0b11111111110
_TWO: Final = 1 << 2
_TEN: Final = 10


class Shown(NamedTuple):
    """What a card may stand for: its possible numbers and colours, as bits."""

    numbers: int
    colours: int


class Bonus(NamedTuple):
    """What a colour match earns: bonus lay-downs, and cards that every other player draws."""

    lay_downs: int
    others_draw: int


def _shown_face(one: Face) -> Shown:
    if one == WILD_DOS:
        return Shown(_TWO, _ANY_COLOUR)
    number = printed_number(one)
    return Shown(_ONE_TO_TEN if number is None else 1 << number, 1 << one // 10)


SHOWN: Final[tuple[Shown, ...]] = tuple(_shown_face(f) for f in range(FACE_COUNT))


def shown(card: Named) -> Shown:
    """Return what a named card may stand for, its stated declaration binding (R22, R23, R29).

    Raises Illegal where the card cannot carry the declaration.
    """
    one = face_of(card)
    numbers, colours = SHOWN[one]
    colour, number = stated_colour(card), stated_number(card)
    if colour is not None:
        if one != WILD_DOS:
            raise Illegal(Refusal.BAD_DECLARATION)
        return Shown(numbers, 1 << colour)
    if number is not None:
        if not is_wild_number(one):
            raise Illegal(Refusal.BAD_DECLARATION)
        if not 1 <= number <= _TEN:
            raise Illegal(Refusal.WILD_NUMBER_RANGE)
        return Shown(1 << number, colours)
    return Shown(numbers, colours)


def sums(first: int, second: int) -> int:
    """Return the sums that two sets of numbers can have, as bits.

    >>> sums(1 << 3, 1 << 4) == 1 << 7
    True
    """
    total, number = 0, 0
    while second >> number:
        if second >> number & 1:
            total |= first << number
        number += 1
    return total


def is_number_match(target: Shown, played: tuple[Shown, ...]) -> bool:
    """Say whether one card equals, or two cards add up to, the centre card (R20, R21).

    >>> red_7, red_4, blue_3 = SHOWN[5], SHOWN[2], SHOWN[31]
    >>> is_number_match(red_7, (red_4, blue_3)), is_number_match(red_7, (red_4,))
    (True, False)
    """
    numbers = played[0].numbers
    if len(played) == 2:
        numbers = sums(numbers, played[1].numbers)
    return bool(numbers & target.numbers)


def colour_match(target: Shown, played: tuple[Shown, ...]) -> int:
    """Return PLAIN, SINGLE_COLOUR or DOUBLE_COLOUR for a number match (R30-R33).

    There must be one colour that the centre card and every played card can have at once (R32).

    >>> wild, red_1, blue_1 = SHOWN[40], SHOWN[0], SHOWN[30]
    >>> colour_match(wild, (red_1, red_1)), colour_match(wild, (red_1, blue_1))
    (3, 1)
    """
    common = target.colours
    for card in played:
        common &= card.colours
    if not common:
        return PLAIN
    return SINGLE_COLOUR if len(played) == 1 else DOUBLE_COLOUR


def earned_bonus(kind: int) -> Bonus:
    """Return what a match of this kind earns (R30, R31).

    >>> earned_bonus(DOUBLE_COLOUR)
    Bonus(lay_downs=1, others_draw=1)
    """
    return Bonus(int(kind > PLAIN), int(kind == DOUBLE_COLOUR))


def _kind(target: Shown, played: tuple[Shown, ...]) -> int:
    return colour_match(target, played) if is_number_match(target, played) else NO_MATCH


SINGLES: Final[tuple[bytes, ...]] = tuple(
    bytes(_kind(target, (card,)) for card in SHOWN) for target in SHOWN
)
"""SINGLES[target][card]: the best that one undeclared card can make of a centre card."""


def _double_rows() -> tuple[bytes, ...]:
    by_sum = {
        (a, b): sums(a, b) for a in {s.numbers for s in SHOWN} for b in {s.numbers for s in SHOWN}
    }
    rows = []
    for target in SHOWN:
        row = bytearray(FACE_COUNT * FACE_COUNT)
        for a, first in enumerate(SHOWN):
            for b, second in enumerate(SHOWN):
                if by_sum[first.numbers, second.numbers] & target.numbers:
                    row[a * FACE_COUNT + b] = colour_match(target, (first, second))
        rows.append(bytes(row))
    return tuple(rows)


DOUBLES: Final[tuple[bytes, ...]] = _double_rows()
"""DOUBLES[target][a * FACE_COUNT + b]: the same for two undeclared cards."""


def _targets_of(kinds: Iterable[int]) -> int:
    return sum(1 << target for target, kind in enumerate(kinds) if kind != NO_MATCH)


SINGLE_TARGETS: Final[tuple[int, ...]] = tuple(map(_targets_of, zip(*SINGLES, strict=True)))
"""SINGLE_TARGETS[card]: the centre faces that one card matches, as bits."""

_PAIR_TARGETS: Final = tuple(map(_targets_of, zip(*DOUBLES, strict=True)))
DOUBLE_TARGETS: Final[tuple[tuple[int, ...], ...]] = tuple(
    _PAIR_TARGETS[card * FACE_COUNT : (card + 1) * FACE_COUNT] for card in range(FACE_COUNT)
)
"""DOUBLE_TARGETS[a][b]: the centre faces that two cards match together, as bits."""

DOUBLE_REACH: Final[tuple[int, ...]] = tuple(
    reduce(or_, DOUBLE_TARGETS[card]) for card in range(FACE_COUNT)
)
"""DOUBLE_REACH[card]: the centre faces that a card matches with any other, as bits."""

FACE_BITS: Final = tuple(1 << face for face in range(FACE_COUNT))
"""A face as the bit that it is in a set of faces."""

WILD_NUMBERS: Final = sum(1 << f for f in range(FACE_COUNT) if is_wild_number(f))
"""The four faces of Wild #, as bits."""


def match_kind(target: Named, cards: tuple[Named, ...], *, double_on_wild_number: bool) -> int:
    """Return the colour match kind of a match, or raise Illegal (R20-R33).

    `target` and `cards` are named cards; what is undeclared is inferred in the player's favour
    (R29). `double_on_wild_number` is the ruleset's option (R26).
    """
    if is_declared(target) or is_declared(max(cards)):
        kind = _kind(shown(target), tuple(map(shown, cards)))
    elif len(cards) == 1:
        kind = SINGLES[target][cards[0]]
    elif len(cards) == 2:
        kind = DOUBLES[target][cards[0] * FACE_COUNT + cards[1]]
    else:
        kind = NO_MATCH
    if len(cards) == 2 and not double_on_wild_number and is_wild_number(face_of(target)):
        raise Illegal(Refusal.NO_DOUBLE_ON_WILD_NUMBER)
    if kind == NO_MATCH:
        raise Illegal(_why_no_match(face_of(target), tuple(map(face_of, cards))))
    return kind


@lru_cache(maxsize=1 << 14)
def card_match(target: Named, cards: tuple[Named, ...], double_on_wild_number: bool) -> CardMatch:
    """Return the match that named cards make of a centre card, or raise Illegal (R20-R33).

    There are few different ones, so each is made once and shared.
    """
    kind = match_kind(target, cards, double_on_wild_number=double_on_wild_number)
    return CardMatch(face_of(target), faces_of(cards), kind)


def _why_no_match(target: Face, cards: tuple[Face, ...]) -> Refusal:
    if len(cards) == 1:
        if cards[0] == WILD_DOS:
            return Refusal.WILD_DOS_IS_TWO
        return Refusal.CENTRE_WILD_DOS_IS_TWO if target == WILD_DOS else Refusal.WRONG_NUMBER
    if is_wild_number(target):
        return Refusal.SUM_OVER_TEN
    if target == WILD_DOS or face_name(target).endswith("1"):
        return Refusal.NO_SUCH_DOUBLE
    if any(printed_number(card) == _TEN for card in cards):
        return Refusal.NO_SUCH_DOUBLE
    return Refusal.WRONG_SUM
