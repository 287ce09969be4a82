import asyncio
import base64
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connections
from django.test import AsyncClient
from pytest_django import DjangoAssertNumQueries

from dosleague.models import AuditEntry
from games.models import Player
from tests.dosleague.api.caller import Caller, told

pytestmark = [pytest.mark.urls("tests.dosleague.api.urls"), pytest.mark.django_db]

ENTRIES = "/api/v1/entries"
NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)


def add_entries(count: int, act: str = "act") -> set[int]:
    """Add entries with only three distinct times among them."""
    rows = AuditEntry.objects.bulk_create(
        AuditEntry(channel="api", act=act, subject="test") for _ in range(count)
    )
    ids = [row.pk for row in rows]
    for n in range(3):
        AuditEntry.objects.filter(pk__in=ids[n::3]).update(at=NOON + timedelta(seconds=n))
    return set(ids)


def fetch(caller: Caller, **query: Any) -> Any:
    response = caller.get(ENTRIES, query)
    assert response.status_code == 200, response.content
    return response.json()


def test_page_holds_fifty_and_leads_on(caller: Caller) -> None:
    add_entries(51)
    first = fetch(caller)
    assert len(first["items"]) == 50
    last = fetch(caller, cursor=first["next"])
    assert (len(last["items"]), last["next"]) == (1, None)


def test_full_last_page_leads_nowhere(caller: Caller) -> None:
    add_entries(4)
    first = fetch(caller, limit=2)
    assert fetch(caller, limit=2, cursor=first["next"])["next"] is None


def test_empty_list_is_an_empty_page(caller: Caller) -> None:
    assert fetch(caller) == {"items": [], "next": None}


def test_walk_meets_each_earlier_row_once_while_rows_are_added(caller: Caller) -> None:
    """P15: 500 rows of three times; 50 more of the same times come during the walk."""
    earlier = add_entries(500)
    met: list[int] = []
    page = fetch(caller, limit=37)
    while True:
        met += [item["id"] for item in page["items"]]
        if page["next"] is None:
            break
        if AuditEntry.objects.count() < 550:
            add_entries(5)
        page = fetch(caller, limit=37, cursor=page["next"])
    assert AuditEntry.objects.count() == 550
    assert len(met) == len(set(met))
    assert earlier <= set(met)


def test_order_is_newest_first_and_then_by_id(caller: Caller) -> None:
    add_entries(30)
    seen = [(item["at"], item["id"]) for cursor in ("", "next") for item in _walk(caller, cursor)]
    assert seen == sorted(seen, reverse=True)


def _walk(caller: Caller, part: str) -> list[dict[str, Any]]:
    first = fetch(caller, limit=17)
    page = fetch(caller, limit=17, cursor=first["next"]) if part else first
    items: list[dict[str, Any]] = page["items"]
    return items


def test_ids_of_text_are_walked_too(caller: Caller) -> None:
    for n in range(5):
        Player.objects.create_user(f"player{n}")
    first = caller.get("/api/v1/players?limit=3").json()
    last = caller.get("/api/v1/players", {"cursor": first["next"]}).json()
    met = [item["id"] for item in first["items"] + last["items"]]
    ids = Player.objects.order_by("-created_at", "-id").values_list("pk", flat=True)
    assert met == [str(pk) for pk in ids]


def test_page_costs_one_statement(
    caller: Caller, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    add_entries(10)
    cursor = fetch(caller, limit=5)["next"]
    with django_assert_num_queries(1):
        fetch(caller, limit=5, cursor=cursor)


@pytest.mark.parametrize("limit", ["0", "201", "-1", "1.5", "ten", "", "٣", "1000000"])
def test_limit_is_a_number_from_1_to_200(limit: str, caller: Caller) -> None:
    response = caller.get(ENTRIES, {"limit": limit})
    assert (response.status_code, told(response)["code"]) == (400, "malformed")
    assert told(response)["errors"][0]["pointer"] == "?limit"


def forged() -> str:
    place = json.dumps([["t", NOON.isoformat()], ["i", 1]])
    return base64.urlsafe_b64encode(f"{place}:{'x' * 43}".encode()).decode()


@pytest.mark.parametrize("cursor", ["", "x", "abc=", "ä", "\x00", "A" * 5000, forged()])
def test_made_up_cursor_is_refused(cursor: str, caller: Caller) -> None:
    response = caller.get(ENTRIES, {"cursor": cursor})
    assert (response.status_code, told(response)["code"]) == (400, "malformed")


def test_cursor_leads_on_in_its_own_list_alone(caller: Caller) -> None:
    add_entries(3)
    cursor = fetch(caller, limit=1)["next"]
    elsewhere = caller.get("/api/v1/players", {"cursor": cursor})
    filtered = caller.get(ENTRIES, {"cursor": cursor, "act": "act"})
    assert (elsewhere.status_code, filtered.status_code) == (400, 400)
    assert fetch(caller, limit=2, cursor=cursor)["items"]


@pytest.mark.parametrize("query", ["page=2", "limit=1&limit=2", "limit=2&Limit=3", "act[]=x"])
def test_unknown_and_repeated_parameters_are_refused(query: str, caller: Caller) -> None:
    response = caller.get(f"{ENTRIES}?{query}")
    assert (response.status_code, told(response)["code"]) == (400, "malformed")


class TestExport:
    def export(self, caller: Caller, query: str = "") -> Any:
        return caller.get(ENTRIES + query, headers={"Accept": "application/x-ndjson"})

    def test_streams_every_row_a_line_each(self, caller: Caller) -> None:
        ids = add_entries(1203)
        response = self.export(caller)
        assert response.streaming
        assert response["Content-Type"] == "application/x-ndjson"
        lines = b"".join(response.streaming_content).splitlines()
        assert [json.loads(line)["id"] for line in lines] == [
            entry.pk for entry in AuditEntry.objects.order_by("-at", "-id")
        ]
        assert len(lines) == len(ids)

    def test_of_nothing_is_empty(self, caller: Caller) -> None:
        assert b"".join(self.export(caller).streaming_content) == b""

    def test_keeps_the_filters(self, caller: Caller) -> None:
        add_entries(2)
        add_entries(3, act="other")
        lines = b"".join(self.export(caller, "?act=other").streaming_content)
        assert lines.count(b"\n") == 3

    def test_takes_no_cursor(self, caller: Caller) -> None:
        assert told(self.export(caller, "?limit=3"))["code"] == "malformed"

    def test_json_is_preferred_when_nothing_else_is_said(self, caller: Caller) -> None:
        response = caller.get(ENTRIES, headers={"Accept": "*/*"})
        assert response["Content-Type"] == "application/json"
        assert set(response["Vary"].split(", ")) >= {"Authorization", "Accept"}

    @pytest.mark.django_db(transaction=True)
    def test_streams_from_an_asynchronous_server(self) -> None:
        add_entries(503)

        async def ask() -> bytes:
            headers = {"Accept": "application/x-ndjson"}
            response: Any = await AsyncClient().get(ENTRIES, headers=headers)
            lines = [chunk async for chunk in response.streaming_content]
            await sync_to_async(connections.close_all)()
            return b"".join(lines)

        assert asyncio.run(ask()).count(b"\n") == 503
