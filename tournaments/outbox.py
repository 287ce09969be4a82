"""What follows a commit in a tournament: one task that does whatever is due there."""

from functools import partial
from uuid import UUID

import structlog
from celery import current_app
from django.core.cache import cache
from django.db import transaction
from kombu.exceptions import OperationalError

ADVANCE = "tournaments.advance"
OPEN_SEASON = "tournaments.open_season"
KEEP_SCHEDULE = "tournaments.keep_schedule"
START_SCHEDULED = "tournaments.start_scheduled"
WITHDRAW_ERASED = "tournaments.withdraw_erased"
AGAIN_AFTER = 5
"""Seconds until a task that may have been lost is queued once more."""

log = structlog.get_logger(__name__)


def after_commit(tournament_id: UUID) -> None:
    """Have a tournament advanced once what was written is saved."""
    transaction.on_commit(partial(send, tournament_id))


def send(tournament_id: UUID) -> bool:
    """Queue the task; a broker that does not answer is left to the sweep."""
    return queue(ADVANCE, tournament_id)


def queue(task: str, about: UUID) -> bool:
    """Queue a task about something; say whether the broker took it."""
    try:
        current_app.send_task(task, args=(str(about),), retry=False)
    except OperationalError as error:
        log.warning("task_not_queued", task=task, about=str(about), error=str(error))
        return False
    return True


def send_again(tournament_id: UUID) -> None:
    """Queue the task where something is due and may have been lost, each once in a while."""
    queue_again(ADVANCE, tournament_id)


def queue_again(task: str, about: UUID) -> None:
    """Queue a task that the sweep has found to be due, each once in a while."""
    sent = f"sent:{task}:{about}"
    if cache.add(sent, 1, AGAIN_AFTER) and not queue(task, about):
        cache.delete(sent)
