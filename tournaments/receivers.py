"""What tournaments hear of games."""

from typing import Any
from uuid import UUID

from celery import current_app
from django.dispatch import receiver

from games.signals import game_finished
from tournaments.outbox import ADVANCE


@receiver(game_finished)
def queue_counting(tournament: UUID | None, **_: Any) -> None:
    """Have a tournament count the game of it that is over.

    A broker that does not answer fails the sender's task, and that is repeated.
    """
    if tournament is not None:
        current_app.send_task(ADVANCE, args=(str(tournament),), retry=False)
