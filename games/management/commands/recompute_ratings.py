"""`manage.py recompute_ratings`: play every pool's log again."""

from argparse import ArgumentParser
from time import perf_counter
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from games.models import RatingPool
from games.services.ratings import work_in_log
from games.services.recomputation import differences, recompute_pool

_SHOWN: Final = 20


class Command(BaseCommand):
    help = (
        "Play the rating log of every pool again and switch to what it gives. With --check nothing "
        "is written: the stored ratings are compared, and the exit code is 1 where one differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("pools", nargs="*", metavar="POOL", help="all of them, if left out")
        parser.add_argument("--check", action="store_true", help="compare, and write nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        pools = self._asked(options["pools"])
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(elapsed_when_finished=True),
        )
        differing = 0
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            for pool in pools:
                bar = progress.add_task(pool.name, total=pool.games)

                def advance(games: int, bar: Any = bar) -> None:
                    progress.advance(bar, games)

                start = perf_counter()
                if options["check"]:
                    found = differences(name=pool.name, on_games=advance)
                    differing += bool(found)
                    told = self._told(found)
                else:
                    while work_in_log(pool.name):
                        pass
                    told = f"hash {recompute_pool(name=pool.name, on_games=advance)}"
                seconds = perf_counter() - start
                self.stdout.write(f"{pool.name}: {pool.games} games in {seconds:.1f} s, {told}")
        if differing:
            raise CommandError(f"{differing} of {len(pools)} pools are not what their log says")

    def _asked(self, names: list[str]) -> list[RatingPool]:
        pools = {pool.name: pool for pool in RatingPool.objects.order_by("name")}
        for name in names:
            if name not in pools:
                raise CommandError(
                    f"there is no pool {name}; there are {', '.join(pools) or 'none'}"
                )
        return [pools[name] for name in names or pools]

    def _told(self, found: list[str]) -> str:
        if not found:
            return "as stored"
        shown = [f"\n  {difference}" for difference in found[:_SHOWN]]
        more = len(found) - len(shown)
        return f"{len(found)} differences:{''.join(shown)}" + (f"\n  and {more} more" * bool(more))
