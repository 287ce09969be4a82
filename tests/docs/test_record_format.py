"""The program printed in docs/record-format.md does what the page says it does."""

import ast
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, TypeAlias

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "record-format.md"
MOST_LINES = 30

Record: TypeAlias = dict[str, Any]


def printed_program() -> str:
    """Return the one Python program on the page."""
    (program,) = re.findall(
        r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert isinstance(program, str)
    return program


def resealed(record: Record) -> Record:
    """Return a record with the digest that its present content asks for."""
    rest = {key: value for key, value in record.items() if key != "digest"}
    rest["seats"] = [
        {key: value for key, value in seat.items() if key != "name"} for seat in record["seats"]
    ]
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return record | {"digest": hashlib.sha256(text.encode()).hexdigest()}


def with_first_round(record: Record, **changes: Any) -> Record:
    first, *others = record["rounds"]
    return record | {"rounds": [first | changes, *others]}


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> list[Record]:
    """Return two games that bots played, as the `simulate` command wrote them."""
    out = tmp_path_factory.mktemp("simulated") / "games.jsonl"
    wanted = ["--games", "2", "--seats", "greedy,random", "--seed", "7", "--out", str(out)]
    subprocess.run([sys.executable, "manage.py", "simulate", *wanted], cwd=ROOT, check=True)
    return [json.loads(line) for line in out.read_text("utf-8").split("\n") if line]


@pytest.fixture
def record(records: list[Record]) -> Record:
    """Return a record that a test may take apart."""
    copy: Record = json.loads(json.dumps(records[0]))
    return copy


def checked(record: Record, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the printed program on a file that holds one record."""
    program, file = folder / "check.py", folder / "record.jsonl"
    program.write_text(printed_program(), "utf-8")
    file.write_text(json.dumps(record, ensure_ascii=False) + "\n", "utf-8")
    command = [sys.executable, "-I", "-X", "utf8", str(program), str(file)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


def ok_lines(run: subprocess.CompletedProcess[str]) -> list[str]:
    return [line for line in run.stdout.splitlines() if line.startswith("ok ")]


def test_program_is_short() -> None:
    assert len(printed_program().splitlines()) <= MOST_LINES


def test_program_needs_only_the_standard_library() -> None:
    imported: set[str] = set()
    for node in ast.walk(ast.parse(printed_program())):
        if isinstance(node, ast.Import):
            imported.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").partition(".")[0])
    assert imported <= sys.stdlib_module_names


@pytest.mark.parametrize("game", [0, 1])
def test_program_agrees_with_a_simulated_game(
    records: list[Record], game: int, tmp_path: Path
) -> None:
    record = records[game]
    run = checked(record, tmp_path)
    dealer = record["rounds"][0]["dealer"]
    assert (run.returncode, run.stderr) == (0, "")
    assert ok_lines(run) == ["ok commitment", "ok digest", f"ok dealer {dealer}", "ok first action"]


def test_program_prints_each_hand_and_the_row(record: Record, tmp_path: Path) -> None:
    lines = checked(record, tmp_path).stdout.splitlines()
    dealt = [line.split() for line in lines if not line.startswith("ok ")]
    assert [len(cards) for cards in dealt] == [7, 7, 2]


def test_program_reads_the_first_record_of_a_file(records: list[Record], tmp_path: Path) -> None:
    alone = checked(records[0], tmp_path).stdout
    file = tmp_path / "record.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in records), "utf-8")
    command = [sys.executable, "-I", str(tmp_path / "check.py"), str(file)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout == alone


def test_forgotten_name_does_not_matter(record: Record, tmp_path: Path) -> None:
    record["seats"][0]["name"] = "somebody else"
    assert checked(record, tmp_path).returncode == 0


def test_other_secret_is_noticed(record: Record, tmp_path: Path) -> None:
    first = "1" if record["secret"][0] == "0" else "0"
    run = checked(resealed(record | {"secret": first + record["secret"][1:]}), tmp_path)
    assert run.returncode != 0
    assert ok_lines(run) == []


def test_any_change_breaks_the_digest(record: Record, tmp_path: Path) -> None:
    run = checked(with_first_round(record, points=record["rounds"][0]["points"] + 1), tmp_path)
    assert run.returncode != 0
    assert ok_lines(run) == ["ok commitment"]


def test_other_dealer_is_noticed(record: Record, tmp_path: Path) -> None:
    other = 1 - record["rounds"][0]["dealer"]
    run = checked(resealed(with_first_round(record, dealer=other)), tmp_path)
    assert run.returncode != 0
    assert ok_lines(run) == ["ok commitment", "ok digest"]


def test_card_that_was_not_dealt_is_noticed(record: Record, tmp_path: Path) -> None:
    actions = record["rounds"][0]["actions"]
    three_of_two = {"seat": 0, "type": "match", "target": "R10", "cards": ["R10"] * 3}
    forged = with_first_round(record, actions=[three_of_two, *actions[1:]])
    run = checked(resealed(forged), tmp_path)
    assert run.returncode != 0
    assert "ok first action" not in ok_lines(run)
    assert len(ok_lines(run)) == 3
