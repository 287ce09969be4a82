"""How gunicorn serves the league: `gunicorn -c python:dosleague.gunicorn`.

- `WEB_BIND`: where it listens; `0.0.0.0:8000` in a container
- `WEB_WORKERS`: processes; by default one a core
- `WEB_THREADS`: threads of each. A request that waits for news of a game keeps one busy
"""

import gc
import os
import shutil
import signal
import sys
import tempfile
import threading
from pathlib import Path
from types import FrameType
from typing import Any

from dosleague.environment import number
from dosleague.web_worker import free_place, held
from games.wakeups import hub

MEMORY = Path("/dev/shm")  # noqa: S108 - gunicorn touches a file for each worker all the time
MULTIPROC_DIR = "PROMETHEUS_MULTIPROC_DIR"

wsgi_app = "dosleague.wsgi:application"
bind = os.environ.get("WEB_BIND", "127.0.0.1:8000")
workers = number("WEB_WORKERS", default=os.cpu_count() or 1)
worker_class = "dosleague.web_worker.SteadyThreadWorker"
threads = number("WEB_THREADS", default=16)
timeout = 30
graceful_timeout = 15
keepalive = 5
control_socket_disable = True
worker_tmp_dir = str(MEMORY) if MEMORY.is_dir() else None


def on_starting(server: Any) -> None:
    """Refuse to run apart from every worker; make a place where the processes count together."""
    if not os.environ.get("REDIS_URL"):
        server.log.error("REDIS_URL is not set: web processes need a broker to reach the workers.")
        sys.exit(1)
    os.environ[MULTIPROC_DIR] = tempfile.mkdtemp(prefix="dosleague-metrics-")


def pre_fork(server: Any, worker: Any) -> None:
    """Give the process its place among those that share new connections."""
    worker.place = free_place(server.WORKERS.values())


def child_exit(_server: Any, worker: Any) -> None:
    """Let nobody wait for a process that is gone."""
    held.leave(worker.place)


def post_worker_init(worker: Any) -> None:
    """Collect garbage less often; let requests that wait for news go when the process ends."""
    gc.collect()
    gc.freeze()  # what is loaded by now stays
    gc.set_threshold(10_000, 20, 50)
    end = signal.getsignal(signal.SIGTERM)

    def let_go(number: int, frame: FrameType | None) -> None:
        # In a thread: the handler may have interrupted one that holds the hub's lock.
        threading.Thread(target=hub.close, daemon=True).start()
        if callable(end):
            end(number, frame)

    signal.signal(signal.SIGTERM, let_go)
    signal.siginterrupt(signal.SIGTERM, False)  # noqa: FBT003 - as gunicorn does


def on_exit(server: Any) -> None:
    """Remove what the processes counted."""
    shutil.rmtree(os.environ.pop(MULTIPROC_DIR, ""), ignore_errors=True)
