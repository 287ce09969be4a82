"""How tasks are sent, and what ties their log to the request behind them."""

import subprocess
import sys
from pathlib import Path

import pytest
from celery import current_app
from django.conf import settings
from django.core.checks import run_checks
from pytest_django import Settings
from structlog import contextvars

from dosleague.celery import app, begin, carry_request_id, end
from tests.dosleague.served import ROOT, environment


@pytest.fixture(scope="module")
def tasks() -> set[str]:
    """The names of our own tasks."""
    app.loader.import_default_modules()
    return {name for name in app.tasks if not name.startswith("celery.")}


def test_whoever_queues_a_task_does_so_through_our_app() -> None:
    assert current_app.main == "dosleague"


def test_every_task_has_its_queue(tasks: set[str]) -> None:
    queues = {queue.name for queue in settings.CELERY_TASK_QUEUES}
    routed = {name: app.amqp.router.route({}, name)["queue"].name for name in tasks}
    assert tasks >= {"games.sweep", "games.play_bot", "games.conclude"}
    assert set(routed.values()) <= queues
    assert {routed[name] for name in ("games.sweep", "games.time_out", "games.lapse")} == {"clock"}
    assert routed["games.play_bot"] == "bots"
    assert routed["games.conclude"] == "ratings"


def test_schedule_names_tasks_that_exist_and_drops_what_waited_too_long(tasks: set[str]) -> None:
    for entry in app.conf.beat_schedule.values():
        assert entry["task"] in tasks
        assert entry["options"]["expires"] > 0


def test_queues_do_not_share_a_routing_key() -> None:
    """With one key for all of them each queue would get a copy of each task."""
    keys = {queue.routing_key for queue in settings.CELERY_TASK_QUEUES}
    assert len(keys) == len(settings.CELERY_TASK_QUEUES)


def test_task_comes_again_only_after_its_time_is_over() -> None:
    assert settings.CELERY_TASK_SOFT_TIME_LIMIT < settings.CELERY_TASK_TIME_LIMIT
    assert 2 * settings.CELERY_TASK_TIME_LIMIT < 60
    assert (app.conf.task_acks_late, app.conf.task_reject_on_worker_lost) == (True, True)
    assert app.conf.worker_prefetch_multiplier == 1


class TestRequestIds:
    """A task runs with the id of the request that led to it."""

    def test_request_id_travels_with_the_task(self) -> None:
        headers: dict[str, object] = {}
        with contextvars.bound_contextvars(request_id="01a2"):
            carry_request_id(headers)
        assert headers == {"request_id": "01a2"}

    def test_task_without_a_request_carries_none(self) -> None:
        headers: dict[str, object] = {}
        carry_request_id(headers)
        assert headers == {}

    def test_ids_are_bound_while_the_task_runs_and_no_longer(self) -> None:
        task = app.tasks["celery.backend_cleanup"]
        task.push_request(id="7f", request_id="01a2", is_eager=True)
        try:
            begin("7f", task)
            during = contextvars.get_contextvars()
            end("7f")
        finally:
            task.pop_request()
        assert during == {"task_id": "7f", "task": task.name, "request_id": "01a2"}
        assert contextvars.get_contextvars() == {}

    def test_task_within_a_request_leaves_the_request_s_id_in_place(self) -> None:
        task = app.tasks["celery.backend_cleanup"]
        with contextvars.bound_contextvars(request_id="01a2"):
            task.push_request(id="7f", is_eager=True)
            begin("7f", task)
            end("7f")
            task.pop_request()
            assert contextvars.get_contextvars() == {"request_id": "01a2"}


# --- a broker in memory is for one process --------------------------------------------------------


@pytest.mark.parametrize("url, ids", [("", ["dosleague.E001"]), ("redis://127.0.0.1/0", [])])
def test_deployment_needs_a_shared_broker(url: str, ids: list[str], settings: Settings) -> None:
    settings.REDIS_URL = url
    found = run_checks(include_deployment_checks=True)
    assert [message.id for message in found if message.id == "dosleague.E001"] == ids


@pytest.mark.parametrize(
    "command",
    [
        ["celery", "--quiet", "--app=dosleague.celery", "worker", "--pool=solo"],
        ["gunicorn", "--config=python:dosleague.gunicorn", "--bind=127.0.0.1:0"],
    ],
)
def test_process_of_its_own_is_refused_without_redis(command: list[str], tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env=environment(tmp_path, {}),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert run.returncode == 1
    assert "REDIS_URL is not set" in run.stderr
    assert "Traceback" not in run.stderr
