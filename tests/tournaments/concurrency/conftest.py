"""The real stores of the games' own tests, and tournaments that leave nothing behind."""

from collections.abc import Iterator
from uuid import UUID

import pytest
from pytest_django import DjangoDbBlocker, Settings

from games import outbox as games_outbox
from tests.games.concurrency.conftest import (
    Queued,
    alone,
    broker,
    forget_games,
    postgresql,
    sender,
    tell,
    var,
)
from tests.games.concurrency.stores import connected_to
from tournaments import outbox
from tournaments.models import Tournament

__all__ = ["alone", "broker", "postgresql", "tell", "var"]


@pytest.fixture
def on_postgresql(postgresql: str, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """PostgreSQL as the database that Django uses."""
    with django_db_blocker.unblock(), connected_to(postgresql):
        yield postgresql
        Tournament.objects.all().delete()
        forget_games()


@pytest.fixture(autouse=True)
def queued(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Queued:
    """What games queue in this process; none of it runs, and nothing that tournaments queue."""
    tasks: Queued = []

    def lose(tournament_id: UUID) -> bool:
        return True

    monkeypatch.setattr(games_outbox, "send", sender(tasks))
    monkeypatch.setattr(outbox, "send", lose)
    return tasks
