"""The tasks of the tournaments app: thin, safe to run twice and late."""

from uuid import UUID

from celery import shared_task

from tournaments import outbox
from tournaments.selectors.due import (
    due_schedules,
    due_seasons,
    due_starts,
    due_tournaments,
    due_withdrawals,
)
from tournaments.services.gone import withdraw_everywhere
from tournaments.services.progress import advance_fully
from tournaments.services.schedules import keep_schedule, start_scheduled
from tournaments.services.seasons import open_due_season

SOFT_LIMIT, HARD_LIMIT = 600, 660
"""Seconds for a task that may have to pair and open thousands of tables."""


@shared_task(name="tournaments.advance", soft_time_limit=SOFT_LIMIT, time_limit=HARD_LIMIT)
def advance(tournament_id: str) -> None:
    """Do whatever is due in a tournament."""
    advance_fully(tournament_id=UUID(tournament_id))


@shared_task(name="tournaments.sweep")
def sweep() -> None:
    """Find tournaments in which something is due that nobody has done, and players who are gone."""
    for tournament_id in due_tournaments():
        outbox.send_again(tournament_id)
    for player_id in due_withdrawals():
        outbox.queue_again(outbox.WITHDRAW_ERASED, player_id)


@shared_task(name="tournaments.look_at_the_clock")
def look_at_the_clock() -> None:
    """Find seasons, schedules and tournaments whose time has come."""
    for season_id in due_seasons():
        outbox.queue_again(outbox.OPEN_SEASON, season_id)
    for schedule_id in due_schedules():
        outbox.queue_again(outbox.KEEP_SCHEDULE, schedule_id)
    for tournament_id in due_starts():
        outbox.queue_again(outbox.START_SCHEDULED, tournament_id)


@shared_task(name=outbox.OPEN_SEASON, soft_time_limit=SOFT_LIMIT, time_limit=HARD_LIMIT)
def open_season(season_id: str) -> None:
    """Draw up the fixtures of a season whose time has come."""
    open_due_season(season_id=UUID(season_id))


@shared_task(name=outbox.KEEP_SCHEDULE)
def make_occurrences(schedule_id: str) -> None:
    """Make what a schedule wants now."""
    keep_schedule(schedule_id=UUID(schedule_id))


@shared_task(name=outbox.START_SCHEDULED, soft_time_limit=SOFT_LIMIT, time_limit=HARD_LIMIT)
def start(tournament_id: str) -> None:
    """Start a tournament of a schedule, or cancel it."""
    start_scheduled(tournament_id=UUID(tournament_id))


@shared_task(name=outbox.WITHDRAW_ERASED, soft_time_limit=SOFT_LIMIT, time_limit=HARD_LIMIT)
def withdraw_erased(player_id: str) -> None:
    """Withdraw a player whose account is gone from whatever is not over."""
    withdraw_everywhere(player_id=UUID(player_id))
