"""Somebody who asks over HTTP: a player with a token, or nobody; and how answers are read."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.test import Client

from dosleague.api.json import JSON
from dosleague.api.tokens import issue_token
from games.models import Player

API: Final = "/api/v1"
NO_BODY: Final = object()


class Caller:
    """A caller with the token of a player; without one, anybody."""

    def __init__(self, player: Player | None = None, token: str | None = None) -> None:
        self._player = player
        self._client = Client(raise_request_exception=False)
        self._own = {} if token is None else {"Authorization": f"Bearer {token}"}

    @property
    def player(self) -> Player:
        assert self._player is not None
        return self._player

    @property
    def id(self) -> str:
        return str(self.player.id)

    def ask(  # every part of a request, each for the tests that get it wrong
        self,
        method: str,
        path: str,
        body: Any = NO_BODY,
        *,
        headers: Mapping[str, str] | None = None,
        key: str | None = None,
        content_type: str = JSON,
    ) -> Any:
        """Send a request; bytes go as they are, any other body as JSON."""
        raw = b"" if body is NO_BODY else body if isinstance(body, bytes) else encoded(body)
        named = {**self._own, **(headers or {})}
        if key is not None:
            named["Idempotency-Key"] = key
        return self._client.generic(method, API + path, raw, content_type, headers=named)

    def get(self, path: str, **headers: str) -> Any:
        return self.ask("GET", path, headers=_named(headers))

    def post(self, path: str, body: Any = NO_BODY, key: str | None = None, **headers: str) -> Any:
        return self.ask("POST", path, body, key=key, headers=_named(headers))

    def delete(self, path: str) -> Any:
        return self.ask("DELETE", path)

    # What players do all the time.

    def view(self, game: str) -> dict[str, Any]:
        view: dict[str, Any] = read(self.get(f"/games/{game}"))
        return view

    def events(self, game: str, after: int = 0) -> list[dict[str, Any]]:
        """Return every message behind a version."""
        found: list[dict[str, Any]] = []
        while True:
            page = read(self.get(f"/games/{game}/events?after={after}"))
            if not page["messages"]:
                return found
            found += page["messages"]
            after = page["version"]

    def turn(self, game: str, version: int, actions: Any, key: str | None = None) -> Any:
        """Send a turn: a list of actions, or text notation."""
        form = "text" if isinstance(actions, str) else "actions"
        return self.post(f"/games/{game}/turns", {"version": version, form: actions}, key)

    def call(self, game: str, key: str | None = None) -> Any:
        return self.post(f"/games/{game}/calls", {"type": "call"}, key)

    def catch(self, game: str, seat: int, key: str | None = None) -> Any:
        return self.post(f"/games/{game}/calls", {"type": "catch", "target_seat": seat}, key)


def encoded(body: Any) -> bytes:
    return json.dumps(body, ensure_ascii=False).encode()


def _named(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def signed_in(player: Player, scopes: Iterable[str] = ("play", "organise")) -> Caller:
    """Return a caller with a new token of a player."""
    return Caller(player, issue_token(player, scopes=scopes)[1])


def newcomer(name: str, scopes: Iterable[str] = ("play", "organise")) -> Caller:
    """Return a new player who calls; made without a password, which costs time."""
    return signed_in(Player.objects.create_user(name), scopes)


def read(response: Any, status: int = 200) -> Any:
    """Return the value of an answer, once its status and form are checked."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == JSON
    return json.loads(response.content)


def told(response: Any, status: int, code: str) -> dict[str, Any]:
    """Return the problem that an answer tells, once its status, code and form are checked."""
    assert (response.status_code, response["Content-Type"]) == (
        status,
        "application/problem+json",
    ), response.content
    problem: dict[str, Any] = json.loads(response.content)
    assert (problem["status"], problem["code"]) == (status, code), problem
    assert problem["type"] == f"/problems/{code}"
    assert problem["title"]
    assert problem["detail"]
    assert problem["request_id"] == response["X-Request-ID"]
    return problem


def pointers(problem: Mapping[str, Any]) -> list[str]:
    """Return the pointers of a problem's errors."""
    assert all(error["code"] and error["detail"] for error in problem["errors"])
    return [error["pointer"] for error in problem["errors"]]
