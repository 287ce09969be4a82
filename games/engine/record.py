"""The public game record, `dos-record/1`: building it, and its digest."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.engine.actions import Abort, Action, Stop, action_to_json
from games.engine.deal import commitment, game_seed
from games.engine.events import Event, RoundEnded, result_to_json
from games.engine.play import advance, new_game
from games.engine.ruleset import Ruleset
from games.engine.state import GameState
from games.engine.strict_json import canonical_json

FORMAT: Final = "dos-record/1"
KINDS: Final = ("human", "client", "bot")


@dataclass(frozen=True, slots=True)
class RecordedSeat:
    """Who sat in a seat; `kind` is `human`, `client` or `bot`."""

    player: str
    name: str
    kind: str
    entropy: str


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """All that a record is made of: what was known at the start, and every accepted action.

    `actions` are (seat, action) in the order of acceptance, None for the seat of a stop or an
    abort. `secret` is the 32 raw bytes; times are RFC 3339 in UTC.
    """

    game: str
    ruleset: Ruleset
    seats: Sequence[RecordedSeat]
    secret: bytes
    started_at: str
    finished_at: str
    actions: Sequence[tuple[int | None, Action]]


class Unfinished(ValueError):
    """The actions do not end the game: a running game has no record."""


def recorded_action(seat: int | None, action: Action) -> dict[str, Any]:
    """Return an action as a record holds it, with the seat that acted."""
    shape = action_to_json(action)
    return shape if isinstance(action, Stop | Abort) else {"seat": seat, **shape}


def record_digest(record: Mapping[str, Any]) -> str:
    """Return the hex digest of a record: SHA-256 of its canonical JSON, without `digest` and names.

    The names of the seats are left out, so that a person can be forgotten.
    """
    rest = {key: value for key, value in record.items() if key != "digest"}
    rest["seats"] = [
        {key: value for key, value in seat.items() if key != "name"} for seat in record["seats"]
    ]
    return hashlib.sha256(canonical_json(rest).encode("utf-8", "surrogatepass")).hexdigest()


def played_rounds(
    state: GameState, actions: Iterable[tuple[int | None, Action]]
) -> list[dict[str, Any]]:
    """Play a game on, in place, and return its rounds as a record holds them.

    Raises Illegal where an action cannot be played, Unfinished where the game does not end.
    """
    rounds: list[dict[str, Any]] = []
    taken: list[dict[str, Any]] = []
    for seat, action in actions:
        number, dealer = state.number, state.round.dealer
        log: list[Event] = []
        advance(state, seat, action, log)
        taken.append(recorded_action(seat, action))
        if state.number == number and state.result is None:
            continue
        ended = next(event for event in log if isinstance(event, RoundEnded))
        rounds.append(
            {
                "number": number,
                "dealer": dealer,
                "actions": taken,
                "winner": ended.winner,
                "points": ended.points,
                "scores": list(ended.scores),
            }
        )
        taken = []
    if state.result is None:
        raise Unfinished("the game is not over after its last action")
    return rounds


def build_record(played: PlayedGame) -> dict[str, Any]:
    """Return the record of a finished game, made by playing it again.

    Raises Illegal or Unfinished where the actions are not those of a whole game.
    """
    entropies = [seat.entropy for seat in played.seats]
    seed = game_seed(played.secret, entropies)
    state, _ = new_game(played.ruleset, len(played.seats), seed)
    rounds = played_rounds(state, played.actions)
    assert state.result is not None
    record: dict[str, Any] = {
        "format": FORMAT,
        "game": played.game,
        "ruleset": played.ruleset.to_json(),
        "seats": [
            {
                "seat": number,
                "player": seat.player,
                "name": seat.name,
                "kind": seat.kind,
                "entropy": seat.entropy,
            }
            for number, seat in enumerate(played.seats)
        ],
        "secret": played.secret.hex(),
        "commitment": commitment(played.secret),
        "started_at": played.started_at,
        "finished_at": played.finished_at,
        "rounds": rounds,
        "result": result_to_json(state.result),
    }
    record["digest"] = record_digest(record)
    return record
