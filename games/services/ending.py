"""Games ended by an organiser."""

from uuid import UUID

from django.db import transaction

from dosleague.api.problems import Problem
from games.engine.actions import Abort, Stop
from games.models import Game, Submission
from games.services.games import abort_open_game
from games.services.table import Origin, Table, play, take_table


def stop_game(*, game_id: UUID) -> Table:
    """End a running game as it stands: a sole leader on points wins. Raises Problem."""
    with transaction.atomic():
        table = take_table(game_id)
        if table.game.status != Game.Status.RUNNING:
            raise Problem("game_not_running", f"The game is {table.game.status}.")
        play(table, Submission.Kind.STOP, [(None, Stop())], Origin())
        return table


def abort_game(*, game_id: UUID) -> Table:
    """End a game, open or running, for nothing. Raises Problem."""
    with transaction.atomic():
        table = take_table(game_id)
        if table.game.status == Game.Status.OPEN:
            abort_open_game(table)
        elif table.game.status == Game.Status.RUNNING:
            play(table, Submission.Kind.ABORT, [(None, Abort())], Origin())
        else:
            raise Problem("game_not_running", f"The game is {table.game.status}.")
        return table


def abort_unstarted_game(*, game_id: UUID) -> bool:
    """End a game for nothing unless it has started; say whether it was open."""
    with transaction.atomic():
        table = take_table(game_id)
        if table.game.status != Game.Status.OPEN:
            return False
        abort_open_game(table)
        return True
