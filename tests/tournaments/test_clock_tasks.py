"""The task that looks at the clock, and those that it queues."""

from typing import Any

import pytest
from celery import current_app
from django.conf import settings
from django.core.cache import cache

from dosleague.api.clock import database_now
from tests.games.caller import Caller
from tests.tournaments.leagues import drafted, eight, league, people
from tests.tournaments.schedules import nightly
from tournaments import tasks
from tournaments.models import Schedule, Season, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What is queued, with what each is about."""
    queued: list[tuple[str, str]] = []

    def send_task(name: str, args: tuple[str], **_: Any) -> None:
        queued.append((name, *args))

    cache.clear()
    monkeypatch.setattr(current_app, "send_task", send_task)
    return queued


def test_what_the_clock_brings_is_queued_and_then_done(
    ada: Caller, sent: list[tuple[str, str]]
) -> None:
    season = drafted(league(ada.player), *eight(), starts_at=database_now())
    players = [one.id for one in people("Ann", "Ben")]
    schedule = nightly(ada.player, entrants=players, start_after_minutes=0)
    Schedule.objects.update(next_at="2026-01-01T00:00:00Z", begins_at="2026-01-01T00:00:00Z")
    Schedule.objects.update(rule="FREQ=DAILY;BYHOUR=18;COUNT=1")
    tasks.look_at_the_clock()
    assert sent == [
        ("tournaments.open_season", str(season.id)),
        ("tournaments.keep_schedule", str(schedule.id)),
    ]
    tasks.open_season(str(season.id))
    tasks.make_occurrences(str(schedule.id))
    assert Season.objects.get().opened_at is not None
    tournament = Tournament.objects.get(occurrence__schedule=schedule)
    sent.clear()
    tasks.look_at_the_clock()
    assert sent == [("tournaments.start_scheduled", str(tournament.id))]
    tasks.start(str(tournament.id))
    tournament.refresh_from_db()
    assert tournament.status == "running"


def test_what_was_queued_is_not_queued_again_at_once(
    ada: Caller, sent: list[tuple[str, str]]
) -> None:
    drafted(league(ada.player), *eight(), starts_at=database_now())
    for _ in range(3):
        tasks.look_at_the_clock()
    assert len(sent) == 1


def test_every_task_has_a_queue_and_the_clock_is_looked_at() -> None:
    names = {name for name in current_app.tasks if name.startswith("tournaments.")}
    assert names <= settings.CELERY_TASK_ROUTES.keys()
    beats = {beat["task"] for beat in settings.CELERY_BEAT_SCHEDULE.values()}
    assert "tournaments.look_at_the_clock" in beats
