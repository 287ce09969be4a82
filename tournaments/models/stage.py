"""Stages, their rounds, the matches of a round, the games and the results of a match."""

from typing import ClassVar, Final

from django.conf import settings
from django.db import models

from dosleague.ids import new_id
from tournaments.formats import FORMATS
from tournaments.models.tournament import Tournament
from tournaments.values import ResultKind

_RESULT_KINDS: Final = [(kind.value, kind.value) for kind in ResultKind]


class Stage(models.Model):
    """One stage: its format, every option of that format, and the field it began with.

    `field` is a list of groups, each a list of entrant ids in the order of their numbers in that
    group, which late entrants only add to; None before the stage has begun. `rounds_planned` are
    the rounds that each group is to play, 0 where the results decide.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    format = models.CharField(max_length=20, choices=[(code, code) for code in FORMATS])
    options = models.JSONField(default=dict)
    field = models.JSONField(null=True, blank=True)
    rounds_planned = models.JSONField(default=list, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_once"),
        ]

    def __str__(self) -> str:
        return f"stage {self.number} of {self.tournament_id}"


class StageRound(models.Model):
    """A round of a tournament, numbered through all its stages.

    `secret` and `deal_group` are shared by all tables of a round with duplicate deals. A fixture of
    a league has `play_from` and `play_by` instead of a time to show up in.
    """

    class Status(models.TextChoices):
        DRAFT = "draft"
        PUBLISHED = "published"
        RUNNING = "running"
        CLOSED = "closed"

    PLAYED_NOW: ClassVar = frozenset({Status.PUBLISHED, Status.RUNNING})

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    number_in_stage = models.PositiveIntegerField()
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.DRAFT)
    secret = models.BinaryField(null=True, blank=True)
    deal_group = models.UUIDField(null=True, blank=True)
    paired_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)
    play_from = models.DateTimeField(null=True, blank=True)
    play_by = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_once"),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.tournament_id}"


class Match(models.Model):
    """What a pairing leads to: a contest of one or more games at one table, or a bye.

    `entrants` are entrant ids in seat order; `key` names the place in a bracket; `locked` tables
    stay when the round is paired again. `wins_needed` are the games each side has to win, in the
    order of `entrants`. `opened` says that its first game was made, or that it needs none. `result`
    is the newest of its results, None while open.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    round = models.ForeignKey(StageRound, on_delete=models.CASCADE, related_name="matches")
    group = models.PositiveSmallIntegerField(default=0)
    table = models.PositiveIntegerField()
    key = models.CharField(max_length=20, blank=True, default="")
    entrants = models.JSONField()
    bye = models.BooleanField(default=False)
    locked = models.BooleanField(default=False)
    wins_needed = models.JSONField(default=list)
    opened = models.BooleanField(default=False)
    reason = models.TextField(blank=True, default="")
    result = models.ForeignKey(
        "MatchResult", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "table"], name="match_table_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["round"], name="match_open", condition=models.Q(result=None)),
        ]
        verbose_name_plural = "matches"

    def __str__(self) -> str:
        return f"table {self.table} of {self.round_id}"


class MatchGame(models.Model):
    """A game of a match; `seats` are those of the match's entrants who play it, in seat order.

    `no_show_at` is when whoever has not joined it forfeits. `counted` says that its result is in
    the match's, or that it was given up.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    game = models.OneToOneField(
        "games.Game", on_delete=models.PROTECT, related_name="tournament_match"
    )
    seats = models.JSONField()
    no_show_at = models.DateTimeField()
    counted = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="match_game_once"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["no_show_at"], name="match_game_open", condition=models.Q(counted=False)
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.number} of {self.match_id}"


class MatchResult(models.Model):
    """A result of a match; a correction is a new version with its reason, never an edit."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="results")
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=14, choices=_RESULT_KINDS)
    places = models.JSONField(default=list)
    scores = models.JSONField(default=list)
    points = models.JSONField(default=list)
    reason = models.TextField(blank=True, default="")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "version"], name="result_version_once"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.places}"
