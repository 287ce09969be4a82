"""Whole games between built-in bots, without a clock or a database, from a seed alone."""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Final

from games.bots.registry import named_bot
from games.engine.actions import Action
from games.engine.deal import commitment, default_entropy, game_seed
from games.engine.observation import observe
from games.engine.play import advance, new_game
from games.engine.record import PlayedGame, RecordedSeat, build_record
from games.engine.ruleset import Ruleset

_CLOCK_START: Final = datetime(2000, 1, 1, tzinfo=UTC)
_NORMAL_95: Final = 1.959964
"""The two-sided 95 % point of the normal distribution."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """What to simulate: bots by seat, the ruleset, and a seed that fixes every game."""

    ruleset: Ruleset
    bots: tuple[str, ...]
    seed: str


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """A finished game: its record, who won, and how long it took."""

    record: dict[str, Any]
    winner: int | None
    turns: int
    rounds: int
    points: int


def simulated_game(simulation: Simulation, index: int) -> SimulatedGame:
    """Play game `index` of a simulation; the same simulation and index give the same game.

    Raises UnknownBot. The clock of a simulated game starts with the year 2000 and ticks a second
    an action.
    """
    bots = [named_bot(name) for name in simulation.bots]
    chance = Random(f"dos-simulation|{simulation.seed}|{index}")
    secret = hashlib.sha256(f"dos-simulation|{simulation.seed}|{index}".encode()).digest()
    committed = commitment(secret)
    seats = [
        RecordedSeat(bot.name, bot.name, "bot", default_entropy(committed, seat))
        for seat, bot in enumerate(bots)
    ]
    seed = game_seed(secret, [seat.entropy for seat in seats])
    state, _ = new_game(simulation.ruleset, len(bots), seed)
    actions: list[tuple[int | None, Action]] = []
    turns = 0
    while state.result is None:
        seat = state.round.turn
        current, turn_number = state.round, state.round.turn_number
        for action in bots[seat].choose(observe(state, seat), chance):
            advance(state, seat, action)
            actions.append((seat, action))
        turns += state.round is not current or state.round.turn_number != turn_number
    finished = _CLOCK_START + timedelta(seconds=len(actions))
    played = PlayedGame(
        game=f"simulated-{simulation.seed}-{index:07}",
        ruleset=simulation.ruleset,
        seats=seats,
        secret=secret,
        started_at=_instant(_CLOCK_START),
        finished_at=_instant(finished),
        actions=actions,
    )
    record = build_record(played)
    points = sum(one["points"] for one in record["rounds"])
    return SimulatedGame(record, state.result.winner, turns + 1, state.number, points)


def _instant(time: datetime) -> str:
    return time.isoformat().replace("+00:00", "Z")


def share_interval(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share by Wilson's score method; (0, 1) without a game.

    >>> low, high = share_interval(990, 1000)
    >>> round(low, 4), round(high, 4)
    (0.9817, 0.9946)
    """
    if not games:
        return 0.0, 1.0
    share, z2 = wins / games, _NORMAL_95**2
    centre = share + z2 / (2 * games)
    spread = _NORMAL_95 * math.sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    scale = 1 + z2 / games
    return (centre - spread) / scale, (centre + spread) / scale


@dataclass(slots=True)
class Totals:
    """What a simulation adds up to: wins by seat, and the length and worth of its games."""

    wins: list[int]
    games: int = 0
    undecided: int = 0
    turns: int = 0
    rounds: int = 0
    points: int = 0

    def add(self, games: Sequence[SimulatedGame]) -> None:
        """Count some games in."""
        for game in games:
            self.games += 1
            self.turns += game.turns
            self.rounds += game.rounds
            self.points += game.points
            if game.winner is None:
                self.undecided += 1
            else:
                self.wins[game.winner] += 1
