"""The league as processes of their own, started, watched and ended together, without Docker."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType

SECONDS_TO_STOP = 25.0  # longer than a task may take; see CELERY_TASK_TIME_LIMIT
STEADY_SECONDS = 60.0
LONGEST_PAUSE = 30.0
LOOK_EVERY = 0.2

Say = Callable[[str], None]


def celery(*arguments: str) -> tuple[str, ...]:
    """Return the command line of one of Celery's programs for our app."""
    return (sys.executable, "-m", "celery", "--quiet", "--app=dosleague.celery", *arguments)


def worker(name: str, queues: str, concurrency: int) -> tuple[str, ...]:
    """Return the command line of a worker for some queues."""
    return celery(
        "worker",
        f"--queues={queues}",
        f"--hostname={name}@%h",
        f"--concurrency={concurrency}",
        "--without-gossip",
        "--without-mingle",
    )


def commands(*, bots: int) -> dict[str, tuple[str, ...]]:
    """Return the command line of every process of a league; docker-compose.yml has the same."""
    return {
        "web": (sys.executable, "-m", "gunicorn", "--config=python:dosleague.gunicorn"),
        "worker-clock": worker("clock", "clock", 1),
        "worker-bots": worker("bots", "bots,ratings,tournaments", bots),
        "beat": celery("beat"),
    }


@dataclass(slots=True)
class Child:
    """One process of the league, and when it may be started again."""

    name: str
    command: Sequence[str]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    falls: int = 0
    due: float = field(default=0.0)

    @property
    def pause(self) -> float:
        """Seconds until it is started again: twice as long after each fall."""
        return min(LONGEST_PAUSE, 2.0 ** (self.falls - 1))


class Family:
    """Every process of the league: one that falls is started again, and all end together."""

    def __init__(
        self, commands: Mapping[str, Sequence[str]], environment: Mapping[str, str], say: Say
    ) -> None:
        self._children = [Child(name, command) for name, command in commands.items()]
        self._environment = dict(environment)
        self._say = say
        self._ending = threading.Event()

    def end(self, number: int = 0, frame: FrameType | None = None) -> None:
        """Have `run` end everything; serves as a signal handler."""
        self._ending.set()

    def run(self) -> None:
        """Keep every process running until `end`, then end them."""
        try:
            while not self._ending.wait(LOOK_EVERY):
                for child in self._children:
                    self._tend(child)
        finally:
            self._stop()

    def _tend(self, child: Child) -> None:
        now = time.monotonic()
        if child.process is not None:
            code = child.process.poll()
            if code is None:
                return
            kill_group(child.process)  # what it had started must not go on without it
            child.process = None
            child.falls = 1 if now - child.started > STEADY_SECONDS else child.falls + 1
            child.due = now + child.pause
            self._say(f"{child.name} ended with {code}; again in {child.pause:.0f} s.")
        if now >= child.due:
            child.started = now
            # A session of its own: Ctrl-C reaches us alone, and we end the children in order.
            child.process = subprocess.Popen(  # noqa: S603 - our own commands
                child.command, env=self._environment, start_new_session=True
            )
            self._say(f"{child.name} started (process {child.process.pid}).")

    def _stop(self) -> None:
        """Ask every process to end, wait, and kill the group of one that does not."""
        running = [child.process for child in self._children if child.process is not None]
        for process in running:
            process.terminate()
        last = time.monotonic() + SECONDS_TO_STOP
        for process in running:
            try:
                process.wait(max(0.0, last - time.monotonic()))
            except subprocess.TimeoutExpired:
                kill_group(process)
                process.wait()


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and all that it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
