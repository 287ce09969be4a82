"""Every endpoint is asked the same questions."""

from typing import Any, Final
from uuid import uuid4

import pytest
from django.urls import get_resolver

from dosleague.api.tokens import issue_token, revoke_token
from games.api import urls
from games.models import Player
from tests.games.api.endpoints import ENDPOINTS, Endpoint, World
from tests.games.caller import Caller, encoded, pointers, read, signed_in, told

pytestmark = pytest.mark.django_db


def asked(chosen: Any = lambda _: True) -> pytest.MarkDecorator:
    """Return the mark that asks a question of some endpoints."""
    picked = [endpoint for endpoint in ENDPOINTS if chosen(endpoint)]
    assert picked
    return pytest.mark.parametrize("endpoint", picked, ids=str)


def has_id(endpoint: Endpoint) -> bool:
    return "{}" in endpoint.path


def of_a_game(endpoint: Endpoint) -> bool:
    return endpoint.path.startswith("/games/{}")


def posts(endpoint: Endpoint) -> bool:
    return endpoint.method == "POST"


NOT_OURS: Final = "Bearer dl_" + "x" * 43


@pytest.fixture
def world(ada: Caller, bob: Caller) -> World:
    Player.objects.create_user("Known", "a long password")
    return World(ada, bob)


@pytest.fixture
def caller(endpoint: Endpoint, world: World, nobody: Caller) -> Caller:
    """Whoever may ask: Ada where somebody must, else anybody."""
    return world.ada if endpoint.needs else nobody


def test_the_table_has_every_path() -> None:
    routes = {str(pattern.pattern) for pattern in urls.urlpatterns}
    names = {endpoint.path.removeprefix("/") for endpoint in ENDPOINTS}
    assert len(names) == len(routes)
    for name in names:
        get_resolver().resolve("/api/v1/" + name.format(uuid4(), uuid4()))


@asked()
def test_it_works(endpoint: Endpoint, world: World, caller: Caller) -> None:
    answer = endpoint.ask(caller, world)
    assert answer.status_code == endpoint.status, answer.content
    assert answer["Cache-Control"] == "private"
    assert "Authorization" in answer["Vary"]
    assert answer["X-Request-ID"]
    if endpoint.status == 204:
        assert answer.content == b""
    else:
        assert isinstance(read(answer, endpoint.status), dict)


@asked(lambda endpoint: endpoint.needs)
def test_not_authenticated(endpoint: Endpoint, world: World, nobody: Caller) -> None:
    answer = endpoint.ask(nobody, world)
    told(answer, 401, "not_authenticated")
    assert answer["WWW-Authenticate"] == 'Bearer realm="DOS League"'


@asked(lambda endpoint: endpoint.needs or endpoint.method == "GET")
def test_a_token_that_is_none_is_not_taken_for_no_token(endpoint: Endpoint, world: World) -> None:
    token, text = issue_token(world.ada.player)
    revoke_token(token)
    for header in (NOT_OURS, "Bearer nonsense", "Basic QWRhOng=", f"Bearer {text}"):
        answer = endpoint.ask(Caller(), world, headers={"Authorization": header})
        told(answer, 401, "not_authenticated")
        assert answer["WWW-Authenticate"] == 'Bearer realm="DOS League", error="invalid_token"'


@asked(lambda endpoint: endpoint.needs not in (None, "token"))
def test_wrong_scope(endpoint: Endpoint, world: World) -> None:
    answer = endpoint.ask(signed_in(world.ada.player, ["webhooks"]), world)
    assert told(answer, 403, "scope_missing")["required_scope"] == endpoint.needs
    assert f'error="insufficient_scope", scope="{endpoint.needs}"' in answer["WWW-Authenticate"]


@asked(lambda endpoint: endpoint.seated)
def test_not_seated(endpoint: Endpoint, world: World) -> None:
    told(endpoint.ask(world.stranger, world), 403, "not_seated")


@asked(of_a_game)
def test_a_private_game_is_not_there_for_strangers(endpoint: Endpoint, world: World) -> None:
    caller = world.stranger if endpoint.needs else Caller()
    private = told(endpoint.ask(caller, world, thing=world.private), 404, "not_found")
    missing = told(endpoint.ask(caller, world, thing=str(uuid4())), 404, "not_found")
    assert private["detail"] == missing["detail"]


def test_the_token_of_somebody_else_is_not_there(world: World) -> None:
    told(world.bob.delete(f"/tokens/{world.token}"), 404, "not_found")
    read(world.ada.get("/me"))


@asked(has_id)
def test_missing(endpoint: Endpoint, world: World, caller: Caller) -> None:
    told(endpoint.ask(caller, world, thing=str(uuid4())), 404, "not_found")


@asked(has_id)
def test_bad_id(endpoint: Endpoint, world: World, caller: Caller) -> None:
    for thing in ("0", "nonsense", "a" * 300, "%00", "%F0%9F%8E%B2", "1/2"):
        told(endpoint.ask(caller, world, thing=thing), 404, "not_found")


