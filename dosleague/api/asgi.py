"""What an ASGI server needs before Django, which reads bodies whole before it can refuse them."""

import json
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from dosleague.api.clock import ARRIVED
from dosleague.api.limits import SMALL, body_limit
from dosleague.api.problems import PROBLEM_JSON, Problem, problem_body
from dosleague.ids import new_id

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


def limit_bodies(application: Application) -> Application:
    """Wrap an application: bodies over the path's limit get 413 and are read no further.

    It also notes when a request's last byte came in, before the wait for a thread.
    """

    async def limited(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        length = dict(scope["headers"]).get(b"content-length", b"")
        seen = int(length) if length.isdigit() else 0
        if seen > SMALL and seen > body_limit(scope["path"]):
            await _refuse(send)
            return
        read, too_large = 0, False

        async def receive_some() -> Message:
            nonlocal read, too_large
            message = await receive()
            if message["type"] == "http.request":
                read += len(message.get("body", b""))
                if read > SMALL and read > body_limit(scope["path"]):
                    # To the application the client has gone; it gives up without an answer.
                    too_large = True
                    return {"type": "http.disconnect"}
                if not message.get("more_body", False):
                    scope.setdefault(ARRIVED, time.monotonic())
            return message

        await application(scope, receive_some, send)
        if too_large:
            await _refuse(send)

    return limited


async def _refuse(send: Send) -> None:
    request_id = new_id().hex
    body = json.dumps(problem_body(Problem("too_large"), request_id)).encode()
    headers = [
        (b"content-type", PROBLEM_JSON.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"x-request-id", request_id.encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body})
