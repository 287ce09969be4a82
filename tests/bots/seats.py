"""What a bot chooses at a table, in text notation, and whole games of bots and restless people."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from games.bots.bot import Bot, Submission
from games.bots.registry import BOTS
from games.engine.actions import Action, Call, Catch, Leave, Timeout
from games.engine.events import Event
from games.engine.legal import legal_actions
from games.engine.notation import format_action
from games.engine.observation import Observation, observe
from games.engine.play import advance, apply_all, new_game
from games.engine.ruleset import Ruleset
from games.engine.state import GameState
from tests.engine.table import Table


def chosen(bot: Bot, table: Table, chance: int = 0) -> str:
    """Return what a bot submits for the seat to act."""
    submission = bot.choose(observe(table.state, table.turn), random.Random(chance))
    return " ".join(map(format_action, submission))


class Decision(NamedTuple):
    """One submission of a bot: who made it, what it saw, what it sent, what came of it."""

    bot: Bot
    seen: Observation
    submission: Submission
    events: list[Event]
    owes_after: bool


def decisions(ruleset: Ruleset, seed: int, most: int = 300) -> Iterator[Decision]:
    """Play a game of built-in bots and yield what they decide; all of it is played by the rules.

    Now and then somebody calls or catches as people do, at any time; a turn times out; a seat
    leaves. Raises Illegal where the rules refuse what a bot submits.
    """
    rng = random.Random(seed)
    seats = [rng.choice(tuple(BOTS.values())) for _ in range(rng.randint(2, 4))]
    watchful, gone = rng.choice((0.0, 0.1, 0.4)), rng.choice((0.0, 0.0, 0.004))
    state, _ = new_game(ruleset, len(seats), rng.randbytes(32))
    for _ in range(most):
        _let_people_act(state, rng, watchful, gone)
        if state.result is not None:
            return
        turn = state.round.turn
        if turn in state.left:
            advance(state, turn, Timeout())
            continue
        seen = observe(state, turn)
        submission = seats[turn].choose(seen, rng)
        state, events = apply_all(state, [(turn, action) for action in submission])
        owes = observe(state, None).owes_call[turn]
        yield Decision(seats[turn], seen, submission, events, owes)
        if state.result is not None:
            return


def _let_people_act(state: GameState, rng: random.Random, watchful: float, gone: float) -> None:
    if rng.random() < watchful:
        seat = rng.randrange(state.seats)
        shouts = [o.action for o in legal_actions(state, seat) if _is_shout(o.action)]
        if shouts:
            advance(state, seat, rng.choice(shouts))
    if rng.random() < gone:
        advance(state, state.round.turn, Timeout())
    staying = state.stayers()
    if state.result is None and rng.random() < gone and len(staying) > 1:
        advance(state, rng.choice(staying), Leave())


def _is_shout(action: Action) -> bool:
    return isinstance(action, Call | Catch)
