"""The one command: two runs of it on the same files, and what may stand in its way."""

import re
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.dosleague.served import ROOT, Ended, ask, environment, free_port, manage, serving, until

A_FEW = 5


@dataclass(frozen=True, slots=True)
class Run:
    """What a league answered while it ran, and how it ended."""

    port: int
    answers: dict[str, httpx.Response]
    ended: Ended


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("league")


@pytest.fixture(scope="module")
def first_run(var: Path) -> Run:
    """A new league with nothing set, asked for its pages and ended by SIGTERM."""
    port = free_port()
    paths = ("/healthz", "/readyz", "/version", "/admin/login/", "/static/admin/css/base.css")
    with serving(var=var, port=port) as league:
        answers = {path: league.client.get(path) for path in paths}
        wait_for_moves(var / "league.sqlite3")
        ended = league.end(signal.SIGTERM)
    return Run(port, answers, ended)


def wait_for_moves(database: Path) -> None:
    """Wait until in every game a few submissions were made; only bots are there to make them."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as games:
        for _ in until(30):
            versions = [version for (version,) in games.execute("SELECT version FROM games_game")]
            if versions and min(versions) >= A_FEW:
                return
    raise AssertionError(f"The bots do not play: {versions}")


@pytest.fixture(scope="module")
def second_run(first_run: Run, var: Path) -> Run:
    """The same league started again, signed in to, and ended by Ctrl-C."""
    port = free_port()
    with serving(var=var, port=port) as league:
        page = league.client.get("/admin/login/")
        form = {
            "csrfmiddlewaretoken": page.cookies["csrftoken"],
            "username": "admin",
            "password": shown_password(first_run),
        }
        signed_in = league.client.post("/admin/login/?next=/admin/", data=form)
        answers = {"signed in": signed_in, "/metrics": league.client.get("/metrics")}
        ended = league.end(signal.SIGINT)
    return Run(port, answers, ended)


def shown_password(run: Run) -> str:
    shown = re.search(r"with the password (\S+)", run.ended.out)
    assert shown is not None, run.ended.out
    return shown[1]


def test_league_is_alive_and_ready(first_run: Run) -> None:
    assert first_run.answers["/healthz"].json() == {"status": "alive"}
    checks = dict.fromkeys(("database", "migrations", "broker", "scheduler"), "ok")
    assert first_run.answers["/readyz"].json() == {"status": "ready", "checks": checks}
    assert first_run.answers["/version"].json()["version"]


def test_administration_asks_to_sign_in_and_has_its_styles(first_run: Run) -> None:
    assert 'type="password"' in first_run.answers["/admin/login/"].text
    style = first_run.answers["/static/admin/css/base.css"]
    assert (style.status_code, style.headers["Content-Type"]) == (200, 'text/css; charset="utf-8"')


def test_bots_play_the_games_of_the_demonstration(first_run: Run, var: Path) -> None:
    assert "games between bots were started" in first_run.ended.out
    assert "A season of 6 tournaments between bots was started" in first_run.ended.out
    assert ask("min(Game.objects.values_list('version', flat=True))", var=var) >= A_FEW


def test_start_says_where_everything_is(first_run: Run) -> None:
    address = f"http://127.0.0.1:{first_run.port}"
    for place in ("/api/v1", "/api/docs", "/admin/"):
        assert address + place in first_run.ended.out


@pytest.fixture(params=["first_run", "second_run"])
def either_run(request: pytest.FixtureRequest) -> Run:
    run: Run = request.getfixturevalue(request.param)
    return run


def test_signal_ends_it_soon_and_cleanly(either_run: Run) -> None:
    ended = either_run.ended
    assert ended.code == 0
    assert ended.seconds < 5
    assert ended.out.endswith("DOS League has ended.\n")


def test_log_tells_of_no_fault(either_run: Run) -> None:
    lines = either_run.ended.err.splitlines()
    assert [line for line in lines if not is_quiet(line)] == []


def is_quiet(line: str) -> bool:
    return line.startswith("{") and ('"level": "info"' in line or '"level": "warning"' in line)


def test_shown_password_signs_in_after_a_restart(second_run: Run) -> None:
    answer = second_run.answers["signed in"]
    assert (answer.status_code, answer.headers.get("Location")) == (302, "/admin/")


def test_staff_that_signed_in_may_read_the_metrics(second_run: Run) -> None:
    assert "dosleague_http_requests_total{" in second_run.answers["/metrics"].text


def test_second_run_makes_nothing_anew(second_run: Run, var: Path) -> None:
    assert "password" not in second_run.ended.out
    assert "games between bots" not in second_run.ended.out
    assert ask("Player.objects.filter(is_superuser=True).count()", var=var) == 1


def test_database_is_whole_after_the_end(second_run: Run, var: Path) -> None:
    assert not (var / "league.sqlite3-wal").exists()
    with sqlite3.connect(var / "league.sqlite3") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_first_password_may_be_given_and_is_not_shown(tmp_path: Path) -> None:
    given = "a password of mine"
    run = manage("prepare", "--no-demo", var=tmp_path, DOS_LEAGUE_ADMIN_PASSWORD=given)
    assert given not in run.out + run.err
    assert ask(f"Player.objects.get(name='admin').check_password({given!r})", var=tmp_path) is True


def test_database_may_be_another_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'elsewhere.sqlite3'}"
    assert manage("prepare", "--no-demo", var=tmp_path / "var", DATABASE_URL=url).code == 0
    assert (tmp_path / "elsewhere.sqlite3").exists()
    assert not (tmp_path / "var" / "league.sqlite3").exists()


# --- what stands in its way: one sentence, and 1 --------------------------------------------------


def test_port_in_use_is_said_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        run = manage("serve", f"--port={port}", var=tmp_path)
    assert (run.code, run.err.splitlines()) == (
        1,
        [f"CommandError: Cannot listen on port {port} of 127.0.0.1: Address already in use."],
    )


@pytest.mark.parametrize(
    "settings, sentence",
    [
        ({"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/league"}, "database does not answer"),
        ({"DATABASE_URL": "sqlite://:memory:"}, "cannot be shared by threads"),
        ({"DATABASE_URL": "sqlite:////nowhere/at/all.sqlite3"}, "Cannot write to /nowhere/at"),
        ({"DATABASE_URL": "mysql://127.0.0.1/league"}, "DATABASE_URL must begin with"),
        ({"REDIS_URL": "redis://127.0.0.1:1/0"}, "broker does not answer"),
        ({"REDIS_URL": "amqp://127.0.0.1"}, "REDIS_URL must begin with"),
    ],
)
def test_what_is_missing_is_said_in_a_sentence(
    settings: dict[str, str], sentence: str, tmp_path: Path
) -> None:
    run = manage("serve", "--port=0", var=tmp_path, **settings)
    assert run.code == 1
    told = [line for line in run.err.splitlines() if not line.startswith("{")]
    assert len(told) == 1
    assert sentence in told[0]


def test_file_where_the_folder_should_be_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("not a folder")
    run = manage("serve", "--port=0", var=tmp_path / "var")
    assert run.code == 1
    assert run.err == f"Cannot make the folder {tmp_path / 'var'}: File exists.\n"


def test_file_that_is_no_database_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "league.sqlite3").write_text("no database " * 100)
    run = manage("serve", "--port=0", var=tmp_path)
    assert (run.code, run.err.count("\n")) == (1, 1)
    assert "file is not a database" in run.err


def test_player_by_the_name_of_the_administrator_is_left_alone(tmp_path: Path) -> None:
    assert manage("migrate", "--verbosity=0", var=tmp_path).code == 0
    ask("Player.objects.create_user('Admin').name", var=tmp_path)
    run = manage("prepare", "--no-demo", var=tmp_path)
    assert (run.code, "createsuperuser" in run.err) == (1, True)


def test_league_whose_worker_is_gone_ends(tmp_path: Path) -> None:
    script = (
        "from dosleague import embedded; from django.core.management import call_command;"
        "embedded.Background.is_alive = property(lambda self: False);"
        "call_command('serve', '--no-demo', port=0)"
    )
    run = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", script],
        cwd=ROOT,
        env=environment(tmp_path, {}),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert run.returncode == 1
    assert "The worker or the scheduler has ended" in run.stderr
