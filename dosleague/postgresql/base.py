"""Django's PostgreSQL, with a look at the socket in place of a statement before each request.

A connection that the server has ended, as when it was started anew, has something to read while
nobody has asked; that costs no round trip to see. One that was idle for a while is asked all the
same: what lies between may have forgotten it and say so only to who sends.
"""

import select
import time
from typing import Any, Final

from django.db.backends.postgresql import base

ASKED_AFTER_IDLE: Final = 5.0


class DatabaseWrapper(base.DatabaseWrapper):
    """Asks a connection whether it works only where there is reason to doubt it."""

    health_check_done: bool
    health_check_enabled: bool

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._looked_at = 0.0

    def connect(self) -> None:
        """Connect, and take it that this works for now."""
        super().connect()
        self._looked_at = time.monotonic()

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
