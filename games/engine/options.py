"""Legal actions as they are listed: an action, and what it can be or do.

There are few different ones, so each is made once and shared.
"""

from dataclasses import dataclass
from typing import Any, Final

from games.engine.actions import Action, Call, Catch, Draw, End, Lay, Match, action_to_json
from games.engine.cards import FACE_COUNT, Face
from games.engine.matching import COLOUR_MATCH_NAMES, DOUBLES, SINGLES


@dataclass(frozen=True, slots=True)
class Option:
    """A legal action: the best colour match it can be, and whether it brings the hand to two."""

    action: Action
    colour_match: str | None = None
    makes_two: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the public shape of a listed legal action."""
        shape = action_to_json(self.action)
        if self.colour_match is not None:
            shape["colour_match"] = self.colour_match
        if self.makes_two:
            shape["makes_two"] = True
        return shape


class MatchOptions(dict[int, Option]):
    """The options of playing some cards, by the centre face that they are played on (as a bit).

    They are made as they are first asked for; in play few of the possible matches occur.
    """

    __slots__ = ("cards", "makes_two")

    def __init__(self, cards: tuple[Face, ...], *, makes_two: bool) -> None:
        super().__init__()
        self.cards = cards
        self.makes_two = makes_two

    def __missing__(self, bit: int) -> Option:
        target, cards = bit.bit_length() - 1, self.cards
        if len(cards) == 1:
            kind = SINGLES[target][cards[0]]
        else:
            kind = DOUBLES[target][cards[0] * FACE_COUNT + cards[1]]
        made = Option(Match(target, cards), COLOUR_MATCH_NAMES[kind], self.makes_two)
        self[bit] = made
        return made


_FACES: Final = range(FACE_COUNT)
SINGLE_OPTIONS: Final = tuple(
    tuple(MatchOptions((card,), makes_two=two) for card in _FACES) for two in (False, True)
)
"""SINGLE_OPTIONS[makes two][card][the bit of a target]"""
DOUBLE_OPTIONS: Final = tuple(
    tuple(
        tuple(MatchOptions((min(a, b), max(a, b)), makes_two=two) for b in _FACES) for a in _FACES
    )
    for two in (False, True)
)
"""DOUBLE_OPTIONS[makes two][one card][the other][the bit of a target]"""


DRAW: Final = Option(Draw())
DRAW_TO_TWO: Final = Option(Draw(), None, makes_two=True)
LAYS: Final = tuple(Option(Lay(card)) for card in range(FACE_COUNT))
LAYS_TO_TWO: Final = tuple(Option(Lay(card), None, makes_two=True) for card in range(FACE_COUNT))
END: Final = Option(End())
CALL: Final = Option(Call())
CATCHES: Final = tuple(Option(Catch(seat)) for seat in range(4))
