"""`manage.py verify`: check game records."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from games.engine.verify import RecordFault, verify_text


class Command(BaseCommand):
    help = (
        "Check files of dos-record/1, one record or many (JSON Lines): digest, commitment, every "
        "deal, action and score. Names the first fault and exits with 1."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's own declaration

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        for path in options["files"]:
            count = self._verify(path)
            self.stdout.write(f"{path}: {count} record{'' if count == 1 else 's'} verified")

    def _verify(self, path: Path) -> int:
        try:
            text = path.read_bytes().decode("utf-8")
        except OSError as error:
            raise CommandError(str(error)) from None
        except UnicodeDecodeError as error:
            raise CommandError(f"{path}: not UTF-8 at byte {error.start}") from None
        columns = SpinnerColumn(), TextColumn("{task.completed} records"), TimeElapsedColumn()
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            bar = progress.add_task("verify", total=None)
            try:
                count = verify_text(text, lambda _: progress.advance(bar))
            except RecordFault as fault:
                raise CommandError(f"{path}: {fault}") from None
        if not count:
            raise CommandError(f"{path}: holds no record")
        return count
