"""Tournaments that come again and again: a schedule, and its occurrences."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from dosleague.ids import new_id
from tournaments.models.tournament import Tournament


class Schedule(models.Model):
    """A tournament to be made again and again, by an iCalendar rule in the time of a place.

    `template` is the body that such a tournament is asked for with, everything filled in;
    `entrants` are the ids of the players who are in each. `begins_at` is where the rule begins to
    count. `next_at` is when something is to be made next, None once the rule has no more dates or
    the schedule was ended.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="schedules"
    )
    template = models.JSONField()
    entrants = models.JSONField(default=list, blank=True)
    rule = models.TextField()
    time_zone = models.CharField(max_length=64)
    start_after_minutes = models.PositiveIntegerField(null=True, blank=True)
    begins_at = models.DateTimeField()
    next_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["-created_at", "-id"], name="schedule_by_creation"),
            models.Index(
                fields=["next_at"], name="schedule_due", condition=models.Q(next_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rule} in {self.time_zone}"


class Occurrence(models.Model):
    """One date of a schedule, dealt with: a tournament was made for it, or it was skipped.

    `local` is the wall clock's time in the schedule's place, `at` the moment. `settled` says that
    the service need not start the tournament: it did, or could not, or is not asked to.
    """

    class Status(models.TextChoices):
        MADE = "made"
        SKIPPED = "skipped"

    schedule = models.ForeignKey(Schedule, on_delete=models.CASCADE, related_name="occurrences")
    local = models.CharField(max_length=19)
    at = models.DateTimeField()
    status = models.CharField(max_length=7, choices=Status.choices)
    reason = models.TextField(blank=True, default="")
    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, null=True, blank=True, related_name="occurrence"
    )
    settled = models.BooleanField(default=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["schedule", "local"], name="occurrence_once"),
            models.UniqueConstraint(fields=["schedule", "at"], name="occurrence_moment_once"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["tournament"], name="occurrence_open", condition=models.Q(settled=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.local} of {self.schedule_id}"
