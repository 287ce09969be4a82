"""Legal actions as they are listed: an action, and what it can be or do.

There are few different ones, so each is made once and shared.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
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


@lru_cache(maxsize=1 << 16)
def match_options(cards: tuple[Face, ...], targets: int, makes_two: bool) -> tuple[Option, ...]:
    """Return the options of playing some cards on each of the centre faces given as bits."""
    found = []
    for target in range(FACE_COUNT):
        if targets >> target & 1:
            kind = (
                SINGLES[target][cards[0]]
                if len(cards) == 1
                else DOUBLES[target][cards[0] * FACE_COUNT + cards[1]]
            )
            found.append(Option(Match(target, cards), COLOUR_MATCH_NAMES[kind], makes_two))
    return tuple(found)


@cache
def lay_option(card: Face, makes_two: bool) -> Option:
    return Option(Lay(card), None, makes_two)


DRAW: Final = Option(Draw())
DRAW_TO_TWO: Final = Option(Draw(), None, makes_two=True)
END: Final = Option(End())
CALL: Final = Option(Call())
CATCHES: Final = tuple(Option(Catch(seat)) for seat in range(4))
