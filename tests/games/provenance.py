"""Where a card may be named in an answer, and that it is named nowhere else (R73)."""

import json
from collections import Counter
from typing import Any, Final

from games.engine.cards import FACE_NAMES
from games.engine.events import face_names
from games.engine.snapshot import cards_to_text, to_snapshot
from games.engine.state import GameState

SECRET_NAMES: Final = frozenset(
    {"secret", "seed", "state", "round_text", "password", "hash", "fingerprint", "answer", "digest"}
)
PRIVATE: Final = {
    "dealt": "cards",
    "forced_draw": "cards",
    "penalty_taken": "cards",
    "drew": "card",
}
PUBLIC_EVENTS: Final = frozenset(
    {"game_started", "round_started", "matched", "laid", "centre_refilled", "discarded"}
)
_FACES: Final = frozenset(FACE_NAMES)


def is_card(value: Any) -> bool:
    return isinstance(value, str) and value.partition(":")[0] in _FACES


def check_answer(body: Any, viewer: int | None, state: GameState) -> None:
    """Check the JSON of an answer about a running game; `viewer` is the caller's seat."""
    if not isinstance(body, dict):
        return
    _check_names(body)
    rest = dict(body)
    rest.pop("rule", None)  # R1 is a rule too
    _check_you(rest.pop("you", None), viewer, state)
    if "game" in rest and isinstance(rest["game"], dict):
        check_answer(rest.pop("game"), viewer, state)
    _check_options(rest.pop("legal_actions", []), viewer, state)
    for event in rest.pop("events", []):
        check_event(event, viewer)
    for message in rest.pop("messages", []):
        for event in message["events"]:
            check_event(event, viewer)
        assert all(
            set(action) <= {"seat", "type", "target", "cards", "card", "call", "target_seat"}
            for action in message["actions"]
        )
    table = dict(rest.pop("round", None) or {})
    table.pop("centre", None)
    table.pop("matched", None)
    assert not isinstance(table.get("draw_pile"), list)
    assert not isinstance(table.get("discard_pile"), list)
    for left_over in (rest, table):
        assert not list(_cards_in(left_over)), left_over


def check_event(event: dict[str, Any], viewer: int | None) -> None:
    """Check that an event names cards only where everybody, or its own seat, may see them."""
    field = PRIVATE.get(event["type"])
    if field is not None:
        if event["seat"] != viewer:
            assert event[field] is None, event
            assert not list(_cards_in(event)), event
        elif event["count"]:
            assert event[field]
    elif event["type"] not in PUBLIC_EVENTS | {"round_ended"}:
        assert not list(_cards_in(event)), event
    assert ("hands" in event) == (event["type"] == "round_ended")


def _check_names(value: Any) -> None:
    if isinstance(value, dict):
        assert not SECRET_NAMES & set(value), sorted(SECRET_NAMES & set(value))
        for inner in value.values():
            _check_names(inner)
    elif isinstance(value, list):
        for inner in value:
            _check_names(inner)


def _check_you(you: Any, viewer: int | None, state: GameState) -> None:
    if viewer is None or you is None:
        assert you is None
        return
    assert set(you) == {"seat", "hand", "drawn", "bonus_lay_downs", "legal_actions"}
    assert you["seat"] == viewer
    assert you["hand"] == face_names(state.round.hands[viewer])
    if state.round.turn != viewer:
        assert you["drawn"] is None
    _check_options(you["legal_actions"], viewer, state)


def _check_options(options: list[dict[str, Any]], viewer: int | None, state: GameState) -> None:
    """Check that whatever is listed could be known by who holds this hand."""
    assert viewer is not None or not options
    for option in options:
        assert viewer is not None
        own = Counter(face_names(state.round.hands[viewer]))
        cards = Counter(option.get("cards", [])) + Counter(
            [option["card"]] if "card" in option else []
        )
        assert cards <= own, option
        if "target" in option:
            assert option["target"] in face_names(state.round.centre)


def _cards_in(value: Any) -> Any:
    if is_card(value):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _cards_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _cards_in(inner)


def hidden_texts(state: GameState, secret: bytes, viewer: int | None = None) -> list[str]:
    """Return texts that no answer to a viewer, and no line of a log, may hold."""
    assert state.seed is not None
    current = state.round
    texts = [secret.hex(), state.seed.hex(), to_snapshot(state)]
    piles = [current.draw_pile, current.draw_pile[::-1]]
    piles += [hand for seat, hand in enumerate(current.hands) if seat != viewer and len(hand) > 4]
    for pile in piles:
        if len(pile) > 4:
            names = face_names(pile)
            texts += [json.dumps(names)[1:-1], json.dumps(names, separators=(",", ":"))[1:-1]]
            texts.append(cards_to_text(pile))
    return [text for text in texts if len(text) > 6]
