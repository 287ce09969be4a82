"""What one seat, or a spectator, may see of a state (R73)."""

from typing import Any, NamedTuple

from games.engine.cards import Face, face_name
from games.engine.events import face_names
from games.engine.legal import legal_actions
from games.engine.matching import COLOUR_MATCH_NAMES
from games.engine.options import Option
from games.engine.phases import Phase
from games.engine.ruleset import Ruleset
from games.engine.state import NO_DUTY, NOTHING, CardMatch, GameState


class Observation(NamedTuple):
    """A state as a seat sees it; `seat` is None for a spectator, who has no hand and no options.

    Faces are integers; `hand` is sorted; `discard_pile` has its top card last. `hand_sizes`,
    `owes_call` and `scores` are by seat; `left` lists the seats that left, in order. `drawn` is the
    face that this seat drew in its open turn, `bonuses` the lay-downs that the open turn earned and
    has not laid, `forced_draws` the draws it will bring every other seat, `pending_catches` the
    catches whose penalty waits for its end. `options` are this seat's legal actions.
    """

    ruleset: Ruleset
    seat: int | None
    number: int
    dealer: int
    turn: int
    turn_number: int
    phase: Phase
    centre: tuple[Face, ...]
    matched: tuple[CardMatch, ...]
    draw_pile: int
    discard_pile: tuple[Face, ...]
    hand_sizes: tuple[int, ...]
    owes_call: tuple[bool, ...]
    scores: tuple[int, ...]
    left: tuple[int, ...]
    bonuses: int
    forced_draws: int
    pending_catches: int
    hand: tuple[Face, ...]
    drawn: Face | None
    options: tuple[Option, ...]

    def round_json(self) -> dict[str, Any]:
        """Return the public shape of the round."""
        return {
            "number": self.number,
            "dealer": self.dealer,
            "turn": self.turn,
            "turn_number": self.turn_number,
            "phase": self.phase.value,
            "centre": face_names(self.centre),
            "matched": [match_to_json(match) for match in self.matched],
            "draw_pile": self.draw_pile,
            "discard_pile": len(self.discard_pile),
        }

    def seat_json(self, seat: int) -> dict[str, Any]:
        """Return what everybody sees of one seat."""
        return {
            "seat": seat,
            "score": self.scores[seat],
            "cards": self.hand_sizes[seat],
            "owes_call": self.owes_call[seat],
            "left": seat in self.left,
        }

    def you_json(self) -> dict[str, Any] | None:
        """Return what only this seat sees; None for a spectator."""
        if self.seat is None:
            return None
        return {
            "seat": self.seat,
            "hand": face_names(self.hand),
            "drawn": None if self.drawn is None else face_name(self.drawn),
            "bonus_lay_downs": self.bonuses if self.seat == self.turn else 0,
            "legal_actions": [option.to_json() for option in self.options],
        }

    def to_json(self) -> dict[str, Any]:
        """Return the `seats`, `round` and `you` of a game as this viewer sees it."""
        return {
            "seats": [self.seat_json(seat) for seat in range(len(self.scores))],
            "round": self.round_json(),
            "you": self.you_json(),
        }


def match_to_json(match: CardMatch) -> dict[str, Any]:
    """Return the public shape of a match of the open turn."""
    return {
        "target": face_name(match.target),
        "cards": face_names(match.cards),
        "colour_match": COLOUR_MATCH_NAMES[match.kind],
    }


def observe(state: GameState, seat: int | None) -> Observation:
    """Return what a seat (0..n-1), or a spectator (None), may see of a state."""
    current = state.round
    drawn = current.drawn if seat == current.turn and current.drawn != NOTHING else None
    return Observation(
        ruleset=state.ruleset,
        seat=seat,
        number=state.number,
        dealer=current.dealer,
        turn=current.turn,
        turn_number=current.turn_number,
        phase=current.phase,
        centre=tuple(current.centre),
        matched=tuple(current.matched),
        draw_pile=len(current.draw_pile),
        discard_pile=tuple(current.discard_pile),
        hand_sizes=tuple(map(len, current.hands)),
        owes_call=tuple([began > NO_DUTY for began in current.duties]),
        scores=tuple(state.scores),
        left=tuple(state.left),
        bonuses=current.bonuses,
        forced_draws=current.forced_draws,
        pending_catches=current.pending_catches,
        hand=() if seat is None else tuple(current.hands[seat]),
        drawn=drawn,
        options=() if seat is None else tuple(legal_actions(state, seat)),
    )
