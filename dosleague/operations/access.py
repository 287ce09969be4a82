"""Who counts as an operator."""

from hmac import compare_digest

from django.conf import settings
from django.http import HttpRequest
from rest_framework.request import Request

from dosleague.api.problems import Problem
from dosleague.api.tokens import BearerAuthentication, require_scope


def check_operator(request: HttpRequest) -> None:
    """Let in the collector's own token, a token with the scope `admin` and staff signed in.

    Raises the Problems `not_authenticated`, `token_expired`, `scope_missing` and `forbidden`.
    """
    header = request.META.get("HTTP_AUTHORIZATION")
    if header is None:
        check_session(request)
    elif not is_collector(header):
        asked = Request(request, authenticators=[BearerAuthentication()])
        require_scope(asked, "admin")


def is_collector(header: str) -> bool:
    """Return whether the header holds `METRICS_TOKEN`."""
    token = settings.METRICS_TOKEN
    return bool(token) and compare_digest(header.encode(), f"Bearer {token}".encode())


def check_session(request: HttpRequest) -> None:
    """Let in members of staff who have signed in at the administration."""
    if not request.user.is_authenticated:
        raise Problem("not_authenticated")
    if not request.user.is_staff:
        raise Problem("forbidden")
