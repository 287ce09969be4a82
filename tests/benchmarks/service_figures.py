"""H1, H2, H3 and H7, every side in turn; then H6 and B6."""

import os
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from math import nan
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from django.core.management import call_command
from django.db import connections

from dosleague.processes import commands
from tests.benchmarks import service_league, service_rivals
from tests.benchmarks.measure import Figure, Goal, reached
from tests.benchmarks.service_client import Address, answers_a_second
from tests.benchmarks.service_processes import free_address, running, wait_for
from tests.benchmarks.service_rivals import NotRun, Rate

CLIENTS: Final = (4, 16)
FASTEST: Final = 2_000
"""Turns a second that are prepared; more stop the benchmark."""
H1: Final = {
    4: Goal("H1", "accepted turns/s against pgbench, 4 clients", "×", 0.13, 0.18, rising=True),
    16: Goal("H1", "accepted turns/s against pgbench, 16 clients", "×", 0.10, 0.13, rising=True),
}
H2: Final = Goal("H2", "against a plain Django REST view, {} clients", "×", 1.5, 2.2, rising=True)
H3: Final = Goal("H3", "against boardgame.io in memory, {} clients", "×", 0.25, 0.40, rising=True)
H7: Final = Goal("H7", "state reads/s against turns/s, {} clients", "×", 2, 3, rising=True)

Say = Callable[[str], None]
Round = Mapping[str, float]
"""What one run of each side came to, by its name."""


def measured(wanted: Namespace, folder: Path, plain_database: str, say: Say) -> list[Figure]:
    """Return every figure that is wanted."""
    call_command("migrate", verbosity=0, interactive=False)
    parts = wanted.only or ["rates", "statements", "replies"]
    figures: list[Figure] = []
    if "rates" in parts:
        with sides(folder, plain_database) as (rates, missing):
            for clients in CLIENTS:
                rounds = list(in_turn(rates, clients, wanted.seconds, wanted.rounds, say))
                figures += ratios(clients, rounds, missing)
    if "statements" in parts:
        figures += service_league.statements()
    if "replies" in parts:
        with league(folder, *commands(bots=2)) as address:
            figures += service_league.bot_replies(address)
    connections.close_all()
    return sorted(figures, key=lambda figure: figure.id)


@contextmanager
def league(folder: Path, *names: str) -> Iterator[Address]:
    """Start processes of the league by name, the web among them; yield where that listens."""
    address, log = free_address(), folder / "league.log"
    wanted = commands(bots=2)
    with ExitStack() as stack:
        for name in names:
            bind = {"WEB_BIND": f"127.0.0.1:{address[1]}"}
            stack.enter_context(running(wanted[name], log, **bind))
        wait_for(address, log)
        yield address


@contextmanager
def sides(folder: Path, plain_database: str) -> Iterator[tuple[dict[str, Rate], dict[str, str]]]:
    """Yield the rate of each side by its name, and why others could not be had."""
    rates: dict[str, Rate] = {}
    missing: dict[str, str] = {}
    with ExitStack() as stack:
        address = stack.enter_context(league(folder, "web"))
        rates |= our_rates(address)
        try:
            rates |= service_rivals.pgbench(os.environ["DATABASE_URL"], folder)
        except NotRun as reason:
            missing |= dict.fromkeys(service_rivals.PROTOCOLS, str(reason))
        rates["plain"] = stack.enter_context(service_rivals.plain_project(plain_database, folder))
        try:
            rates |= stack.enter_context(service_rivals.boardgame(folder))
        except NotRun as reason:
            missing |= dict.fromkeys(service_rivals.BOARDGAMES, str(reason))
        yield rates, missing


def our_rates(address: Address) -> dict[str, Rate]:
    """Return how fast our turns are taken, and how fast the same games are read afterwards."""
    chance = Random("service")
    reads: list[list[bytes]] = []

    def turns(clients: int, seconds: float) -> float:
        each = round(FASTEST * seconds / clients) + 1
        scripts = service_league.prepared(clients, each, chance)
        reads[:] = scripts.reads
        return answers_a_second(address, scripts.turns, seconds, status=b"201")

    def looks(clients: int, seconds: float) -> float:
        return answers_a_second(address, reads[:clients], seconds, status=b"200", repeats=True)

    return {"turns": turns, "reads": looks}


def in_turn(
    rates: Mapping[str, Rate], clients: int, seconds: float, rounds: int, say: Say
) -> Iterator[Round]:
    """Yield rounds in which every side runs once, after one of a second each to warm up."""
    for number in range(rounds + 1):
        one = {name: rate(clients, seconds if number else 1) for name, rate in rates.items()}
        if number:
            load = os.getloadavg()[0]
            shown = ", ".join(f"{name} {value:,.0f}" for name, value in one.items())
            say(f"[dim]{clients} clients: {shown} a second (load {load:.1f})[/]")
            yield one


def ratios(clients: int, rounds: Sequence[Round], missing: Mapping[str, str]) -> list[Figure]:
    """Return the medians of the ratios that were seen in each round."""

    def against(goal: Goal, over: str, under: str) -> Figure:
        named = Goal(
            goal.id, goal.what.format(clients), goal.unit, goal.must, goal.aim, rising=True
        )
        for name in (over, under):
            if name in missing:
                return reached(named, nan, missing[name])
        value = median(one[over] / one[under] for one in rounds)
        upper, lower = (median(one[name] for one in rounds) for name in (over, under))
        told = (*service_rivals.PROTOCOLS, *service_rivals.BOARDGAMES)
        how = f"{under}: " if under in told else ""
        return reached(named, value, f"{how}{upper:,.0f} against {lower:,.0f} a second")

    return [
        *(against(H1[clients], "turns", protocol) for protocol in service_rivals.PROTOCOLS),
        against(H2, "turns", "plain"),
        *(against(H3, "turns", way) for way in service_rivals.BOARDGAMES),
        against(H7, "reads", "turns"),
    ]
