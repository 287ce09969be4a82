"""`manage.py demo_league`: a season of bots that plays itself to the end."""

import subprocess
import sys
from pathlib import Path

from tests.dosleague.served import ROOT, environment
from tournaments.services.demonstration import SEASON_EVENTS

LONGEST = 150
"""Seconds for a season on a busy machine."""


def test_season_plays_itself_and_is_shown(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "manage.py", "demo_league"],
        cwd=ROOT,
        env=environment(tmp_path / "var", {"COLUMNS": "120"}),
        capture_output=True,
        text=True,
        check=False,
        timeout=LONGEST,
    )
    assert run.returncode == 0, run.stderr
    assert "with the password" in run.stdout
    final = run.stdout[run.stdout.rindex("The season") :]
    rows = [line for line in final.splitlines() if "finished" in line]
    assert len(rows) == SEASON_EVENTS
    assert "Ratings in reprint-2021.all" in final
    assert [line for line in run.stderr.splitlines() if '"level": "error"' in line] == []


def test_number_of_bots_is_checked_before_anything_is_made(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "manage.py", "demo_league", "--bots", "7"],
        cwd=ROOT,
        env=environment(tmp_path / "var", {}),
        capture_output=True,
        text=True,
        check=False,
        timeout=LONGEST,
    )
    assert run.returncode == 1
    assert run.stderr == "CommandError: --bots is a number from 8 to 24.\n"
