"""Databases that threads and processes can share, and what the service queues meanwhile."""

from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from pytest_django import DjangoDbBlocker, Settings

from dosleague.api.tokens import forget_cached_tokens
from games import outbox
from games.models import FinishedRound, Game, Seat, Submission
from tests.games.concurrency.stores import (
    connected_to,
    migrate,
    postgresql_database,
    redis_database,
)

Queued = list[tuple[str, UUID, int]]


@pytest.fixture(scope="session")
def postgresql(django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """The URL of a PostgreSQL database with our tables."""
    with postgresql_database() as url, django_db_blocker.unblock():
        migrate(url)
        yield url


@pytest.fixture(scope="session")
def sqlite(django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of an SQLite file with our tables."""
    url = f"sqlite:///{tmp_path_factory.mktemp('sqlite') / 'league.sqlite3'}"
    with django_db_blocker.unblock():
        migrate(url)
    return url


@pytest.fixture(params=["postgresql", "sqlite"])
def database(request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """Both databases in turn, each the one that Django uses."""
    url: str = request.getfixturevalue(request.param)
    with django_db_blocker.unblock(), connected_to(url):
        yield url
        forget_games()


@pytest.fixture
def on_postgresql(postgresql: str, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """PostgreSQL as the database that Django uses."""
    with django_db_blocker.unblock(), connected_to(postgresql):
        yield postgresql
        forget_games()


def forget_games() -> None:
    """Leave no game behind for the sweeps of the next test."""
    for kept in (Submission, FinishedRound, Seat, Game):
        kept.objects.all().delete()


@pytest.fixture(scope="module")
def broker() -> Iterator[str]:
    """The URL of a Redis database of this module's own."""
    with redis_database() as url:
        yield url


@pytest.fixture(autouse=True)
def alone(settings: Settings) -> Iterator[None]:
    """Let nobody be throttled, and keep caches and wake-ups within this process."""
    backend = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": uuid4().hex}}
    settings.THROTTLING = False
    settings.REDIS_URL = ""
    forget_cached_tokens()
    yield
    forget_cached_tokens()


@pytest.fixture(autouse=True)
def queued(monkeypatch: pytest.MonkeyPatch) -> Queued:
    """What is queued in this process while the test runs: task, game and version; none runs."""
    tasks: Queued = []
    monkeypatch.setattr(outbox, "send", sender(tasks))
    return tasks


def sender(tasks: Queued) -> Callable[[str, UUID, int], bool]:
    """Return what notes tasks instead of queueing them."""

    def send(task: str, game_id: UUID, version: int) -> bool:
        tasks.append((task, game_id, version))
        return True

    return send


@pytest.fixture
def var(tmp_path: Path) -> Path:
    """A folder for the files of a league."""
    return tmp_path / "var"


@pytest.fixture
def tell(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Print a figure where whoever runs the tests sees it."""

    def say(figure: str) -> None:
        with capsys.disabled():
            print(f"\n    {figure}")  # noqa: T201 - figures are what a big run is for

    return say
