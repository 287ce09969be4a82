"""The OpenAPI document: committed as it is served, and true to what the views know."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import resolve
from rest_framework.serializers import Serializer

from dosleague.api.schema.inspector import openapi_document
from games.api import games, players, rules, urls
from games.api.schema.turns import EVENT_TYPES
from games.engine.events import Event
from tournaments.api import callers, entrants, organisers, tournaments
from tournaments.api import urls as tournament_urls

COMMITTED = Path(__file__).resolve().parents[3] / "docs" / "openapi.json"
COMMAND = "manage.py spectacular --format openapi-json --file docs/openapi.json"
BASE = "/api/v1"


def component(name: str) -> dict[str, Any]:
    found: dict[str, Any] = openapi_document()["components"]["schemas"][name]
    return found


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    """Return the path, method and document of every operation."""
    paths = openapi_document()["paths"]
    return [(path, way, told) for path, ways in paths.items() for way, told in ways.items()]


def view_of(path: str) -> Any:
    """Return the view class behind a path of the document."""
    match: Any = resolve(path.replace("{", "").replace("}", ""))
    return match.func.cls


def allowed_query(path: str, way: str) -> frozenset[str]:
    """Return the query parameters that a method of a path reads."""
    view = view_of(path)
    found: frozenset[str] = view.allowed_query if way == "get" else view.allowed_act_query
    return found


def names_in(place: str, told: dict[str, Any]) -> set[str]:
    """Return the names of an operation's parameters in a place."""
    shared = openapi_document()["components"]["parameters"]
    found = [
        shared[one["$ref"].rpartition("/")[2]] if "$ref" in one else one
        for one in told["parameters"]
    ]
    return {one["name"] for one in found if one["in"] == place}


def test_committed_document_is_what_the_command_writes_without_a_warning(tmp_path: Path) -> None:
    written = tmp_path / "openapi.json"
    call_command(
        *("spectacular", "--format", "openapi-json", "--file", str(written)),
        *("--validate", "--fail-on-warn"),
    )
    assert written.read_text("utf-8") == COMMITTED.read_text("utf-8"), f"stale: run {COMMAND}"


def test_served_document_is_the_committed_one(client: Client) -> None:
    answer = client.get(f"{BASE}/openapi.json")
    assert answer["Content-Type"] == "application/json"
    assert answer.json() == json.loads(COMMITTED.read_text("utf-8"))


def test_document_names_no_server_and_does_not_describe_itself() -> None:
    document = openapi_document()
    assert document["openapi"] == "3.1.0"
    assert "servers" not in document
    assert f"{BASE}/openapi.json" not in document["paths"]


def test_every_path_of_the_api_is_documented() -> None:
    routes = {
        f"{BASE}/{str(one.pattern).replace('<str:', '{').replace('>', '}')}"
        for one in [*urls.urlpatterns, *tournament_urls.urlpatterns]
    }
    assert routes == openapi_document()["paths"].keys()


@pytest.mark.parametrize("path,way,told", operations(), ids=lambda value: str(value)[:60])
def test_operation_is_described(path: str, way: str, told: dict[str, Any]) -> None:
    assert told["summary"]
    assert told["tags"]
    assert "security" in told
    assert {"400", "406", "429", "500", "503"} <= told["responses"].keys()
    assert names_in("query", told) == allowed_query(path, way)
    assert names_in("path", told) == {part[1:-1] for part in path.split("/") if part[:1] == "{"}


@pytest.mark.parametrize(
    "serializer,name",
    [
        (players.SignUpBody, "SignUp"),
        (players.SignInBody, "SignIn"),
        (players.EraseBody, "Erasure"),
        (games.GameBody, "AskedGame"),
        (games.ClockBody, "AskedClock"),
        (games.JoinBody, "Join"),
        (games.EmptyBody, "Leave"),
        (callers.ReasonBody, "EntryReasoned"),
        (tournaments.TournamentBody, "AskedTournament"),
        (tournaments.RegistrationBody, "AskedRegistration"),
        (callers.ReasonBody, "Reasoned"),
        (organisers.OrganiserBody, "AskedOrganiser"),
        (entrants.SeedsBody, "Seeds"),
    ],
)
def test_body_has_the_fields_that_are_read(serializer: type[Serializer[Any]], name: str) -> None:
    fields = serializer().fields
    told = component(name)
    assert told["properties"].keys() == fields.keys()
    assert set(told.get("required", [])) == {n for n, field in fields.items() if field.required}
    assert told["additionalProperties"] is False


def test_rules_bodies_have_the_fields_that_are_read() -> None:
    by_actions, by_text = component("Apply")["oneOf"]
    assert by_actions["properties"].keys() | by_text["properties"].keys() == rules.ApplyView.fields
    assert component("AskLegalActions")["properties"].keys() == rules.LegalActionsView.fields


def test_every_type_of_event_is_named() -> None:
    played = {kind.type for kind in Event.__subclasses__()}
    assert set(EVENT_TYPES) == played | {"seat_taken", "seat_released"}
