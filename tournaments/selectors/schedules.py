"""Schedules and their occurrences, as they are shown."""

from typing import Any

from tournaments.models import Occurrence, Schedule
from tournaments.selectors.tournaments import short_player


def schedule_shape(schedule: Schedule) -> dict[str, Any]:
    """Return a schedule with what it makes."""
    return {
        "id": schedule.id,
        "owner": short_player(schedule.owner),
        "template": schedule.template,
        "entrants": schedule.entrants,
        "rule": schedule.rule,
        "time_zone": schedule.time_zone,
        "start_after_minutes": schedule.start_after_minutes,
        "next_at": schedule.next_at,
        "created_at": schedule.created_at,
        "ended_at": schedule.ended_at,
    }


def occurrence_shape(occurrence: Occurrence) -> dict[str, Any]:
    """Return a date of a schedule, and what came of it."""
    return {
        "local": occurrence.local,
        "at": occurrence.at,
        "status": occurrence.status,
        "reason": occurrence.reason,
        "tournament": occurrence.tournament_id,
    }
