"""`manage.py simulate`: play games between bots and write their records."""

import json
import os
import secrets
from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, TextIO

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from games.bots.registry import BOTS, UnknownBot, named_bot
from games.engine.play import MAX_SEATS, MIN_SEATS
from games.engine.ruleset import (
    RULESETS,
    InvalidRuleset,
    MalformedRuleset,
    Ruleset,
    RulesetUnavailable,
    ruleset_from_json,
    ruleset_from_request,
)
from games.simulation import SimulatedGame, Simulation, Totals, share_interval, simulated_game

_BATCH: Final = 25


def asked_ruleset(text: str) -> Ruleset:
    """Return the ruleset of a name, of `{"base", "options"}` or of the stored form, as JSON text.

    Raises CommandError.
    """
    asked: object = text
    try:
        if text.lstrip().startswith("{"):
            asked = json.loads(text)
            if isinstance(asked, dict) and "name" in asked:
                return ruleset_from_json(asked)
        return ruleset_from_request(asked)
    except (MalformedRuleset, InvalidRuleset, RulesetUnavailable, ValueError) as error:
        raise CommandError(f"--ruleset: {error}") from None


def asked_bots(text: str) -> tuple[str, ...]:
    """Return the bots of a list with commas; CommandError where one or their number is wrong."""
    names = tuple(text.split(","))
    if not MIN_SEATS <= len(names) <= MAX_SEATS:
        raise CommandError(f"--seats: a game has {MIN_SEATS} to {MAX_SEATS} seats")
    try:
        for name in names:
            named_bot(name)
    except UnknownBot as unknown:
        raise CommandError(f"--seats: {unknown}") from None
    return names


def _play_batch(simulation: Simulation, first: int, last: int) -> list[SimulatedGame]:
    return [simulated_game(simulation, index) for index in range(first, last)]


def _batches(simulation: Simulation, games: int, jobs: int) -> Iterator[list[SimulatedGame]]:
    """Yield finished batches in order, never more of them in flight than keep the processes busy.

    The processes start anew: a fork would copy the thread that draws the progress bar half-way.
    """
    spans = ((first, min(first + _BATCH, games)) for first in range(0, games, _BATCH))
    jobs = min(jobs, -(-games // _BATCH))
    if jobs == 1:
        yield from (_play_batch(simulation, *span) for span in spans)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(_play_batch, simulation, *span) for span in islice(spans, 4 * jobs)]
        while waiting:
            yield waiting.pop(0).result()
            waiting += [pool.submit(_play_batch, simulation, *span) for span in islice(spans, 1)]


class Command(BaseCommand):
    help = "Play games between built-in bots and write their records as JSON Lines."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's own declaration

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=100, help="how many games to play")
        parser.add_argument("--seats", default="greedy,random", help=f"bots: {', '.join(BOTS)}")
        rulesets = ", ".join(RULESETS)
        parser.add_argument("--ruleset", default="classic-2018", help=f"{rulesets}, or JSON")
        parser.add_argument("--seed", help="any text; the same seed gives the same games")
        parser.add_argument("--out", type=Path, help="the file that the records are written to")
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")

    def handle(self, *args: Any, **options: Any) -> None:
        games, jobs = options["games"], options["jobs"]
        if games < 1 or jobs < 1:
            raise CommandError("--games and --jobs must be at least 1")
        seed = options["seed"] if options["seed"] is not None else secrets.token_hex(8)
        bots = asked_bots(options["seats"])
        simulation = Simulation(asked_ruleset(options["ruleset"]), bots, seed)
        totals = Totals(wins=[0] * len(bots))
        with ExitStack() as stack:
            out: TextIO | None = None
            if options["out"] is not None:
                try:
                    out = stack.enter_context(options["out"].open("w", encoding="utf-8"))
                except OSError as error:
                    raise CommandError(f"--out: {error}") from None
            self._play(simulation, games, jobs, totals, out)
        self._report(simulation, totals)

    def _play(
        self, simulation: Simulation, games: int, jobs: int, totals: Totals, out: TextIO | None
    ) -> None:
        columns = (
            TextColumn("games"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(elapsed_when_finished=True),
        )
        progress = Progress(*columns, console=Console(stderr=True))
        with progress:
            bar = progress.add_task("games", total=games)
            for batch in _batches(simulation, games, jobs):
                totals.add(batch)
                if out is not None:
                    for game in batch:
                        out.write(json.dumps(game.record, ensure_ascii=False) + "\n")
                progress.advance(bar, len(batch))

    def _report(self, simulation: Simulation, totals: Totals) -> None:
        table = Table("seat", "bot", "wins", "share", "95 % interval")
        for seat, bot in enumerate(simulation.bots):
            low, high = share_interval(totals.wins[seat], totals.games)
            share = totals.wins[seat] / totals.games
            wins = str(totals.wins[seat])
            table.add_row(str(seat), bot, wins, f"{share:.2%}", f"{low:.2%} to {high:.2%}")
        console = Console(file=self.stdout, width=80)  # type: ignore[arg-type]
        console.print(table)
        per_game, rounds = totals.turns / totals.games, totals.rounds
        self.stdout.write(
            f"{totals.games} games of {simulation.ruleset.name}, seed {simulation.seed}: "
            f"{per_game:.1f} turns and {rounds / totals.games:.2f} rounds a game, "
            f"{totals.turns / rounds:.2f} turns and {totals.points / rounds:.1f} points a round"
            + (f"; {totals.undecided} without a winner" if totals.undecided else "")
        )
