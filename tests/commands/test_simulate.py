"""`manage.py simulate` plays the games that its seed names and writes records of them."""

import json
import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.engine.verify import verify_text
from games.simulation import share_interval

ROOT = Path(__file__).resolve().parents[2]
SHORT = '{"options": {"target": 1}}'


def simulate(*arguments: str) -> str:
    """Run the command in this process and return what it prints."""
    printed = StringIO()
    call_command("simulate", *arguments, stdout=printed)
    return printed.getvalue()


def records(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.read_text("utf-8").splitlines()]


def written(out: Path, *arguments: str) -> bytes:
    """Run the command for games of one round and return the file that it writes."""
    simulate("--ruleset", SHORT, "--out", str(out), *arguments)
    return out.read_bytes()


def refusal(*arguments: str) -> str:
    with pytest.raises(CommandError) as refused:
        simulate("--seed", "x", *arguments)
    assert refused.value.returncode == 1
    return str(refused.value)


def test_file_is_the_same_whatever_the_number_of_jobs(tmp_path: Path) -> None:
    files = {
        jobs: written(tmp_path / jobs, "--games", "60", "--seed", "s", "--jobs", jobs)
        for jobs in ("1", "2", "5")
    }
    assert files["1"].count(b"\n") == 60
    assert files["1"] == files["2"] == files["5"]


def test_same_seed_gives_the_same_file_and_another_another(tmp_path: Path) -> None:
    first, again, other = (
        written(tmp_path / f"{number}", "--games", "3", "--seed", seed)
        for number, seed in enumerate(["s", "s", "t"])
    )
    assert first == again != other


def test_games_without_a_seed_are_not_the_same_twice(tmp_path: Path) -> None:
    assert written(tmp_path / "a", "--games", "1") != written(tmp_path / "b", "--games", "1")


def test_more_games_begin_with_the_fewer(tmp_path: Path) -> None:
    few = written(tmp_path / "few", "--games", "3", "--seed", "s")
    assert written(tmp_path / "many", "--games", "30", "--seed", "s").startswith(few)


def test_every_line_is_a_record_that_is_verified(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    text = written(out, "--games", "5", "--seats", "greedy,eager,random").decode()
    assert verify_text(text) == 5
    assert [[seat["name"] for seat in one["seats"]] for one in records(out)] == [
        ["greedy", "eager", "random"]
    ] * 5


@pytest.mark.parametrize(
    "asked, name, target",
    [
        ("reprint-2021", "reprint-2021", None),
        (SHORT, "custom", 1),
        (' {"base": "reprint-2021-points", "options": {"target": 9}}', "custom", 9),
    ],
)
def test_ruleset_is_a_name_or_json(
    asked: str, name: str, target: int | None, tmp_path: Path
) -> None:
    out = tmp_path / "games.jsonl"
    simulate("--games", "1", "--ruleset", asked, "--out", str(out))
    ruleset = records(out)[0]["ruleset"]
    assert (ruleset["name"], ruleset["target"]) == (name, target)


def test_ruleset_of_a_record_can_be_given_back(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    written(out, "--games", "1")
    stored = records(out)[0]["ruleset"]
    simulate("--games", "1", "--ruleset", json.dumps(stored), "--out", str(out))
    assert records(out)[0]["ruleset"] == stored


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["--games", "0"], "--games and --jobs must be at least 1"),
        (["--games", "-3"], "--games and --jobs must be at least 1"),
        (["--jobs", "0"], "--games and --jobs must be at least 1"),
        (["--games", "many"], "--games: invalid int value: 'many'"),
        (["--games", "1.5"], "--games: invalid int value: '1.5'"),
        (["--seats", "greedy,tal"], "--seats: there is no bot named 'tal'; there are random"),
        (["--seats", "greedy, random"], "--seats: there is no bot named ' random'"),
        (["--seats", "greedy"], "--seats: a game has 2 to 4 seats"),
        (["--seats", "greedy,greedy,greedy,greedy,greedy"], "--seats: a game has 2 to 4 seats"),
        (["--seats", ""], "--seats: a game has 2 to 4 seats"),
        (["--ruleset", "house"], "--ruleset: there is no ruleset named 'house'"),
        (["--ruleset", "second-edition-2022"], "--ruleset: second-edition-2022 is another game"),
        (["--ruleset", '{"base": "second-edition-2022"}'], "the name is reserved"),
        (["--ruleset", '{"options": {"target": 0}}'], "--ruleset: target: must be a whole number"),
        (["--ruleset", '{"options": {"goal": 1}}'], "--ruleset: goal: is not an option"),
        (["--ruleset", '{"name": "classic-2018"}'], "--ruleset: target: is missing"),
        (["--ruleset", '{"base": '], "--ruleset: Expecting value"),
        (["--out", "."], "--out: "),
        (["--out", "no/such/folder/games.jsonl"], "--out: "),
    ],
)
def test_what_cannot_be_played_is_told(arguments: list[str], said: str) -> None:
    assert said in refusal(*arguments)


