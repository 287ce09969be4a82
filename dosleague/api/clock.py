"""The database's clock, which all processes share, and how long a request has been with us."""

import time
from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.http import HttpRequest
from django.utils import timezone
from rest_framework.request import Request

# Where an ASGI server's wrapper notes when the last byte of a request came in.
ARRIVED = "dosleague.arrived"


def database_now() -> datetime:
    """Return the database's time now; one statement, also inside a transaction that began before.

    SQLite has no clock of its own; there it is this machine's.
    """
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now


def arrival_of(request: HttpRequest | Request) -> float:
    """Return the seconds since the request came in, by a clock that never goes back.

    `database_now() - timedelta(seconds=arrival_of(request))` is when it arrived.
    """
    arrived: Any = getattr(request, "arrived", None)
    return 0.0 if arrived is None else max(0.0, time.monotonic() - arrived)


def rfc3339(moment: datetime) -> str:
    """Return a time as RFC 3339 in UTC.

    >>> rfc3339(datetime(2026, 1, 31, 9, 30, tzinfo=UTC))
    '2026-01-31T09:30:00Z'
    """
    if moment.tzinfo is not UTC:
        moment = moment.astimezone(UTC)
    return moment.isoformat()[: -len("+00:00")] + "Z"
