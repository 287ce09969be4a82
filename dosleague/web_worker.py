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
from collections.abc import Iterable
from typing import Any, Final, cast

from gunicorn.workers.gthread import TConn, ThreadWorker

STAY_MILLIS: Final = 5
"""How long a thread waits for the next request of its connection, where another thread is free."""
LET_PASS_SECONDS: Final = 0.002
"""How long a new connection is left to a process that holds fewer."""
PLACES: Final = 256
"""More processes than these share one place."""
_ABSENT: Final = 255


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
        """Answer one request, its head in one packet with the beginning of its body."""
        line = conn.sock
        answer = HeadWithBody(line)
        conn.sock = cast("socket.socket", answer)
        try:
            result = super().handle_request(request, conn)
            answer.flush()
        finally:
            conn.sock = line
        return result


class HeadWithBody:
    """The socket of one answer: what is sent first, its head, waits for what comes next."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._head: bytes | None = None
        self._is_begun = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._line, name)

    def sendall(self, data: bytes) -> None:
        """Send the data, and the head before the first of them."""
        if self._is_begun:
            self._line.sendall(data)
        elif self._head is None:
            self._head = data
        else:
            self._is_begun = True
            self._line.sendall(self._head + data)

    def sendfile(self, *arguments: Any, **options: Any) -> int:
        """Send a file, and the head before it."""
        self.flush()
        return self._line.sendfile(*arguments, **options)

    def flush(self) -> None:
        """Send the head of an answer that has no body."""
        if self._head is not None and not self._is_begun:
            self._is_begun = True
            self._line.sendall(self._head)
