"""Django's PostgreSQL, with a look at the socket in place of a statement before each request.

A connection that the server has ended, as when it was started anew, has something to read while
nobody has asked; that costs no round trip to see. One that was idle for a while is asked all the
same: what lies between may have forgotten it and say so only to who sends.
"""

import select
import time
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final

from django.db.backends.postgresql import base
from psycopg.adapt import AdaptersMap
from psycopg.types.datetime import TimestamptzLoader

ASKED_AFTER_IDLE: Final = 5.0


class TimeLoader(TimestamptzLoader):
    """Reads a time of UTC as the server writes it, and leaves every other form to psycopg."""

    timezone = UTC

    def load(self, data: Any) -> datetime:
        """Return the time that a column holds."""
        try:
            moment = datetime.fromisoformat(str(data, "ascii"))
        except ValueError:
            moment = None
        if moment is not None and moment.tzinfo is UTC:
            return moment
        return super().load(data).replace(tzinfo=UTC)  # as Django does


@lru_cache
def _with_our_times(adapters: AdaptersMap) -> AdaptersMap:
    """Return how values are read, with our own reading of times: a row of a game has eight."""
    ours = AdaptersMap(adapters)
    ours.register_loader("timestamptz", TimeLoader)
    return ours


class DatabaseWrapper(base.DatabaseWrapper):
    """Asks a connection whether it works only where there is reason to doubt it."""

    health_check_done: bool
    health_check_enabled: bool

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._looked_at = 0.0
        self._kept: Any = None

    def get_connection_params(self) -> dict[str, Any]:
        """Return what Django connects with, and how values are read."""
        parameters: dict[str, Any] = super().get_connection_params()
        if self.timezone is UTC:
            parameters["context"] = _with_our_times(parameters["context"])
        return parameters

    def connect(self) -> None:
        """Connect, and take it that this works for now."""
        super().connect()
        self._looked_at = time.monotonic()

    def kept_cursor(self) -> Any:
        """Return a cursor that is kept with the connection, for one statement after another.

        Django makes and wraps one for each statement, which takes a tenth of a read. What psycopg
        raises is not turned into Django's errors here: see `wrap_database_errors`.
        """
        self.close_if_health_check_failed()
        self.ensure_connection()
        if self._kept is None or self._kept.connection is not self.connection:
            self._kept = self.create_cursor()
        return self._kept

    def close_if_health_check_failed(self) -> None:
        """Close the connection where it was ended from the other side."""
        if self.connection is None or self.health_check_done or not self.health_check_enabled:
            return
        now = time.monotonic()
        is_fresh = now < self._looked_at + ASKED_AFTER_IDLE
        self._looked_at = now
        if is_fresh and not self.pool and not has_something_to_read(self.connection.fileno()):
            self.health_check_done = True
        else:
            super().close_if_health_check_failed()


def has_something_to_read(socket: int) -> bool:
    """Say whether something has come over a socket, its end included."""
    poll = select.poll()
    poll.register(socket, select.POLLIN)
    return bool(poll.poll(0))
