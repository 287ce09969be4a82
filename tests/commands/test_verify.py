"""`manage.py verify` checks files of records and names the first fault."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.engine.records import Record, play, short_ruleset

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def record() -> Record:
    return play(short_ruleset()).record


def verify(*files: Path) -> str:
    """Run the command in this process and return what it prints."""
    printed = StringIO()
    call_command("verify", *map(str, files), stdout=printed)
    return printed.getvalue()


def refusal(*files: Path) -> str:
    with pytest.raises(CommandError) as refused:
        verify(*files)
    assert refused.value.returncode == 1
    return str(refused.value)


def file_of(folder: Path, *lines: str, name: str = "games.jsonl") -> Path:
    file = folder / name
    file.write_text("".join(line + "\n" for line in lines), "utf-8")
    return file


def test_json_lines_are_counted(record: Record, tmp_path: Path) -> None:
    file = file_of(tmp_path, *[json.dumps(record, ensure_ascii=False)] * 3)
    assert verify(file) == f"{file}: 3 records verified\n"


def test_one_record_may_be_laid_out_for_people(record: Record, tmp_path: Path) -> None:
    file = file_of(tmp_path, json.dumps(record, indent=2))
    assert verify(file) == f"{file}: 1 record verified\n"


def test_many_files_are_told_one_by_one(record: Record, tmp_path: Path) -> None:
    line = json.dumps(record)
    files = [file_of(tmp_path, *[line] * n, name=f"{n}.jsonl") for n in (1, 2)]
    assert verify(*files) == "".join(
        f"{file}: {count} verified\n"
        for file, count in zip(files, ("1 record", "2 records"), strict=True)
    )


@pytest.mark.parametrize("lines", [(), ("",), ("  ", "\t")])
def test_file_without_a_record_is_an_error(lines: tuple[str, ...], tmp_path: Path) -> None:
    file = file_of(tmp_path, *lines)
    assert refusal(file) == f"{file}: holds no record"


def test_missing_file_is_named(tmp_path: Path) -> None:
    assert "no.jsonl" in refusal(tmp_path / "no.jsonl")


def test_folder_is_no_file(tmp_path: Path) -> None:
    assert str(tmp_path) in refusal(tmp_path)


def test_file_that_is_not_utf_8_is_named_with_the_byte(record: Record, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(json.dumps(record).encode() + b"\n\xe9")
    assert refusal(file) == f"{file}: not UTF-8 at byte {file.stat().st_size - 1}"


def test_byte_order_mark_is_no_part_of_a_record(record: Record, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(record).encode())
    assert refusal(file).startswith(f"{file}: record 1: ")


def test_first_fault_is_named_by_file_record_and_place(record: Record, tmp_path: Path) -> None:
    good, bad = json.dumps(record), json.dumps({**record, "game": "another"})
    whole = file_of(tmp_path, good, name="whole.jsonl")
    forged = file_of(tmp_path, good, bad, "no json", name="forged.jsonl")
    later = file_of(tmp_path, "no json", name="later.jsonl")
    assert refusal(whole, forged, later).startswith(f"{forged}: record 2 /digest: ")


def test_what_is_no_json_is_named(record: Record, tmp_path: Path) -> None:
    file = file_of(tmp_path, json.dumps(record), "{'no': 'json'}")
    assert refusal(file).startswith(f"{file}: record 2: ")


def test_files_before_the_fault_are_told_and_exit_status_is_1(
    record: Record, tmp_path: Path
) -> None:
    good = file_of(tmp_path, json.dumps(record), name="good.jsonl")
    bad = file_of(tmp_path, json.dumps({**record, "digest": ""}), name="bad.jsonl")
    run = subprocess.run(
        [sys.executable, "manage.py", "verify", str(good), str(bad)],
        cwd=ROOT,
        env={**os.environ, "DOS_LEAGUE_VAR": str(tmp_path / "var")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout) == (1, f"{good}: 1 record verified\n")
    assert f"CommandError: {bad}: record 1 /digest: " in run.stderr
    assert "Traceback" not in run.stderr
