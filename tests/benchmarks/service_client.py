"""A client that costs next to nothing: prepared bytes over open connections, one loop for all."""

import re
import socket
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from selectors import EVENT_READ, DefaultSelector
from time import perf_counter
from typing import Final

LONGEST_SILENCE: Final = 10.0
_LENGTH: Final = re.compile(rb"\r\ncontent-length: *([0-9]+)\r\n", re.IGNORECASE)
Address = tuple[str, int]


@dataclass(slots=True)
class Line:
    """One client: its connection, what it will send, and what has come of the open answer."""

    connection: socket.socket
    requests: Iterator[bytes]
    answer: bytearray = field(default_factory=bytearray)

    def send(self) -> None:
        """Send the next request; RuntimeError where too few were prepared."""
        request = next(self.requests, None)
        if request is None:
            raise RuntimeError("Too few requests were prepared.")
        self.answer.clear()
        self.connection.sendall(request)

    def is_answered(self, status: bytes) -> bool:
        """Read what has come and say whether the answer is whole; it must have the status."""
        arrived = self.connection.recv(65_536)
        self.answer += arrived
        head = self.answer.find(b"\r\n\r\n")
        if head >= 0 and not self.answer.startswith(b"HTTP/1.1 " + status):
            raise RuntimeError(self.answer.decode(errors="replace"))
        if not arrived:
            raise RuntimeError("The connection was closed.")
        if head < 0:
            return False
        length = _LENGTH.search(self.answer, 0, head + 2)
        assert length is not None
        return len(self.answer) >= head + 4 + int(length[1])


def answers_a_second(
    address: Address,
    scripts: Sequence[Sequence[bytes]],
    seconds: float,
    *,
    status: bytes,
    repeats: bool = False,
) -> float:
    """Return the answers a second of clients, one a script, that send one request after another.

    The last answers are waited for and not counted. Raises RuntimeError for any other status, for
    silence, and where a script ends too early; with `repeats` it begins again.
    """
    lines = [
        Line(connected(address), cycle(script) if repeats else iter(script)) for script in scripts
    ]
    try:
        return _counted(lines, status, seconds)
    finally:
        for line in lines:
            line.connection.close()


def connected(address: Address) -> socket.socket:
    connection = socket.create_connection(address, timeout=LONGEST_SILENCE)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def _counted(lines: Sequence[Line], status: bytes, seconds: float) -> float:
    answered, waiting = 0, len(lines)
    with DefaultSelector() as selector:
        for line in lines:
            selector.register(line.connection, EVENT_READ, line)
        begun = perf_counter()
        for line in lines:
            line.send()
        while waiting:
            ready = selector.select(LONGEST_SILENCE)
            if not ready:
                raise RuntimeError(f"No answer for {LONGEST_SILENCE:.0f} s.")
            for key, _ in ready:
                line = key.data
                if not line.is_answered(status):
                    continue
                if perf_counter() - begun < seconds:
                    answered += 1
                    line.send()
                else:
                    waiting -= 1
    return answered / seconds
