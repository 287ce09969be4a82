"""Connections to PostgreSQL that are kept, and what becomes of one that the server has ended."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from django.db import DatabaseError
from pytest_django import DjangoDbBlocker

from dosleague.environment import database
from dosleague.postgresql import base
from tests.games.concurrency.stores import postgresql_database


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with postgresql_database() as url:
        yield url


@pytest.fixture
def kept(
    url: str, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> Iterator[base.DatabaseWrapper]:
    """A connection with which one request was answered."""
    from_url = database(url, root=tmp_path)
    defaults = {"AUTOCOMMIT": True, "ATOMIC_REQUESTS": False, "TIME_ZONE": None}
    connection = base.DatabaseWrapper({**defaults, **from_url, "TEST": {}}, "kept")
    connection.inc_thread_sharing()
    with django_db_blocker.unblock():
        asked(connection)
        yield connection
        connection.close()


def asked(connection: base.DatabaseWrapper) -> int:
    """Begin a request, ask something, and return which server process has answered."""
    connection.close_if_unusable_or_obsolete()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        process: int = cursor.fetchone()[0]
    return process


@pytest.fixture
def checks(kept: base.DatabaseWrapper, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """What came of each time the connection was asked whether it works."""
    seen: list[bool] = []
    is_usable = kept.is_usable

    def noted() -> bool:
        seen.append(is_usable())
        return seen[-1]

    monkeypatch.setattr(kept, "is_usable", noted)
    return seen


@pytest.mark.parametrize(
    "time", ["2026-11-30 09:30:00.25+00", "2026-11-30 09:30:00+00", "0044-03-15 12:00:00+00"]
)
def test_times_are_read_as_they_were_written(kept: base.DatabaseWrapper, time: str) -> None:
    with kept.cursor() as cursor:
        cursor.execute("SELECT %s::timestamptz, NULL::timestamptz", [time])
        assert cursor.fetchone() == (datetime.fromisoformat(time), None)


def test_connection_that_was_used_a_moment_ago_is_not_asked(
    kept: base.DatabaseWrapper, checks: list[bool]
) -> None:
    assert asked(kept) == asked(kept)
    assert checks == []


def test_connection_that_was_idle_is_asked(
    kept: base.DatabaseWrapper, checks: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "ASKED_AFTER_IDLE", 0.0)
    first = asked(kept)
    assert (asked(kept), checks) == (first, [True, True])


def test_request_after_the_server_has_ended_the_connection_gets_a_new_one(
    kept: base.DatabaseWrapper, checks: list[bool]
) -> None:
    former = asked(kept)
    other = kept.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [former])
    other.close()
    assert asked(kept) != former
    assert checks == [False]


def test_a_kept_cursor_lasts_as_long_as_its_connection(kept: base.DatabaseWrapper) -> None:
    first = kept.kept_cursor()
    assert kept.kept_cursor() is first
    with pytest.raises(DatabaseError), kept.wrap_database_errors:
        first.execute("SELECT 1 / 0")
    assert first.execute("SELECT 2").fetchall() == [(2,)]
    kept.close()
    second = kept.kept_cursor()
    assert second is not first
    assert second.execute("SELECT 3").fetchall() == [(3,)]


def test_a_kept_cursor_notices_that_the_server_has_ended_its_connection(
    kept: base.DatabaseWrapper,
) -> None:
    former = asked(kept)
    kept.kept_cursor()
    other = kept.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [former])
    other.close()
    kept.close_if_unusable_or_obsolete()
    assert kept.kept_cursor().execute("SELECT 4").fetchall() == [(4,)]
    assert asked(kept) != former