def test_refused_command_leaves_an_older_file_alone(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    out.write_text("older", "utf-8")
    refusal("--out", str(out), "--seats", "greedy,tal")
    assert out.read_text("utf-8") == "older"


def test_table_has_each_seats_wins_and_share_with_its_interval(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    seats = ("greedy", "random", "eager")
    printed = simulate(
        "--games", "12", "--seats", ",".join(seats), "--seed", "s", "--out", str(out)
    )
    winners = [one["result"]["winner"] for one in records(out)]
    for seat, bot in enumerate(seats):
        won = winners.count(seat)
        low, high = share_interval(won, 12)
        row = rf"{seat} +. {bot} +. {won} +. {won / 12:.2%} +. {low:.2%} to {high:.2%}"
        assert re.search(row, printed)


def test_last_line_says_how_to_play_the_same_again(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    printed = simulate("--games", "4", "--seed", "again", "--ruleset", SHORT, "--out", str(out))
    last = printed.splitlines()[-1]
    points = sum(one["result"]["scores"][one["result"]["winner"]] for one in records(out)) / 4
    assert last.startswith("4 games of custom, seed again: ")
    assert last.endswith(f" turns and {points:.1f} points a round")


def test_games_without_a_winner_are_told(tmp_path: Path) -> None:
    """Nobody may lay a card after a draw here, so hands grow; and rounds are short."""
    options = {"max_turns": 100, "no_match_laydown": "off", "bonus_laydown": "optional"}
    rules = json.dumps({"options": {**options, "double_on_wild_number": False, "dos_penalty": 4}})
    seats = ",".join(["random"] * 4)
    wanted = ["--games", "100", "--seats", seats, "--seed", "s", "--ruleset", rules]
    out = tmp_path / "games.jsonl"
    printed = simulate(*wanted, "--out", str(out))
    undecided = sum(one["result"]["winner"] is None for one in records(out))
    assert undecided > 0
    assert printed.splitlines()[-1].endswith(f"; {undecided} without a winner")


# --- from the command line, with no database to be reached


def manage(*arguments: str, var: Path) -> subprocess.CompletedProcess[str]:
    unreachable = "postgres://nobody:nothing@127.0.0.1:1/none"
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": unreachable, "DOS_LEAGUE_VAR": str(var)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_simulate_then_verify_needs_no_database(tmp_path: Path) -> None:
    out, var = tmp_path / "games.jsonl", tmp_path / "var"
    wanted = ["--games", "30", "--ruleset", SHORT, "--jobs", "2", "--seed", "s"]
    played = manage("simulate", *wanted, "--out", str(out), var=var)
    assert played.returncode == 0, played.stderr
    assert "30 games of custom, seed s: " in played.stdout
    verified = manage("verify", str(out), var=var)
    assert (verified.returncode, verified.stdout) == (0, f"{out}: 30 records verified\n")


def test_error_is_a_sentence_and_exit_status_1(tmp_path: Path) -> None:
    run = manage("simulate", "--seats", "greedy,tal", var=tmp_path / "var")
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith("CommandError: --seats: there is no bot named 'tal'")
    assert "Traceback" not in run.stderr
