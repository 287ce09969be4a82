"""The outermost layer: a name for each request, the limits of what is read, the last net."""

import io
import logging
import re
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import structlog
from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.request import UnreadablePostError
from django.http.response import HttpResponseBase
from structlog.contextvars import bind_contextvars, clear_contextvars

from dosleague.api.clock import ARRIVED
from dosleague.api.errors import answer_to, problem_of_status
from dosleague.api.limits import SMALL, body_limit
from dosleague.api.problems import PROBLEM_JSON, Problem, problem_response
from dosleague.ids import new_id

_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_API: Final = "/api/"
_BODILESS: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
_requests = logging.getLogger("dosleague.request")
_log = structlog.get_logger(_requests.name)

_Next = Callable[[HttpRequest], Any]


class RequestContext:
    """Gives each request its id and time of arrival, and each answer its id back.

    Refuses bad hosts and large bodies before anything is read, and turns whatever escapes from
    beneath, or is told there in another form, into a problem.
    """

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: _Next) -> None:
        self._get_response = get_response
        self._asynchronous = iscoroutinefunction(get_response)
        if self._asynchronous:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if self._asynchronous:
            return self._called(request)
        _begin(request)
        try:
            _check(request)
            response: HttpResponseBase = self._get_response(request)
        except Exception as fault:  # noqa: BLE001 - nothing stands above to answer for it
            response = answer_to(request, fault)
        return _finished(request, response)

    async def _called(self, request: HttpRequest) -> HttpResponseBase:
        _begin(request)
        try:
            _check(request)
            response: HttpResponseBase = await self._get_response(request)
        except Exception as fault:  # noqa: BLE001 - nothing stands above to answer for it
            response = answer_to(request, fault)
        return _finished(request, response)


def _begin(request: HttpRequest) -> None:
    scope: dict[str, Any] = getattr(request, "scope", {})
    given = request.META.get("HTTP_X_REQUEST_ID", "")
    request_id = given if _REQUEST_ID.fullmatch(given) else new_id().hex
    request.arrived = scope.get(ARRIVED) or time.monotonic()  # type: ignore[attr-defined]
    request.request_id = request_id  # type: ignore[attr-defined]
    clear_contextvars()
    bind_contextvars(request_id=request_id)


def _check(request: HttpRequest) -> None:
    try:
        request.get_host()
    except DisallowedHost:
        raise Problem("malformed", "The service does not answer to this host.") from None
    if request.method in _BODILESS:
        return
    length = request.META.get("CONTENT_LENGTH")
    if length:
        if not (length.isascii() and length.isdigit()):
            raise Problem("malformed", "The Content-Length is not a number.")
        _check_size(request, int(length))
    elif "chunked" in request.META.get("HTTP_TRANSFER_ENCODING", "").lower():
        _read_chunked(request)


def _check_size(request: HttpRequest, size: int) -> None:
    if size > SMALL and size > (limit := body_limit(request.path_info)):
        raise Problem("too_large", f"A body here has at most {limit} bytes.")


def _read_chunked(request: HttpRequest) -> None:
    """Read a body that does not say its length, up to the limit, and give it one.

    Django takes a body without a length for an empty one.
    """
    source = request.META.get("wsgi.input", request)
    if source is not request and not request.META.get("wsgi.input_terminated"):
        raise Problem("malformed", "The server reads no chunked bodies.")
    try:
        body = source.read(body_limit(request.path_info) + 1)
    except OSError as fault:
        raise UnreadablePostError(*fault.args) from fault
    _check_size(request, len(body))
    request.META["CONTENT_LENGTH"] = str(len(body))
    request._stream = io.BytesIO(body)
    request._read_started = False  # type: ignore[attr-defined]


def _finished(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    status = response.status_code
    told_otherwise = status >= 400 and response.headers.get("Content-Type") != PROBLEM_JSON
    if told_otherwise and request.path_info.startswith(_API):
        response = problem_response(request, problem_of_status(status))
    response.headers["X-Request-ID"] = request.request_id  # type: ignore[attr-defined]
    if isinstance(response, HttpResponse) and "Content-Length" not in response.headers:
        response.headers["Content-Length"] = str(len(response.content))
    if status >= 400 or _requests.isEnabledFor(logging.DEBUG):
        _log_request(request, status)
    clear_contextvars()
    return response


def _log_request(request: HttpRequest, status: int) -> None:
    log = _log.info if status >= 400 else _log.debug
    took = time.monotonic() - request.arrived  # type: ignore[attr-defined]
    log(
        "request", method=request.method, path=request.path, status=status, ms=round(1000 * took, 1)
    )
