"""The tasks of the games app: thin, safe to run twice and late."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import structlog
from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.db import InterfaceError, OperationalError
from django.db.models import F
from django.db.models.functions import Now

from dosleague.api.idempotency import KEPT_FOR, purge_answers
from dosleague.models import Heartbeat
from games import outbox
from games.models import Game, Seat
from games.selectors.due import (
    due_games,
    lapsed_games,
    overdue_games,
    unfollowed_games,
    unrated_games,
)
from games.services import automatic, games, ratings
from games.services.deal_groups import unseal
from games.services.housekeeping import forget_kept_answers
from games.signals import game_finished

SOFT_LIMIT, HARD_LIMIT = 600, 660
"""Seconds for a task that may have to play a whole pool again, or waits for one that does."""

log = structlog.get_logger(__name__)


@shared_task(name="games.play_bot")
def play_bot(game_id: str, version: int) -> None:
    """Let a bot make its submission, if the game still waits for it."""
    automatic.play_bot(game_id=UUID(game_id), version=version)


@shared_task(name="games.play_autopilot")
def play_autopilot(game_id: str, version: int) -> None:
    """Play the turn of a seat that left, if it is still to act."""
    automatic.play_autopilot(game_id=UUID(game_id), version=version)


@shared_task(name="games.time_out")
def time_out(game_id: str, version: int) -> None:
    """Play the turn of a seat whose time is over, if it still is."""
    automatic.time_out(game_id=UUID(game_id), version=version)


@shared_task(name="games.lapse")
def lapse(game_id: str) -> None:
    """End an open game that nobody filled."""
    games.lapse_game(game_id=UUID(game_id))


@shared_task(name="games.rate", soft_time_limit=SOFT_LIMIT, time_limit=HARD_LIMIT)
def rate(game_id: str, version: int) -> None:
    """Work a finished game, or a ruling on one, into the ratings."""
    ratings.rate_game(game_id=UUID(game_id))


@shared_task(name="games.conclude", soft_time_limit=SOFT_LIMIT, time_limit=HARD_LIMIT)
def conclude(game_id: str, version: int) -> None:
    """Rate a game that is over and tell who listens, then note that this has been done."""
    ratings.rate_game(game_id=UUID(game_id))
    game = Game.objects.filter(pk=game_id).only("tournament", "deal_group").first()
    if game is None:
        return
    if game.deal_group is not None:
        unseal(deal_group=game.deal_group)
    game_finished.send(sender=Game, game_id=game.id, tournament=game.tournament)
    Game.objects.filter(pk=game_id, version=version).update(followed=F("version"))


@shared_task(name="games.sweep")
def sweep() -> None:
    """Find what is due: turns out of time, bots to act, games that lapsed, work that was lost."""
    Heartbeat.objects.update_or_create(name="scheduler", defaults={"at": Now()})
    for game in overdue_games():
        _tend(automatic.time_out, game_id=game.id, version=game.version)
    due = list(due_games())
    left = set(Seat.objects.filter(game__in=due, left_at__isnull=False).values_list("game_id"))
    for game in due:
        outbox.send_again(outbox.PLAY_BOT, game.id, game.version)
        if (game.id,) in left:
            outbox.send_again(outbox.PLAY_AUTOPILOT, game.id, game.version)
    for game in unfollowed_games():
        outbox.send_again(outbox.CONCLUDE, game.id, game.version)
    for game in unrated_games():
        outbox.send_again(outbox.RATE, game.id, game.version)
    for game_id in lapsed_games():
        _tend(games.lapse_game, game_id=game_id)


def _tend(act: Callable[..., bool], **game: Any) -> None:
    """Do what is due in one game; one that cannot be played on stops no other's clock."""
    try:
        act(**game)
    except (InterfaceError, OperationalError, SoftTimeLimitExceeded):
        raise  # no fault of the game's
    except Exception:
        log.exception("game_not_tended", act=act.__name__, **game)


@shared_task(name="games.housekeeping")
def housekeeping() -> None:
    """Forget kept answers that are older than their day."""
    forget_kept_answers(older_than=KEPT_FOR)
    purge_answers()
