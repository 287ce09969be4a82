"""Real databases and a real broker for tests that one connection in memory cannot hold."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

import psycopg
import pytest
import redis
from django.core.management import call_command
from django.db import connections
from django.db.utils import ConnectionHandler
from psycopg import sql

from dosleague import environment

POSTGRESQL = "postgresql://127.0.0.1:5432"
REDIS = "redis://127.0.0.1:6379"
DEAD_REDIS = "redis://127.0.0.1:1/0"
"""Nothing ever listens on port 1."""


@contextmanager
def postgresql_database(template: str = "template1") -> Iterator[str]:
    """Make a database of this run's own, yield its URL, and drop it."""
    name = f"dosleague_test_{token_hex(4)}"
    try:
        server = psycopg.connect(f"{POSTGRESQL}/test", autocommit=True, connect_timeout=5)
    except psycopg.OperationalError as error:
        pytest.fail(f"These tests need PostgreSQL at {POSTGRESQL}: {error}")
    new, old = sql.Identifier(name), sql.Identifier(template)
    with server:
        server.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(new, old))
        try:
            yield f"{POSTGRESQL}/{name}"
        finally:
            server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(new))


@contextmanager
def redis_database() -> Iterator[str]:
    """Take a Redis database in which there is nothing, yield its URL, and empty it."""
    for number in range(15, 0, -1):
        with redis.Redis.from_url(f"{REDIS}/{number}") as store:
            try:
                is_free = store.dbsize() == 0 and store.set("taken-by-a-test", "1", nx=True, ex=900)
            except redis.ConnectionError as error:
                pytest.fail(f"These tests need Redis at {REDIS}: {error}")
            if is_free:
                try:
                    yield f"{REDIS}/{number}"
                finally:
                    store.flushdb()
                return
    pytest.fail("Every Redis database holds something.")


@contextmanager
def connected_to(url: str) -> Iterator[None]:
    """Have Django use another database, in this thread and in every new one."""
    wanted = ConnectionHandler({"default": environment.database(url, root=Path())})
    settings, ours = connections.settings, connections["default"]
    former = settings["default"]
    settings["default"] = wanted.settings["default"]
    connections["default"] = connections.create_connection("default")
    try:
        yield
    finally:
        connections["default"].close()
        settings["default"] = former
        connections["default"] = ours


def migrate(url: str) -> None:
    """Make the tables of a database, and the players of the built-in bots."""
    with connected_to(url):
        call_command("migrate", verbosity=0, interactive=False)
