"""What the README says to type works when it is typed, in a fresh copy of the repository.

Its shell blocks run as they stand but for the rewrites of `typed`.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx
import pytest

from tests.dosleague.served import SECONDS_TO_STOP, environment, free_port, until

ROOT: Final = Path(__file__).resolve().parents[2]
MOST_LINES: Final = 40
"""How long the example may grow."""
SECONDS: Final = 50.0

INSTALL: Final = re.compile(
    r"python3 -m venv \.venv && \.venv/bin/pip install -q -r requirements(-dev)?\.lock && "
)


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of the repository with a virtualenv, and the port of the league that it serves."""

    folder: Path
    port: int

    def run(self, script: str) -> str:
        """Type a script; it must end with 0. Returns what it printed."""
        run = subprocess.run(
            ["bash", "-eu", "-o", "pipefail", "-c", script],
            cwd=self.folder,
            env=environment(self.folder / "var", {}),
            capture_output=True,
            text=True,
            check=False,
            timeout=SECONDS,
        )
        assert run.returncode == 0, f"{script}\n{run.stdout}\n{run.stderr}"
        return run.stdout


def blocks(heading: str) -> list[str]:
    """Return the shell blocks under a heading of the README, in order."""
    text = (ROOT / "README.md").read_text("utf-8")
    (section,) = re.findall(rf"^## {heading}\n(.*?)(?=^## )", text, re.MULTILINE | re.DOTALL)
    return re.findall(r"^```sh\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)


def typed(block: str, port: int) -> str:
    """Return a block as it is typed here: nothing is installed, and the port is a free one."""
    rewritten, count = INSTALL.subn("", block)  # .venv is there already
    if count:
        return rewritten.replace("manage.py serve", f"manage.py serve --port={port}")
    example = "python3 examples/play.py"
    return rewritten.replace("127.0.0.1:8000", f"127.0.0.1:{port}").replace(
        example, f"{example} http://127.0.0.1:{port}"
    )


@contextmanager
def started(copy: Copy) -> Iterator[None]:
    """Start the league by the block that says how, and end it."""
    (block,) = blocks("Start")
    process = subprocess.Popen(
        ["bash", "-c", f"exec {typed(block, copy.port)}"],
        cwd=copy.folder,
        env=environment(copy.folder / "var", {}),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in until(SECONDS):
            assert process.poll() is None, "The league has ended."
            try:
                if httpx.get(f"http://127.0.0.1:{copy.port}/readyz").status_code == 200:
                    break
            except httpx.TransportError:
                continue
        else:
            pytest.fail("The league is not ready in time.")
        yield
    finally:
        process.terminate()
        process.wait(SECONDS_TO_STOP)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Copy]:
    folder = tmp_path_factory.mktemp("checkout")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    (folder / ".venv").symlink_to(sys.prefix)
    made = Copy(folder, free_port())
    with started(made):
        yield made


def test_a_game_with_curl_is_played_to_its_end_and_verifies(copy: Copy) -> None:
    blocks_typed = [typed(block, copy.port) for block in blocks("Play a game with curl")]
    sign_up, sit_down, *rest = blocks_typed
    tell = 'echo "GAME=$GAME"\n'
    printed = copy.run("".join([sign_up, sit_down, tell, *rest]))
    (game,) = re.findall(r"^GAME=(\S+)$", printed, re.MULTILINE)
    shown = httpx.get(f"http://127.0.0.1:{copy.port}/api/v1/games/{game}").json()
    assert shown["status"] == "finished"
    assert printed.splitlines()[-1] == "game.json: 1 record verified"


def test_the_example_plays_a_game(copy: Copy) -> None:
    (block,) = blocks("Write a bot")
    assert re.search(r" played \S+ to \[\d+, \d+\]$", copy.run(typed(block, copy.port)).strip())


def test_the_example_is_as_short_as_it_is_said_to_be() -> None:
    lines = len((ROOT / "examples" / "play.py").read_text("utf-8").splitlines())
    assert lines <= MOST_LINES
    assert f"{lines} lines" in (ROOT / "README.md").read_text("utf-8").replace("\n", " ")


def test_simulated_games_verify(copy: Copy) -> None:
    (block,) = blocks("Simulate")
    assert "games.jsonl: 100 records verified" in copy.run(typed(block, copy.port))


def test_the_suite_can_be_started(copy: Copy) -> None:
    """It does not run inside itself: one file of it is collected."""
    (block,) = blocks("Test")
    command = typed(block, copy.port).strip()
    assert command == ".venv/bin/python -m pytest"
    collected = copy.run(f"{command} --collect-only -q tests/docs/test_links.py")
    assert "test_every_relative_link_leads_somewhere" in collected


def test_no_other_block_is_left_untyped() -> None:
    headings = ("Start", "Test", "Play a game with curl", "Write a bot", "Simulate")
    whole = (ROOT / "README.md").read_text("utf-8")
    assert whole.count("\n```sh\n") == sum(len(blocks(heading)) for heading in headings)
