"""Cards and actions: as they are sent, listed and recorded."""

from typing import Any, Final

from dosleague.api.schema.shapes import FLAG, Component, Schema, body, list_of, number, shape, text
from games.api.limits import MAX_ACTIONS, MOST_RULES_ACTIONS
from games.engine.cards import FACE_NAMES
from games.engine.matching import COLOUR_MATCH_NAMES
from games.engine.play import MAX_SEATS

_FACE: Final = "(?:[RYGB](?:[13456789]|10|#)|W)"
_NAMED: Final = f"{_FACE}(?::(?:[RYGB]|0|[1-9][0-9]{{0,2}}))?"
_PLAYER_WORD: Final = (
    rf"(?:\.|!|D!?|\?[0-9]|/{_NAMED}!?|{_NAMED}(?:\+{_NAMED})?>{_NAMED}!?)"  # R4+R3>R7
)
_SEATED_WORD: Final = f"(?:[0-9]:)?{_PLAYER_WORD}"

FACE: Final = Component("Face", text(enum=list(FACE_NAMES)))
FACES: Final = list_of(FACE)
NAMED_CARD: Final = Component(
    "NamedCard",
    text(
        "A card, a wild one with what it is declared to be if that is stated: `W:R`, `R#:7`.",
        pattern=f"^{_NAMED}$",
    ),
)
SEAT: Final = number(0, MAX_SEATS - 1)
COLOUR_MATCH: Final = text(enum=list(COLOUR_MATCH_NAMES[1:]))
_ANY_SEAT: Final = number(0)
_CALL: Final = {**FLAG, "default": False, "description": "Calls DOS in the same breath."}
_TARGETS: Final[dict[str, Schema]] = {
    "target": NAMED_CARD,
    "cards": list_of(NAMED_CARD, minItems=1, maxItems=2),
}

# What an action of a type has, and what it may have besides.
_PLAYED: Final[dict[str, tuple[dict[str, Schema], dict[str, Schema]]]] = {
    "match": (_TARGETS, {"call": _CALL}),
    "draw": ({}, {"call": _CALL}),
    "lay": ({"card": NAMED_CARD}, {"call": _CALL}),
    "end": ({}, {}),
    "call": ({}, {}),
    "catch": ({"target_seat": _ANY_SEAT}, {}),
}
_OF_A_SEAT: Final = ("timeout", "leave")
_OF_NO_SEAT: Final = ("stop", "abort")
_IGNORED: Final[dict[str, Schema]] = {
    name: {"description": "Accepted and ignored, as in a listed action."}
    for name in ("colour_match", "makes_two")
}
_LISTED: Final[dict[str, Schema]] = {
    "makes_two": {"const": True, "description": "It brings the hand to two cards."}
}


def _name(kind: str) -> str:
    return kind.capitalize()


def _sent(kind: str) -> Component:
    fields, optional = _PLAYED[kind]
    typed: dict[str, Schema] = {"type": text(const=kind), **fields}
    return Component(_name(kind), body(typed, optional={**optional, **_IGNORED}))


def _sent_with_seat(kind: str) -> Component:
    fields, optional = _PLAYED.get(kind, ({}, {}))
    seated: dict[str, Schema] = {"seat": _ANY_SEAT, "type": text(const=kind), **fields}
    return Component(f"Seated{_name(kind)}", body(seated, optional={**optional, **_IGNORED}))


def _sent_without_seat(kind: str) -> Component:
    seat = {"description": "Ignored: it is no seat's act."}
    optional: dict[str, Schema] = {"seat": seat, **_IGNORED}
    return Component(f"Seated{_name(kind)}", body({"type": text(const=kind)}, optional=optional))


def _listed(kind: str) -> Component:
    fields, _ = _PLAYED[kind]
    typed: dict[str, Schema] = {"type": text(const=kind), **fields}
    if kind == "match":
        typed["colour_match"] = COLOUR_MATCH
    return Component(f"Legal{_name(kind)}", shape(typed, optional=_LISTED))


def _recorded(kind: str) -> Component:
    fields, optional = _PLAYED.get(kind, ({}, {}))
    seat: dict[str, Schema] = {} if kind in _OF_NO_SEAT else {"seat": SEAT}
    typed: dict[str, Schema] = {**seat, "type": text(const=kind), **fields}
    return Component(f"Recorded{_name(kind)}", shape(typed, optional=optional))


def _one_of(name: str, kinds: list[Component]) -> Component:
    return Component(name, {"oneOf": kinds})


CALL: Final = _sent("call")
CATCH: Final = _sent("catch")
ACTION: Final = _one_of("Action", [_sent(kind) for kind in _PLAYED])
SEATED_ACTION: Final = _one_of(
    "SeatedAction",
    [
        *(_sent_with_seat(kind) for kind in (*_PLAYED, *_OF_A_SEAT)),
        *(_sent_without_seat(kind) for kind in _OF_NO_SEAT),
    ],
)
LEGAL_ACTION: Final = _one_of("LegalAction", [_listed(kind) for kind in _PLAYED])
LEGAL_ACTIONS: Final = list_of(LEGAL_ACTION)
RECORDED_ACTION: Final = _one_of(
    "RecordedAction", [_recorded(kind) for kind in (*_PLAYED, *_OF_A_SEAT, *_OF_NO_SEAT)]
)


def _notation(word: str, least: int, most: int, example: str) -> dict[str, Any]:
    times = f"{{{least - 1},{most - 1}}}"
    return text(
        "The actions in text notation.",
        pattern=rf"^\s*{word}(?:\s+{word}){times}\s*$",
        examples=[example],
    )


TURN_TEXT: Final = _notation(_PLAYER_WORD, 1, MAX_ACTIONS, "R4+R3>R7 .")
_MORE: Final = f"{{0,{MOST_RULES_ACTIONS - 1}}}"
CALL_TEXT: Final = text("A call or a catch.", pattern=r"^\s*(?:!|\?[0-9])\s*$", examples=["?1"])
SEATED_TEXT: Final = text(
    "The actions in text notation; one of a seat that is not to act has its seat before it.",
    pattern=rf"^\s*(?:{_SEATED_WORD}(?:\s+{_SEATED_WORD}){_MORE})?\s*$",
    examples=["R4+R3>R7 . 1:!"],
)
MATCHED: Final = Component(
    "CardMatch",
    shape(
        {
            "target": FACE,
            "cards": list_of(FACE, minItems=1, maxItems=2),
            "colour_match": COLOUR_MATCH,
        }
    ),
)
