"""Rulesets, positions and players for the tests of the engine: every option, every kind of mistake.

What is drawn by hypothesis is a small value (a ruleset, a seed); what follows from it, such as a
player's moves, comes from a `random.Random`, so that a long game shrinks to two short numbers.
"""

import random
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, Final, NamedTuple

from hypothesis import note
from hypothesis import strategies as st

from games.engine.actions import (
    Abort,
    Action,
    Call,
    Catch,
    Draw,
    End,
    Lay,
    Leave,
    Match,
    Named,
    Stop,
    Timeout,
)
from games.engine.cards import DECK, FACE_COUNT, WILD_DOS, Face, face_name, is_wild, is_wild_number
from games.engine.events import Event
from games.engine.legal import legal_actions
from games.engine.matching import match_kind
from games.engine.options import Option
from games.engine.phases import Phase
from games.engine.play import apply, new_game
from games.engine.position import position_from_json
from games.engine.refusals import Illegal
from games.engine.ruleset import OPTIONS, Choice, Ruleset, custom_ruleset
from games.engine.state import GameState

_SPANS: Final[dict[str, tuple[Any, ...]]] = {
    "target": (200, None, 1, 60, 300),
    "dos_penalty": (2, 0, 1, 3, 4),
    "false_catch_penalty": (0, 1, 2, 3, 4),
    "max_turns": (100, 100, 101, 1000),
}
VALUES: Final[dict[str, tuple[Any, ...]]] = {
    name: option.values if isinstance(option, Choice) else _SPANS[name]
    for name, option in OPTIONS.items()
}
"""The values that the tests try for each option, classic first."""

_DECLARATIONS: Final = 18
"""Nothing, four colours, and the numbers 0 to 12: more than any card can carry."""


def rulesets() -> st.SearchStrategy[Ruleset]:
    """Return rulesets in which any option may have any of its values."""
    choices = {name: st.sampled_from(values) for name, values in VALUES.items()}
    changed = st.fixed_dictionaries({}, optional=choices)
    return st.builds(custom_ruleset, st.just("classic-2018"), changed)


def seeds() -> st.SearchStrategy[int]:
    """Return numbers to seed a random.Random with."""
    return st.integers(0, 2**32 - 1)


def seat_counts() -> st.SearchStrategy[int]:
    """Return how many seats a game may have (R1)."""
    return st.integers(2, 4)


def deal_seed(rng: random.Random) -> bytes:
    """Return the seed of a game's shuffles."""
    return rng.randbytes(32)


def random_ruleset(rng: random.Random) -> Ruleset:
    """Return a ruleset with each option classic or not, as it falls."""
    changed = {name: rng.choice(values) for name, values in VALUES.items() if rng.random() < 0.5}
    return custom_ruleset("classic-2018", changed)


def random_position(rng: random.Random) -> dict[str, Any]:
    """Return a bare position near its end: few cards anywhere, often many wilds, long centres."""
    deck = list(DECK)
    rng.shuffle(deck)
    if rng.random() < 0.5:
        deck.sort(key=lambda card: not is_wild(card) or rng.random() < 0.3)
    seats = rng.randint(2, 4)
    longest = rng.choice((2, 3, 3, 7))

    def take(low: int, high: int) -> list[str]:
        return [face_name(deck.pop(0)) for _ in range(rng.randint(low, high))]

    return {
        "hands": [take(1, longest) for _ in range(seats)],
        "centre": take(0, rng.choice((2, 4, 9))),
        "draw_pile": take(0, rng.choice((0, 2, 4, 12))),
        "discard_pile": take(0, rng.choice((0, 1, 3, 9))),
        "turn": rng.randrange(seats),
        "dealer": rng.randrange(seats),
        "scores": [rng.choice((0, 40, 150, 199)) for _ in range(seats)],
    }


# --- a player


def declared(card: Face, declaration: int) -> Named:
    """Return a named card: 0 for no declaration, 1-4 for a colour, 5 + n for the number n."""
    return card | declaration << 6


def _likely_declaration(card: Face, rng: random.Random) -> Named:
    if card == WILD_DOS:
        return declared(card, rng.randint(1, 4))
    if is_wild_number(card):
        return declared(card, rng.randint(5, 16))
    return declared(card, rng.randrange(_DECLARATIONS)) if rng.random() < 0.02 else card


def dressed(option: Option, rng: random.Random, calls: float) -> Action:
    """Return a listed action with a call flag or declarations, often fitting and sometimes not."""
    call = rng.random() < (calls if option.makes_two else 0.02)
    match option.action:
        case Match(target, cards):
            if rng.random() < 0.3:
                target = _likely_declaration(target, rng)
            if rng.random() < 0.3:
                cards = tuple(_likely_declaration(card, rng) for card in cards)
            if rng.random() < 0.5:
                cards = cards[::-1]
            return Match(target, cards, call)
        case Draw():
            return Draw(call)
        case Lay(card):
            return Lay(card, call)
        case other:
            return other


def _random_card(state: GameState, seat: int, rng: random.Random) -> Named:
    current = state.round
    hand = current.hands[seat] if 0 <= seat < state.seats else []
    among = rng.choice((hand, current.centre, range(FACE_COUNT))) or range(FACE_COUNT)
    declaration = rng.randrange(_DECLARATIONS) if rng.random() < 0.2 else 0
    return declared(rng.choice(among), declaration)


