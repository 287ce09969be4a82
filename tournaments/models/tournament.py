"""A tournament, who organises it, and who plays in it."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from dosleague.ids import new_id
from tournaments.lifecycle import State, state_of


class Tournament(models.Model):
    """An event of one or more stages.

    `ruleset`, `clock`, `deals` and `rated` are the terms of every game of it. `closed_at` is when
    the registration or the check-in that `status` names was closed, None while it is open.
    `published_at` is when it first left its draft: before, its organisers alone know of it. The
    wishes for registration are `cap` (None: no more than the service holds), `check_in`,
    `opens_at`, `closes_at` and `kinds` of players. `seed` drives every lot and is public from the
    start of play. With `round_hours` all rounds are published at the start as fixtures, and so
    many hours are for each to be played in.
    """

    class Status(models.TextChoices):
        DRAFT = "draft"
        REGISTRATION = "registration"
        CHECK_IN = "check_in"
        RUNNING = "running"
        FINISHED = "finished"
        CANCELLED = "cancelled"

    class Deals(models.TextChoices):
        INDEPENDENT = "independent"
        DUPLICATE = "duplicate"

    class Advance(models.TextChoices):
        AUTOMATIC = "automatic"
        MANUAL = "manual"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    name = models.CharField(max_length=100)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.DRAFT)
    ruleset = models.JSONField()
    rated = models.BooleanField(default=False)
    clock = models.JSONField()
    deals = models.CharField(max_length=11, choices=Deals.choices, default=Deals.INDEPENDENT)
    advance = models.CharField(max_length=9, choices=Advance.choices, default=Advance.AUTOMATIC)
    no_show_seconds = models.PositiveIntegerField(default=300)
    start_at = models.DateTimeField(null=True, blank=True)
    round_hours = models.PositiveIntegerField(null=True, blank=True)
    seed = models.CharField(max_length=200)
    cap = models.PositiveIntegerField(null=True, blank=True)
    check_in = models.BooleanField(default=False)
    opens_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    kinds = models.JSONField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["status", "-created_at", "-id"], name="tournament_by_status"),
            models.Index(fields=["-created_at", "-id"], name="tournament_by_creation"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def state(self) -> State:
        """Where the tournament stands in its life."""
        return state_of(self.status, is_closed=self.closed_at is not None)


class Organiser(models.Model):
    """What somebody may do in a tournament: an owner everything, a director all but owning it, a
    scorer results.
    """

    class Role(models.TextChoices):
        OWNER = "owner"
        DIRECTOR = "director"
        SCORER = "scorer"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="organisers")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="organises"
    )
    role = models.CharField(max_length=8, choices=Role.choices)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "player"], name="organiser_once"),
        ]

    def __str__(self) -> str:
        return f"{self.role} of {self.tournament_id}"


class Entrant(models.Model):
    """A player's entry. `start_number` and `rating` are frozen at the start of play.

    `queue_number` is the order of entry, by which places are given: one who returns queues anew.
    `checked_in_at` may also be set for one who waits: whoever is here is promoted first. `seed` is
    an organiser's order, before ratings. `entered_in` is the first round an entrant may play in,
    `absent_from` the one from which it plays no more, None while it is active.
    """

    class Status(models.TextChoices):
        REGISTERED = "registered"
        WAITING = "waiting"
        CHECKED_IN = "checked_in"
        ACTIVE = "active"
        WITHDRAWN = "withdrawn"
        DISQUALIFIED = "disqualified"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries"
    )
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.REGISTERED)
    queue_number = models.PositiveIntegerField()
    checked_in_at = models.DateTimeField(null=True, blank=True)
    seed = models.PositiveIntegerField(null=True, blank=True)
    rating = models.FloatField(null=True, blank=True)
    start_number = models.PositiveIntegerField(null=True, blank=True)
    entered_in = models.PositiveIntegerField(default=1)
    absent_from = models.PositiveIntegerField(null=True, blank=True)
    registered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "player"], name="entrant_once"),
            models.UniqueConstraint(fields=["tournament", "queue_number"], name="queued_once"),
            models.UniqueConstraint(
                fields=["tournament", "start_number"],
                name="start_number_once",
                condition=models.Q(start_number__isnull=False),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["tournament", "registered_at", "id"], name="entrant_by_sign_up"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.tournament_id}"
