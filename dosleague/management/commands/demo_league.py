"""`manage.py demo_league`: a season of bots that plays itself to the end."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.live import Live
from rich.table import Table

from dosleague.api.problems import Problem
from dosleague.celery import app, is_in_memory
from dosleague.embedded import Background
from dosleague.management.commands.prepare import told
from dosleague.preparation import prepare
from games.models import Player
from games.selectors.ratings import counting_ratings
from tournaments.models import Tournament
from tournaments.selectors.progress import Progress, progress_of
from tournaments.services.demonstration import FEWEST_BOTS, MOST_BOTS, RULESET, start_season

_LOOK_EVERY = 0.5
_BEST = 10


class Command(BaseCommand):
    """Starts a season and watches it."""

    help = (
        "Starts a season of bots over several formats and shows how it goes, until the last "
        "tournament has finished. Without REDIS_URL this process plays it too; with it the "
        "league's own workers do."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Say what may be chosen."""
        parser.add_argument(
            "--bots", type=int, default=FEWEST_BOTS, help="how many play (%(default)s)"
        )
        parser.add_argument(
            "--minutes", type=float, default=30, help="when to give up (%(default)s)"
        )

    def handle(self, *_: Any, **options: Any) -> None:
        """Start a season, watch it, and say how it ended."""
        if not FEWEST_BOTS <= options["bots"] <= MOST_BOTS:
            raise CommandError(f"--bots is a number from {FEWEST_BOTS} to {MOST_BOTS}.")
        report = told(prepare(demonstration=False))
        if report:
            self.stdout.write(report)
        owner = Player.objects.filter(is_superuser=True).order_by("created_at").first()
        assert owner is not None, "prepare has made one"
        season = 1 + Tournament.objects.filter(name__endswith=": Pods", created_by=owner).count()
        console = Console()
        with _played():
            try:
                tournaments = start_season(owner=owner, bots=options["bots"], number=season)
            except Problem as problem:
                raise CommandError(problem.detail) from None
            _watch(tournaments, console, options["minutes"] * 60)
        console.print(_ratings())


@contextmanager
def _played() -> Iterator[None]:
    """Have somebody play: our own worker, unless a broker is shared with others."""
    if not is_in_memory():
        yield
        return
    background = Background(app)
    if not background.start():
        raise CommandError("The worker does not start; the log says why.")
    try:
        yield
    finally:
        background.stop()


def _watch(tournaments: Sequence[Tournament], console: Console, seconds: float) -> None:
    """Show how tournaments go until all have finished."""
    last = time.monotonic() + seconds
    with Live(console=console, auto_refresh=False) as live:
        while True:
            for one in tournaments:
                one.refresh_from_db()
            live.update(_table([progress_of(one) for one in tournaments]), refresh=True)
            if all(one.status == Tournament.Status.FINISHED for one in tournaments):
                return
            if time.monotonic() > last:
                raise CommandError("The season has not finished in time; its workers may be down.")
            time.sleep(_LOOK_EVERY)


def _table(rows: Sequence[Progress]) -> Table:
    table = Table(title="The season")
    for heading in ("tournament", "status", "round", "tables", "games", "first"):
        table.add_column(heading)
    for row in rows:
        table.add_row(
            row.tournament.name.partition(": ")[2],
            row.tournament.status,
            str(row.round),
            f"{row.tables_decided}/{row.tables}",
            str(row.games_over),
            ", ".join(row.leaders),
        )
    return table


def _ratings() -> Table:
    """Return the best by rating, of those who have played."""
    table = Table(title=f"Ratings in {RULESET}.all")
    for heading in ("player", "rating", "games"):
        table.add_column(heading)
    rows = counting_ratings().filter(pool=f"{RULESET}.all").select_related("player")
    for row in rows.order_by("-public", "sigma")[:_BEST]:
        table.add_row(row.player.name, f"{row.public} ± {round(40 * row.sigma)}", str(row.games))
    return table
