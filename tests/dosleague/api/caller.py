"""A client of the small endpoints in `urls`, and how it reads a problem."""

import json
from typing import Any

from django.test import Client


class Caller(Client):
    """Sends JSON."""

    def post_json(self, path: str, body: Any = None, **headers: str) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.post(path, body or {}, content_type="application/json", headers=named)

    def post_raw(self, path: str, body: bytes, content_type: str = "application/json") -> Any:
        return self.generic("POST", path, body, content_type=content_type)


def told(response: Any) -> dict[str, Any]:
    """Return the problem that an answer tells, once its form is checked."""
    assert response["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = json.loads(response.content)
    assert body["status"] == response.status_code
    assert body["type"] == f"/problems/{body['code']}"
    assert body["title"]
    assert body["detail"]
    assert body["request_id"] == response["X-Request-ID"]
    return body
