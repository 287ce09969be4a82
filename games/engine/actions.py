"""What a seat, the clock or an organiser may ask: frozen values, and their JSON.

A card in an action is *named*: a face with, for a wild, the declaration that was stated. A named
card is one integer, `face | declaration << 6`; a declaration is 0 (none), 1 to 4 (a colour, in the
order `RYGB`) or 5 + n (the number n). A face by itself is therefore a named card.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from games.engine.cards import COLOURS, FACE_NAMES, Face, UnknownFace, face

Named: TypeAlias = int

_DECLARATION_SHIFT: Final = 6
FACE_MASK: Final = 63
"""The bits of a named card that are its face."""
_FIRST_NUMBER: Final = 5
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,2}")


class MalformedAction(ValueError):
    """Not an action at all: `pointer` is the JSON pointer inside the action, `detail` says why."""

    def __init__(self, pointer: str, detail: str) -> None:
        super().__init__(f"{pointer}: {detail}" if pointer else detail)
        self.pointer = pointer
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Match:
    """Play one or two hand cards on a centre card; with `call`, calling DOS in the same breath."""

    target: Named
    cards: tuple[Named, ...]
    call: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw one card."""

    call: bool = False


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay one hand card face up into the centre row."""

    card: Named
    call: bool = False


@dataclass(frozen=True, slots=True)
class End:
    """End the matching, or decline what is optional."""


@dataclass(frozen=True, slots=True)
class Call:
    """Call DOS for one's own two cards."""


@dataclass(frozen=True, slots=True)
class Catch:
    """Catch a seat whose two cards owe a call."""

    target_seat: int


@dataclass(frozen=True, slots=True)
class Timeout:
    """Service action: autopilot plays the seat's turn to its end (R71)."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Service action: the seat leaves for good (R71)."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Service action of an organiser: the game ends and counts as it stands."""


@dataclass(frozen=True, slots=True)
class Abort:
    """Service action of an organiser: the game ends and counts for nothing."""


PlayerAction: TypeAlias = Match | Draw | Lay | End | Call | Catch
Action: TypeAlias = PlayerAction | Timeout | Leave | Stop | Abort

_SIMPLE: Final[Mapping[str, Action]] = {
    "end": End(),
    "call": Call(),
    "timeout": Timeout(),
    "leave": Leave(),
    "stop": Stop(),
    "abort": Abort(),
}
_SIMPLE_TYPE: Final = {type(action): name for name, action in _SIMPLE.items()}
SERVICE_TYPES: Final = frozenset({"timeout", "leave", "stop", "abort"})
SEATLESS_TYPES: Final = frozenset({"stop", "abort"})
_FIELDS: Final[Mapping[str, frozenset[str]]] = {
    "match": frozenset({"target", "cards", "call"}),
    "draw": frozenset({"call"}),
    "lay": frozenset({"card", "call"}),
    "catch": frozenset({"target_seat"}),
    **{name: frozenset() for name in _SIMPLE},
}
_LISTED_ONLY: Final = frozenset({"colour_match", "makes_two"})
"""What a listed legal action carries besides; accepted and ignored when it is sent back."""


def face_of(card: Named) -> Face:
    """Return the face of a named card."""
    return card & FACE_MASK


def faces_of(cards: tuple[Named, ...]) -> tuple[Face, ...]:
    """Return the faces of some named cards, the same tuple where nothing was declared."""
    return tuple([card & FACE_MASK for card in cards]) if max(cards) > FACE_MASK else cards


def stated_colour(card: Named) -> int | None:
    """Return the colour (0..3) stated for a named card, if one was."""
    declaration = card >> _DECLARATION_SHIFT
    return declaration - 1 if 0 < declaration < _FIRST_NUMBER else None


def stated_number(card: Named) -> int | None:
    """Return the number stated for a named card, if one was."""
    declaration = card >> _DECLARATION_SHIFT
    return declaration - _FIRST_NUMBER if declaration >= _FIRST_NUMBER else None


