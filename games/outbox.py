"""What follows a commit: names of tasks, and the wake-up of who waits for events.

Nothing is announced before it is saved. What a lost task or a dead broker leaves undone, the sweep
finds in the database again.
"""

from functools import partial
from uuid import UUID

import structlog
from celery import current_app
from django.core.cache import cache
from django.db import transaction
from kombu.exceptions import OperationalError

from games import wakeups
from games.models import Game

PLAY_BOT = "games.play_bot"
PLAY_AUTOPILOT = "games.play_autopilot"
RATE = "games.rate"
CONCLUDE = "games.conclude"

AGAIN_AFTER = 10
"""Seconds until a task that may have been lost is queued once more."""

log = structlog.get_logger(__name__)


def after_commit(game: Game, *, bot_acts: bool) -> None:
    """Announce a game's new version once it is saved: who waits, who must act, what has ended."""
    tasks = []
    if game.status in (Game.Status.FINISHED, Game.Status.ABORTED):
        if game.rated and game.status == Game.Status.FINISHED:
            tasks.append(RATE)
        tasks.append(CONCLUDE)
    elif game.due_at is not None and not (bot_acts and game.bot_delay_ms):
        tasks.append(PLAY_BOT if bot_acts else PLAY_AUTOPILOT)
    transaction.on_commit(partial(_announce, game.id, game.version, tasks))


def rate_after_commit(game: Game) -> None:
    """Have a ruling on a game worked into the ratings once it is saved."""
    transaction.on_commit(partial(send, RATE, game.id, game.version))


def send(task: str, game_id: UUID, version: int) -> bool:
    """Queue a task for a game at a version; a broker that does not answer is left to the sweep."""
    try:
        current_app.send_task(task, args=(str(game_id), version), retry=False)
    except OperationalError as error:
        log.warning("task_not_queued", task=task, game=str(game_id), error=str(error))
        return False
    return True


def send_again(task: str, game_id: UUID, version: int) -> None:
    """Queue a task that may have been lost, or may only wait in a long queue.

    Each once in a while: if a long queue were filled up with repetitions every second, workers
    would soon do nothing else than find them done.
    """
    sent = f"sent:{task}:{game_id}:{version}"
    if cache.add(sent, 1, AGAIN_AFTER) and not send(task, game_id, version):
        cache.delete(sent)


def _announce(game_id: UUID, version: int, tasks: list[str]) -> None:
    wakeups.announce(game_id, version)
    for task in tasks:
        send(task, game_id, version)
