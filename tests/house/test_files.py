"""What may stand in the repository's files, and how long they may grow."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MOST_LINES_A_FILE = 400
MOST_LINES_A_FUNCTION = 60

# Put together from parts, so that this file does not name what it looks for.
REGISTRIES = "|".join(["py" + "pi", "python" + "hosted", "npm" + "js", "deb" + r"\.debian"])
ELSEWHERE = re.compile(
    rf"\b({REGISTRIES})\.(org|com|net|io)\b|(?<![\w.~-])/({'work|root|home|Users'})/\w"
)


def committed_files() -> list[Path]:
    """Return the files that git tracks, or would after `git add`."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    paths = (ROOT / name for name in listed.split("\0") if name)
    return sorted(path for path in paths if path.is_file())


def written_python() -> Iterator[tuple[str, str]]:
    """Yield the name and text of each Python file that a person wrote."""
    for path in committed_files():
        if path.suffix == ".py" and path.parent.name != "migrations":
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def test_no_source_file_is_too_long() -> None:
    lengths = {name: len(text.splitlines()) for name, text in written_python()}
    assert {name: n for name, n in lengths.items() if n > MOST_LINES_A_FILE} == {}


def test_no_function_is_too_long() -> None:
    too_long = [
        f"{name}:{node.lineno} {node.name}"
        for name, text in written_python()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or node.lineno) - node.lineno >= MOST_LINES_A_FUNCTION
    ]
    assert too_long == []


def test_no_file_names_a_registry_or_a_path_of_one_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in committed_files()
        for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), start=1)
        if ELSEWHERE.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("app", ["games", "tournaments"])
def test_app_package_stays_empty(app: str) -> None:
    """An empty `__init__` is why importing a pure core does not load the app around it."""
    assert (ROOT / app / "__init__.py").read_text(encoding="utf-8") == ""


def pins(lock: str) -> dict[str, str]:
    """Return each package of a lock file with its version."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w.-]+(?:\[[\w,-]+\])?)==(\S+)", text, re.MULTILINE))


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_lock_is_hashed_and_holds_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\w)", text.strip())
    assert "://" not in text
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []


def test_development_runs_on_the_versions_that_ship() -> None:
    development = pins("requirements-dev.lock")
    shipped = pins("requirements.lock")
    assert {name: development.get(name) for name in shipped} == shipped
