"""The league's processes, one by one, so that they can be killed."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from dosleague.processes import commands, kill_group
from games.models import Game
from tests.dosleague.served import ROOT, environment, until

ENDED = (Game.Status.FINISHED, Game.Status.ABORTED)


@dataclass(slots=True)
class Crew:
    """Processes by name, each the leader of a group of its own; what they say is in `log`."""

    settings: Mapping[str, str]
    log: Path
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def start(self, *names: str) -> None:
        """Start processes of these names: `web`, `worker-clock`, `worker-bots`, `beat`."""
        wanted = commands(bots=2)
        with self.log.open("ab") as log:
            for name in names:
                self.running[name] = subprocess.Popen(
                    wanted[name],
                    cwd=ROOT,
                    env=environment(self.log.parent, self.settings),
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )

    def kill(self, name: str) -> None:
        """Kill a process and its children at once, with SIGKILL."""
        process = self.running.pop(name)
        kill_group(process)
        process.wait()

    def kill_child(self, name: str) -> None:
        """Kill one child of a process, which goes on without it."""
        pid = self.running[name].pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        if children:
            os.kill(int(children[0]), signal.SIGKILL)

    def dismiss(self) -> None:
        """End all, and see that nothing of them is left."""
        for process in self.running.values():
            process.terminate()
        for name, process in [*self.running.items()]:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill(name)
        self.running.clear()

    def faults(self) -> list[str]:
        """Return the errors of the log, but for those about the children that we killed."""
        lines = self.log.read_text(errors="replace").splitlines()
        errors = [line for line in lines if '"level": "error"' in line]
        return [line for line in errors if "WorkerLostError" not in line]

    def last_words(self) -> str:
        return self.log.read_text(errors="replace")[-3_000:]


@contextmanager
def crew(settings: Mapping[str, str], folder: Path) -> Iterator[Crew]:
    """Yield a crew that nobody has started yet; end whatever is running afterwards."""
    folder.mkdir(exist_ok=True)
    members = Crew(settings, folder / "crew.log")
    try:
        yield members
    finally:
        members.dismiss()


def wait_for_web(members: Crew, address: str) -> None:
    for _ in until(30):
        try:
            if httpx.get(f"{address}/healthz").status_code == 200:
                return
        except httpx.TransportError:
            continue
    pytest.fail(f"No answer: {members.last_words()}")


def submissions(games: list[str]) -> int:
    """Return how many submissions the games have together."""
    return sum(Game.objects.filter(pk__in=games).values_list("version", flat=True))


def wait_for_submissions(games: list[str], most: int, seconds: float = 60) -> None:
    """Wait until the games have so many submissions together, or have all ended."""
    reached = 0
    for _ in until(seconds):
        reached = submissions(games)
        if reached >= most or not Game.objects.filter(pk__in=games).exclude(status__in=ENDED):
            return
    pytest.fail(f"{reached} of {most} submissions in {seconds:.0f} s")


def wait_for_end(games: list[str], seconds: float) -> float:
    """Wait until each game has ended and whoever listens was told; return the seconds it took."""
    started = time.monotonic()
    left = 0
    for _ in until(seconds):
        told = [
            (status in ENDED and version == followed)
            for status, version, followed in Game.objects.filter(pk__in=games).values_list(
                "status", "version", "followed"
            )
        ]
        left = told.count(False)
        if not left:
            return time.monotonic() - started
    pytest.fail(f"{left} of {len(games)} games have not ended in {seconds:.0f} s")
