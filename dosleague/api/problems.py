"""The catalogue of what can go wrong, and how it is told (RFC 9457)."""

import json
from http import HTTPStatus
from typing import Any, Final, TypedDict

from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request

PROBLEM_JSON: Final = "application/problem+json"
REALM: Final = 'Bearer realm="DOS League"'

# Clients branch on the codes: one is added, never renamed.
CATALOGUE: Final[dict[str, tuple[int, str]]] = {
    "malformed": (400, "The request is malformed"),
    "not_authenticated": (401, "A valid token is needed"),
    "token_expired": (401, "The token has expired"),
    "scope_missing": (403, "The token lacks a scope"),
    "not_seated": (403, "The caller has no seat in this game"),
    "forbidden": (403, "The caller may not do this"),
    "not_found": (404, "There is no such thing"),
    "method_not_allowed": (405, "The method is not allowed here"),
    "not_acceptable": (406, "No acceptable form of the answer"),
    "request_timeout": (408, "The request did not arrive in time"),
    "conflict": (409, "The state forbids it"),
    "not_your_turn": (409, "It is another seat's turn"),
    "game_not_running": (409, "The game is not running"),
    "game_not_open": (409, "The game is not open"),
    "game_not_finished": (409, "The game is not finished"),
    "game_full": (409, "Every seat is taken"),
    "already_seated": (409, "The caller already has a seat"),
    "seat_reserved": (409, "The seats left are reserved"),
    "too_many_games": (409, "The caller has too many games"),
    "deadline_passed": (409, "The turn's time is over"),
    "name_taken": (409, "The name is taken"),
    "registration_closed": (409, "Registration is not open"),
    "already_entered": (409, "The player has entered already"),
    "round_has_open_tables": (409, "The round has open tables"),
    "stale_version": (412, "The version has moved on"),
    "too_large": (413, "The body is too large"),
    "unsupported_media_type": (415, "The body has an unsupported media type"),
    "illegal_action": (422, "The rules forbid the action"),
    "reveals_hidden_card": (422, "The action may not follow what reveals a hidden card"),
    "idempotency_key_reused": (422, "The key was used for another request"),
    "ruleset_unavailable": (422, "The ruleset is not available"),
    "seed_required": (422, "A seed is needed"),
    "invalid": (422, "A value is not valid"),
    "version_required": (428, "The request must name a version"),
    "throttled": (429, "Too many requests"),
    "internal": (500, "The service failed"),
    "unavailable": (503, "The service is not available"),
}


class FieldError(TypedDict):
    """One faulty field: a JSON pointer into the body, or `?name` for a query parameter."""

    pointer: str
    code: str
    detail: str


def field_error(pointer: str, code: str, detail: str) -> FieldError:
    """Return what is wrong with one field."""
    return {"pointer": pointer, "code": code, "detail": detail}


class Problem(Exception):
    """A request that is refused, or a fault: a code of the catalogue and a sentence.

    Further names go into the answer as they are: `rule`, `index`, `version`, `legal_actions`,
    `state`, `blocking`, `required_scope`, `retry_after` (seconds, also sent as a header). `headers`
    are sent, not shown.
    """

    def __init__(
        self,
        code: str,
        detail: str = "",
        *,
        errors: list[FieldError] | None = None,
        headers: dict[str, str] | None = None,
        **extra: Any,
    ) -> None:
        self.status, self.title = CATALOGUE[code]
        super().__init__(detail or self.title)
        self.code = code
        self.detail = detail
        self.errors = errors
        self.headers = headers or {}
        self.extra = extra


def problem_body(problem: Problem, request_id: str) -> dict[str, Any]:
    """Return the members of the answer; empty ones are left out."""
    body: dict[str, Any] = {
        "type": f"/problems/{problem.code}",
        "title": problem.title,
        "status": problem.status,
        "detail": problem.detail or f"{problem.title}.",
        "code": problem.code,
        "request_id": request_id,
    }
    if problem.errors:
        body["errors"] = problem.errors
    return {**body, **problem.extra}


def problem_response(request: HttpRequest | Request | None, problem: Problem) -> HttpResponse:
    """Return the answer that tells a problem, with the headers that belong to its code."""
    body = problem_body(problem, getattr(request, "request_id", ""))
    response = HttpResponse(
        json.dumps(body, ensure_ascii=False, separators=(",", ":"), default=str),
        status=problem.status,
        reason=HTTPStatus(problem.status).phrase,
        content_type=PROBLEM_JSON,
        headers={"Cache-Control": "private", "Vary": "Authorization", **problem.headers},
    )
    if problem.status == HTTPStatus.UNAUTHORIZED:
        fault = ', error="invalid_token"' if problem.code == "token_expired" else ""
        response.setdefault("WWW-Authenticate", REALM + fault)
    if "required_scope" in problem.extra:
        scope = problem.extra["required_scope"]
        response["WWW-Authenticate"] = f'{REALM}, error="insufficient_scope", scope="{scope}"'
    if "retry_after" in problem.extra:
        response["Retry-After"] = str(problem.extra["retry_after"])
    return response
