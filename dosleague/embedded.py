"""Everything in one process: HTTP in the main thread, the worker and the scheduler in two others.

Upstream promises nothing about a Celery worker in a thread, so tests start this one, wait for its
work and end it.
"""

import asyncio
import contextlib
import os
import threading
from collections.abc import Callable
from socket import gethostname, socket
from typing import Any

import uvicorn
from celery import Celery
from celery.beat import Scheduler, Service
from celery.exceptions import WorkerShutdown
from celery.platforms import EX_OK
from celery.worker import WorkController, state
from django.db import connection, connections
from django.db.backends.postgresql.base import DatabaseWrapper
from kombu.exceptions import OperationalError

SECONDS_TO_START = 15.0
SECONDS_TO_STOP = 5.0
# uvicorn lets answers under way be finished for this long; no request of ours takes longer but
# those that wait for news, and these are told.
SECONDS_TO_ANSWER = 5
# How soon the scheduler notices that it is to stop.
SCHEDULER_NAP = 0.25


def pool_connections() -> None:
    """Take connections to PostgreSQL from a pool: here each request has a thread of its own."""
    if connection.vendor == "postgresql":
        close_connections()
        database = connections.settings["default"]
        database["CONN_MAX_AGE"] = 0
        database["OPTIONS"] = {**database["OPTIONS"], "pool": {"min_size": 1, "max_size": 20}}


def close_connections() -> None:
    """Close this thread's connection, and the pool where there is one."""
    connections.close_all()
    database = connections["default"]
    if isinstance(database, DatabaseWrapper):
        database.close_pool()


class _Worker(WorkController):
    """A worker that says when it is ready."""

    def __init__(self, **options: Any) -> None:
        self.ready = threading.Event()
        super().__init__(**options)

    def on_consumer_ready(self, consumer: object) -> None:
        """Note that tasks are taken from now on."""
        self.ready.set()


class Background:
    """The Celery worker of every queue and the scheduler, each in a thread of this process."""

    def __init__(self, app: Celery) -> None:
        self._app = app
        self._name = f"embedded-{os.getpid()}@{gethostname()}"
        self._worker = _Worker(
            app=app,
            pool="solo",
            concurrency=1,
            hostname=self._name,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        self._scheduler = Service(
            app,
            max_interval=SCHEDULER_NAP,  # type: ignore[arg-type]  # any number will do
            scheduler_cls=Scheduler,
        )
        self._threads = [
            threading.Thread(target=self._work, name="worker", daemon=True),
            threading.Thread(target=self._scheduler.start, name="scheduler", daemon=True),
        ]

    def start(self) -> bool:
        """Start both threads; return whether the worker takes tasks."""
        for thread in self._threads:
            thread.start()
        return self._worker.ready.wait(SECONDS_TO_START)

    @property
    def is_alive(self) -> bool:
        """Whether both threads still run."""
        return all(thread.is_alive() for thread in self._threads)

    def stop(self) -> bool:
        """Let the task at work end, then end both threads; return whether they have ended."""
        self._scheduler.stop()
        # The message interrupts the worker's wait for the next task. The flag stands for the case
        # that the broker is gone; it belongs to the process, so it is taken back.
        with contextlib.suppress(OperationalError):
            self._app.control.shutdown(destination=[self._name])
        self._threads[0].join(SECONDS_TO_STOP / 2)
        state.should_stop = EX_OK  # type: ignore[assignment]  # None is only its first value
        for thread in self._threads:
            thread.join(SECONDS_TO_STOP / 2)
        state.should_stop = None
        return not any(thread.is_alive() for thread in self._threads)

    def _work(self) -> None:
        try:
            self._worker.start()
        except WorkerShutdown:
            pass
        finally:
            connections.close_all()  # this thread's own


class Server(uvicorn.Server):
    """uvicorn for the whole league; it ends when what runs beside it has ended."""

    def __init__(
        self,
        application: Any,
        *,
        is_healthy: Callable[[], bool],
        let_go: Callable[[], None],
    ) -> None:
        """Serve `application` while `is_healthy` says so; `let_go` ends the waits of requests."""
        super().__init__(
            uvicorn.Config(
                application,
                lifespan="off",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                timeout_graceful_shutdown=SECONDS_TO_ANSWER,
                timeout_notify=1,
                callback_notify=self._look_around,
            )
        )
        self._is_healthy = is_healthy
        self._let_go = let_go

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Let waiting requests go, take no new ones, finish those under way."""
        await asyncio.to_thread(self._let_go)
        await super().shutdown(sockets)

    async def _look_around(self) -> None:
        if not self._is_healthy():
            self.should_exit = True
