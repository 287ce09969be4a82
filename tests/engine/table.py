"""A table to lay out, play in text notation and read back in the names of cards.

Whatever a test plays here keeps every card (R5), and is asked of `check_action` as well as played;
whatever is refused must leave the state as it was.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Any, Final

import pytest

from games.engine.actions import Abort, Action, Leave, Match, Stop, Timeout, face_of
from games.engine.cards import DECK, Face, faces
from games.engine.events import Event, Matched, event_to_json, face_names
from games.engine.legal import check_action, legal_actions
from games.engine.notation import format_action, parse_turn
from games.engine.play import advance, apply, new_game
from games.engine.position import position_from_json
from games.engine.refusals import Illegal, Refusal
from games.engine.ruleset import OPTIONS, Ruleset, custom_ruleset
from games.engine.state import GameResult, GameState

SEED: Final = bytes(range(32))
OTHER_HAND: Final = "W W W"
_SERVICE: Final[dict[str, Action]] = {
    "timeout": Timeout(),
    "leave": Leave(),
    "stop": Stop(),
    "abort": Abort(),
}
_RULES: Final = frozenset(OPTIONS) - {"dealer"}
"""`dealer` is a seat in a position that is laid out, an option in a game that is started."""


def names(cards: Iterable[Face]) -> str:
    return " ".join(face_names(tuple(cards)))


class Table:
    """A state that is played on; `events` are those of the last call of `play`."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.events: list[Event] = []

    def play(self, turn: str) -> "Table":
        """Play actions in text notation; `timeout`, `leave`, `stop` and `abort` are words too."""
        self.events = []
        for word in turn.split():
            self._act(*self._read(word))
        return self

    def refusal(self, turn: str) -> Refusal:
        """Play a turn up to its last action, which the rules must refuse, and say how they do."""
        *accepted, last = turn.split()
        self.play(" ".join(accepted))
        seat, action = self._read(last)
        after = self.state.copy()
        with pytest.raises(Illegal) as checked:
            check_action(after, seat, action)
        with pytest.raises(Illegal) as played:
            advance(after, seat, action)
        assert after == self.state
        assert checked.value.refusal is played.value.refusal
        return played.value.refusal

    def why_not(self, turn: str) -> str:
        """Return the number of the rule that refuses the last action of a turn."""
        return self.refusal(turn).rule

    def colour_match(self, turn: str) -> str:
        """Play a turn that makes one match and name its colour match: none, single or double."""
        self.play(turn)
        (made,) = (event for event in self.events if isinstance(event, Matched))
        colour_match: str = event_to_json(made, None)["colour_match"]
        return colour_match

    def listed(self, seat: int) -> set[str]:
        """Return what a seat may do now, in text notation."""
        return {format_action(option.action) for option in legal_actions(self.state, seat)}

    def _read(self, word: str) -> tuple[int | None, Action]:
        prefix, colon, name = word.rpartition(":")
        if name in _SERVICE:
            if name in {"stop", "abort"}:
                return None, _SERVICE[name]
            return int(prefix) if colon else self.turn, _SERVICE[name]
        ((seat, action),) = parse_turn(word)
        return self.turn if seat is None else seat, action

    def _act(self, seat: int | None, action: Action) -> None:
        before = self.state
        check_action(before, seat, action)
        self.state, events = apply(before, seat, action)
        self.events += events
        if self.state.number == before.number:
            assert self.state.round.card_count() == before.round.card_count()
        else:
            assert self.state.round.card_count() == len(DECK)

    def hand(self, seat: int) -> str:
        return names(self.state.round.hands[seat])

    @property
    def sizes(self) -> list[int]:
        return [len(hand) for hand in self.state.round.hands]

    @property
    def centre(self) -> str:
        return names(self.state.round.centre)

    @property
    def draw_pile(self) -> str:
        """The draw pile, its top card first."""
        return names(self.state.round.draw_pile[::-1])

    @property
    def discard_pile(self) -> str:
        """The discard pile in canonical order; the order in which it lies means nothing."""
        return names(sorted(self.state.round.discard_pile))

    @property
    def piles(self) -> tuple[int, int]:
        """How many cards lie in the draw pile and in the discard pile."""
        return len(self.state.round.draw_pile), len(self.state.round.discard_pile)

    @property
    def turn(self) -> int:
        return self.state.round.turn

    @property
    def turn_number(self) -> int:
        return self.state.round.turn_number

    @property
    def phase(self) -> str:
        return self.state.round.phase.value

    @property
    def bonuses(self) -> int:
        return self.state.round.bonuses

    @property
    def owing(self) -> list[int]:
        """The seats whose two cards owe a call."""
        return [seat for seat, began in enumerate(self.state.round.duties) if began > 0]

    @property
    def scores(self) -> list[int]:
        return self.state.scores

    @property
    def outcome(self) -> tuple[int | None, int]:
        """Who won the round that is over, and with how many points."""
        assert self.state.outcome is not None
        return self.state.outcome

    @property
    def result(self) -> GameResult:
        assert self.state.result is not None
        return self.state.result


def lay_out(
    centre: str,
    *hands: str,
    draw: str = "",
    discard: str = "",
    rest: str = "draw",
    game: bool = False,
    **more: Any,
) -> Table:
    """Lay out a round: two seats unless more hands are named, seat 0 to act.

    Piles name their top card first. The cards that are not named lie at the bottom of the draw
    pile, or of the discard pile, or `nowhere`. `more` are options of the ruleset and fields of a
    position. With `game` the table plays on after the round.
    """
    held = [hand.split() for hand in (hands if len(hands) > 1 else (*hands, OTHER_HAND))]
    piles = {"draw": draw.split(), "discard": discard.split()}
    if rest != "nowhere":
        named = [*centre.split(), *piles["draw"], *piles["discard"], *chain(*held)]
        left_over = Counter(face_names(DECK)) - Counter(named)
        piles[rest] += left_over.elements()
    position = {
        "hands": held,
        "centre": centre.split(),
        "draw_pile": piles["draw"],
        "discard_pile": piles["discard"],
        "turn": 0,
    }
    position |= {name: value for name, value in more.items() if name not in _RULES}
    rules = {name: value for name, value in more.items() if name in _RULES}
    state = position_from_json(position, custom_ruleset("classic-2018", rules), SEED)
    state.single_round = not game
    return Table(state)


def rules(**options: Any) -> Ruleset:
    """Return the classic rules with some options changed."""
    return custom_ruleset("classic-2018", options)


def start_game(seats: int, *, seed: bytes = SEED, **options: Any) -> Table:
    """Start a game; its events are those of the start."""
    state, events = new_game(rules(**options), seats, seed)
    table = Table(state)
    table.events = events
    return table


def outcome_of(match: str, **options: Any) -> str:
    """Return the colour match that a match is, or the number of the rule that refuses it.

    It is tried by itself, by a hand that has more cards than it needs.
    """
    ((_, action),) = parse_turn(match)
    assert isinstance(action, Match)
    target = names([face_of(action.target)])
    played = names(map(face_of, action.cards))
    table = lay_out(f"{target} W", f"{played} W W W", **options)
    try:
        return table.colour_match(match)
    except Illegal:
        return table.why_not(match)


def faces_of(text: str) -> list[Face]:
    return faces(text)
