"""The league as processes of their own, on PostgreSQL and Redis; a fallen one stands up again."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from secrets import token_hex

import psycopg
import pytest
import redis
from psycopg import sql

from dosleague.processes import Child, Family, commands
from tests.dosleague.served import Served, ask, free_port, manage, serving, until

POSTGRESQL = "postgresql://127.0.0.1:5432"
REDIS = "redis://127.0.0.1:6379"


# --- the family, with children that do nothing ----------------------------------------------------


def sleeper(first: str = "pass") -> tuple[str, ...]:
    return (sys.executable, "-c", f"import signal, time; {first}; time.sleep(60)")


def run_until(family: Family, is_enough: Callable[[], bool]) -> None:
    """Run a family in this thread, and end it once there is enough."""

    def watch() -> None:
        for _ in until(20):
            if is_enough():
                break
        family.end()

    watcher = threading.Thread(target=watch)
    watcher.start()
    family.run()
    watcher.join()


def started(said: list[str], name: str) -> list[int]:
    """Return the process ids under which a child was started."""
    words = [line for line in said if line.startswith(f"{name} started")]
    return [int(line.split()[-1].rstrip(").")) for line in words]


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_child_that_is_killed_is_started_again() -> None:
    said: list[str] = []
    family = Family({"clock": sleeper(), "bots": sleeper()}, os.environ, said.append)

    def kill_once() -> bool:
        pids = started(said, "clock")
        if len(pids) == 1 and is_running(pids[0]):
            os.kill(pids[0], signal.SIGKILL)
        return len(pids) > 1

    run_until(family, kill_once)
    assert f"clock ended with {-signal.SIGKILL}; again in 1 s." in said
    assert len(started(said, "bots")) == 1
    assert [
        pid for name in ("clock", "bots") for pid in started(said, name) if is_running(pid)
    ] == []


def test_child_that_will_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dosleague.processes.SECONDS_TO_STOP", 0.3)
    said: list[str] = []
    stubborn = sleeper("signal.signal(signal.SIGTERM, signal.SIG_IGN)")
    family = Family({"web": stubborn}, os.environ, said.append)
    begun = time.monotonic()
    run_until(family, lambda: bool(started(said, "web")) and time.monotonic() > begun + 1)
    assert not is_running(started(said, "web")[0])


def test_child_that_falls_at_once_is_started_less_and_less_often() -> None:
    pauses = [Child("web", (), falls=falls).pause for falls in (1, 2, 3, 9)]
    assert pauses == [1, 2, 4, 30]


# --- the real thing -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def database_url() -> Iterator[str]:
    """A database of this run's own."""
    name = f"dosleague_test_{token_hex(4)}"
    with psycopg.connect(f"{POSTGRESQL}/test", autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield f"{POSTGRESQL}/{name}"
        server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.fixture(scope="module")
def redis_url() -> Iterator[str]:
    """A Redis database in which there is nothing; it bears a mark while it is ours."""
    for number in range(15, 0, -1):
        with redis.Redis.from_url(f"{REDIS}/{number}") as store:
            if store.dbsize() == 0 and store.set("taken-by-a-test", "1", nx=True, ex=600):
                yield f"{REDIS}/{number}"
                store.flushdb()
                return
    pytest.fail("Every Redis database holds something.")


@pytest.fixture(scope="module")
def shared(database_url: str, redis_url: str) -> dict[str, str]:
    return {"DATABASE_URL": database_url, "REDIS_URL": redis_url}


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("league")


@pytest.fixture(scope="module")
def league(shared: dict[str, str], var: Path) -> Iterator[Served]:
    """The league started by one command, as four kinds of processes."""
    port = free_port()
    more = {"METRICS_TOKEN": "the collector's", "WEB_WORKERS": "2", "BOT_WORKERS": "1"}
    with serving("--processes", "--no-demo", var=var, port=port, **shared, **more) as served:
        yield served


def children(league: Served) -> dict[str, int]:
    """Return the process id of each child by its command."""
    found = {}
    pids = Path(f"/proc/{league.process.pid}/task/{league.process.pid}/children").read_text()
    for pid in pids.split():
        words = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
        for name, command in commands(bots=1).items():
            if command[1:] == tuple(words[1:-1]):
                found[name] = int(pid)
    return found


def test_processes_need_postgresql_and_redis(tmp_path: Path) -> None:
    run = manage("serve", "--processes", var=tmp_path)
    assert run.code == 1
    assert run.err == "CommandError: --processes needs DATABASE_URL (PostgreSQL) and REDIS_URL.\n"


def test_every_process_runs(league: Served) -> None:
    assert children(league).keys() == {"web", "worker-clock", "worker-bots", "beat"}


def test_styles_bear_a_hash_of_their_content(league: Served) -> None:
    page = league.client.get("/admin/login/").text
    style = next(word for word in page.split('"') if "/base." in word and word.endswith(".css"))
    assert style != "/static/admin/css/base.css"
    assert "immutable" in league.client.get(style).headers["Cache-Control"]


def test_requests_of_all_web_processes_are_counted_together(league: Served) -> None:
    for _ in range(20):
        league.client.get("/version", headers={"Connection": "close"})
    told = league.client.get("/metrics", headers={"Authorization": "Bearer the collector's"}).text
    counted = 'dosleague_http_requests_total{method="GET",route="version",status="200"} 20.0'
    assert counted in told
    assert 'dosleague_queue_length{queue="clock"}' in told


def test_clock_goes_on_after_its_worker_was_killed(league: Served) -> None:
    before = children(league)["worker-clock"]
    os.kill(before, signal.SIGKILL)
    for _ in until(30):
        if children(league).get("worker-clock", before) != before:
            break
    killed = time.time()
    for _ in until(60):
        if last_sweep(league) > killed:
            return
    pytest.fail("No sweep since the worker was killed.")


def last_sweep(league: Served) -> float:
    """Return when games were last swept, as far as the metrics tell."""
    told = league.client.get("/metrics", headers={"Authorization": "Bearer the collector's"}).text
    lines = [line for line in told.splitlines() if line.startswith("dosleague_scheduler_silence")]
    return time.time() - float(lines[-1].split()[-1])


def test_administrator_was_made_in_postgresql(
    league: Served, shared: dict[str, str], var: Path
) -> None:
    names = "list(Player.objects.filter(is_superuser=True).values_list('name', flat=True))"
    assert ask(names, var=var, **shared) == ["admin"]


def test_bots_play_through_their_worker(league: Served, shared: dict[str, str], var: Path) -> None:
    assert ask("ensure_demonstration()", var=var, **shared) > 0
    with psycopg.connect(shared["DATABASE_URL"], autocommit=True) as database:
        for _ in until(30):
            least = database.execute("SELECT min(version) FROM games_game").fetchone()
            if least is not None and least[0] >= 5:
                return
    pytest.fail(f"The bots do not play: {least}")


def test_sigterm_ends_every_process(league: Served) -> None:
    pids = [league.process.pid, *children(league).values()]
    ended = league.end()
    assert ended.code == 0
    assert ended.out.endswith("DOS League has ended.\n")
    assert [pid for pid in pids if is_running(pid)] == []
    assert "Traceback" not in ended.err
