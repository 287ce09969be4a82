"""A game with its seats and its state: what every write of a game begins and ends with."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction

from dosleague.api.problems import Problem
from games import outbox
from games.engine.actions import Action
from games.engine.deal import game_seed
from games.engine.events import Event, whole_event
from games.engine.record import recorded_action
from games.engine.snapshot import from_snapshot, to_snapshot
from games.engine.state import GameState
from games.models import FinishedRound, Game, Player, Seat, Submission
from games.services import rounds
from games.services.statements import (
    new_submission,
    read_seats,
    write_submission,
    writes_at_once,
)

SeatedAction = tuple[int | None, Action]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a submission comes from.

    `arrived` is the monotonic time at which its request came in. `key` and `fingerprint` are its
    Idempotency-Key and what it came with; `render` writes the answer to keep for repetitions.
    """

    player: Player | None = None
    arrived: float = field(default_factory=time.monotonic)
    key: str | None = None
    fingerprint: str = ""
    render: Callable[["Table", Submission], str] | None = None


class LockNeeded(Exception):
    """A submission cannot be judged or saved at a table whose row is not locked."""


@dataclass(slots=True)
class Table:
    """A game with its seats and its state; `now` is the database's time at which it was read.

    `arrived_at` is when the submission's request came in, in the database's time. The game's row is
    locked in the open transaction, unless `is_locked` says otherwise.
    """

    game: Game
    seats: list[Seat]
    state: GameState | None
    now: datetime
    arrived_at: datetime
    is_locked: bool = True

    def check_lock(self) -> None:
        """Raise LockNeeded where the game's row is not locked."""
        if not self.is_locked:
            raise LockNeeded

    def seat_of(self, player: Player | None) -> Seat | None:
        """Return the seat in which a player sits."""
        if player is None:
            return None
        return next((seat for seat in self.seats if seat.player_id == player.id), None)

    @property
    def playing(self) -> GameState:
        """The state of a game that has started."""
        assert self.state is not None
        return self.state


def at_table(
    game_id: UUID, act: Callable[[Table], Submission], *, arrived: float
) -> tuple[Table, Submission]:
    """Have a submission judged and saved; return it with the table as it left it.

    At first nothing is locked: one statement reads, another writes, and nothing is written where
    the game has moved on between them. Then, and where more rows than the game's and the
    submission's are to be written, the act is done anew in a transaction with the row locked.
    Raises Problem `not_found`, and what the act raises.
    """
    if writes_at_once():
        with suppress(LockNeeded):
            table = take_table(game_id, arrived=arrived, lock=False)
            return table, act(table)
    with transaction.atomic():
        table = take_table(game_id, arrived=arrived)
        return table, act(table)


def take_table(game_id: UUID, *, arrived: float | None = None, lock: bool = True) -> Table:
    """Lock a game and return it; the caller has opened the transaction.

    One statement for a game that runs. Raises Problem `not_found`.
    """
    waited = 0.0 if arrived is None else time.monotonic() - arrived
    seats, now = read_seats(game_id, lock=lock)
    if now is None:
        raise Problem("not_found", "There is no such game.")
    game = seats[0].game
    if lock and any(seat.player_id is None for seat in seats):
        # The lock was waited for: the game's row is as it is now, the seats' may be older.
        seats, _ = read_seats(game_id, lock=False)
        for seat in seats:
            seat.game = game
    arrived_at = now - timedelta(seconds=waited)
    return Table(game, seats, load_state(game, seats), now, arrived_at, is_locked=lock)


def load_state(game: Game, seats: Sequence[Seat]) -> GameState | None:
    """Return the state of a game; None before its start."""
    if not game.state:
        return None
    seed = game_seed(bytes(game.secret), [seat.entropy for seat in seats])
    return from_snapshot(game.state, game.rules, seed)


class _WithinRound(rounds.Played):
    """A game that is played on without the lock: a finished round would be a row more."""

    def keep(self, finished: FinishedRound) -> None:
        """Refuse to write a round that is over."""
        raise LockNeeded


def play(
    table: Table,
    kind: Submission.Kind,
    actions: Sequence[SeatedAction],
    origin: Origin,
) -> Submission:
    """Play actions and save them as one submission, one version; all of them or none.

    Raises Illegal with the index of the action that the rules refuse; nothing is written then.
    """
    before = table.playing
    state = before.copy()
    log: list[Event] = []
    played = (rounds.Played if table.is_locked else _WithinRound)(table.game, state)
    played.advance_all(actions, log)
    table.state = state
    table.game.state = to_snapshot(state)
    seat = actions[0][0]
    shapes = [recorded_action(number, action) for number, action in actions]
    _run_clock(table, before)
    if state.result is not None:
        rounds.conclude(table.game, table.seats, state, table.now)
    events = [whole_event(event) for event in log]
    return append(table, kind, seat=seat, actions=shapes, events=events, origin=origin)


def append(
    table: Table,
    kind: Submission.Kind,
    *,
    seat: int | None = None,
    actions: Sequence[dict[str, Any]] = (),
    events: Sequence[dict[str, Any]],
    origin: Origin,
) -> Submission:
    """Save the game at its next version with the submission that led there.

    What follows is told to the outbox. Raises LockNeeded where somebody else was faster, which a
    locked row rules out.
    """
    game = table.game
    game.version += 1
    submission = new_submission(
        game,
        origin.player,
        version=game.version,
        kind=kind,
        seat=seat,
        at=table.now,
        actions=list(actions),
        events=list(events),
        key=origin.key,
        fingerprint=origin.fingerprint,
    )
    if origin.key is not None and origin.render is not None:
        submission.answer = origin.render(table, submission)
    if not write_submission(game, submission):
        raise LockNeeded
    outbox.after_commit(game, bot_acts=bot_is_to_act(table))
    return submission


def bot_is_to_act(table: Table) -> bool:
    """Say whether the seat to act is a built-in bot's that has not left."""
    state = table.state
    if state is None or state.is_over:
        return False
    turn = state.round.turn
    return table.seats[turn].is_bot and turn not in state.left


def start_clock(table: Table) -> None:
    """Begin the open turn's time: a deadline for people, a due time for bots and autopilot."""
    game, state = table.game, table.playing
    game.deadline = game.due_at = None
    if state.is_over:
        return
    turn = state.round.turn
    game.turn_started_at = table.now
    if turn in state.left:
        game.due_at = table.now
    elif table.seats[turn].is_bot:
        game.due_at = table.now + timedelta(milliseconds=game.bot_delay_ms)
    elif game.turn_time is not None:
        game.deadline = table.now + game.turn_time + timedelta(milliseconds=game.banks[turn])


def _run_clock(table: Table, before: GameState) -> None:
    """Charge the bank for a turn that ended and begin the next: one clock a turn.

    A built-in bot's time begins anew with every submission, anybody's call or catch too.
    """
    game, state = table.game, table.playing
    former = before.number, before.round.turn_number
    if (state.number, state.round.turn_number) != former or state.is_over:
        _charge_bank(table, before.round.turn)
        start_clock(table)
    elif state.round.turn in state.left:
        start_clock(table)
    elif table.seats[state.round.turn].is_bot:
        game.due_at = table.now + timedelta(milliseconds=game.bot_delay_ms)


def _charge_bank(table: Table, seat: int) -> None:
    game = table.game
    if game.turn_time is None or game.turn_started_at is None:
        return
    over = table.arrived_at - game.turn_started_at - game.turn_time
    if over > timedelta():
        left = game.banks[seat] - round(over / timedelta(milliseconds=1))
        game.banks = [max(left, 0) if n == seat else bank for n, bank in enumerate(game.banks)]
