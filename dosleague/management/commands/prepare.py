"""`manage.py prepare`: what a league needs before its processes start."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from dosleague.preparation import Preparation, prepare


class Command(BaseCommand):
    """Prepares the database and says what was made."""

    help = (
        "Brings the database up to date. On the first run it also makes an administrator, and a "
        "few games and a season of tournaments between bots to look at."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--no-demo", action="store_true", help="make no games to look at")

    def handle(self, *_: Any, **options: Any) -> None:
        report = told(prepare(demonstration=not options["no_demo"]))
        self.stdout.write(report or "The database is up to date.")


def told(preparation: Preparation) -> str:
    """Return what a person should know of it; empty where nothing was made."""
    lines = []
    if preparation.administrator:
        lines.append(f'An administrator was made: "{preparation.administrator}",')
        if preparation.password:
            lines.append(f"  with the password {preparation.password}")
            lines.append("  It is shown this once: sign in at /admin/ and keep or change it.")
        else:
            lines.append("  with the password in DOS_LEAGUE_ADMIN_PASSWORD. Sign in at /admin/.")
    if preparation.games:
        lines.append(f"{preparation.games} games between bots were started, to look at.")
    if preparation.tournaments:
        lines.append(
            f"A season of {preparation.tournaments} tournaments between bots was started: "
            "see /api/v1/tournaments."
        )
    return "\n".join(lines)
