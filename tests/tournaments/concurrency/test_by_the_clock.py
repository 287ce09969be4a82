"""What the clock brings, found by several workers at once: each is done once (P05)."""

from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

import pytest

from dosleague.api.clock import database_now
from games.models import Player
from tests.tournaments.concurrency.test_at_once import all_at_once
from tests.tournaments.cups import by
from tests.tournaments.leagues import decide, drafted, eight, league, opened
from tests.tournaments.schedules import nightly
from tournaments.models import Occurrence, Schedule, Season, StageRound
from tournaments.services.promotions import Changes, make_next_season
from tournaments.services.schedules import keep_schedule, start_scheduled
from tournaments.services.seasons import open_due_season

pytestmark = pytest.mark.usefixtures("on_postgresql")
T = TypeVar("T")
WORKERS = 4


@pytest.fixture
def owner(on_postgresql: str) -> Player:
    return Player.objects.filter(name="Owner").first() or Player.objects.create_user("Owner")


def thrice(task: Callable[[], T]) -> list[T]:
    """Do a task in several threads, and twice more in each; return all that came of it."""
    done = [one for _ in range(3) for one in all_at_once(*[task] * WORKERS)]
    found = [one for one in done if not isinstance(one, Exception)]
    assert len(found) == 3 * WORKERS
    return found


def test_a_season_is_opened_once(owner: Player) -> None:
    season = drafted(league(owner), *eight(), starts_at=database_now())
    assert sum(thrice(lambda: open_due_season(season_id=season.id))) == 1
    assert StageRound.objects.filter(tournament__division__season=season).count() == 6


def test_a_date_makes_one_tournament(owner: Player) -> None:
    schedule = nightly(owner)
    begun = database_now() - timedelta(days=2, hours=1)
    Schedule.objects.filter(pk=schedule.pk).update(begins_at=begun, next_at=begun)
    made = thrice(lambda: keep_schedule(schedule_id=schedule.id))
    assert sum(one is not None for one in made) == 1
    rows = Occurrence.objects.filter(schedule=schedule)
    assert rows.filter(status="made").count() == 1
    assert rows.count() == rows.values("local").distinct().count()
    assert rows.count() in {2, 3}


def test_a_tournament_of_a_schedule_starts_once(owner: Player) -> None:
    players = [one.id for one in eight()[0]]
    schedule = nightly(owner, rule="FREQ=HOURLY", start_after_minutes=0, entrants=players)
    begun = database_now() - timedelta(minutes=70)
    Schedule.objects.filter(pk=schedule.pk).update(begins_at=begun, next_at=begun)
    tournament = keep_schedule(schedule_id=schedule.id)
    assert tournament is not None
    assert sum(thrice(lambda: start_scheduled(tournament_id=tournament.id))) == 1
    assert tournament.rounds.count() == 1


def test_a_season_is_followed_once(owner: Player) -> None:
    season = decide(opened(league(owner), *eight()))
    author = by(owner)

    def follow() -> Season:
        return make_next_season(season_id=season.id, changes=Changes(), by=author)

    done = all_at_once(*[follow] * WORKERS)
    assert sum(isinstance(one, Season) for one in done) == 1
    assert season.league.seasons.count() == 2
