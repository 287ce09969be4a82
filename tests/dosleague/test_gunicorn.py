"""What gunicorn does for the league beyond serving it."""

import os
import shutil
import signal
from pathlib import Path

import pytest

from dosleague import gunicorn
from games.wakeups import Hub


def test_requests_that_wait_are_let_go_when_the_process_is_told_to_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hub, told = Hub(), []
    monkeypatch.setattr(gunicorn, "hub", hub)
    before = signal.signal(signal.SIGTERM, lambda number, frame: told.append(number))
    try:
        gunicorn.post_worker_init(None)
        os.kill(os.getpid(), signal.SIGTERM)
        hub.wait("a game", after=0, seconds=10)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert hub.is_closed
    assert told == [signal.SIGTERM]


def test_what_the_processes_counted_is_removed_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1/0")
    monkeypatch.setenv(gunicorn.MULTIPROC_DIR, "put back by monkeypatch")
    gunicorn.on_starting(None)
    place = Path(os.environ[gunicorn.MULTIPROC_DIR])
    try:
        assert place.is_dir()
        gunicorn.on_exit(None)
        assert not place.exists()
    finally:
        shutil.rmtree(place, ignore_errors=True)
