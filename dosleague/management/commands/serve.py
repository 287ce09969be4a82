"""`manage.py serve`: the whole league by one command."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from dosleague.asgi import application
from dosleague.celery import app
from dosleague.embedded import Background, Server, close_connections, pool_connections
from dosleague.environment import number
from dosleague.management.commands.prepare import told
from dosleague.operations.checks import NotReady, check_broker
from dosleague.preparation import prepare
from dosleague.processes import Family, commands
from games.wakeups import hub

Handler = Callable[[int, FrameType | None], None]


def on_signals(handler: Handler) -> None:
    """Have Ctrl-C and SIGTERM call `handler`."""
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, handler)


def end_at_once(signal_number: int, frame: FrameType | None) -> None:
    """End while nothing is served yet."""
    raise SystemExit(0)


def check_is_shared() -> None:
    """Check that processes of their own could reach one another."""
    if not os.environ.get("DATABASE_URL", "").startswith("postgres") or not settings.REDIS_URL:
        raise CommandError("--processes needs DATABASE_URL (PostgreSQL) and REDIS_URL.")


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens there, before anything else is done."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OverflowError:
        raise CommandError("A port is a number from 0 to 65535.") from None
    except socket.gaierror:
        raise CommandError(f"There is no host {host}.") from None
    except OSError as error:
        cause = os.strerror(error.errno or 0)
        raise CommandError(f"Cannot listen on port {port} of {host}: {cause}.") from None


def name_of(door: socket.socket) -> str:
    """Return the address of a socket as it stands in a URL."""
    host, port = door.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def collect_static(environment: Mapping[str, str]) -> None:
    """Collect styles and scripts where the web processes look for them."""
    command = (sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity=0")
    if subprocess.run(command, cwd=settings.BASE_DIR, env=environment, check=False).returncode:  # noqa: S603 - our own command
        raise CommandError("The static files could not be collected.")


class Command(BaseCommand):
    """Prepares, then serves until it is told to end."""

    help = (
        "Prepares the database and serves the league: web, worker and scheduler in one process, "
        "or with --processes in one each. Ctrl-C ends it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Say what may be chosen."""
        parser.add_argument("--host", default="127.0.0.1", help="where to listen (%(default)s)")
        parser.add_argument(
            "--port", type=int, default=8000, help="the port (%(default)s; 0 takes a free one)"
        )
        parser.add_argument("--no-demo", action="store_true", help="make no games to look at")
        parser.add_argument(
            "--processes",
            action="store_true",
            help="gunicorn, workers and scheduler as processes of their own, joined by REDIS_URL",
        )

    def handle(self, *_: Any, **options: Any) -> None:
        """Prepare and serve."""
        if options["processes"]:
            check_is_shared()
        on_signals(end_at_once)
        with listening(options["host"], options["port"]) as door:
            try:
                check_broker()
            except NotReady as fault:
                raise CommandError(str(fault)) from None
            report = told(prepare(demonstration=not options["no_demo"]))
            if report:
                self.stdout.write(report)
            if options["processes"]:
                self._serve_processes(door)
            else:
                self._serve_embedded(door)
        self.stdout.write("DOS League has ended.")

    def _serve_embedded(self, door: socket.socket) -> None:
        pool_connections()
        background = Background(app)
        server = Server(application, is_healthy=lambda: background.is_alive, let_go=hub.close)

        def end(signal_number: int, frame: FrameType | None) -> None:
            server.should_exit = True

        on_signals(end)
        try:
            if not background.start():
                raise CommandError("The worker does not start; the log says why.")
            self._greet(door)
            server.run(sockets=[door])
            if not background.is_alive:
                raise CommandError("The worker or the scheduler has ended; the log says why.")
        finally:
            has_stopped = background.stop()
            close_connections()
        if not has_stopped:
            raise CommandError("The worker did not end in time; what it had begun is done again.")

    def _serve_processes(self, door: socket.socket) -> None:
        environment = {
            **os.environ,
            "DOS_LEAGUE_STATIC": settings.STATIC_ROOT or str(settings.VAR_DIR / "static"),
            "WEB_BIND": name_of(door),
        }
        collect_static(environment)
        close_connections()
        family = Family(
            commands(bots=number("BOT_WORKERS", default=2)), environment, self.stdout.write
        )
        on_signals(family.end)
        self._greet(door)
        door.close()
        family.run()

    def _greet(self, door: socket.socket) -> None:
        address = f"http://{name_of(door)}"
        self.stdout.write(
            f"DOS League serves at {address}\n"
            f"  API {address}/api/v1   documentation {address}/api/docs\n"
            f"  administration {address}/admin/\n"
            "Ctrl-C ends it."
        )
        self.stdout.flush()
