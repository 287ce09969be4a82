"""Leagues over HTTP: from the terms to the next season."""

from typing import Any

import pytest

from tests.games.caller import Caller, pointers, read, told
from tests.tournaments.cups import by
from tests.tournaments.leagues import decide, decide_all, drafted, eight, league, opened, people
from tournaments.models import Season
from tournaments.services.play_offs import hold_play_offs

pytestmark = pytest.mark.django_db


def ids(*names: str) -> list[dict[str, str]]:
    return [{"player": str(one.id)} for one in people(*names)]


def items(answer: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read(answer)["items"]
    return found


def test_a_league_has_all_its_terms(ada: Caller, nobody: Caller) -> None:
    made = read(ada.post("/leagues", {"name": "Coast"}), 201)
    assert (made["division_size"], made["movers"], made["playoff_slots"]) == (8, 2, 0)
    assert made["stage"] == {
        "format": "round_robin",
        "table_size": 2,
        "best_of": 1,
        "groups": 1,
        "cycles": 1,
        "tie_breaks": ["points", "direct_encounter", "wins_played", "share"],
    }
    assert read(nobody.get(f"/leagues/{made['id']}")) == made
    assert items(nobody.get("/leagues")) == [made]


def test_terms_can_be_given_back_as_they_are_told(ada: Caller) -> None:
    made = read(ada.post("/leagues", {"name": "Coast"}), 201)
    terms = {name: made[name] for name in ("ruleset", "clock", "rated", "stage", "movers")}
    again = read(ada.post("/leagues", {"name": "Hill", **terms}), 201)
    assert {name: again[name] for name in terms} == terms


def test_a_season_from_its_draft_to_its_fixtures(ada: Caller, nobody: Caller) -> None:
    made = read(ada.post("/leagues", {"name": "Coast", "division_size": 4, "movers": 1}), 201)
    season = read(ada.post(f"/leagues/{made['id']}/seasons", {"round_hours": 24}), 201)
    path = f"/seasons/{season['id']}"
    assert (season["number"], season["status"], season["divisions"]) == (1, "draft", [])
    division = read(ada.post(f"{path}/divisions", {"entrants": ids("Ann", "Ben")}), 201)
    assert [one["player"]["name"] for one in division["entrants"]] == ["Ann", "Ben"]
    told(nobody.get(path), 404, "not_found")
    assert items(nobody.get(f"/leagues/{made['id']}/seasons")) == []
    starts_at = "2100-01-01T18:00:00Z"
    running = read(ada.post(f"{path}/fixtures", {"starts_at": starts_at}))
    assert (running["status"], running["starts_at"]) == ("running", starts_at)
    (fixture,) = items(nobody.get(f"{path}/fixtures"))
    assert (fixture["division"], fixture["number"], fixture["status"]) == (1, 1, "published")
    assert fixture["play_from"] == starts_at
    assert fixture["play_by"] == "2100-01-02T18:00:00Z"
    assert [one["games"] for one in fixture["pairings"]] == [[]]


def test_fixtures_are_listed_by_round_and_division(ada: Caller, nobody: Caller) -> None:
    season = opened(league(ada.player), *eight())
    path = f"/seasons/{season.id}/fixtures"
    places = [(one["number"], one["division"]) for one in items(nobody.get(path))]
    assert places == [(number, division) for number in (1, 2, 3) for division in (1, 2)]
    lower = items(nobody.get(f"{path}?division=2"))
    assert [(one["number"], one["division"]) for one in lower] == [(1, 2), (2, 2), (3, 2)]
    first = read(nobody.get(f"{path}?limit=4"))
    second = read(nobody.get(f"{path}?limit=4&cursor={first['next']}"))
    assert len(first["items"]) + len(second["items"]) == 6
    told(nobody.get(f"{path}?division=x"), 400, "malformed")


def test_standings_tell_each_table(ada: Caller, nobody: Caller) -> None:
    season = decide(opened(league(ada.player), *eight()))
    top, lower = items(nobody.get(f"/seasons/{season.id}/standings"))
    assert [(row["rank"], row["player"]["name"]) for row in top["rows"]] == [
        (1, "Ann"),
        (2, "Ben"),
        (3, "Cid"),
        (4, "Dee"),
    ]
    assert top["rows"][0]["values"]["points"] == 3
    assert (top["rows"][1]["played"], top["rows"][1]["scheduled"]) == (3, 3)
    assert (top["provisional"], lower["division"]) == (False, 2)


def test_standings_before_anything_is_played(ada: Caller, nobody: Caller) -> None:
    season = opened(league(ada.player), *eight())
    (top, _) = items(nobody.get(f"/seasons/{season.id}/standings"))
    assert top["provisional"]
    assert {row["values"]["points"] for row in top["rows"]} == {0}
    assert {row["scheduled"] for row in top["rows"]} == {3}


def test_standings_of_a_draft_are_empty(ada: Caller) -> None:
    season = drafted(league(ada.player), *eight())
    assert [one["rows"] for one in items(ada.get(f"/seasons/{season.id}/standings"))] == [[], []]


def test_the_next_season_is_told_first_and_then_made(ada: Caller, nobody: Caller) -> None:
    season = decide(opened(league(ada.player), *eight()))
    path = f"/seasons/{season.id}/next"
    body: dict[str, Any] = {
        "newcomers": [{"bot": "greedy", "name": "Greta"}],
        "starts_at": "2100-01-01T00:00:00Z",
    }
    forecast = read(ada.post(f"{path}?dry_run=true", body))
    assert forecast["blocking"] == forecast["play_offs"] == []
    assert Season.objects.count() == 1
    answer = ada.post(path, body)
    made = read(answer, 201)
    assert answer["Location"] == f"/api/v1/seasons/{made['id']}"
    assert (made["number"], made["status"], made["starts_at"]) == (2, "draft", body["starts_at"])
    assert [one["entrants"] for one in made["divisions"]] == [4, 5]
    moved = {one["player"]["name"]: (one["before"], one["after"]) for one in made["moves"]}
    assert (moved["Dee"], moved["Eva"], moved["Greta"]) == ((1, 2), (2, 1), (None, 2))


def test_play_offs_that_are_needed_are_named_and_held(ada: Caller, nobody: Caller) -> None:
    season = decide(opened(league(ada.player, playoff_slots=1), *eight()))
    path = f"/seasons/{season.id}"
    refusal = told(ada.post(f"{path}/next"), 409, "conflict")
    (wanted,) = refusal["play_offs"]
    assert wanted["players"] == [one["player"] for one in ids("Cid", "Fay")]
    (held,) = items(ada.post(f"{path}/play-offs"))
    assert (held["kind"], held["status"], held["order"]) == ("place", "running", None)
    assert items(nobody.get(f"{path}/play-offs")) == [held]
    assert read(nobody.get(f"/tournaments/{held['tournament']}"))["status"] == "running"


def test_a_play_off_tells_its_order(ada: Caller, nobody: Caller) -> None:
    season = decide(opened(league(ada.player, playoff_slots=1), *eight()))
    hold_play_offs(season_id=season.id, withdrawals=(), by=by(ada.player))
    from_play_off = season.play_offs.get().tournament
    decide_all(from_play_off, max)
    (held,) = items(nobody.get(f"/seasons/{season.id}/play-offs"))
    assert held["order"] == [one["player"] for one in ids("Fay", "Cid")]


def test_others_do_not_change_a_draft_that_they_do_not_know_of(ada: Caller, bob: Caller) -> None:
    season = drafted(league(ada.player), *eight())
    path = f"/seasons/{season.id}"
    for method, end in (("POST", "/divisions"), ("POST", "/fixtures"), ("DELETE", "")):
        body: dict[str, Any] = {"entrants": []} if end == "/divisions" else {}
        told(bob.ask(method, path + end, body), 404, "not_found")


def test_values_out_of_range_are_invalid(ada: Caller) -> None:
    terms = {"name": "Coast", "division_size": 3, "movers": 9, "playoff_slots": -1}
    problem = told(ada.post("/leagues", terms), 422, "invalid")
    assert pointers(problem) == ["/division_size", "/movers", "/playoff_slots"]
    made = league(ada.player)
    problem = told(ada.post(f"/leagues/{made.id}/seasons", {"round_hours": 0}), 422, "invalid")
    assert pointers(problem) == ["/round_hours"]
