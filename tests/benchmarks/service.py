"""The service against its goals: `python -m tests.benchmarks.service`.

It needs PostgreSQL and Redis on this machine, and makes databases of its own there. `--seconds`
sets how long each run takes, `--rounds` how many there are of each, `--only` what is measured.
"""

import argparse
import os
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import django
from rich.console import Console

from tests.benchmarks.measure import REPEATS
from tests.benchmarks.report import table
from tests.dosleague.served import environment
from tests.games.concurrency.stores import postgresql_database, redis_database

PARTS: Final = ("rates", "statements", "replies")


def asked() -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.service")
    parser.add_argument("--seconds", type=float, default=4, help="of one run (4)")
    parser.add_argument("--rounds", type=int, default=REPEATS, help="runs of each side (5)")
    parser.add_argument("--only", choices=PARTS, action="append", help="what is measured (all)")
    return parser.parse_args()


def main() -> None:
    """Measure everything and print one table."""
    wanted, console = asked(), Console(width=160)
    with (
        TemporaryDirectory(prefix="dosleague-benchmark-") as folder,
        postgresql_database() as database,
        postgresql_database() as plain_database,
        redis_database() as broker,
    ):
        ours = {
            "DJANGO_SETTINGS_MODULE": "dosleague.settings",
            "DATABASE_URL": database,
            "REDIS_URL": broker,
            "THROTTLING": "off",
            "LOG_LEVEL": "WARNING",
        }
        os.environ.update(environment(Path(folder), ours))
        django.setup()
        # Our models can be imported only now, when their settings are known.
        measured = import_module("tests.benchmarks.service_figures").measured
        figures = measured(wanted, Path(folder), plain_database, console.print)
    console.print(table(figures))


if __name__ == "__main__":
    main()
