"""A league that was started by `manage.py serve`, in a process of its own."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).resolve().parents[2]
SECONDS_TO_START = 60.0
SECONDS_TO_STOP = 20.0
# What a developer may have set must not reach the league under test.
OURS = ("DATABASE_URL", "REDIS_URL", "METRICS_TOKEN", "WEB_", "DOS_LEAGUE_", "DJANGO_")


def free_port() -> int:
    """Return a port of this machine on which nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        number: int = probe.getsockname()[1]
        return number


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Served:
    """A league at work: its process, and a client for it."""

    process: subprocess.Popen[str]
    client: httpx.Client

    def end(self, signal_number: int = signal.SIGTERM) -> Ended:
        """Ask it to end, and return how it did."""
        started = time.monotonic()
        self.process.send_signal(signal_number)
        out, err = self.process.communicate(timeout=SECONDS_TO_STOP)
        return Ended(self.process.returncode, out, err, time.monotonic() - started)

    def wait_until_ready(self) -> None:
        """Wait until it says that games can be played."""
        last = ""
        for _ in until(SECONDS_TO_START):
            assert self.process.poll() is None, self.process.communicate()
            try:
                answer = self.client.get("/readyz")
            except httpx.TransportError as error:
                last = str(error)
                continue
            if answer.status_code == 200:
                return
            last = answer.text
        raise AssertionError(f"not ready in time: {last}")


def until(seconds: float) -> Iterator[None]:
    """Yield every tenth of a second until the time is over."""
    last = time.monotonic() + seconds
    while time.monotonic() < last:
        yield
        time.sleep(0.1)


def environment(var: Path, settings: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a league that keeps its files in `var`."""
    kept = {name: word for name, word in os.environ.items() if not name.startswith(OURS)}
    return {**kept, "DOS_LEAGUE_VAR": str(var), **settings}


def manage(*arguments: str, var: Path, **settings: str) -> Ended:
    """Run a command to its end."""
    started = time.monotonic()
    run = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(var, settings),
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS_TO_START,
    )
    return Ended(run.returncode, run.stdout, run.stderr, time.monotonic() - started)


def ask(expression: str, *, var: Path, **settings: str) -> Any:
    """Return what a Python expression is in the league's own shell; it knows the models."""
    script = (
        "import json; from games.models import Game, Player; "
        "from games.services.demonstration import ensure_demonstration; "
        f"print(json.dumps({expression}, default=str))"
    )
    run = manage("shell", "--no-imports", "-c", script, var=var, **settings)
    assert run.code == 0, run.err
    return json.loads(run.out)


@contextmanager
def serving(*arguments: str, var: Path, port: int, **settings: str) -> Iterator[Served]:
    """Start a league on a port, wait until it is ready, and leave nothing of it behind."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", f"--port={port}", *arguments],
        cwd=ROOT,
        env=environment(var, settings),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=10) as client:
            served = Served(process, client)
            served.wait_until_ready()
            yield served
    finally:
        if process.poll() is None:
            process.terminate()  # a supervisor ends its children too
            try:
                process.communicate(timeout=SECONDS_TO_STOP)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
