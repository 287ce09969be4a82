"""The project's own tools hold it to its habits: form, types and the directions of imports."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent


@pytest.mark.parametrize(
    "gate",
    [
        pytest.param(["ruff", "check"], id="ruff check"),
        pytest.param(["ruff", "format", "--check"], id="ruff format"),
        pytest.param(["mypy"], id="mypy"),
        pytest.param(["lint-imports", "--no-cache", "--no-logo"], id="lint-imports"),
    ],
)
def test_gate_has_nothing_to_say(gate: list[str]) -> None:
    tool, *arguments = gate
    run = subprocess.run(
        [BIN / tool, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if run.returncode:
        pytest.fail(f"{' '.join(gate)}:\n{run.stdout}{run.stderr}", pytrace=False)


@pytest.mark.parametrize("core", ["games.engine", "games.bots", "games.ratings"])
def test_pure_core_loads_no_framework(core: str) -> None:
    """Import every module of the core in a fresh interpreter and look at what came along."""
    script = f"""
import importlib, pkgutil, sys
core = importlib.import_module({core!r})
for module in pkgutil.walk_packages(core.__path__, core.__name__ + "."):
    importlib.import_module(module.name)
frameworks = {{"celery", "django", "psycopg", "redis", "rest_framework"}}
print(*sorted(frameworks & sys.modules.keys()))
"""
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (run.stdout.strip(), run.stderr) == ("", "")
