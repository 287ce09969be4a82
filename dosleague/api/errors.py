"""Whatever is raised on the way becomes a problem; nothing of a fault's cause is shown."""

import sys
from typing import Any, Final

import structlog
from django.core.exceptions import (
    BadRequest,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import UnreadablePostError
from rest_framework import exceptions

from dosleague.api.problems import CATALOGUE, Problem, problem_response
from dosleague.api.serializers import problem_of_fields

RETRY_AFTER_FAULT: Final = 1
_log = structlog.get_logger("dosleague.api")

_PLAIN: Final[tuple[tuple[type[Exception] | tuple[type[Exception], ...], str], ...]] = (
    (exceptions.ParseError, "malformed"),
    ((exceptions.NotAuthenticated, exceptions.AuthenticationFailed), "not_authenticated"),
    ((exceptions.PermissionDenied, PermissionDenied), "forbidden"),
    ((exceptions.NotFound, Http404), "not_found"),
    (exceptions.NotAcceptable, "not_acceptable"),
    (exceptions.UnsupportedMediaType, "unsupported_media_type"),
    (RequestDataTooBig, "too_large"),
    ((SuspiciousOperation, BadRequest), "malformed"),
    (UnreadablePostError, "request_timeout"),
)


def problem_of(fault: BaseException) -> Problem:
    """Return the problem to tell for anything that was raised."""
    if isinstance(fault, Problem):
        return fault
    if isinstance(fault, exceptions.ValidationError):
        return problem_of_fields(fault.detail)
    if isinstance(fault, exceptions.MethodNotAllowed):
        return Problem("method_not_allowed", str(fault.detail))
    if isinstance(fault, exceptions.Throttled):
        return Problem("throttled", retry_after=max(1, int(getattr(fault, "wait", None) or 1)))
    if isinstance(fault, OperationalError | InterfaceError):
        return Problem("unavailable", retry_after=RETRY_AFTER_FAULT)
    for kinds, code in _PLAIN:
        if isinstance(fault, kinds):
            return Problem(code)
    return Problem("internal")


def answer_to(request: HttpRequest | None, fault: BaseException) -> HttpResponse:
    """Return the answer for anything that was raised; faults of ours are logged with a trace."""
    problem = problem_of(fault)
    if problem.status >= 500:
        _log.error(problem.code, exc_info=fault, path=getattr(request, "path", ""))
    response = problem_response(request, problem)
    # Django would log the answer a second time, without its cause.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


def exception_handler(fault: Exception, context: dict[str, Any]) -> HttpResponse:
    """Answer for the REST framework."""
    request = context["request"]
    return answer_to(getattr(request, "_request", request), fault)


def handler400(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what Django finds suspicious."""
    return answer_to(request, exception)


def handler403(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what Django forbids."""
    return answer_to(request, exception)


def handler404(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer for paths that lead nowhere."""
    return answer_to(request, exception)


def handler500(request: HttpRequest) -> HttpResponse:
    """Answer for what no view has caught."""
    return answer_to(request, sys.exc_info()[1] or RuntimeError("no cause"))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form sent without its CSRF token."""
    return problem_response(request, Problem("forbidden", reason))


_CODES_BY_STATUS: Final = {
    400: "malformed",
    401: "not_authenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    408: "request_timeout",
    413: "too_large",
    415: "unsupported_media_type",
    429: "throttled",
    503: "unavailable",
}


def problem_of_status(status: int) -> Problem:
    """Return the problem for an error answer that something beneath us made."""
    code = _CODES_BY_STATUS.get(status, "internal" if status >= 500 else "malformed")
    assert code in CATALOGUE
    return Problem(code)