def is_declared(card: Named) -> bool:
    """Say whether a declaration was stated for a named card."""
    return card > FACE_MASK


def named_card(text: str) -> Named:
    """Read `R7`, `W:R` or `R#:7`; UnknownFace where it is no card or no declaration.

    Whether the card can carry the declaration is for the rules to say (R29).
    """
    name, colon, declared = text.partition(":")
    one = face(name)
    if not colon:
        return one
    if len(declared) == 1 and declared in COLOURS:
        return one | (COLOURS.index(declared) + 1) << _DECLARATION_SHIFT
    if _NUMBER.fullmatch(declared):
        return one | (int(declared) + _FIRST_NUMBER) << _DECLARATION_SHIFT
    raise UnknownFace(f"{declared!r} is neither a colour ({', '.join(COLOURS)}) nor a number")


def card_text(card: Named) -> str:
    """Write a named card as `named_card` reads it."""
    name = FACE_NAMES[card & FACE_MASK]
    declaration = card >> _DECLARATION_SHIFT
    if not declaration:
        return name
    if declaration < _FIRST_NUMBER:
        return f"{name}:{COLOURS[declaration - 1]}"
    return f"{name}:{declaration - _FIRST_NUMBER}"


def _read_card(value: object, pointer: str) -> Named:
    if not isinstance(value, str):
        raise MalformedAction(pointer, "must be the name of a card")
    try:
        return named_card(value)
    except UnknownFace as unknown:
        raise MalformedAction(pointer, str(unknown)) from None


def _read_call(fields: Mapping[str, Any]) -> bool:
    call = fields.get("call", False)
    if not isinstance(call, bool):
        raise MalformedAction("/call", "must be true or false")
    return call


def _read_match(fields: Mapping[str, Any]) -> Match:
    cards = fields.get("cards")
    if not isinstance(cards, list) or len(cards) not in (1, 2):
        raise MalformedAction("/cards", "must be a list of one or two cards")
    target = _read_card(fields.get("target"), "/target")
    played = tuple(_read_card(card, f"/cards/{i}") for i, card in enumerate(cards))
    return Match(target, played, _read_call(fields))


def _read_catch(fields: Mapping[str, Any]) -> Catch:
    seat = fields.get("target_seat")
    if type(seat) is not int or seat < 0:
        raise MalformedAction("/target_seat", "must be the number of a seat")
    return Catch(seat)


def action_from_json(value: object) -> Action:
    """Read an action; MalformedAction where it has not the shape of one.

    `colour_match` and `makes_two` of a listed action are accepted and ignored; any other unknown
    field is refused. The seat travels beside the action and is no field of it here.
    """
    if not isinstance(value, Mapping):
        raise MalformedAction("", "must be an object")
    kind = value.get("type")
    if not isinstance(kind, str) or kind not in _FIELDS:
        raise MalformedAction("/type", "must be one of " + ", ".join(_FIELDS))
    for name in value:
        if name != "type" and name not in _FIELDS[kind] and name not in _LISTED_ONLY:
            raise MalformedAction(f"/{name}", f"is not a field of {kind}")
    if kind == "match":
        return _read_match(value)
    if kind == "draw":
        return Draw(_read_call(value))
    if kind == "lay":
        return Lay(_read_card(value.get("card"), "/card"), _read_call(value))
    if kind == "catch":
        return _read_catch(value)
    return _SIMPLE[kind]


def action_to_json(action: Action) -> dict[str, Any]:
    """Write an action in the public JSON shape, stated declarations and a set flag included."""
    match action:
        case Match(target, cards, call):
            shape: dict[str, Any] = {
                "type": "match",
                "target": card_text(target),
                "cards": [card_text(card) for card in cards],
            }
        case Draw(call):
            shape = {"type": "draw"}
        case Lay(card, call):
            shape = {"type": "lay", "card": card_text(card)}
        case Catch(target_seat):
            return {"type": "catch", "target_seat": target_seat}
        case _:
            return {"type": _SIMPLE_TYPE[type(action)]}
    if call:
        shape["call"] = True
    return shape
