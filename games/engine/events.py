"""What happened, as frozen values, and what of it each viewer may see.

One submission leads to a list of events. They are stored whole; `event_to_json` writes what a seat
or a spectator may see of one: cards that only their owner knows become null, with their `count`
kept (R73).
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, ClassVar, Final

from games.engine.cards import Face, face_name
from games.engine.matching import COLOUR_MATCH_NAMES
from games.engine.state import GameResult


@dataclass(frozen=True, slots=True)
class Event:
    """Anything that happened; `type` is its public name."""

    type: ClassVar[str]


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """The game began; `draws` are the passes of the draw for dealer (R6), public cards."""

    type: ClassVar[str] = "game_started"
    dealer: int
    draws: tuple[tuple[tuple[int, Face], ...], ...]


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """A round was dealt; `draw_pile` is the number of cards in it afterwards."""

    type: ClassVar[str] = "round_started"
    number: int
    dealer: int
    centre: tuple[Face, ...]
    draw_pile: int


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A seat was dealt its hand: private."""

    type: ClassVar[str] = "dealt"
    seat: int
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Matched(Event):
    """A match was made; `kind` is a colour match kind of `matching`."""

    type: ClassVar[str] = "matched"
    seat: int
    target: Face
    cards: tuple[Face, ...]
    kind: int


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A seat drew in its own turn: the card is private, None where none came (R68)."""

    type: ClassVar[str] = "drew"
    seat: int
    card: Face | None


@dataclass(frozen=True, slots=True)
class Laid(Event):
    """A card was laid into the centre row."""

    type: ClassVar[str] = "laid"
    seat: int
    card: Face


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """Cards went to the discard pile: a turn's matches (E1), or the hand of a removed seat."""

    type: ClassVar[str] = "discarded"
    seat: int
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class CentreRefilled(Event):
    """Cards were turned from the draw pile into the centre row (E2)."""

    type: ClassVar[str] = "centre_refilled"
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class ForcedDraw(Event):
    """A seat drew for another's Double Colour Match: private cards (R31)."""

    type: ClassVar[str] = "forced_draw"
    seat: int
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class PenaltyTaken(Event):
    """A seat took penalty cards, private; `reason` is `dos` (R50) or `false_catch` (R58)."""

    type: ClassVar[str] = "penalty_taken"
    seat: int
    cards: tuple[Face, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class DosCalled(Event):
    """A seat called DOS (R48)."""

    type: ClassVar[str] = "dos_called"
    seat: int


@dataclass(frozen=True, slots=True)
class DosCaught(Event):
    """A seat was caught without its call (R49)."""

    type: ClassVar[str] = "dos_caught"
    seat: int
    by: int


@dataclass(frozen=True, slots=True)
class PileReshuffled(Event):
    """The discard pile became the draw pile of `draw_pile` cards (R66)."""

    type: ClassVar[str] = "pile_reshuffled"
    draw_pile: int


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """A turn began (E6)."""

    type: ClassVar[str] = "turn_started"
    seat: int
    turn_number: int


@dataclass(frozen=True, slots=True)
class TimedOut(Event):
    """Autopilot plays a seat's turn to its end (R71); what it does follows as events."""

    type: ClassVar[str] = "timed_out"
    seat: int


@dataclass(frozen=True, slots=True)
class SeatLeft(Event):
    """A seat left for good (R71)."""

    type: ClassVar[str] = "seat_left"
    seat: int


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """The round is over; every hand is shown, by seat."""

    type: ClassVar[str] = "round_ended"
    winner: int | None
    points: int
    scores: tuple[int, ...]
    hands: tuple[tuple[Face, ...], ...]


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over."""

    type: ClassVar[str] = "game_ended"
    result: GameResult


# The commonest events as the engine makes them: frozen, and few different ones, so they are shared.
matched: Final = lru_cache(maxsize=1 << 14)(Matched)
drew: Final = lru_cache(maxsize=1 << 8)(Drew)
laid: Final = lru_cache(maxsize=1 << 8)(Laid)
turn_started: Final = lru_cache(maxsize=1 << 12)(TurnStarted)

_COUNTED: Final = (Dealt, ForcedDraw, PenaltyTaken, Discarded, CentreRefilled)
_PRIVATE_FIELDS: Final = {
    Dealt.type: "cards",
    ForcedDraw.type: "cards",
    PenaltyTaken.type: "cards",
    Drew.type: "card",
}
"""The events with cards that only their seat knows, and the field that holds them."""


def face_names(cards: Sequence[Face]) -> list[str]:
    """Return the public names of some faces."""
    return [face_name(card) for card in cards]


def result_to_json(result: GameResult) -> dict[str, Any]:
    """Return the public shape of a game's result."""
    places = None if result.places is None else list(result.places)
    return {
        "winner": result.winner,
        "scores": list(result.scores),
        "places": places,
        "ended": result.ended,
    }


def event_to_json(event: Event, viewer: int | None) -> dict[str, Any]:
    """Return what a seat (or a spectator, None) may see of an event."""
    return redacted(whole_event(event), viewer)


def redacted(shape: dict[str, Any], viewer: int | None) -> dict[str, Any]:
    """Return what a viewer may see of an event in its whole JSON; the given one is not touched."""
    field = _PRIVATE_FIELDS.get(shape["type"])
    if field is None or shape["seat"] == viewer:
        return shape
    return shape | {field: None}


def whole_event(event: Event) -> dict[str, Any]:
    """Return the whole JSON of an event, every card in it: for the store, for nobody's eyes."""
    shape: dict[str, Any] = {"type": event.type}
    match event:
        case GameStarted():
            shape["dealer"] = event.dealer
            shape["draws"] = [
                [{"seat": seat, "card": face_name(card)} for seat, card in one]
                for one in event.draws
            ]
        case RoundEnded():
            shape |= {"winner": event.winner, "points": event.points, "scores": [*event.scores]}
            shape["hands"] = [face_names(hand) for hand in event.hands]
        case GameEnded():
            shape |= result_to_json(event.result)
        case _:
            shape |= _plain_fields(event)
    if isinstance(event, _COUNTED):
        shape["count"] = len(event.cards)
    elif isinstance(event, Drew):
        shape["count"] = int(event.card is not None)
    return shape


def _plain_fields(event: Event) -> dict[str, Any]:
    shape: dict[str, Any] = {}
    for one in fields(event):
        value = getattr(event, one.name)
        if one.name in ("cards", "centre"):
            value = face_names(value)
        elif one.name in ("card", "target"):
            value = None if value is None else face_name(value)
        elif one.name == "kind":
            shape["colour_match"] = COLOUR_MATCH_NAMES[value]
            continue
        shape[one.name] = value
    return shape
