"""Leagues: their seasons, the divisions of a season, and play-offs about who moves."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from dosleague.ids import new_id
from tournaments.models.tournament import Tournament


class League(models.Model):
    """A contest over seasons. `ruleset`, `clock`, `rated` and `stage` are those of every division.

    `stage` is the one stage of a division, in the form in which tournaments are asked for. At each
    line between two divisions `movers` go up and as many down, and `playoff_slots` more on each
    side play for the place; new divisions have `division_size` players.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    name = models.CharField(max_length=70)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="leagues"
    )
    ruleset = models.JSONField()
    clock = models.JSONField()
    rated = models.BooleanField(default=False)
    stage = models.JSONField()
    division_size = models.PositiveSmallIntegerField(default=8)
    movers = models.PositiveSmallIntegerField(default=2)
    playoff_slots = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["-created_at", "-id"], name="league_by_creation"),
        ]

    def __str__(self) -> str:
        return self.name


class Season(models.Model):
    """A season of a league: a draft until `opened_at`, when its fixtures are drawn up.

    `starts_at` is when the first round begins, None: when an organiser says. `round_hours` is the
    time to play a round in. `moves` tell how the divisions follow from the season before, empty
    where they do not.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveIntegerField()
    starts_at = models.DateTimeField(null=True, blank=True)
    round_hours = models.PositiveIntegerField()
    moves = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    opened_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["league", "number"], name="season_once"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["starts_at"], name="season_to_open", condition=models.Q(opened_at=None)
            ),
        ]

    def __str__(self) -> str:
        return f"season {self.number} of {self.league_id}"


class Division(models.Model):
    """A division of a season, 1 at the top: a tournament of one stage."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    number = models.PositiveSmallIntegerField()
    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="division")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "number"], name="division_once"),
        ]

    def __str__(self) -> str:
        return f"division {self.number} of {self.season_id}"


class PlayOff(models.Model):
    """A small knockout about who moves: among those tied at a line, or for the place above it.

    `division` is where the place is that they play for. `players` are their ids, the better placed
    first; `key` the same, sorted, so that the same players are set to play once. One that came to
    no order is held again, and its tournament replaced.
    """

    class Kind(models.TextChoices):
        TIE = "tie"
        PLACE = "place"

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="play_offs")
    kind = models.CharField(max_length=5, choices=Kind.choices)
    division = models.PositiveSmallIntegerField()
    players = models.JSONField()
    key = models.TextField()
    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="play_off")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "kind", "key"], name="play_off_once"),
        ]

    def __str__(self) -> str:
        return f"play-off of {self.season_id}"
