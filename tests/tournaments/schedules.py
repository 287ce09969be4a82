"""Schedules laid out for tests."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import pytest

from games.engine.ruleset import RULESETS
from games.models import Player
from games.services.games import Clock
from tests.tournaments.cups import KINDS, by
from tournaments.models import Schedule
from tournaments.services import schedules
from tournaments.services.creation import RegistrationPlan, TournamentPlan
from tournaments.services.schedules import SchedulePlan, create_schedule
from tournaments.services.stages import planned_stages

NIGHTLY: Final = "FREQ=DAILY;BYHOUR=3;BYMINUTE=30"


def template(**terms: Any) -> TournamentPlan:
    """Return the terms of a small cup."""
    return TournamentPlan(
        **{
            "name": "Night Cup",
            "ruleset": RULESETS["reprint-2021"],
            "clock": Clock(60, 120, 3),
            "registration": RegistrationPlan(kinds=KINDS),
            "stages": planned_stages([{"format": "single_elimination"}]),
            **terms,
        }
    )


def nightly(owner: Player, **terms: Any) -> Schedule:
    """Return a schedule that makes a cup each night, as Riga's clocks show it."""
    plan = {"template": template(), "rule": NIGHTLY, "time_zone": "Europe/Riga", **terms}
    return create_schedule(plan=SchedulePlan(**plan), by=by(owner))


@dataclass
class Time:
    """The database's clock, as the schedules see it."""

    now: datetime

    def set(self, text: str) -> None:
        self.now = datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """The time, which tests set."""
    clock = Time(datetime(2026, 10, 20, 12, 0, tzinfo=UTC))
    monkeypatch.setattr(schedules, "database_now", lambda: clock.now)
    return clock
