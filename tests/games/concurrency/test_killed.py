"""Processes killed in the middle of bots' games: every game ends, and no turn is played twice."""

import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from games.engine.ruleset import custom_ruleset
from games.models import Game
from tests.dosleague.served import free_port, serving
from tests.games.concurrency.crew import (
    Crew,
    crew,
    submissions,
    wait_for_end,
    wait_for_submissions,
)
from tests.games.concurrency.stores import connected_to, migrate, postgresql_database
from tests.games.concurrency.tables import Sitting, assert_whole, new_sitting

SHORT = custom_ruleset("classic-2018", {"target": 100})
WORKERS = ("worker-clock", "worker-bots", "beat")


def bot_games(number: int) -> list[Sitting]:
    """Start games of two to four bots; what this process queues for them is lost."""
    names = ("eager", "random", "greedy")
    return [
        new_sitting(*[None] * (2 + game % 3), bot=names[game % len(names)], rules=SHORT)
        for game in range(number)
    ]


def assert_all_whole(sittings: list[Sitting]) -> None:
    for sitting in sittings:
        assert sitting.game.status == Game.Status.FINISHED
        assert_whole(sitting)


# --- workers, on PostgreSQL and Redis -------------------------------------------------------------


@pytest.fixture
def own_postgresql(postgresql: str, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """A PostgreSQL database in which nobody else plays, as the one that Django uses."""
    template = postgresql.rpartition("/")[2]
    with (
        postgresql_database(template) as url,
        django_db_blocker.unblock(),
        connected_to(url),
    ):
        yield url


def strike(members: Crew, number: int) -> str:
    """Kill something, each time something else, and start it again; return what it was."""
    match number % 4:
        case 0:
            members.kill("worker-bots")
            members.start("worker-bots")
            return "bots"
        case 1:
            members.kill_child("worker-bots")
            return "a child"
        case 2:
            for name in WORKERS:
                members.kill(name)
            members.start(*WORKERS)
            return "all"
        case _:
            members.kill("worker-clock")
            members.kill("beat")
            members.start("worker-clock", "beat")
            return "clock and beat"


def test_games_end_though_workers_are_killed(
    own_postgresql: str, broker: str, var: Path, stress: bool, tell: Callable[[str], None]
) -> None:
    sittings = bot_games(50 if stress else 10)
    games = [sitting.id for sitting in sittings]
    started, struck = time.monotonic(), []
    settings = {"DATABASE_URL": own_postgresql, "REDIS_URL": broker}
    with crew(settings, var) as members:
        members.start(*WORKERS)
        for number in range(12 if stress else 3):
            wait_for_submissions(games, submissions(games) + 10 * len(games), 90)
            at = submissions(games)
            struck.append(f"{strike(members, number)} at {at}")
        wait_for_end(games, 400 if stress else 90)
        assert members.faults() == []
    assert_all_whole(sittings)
    took = time.monotonic() - started
    tell(
        f"{len(games)} games, {submissions(games)} submissions in {took:.0f} s; "
        f"killed: {', '.join(struck)}"
    )


# --- the one process, on SQLite -------------------------------------------------------------------


def test_games_end_though_the_league_is_killed(
    var: Path,
    stress: bool,
    django_db_blocker: DjangoDbBlocker,
    tell: Callable[[str], None],
) -> None:
    """`manage.py serve` with its broker in memory: what was queued is gone with the process."""
    port = free_port()
    var.mkdir()
    url = f"sqlite:///{var / 'league.sqlite3'}"
    killed = []
    with django_db_blocker.unblock():
        migrate(url)
        with connected_to(url):
            sittings = bot_games(20 if stress else 3)
            games = [sitting.id for sitting in sittings]
            for _ in range(6 if stress else 2):
                with serving("--no-demo", var=var, port=port, DATABASE_URL=url) as league:
                    wait_for_submissions(games, submissions(games) + 20 * len(games))
                    league.end(signal.SIGKILL)
                    killed.append(submissions(games))
            with serving("--no-demo", var=var, port=port, DATABASE_URL=url) as league:
                took = wait_for_end(games, 200 if stress else 60)
                assert league.end().code == 0
            assert_all_whole(sittings)
            total = submissions(games)
    tell(f"{len(games)} games, {total} submissions, killed at {killed}; then {took:.0f} s")