def blind_action(state: GameState, seat: int, rng: random.Random) -> Action:
    """Return an action that hardly looks at the state: mostly illegal."""
    call = rng.random() < 0.2
    kind = rng.randrange(7)
    if kind <= 2:
        cards = tuple(_random_card(state, seat, rng) for _ in range(rng.randint(1, 2)))
        return Match(_random_card(state, seat, rng), cards, call)
    if kind == 3:
        return Lay(_random_card(state, seat, rng), call)
    return rng.choice((Draw(call), End(), Call(), Catch(rng.randrange(state.seats + 1)), Timeout()))


def fitting_match(state: GameState, seat: int, rng: random.Random) -> Action:
    """Return a match whose numbers fit, whatever the phase or the ruleset say to it."""
    hand = state.round.hands[seat]
    played = [*((card,) for card in hand), *combinations(hand, 2)]
    pairs = product(state.round.centre, played)
    fitting = [Match(target, cards) for target, cards in pairs if is_match(target, cards)]
    return rng.choice(fitting) if fitting else End()


def is_match(target: Face, cards: tuple[Face, ...]) -> bool:
    """Say whether cards of these faces match, whatever the ruleset says to doubles on a Wild #."""
    try:
        match_kind(target, cards, double_on_wild_number=True)
    except Illegal:
        return False
    return True


class Player:
    """Everybody at the table: mostly sensible, with moods that differ from game to game."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.blind = rng.choice((0.0, 0.1, 0.2))
        self.watchful = rng.choice((0.02, 0.1, 0.3))
        self.service = rng.choice((0.0, 0.02, 0.15))
        self.sharp = rng.choice((0.0, 0.6))
        self.calls = rng.choice((0.0, 0.5))
        self.keen = rng.choice((0.2, 0.7, 0.95))

    def action(self, state: GameState) -> tuple[int | None, Action]:
        """Return who acts next and how, legal or not."""
        rng, turn = self.rng, state.round.turn
        if rng.random() < self.service:
            return self._service(state)
        if turn in state.left and rng.random() < 0.8:
            return turn, Timeout()
        if rng.random() < self.sharp and (right := self._right_catch(state)):
            return right
        anyone = rng.choice((turn, turn, rng.randrange(state.seats)))
        if rng.random() < self.blind:
            if rng.random() < 0.3:
                return anyone, fitting_match(state, anyone, rng)
            seat = rng.choice((*[anyone] * 9, state.seats))
            return seat, blind_action(state, seat, rng)
        if rng.random() < self.watchful:
            catch = Catch(rng.randrange(state.seats))
            return rng.randrange(state.seats), rng.choice((catch, catch, Call()))
        return self._listed(state, anyone) or self._listed(state, turn) or (turn, Timeout())

    def _listed(self, state: GameState, seat: int) -> tuple[int, Action] | None:
        options = legal_actions(state, seat)
        matches = [option for option in options if option.colour_match is not None]
        if matches and self.rng.random() < self.keen:
            options = matches
        elif self.rng.random() < 0.6:
            options = [o for o in options if not isinstance(o.action, Call | Catch)] or options
        return (seat, dressed(self.rng.choice(options), self.rng, self.calls)) if options else None

    def _right_catch(self, state: GameState) -> tuple[int, Action] | None:
        seat = self.rng.randrange(state.seats)
        listed = [option.action for option in legal_actions(state, seat)]
        catches = [action for action in listed if isinstance(action, Catch)]
        return (seat, self.rng.choice(catches)) if catches else None

    def _service(self, state: GameState) -> tuple[int | None, Action]:
        rng = self.rng
        roll = rng.random()
        if roll < 0.25:
            return rng.choice((state.round.turn, rng.randrange(state.seats))), Leave()
        if roll < 0.3:
            return None, rng.choice((Stop(), Abort()))
        return rng.choice((state.round.turn, rng.randrange(state.seats))), Timeout()


class Step(NamedTuple):
    """One action of a game that was accepted: what was, what was done, what is, what happened."""

    before: GameState
    seat: int | None
    action: Action
    after: GameState
    events: list[Event]


def steps(state: GameState, rng: random.Random, most: int) -> Iterator[Step]:
    """Play on at random for at most so many accepted actions, and yield each."""
    player = Player(rng)
    made = tries = 0
    while made < most and tries < 5 * most and state.round.phase is not Phase.OVER:
        tries += 1
        seat, action = player.action(state)
        try:
            after, events = apply(state, seat, action)
        except Illegal:
            continue
        yield Step(state, seat, action, after, events)
        made += 1
        state = after


class Situation(NamedTuple):
    """A state somewhere in a game, and the chance that goes on from it."""

    state: GameState
    rng: random.Random


def situation(ruleset: Ruleset, seed: int) -> Situation:
    """Return a state of a game, or of a position with few cards; the seed decides where in it."""
    note(f"A situation of seed {seed}, {ruleset.to_json()}")
    rng = random.Random(seed)
    if rng.random() < 0.5:
        state, _ = new_game(ruleset, rng.randint(2, 4), deal_seed(rng))
        ahead = rng.choice((0, 10, 40, 120))
    else:
        state = position_from_json(random_position(rng), ruleset, deal_seed(rng))
        state.single_round = rng.random() < 0.5
        ahead = rng.choice((0, 3, 10))
    for step in steps(state, rng, rng.randint(0, ahead)):
        state = state if step.after.is_over else step.after
    return Situation(state, rng)


def situations() -> st.SearchStrategy[Situation]:
    """Return running games of every ruleset, at their start, in their middle or near an end."""
    return st.builds(situation, rulesets(), seeds())
