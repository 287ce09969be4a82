import asyncio
import io
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connections
from django.test import AsyncClient

from dosleague.api.asgi import limit_bodies
from dosleague.api.clock import ARRIVED
from tests.dosleague.api.caller import Caller, told

pytestmark = pytest.mark.urls("tests.dosleague.api.urls")

KIB = 1024
ECHO, LARGE = "/api/v1/echo", "/api/v1/large"


def text_of(size: int) -> bytes:
    """Return a JSON text of so many bytes."""
    return b'"' + b"a" * (size - 2) + b'"'


class Untouched(io.BytesIO):
    """A body that may not be read."""

    def read(self, *_: Any) -> bytes:
        raise AssertionError("the body was read")


@pytest.mark.parametrize(
    "path, size, status",
    [
        (ECHO, 64 * KIB, 200),
        (ECHO, 64 * KIB + 1, 413),
        (LARGE, 64 * KIB + 1, 200),
        (LARGE, 1024 * KIB, 200),
        (LARGE, 1024 * KIB + 1, 413),
        ("/api/v1/nothing", 64 * KIB + 1, 413),
    ],
)
def test_body_is_as_large_as_its_view_says(
    path: str, size: int, status: int, caller: Caller
) -> None:
    response = caller.post_raw(path, text_of(size))
    assert response.status_code == status
    if status == 413:
        assert told(response)["code"] == "too_large"


def test_large_body_is_refused_unread(caller: Caller) -> None:
    length = str(64 * KIB + 1)
    environ: dict[str, Any] = {"wsgi.input": Untouched(), "CONTENT_LENGTH": length}
    response = caller.generic("POST", ECHO, **environ)
    assert response.status_code == 413


@pytest.mark.parametrize("length", ["+5", "1_000_000", "x", "٣"])
def test_length_that_is_no_number_is_malformed(length: str, caller: Caller) -> None:
    response = caller.generic("POST", ECHO, b"{}", CONTENT_LENGTH=length)
    assert (response.status_code, told(response)["code"]) == (400, "malformed")


class TestChunked:
    """A body whose length nobody has said, as a WSGI server hands it over."""

    def send(self, caller: Caller, body: io.BytesIO, *, terminated: bool = True) -> Any:
        environ: dict[str, Any] = {
            "wsgi.input": body,
            "wsgi.input_terminated": terminated,
            "HTTP_TRANSFER_ENCODING": "chunked",
            "CONTENT_LENGTH": "",
            "CONTENT_TYPE": "application/json",
        }
        return caller.generic("POST", ECHO, **environ)

    def test_is_read(self, caller: Caller) -> None:
        assert self.send(caller, io.BytesIO(b'{"a": 1}')).json() == {"a": 1}

    def test_is_read_up_to_the_limit_alone(self, caller: Caller) -> None:
        body = io.BytesIO(text_of(1024 * KIB))
        response = self.send(caller, body)
        assert (response.status_code, told(response)["code"]) == (413, "too_large")
        assert body.tell() == 64 * KIB + 1

    def test_is_not_waited_for_where_the_server_marks_no_end(self, caller: Caller) -> None:
        response = self.send(caller, Untouched(), terminated=False)
        assert (response.status_code, told(response)["code"]) == (400, "malformed")

    def test_that_breaks_off_is_told_so(self, caller: Caller) -> None:
        class Broken(io.BytesIO):
            def read(self, *_: Any) -> bytes:
                raise TimeoutError

        response = self.send(caller, Broken())
        assert (response.status_code, told(response)["code"]) == (408, "request_timeout")


class Server:
    """An ASGI server of one request: what it sends, and what it got."""

    def __init__(self, path: str, chunks: list[bytes], **headers: str) -> None:
        named = [(name.replace("_", "-").encode(), v.encode()) for name, v in headers.items()]
        self.scope: dict[str, Any] = {"type": "http", "path": path, "headers": named}
        self._chunks: Iterator[bytes] = iter(chunks)
        self._left = len(chunks)
        self.sent: list[Any] = []
        self.received = 0

    async def receive(self) -> dict[str, Any]:
        self._left -= 1
        return {"type": "http.request", "body": next(self._chunks), "more_body": self._left > 0}

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    async def application(self, scope: Any, receive: Any, send: Any) -> None:
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            self.received += len(message["body"])
            if not message["more_body"]:
                break
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def _run(self) -> None:
        await limit_bodies(self.application)(self.scope, self.receive, self.send)

    def run(self) -> int:
        asyncio.run(self._run())
        status: int = self.sent[0]["status"]
        return status


class TestAsgi:
    def test_small_body_passes_and_is_timed(self) -> None:
        server = Server(ECHO, [b"a", b"b"])
        assert (server.run(), server.received) == (200, 2)
        assert 0 <= time.monotonic() - server.scope[ARRIVED] < 5

    def test_body_is_as_large_as_its_view_says(self) -> None:
        chunks = [b"a" * 64 * KIB] * 3
        assert Server(LARGE, chunks).run() == 200
        assert Server(ECHO, chunks).run() == 413

    def test_large_length_is_refused_unread(self) -> None:
        server = Server(ECHO, [b"a"], content_length=str(64 * KIB + 1))
        assert (server.run(), server.received) == (413, 0)

    def test_large_body_without_a_length_is_cut_short(self) -> None:
        server = Server(ECHO, [b"a" * 32 * KIB] * 50)
        assert (server.run(), server.received) == (413, 64 * KIB)

    def test_refusal_is_a_problem_with_a_name(self) -> None:
        server = Server(ECHO, [b"a" * 65 * KIB])
        server.run()
        headers = dict(server.sent[0]["headers"])
        body = json.loads(server.sent[1]["body"])
        assert headers[b"content-type"] == b"application/problem+json"
        assert (body["code"], body["request_id"]) == (
            "too_large",
            headers[b"x-request-id"].decode(),
        )


@pytest.mark.django_db(transaction=True)
def test_asynchronous_server_is_answered_the_same() -> None:
    async def ask() -> tuple[Any, Any]:
        client = AsyncClient(raise_request_exception=False)
        echoed = await client.post(ECHO, {"a": 1}, "application/json")
        missing = await client.get("/nothing")
        await sync_to_async(connections.close_all)()
        return echoed, missing

    echoed, missing = asyncio.run(ask())
    assert echoed.json() == {"a": 1}
    assert len(echoed["X-Request-ID"]) == 32
    assert told(missing)["code"] == "not_found"
