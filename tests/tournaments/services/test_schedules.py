"""Schedules: one tournament each local day, over changed clocks and after an outage."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from dosleague.api.problems import Problem
from dosleague.models import AuditEntry
from games.models import Player
from tests.games.caller import Caller
from tests.tournaments.cups import KINDS, by
from tests.tournaments.leagues import people
from tests.tournaments.schedules import NIGHTLY, Time, nightly, template, time
from tournaments.models import Occurrence, Schedule, Tournament
from tournaments.services import schedules
from tournaments.services.creation import RegistrationPlan
from tournaments.services.registration import NamedBot
from tournaments.services.schedules import end_schedule, keep_schedule

__all__ = ["time"]

pytestmark = pytest.mark.django_db
STEP = timedelta(minutes=10)


def kept(schedule: Schedule) -> list[tuple[str, str]]:
    """Return the local time and the status of all dates that were dealt with, in order."""
    rows = Occurrence.objects.filter(schedule=schedule).order_by("at")
    return list(rows.values_list("local", "status"))


def watched(schedule: Schedule, time: Time, until: str) -> None:
    """Let the clock go on, and the schedule be looked at every ten minutes."""
    end = datetime.fromisoformat(until).replace(tzinfo=UTC)
    while time.now < end:
        time.now += STEP
        keep_schedule(schedule_id=schedule.id)


def local_days(zone: str = "Europe/Riga") -> Counter[str]:
    """Return how many tournaments were made by the local day of their moment."""
    moments = Occurrence.objects.filter(status="made").values_list("at", flat=True)
    return Counter(f"{moment.astimezone(ZoneInfo(zone)):%Y-%m-%d}" for moment in moments)


def test_a_date_makes_a_tournament_that_players_may_enter(ada: Caller, time: Time) -> None:
    schedule = nightly(ada.player)
    time.set("2026-10-21T00:30")
    tournament = keep_schedule(schedule_id=schedule.id)
    assert tournament is not None
    assert (tournament.name, tournament.status) == ("Night Cup 2026-10-21", "registration")
    assert tournament.organisers.get().player == ada.player
    assert tournament.ruleset["name"] == "reprint-2021"
    entry = AuditEntry.objects.filter(act="tournament.create").latest("id")
    assert (entry.actor, entry.channel) == (ada.player, "service")


def test_nothing_is_made_before_its_time(ada: Caller, time: Time) -> None:
    schedule = nightly(ada.player)
    time.set("2026-10-21T00:29")
    assert keep_schedule(schedule_id=schedule.id) is None
    assert kept(schedule) == []


def test_a_task_that_comes_three_times_makes_one(ada: Caller, time: Time) -> None:
    schedule = nightly(ada.player)
    time.set("2026-10-21T00:30")
    made = [keep_schedule(schedule_id=schedule.id) for _ in range(3)]
    assert [one is not None for one in made] == [True, False, False]
    assert Tournament.objects.count() == 1


def test_a_date_has_one_row_whatever_the_schedule_remembers(ada: Caller, time: Time) -> None:
    schedule = nightly(ada.player)
    first = schedule.next_at
    time.set("2026-10-21T00:30")
    keep_schedule(schedule_id=schedule.id)
    Schedule.objects.update(next_at=first)
    assert keep_schedule(schedule_id=schedule.id) is None
    assert Tournament.objects.count() == 1


def test_one_each_local_day_where_an_hour_is_missing(ada: Caller, time: Time) -> None:
    time.set("2027-03-25T12:00")
    schedule = nightly(ada.player)
    watched(schedule, time, "2027-03-31T12:00")
    days = [f"2027-03-{day}" for day in range(26, 32)]
    assert local_days() == dict.fromkeys(days, 1)
    jumped = Occurrence.objects.get(local="2027-03-28T03:30:00")
    assert jumped.at == datetime(2027, 3, 28, 1, 0, tzinfo=UTC)


def test_one_each_local_day_where_an_hour_comes_twice(ada: Caller, time: Time) -> None:
    time.set("2026-10-22T12:00")
    schedule = nightly(ada.player)
    watched(schedule, time, "2026-10-28T12:00")
    days = [f"2026-10-{day}" for day in range(23, 29)]
    assert local_days() == dict.fromkeys(days, 1)
    twice = Occurrence.objects.get(local="2026-10-25T03:30:00")
    assert twice.at == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_after_an_outage_the_last_date_is_made_up_for(ada: Caller, time: Time) -> None:
    schedule = nightly(ada.player)
    time.set("2026-10-24T08:00")
    made = keep_schedule(schedule_id=schedule.id)
    assert kept(schedule) == [
        ("2026-10-21T03:30:00", "skipped"),
        ("2026-10-22T03:30:00", "skipped"),
        ("2026-10-23T03:30:00", "skipped"),
        ("2026-10-24T03:30:00", "made"),
    ]
    assert made is not None
    assert made.name == "Night Cup 2026-10-24"
    late = Occurrence.objects.get(status="made")
    assert late.reason == "The service did not run at the time. It was made up for."
    watched(schedule, time, "2026-10-26T12:00")
    assert [status for _, status in kept(schedule)] == ["skipped"] * 3 + ["made"] * 3


def test_registration_is_as_long_after_an_outage(ada: Caller, time: Time) -> None:
    schedule = nightly(ada.player, start_after_minutes=60)
    time.set("2026-10-21T08:00")
    made = keep_schedule(schedule_id=schedule.id)
    assert made is not None
    assert made.start_at == time.now + timedelta(hours=1)


def test_what_would_begin_only_when_the_next_one_does_is_skipped(ada: Caller, time: Time) -> None:
    schedule = nightly(ada.player, start_after_minutes=60)
    time.set("2026-10-22T00:00")
    assert keep_schedule(schedule_id=schedule.id) is None
    assert kept(schedule) == [("2026-10-21T03:30:00", "skipped")]
    time.set("2026-10-22T00:30")
    assert keep_schedule(schedule_id=schedule.id) is not None


def test_an_outage_of_years_is_dealt_with_in_parts(
    ada: Caller, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schedules, "MOST_AT_ONCE", 3)
    schedule = nightly(ada.player)
    time.set("2026-10-28T08:00")
    while due_schedules_by(time):
        keep_schedule(schedule_id=schedule.id)
    assert [status for _, status in kept(schedule)] == ["skipped"] * 7 + ["made"]


def due_schedules_by(time: Time) -> list[UUID]:
    return list(Schedule.objects.filter(next_at__lte=time.now).values_list("id", flat=True))


def test_a_rule_that_is_used_up_ends_the_schedule(ada: Caller, time: Time) -> None:
    schedule = nightly(ada.player, rule=f"{NIGHTLY};COUNT=2")
    watched(schedule, time, "2026-10-24T12:00")
    assert [status for _, status in kept(schedule)] == ["made", "made"]
    schedule.refresh_from_db()
    assert schedule.next_at is None
    assert schedule.ended_at is not None


def test_a_schedule_that_was_ended_makes_nothing(ada: Caller, time: Time) -> None:
    schedule = nightly(ada.player)
    for _ in range(2):
        end_schedule(schedule_id=schedule.id, by=by(ada.player))
    watched(schedule, time, "2026-10-24T12:00")
    assert kept(schedule) == []
    assert AuditEntry.objects.filter(act="schedule.end").count() == 1


def test_others_do_not_end_it(ada: Caller, bob: Caller, time: Time) -> None:
    schedule = nightly(ada.player)
    with pytest.raises(Problem, match="owner") as caught:
        end_schedule(schedule_id=schedule.id, by=by(bob.player))
    assert caught.value.code == "forbidden"


def test_a_date_whose_tournament_cannot_be_made_is_skipped_with_the_reason(
    ada: Caller, time: Time
) -> None:
    schedule = nightly(ada.player)
    Player.objects.filter(pk=ada.player.pk).update(is_active=False)
    time.set("2026-10-21T00:30")
    assert keep_schedule(schedule_id=schedule.id) is None
    row = Occurrence.objects.get()
    assert (row.status, row.reason) == (
        "skipped",
        "It could not be made: Its owner is no longer here.",
    )


def test_a_player_has_few_schedules(
    ada: Caller, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schedules, "MOST_SCHEDULES", 1)
    first = nightly(ada.player)
    with pytest.raises(Problem, match="at most 1") as caught:
        nightly(ada.player)
    assert caught.value.code == "conflict"
    end_schedule(schedule_id=first.id, by=by(ada.player))
    nightly(ada.player)


def test_the_same_bots_are_in_each(ada: Caller, time: Time) -> None:
    (ann,) = people("Ann")
    schedule = nightly(ada.player, entrants=[ann.id, NamedBot("greedy", "Greta")])
    watched(schedule, time, "2026-10-22T12:00")
    for tournament in Tournament.objects.all():
        names = tournament.entrants.order_by("queue_number").values_list("player__name", flat=True)
        assert list(names) == ["Ann", "Greta"]
    assert Tournament.objects.count() == 2


@pytest.mark.parametrize(
    "terms, pointer",
    [
        ({"rule": "FREQ=MINUTELY"}, "/rule"),
        ({"rule": "FREQ=DAILY;UNTIL=20200101"}, "/rule"),
        ({"time_zone": "Europe/Atlantis"}, "/time_zone"),
        ({"time_zone": "../../etc/passwd"}, "/time_zone"),
        ({"template": template(seed="winter")}, "/template/seed"),
        ({"template": template(name="x" * 90)}, "/template/name"),
        ({"template": template(name=" x")}, "/template/name"),
        (
            {"template": template(start_at=datetime(2027, 1, 1, tzinfo=UTC))},
            "/template/start_at",
        ),
        (
            {
                "template": template(registration=RegistrationPlan(kinds=KINDS, check_in=True)),
                "start_after_minutes": 5,
            },
            "/template/registration/check_in",
        ),
        (
            {
                "template": template(registration=RegistrationPlan(kinds=["human"])),
                "entrants": [NamedBot("greedy", "Greta")],
            },
            "/entrants/0",
        ),
        ({"entrants": [UUID(int=1)]}, "/entrants/0/player"),
    ],
)
def test_terms_that_cannot_be_repeated(
    ada: Caller, time: Time, terms: dict[str, Any], pointer: str
) -> None:
    with pytest.raises(Problem) as caught:
        nightly(ada.player, **terms)
    assert caught.value.code == "invalid"
    assert [error["pointer"] for error in caught.value.errors or []] == [pointer]
    assert not Schedule.objects.exists()
    assert not Player.objects.filter(name="Greta").exists()
