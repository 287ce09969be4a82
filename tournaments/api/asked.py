"""What requests for standings, brackets, reasons and exports ask for."""

from collections.abc import Callable
from typing import TypeVar

from rest_framework.request import Request

from dosleague.api.problems import Problem, field_error
from tournaments.selectors.standings import NotShown

_MOST_DIGITS = 9
T = TypeVar("T")


def asked_number(request: Request, name: str) -> int | None:
    """Return a query parameter that is a whole number from 1, None without it.

    Raises Problem `malformed`.
    """
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS and int(text) >= 1):
        detail = f"{name} is a whole number from 1."
        raise Problem("malformed", detail, errors=[field_error(f"?{name}", "number", detail)])
    return int(text)


def needed_number(request: Request, name: str) -> int:
    """Return a whole number that must be asked for; raises Problem `malformed`."""
    number = asked_number(request, name)
    if number is None:
        raise missing(name)
    return number


def missing(name: str) -> Problem:
    """Return the Problem of a request without a query parameter that it needs."""
    detail = f"{name} is needed."
    return Problem("malformed", detail, errors=[field_error(f"?{name}", "required", detail)])


def shown(show: Callable[[], T]) -> T:
    """Return what is asked for; raises Problem `not_found` where there is nothing to be shown."""
    try:
        return show()
    except NotShown as nothing:
        raise Problem("not_found", str(nothing)) from None
