"""What tournaments hear of games and players."""

from typing import Any
from uuid import UUID

from celery import current_app
from django.dispatch import receiver

from games.signals import game_finished, player_erased
from tournaments import outbox


@receiver(game_finished)
def queue_counting(tournament: UUID | None, **_: Any) -> None:
    """Have a tournament count the game of it that is over.

    A broker that does not answer fails the sender's task, and that is repeated.
    """
    if tournament is not None:
        current_app.send_task(outbox.ADVANCE, args=(str(tournament),), retry=False)


@receiver(player_erased)
def queue_withdrawal(player_id: UUID, **_: Any) -> None:
    """Have a player withdrawn whose account was erased; the sweep finds whom a broker lost."""
    outbox.queue(outbox.WITHDRAW_ERASED, player_id)
