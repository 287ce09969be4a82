"""Positions: a single round in public JSON, for asking the rules without a game.

A bare position has the hands, the piles and the seat to act; whatever else a position in
mid-turn needs is in optional fields, so that what the rules answer can be sent back as it is.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from games.engine.calls import DOS
from games.engine.cards import COPIES, Face, UnknownFace, face, face_name
from games.engine.events import face_names
from games.engine.matching import COLOUR_MATCH_NAMES
from games.engine.observation import match_to_json
from games.engine.phases import Phase
from games.engine.play import MAX_SEATS, MIN_SEATS
from games.engine.ruleset import Ruleset
from games.engine.state import (
    CAUGHT,
    LAPSED,
    NO_DUTY,
    NOTHING,
    CardMatch,
    GameState,
    RoundOutcome,
    RoundState,
)

NOTHING_NAME: Final = "nothing"
"""`drawn` of a position in which a draw brought no card (R68)."""

_PHASES: Final = tuple(phase.value for phase in Phase)
MAX_COUNT: Final = 10**6


class InvalidPosition(ValueError):
    """Not a position: `pointer` is the JSON pointer inside it, `detail` says why.

    `is_value` is false where the shape is wrong, true where a value of the right shape will not do.
    """

    def __init__(self, pointer: str, detail: str, *, is_value: bool = True) -> None:
        super().__init__(f"{pointer}: {detail}" if pointer else detail)
        self.pointer = pointer
        self.detail = detail
        self.is_value = is_value


def _integer(value: object, pointer: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        detail = f"must be a whole number from {low} to {high}"
        raise InvalidPosition(pointer, detail, is_value=type(value) is int)
    return value


def _list(value: object, pointer: str) -> list[Any]:
    if not isinstance(value, list):
        raise InvalidPosition(pointer, "must be a list", is_value=False)
    return value


def _card(value: object, pointer: str) -> Face:
    if not isinstance(value, str):
        raise InvalidPosition(pointer, "must be the name of a card", is_value=False)
    try:
        return face(value)
    except UnknownFace as unknown:
        raise InvalidPosition(pointer, str(unknown)) from None


def _cards(value: object, pointer: str) -> list[Face]:
    return [_card(one, f"{pointer}/{i}") for i, one in enumerate(_list(value, pointer))]


def _match(value: object, pointer: str) -> CardMatch:
    if not isinstance(value, Mapping) or set(value) != {"target", "cards", "colour_match"}:
        raise InvalidPosition(pointer, "must have target, cards and colour_match", is_value=False)
    cards = _cards(value["cards"], f"{pointer}/cards")
    kind = value["colour_match"]
    if len(cards) not in (1, 2) or kind not in COLOUR_MATCH_NAMES[1:]:
        raise InvalidPosition(pointer, "must have one or two cards, and a known colour_match")
    target = _card(value["target"], f"{pointer}/target")
    return CardMatch(target, tuple(cards), COLOUR_MATCH_NAMES.index(kind))


def _drawn(value: object, pointer: str) -> Face | None:
    if value is None:
        return None
    return NOTHING if value == NOTHING_NAME else _card(value, pointer)


def _phase(value: object, pointer: str) -> Phase:
    if not isinstance(value, str) or value not in _PHASES:
        raise InvalidPosition(pointer, "must be one of " + ", ".join(_PHASES))
    return Phase(value)


def _by_seat(obj: Mapping[str, Any], name: str, seats: int, low: int, high: int) -> list[int]:
    values = _list(obj.get(name, [0] * seats), f"/{name}")
    if len(values) != seats:
        raise InvalidPosition(f"/{name}", f"must have one entry for each of the {seats} seats")
    return [_integer(value, f"/{name}/{i}", low, high) for i, value in enumerate(values)]


_COUNTS: Final = ("turn_number", "bonus_lay_downs", "forced_draws", "pending_catches", "reshuffles")
_FIRST: Final = {"turn_number": 1, "round": 1}
_KNOWN: Final = frozenset(
    {
        *("hands", "centre", "draw_pile", "discard_pile", "turn", "dealer", "scores"),
        *("phase", "round", "matched", "drawn", "duties", "left", "winner", "points", *_COUNTS),
    }
)


def position_from_json(obj: object, ruleset: Ruleset, seed: bytes | None = None) -> GameState:
    """Return the state of a position; it stops at the end of its round.

    Left-out piles are empty, `dealer` is the seat before `turn`, the phase is `play`, and nobody
    owes a call. No face may occur more often than in the deck. Raises InvalidPosition.
    """
    if not isinstance(obj, Mapping):
        raise InvalidPosition("", "must be an object", is_value=False)
    for name in obj:
        if name not in _KNOWN:
            raise InvalidPosition(f"/{name}", "is not a field of a position", is_value=False)
    for name in ("hands", "centre", "turn"):
        if name not in obj:
            raise InvalidPosition(f"/{name}", "is missing", is_value=False)
    current = _round(obj)
    seats = len(current.hands)
    scores = _by_seat(obj, "scores", seats, 0, MAX_COUNT)
    left = _list(obj.get("left", []), "/left")
    left = [_integer(seat, f"/left/{i}", 0, seats - 1) for i, seat in enumerate(left)]
    number = _count(obj, "round")
    state = GameState(ruleset, seed, current, scores, number, left=left, single_round=True)
    _check_cards(current)
    _check_seats(state)
    if current.phase is Phase.OVER:
        state.outcome = _outcome(obj, seats)
    else:
        _check_turn(current)
    return state


def _count(obj: Mapping[str, Any], name: str) -> int:
    first = _FIRST.get(name, 0)
    return _integer(obj.get(name, first), f"/{name}", first, MAX_COUNT)


def _round(obj: Mapping[str, Any]) -> RoundState:
    hands = [sorted(_cards(h, f"/hands/{i}")) for i, h in enumerate(_list(obj["hands"], "/hands"))]
    seats = len(hands)
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise InvalidPosition("/hands", f"must be {MIN_SEATS} to {MAX_SEATS} hands")
    turn = _integer(obj["turn"], "/turn", 0, seats - 1)
    matched = _list(obj.get("matched", []), "/matched")
    return RoundState(
        hands,
        _cards(obj["centre"], "/centre"),
        _cards(obj.get("draw_pile", []), "/draw_pile")[::-1],
        _cards(obj.get("discard_pile", []), "/discard_pile")[::-1],
        _integer(obj.get("dealer", (turn - 1) % seats), "/dealer", 0, seats - 1),
        turn,
        _count(obj, "turn_number"),
        _phase(obj.get("phase", "play"), "/phase"),
        [_match(one, f"/matched/{i}") for i, one in enumerate(matched)],
        _drawn(obj.get("drawn"), "/drawn"),
        _count(obj, "bonus_lay_downs"),
        _count(obj, "forced_draws"),
        _count(obj, "pending_catches"),
        _by_seat(obj, "duties", seats, LAPSED, MAX_COUNT),
        _count(obj, "reshuffles"),
    )


def _outcome(obj: Mapping[str, Any], seats: int) -> RoundOutcome:
    winner = obj.get("winner")
    if winner is not None:
        _integer(winner, "/winner", 0, seats - 1)
    return RoundOutcome(winner, _integer(obj.get("points", 0), "/points", 0, MAX_COUNT))


def _check_cards(current: RoundState) -> None:
    played = [card for match in current.matched for card in (match.target, *match.cards)]
    piles = (current.centre, current.draw_pile, current.discard_pile, played, *current.hands)
    seen = Counter(card for pile in piles for card in pile)
    for card, count in seen.items():
        if count > COPIES[card]:
            has = f"has {count} of {face_name(card)}; the deck has {COPIES[card]}"
            raise InvalidPosition("", has)


def _check_seats(state: GameState) -> None:
    current = state.round
    if len(set(state.left)) != len(state.left) or not state.stayers():
        raise InvalidPosition("/left", "must be different seats, and not all of them")
    if current.phase is Phase.OVER:
        return
    for seat, hand in enumerate(current.hands):
        if not hand and not state.is_removed(seat):
            raise InvalidPosition(f"/hands/{seat}", "is empty in a round that goes on")
    if state.is_removed(current.turn):
        raise InvalidPosition("/turn", "is a seat that was removed")


def _check_turn(current: RoundState) -> None:
    drawn, phase = current.drawn, current.phase
    if (drawn is None and phase is Phase.DRAWN) or (drawn is not None and phase is Phase.PLAY):
        raise InvalidPosition("/drawn", f"does not go with the phase {phase}")
    if phase is Phase.DRAWN and drawn != NOTHING and drawn not in current.hands[current.turn]:
        raise InvalidPosition("/drawn", "is not in the hand of the seat to act")
    if phase is Phase.LAY and not current.bonuses:
        raise InvalidPosition("/bonus_lay_downs", "must be owed in the phase lay")
    if (phase is Phase.MATCHING) != bool(current.matched):
        raise InvalidPosition("/matched", f"does not go with the phase {phase}")
    for seat, began in enumerate(current.duties):
        if began not in (NO_DUTY, CAUGHT) and len(current.hands[seat]) != DOS:
            raise InvalidPosition(f"/duties/{seat}", "is for a hand of two cards only")
        if began > current.turn_number:
            raise InvalidPosition(f"/duties/{seat}", "cannot have begun in a later turn")


def position_to_json(state: GameState) -> dict[str, Any]:
    """Return a state as a position, every pile and hand open, that can be sent back as it is."""
    current = state.round
    drawn = current.drawn
    shape: dict[str, Any] = {
        "hands": [face_names(hand) for hand in current.hands],
        "centre": face_names(current.centre),
        "draw_pile": face_names(current.draw_pile[::-1]),
        "discard_pile": face_names(current.discard_pile[::-1]),
        "turn": current.turn,
        "dealer": current.dealer,
        "scores": list(state.scores),
        "phase": current.phase.value,
        "round": state.number,
        "turn_number": current.turn_number,
        "matched": [match_to_json(match) for match in current.matched],
        "drawn": NOTHING_NAME if drawn == NOTHING else None if drawn is None else face_name(drawn),
        "bonus_lay_downs": current.bonuses,
        "forced_draws": current.forced_draws,
        "pending_catches": current.pending_catches,
        "duties": list(current.duties),
        "reshuffles": current.reshuffles,
        "left": list(state.left),
    }
    if state.outcome is not None:
        shape |= {"winner": state.outcome.winner, "points": state.outcome.points}
    return shape
