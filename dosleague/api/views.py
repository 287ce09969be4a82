"""The base of every endpoint.

Order of a request: path 404, method 405, Accept 406, query 400, rate 429, then the view: it reads
the body (400, 415) before it asks who calls (401, 403).
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, ClassVar, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from dosleague.api.idempotency import fingerprint_of, idempotent, key_of
from dosleague.api.json import JSON, FastJSONRenderer, StrictJSONParser, parse_json, render_json
from dosleague.api.pagination import NDJSON, check_query
from dosleague.api.problems import Problem
from dosleague.api.schema.operations import Operation
from dosleague.api.throttling import add_rate_headers, check_rate
from dosleague.api.tokens import BearerAuthentication

__all__ = ["ApiView", "answer", "body_of", "fingerprint_of", "idempotent", "key_of", "parse_id"]

KIB: Final = 1024
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_ANYTHING: Final = frozenset({"", "*/*", JSON, "application/*"})


def answer(
    value: Any, status: int = HTTPStatus.OK, headers: dict[str, str] | None = None
) -> HttpResponse:
    """Return plain values as JSON, rendered at once."""
    return HttpResponse(render_json(value), status=status, content_type=JSON, headers=headers)


def parse_id(text: str) -> UUID:
    """Return an id of the path; raises `not_found`, since a malformed one names nothing."""
    try:
        return UUID(text)
    except ValueError:
        raise Problem("not_found") from None


def body_of(request: Request) -> Any:
    """Return what `request.data` is; the short way to it where the body is plainly JSON.

    Raises the Problems `malformed` and `unsupported_media_type`.
    """
    if request.META.get("CONTENT_TYPE") == JSON and (body := request._request.body):
        return parse_json(body)
    return request.data


class ApiView(APIView):
    """An endpoint: JSON in and out, tokens looked at when the view asks, nothing ignored."""

    authentication_classes = (BearerAuthentication,)
    parser_classes = (StrictJSONParser,)
    renderer_classes = (FastJSONRenderer,)
    permission_classes = ()
    throttle_classes = ()

    # The bucket that POST, PUT and DELETE are counted in; GET is counted in `reads`.
    bucket: ClassVar[str] = "writes"
    # Every query parameter that GET reads, with `limit` and `cursor` for lists.
    allowed_query: ClassVar[frozenset[str]] = frozenset()
    # Every query parameter that POST and PUT read.
    allowed_act_query: ClassVar[frozenset[str]] = frozenset()
    # Whether GET also answers NDJSON.
    exportable: ClassVar[bool] = False
    # The largest body in bytes; looked at by the middleware, before anything is read.
    body_limit: ClassVar[int] = 64 * KIB
    # What `documented` says of each method, for the OpenAPI document.
    operations: ClassVar[Mapping[str, Operation]] = {}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check everything that needs neither body nor caller, then count the request."""
        method = request.method or ""
        if method not in self.allowed_methods:
            raise self._wrong_method(method)
        self.format_kwarg = None
        request.version = request.versioning_scheme = None
        renderer, media_type = self.perform_content_negotiation(request)
        request.accepted_renderer, request.accepted_media_type = renderer, media_type
        if method == "OPTIONS":
            return
        if request.META.get("QUERY_STRING"):
            check_query(request, self.allowed_query if method in _SAFE else self.allowed_act_query)
        check_rate(request, "reads" if method in _SAFE else self.bucket)
        if method in _SAFE:
            self.perform_authentication(request)

    def _wrong_method(self, method: str) -> Problem:
        allow = ", ".join(self.allowed_methods)
        detail = f"{method} is not allowed here, but {allow}."
        return Problem("method_not_allowed", detail, headers={"Allow": allow})

    def perform_content_negotiation(
        self,
        request: Request,
        force: bool = False,  # noqa: FBT002
    ) -> tuple[BaseRenderer, str]:
        """Return JSON, or NDJSON for an export; raises `not_acceptable`."""
        renderer = FastJSONRenderer()
        accept = request.META.get("HTTP_ACCEPT", "")
        if force or accept in _ANYTHING:
            return renderer, JSON
        offered = [JSON, NDJSON] if self.exportable and request.method in _SAFE else [JSON]
        chosen = preferred(accept, offered)
        if chosen is None:
            raise Problem("not_acceptable", f"The answer is {' or '.join(offered)}.")
        return renderer, chosen

    def options(  # type: ignore[override]
        self, request: Request, *args: Any, **kwargs: Any
    ) -> Response:
        """Name the methods of the path."""
        allow = {"Allow": ", ".join(self.allowed_methods)}
        return Response(status=HTTPStatus.NO_CONTENT, headers=allow)

    @property
    def default_response_headers(self) -> dict[str, str]:
        """Send none of the framework's own; ours are set on the finished answer."""
        return {}

    def finalize_response(
        self, request: Request | HttpRequest, response: Any, *args: Any, **kwargs: Any
    ) -> Any:
        """Add what every answer bears."""
        assert isinstance(request, Request)
        finished: HttpResponseBase = super().finalize_response(request, response, *args, **kwargs)
        finished.setdefault("Cache-Control", "private")
        vary = ["Authorization", "Accept"] if self.exportable else ["Authorization"]
        patch_vary_headers(finished, vary)
        add_rate_headers(request._request, finished)
        return finished


def preferred(accept: str, offered: list[str]) -> str | None:
    """Return which of the offered media types an Accept header likes best; earlier wins a tie.

    >>> preferred("text/html, application/*;q=0.5", ["application/json"])
    'application/json'
    >>> preferred("text/html", ["application/json"]) is None
    True
    """
    ranges = [_media_range(part) for part in accept.split(",") if part.strip()]
    best, best_weight = None, 0.0
    for media_type in offered:
        kind = media_type.partition("/")[0]
        for wanted in (media_type, f"{kind}/*", "*/*"):
            weights = [weight for name, weight in ranges if name == wanted]
            if weights:
                if max(weights) > best_weight:
                    best, best_weight = media_type, max(weights)
                break
    return best


def _media_range(part: str) -> tuple[str, float]:
    name, *parameters = [word.strip().lower() for word in part.split(";")]
    for parameter in parameters:
        if parameter.startswith("q="):
            try:
                return name, float(parameter.removeprefix("q="))
            except ValueError:
                return name, 0.0
    return name, 1.0
