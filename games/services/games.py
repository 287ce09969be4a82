"""Opening games: who sits where, and the start."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models.functions import Now

from dosleague.api.problems import Problem
from games.engine.deal import SECRET_BYTES, commitment, default_entropy, game_seed
from games.engine.events import whole_event
from games.engine.play import new_game
from games.engine.ruleset import Ruleset
from games.engine.snapshot import to_snapshot
from games.models import Game, Player, Seat, Submission
from games.models.game import OPEN_FOR
from games.services.room import check_may_open, check_may_play, wait_in_line
from games.services.table import Origin, Table, append, start_clock, take_table


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of a whole turn, the bank for the whole game, and the time-outs a seat survives."""

    turn_seconds: int
    bank_seconds: int = 0
    max_timeouts: int = 3


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """How a seat is filled: `player` sits, or is awaited where `reserved`; None leaves it open."""

    player: Player | None = None
    reserved: bool = False
    entropy: str = ""


@dataclass(frozen=True, slots=True)
class GamePlan:
    """The terms of a new game. One of a `deal_group` starts when it is told to, with its group."""

    ruleset: Ruleset
    seats: Sequence[SeatPlan]
    clock: Clock | None = None
    rated: bool = False
    private: bool = False
    bot_delay_ms: int = 0
    tournament: UUID | None = None
    deal_group: UUID | None = None


def create_game(*, plan: GamePlan, creator: Player | None, secret: bytes | None = None) -> Table:
    """Open a game by a plan; it starts at once where every seat is taken.

    `secret` is for tables that share their deals; otherwise one is drawn. Raises Problem
    `already_seated` where a person would sit twice, `too_many_games`.
    """
    secret = secrets.token_bytes(SECRET_BYTES) if secret is None else secret
    with transaction.atomic():
        _check_room(plan, creator)
        clock = plan.clock
        game = Game.objects.create(
            ruleset=plan.ruleset.to_json(),
            seat_count=len(plan.seats),
            rated=plan.rated and not _shares_an_owner([seat.player for seat in plan.seats]),
            private=plan.private,
            bot_delay_ms=plan.bot_delay_ms,
            turn_seconds=None if clock is None else clock.turn_seconds,
            bank_seconds=0 if clock is None else clock.bank_seconds,
            max_timeouts=0 if clock is None else clock.max_timeouts,
            created_by=creator,
            tournament=plan.tournament,
            deal_group=plan.deal_group,
            sealed=plan.deal_group is not None,
            secret=secret,
            commitment=commitment(secret),
            timeouts=[0] * len(plan.seats),
            banks=[0 if clock is None else clock.bank_seconds * 1000] * len(plan.seats),
        )
        Seat.objects.bulk_create(
            _seat(game, number, seat) for number, seat in enumerate(plan.seats)
        )
        table = take_table(game.id)
        # By the database's clock, which lapsing goes by; a process's own may be wrong.
        table.game.created_at = table.now
        table.game.save(update_fields=["created_at"])
        if plan.deal_group is None:
            start_if_full(table)
        return table


def _check_room(plan: GamePlan, creator: Player | None) -> None:
    people = [s.player for s in plan.seats if s.player and s.player.kind != Player.Kind.BOT]
    if len({player.id for player in people}) < len(people):
        raise Problem("already_seated", "A player can take one seat of a game.")
    if creator is not None:
        wait_in_line(creator)
        if any(seat.player is None or seat.reserved for seat in plan.seats):
            check_may_open(creator)
        elif not people:
            check_may_play(creator)
    if plan.tournament is not None:
        return
    for seat in plan.seats:
        if seat.player is not None and not seat.reserved:
            check_may_play(seat.player)


def _seat(game: Game, number: int, plan: SeatPlan) -> Seat:
    seat = Seat(game=game, number=number)
    if plan.reserved:
        seat.reserved_for = plan.player
        seat.entropy = plan.entropy
    elif plan.player is not None:
        sit_down(seat, plan.player, plan.entropy)
    return seat


def sit_down(seat: Seat, player: Player, entropy: str) -> None:
    """Put a player on a seat, with the seat's entropy, the player's, or the server's."""
    seat.player = player
    seat.is_bot = player.kind == Player.Kind.BOT
    default = default_entropy(seat.game.commitment, seat.number)
    seat.entropy = seat.entropy or entropy or default


def _shares_an_owner(players: Sequence[Player | None]) -> bool:
    owners = [player.owner_id or player.id for player in players if player is not None]
    return len(set(owners)) < len(owners)


def start_if_full(table: Table) -> Submission | None:
    """Start the game where every seat is taken: the deal is a submission of its own."""
    game = table.game
    if any(seat.player_id is None for seat in table.seats):
        return None
    if _shares_an_owner([seat.player for seat in table.seats]):
        game.rated = False
        game.save(update_fields=["rated"])
    seed = game_seed(bytes(game.secret), [seat.entropy for seat in table.seats])
    table.state, events = new_game(game.rules, len(table.seats), seed)
    game.state = to_snapshot(table.state)
    game.status = Game.Status.RUNNING
    game.started_at = table.now
    start_clock(table)
    shapes = [whole_event(event) for event in events]
    return append(table, Submission.Kind.START, events=shapes, origin=Origin())


def lapse_game(*, game_id: UUID) -> bool:
    """End an open game that nobody filled in its time; say whether it was one.

    Safe to run twice and late: anything but a stale open game is left alone.
    """
    with transaction.atomic():
        locked = Game.objects.select_for_update(no_key=True).annotate(now=Now())
        game = locked.filter(pk=game_id, status=Game.Status.OPEN).first()
        if game is None or game.now - game.created_at < OPEN_FOR:
            return False
        abort_open_game(take_table(game_id))
        return True


def abort_open_game(table: Table) -> Submission:
    """End a game before its start, for nothing."""
    game = table.game
    game.status = Game.Status.ABORTED
    game.finished_at = table.now
    result = {
        "winner": None,
        "scores": [0] * len(table.seats),
        "places": None,
        "ended": "abort",
    }
    game.result = result
    event = {"type": "game_ended", **result}
    kind, actions = Submission.Kind.ABORT, [{"type": "abort"}]
    return append(table, kind, actions=actions, events=[event], origin=Origin())
