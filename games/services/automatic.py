"""What the service itself plays: bots, autopilot for who is gone, and turns out of time."""

from random import Random
from uuid import UUID

from django.db import transaction

from dosleague.api.problems import Problem
from games.bots.registry import named_bot
from games.engine.actions import Call, Catch, Timeout
from games.engine.observation import observe
from games.models import Game, Submission
from games.models.game import TIMEOUT_GRACE
from games.services.seats import resign
from games.services.table import Origin, Table, bot_is_to_act, play, take_table


def play_bot(*, game_id: UUID, version: int) -> bool:
    """Let the built-in bot that is to act make its next submission; say whether it did.

    Safe to run twice and late: at another version, or before the bot's time, nothing happens.
    """
    with transaction.atomic():
        table = _table_at(game_id, version)
        if table is None or not bot_is_to_act(table) or not _is_due(table):
            return False
        seat = table.seats[table.playing.round.turn]
        assert seat.player is not None
        bot = named_bot(seat.player.bot)
        actions = bot.choose(observe(table.playing, seat.number), Random())
        calls = isinstance(actions[0], Call | Catch)
        kind = Submission.Kind.CALL if calls else Submission.Kind.TURN
        play(table, kind, [(seat.number, action) for action in actions], Origin())
        return True


def play_autopilot(*, game_id: UUID, version: int) -> bool:
    """Play the turn of a seat that left (R71); say whether it did. Safe to run twice and late."""
    with transaction.atomic():
        table = _table_at(game_id, version)
        if table is None or not _is_due(table):
            return False
        turn = table.playing.round.turn
        if turn not in table.playing.left:
            return False
        play(table, Submission.Kind.TIMEOUT, [(turn, Timeout())], Origin())
        return True


def time_out(*, game_id: UUID, version: int) -> bool:
    """Play the turn of a seat whose time is over (R71); say whether it did.

    A seat that runs out of time as often as the clock allows leaves: a submission of its own.
    Safe to run twice and late: at another version, or before the deadline and its grace, nothing
    happens.
    """
    with transaction.atomic():
        table = _table_at(game_id, version)
        if table is None:
            return False
        game = table.game
        if game.deadline is None or table.now < game.deadline + TIMEOUT_GRACE:
            return False
        turn = table.playing.round.turn
        game.timeouts = [n + 1 if s == turn else n for s, n in enumerate(game.timeouts)]
        play(table, Submission.Kind.TIMEOUT, [(turn, Timeout())], Origin())
        if game.status == Game.Status.RUNNING and game.timeouts[turn] >= game.max_timeouts:
            resign(table, table.seats[turn], Origin())
        return True


def _table_at(game_id: UUID, version: int) -> Table | None:
    """Return a running game locked at a version; None where it has moved on or is gone."""
    try:
        table = take_table(game_id)
    except Problem:
        return None
    if table.game.version != version or table.game.status != Game.Status.RUNNING:
        return None
    return table


def _is_due(table: Table) -> bool:
    return table.game.due_at is not None and table.game.due_at <= table.now
