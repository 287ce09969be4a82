"""Whole tournaments of bots: `python -m tests.benchmarks.tournaments`.

It needs PostgreSQL and Redis on this machine, and makes databases of its own there. The league's
processes play (the clock's worker, two workers for everything else, the scheduler): a Swiss of many
short games, and one of fewer full games. `--swiss` and `--full` are the numbers of entrants, 0 to
leave one out.
"""

import argparse
import os
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import django
from rich.console import Console

from tests.dosleague.served import environment
from tests.games.concurrency.stores import postgresql_database, redis_database


def asked() -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.tournaments")
    parser.add_argument("--swiss", type=int, default=1_000, help="entrants of short games (1000)")
    parser.add_argument("--full", type=int, default=64, help="entrants of full games (64)")
    parser.add_argument("--minutes", type=float, default=30, help="the longest either may take")
    return parser.parse_args()


def main() -> None:
    """Play both and print what each took."""
    wanted, console = asked(), Console(width=120)
    with (
        TemporaryDirectory(prefix="dosleague-benchmark-") as folder,
        postgresql_database() as database,
        redis_database() as broker,
    ):
        ours = {
            "DJANGO_SETTINGS_MODULE": "dosleague.settings",
            "DATABASE_URL": database,
            "REDIS_URL": broker,
            "LOG_LEVEL": "WARNING",
        }
        os.environ.update(environment(Path(folder), ours))
        django.setup()
        # Our models can be imported only now, when their settings are known.
        play = import_module("tests.benchmarks.tournament_figures").play
        console.print(play(wanted, ours, Path(folder) / "crew"))


if __name__ == "__main__":
    main()
