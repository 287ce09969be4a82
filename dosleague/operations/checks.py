"""Is the service ready? Each check returns nothing, or says in one sentence what is wrong.

The sentences are public: they hold no address, no name and no word of a driver.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta

import redis
import structlog
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from dosleague.models import Heartbeat

SCHEDULER = "scheduler"
# The scheduler has games swept every second; this allows for a worker that is being replaced.
SCHEDULER_SILENCE = timedelta(seconds=15)
BROKER_SECONDS = 1

log = structlog.get_logger(__name__)


class NotReady(Exception):
    """One part of the service does not do its work; the sentence says which and how."""


def check_database() -> None:
    """Check that the database answers a query."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        log.warning("database_does_not_answer", error=str(error))
        raise NotReady("The database does not answer.") from None


def check_migrations() -> None:
    """Check that the schema is the one that this code needs."""
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        raise NotReady("The database does not say which migrations it has.") from None
    if missing:
        raise NotReady(f"The database lacks {len(missing)} migrations.")


def check_broker() -> None:
    """Check that Redis answers; without Redis tasks stay within the process."""
    if not settings.REDIS_URL:
        return
    try:
        with broker() as client:
            client.ping()
    except redis.RedisError as error:
        log.warning("broker_does_not_answer", error=str(error))
        raise NotReady("The broker does not answer.") from None


def check_scheduler() -> None:
    """Check that scheduler, broker and a worker of the clock have done their round of late."""
    try:
        age = heartbeat_age()
    except DatabaseError:
        raise NotReady("The database does not say when games were last swept.") from None
    if age is None:
        raise NotReady("The scheduler has not been seen yet.")
    if age > SCHEDULER_SILENCE:
        raise NotReady(f"The scheduler has not been seen for {age.total_seconds():.0f} s.")


def heartbeat_age() -> timedelta | None:
    """Return how long ago the scheduler was last seen."""
    beat = Heartbeat.objects.filter(name=SCHEDULER).first()
    return None if beat is None else timezone.now() - beat.at


def broker() -> redis.Redis:
    """Return a client for Redis that gives up soon."""
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=BROKER_SECONDS, socket_timeout=BROKER_SECONDS
    )


CHECKS: Mapping[str, Callable[[], None]] = {
    "database": check_database,
    "migrations": check_migrations,
    "broker": check_broker,
    "scheduler": check_scheduler,
}


def readiness() -> dict[str, str]:
    """Return the answer of every check: "ok", or what is wrong."""
    return {name: _answer(check) for name, check in CHECKS.items()}


def _answer(check: Callable[[], None]) -> str:
    try:
        check()
    except NotReady as fault:
        return str(fault)
    return "ok"
