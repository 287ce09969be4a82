"""What a bot is, and what every bot does the same way."""

from random import Random
from typing import Protocol

from games.engine.actions import Action, Call, Catch, Draw, Lay, Match
from games.engine.observation import Observation
from games.engine.phases import Phase

Submission = tuple[Action, ...]
"""The actions of one submission, at least one, in order."""


class Bot(Protocol):
    """A player that decides from what a seat may see.

    `level` orders the built-in bots by strength, 1 the weakest.
    """

    name: str
    level: int
    description: str

    def choose(self, seen: Observation, chance: Random) -> Submission:
        """Return the seat's next submission; it is the seat's turn and the round goes on.

        A bot takes all its chance from `chance`, so that a game can be played again.
        """
        ...


def opening_call(seen: Observation) -> Submission | None:
    """Return the call or catch that a careful player makes before the first act of a turn.

    Later in a turn the window of the former turn has closed; built-in bots never catch in another
    seat's turn, so people keep their chance to.
    """
    if seen.phase is not Phase.PLAY or True not in seen.owes_call:
        return None
    for option in seen.options:
        if isinstance(option.action, Call | Catch):
            return (option.action,)
    return None


def with_call(action: Action) -> Action:
    """Return a match, draw or lay-down with its call flag set."""
    match action:
        case Match(target, cards):
            return Match(target, cards, call=True)
        case Lay(card):
            return Lay(card, call=True)
        case Draw():
            return Draw(call=True)
    raise ValueError(f"{action} carries no call flag")
