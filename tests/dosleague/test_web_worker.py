"""The threads of a web process, with gunicorn as it is configured and an application of our own."""

import os
import re
import socket
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import pytest

from dosleague.web_worker import PLACES, Held, free_place
from tests.benchmarks.service_client import Address
from tests.benchmarks.service_processes import free_address, running
from tests.dosleague import web_app


@contextmanager
def served(*, workers: int, threads: int) -> Iterator[Address]:
    """Serve the test's application; yield where."""
    address = free_address()
    variables = {
        "WEB_BIND": f"127.0.0.1:{address[1]}",
        "WEB_WORKERS": str(workers),
        "WEB_THREADS": str(threads),
        "REDIS_URL": "redis://127.0.0.1:6379/0",  # asked for at the start, never talked to
    }
    command = [sys.executable, "-m", "gunicorn", "--config=python:dosleague.gunicorn"]
    command += ["tests.dosleague.web_app:application"]
    with TemporaryDirectory() as folder, running(command, Path(folder) / "web.log", **variables):
        wait_until_all_answer(address, workers)
        yield address


def wait_until_all_answer(address: Address, workers: int) -> None:
    seen: set[str] = set()
    last = time.monotonic() + 30
    while len(seen) < workers and time.monotonic() < last:
        with suppress(OSError):
            seen |= {process for process, _ in asked_once(address, 4)}
        time.sleep(0.05)
    assert len(seen) == workers


def asked_once(address: Address, connections: int) -> list[list[str]]:
    """Open connections at once, ask each once and close them; return who answered."""
    lines = [HTTPConnection(*address, timeout=10) for _ in range(connections)]
    try:
        for line in lines:
            line.connect()
        for line in lines:
            line.request("GET", "/")
        return [line.getresponse().read().decode().split() for line in lines]
    finally:
        for line in lines:
            line.close()


@pytest.fixture(scope="module")
def two_processes() -> Iterator[Address]:
    with served(workers=2, threads=16) as address:
        yield address


def test_a_burst_of_connections_is_shared_evenly(two_processes: Address) -> None:
    shares = []
    for _ in range(5):
        counts = Counter(process for process, _ in asked_once(two_processes, 16))
        shares.append(max(counts.values()))
        time.sleep(0.1)
    assert sorted(shares)[2] <= 11, shares


def test_a_thread_stays_with_a_connection_that_asks_again_at_once(two_processes: Address) -> None:
    line = HTTPConnection(*two_processes, timeout=10)
    answers = []
    for _ in range(50):
        line.request("GET", "/")
        answers.append(line.getresponse().read())
    line.close()
    stays = sum(former == latter for former, latter in pairwise(answers))
    assert stays >= 40


def test_a_connection_that_pauses_is_served_again(two_processes: Address) -> None:
    line = HTTPConnection(*two_processes, timeout=10)
    for pause in (0.0, 0.05, 0.5):
        time.sleep(pause)
        line.request("POST", "/", b"a body")
        assert line.getresponse().read()
    line.close()


def test_head_and_body_of_an_answer_come_in_one_packet(two_processes: Address) -> None:
    with socket.create_connection(two_processes, timeout=10) as line:
        for _ in range(20):
            line.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
            head, _, body = line.recv(65_536).partition(b"\r\n\r\n")
            assert f"Content-Length: {len(body)}".encode() in head


@pytest.mark.parametrize("path", ["/", "/pieces", "/file"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_an_answer_arrives_whole_whatever_it_is_made_of(
    two_processes: Address, path: str, method: str
) -> None:
    line = HTTPConnection(*two_processes, timeout=10)
    for _ in range(3):  # the connection stays in step
        line.request(method, path)
        answer = line.getresponse()
        body = answer.read()
        assert answer.status == 200
        if method == "HEAD":
            assert not body
        elif path == "/file":
            assert body == Path(web_app.__file__).read_bytes()
        else:
            assert re.fullmatch(rb"\d+ \d+!" if path == "/pieces" else rb"\d+ \d+", body)
    line.close()


def test_who_expects_a_word_before_the_answer_gets_it_at_once(two_processes: Address) -> None:
    with socket.create_connection(two_processes, timeout=10) as line:
        line.sendall(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 2\r\n")
        line.sendall(b"Expect: 100-continue\r\n\r\n")
        sent = time.monotonic()
        assert line.recv(1_000).startswith(b"HTTP/1.1 100 ")
        assert time.monotonic() - sent < 0.15
        line.sendall(b"{}")
        assert line.recv(65_536).startswith(b"HTTP/1.1 200 ")


def test_no_thread_is_kept_from_a_connection_that_asks() -> None:
    with served(workers=1, threads=2) as address:
        lines = [HTTPConnection(*address, timeout=10) for _ in range(6)]
        begun = time.monotonic()
        for _ in range(20):
            for line in lines:
                line.request("GET", "/")
            for line in lines:
                assert line.getresponse().read()
        assert time.monotonic() - begun < 3
        for line in lines:
            line.close()


def test_a_request_is_answered_before_the_process_ends() -> None:
    with served(workers=1, threads=2) as address:
        line = HTTPConnection(*address, timeout=10)
        line.request("GET", "/")
        process = int(line.getresponse().read().split()[0])
        line.request("GET", "/slow")
        time.sleep(0.1)
        os.kill(process, 15)
        answer = line.getresponse()
        assert answer.status == 200
        assert answer.read().startswith(str(process).encode())
        line.close()
        wait_until_all_answer(address, 1)  # another has taken its place


def test_places_are_given_once_and_the_ended_are_not_waited_for() -> None:
    workers = [SimpleNamespace(place=0), SimpleNamespace(place=2)]
    assert free_place(workers) == 1
    held = Held()
    held.note(0, 3)
    held.note(1, 1_000)
    assert held.least() == 3
    held.leave(0)
    assert held.least() == 254
    everywhere = [SimpleNamespace(place=place) for place in range(PLACES)]
    assert free_place(everywhere) == PLACES - 1
