"""Seeded games between house bots, and the positions in them that are measured."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from games.bots.bot import Submission
from games.bots.registry import named_bot
from games.engine.notation import SeatedAction, format_round
from games.engine.observation import observe
from games.engine.play import advance, new_game
from games.engine.ruleset import RULESETS
from games.engine.state import GameState

CLASSIC: Final = RULESETS["classic-2018"]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some actions in a row, a round or a turn, and the state in which the first was played."""

    start: GameState
    actions: list[SeatedAction]


def seed_of(number: int) -> bytes:
    """Return the shuffle seed of a benchmark game."""
    return hashlib.sha256(f"benchmark|{number}".encode()).digest()


def submissions(bots: Sequence[str], number: int) -> Iterator[tuple[GameState, int, Submission]]:
    """Play a classic game, yielding the state, the seat and what it sends before each submission.

    The state is the game's own and changes as the game goes on; copy it to keep it.
    """
    players = [named_bot(bot) for bot in bots]
    chance = Random(f"benchmark|{number}")
    state, _ = new_game(CLASSIC, len(bots), seed_of(number))
    while state.result is None:
        seat = state.round.turn
        submission = players[seat].choose(observe(state, seat), chance)
        yield state, seat, submission
        for action in submission:
            advance(state, seat, action)


def played_rounds(bots: Sequence[str], number: int) -> list[Stretch]:
    """Return the rounds of a whole game."""
    rounds: list[Stretch] = []
    for state, seat, submission in submissions(bots, number):
        if len(rounds) < state.number:
            rounds.append(Stretch(state.copy(), []))
        rounds[-1].actions.extend((seat, action) for action in submission)
    return rounds


def played_turns(bots: Sequence[str], number: int) -> list[Stretch]:
    """Return the whole turns of a game."""
    turns: list[Stretch] = []
    former = (0, 0)
    for state, seat, submission in submissions(bots, number):
        turn = state.number, state.round.turn_number
        if turn != former:
            former = turn
            turns.append(Stretch(state.copy(), []))
        turns[-1].actions.extend((seat, action) for action in submission)
    return turns


def positions(bots: Sequence[str], number: int) -> list[GameState]:
    """Return the states of a game in which a seat decides."""
    return [state.copy() for state, _, _ in submissions(bots, number)]


def notation_of(rounds: Sequence[Stretch]) -> list[str]:
    """Return the rounds of a game in compact notation."""
    return [format_round(played.start, played.actions) for played in rounds]
