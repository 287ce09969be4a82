"""Games for which the service itself must do something."""

from datetime import timedelta
from uuid import UUID

from django.db.models import QuerySet
from django.db.models.functions import Now

from games.models import Game, RatingLogEntry
from games.models.game import OPEN_FOR, TIMEOUT_GRACE

BATCH = 200
"""How many games one sweep takes of each kind; the next is a second away."""
LOST_AFTER = timedelta(seconds=3)
"""Work that was due this long ago and is not done was lost, or waits in a long queue."""


def overdue_games() -> QuerySet[Game]:
    """Return the running games whose turn is out of time, the longest first."""
    return _running().filter(deadline__lt=Now() - TIMEOUT_GRACE).order_by("deadline")[:BATCH]


def due_games() -> QuerySet[Game]:
    """Return the running games in which a bot or autopilot is to act now.

    Without a bot delay a task was queued with the commit, so those count only when it is late.
    """
    late = _running().filter(due_at__lt=Now() - LOST_AFTER)
    delayed = _running().filter(bot_delay_ms__gt=0, due_at__lte=Now())
    return (late | delayed).order_by("due_at")[:BATCH]


def unfollowed_games() -> QuerySet[Game]:
    """Return the ended games of which nobody has been told."""
    ended = Game.objects.filter(finished_at__isnull=False, finished_at__lt=Now() - LOST_AFTER)
    late = ended.filter(followed=0)
    return late.only("id", "version").order_by("finished_at")[:BATCH]


def unrated_games() -> QuerySet[Game]:
    """Return the games of which something is logged and not worked into the ratings."""
    open_entries = RatingLogEntry.objects.filter(position=None, at__lt=Now() - LOST_AFTER)
    games = Game.objects.filter(pk__in=open_entries.values("game"))
    return games.only("id", "version")[:BATCH]


def lapsed_games() -> QuerySet[Game, UUID]:
    """Return the ids of the open games that nobody filled in their time.

    Those of a tournament it ends itself.
    """
    stale = Game.objects.filter(
        status=Game.Status.OPEN, created_at__lt=Now() - OPEN_FOR, tournament=None
    )
    return stale.values_list("id", flat=True)[:BATCH]


def _running() -> QuerySet[Game]:
    return Game.objects.filter(status=Game.Status.RUNNING).only("id", "version", "due_at")
