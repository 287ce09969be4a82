"""The Celery app: the tasks of every app, and what ties a task to the request behind it."""

import os
from collections.abc import Mapping, MutableMapping
from contextvars import Token
from typing import Any

from celery import Celery, Task, signals
from django.db import close_old_connections
from structlog import contextvars

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dosleague.settings")

app = Celery("dosleague")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.set_default()  # what `celery.current_app` is in every thread

REQUEST_ID = "request_id"
_bound: dict[str, Mapping[str, Token[Any]]] = {}


@signals.setup_logging.connect
def leave_logging_as_it_is(**_: object) -> None:
    """Keep Celery from setting logging up: Django's settings have done so."""


@signals.celeryd_init.connect
def check_broker_is_shared(**_: object) -> None:
    """Refuse a worker process of its own where no other process could reach it."""
    if is_in_memory():
        raise SystemExit("REDIS_URL is not set: a worker process needs a broker to share.")


def is_in_memory() -> bool:
    """Return whether tasks stay within this process."""
    return str(app.conf.broker_url).startswith("memory:")


@signals.before_task_publish.connect
def carry_request_id(headers: MutableMapping[str, Any], **_: object) -> None:
    """Send the id of the request behind a task along with it."""
    request_id = contextvars.get_contextvars().get(REQUEST_ID)
    if request_id is not None:
        headers[REQUEST_ID] = request_id


@signals.task_prerun.connect
def begin(task_id: str, task: Task[..., Any], **_: object) -> None:
    """Name the task and its request on every line that it logs; drop a connection gone stale."""
    ids = {"task_id": task_id, "task": task.name}
    request_id = task.request.get(REQUEST_ID)
    if request_id is not None:
        ids[REQUEST_ID] = request_id
    _bound[task_id] = contextvars.bind_contextvars(**ids)
    if not task.request.is_eager:
        close_old_connections()


@signals.task_postrun.connect
def end(task_id: str, **_: object) -> None:
    """Take the task's name off again."""
    contextvars.reset_contextvars(**_bound.pop(task_id, {}))
