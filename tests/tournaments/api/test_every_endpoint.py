"""Every endpoint is asked the same questions."""

import re
from typing import Any, Final
from uuid import uuid4

import pytest

from dosleague.models import AuditEntry
from tests.games.caller import Caller, encoded, pointers, read, signed_in, told
from tests.tournaments.api.endpoints import ENDPOINTS
from tests.tournaments.api.world import Endpoint, World
from tournaments.api import urls
from tournaments.models import (
    Division,
    Entrant,
    League,
    Organiser,
    Schedule,
    Season,
    Tournament,
)

pytestmark = pytest.mark.django_db


def asked(chosen: Any = lambda _: True) -> pytest.MarkDecorator:
    """Return the mark that asks a question of some endpoints."""
    picked = [endpoint for endpoint in ENDPOINTS if chosen(endpoint)]
    assert picked
    return pytest.mark.parametrize("endpoint", picked, ids=str)


def of_one(endpoint: Endpoint) -> bool:
    return "<id>" in endpoint.route


def may_be_hidden(endpoint: Endpoint) -> bool:
    return of_one(endpoint) and endpoint.hidden is not None


def changes(endpoint: Endpoint) -> bool:
    return endpoint.method != "GET"


def takes_a_body(endpoint: Endpoint) -> bool:
    return endpoint.method in {"POST", "PUT"}


@pytest.fixture
def world(ada: Caller, bob: Caller, cleo: Caller) -> World:
    return World(ada, bob, cleo)


@pytest.fixture
def caller(endpoint: Endpoint, world: World, nobody: Caller) -> Caller:
    """Whoever may ask: Ada, the owner, where somebody must, else anybody."""
    return world.ada if endpoint.needs else nobody


def rows() -> list[Any]:
    """Return everything that an act on a tournament could change."""
    kept = (Tournament, Organiser, Entrant, AuditEntry, League, Season, Division, Schedule)
    return [sorted(model.objects.values_list(), key=str) for model in kept]


def test_the_table_has_every_path() -> None:
    routes = {re.sub("<.*?>", "<id>", str(one.pattern)) for one in urls.urlpatterns}
    assert {endpoint.route for endpoint in ENDPOINTS} == routes


@asked()
def test_it_works(endpoint: Endpoint, world: World, caller: Caller) -> None:
    answer = endpoint.ask(caller, world)
    assert answer.status_code == endpoint.status
    if endpoint.file:
        assert answer["Content-Type"].split(";")[0] == endpoint.file
        assert answer["Content-Disposition"].startswith("attachment; filename=")
    else:
        assert answer.status_code == 204 or isinstance(read(answer, endpoint.status), dict)
    assert answer["Cache-Control"] == "private"
    assert "Authorization" in answer["Vary"]


@asked(changes)
def test_it_leaves_one_line_in_the_log(endpoint: Endpoint, world: World) -> None:
    path = endpoint.path(world)
    before = set(AuditEntry.objects.values_list("id", flat=True))
    endpoint.ask(world.ada, world, path=path)
    new = AuditEntry.objects.exclude(id__in=before)
    (entry,) = new.filter(subject__startswith=endpoint.subject)
    assert (entry.actor_id, entry.channel) == (world.ada.player.id, "api")
    assert entry.address == "127.0.0.1"
    assert (entry.after or entry.before) is not None


@asked(lambda endpoint: endpoint.needs)
def test_not_authenticated(endpoint: Endpoint, world: World, nobody: Caller) -> None:
    told(endpoint.ask(nobody, world), 401, "not_authenticated")


@asked(lambda endpoint: endpoint.needs)
def test_wrong_scope(endpoint: Endpoint, world: World) -> None:
    answer = endpoint.ask(signed_in(world.ada.player, ["webhooks"]), world)
    assert told(answer, 403, "scope_missing")["required_scope"] == endpoint.needs[0]


@asked(lambda endpoint: endpoint.organisers)
def test_others_may_not(endpoint: Endpoint, world: World) -> None:
    path = endpoint.path(world)
    if "/entrants/" in endpoint.route or not world.cup.published_at:
        Tournament.objects.update(published_at=world.cup.created_at)
    before = rows()
    told(endpoint.ask(world.cleo, world, path=path), 403, "forbidden")
    assert rows() == before


@asked(may_be_hidden)
def test_a_draft_is_not_there_for_others(endpoint: Endpoint, world: World) -> None:
    assert endpoint.hidden is not None
    hidden = endpoint.hidden(world)
    path = endpoint.path(world).replace(endpoint.thing(world), hidden)
    caller = world.ada if endpoint.needs else Caller()
    unknown = told(endpoint.ask(caller, world, path=path), 404, "not_found")
    missing = path.replace(hidden, str(uuid4()))
    nothing = told(endpoint.ask(caller, world, path=missing), 404, "not_found")
    assert unknown["detail"] == nothing["detail"]


