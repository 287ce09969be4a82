"""Tournaments of a schedule start by themselves, or are cancelled where they cannot."""

from datetime import UTC, datetime

import pytest

from dosleague.models import AuditEntry
from games.models import Player
from tests.games.caller import Caller
from tests.tournaments.cups import by, last_act
from tests.tournaments.leagues import people
from tests.tournaments.schedules import Time, nightly, time
from tournaments.lifecycle import Act
from tournaments.models import Occurrence, Schedule, Tournament
from tournaments.selectors.due import due_schedules, due_starts
from tournaments.services.acts import do_act
from tournaments.services.registration import add_entrants
from tournaments.services.schedules import keep_schedule, start_scheduled

__all__ = ["time"]

pytestmark = pytest.mark.django_db


def made(owner: Player, time: Time, *names: str) -> Tournament:
    """Return a tournament of a schedule whose time to start has come, with these entrants."""
    schedule = nightly(owner, start_after_minutes=30)
    time.set("2026-10-21T00:30")
    tournament = keep_schedule(schedule_id=schedule.id)
    assert tournament is not None
    add_entrants(tournament, people(*names))
    time.set("2026-10-21T01:00")
    return tournament


def status(tournament: Tournament) -> str:
    return Tournament.objects.get(pk=tournament.pk).status


def test_a_tournament_starts_by_itself(ada: Caller, time: Time) -> None:
    tournament = made(ada.player, time, "Ann", "Ben")
    assert [start_scheduled(tournament_id=tournament.id) for _ in range(3)] == [True, False, False]
    assert status(tournament) == "running"
    assert AuditEntry.objects.filter(act="tournament.start").count() == 1


def test_it_does_not_start_early(ada: Caller, time: Time) -> None:
    tournament = made(ada.player, time, "Ann", "Ben")
    time.set("2026-10-21T00:59")
    assert not start_scheduled(tournament_id=tournament.id)
    assert status(tournament) == "registration"


def test_without_two_entrants_it_is_cancelled(ada: Caller, time: Time) -> None:
    tournament = made(ada.player, time, "Ann")
    assert not start_scheduled(tournament_id=tournament.id)
    assert status(tournament) == "cancelled"
    assert last_act().reason == "Two entrants are needed; there is 1."
    assert Occurrence.objects.get().reason == "Two entrants are needed; there is 1."


def test_what_an_organiser_has_done_about_it_stays(ada: Caller, time: Time) -> None:
    tournament = made(ada.player, time, "Ann", "Ben")
    start_scheduled(tournament_id=tournament.id)
    do_act(tournament_id=tournament.id, act=Act.UNDO_START, by=by(ada.player))
    assert not start_scheduled(tournament_id=tournament.id)
    assert status(tournament) == "registration"


def test_one_that_was_started_by_hand_is_left(ada: Caller, time: Time) -> None:
    tournament = made(ada.player, time, "Ann", "Ben")
    do_act(tournament_id=tournament.id, act=Act.START, by=by(ada.player))
    assert not start_scheduled(tournament_id=tournament.id)
    assert status(tournament) == "running"


def test_the_clock_finds_what_is_due(ada: Caller, time: Time) -> None:
    tournament = made(ada.player, time, "Ann", "Ben")
    past, future = datetime(2020, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)
    Tournament.objects.update(start_at=future)
    Schedule.objects.update(next_at=future)
    assert (due_starts(), due_schedules()) == ([], [])
    Tournament.objects.update(start_at=past)
    Schedule.objects.update(next_at=past)
    assert due_starts() == [tournament.id]
    assert due_schedules() == [Schedule.objects.get().id]
    start_scheduled(tournament_id=tournament.id)
    assert due_starts() == []
