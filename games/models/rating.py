"""Ratings: what is logged of games, what follows from the log, and what people were told."""

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.game import Game
from games.ratings.fingerprint import NO_HASH


class RatingPool(models.Model):
    """Games that are rated together; its row is the lock of everything rated in it.

    Ratings stand on the log up to `position`, reckoned by `algorithm`; the rows of `generation`
    are the ones that count. `games` of them count, the last in the order of all games being
    `last_game`. `hash` is over every rating.
    """

    name = models.CharField(max_length=60, primary_key=True)
    generation = models.PositiveIntegerField(default=1)
    algorithm = models.CharField(max_length=40)
    position = models.PositiveBigIntegerField(default=0)
    hash = models.CharField(max_length=32, default=NO_HASH)
    games = models.PositiveIntegerField(default=0)
    last_finished_at = models.DateTimeField(null=True, blank=True)
    last_game = models.UUIDField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name

    @property
    def last(self) -> tuple[datetime, str] | None:
        """The last game's place in the order of all games."""
        if self.last_finished_at is None:
            return None
        return self.last_finished_at, str(self.last_game)


class RatingLogEntry(models.Model):
    """One entry of a pool's log, which only grows: a game, or a ruling on one.

    `position` is its place in the log, given as it is worked into the ratings; NULL until then.
    `players` (ids) and `places` are by seat; a game that is voided has neither.
    """

    class Kind(models.TextChoices):
        FINISHED = "game_finished"
        VOIDED = "game_voided"
        CORRECTED = "game_corrected"

    id = models.BigAutoField(primary_key=True)
    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="log")
    position = models.PositiveBigIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=14, choices=Kind.choices)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="rating_log")
    finished_at = models.DateTimeField()
    players = models.JSONField(default=list, blank=True)
    places = models.JSONField(default=list, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    reason = models.TextField(blank=True, default="")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["pool", "game"], name="rated_game_once", condition=Q(kind="game_finished")
            ),
            models.UniqueConstraint(fields=["pool", "position"], name="rating_log_position_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["at"], name="rating_log_open", condition=Q(position=None)),
        ]
        verbose_name_plural = "rating log entries"

    def __str__(self) -> str:
        return f"{self.kind} {self.game_id} in {self.pool_id}"


class PlayerRating(models.Model):
    """A player's rating in a pool; only those of the pool's own generation count."""

    id = models.BigAutoField(primary_key=True)
    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="ratings")
    generation = models.PositiveIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="ratings"
    )
    mu = models.FloatField()
    sigma = models.FloatField()
    public = models.IntegerField()
    games = models.PositiveIntegerField()
    last_played_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["pool", "generation", "player"], name="player_rating_once"
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["pool", "generation", "-public", "sigma", "-games", "player"],
                name="rating_board",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.pool_id}: {self.public}"


class RatingChange(models.Model):
    """What a game that counts does to one seat's rating, as reckoned now.

    Rows are written anew by a replay; what was told at the time is in `RatingHistory`. Those of
    `*_before` and `last_before` are NULL at a player's first game; `sigma_prior` is sigma once
    idleness has been added.
    """

    id = models.BigAutoField(primary_key=True)
    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="changes")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="rating_changes")
    finished_at = models.DateTimeField()
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rating_changes"
    )
    place = models.PositiveSmallIntegerField()
    mu_before = models.FloatField(null=True)
    sigma_before = models.FloatField(null=True)
    last_before = models.DateTimeField(null=True)
    sigma_prior = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["pool", "finished_at", "game", "seat"], name="rating_change_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} by {self.game_id} in {self.pool_id}"


class RatingHistory(models.Model):
    """What a player was told of a rating, never rewritten: a game's change, or a recalculation.

    A recalculation follows from the late arrival, void or correction of `game`, in which the player
    may have had no seat (`place` is NULL).
    """

    class Cause(models.TextChoices):
        GAME = "game"
        RECALCULATED = "recalculated"

    id = models.BigAutoField(primary_key=True)
    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="history")
    generation = models.PositiveIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rating_history"
    )
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="rating_history")
    cause = models.CharField(max_length=12, choices=Cause.choices)
    at = models.DateTimeField()
    place = models.PositiveSmallIntegerField(null=True)
    seats = models.PositiveSmallIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["player", "pool", "id"], name="rating_history_of_player"),
        ]
        verbose_name_plural = "rating histories"

    def __str__(self) -> str:
        return f"{self.player_id} in {self.pool_id}: {self.cause} {self.game_id}"