@asked()
def test_wrong_method(endpoint: Endpoint, world: World, caller: Caller) -> None:
    methods = {each.method for each in ENDPOINTS if each.path == endpoint.path}
    for method in sorted({"GET", "POST", "PUT", "PATCH", "DELETE"} - methods):
        answer = endpoint.ask(caller, world, method=method)
        told(answer, 405, "method_not_allowed")
        assert methods <= set(answer["Allow"].split(", "))


@asked(lambda endpoint: endpoint.once)
def test_repeated(endpoint: Endpoint, world: World, caller: Caller) -> None:
    body = endpoint.body(world)
    first = endpoint.ask(caller, world, key="again", body=body)
    second = endpoint.ask(caller, world, key="again", body=body)
    assert first.status_code == second.status_code == endpoint.status
    assert "Idempotency-Replayed" not in first
    assert second["Idempotency-Replayed"] == "true"
    expected = read(first, endpoint.status)
    if "token" in expected:
        assert expected["token"].startswith("dl_")
        expected["token"] = None
    else:
        assert first.content == second.content
    assert read(second, endpoint.status) == expected
    for name in ("ETag", "Location", "Cache-Control"):
        assert first.get(name) == second.get(name)


@asked(lambda endpoint: endpoint.once)
def test_another_request_under_the_same_key(
    endpoint: Endpoint, world: World, caller: Caller
) -> None:
    body = endpoint.body(world)
    endpoint.ask(caller, world, key="again", body=body)
    spaced = encoded(body) + b" "
    told(endpoint.ask(caller, world, key="again", body=spaced), 422, "idempotency_key_reused")


@asked(lambda endpoint: endpoint.once)
def test_a_bad_key(endpoint: Endpoint, world: World, caller: Caller) -> None:
    for key in ("", "two words", "é", "k" * 256):
        told(endpoint.ask(caller, world, key=key), 400, "malformed")


WRONG: Final = [
    pytest.param(endpoint, body, pointer, id=f"{endpoint} {pointer or 'body'} {number}")
    for endpoint in ENDPOINTS
    for number, (body, pointer) in enumerate(endpoint.wrong)
]


@pytest.mark.parametrize("endpoint, body, pointer", WRONG)
def test_wrong_shape(
    endpoint: Endpoint, world: World, caller: Caller, body: Any, pointer: str
) -> None:
    assert pointers(told(endpoint.ask(caller, world, body=body), 400, "malformed")) == [pointer]


@asked(posts)
def test_not_json(endpoint: Endpoint, world: World, caller: Caller) -> None:
    for body in (b"{", b'{"a": 1, "a": 2}', b'{"a": NaN}', b'"\\u0000"', b"\xff"):
        told(endpoint.ask(caller, world, body=body), 400, "malformed")


@asked(posts)
def test_too_large(endpoint: Endpoint, world: World, caller: Caller) -> None:
    most = 1024 * 1024 if endpoint.path == "/rules/verify" else 64 * 1024
    body = b'{"x": "' + b"x" * most + b'"}'
    told(endpoint.ask(caller, world, body=body), 413, "too_large")


@asked(posts)
def test_wrong_content_type(endpoint: Endpoint, world: World, caller: Caller) -> None:
    for content_type in ("text/plain", "application/x-www-form-urlencoded", "application/xml"):
        answer = endpoint.ask(caller, world, content_type=content_type)
        told(answer, 415, "unsupported_media_type")


@asked()
def test_unknown_query_parameter(endpoint: Endpoint, world: World, caller: Caller) -> None:
    problem = told(endpoint.ask(caller, world, query="?surprise=1"), 400, "malformed")
    assert pointers(problem) == ["?surprise"]
    assert problem["errors"][0]["code"] == "unknown_parameter"


@asked(lambda endpoint: endpoint.status != 204)
def test_accept(endpoint: Endpoint, world: World, caller: Caller) -> None:
    for accept in ("text/html", "application/json;q=0", "image/*"):
        answer = endpoint.ask(caller, world, headers={"Accept": accept})
        told(answer, 406, "not_acceptable")
    lines = endpoint.ask(caller, world, headers={"Accept": "application/x-ndjson"})
    if endpoint.exportable:
        assert lines.status_code == 200
        assert lines["Content-Type"] == "application/x-ndjson"
    else:
        told(lines, 406, "not_acceptable")
    answer = endpoint.ask(caller, world, headers={"Accept": "text/html, */*;q=0.1"})
    assert answer.status_code == endpoint.status


@asked(lambda endpoint: endpoint.path.endswith(("/join", "/leave")))
def test_no_body_is_an_empty_one(endpoint: Endpoint, world: World, caller: Caller) -> None:
    read(caller.post(endpoint.path.format(endpoint.thing(world))))
