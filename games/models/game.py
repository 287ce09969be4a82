"""A game and its seats."""

from datetime import timedelta
from functools import lru_cache
from typing import ClassVar

import orjson
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from dosleague.ids import new_id
from games.engine.ruleset import Ruleset, ruleset_from_json

OPEN_FOR = timedelta(hours=24)
"""How long an open game waits for its seats to be taken."""
TIMEOUT_GRACE = timedelta(seconds=1)
"""A time-out is never carried out earlier than this after its deadline."""


@lru_cache(maxsize=1_000)
def _ruleset(stored: bytes) -> Ruleset:
    """Return the ruleset of a stored form, checked once for all games that have it."""
    return ruleset_from_json(orjson.loads(stored))


class Game(models.Model):
    """One game: its terms, its state as a snapshot, and when the service itself must act.

    `version` is 0 when created and rises by one with every accepted submission. `state` is the
    engine's snapshot, never shown, `round_text` the open round in notation; `secret` is published
    once the game is over. `deadline` is when the open turn's time ends, `due_at` when a built-in
    bot or autopilot is to act. `followed` is the version up to which everything that follows a
    submission has been done, 0 until that is the game's end. `timeouts` and `banks` (milliseconds
    left) are by seat. The games of a `deal_group` share their secret and are dealt the same cards;
    they are `sealed`, known only at their own tables, until the last of them is over.
    """

    class Status(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        FINISHED = "finished"
        ABORTED = "aborted"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    version = models.PositiveIntegerField(default=0)
    ruleset = models.JSONField()
    seat_count = models.PositiveSmallIntegerField()
    rated = models.BooleanField(default=False)
    private = models.BooleanField(default=False)
    bot_delay_ms = models.PositiveIntegerField(default=0)
    turn_seconds = models.PositiveIntegerField(null=True, blank=True)
    bank_seconds = models.PositiveIntegerField(default=0)
    max_timeouts = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="created_games"
    )
    tournament = models.UUIDField(null=True, blank=True, db_index=True)
    deal_group = models.UUIDField(null=True, blank=True, db_index=True)
    sealed = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    secret = models.BinaryField()
    commitment = models.CharField(max_length=64)
    state = models.TextField(blank=True, default="")
    round_text = models.TextField(blank=True, default="")

    turn_started_at = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    followed = models.PositiveIntegerField(default=0)
    timeouts = models.JSONField(default=list, blank=True)
    banks = models.JSONField(default=list, blank=True)

    result = models.JSONField(null=True, blank=True)
    digest = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        # No index may name a column that each turn changes, such as the version, not even in its
        # condition: PostgreSQL then writes none of them for a turn (a heap-only update).
        indexes: ClassVar = [
            models.Index(fields=["status", "-created_at", "-id"], name="game_by_status"),
            models.Index(fields=["-created_at", "-id"], name="game_by_creation"),
            models.Index(
                fields=["deadline"], name="game_by_deadline", condition=Q(deadline__isnull=False)
            ),
            models.Index(fields=["due_at"], name="game_by_due", condition=Q(due_at__isnull=False)),
            models.Index(
                fields=["finished_at"],
                name="game_unfollowed",
                condition=Q(finished_at__isnull=False, followed=0),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.id} ({self.status})"

    @property
    def rules(self) -> Ruleset:
        """The ruleset as the engine knows it."""
        return _ruleset(orjson.dumps(self.ruleset))

    @property
    def turn_time(self) -> timedelta | None:
        """The time of a whole turn before the bank runs; None without a clock."""
        return None if self.turn_seconds is None else timedelta(seconds=self.turn_seconds)


class Seat(models.Model):
    """A place in a game. `player` sits there; `reserved_for` may sit there and nobody else."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="seats", db_index=False
    )  # the unique key begins with it
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="seats"
    )
    reserved_for = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="reservations"
    )
    is_bot = models.BooleanField(default=False)
    entropy = models.CharField(max_length=64, blank=True, default="")
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_number_once"),
            models.UniqueConstraint(
                fields=["game", "player"], name="seat_player_once", condition=Q(is_bot=False)
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.game_id}"
