"""What an endpoint takes and gives, said beside its view and told by the OpenAPI document."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, TypeVar

from dosleague.api.json import JSON
from dosleague.api.pagination import DEFAULT_LIMIT, MAX_LIMIT, NDJSON
from dosleague.api.problems import CATALOGUE, PROBLEM_JSON
from dosleague.api.schema.shapes import PROBLEM, Component, Schema, number, text

if TYPE_CHECKING:
    from dosleague.api.views import ApiView

BEARER: Final = "token"
V = TypeVar("V", bound="type[ApiView]")

_ALWAYS: Final = ("malformed", "not_acceptable", "throttled", "internal", "unavailable")
_WITH_TOKEN: Final = ("not_authenticated", "token_expired")
_WITH_BODY: Final = ("request_timeout", "too_large", "unsupported_media_type")


def parameter(name: str, place: str, description: str, schema: Schema, **more: Any) -> Component:
    """Return a parameter in `place`: `query` or `header`."""
    value = {"name": name, "in": place, "description": description, **more, "schema": schema}
    return Component(name, value, "parameters")


LIMIT: Final = parameter(
    "limit",
    "query",
    "The most items of a page.",
    {**number(1, MAX_LIMIT), "default": DEFAULT_LIMIT},
)
CURSOR: Final = parameter("cursor", "query", "The `next` of the page before.", text())
PAGES: Final = (LIMIT, CURSOR)
_KEY: Final = parameter(
    "Idempotency-Key",
    "header",
    "Makes a repetition safe: the same request with the same key has one effect, and the same "
    "answer for 24 hours.",
    text(pattern="^[!-~]{1,255}$"),
)


def header(name: str, description: str, schema: Schema) -> Component:
    """Return a header of answers."""
    return Component(name, {"description": description, "schema": schema}, "headers")


ETAG: Final = header("ETag", "The game's version.", text(pattern='^"[0-9]+"$'))
LOCATION: Final = header("Location", "Where the new thing is.", text(format="uri-reference"))
_REPLAYED: Final = header(
    "Idempotency-Replayed", "`true` where the answer is a kept one.", text(const="true")
)
_REQUEST_ID: Final = header("X-Request-ID", "The name of the request in our logs.", text())
_RATES: Final = (
    header("RateLimit", "What is left of each bucket, and seconds to its renewal.", text()),
    header("RateLimit-Policy", "Each bucket, what it holds, and its seconds.", text()),
)
_RETRY_AFTER: Final = header("Retry-After", "Seconds.", text(pattern="^[0-9]+$"))
_CHALLENGE: Final = header("WWW-Authenticate", "The scheme, and what the token lacks.", text())
_PROBLEM_HEADERS: Final[Mapping[int, tuple[Component, ...]]] = {
    401: (_CHALLENGE,),
    403: (_CHALLENGE,),
    429: (_RETRY_AFTER, *_RATES),
    503: (_RETRY_AFTER,),
}


class Caller(Enum):
    """Who may ask: with a token alone; anybody, who may see less; anybody, nobody looks who."""

    KNOWN = auto()
    ANYBODY = auto()
    NOBODY_LOOKS = auto()


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that is no refusal; `exported` is what a line of it is as NDJSON."""

    description: str
    schema: Schema | None = None
    headers: tuple[Component, ...] = ()
    exported: str = ""
    media_type: str = JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One method of one path.

    `refusals` are the codes of its own; those of every endpoint, of tokens and of bodies are added.
    `scopes` are alternatives. `media_type` is the body's. `is_repeatable` says that it takes an
    Idempotency-Key.
    """

    id: str
    tag: str
    summary: str
    answers: Mapping[int, Answer]
    description: str = ""
    refusals: tuple[str, ...] = ()
    parameters: tuple[Component, ...] = ()
    body: Schema | None = None
    body_required: bool = True
    media_type: str = JSON
    caller: Caller = Caller.ANYBODY
    scopes: tuple[str, ...] = ()
    is_repeatable: bool = False

    def document(self, path_parameters: list[dict[str, Any]]) -> dict[str, Any]:
        """Return the operation of the document, its components still in place."""
        keyed = (_KEY,) if self.is_repeatable else ()
        told: dict[str, Any] = {
            "operationId": self.id,
            "summary": self.summary,
            "tags": [self.tag],
            "parameters": [*path_parameters, *self.parameters, *keyed],
            "security": self._security(),
            "responses": {**self._answers(), **self._refusals()},
        }
        if self.description:
            told["description"] = self.description
        if self.body is not None:
            content = {self.media_type: {"schema": self.body}}
            told["requestBody"] = {"content": content, "required": self.body_required}
        return told

    def _security(self) -> list[dict[str, list[str]]]:
        if self.caller is Caller.NOBODY_LOOKS:
            return []
        if self.caller is Caller.ANYBODY:
            return [{}, {BEARER: []}]
        return [{BEARER: [scope]} for scope in self.scopes] or [{BEARER: []}]

    def _answers(self) -> dict[str, Any]:
        common = (_REQUEST_ID, *_RATES, *((_REPLAYED,) if self.is_repeatable else ()))
        found = {}
        for status, answer in self.answers.items():
            response: dict[str, Any] = {
                "description": answer.description,
                "headers": {one.name: one for one in (*answer.headers, *common)},
            }
            if answer.schema is not None:
                response["content"] = {answer.media_type: {"schema": answer.schema}}
                if answer.exported:
                    response["content"][NDJSON] = {"schema": text(answer.exported)}
            found[str(status)] = response
        return found

    def codes(self) -> list[str]:
        """Return every code that the endpoint may refuse with, in the order of the catalogue."""
        codes = {*_ALWAYS, *self.refusals}
        if self.caller is not Caller.NOBODY_LOOKS:
            codes |= {*_WITH_TOKEN}
        if self.scopes:
            codes.add("scope_missing")
        if self.body is not None:
            codes |= {*_WITH_BODY}
        if self.is_repeatable:
            codes.add("idempotency_key_reused")
        unknown = codes - CATALOGUE.keys()
        assert not unknown, unknown
        return [code for code in CATALOGUE if code in codes]

    def _refusals(self) -> dict[str, Any]:
        by_status: dict[int, list[str]] = {}
        for code in self.codes():
            by_status.setdefault(CATALOGUE[code][0], []).append(code)
        return {str(status): _refusal(status, codes) for status, codes in by_status.items()}


def _refusal(status: int, codes: list[str]) -> Component:
    """Return the answer with a problem of one of the codes."""
    schema = {"allOf": [PROBLEM], "properties": {"code": {"enum": codes}}}
    headers = (_REQUEST_ID, *_PROBLEM_HEADERS.get(status, ()))
    value = {
        "description": f"{HTTPStatus(status).phrase}: {', '.join(f'`{code}`' for code in codes)}",
        "headers": {one.name: one for one in headers},
        "content": {PROBLEM_JSON: {"schema": schema}},
    }
    return Component("-".join(codes), value, "responses")


def documented(**operations: Operation) -> Callable[[V], V]:
    """Say of a view what each of its methods takes and gives: `get=`, `post=` …"""

    def attach(view: V) -> V:
        view.operations = operations
        return view

    return attach