@asked(of_one)
def test_bad_id(endpoint: Endpoint, world: World, caller: Caller) -> None:
    path = endpoint.path(world)
    for thing in ("0", "nonsense", "a" * 300, "%00", "1/2"):
        bad = path.replace(endpoint.thing(world), thing)
        told(endpoint.ask(caller, world, path=bad), 404, "not_found")


@asked(lambda endpoint: endpoint.route.count("<id>") == 2)
def test_bad_and_foreign_part(endpoint: Endpoint, world: World, caller: Caller) -> None:
    path = endpoint.path(world)
    part = endpoint.part(world)
    before, _, after = path.rpartition(part)
    for thing in ("nonsense", "%00", "99999999999", str(uuid4()), str(world.cup.id)):
        bad = f"{before}{part.replace(part.strip('/'), thing)}{after}"
        told(endpoint.ask(caller, world, path=bad), 404, "not_found")


@asked()
def test_wrong_method(endpoint: Endpoint, world: World, caller: Caller) -> None:
    path = endpoint.path(world)
    methods = {each.method for each in ENDPOINTS if each.route == endpoint.route}
    for method in sorted({"GET", "POST", "PUT", "PATCH", "DELETE"} - methods):
        answer = endpoint.ask(caller, world, method=method, path=path)
        told(answer, 405, "method_not_allowed")
        assert methods <= set(answer["Allow"].split(", "))


@asked(takes_a_body)
def test_repeated(endpoint: Endpoint, world: World, caller: Caller) -> None:
    body, path = endpoint.body(world), endpoint.path(world)
    first = endpoint.ask(caller, world, key="again", path=path, body=body)
    after = rows()
    second = endpoint.ask(caller, world, key="again", path=path, body=body)
    assert (first.status_code, second.status_code) == (endpoint.status,) * 2, first.content
    assert first.content == second.content
    assert second["Idempotency-Replayed"] == "true"
    assert rows() == after


@asked(takes_a_body)
def test_another_request_under_the_same_key(
    endpoint: Endpoint, world: World, caller: Caller
) -> None:
    body, path = endpoint.body(world), endpoint.path(world)
    raw = body if isinstance(body, bytes) else encoded(body)
    endpoint.ask(caller, world, key="again", path=path, body=raw)
    answer = endpoint.ask(caller, world, key="again", path=path, body=raw + b" ")
    told(answer, 422, "idempotency_key_reused")


WRONG: Final = [
    pytest.param(endpoint, body, pointer, id=f"{endpoint} {pointer or 'body'} {number}")
    for endpoint in ENDPOINTS
    for number, (body, pointer) in enumerate(endpoint.wrong)
]


@pytest.mark.parametrize("endpoint, body, pointer", WRONG)
def test_wrong_shape(
    endpoint: Endpoint, world: World, caller: Caller, body: Any, pointer: str
) -> None:
    path = endpoint.path(world)
    before = rows()
    problem = told(endpoint.ask(caller, world, path=path, body=body), 400, "malformed")
    assert pointers(problem) == [pointer]
    assert rows() == before


@asked(takes_a_body)
def test_the_shape_is_judged_before_the_caller(
    endpoint: Endpoint, world: World, nobody: Caller
) -> None:
    body = b"\xff" if endpoint.content_type == "text/csv" else b"{"
    told(endpoint.ask(nobody, world, body=body), 400, "malformed")


@asked(takes_a_body)
def test_too_large(endpoint: Endpoint, world: World, caller: Caller) -> None:
    most = {"seeds": 1024, "pairings": 1024, "import": 8 * 1024}.get(
        endpoint.route.rpartition("/")[2], 64
    ) * 1024
    told(endpoint.ask(caller, world, body=b" " * (most + 1)), 413, "too_large")


@asked(takes_a_body)
def test_wrong_content_type(endpoint: Endpoint, world: World, caller: Caller) -> None:
    for content_type in {"text/plain", "text/csv", "application/json"} - {endpoint.content_type}:
        answer = endpoint.ask(caller, world, content_type=content_type)
        told(answer, 415, "unsupported_media_type")


@asked()
def test_unknown_query_parameter(endpoint: Endpoint, world: World, caller: Caller) -> None:
    problem = told(endpoint.ask(caller, world, query="?surprise=1"), 400, "malformed")
    assert pointers(problem) == ["?surprise"]


@asked(lambda endpoint: endpoint.method == "GET")
def test_accept(endpoint: Endpoint, world: World, caller: Caller) -> None:
    told(endpoint.ask(caller, world, headers={"Accept": "text/html"}), 406, "not_acceptable")
    lines = endpoint.ask(caller, world, headers={"Accept": "application/x-ndjson"})
    if endpoint.exportable:
        assert (lines.status_code, lines["Content-Type"]) == (200, "application/x-ndjson")
    else:
        told(lines, 406, "not_acceptable")


@asked(lambda endpoint: any(body == [] for body, _ in endpoint.wrong) and endpoint.method == "POST")
def test_no_body_is_an_empty_one(endpoint: Endpoint, world: World, caller: Caller) -> None:
    read(endpoint.ask(caller, world, body=b""), endpoint.status)
