"""A state as small JSON with a format number, for one database column.

Cards are one character each, in canonical face order. The ruleset and the seed are not in it: the
game's row has them already, and the seed is nobody's to read.
"""

from string import ascii_letters
from typing import Any, Final

import orjson

from games.engine.cards import FACE_COUNT, Face
from games.engine.phases import Phase
from games.engine.ruleset import Ruleset
from games.engine.state import CardMatch, GameResult, GameState, RoundOutcome, RoundState

FORMAT: Final = 1
_ALPHABET: Final = ascii_letters[:FACE_COUNT].encode()
_TO_TEXT: Final = _ALPHABET.ljust(256, b"?")
_TO_FACES: Final = bytes(max(_ALPHABET.find(byte), 0) for byte in range(256))
_PHASES: Final = tuple(Phase)


class UnknownSnapshot(ValueError):
    """The text is not a snapshot of a format that this code reads."""


def cards_to_text(cards: list[Face] | tuple[Face, ...]) -> str:
    """Write faces one character each."""
    return bytes(cards).translate(_TO_TEXT).decode("ascii")


def cards_from_text(text: str) -> list[Face]:
    """Read what `cards_to_text` wrote."""
    return list(text.encode("ascii").translate(_TO_FACES))


def to_snapshot(state: GameState) -> str:
    """Return the state as JSON text, without its ruleset and its seed."""
    current = state.round
    turn = (
        current.dealer,
        current.turn,
        current.turn_number,
        _PHASES.index(current.phase),
        current.drawn,
        current.bonuses,
        current.forced_draws,
        current.pending_catches,
        current.reshuffles,
    )
    return orjson.dumps(
        {
            "format": FORMAT,
            "game": (state.number, state.dry_rounds, state.single_round),
            "scores": state.scores,
            "left": state.left,
            "hands": [cards_to_text(hand) for hand in current.hands],
            "centre": cards_to_text(current.centre),
            "draw": cards_to_text(current.draw_pile),
            "discard": cards_to_text(current.discard_pile),
            "turn": turn,
            "duties": current.duties,
            "matched": [(m.target, cards_to_text(m.cards), m.kind) for m in current.matched],
            "ended": (
                None if state.outcome is None else tuple(state.outcome),
                None if state.result is None else tuple(state.result),
            ),
        }
    ).decode()


def from_snapshot(text: str, ruleset: Ruleset, seed: bytes | None) -> GameState:
    """Return the state that `to_snapshot` wrote; UnknownSnapshot for any other format."""
    stored: dict[str, Any] = orjson.loads(text)
    if stored.get("format") != FORMAT:
        raise UnknownSnapshot(f"snapshot format {stored.get('format')!r} is not {FORMAT}")
    dealer, turn, turn_number, phase, drawn, bonuses, forced, catches, reshuffles = stored["turn"]
    current = RoundState(
        [cards_from_text(hand) for hand in stored["hands"]],
        cards_from_text(stored["centre"]),
        cards_from_text(stored["draw"]),
        cards_from_text(stored["discard"]),
        dealer,
        turn,
        turn_number,
        _PHASES[phase],
        [CardMatch(t, tuple(cards_from_text(cards)), kind) for t, cards, kind in stored["matched"]],
        drawn,
        bonuses,
        forced,
        catches,
        stored["duties"],
        reshuffles,
    )
    number, dry_rounds, single_round = stored["game"]
    outcome, result = stored["ended"]
    return GameState(
        ruleset,
        seed,
        current,
        stored["scores"],
        number,
        dry_rounds,
        stored["left"],
        single_round,
        RoundOutcome(*outcome) if outcome else None,
        _result(*result) if result else None,
    )


def _result(
    winner: int | None, scores: list[int], places: list[int] | None, ended: str
) -> GameResult:
    return GameResult(winner, tuple(scores), None if places is None else tuple(places), ended)
