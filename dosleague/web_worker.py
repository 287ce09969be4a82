"""The threads of a web process: `dosleague.gunicorn` has gunicorn use them.

Gunicorn's own threads give a connection back after each answer, which costs four changes of thread
a request, send the head of an answer apart from its body, and let whichever process wakes first
take all connections of a burst. Here a thread stays with its connection for a moment, since most
clients ask again at once; an answer leaves whole; and a process lets others go first that hold
fewer connections.
"""

import mmap
import select
import socket
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from gunicorn.workers.gthread import TConn, ThreadWorker

STAY_MILLIS: Final = 5
"""How long a thread waits for the next request of its connection, where another thread is free."""
LET_PASS_SECONDS: Final = 0.002
"""How long a new connection is left to a process that holds fewer."""
PLACES: Final = 256
"""More processes than these share one place."""
_ABSENT: Final = 255
_CORK: Final[int | None] = getattr(socket, "TCP_CORK", None)  # Linux has it


class Held:
    """How many connections each process holds, in memory that the arbiter's children share."""

    def __init__(self) -> None:
        self._counts = mmap.mmap(-1, PLACES)
        self._counts[:] = bytes([_ABSENT]) * PLACES

    def note(self, place: int, count: int) -> None:
        """Say how many connections the process at a place holds."""
        self._counts[place] = min(count, _ABSENT - 1)

    def leave(self, place: int) -> None:
        """Count a process no longer: it ends or has ended."""
        self._counts[place] = _ABSENT

    def least(self) -> int:
        """Return how many connections the process that holds fewest has."""
        return min(self._counts[:])


held = Held()


def free_place(workers: Iterable[Any]) -> int:
    """Return a place that none of the workers has."""
    taken = {worker.place for worker in workers}
    return next((place for place in range(PLACES) if place not in taken), PLACES - 1)


class SteadyThreadWorker(ThreadWorker):
    """Threads that stay with their connections, in processes that share new ones evenly."""

    place = PLACES - 1

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._served: set[TConn] = set()

    def notify(self) -> None:
        """Tell the arbiter that we live, and the other processes how many connections we hold.

        Gunicorn calls it each time before it waits for something to happen.
        """
        super().notify()
        if self.alive:
            held.note(self.place, self.nr_conns)
        else:
            held.leave(self.place)

    def accept(self, listener: socket.socket) -> None:
        """Accept a connection, if nobody who holds fewer does so first."""
        if self.nr_conns > held.least():
            time.sleep(LET_PASS_SECONDS)
        super().accept(listener)

    def handle(self, conn: TConn) -> Any:
        """Answer the requests of a connection for as long as they follow closely."""
        self._served.add(conn)
        try:
            while True:
                result = super().handle(conn)
                if result is not True or not self._has_more(conn):
                    return result
        finally:
            self._served.discard(conn)

    def _has_more(self, conn: TConn) -> bool:
        """Wait a moment for the next request, where no other connection lacks a thread for it."""
        if not self.alive or len(self._served) >= self.cfg.threads:
            return False
        parser: Any = conn.parser
        if parser.unreader.buf.getvalue():  # read with the last request's body
            return True
        waiting = select.poll()
        waiting.register(conn.sock, select.POLLIN)
        return bool(waiting.poll(STAY_MILLIS))

    def handle_request(self, request: Any, conn: TConn) -> Any:
        """Answer one request, head and body in one packet where they fit.

        Who sends `Expect` waits for a word before the answer, which must not be held back.
        """
        if any(name == "EXPECT" for name, _ in request.headers):
            return super().handle_request(request, conn)
        with _whole_packets(conn.sock):
            return super().handle_request(request, conn)


@contextmanager
def _whole_packets(connection: socket.socket) -> Iterator[None]:
    """Let what is written meanwhile leave in as few packets as can be."""
    if _CORK is None or connection.family == socket.AF_UNIX:
        yield
        return
    connection.setsockopt(socket.IPPROTO_TCP, _CORK, 1)
    try:
        yield
    finally:
        if connection.fileno() >= 0:  # it may have been closed
            connection.setsockopt(socket.IPPROTO_TCP, _CORK, 0)
