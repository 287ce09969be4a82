"""Games of another server, or of an earlier time, made anew from their records."""

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from dosleague.api.clock import rfc3339
from games.engine.actions import (
    SEATLESS_TYPES,
    Abort,
    Action,
    Call,
    Catch,
    Leave,
    Stop,
    Timeout,
    action_from_json,
)
from games.engine.deal import SECRET_BYTES, commitment, default_entropy, game_seed
from games.engine.events import Event, result_to_json, whole_event
from games.engine.play import new_game
from games.engine.record import record_digest, recorded_action
from games.engine.ruleset import ruleset_from_json
from games.engine.snapshot import to_snapshot
from games.models import FinishedRound, Game, Player, Seat, Submission
from games.services.games import Clock
from games.services.rounds import Played

_AT_ONCE: Final = 500
_KINDS: Final[Mapping[type, Submission.Kind]] = {
    Timeout: Submission.Kind.TIMEOUT,
    Leave: Submission.Kind.LEAVE,
    Stop: Submission.Kind.STOP,
    Abort: Submission.Kind.ABORT,
    Call: Submission.Kind.CALL,
    Catch: Submission.Kind.CALL,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GameToImport:
    """A game that is over: whose it is, and its record, verified; None where it never began.

    `players` sit in the order of the seats, whomever the record names. `ended_at` is for a game
    without a record.
    """

    id: UUID
    tournament: UUID
    players: Sequence[Player]
    clock: Clock
    ruleset: Mapping[str, Any]
    created_at: datetime
    ended_at: datetime
    record: Mapping[str, Any] | None


@dataclass(slots=True)
class _Rows:
    """What is kept of imported games, to be written all at once."""

    games: list[Game] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    rounds: list[FinishedRound] = field(default_factory=list)
    submissions: list[Submission] = field(default_factory=list)


@dataclass(slots=True)
class _Replayed(Played):
    """A game that is played again: its finished rounds are collected."""

    rounds: list[FinishedRound] = field(default_factory=list)

    def keep(self, finished: FinishedRound) -> None:
        self.rounds.append(finished)


def import_games(plans: Iterable[GameToImport]) -> list[Game]:
    """Write games that are over, unrated, with their seats, rounds and submissions.

    Every record is one that `verify_record` accepts. Each action becomes a submission of its own,
    since a record does not tell which were sent together, nor when: all of them bear the time of
    the start, and the last that of the end. Nothing follows: no rating, no task.
    """
    rows = _Rows()
    for plan in plans:
        if plan.record is None:
            _add_unstarted(plan, rows)
        else:
            _add_played(plan, plan.record, rows)
    Game.objects.bulk_create(rows.games, batch_size=_AT_ONCE)
    Seat.objects.bulk_create(rows.seats, batch_size=_AT_ONCE)
    FinishedRound.objects.bulk_create(rows.rounds, batch_size=_AT_ONCE)
    Submission.objects.bulk_create(rows.submissions, batch_size=_AT_ONCE)
    return rows.games


def _new_row(plan: GameToImport, secret: bytes, ruleset: Mapping[str, Any]) -> Game:
    seats = len(plan.players)
    return Game(
        id=plan.id,
        status=Game.Status.ABORTED,
        ruleset=ruleset,
        seat_count=seats,
        turn_seconds=plan.clock.turn_seconds,
        bank_seconds=plan.clock.bank_seconds,
        max_timeouts=plan.clock.max_timeouts,
        tournament=plan.tournament,
        created_at=plan.created_at,
        finished_at=plan.ended_at,
        secret=secret,
        commitment=commitment(secret),
        timeouts=[0] * seats,
        banks=[plan.clock.bank_seconds * 1000] * seats,
    )


def _new_seats(plan: GameToImport, game: Game, entropies: Sequence[str]) -> list[Seat]:
    return [
        Seat(
            game=game,
            number=number,
            player=player,
            is_bot=player.kind == Player.Kind.BOT,
            entropy=entropy,
        )
        for number, (player, entropy) in enumerate(zip(plan.players, entropies, strict=True))
    ]


def _add_unstarted(plan: GameToImport, rows: _Rows) -> None:
    """Add a game that was aborted before a card was dealt; its secret is a new one."""
    game = _new_row(plan, secrets.token_bytes(SECRET_BYTES), plan.ruleset)
    seats = range(len(plan.players))
    game.result = {"winner": None, "scores": [0 for _ in seats], "places": None, "ended": "abort"}
    rows.games.append(game)
    rows.seats += _new_seats(plan, game, [default_entropy(game.commitment, n) for n in seats])
    event = {"type": "game_ended", **game.result}
    kind = Submission.Kind.ABORT
    rows.submissions.append(
        _next(game, kind, plan.ended_at, actions=[{"type": "abort"}], events=[event])
    )
    game.followed = game.version


def _add_played(plan: GameToImport, record: Mapping[str, Any], rows: _Rows) -> None:
    ruleset = ruleset_from_json(record["ruleset"])
    game = _new_row(plan, bytes.fromhex(record["secret"]), ruleset.to_json())
    game.started_at = datetime.fromisoformat(record["started_at"])
    game.finished_at = datetime.fromisoformat(record["finished_at"])
    seats = _new_seats(plan, game, [seat["entropy"] for seat in record["seats"]])
    submissions = _play_again(game, seats, record, rows)
    submissions[-1].at = game.finished_at
    game.digest = record_digest(_renamed(record, game, plan.players))
    game.followed = game.version
    rows.games.append(game)
    rows.seats += seats
    rows.submissions += submissions


def _play_again(
    game: Game, seats: Sequence[Seat], record: Mapping[str, Any], rows: _Rows
) -> list[Submission]:
    """Play a record on a new row; return its submissions, its finished rounds go to `rows`."""
    assert game.started_at is not None
    state, dealt = new_game(
        game.rules, len(seats), game_seed(bytes(game.secret), [seat.entropy for seat in seats])
    )
    shapes = [whole_event(event) for event in dealt]
    submissions = [_next(game, Submission.Kind.START, game.started_at, events=shapes)]
    played = _Replayed(game, state)
    for seat, action in _actions(record):
        log: list[Event] = []
        played.advance_all([(seat, action)], log)
        events = [whole_event(event) for event in log]
        actions = [recorded_action(seat, action)]
        kind = _KINDS.get(type(action), Submission.Kind.TURN)
        submissions.append(
            _next(game, kind, game.started_at, seat=seat, actions=actions, events=events)
        )
        if isinstance(action, Timeout) and seat is not None:
            game.timeouts[seat] += 1
    rows.rounds += played.rounds
    for number in state.left:
        seats[number].left_at = game.finished_at
    assert state.result is not None
    if state.result.ended != "abort":
        game.status = Game.Status.FINISHED
    game.result = result_to_json(state.result)
    game.state = to_snapshot(state)
    return submissions


def _actions(record: Mapping[str, Any]) -> Iterator[tuple[int | None, Action]]:
    """Yield the actions of a record with the seats that acted."""
    for one in record["rounds"]:
        for shape in one["actions"]:
            fields = dict(shape)
            seat = None if fields["type"] in SEATLESS_TYPES else fields.pop("seat")
            yield seat, action_from_json(fields)


def _next(
    game: Game,
    kind: Submission.Kind,
    at: datetime,
    *,
    seat: int | None = None,
    actions: list[dict[str, Any]] | None = None,
    events: list[dict[str, Any]],
) -> Submission:
    """Return the submission that leads to the next version of a game."""
    game.version += 1
    return Submission(
        game=game,
        version=game.version,
        kind=kind,
        seat=seat,
        at=at,
        actions=actions or [],
        events=events,
    )


def _renamed(record: Mapping[str, Any], game: Game, players: Sequence[Player]) -> dict[str, Any]:
    """Return a record as this server tells it: with its own ids, and its way to write times."""
    assert game.started_at is not None
    assert game.finished_at is not None
    return {
        **record,
        "game": str(game.id),
        "ruleset": game.ruleset,
        "started_at": rfc3339(game.started_at),
        "finished_at": rfc3339(game.finished_at),
        "seats": [
            {**seat, "player": str(player.id), "name": player.name, "kind": player.kind}
            for seat, player in zip(record["seats"], players, strict=True)
        ],
    }
