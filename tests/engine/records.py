"""Played games to make records of, and records to forge."""

import copy
import hashlib
import json
import random
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

from games.bots.registry import named_bot
from games.engine.actions import Abort, Action, Leave, Stop, Timeout
from games.engine.deal import game_seed
from games.engine.events import Event
from games.engine.observation import observe
from games.engine.play import advance, new_game
from games.engine.record import PlayedGame, RecordedSeat, build_record
from games.engine.ruleset import RULESETS, Ruleset, custom_ruleset
from games.engine.state import GameState

Record: TypeAlias = dict[str, Any]

SECRET: Final = hashlib.sha256(b"a secret of the tests").digest()
ENTROPY: Final = ("7 magpies", "caf\u00e9 \U0001f63a", "\t\u2602", "z")
SERVICE: Final[dict[str, Action]] = {
    "timeout": Timeout(),
    "leave": Leave(),
    "stop": Stop(),
    "abort": Abort(),
}


class Played(NamedTuple):
    """A finished game: what a record is made of, its last state and all that happened."""

    game: PlayedGame
    state: GameState
    events: list[Event]

    @property
    def record(self) -> Record:
        return build_record(self.game)


def short_ruleset(**options: Any) -> Ruleset:
    """Return the classic ruleset to one point: the first round with a winner decides."""
    return custom_ruleset("classic-2018", {"target": 1, **options})


def played_game(
    actions: list[tuple[int | None, Action]], ruleset: Ruleset, seats: int, secret: bytes = SECRET
) -> PlayedGame:
    names = ("Anna", "Bo", "Cy", "Di")
    return PlayedGame(
        game="a game/1",
        ruleset=ruleset,
        seats=[
            RecordedSeat(f"player-{seat}", names[seat], "client", ENTROPY[seat])
            for seat in range(seats)
        ],
        secret=secret,
        started_at="2025-03-01T18:00:00Z",
        finished_at="2025-03-01T18:24:10.5Z",
        actions=actions,
    )


def play(ruleset: Ruleset, seats: int = 2, *, bot: str = "greedy", service: str = "") -> Played:
    """Let bots play a game to its end; at its beginning, `service` acts one word a turn.

    A word is `timeout`, `leave`, `stop` or `abort`, of the seat to act or of the seat before a
    colon (`2:leave`); `-` is a turn of the bot. A seat that left is played by autopilot.
    """
    rng, words = random.Random(1), iter(service.split())
    state, events = new_game(ruleset, seats, game_seed(SECRET, ENTROPY[:seats]))
    actions: list[tuple[int | None, Action]] = []
    while state.result is None:
        for seat, action in _acts(next(words, "-"), state, bot, rng):
            actions.append((seat, action))
            advance(state, seat, action, events)
    return Played(played_game(actions, ruleset, seats), state, events)


def _acts(
    word: str, state: GameState, bot: str, rng: random.Random
) -> list[tuple[int | None, Action]]:
    turn = state.round.turn
    if word != "-":
        seat, _, name = word.rpartition(":")
        by = None if name in ("stop", "abort") else int(seat or turn)
        return [(by, SERVICE[name])]
    if turn in state.left:
        return [(turn, Timeout())]
    return [(turn, action) for action in named_bot(bot).choose(observe(state, turn), rng)]


def resealed(record: Record) -> Record:
    """Return a record with the digest that its content asks for, computed on our own."""
    rest = {key: value for key, value in record.items() if key != "digest"}
    rest["seats"] = [
        {key: value for key, value in seat.items() if key != "name"} for seat in record["seats"]
    ]
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return {**record, "digest": hashlib.sha256(text.encode()).hexdigest()}


def forged(record: Record, change: Callable[[Record], object]) -> Record:
    """Return a changed copy of a record, sealed again as a forger would."""
    changed = copy.deepcopy(record)
    change(changed)
    return resealed(changed)


CLASSIC: Final = RULESETS["classic-2018"]
