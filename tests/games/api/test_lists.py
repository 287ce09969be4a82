"""Lists of games and records: filters, the walk by cursor, and exports."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine.verify import verify_record
from games.models import Game
from tests.games.caller import Caller, pointers, read, told
from tests.games.tables import open_game, play_out, quick_game, row

pytestmark = pytest.mark.django_db
NDJSON = "application/x-ndjson"


def ids(response: Any) -> list[str]:
    return [item["id"] for item in read(response)["items"]]


def lines(response: Any) -> list[Any]:
    assert (response.status_code, response["Content-Type"]) == (200, NDJSON)
    text = b"".join(response.streaming_content).decode()
    assert not text or text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()]


def walk(caller: Caller, path: str, query: str = "limit=2") -> list[str]:
    found, cursor = [], ""
    while True:
        page = read(caller.get(f"{path}?{query}{cursor}"))
        found += [item.get("id") or item["game"] for item in page["items"]]
        if page["next"] is None:
            return found
        cursor = f"&cursor={page['next']}"


def finished(*callers: Caller) -> str:
    game = quick_game(*callers)
    read(callers[0].post(f"/games/{game}/leave"))
    return game


def test_games_are_listed_newest_first_without_cards(
    ada: Caller, bob: Caller, nobody: Caller
) -> None:
    first, second = quick_game(ada, bob), finished(ada, bob)
    items = read(nobody.get("/games"))["items"]
    assert [item["id"] for item in items] == [second, first]
    for item in items:
        assert not {"round", "you"} & set(item)
        assert not any("cards" in seat for seat in item["seats"])
    assert read(nobody.get("/games"))["next"] is None
    assert ("secret" in items[0], "secret" in items[1]) == (True, False)


def test_filters(ada: Caller, bob: Caller, cleo: Caller) -> None:
    opened = open_game(ada, ["me", "open"])["id"]
    running, over = quick_game(ada, bob), finished(bob, cleo)
    tournament = uuid4()
    Game.objects.filter(pk=over).update(tournament=tournament)
    for query, expected in (
        ("status=open", [opened]),
        ("status=running", [running]),
        ("status=finished", [over]),
        ("status=aborted", []),
        (f"player={ada.id}", [running, opened]),
        (f"player={bob.id}&status=finished", [over]),
        (f"player={uuid4()}", []),
        (f"tournament={tournament}", [over]),
        (f"tournament={uuid4()}", []),
    ):
        assert ids(ada.get(f"/games?{query}")) == expected, query
    assert [item["game"] for item in read(ada.get("/records"))["items"]] == [over]
    assert read(ada.get(f"/records?player={ada.id}"))["items"] == []
    assert read(ada.get(f"/records?tournament={tournament}"))["items"][0]["game"] == over


@pytest.mark.parametrize(
    "path", ["/games?status=lost", "/games?player=Ada", "/games?tournament=1", "/records?player=x"]
)
def test_filters_that_are_none(ada: Caller, path: str) -> None:
    told(ada.get(path), 400, "malformed")


@pytest.mark.parametrize("limit", ["0", "201", "-1", "x", "", "1.5"])
def test_bad_limits(ada: Caller, limit: str) -> None:
    for path in ("/games", "/records", "/tokens"):
        problem = told(ada.get(f"{path}?limit={limit}"), 400, "malformed")
        assert pointers(problem) == ["?limit"]


def test_cursors_of_others(ada: Caller, bob: Caller) -> None:
    for _ in range(3):
        finished(ada, bob)
    cursor = read(ada.get("/games?limit=1"))["next"]
    for path in (
        f"/records?cursor={cursor}",
        f"/games?status=finished&cursor={cursor}",
        f"/games?cursor={cursor[:-3]}",
        "/games?cursor=e30",
        "/games?cursor=%F0%9F%8E%B2",
    ):
        assert pointers(told(ada.get(path), 400, "malformed")) == ["?cursor"]


def test_a_walk_neither_skips_nor_repeats_while_games_are_added(ada: Caller, bob: Caller) -> None:
    games = [quick_game(ada, bob) for _ in range(7)]
    page = read(ada.get("/games?limit=3"))
    quick_game(ada, bob)
    seen = [item["id"] for item in page["items"]]
    while page["next"] is not None:
        page = read(ada.get(f"/games?limit=3&cursor={page['next']}"))
        seen += [item["id"] for item in page["items"]]
    assert seen == games[::-1]


def test_games_that_finished_in_the_same_moment(ada: Caller, bob: Caller, cleo: Caller) -> None:
    """P15: with few distinct times every record is on one page, and on one alone."""
    games = [finished(ada, bob) for _ in range(12)]
    for number, game in enumerate(games):
        moment = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=number % 3)
        Game.objects.filter(pk=game).update(finished_at=moment)
    page = read(ada.get("/records?limit=5"))
    finished(bob, cleo)
    seen = [item["game"] for item in page["items"]]
    while page["next"] is not None:
        page = read(ada.get(f"/records?limit=5&cursor={page['next']}"))
        seen += [item["game"] for item in page["items"]]
    assert sorted(seen[:12]) == sorted(games)
    assert len(seen) == 13


def test_a_game_with_many_reasons_to_be_listed_is_listed_once(ada: Caller, bob: Caller) -> None:
    game = quick_game(ada, bob)
    kept = open_game(ada, ["me", bob], private=True)["id"]
    assert ids(ada.get(f"/games?player={ada.id}")) == [kept, game]
    assert ids(bob.get("/games")) == [kept, game]
    assert walk(ada, "/games", "limit=1") == [kept, game]


def test_export_of_games(ada: Caller, bob: Caller) -> None:
    games = [quick_game(ada, bob), finished(ada, bob), open_game(ada, ["me", "open"])["id"]]
    listed = read(ada.get("/games"))["items"]
    answer = ada.get("/games", Accept=NDJSON)
    assert answer["Vary"] == "Authorization, Accept"
    assert lines(answer) == listed
    assert [game["id"] for game in listed] == games[::-1]
    only = lines(ada.get("/games?status=open", Accept=NDJSON))
    assert [game["id"] for game in only] == games[2:]


def test_export_of_records(ada: Caller, bob: Caller, nobody: Caller) -> None:
    played = quick_game(ada, bob, target=None)
    play_out(played, [ada, bob])
    games = [played, finished(ada, bob), finished(bob, ada)]
    records = lines(nobody.get("/records", Accept=NDJSON))
    assert [record["game"] for record in records] == games
    for record in records:
        verify_record(record)
        assert record == read(nobody.get(f"/games/{record['game']}/record"))
    assert walk(nobody, "/records", "limit=1") == games


@pytest.mark.parametrize("query", ["limit=1", "cursor=x"])
def test_an_export_is_the_whole_list(ada: Caller, query: str) -> None:
    told(ada.get(f"/games?{query}", Accept=NDJSON), 400, "malformed")


def test_a_page_costs_the_same_whatever_its_length(
    ada: Caller, bob: Caller, nobody: Caller
) -> None:
    counts = []
    for _ in range(2):
        for _ in range(3):
            finished(ada, bob)
        for path in ("/games", "/records"):
            with CaptureQueriesContext(
                connection,
            ) as queries:
                read(nobody.get(path))
            counts.append(len(queries))
    assert counts[0] == counts[2]
    assert counts[1] == counts[3], "records: one query a record"


def test_a_running_game_has_no_record(ada: Caller, bob: Caller, nobody: Caller) -> None:
    game = quick_game(ada, bob)
    assert read(nobody.get("/records"))["items"] == []
    told(nobody.get(f"/games/{game}/record"), 409, "game_not_finished")
    assert row(game).digest == ""
