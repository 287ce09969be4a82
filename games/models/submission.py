"""What was accepted in a game, in order; and its finished rounds."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.game import Game


class Submission(models.Model):
    """One accepted submission: one version, one message of the event feed.

    `actions` and `events` are public JSON with every card in it; what a viewer may not see is
    taken out as it is read. `key`, `fingerprint` and `answer` are the Idempotency-Key of a turn or
    a call, the hash of what it came with, and the answer that a repetition gets again.
    """

    class Kind(models.TextChoices):
        JOIN = "join"
        LEAVE = "leave"
        START = "start"
        TURN = "turn"
        CALL = "call"
        TIMEOUT = "timeout"
        STOP = "stop"
        ABORT = "abort"

    id = models.BigAutoField(primary_key=True)
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="submissions", db_index=False
    )  # the unique key begins with it
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    at = models.DateTimeField()
    actions = models.JSONField(default=list, blank=True)
    events = models.JSONField(default=list, blank=True)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="submissions"
    )
    key = models.CharField(max_length=255, null=True, blank=True)  # noqa: DJ001 - unique where set
    fingerprint = models.CharField(max_length=64, blank=True, default="")
    answer = models.TextField(blank=True, default="")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "version"], name="submission_version_once"),
            models.UniqueConstraint(
                fields=["game", "player", "kind", "key"],
                name="submission_key_once",
                condition=Q(key__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} version {self.version}: {self.kind}"


class FinishedRound(models.Model):
    """A finished round of a game; `text` is its actions in notation, one turn a line."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="rounds", db_index=False
    )  # the unique key begins with it
    number = models.PositiveIntegerField()
    dealer = models.PositiveSmallIntegerField()
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.PositiveIntegerField()
    scores = models.JSONField()
    text = models.TextField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="round_number_once"),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.game_id}"
