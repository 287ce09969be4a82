"""Schedules over HTTP."""

from typing import Any, Final

import pytest

from tests.games.caller import Caller, pointers, read, told
from tournaments.models import Occurrence, Schedule
from tournaments.services.schedules import keep_schedule

pytestmark = pytest.mark.django_db
CUP: Final = {"name": "Evening Cup", "stages": [{"format": "pods", "rounds": 2}]}
DAILY: Final = {"template": CUP, "rule": "FREQ=DAILY;BYHOUR=18", "time_zone": "Europe/Riga"}


def made(ada: Caller, **more: Any) -> dict[str, Any]:
    schedule: dict[str, Any] = read(ada.post("/schedules", {**DAILY, **more}), 201)
    return schedule


def test_a_schedule_tells_its_terms(ada: Caller, nobody: Caller) -> None:
    schedule = made(ada)
    assert (schedule["rule"], schedule["time_zone"]) == (DAILY["rule"], "Europe/Riga")
    assert schedule["owner"]["name"] == ada.player.name
    assert schedule["next_at"] is not None
    assert read(nobody.get(f"/schedules/{schedule['id']}")) == schedule
    assert read(nobody.get("/schedules"))["items"] == [schedule]


def test_the_template_is_a_body_to_make_a_tournament_with(ada: Caller) -> None:
    template = made(ada)["template"]
    tournament = read(ada.post("/tournaments", template), 201)
    for name in ("name", "ruleset", "clock", "deals", "advance", "no_show_seconds", "rated"):
        assert tournament[name] == template[name]
    assert made(ada, template=template)["template"] == template


def test_its_dates_are_listed_with_what_came_of_them(ada: Caller, nobody: Caller) -> None:
    schedule = made(ada)
    Schedule.objects.update(next_at="2026-01-01T00:00:00Z", begins_at="2026-01-01T00:00:00Z")
    Schedule.objects.update(rule="FREQ=DAILY;BYHOUR=18;COUNT=2")
    tournament = keep_schedule(schedule_id=Schedule.objects.get().id)
    assert tournament is not None
    last, first = read(nobody.get(f"/schedules/{schedule['id']}/occurrences"))["items"]
    assert (first["local"], first["status"], first["tournament"]) == (
        "2026-01-01T18:00:00",
        "skipped",
        None,
    )
    assert (last["status"], last["tournament"]) == ("made", str(tournament.id))
    assert last["at"] == "2026-01-02T16:00:00Z"


def test_a_schedule_that_was_ended_stays_to_be_seen(ada: Caller, bob: Caller) -> None:
    path = f"/schedules/{made(ada)['id']}"
    told(bob.delete(path), 403, "forbidden")
    answer = ada.delete(path)
    assert (answer.status_code, answer.content) == (204, b"")
    ended = read(bob.get(path))
    assert ended["next_at"] is None
    assert ended["ended_at"] is not None
    assert not Occurrence.objects.exists()


@pytest.mark.parametrize(
    "changed, pointer",
    [
        ({"rule": "FREQ=SECONDLY"}, "/rule"),
        ({"rule": ""}, "/rule"),
        ({"rule": "x" * 501}, "/rule"),
        ({"time_zone": "Riga"}, "/time_zone"),
        ({"template": {**CUP, "start_at": "2100-01-01T00:00:00Z"}}, "/template/start_at"),
        ({"template": {**CUP, "seed": "winter"}}, "/template/seed"),
        ({"template": {**CUP, "name": ""}}, "/template/name"),
        (
            {"template": {**CUP, "stages": [{"format": "pods", "rounds": 99}]}},
            "/template/stages/0/rounds",
        ),
        ({"template": {**CUP, "registration": {"kinds": []}}}, "/template/registration/kinds"),
        ({"entrants": [{"bot": "wise", "name": "Will"}]}, "/entrants/0/bot"),
        ({"start_after_minutes": -1}, "/start_after_minutes"),
    ],
)
def test_terms_that_will_not_do(ada: Caller, changed: dict[str, Any], pointer: str) -> None:
    problem = told(ada.post("/schedules", {**DAILY, **changed}), 422, "invalid")
    assert pointers(problem) == [pointer]
    assert not Schedule.objects.exists()
