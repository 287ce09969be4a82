"""A game with a state of text, and its moves."""

from django.conf import settings
from django.db import models


class Game(models.Model):
    version = models.PositiveIntegerField(default=0)
    state = models.TextField()
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"game {self.pk}"


class Move(models.Model):
    game = models.ForeignKey(Game, on_delete=models.CASCADE)
    version = models.PositiveIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    action = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        unique_together = ("game", "version")

    def __str__(self) -> str:
        return f"move {self.version} of game {self.game_id}"
