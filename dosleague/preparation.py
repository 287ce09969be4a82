"""What a league needs before it opens: a schema, an administrator, something to look at."""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection

from games.models import Player
from games.services.demonstration import ensure_demonstration
from tournaments.models import Tournament
from tournaments.services.demonstration import start_season

ADMINISTRATOR = "admin"


@dataclass(frozen=True, slots=True)
class Preparation:
    """What was made: nothing but the schema where somebody had been here before.

    `password` is the new administrator's where we chose it: it is kept nowhere, so show it.
    """

    administrator: str | None
    password: str | None
    games: int
    tournaments: int = 0


def prepare(*, demonstration: bool) -> Preparation:
    """Bring the schema up to date; on the first run make an administrator, and games and a season
    of bots to look at.

    The first run is the one that finds no administrator. Raises `CommandError` with one sentence
    when files or the database stand in the way.
    """
    check_files()
    check_database()
    try:
        call_command("migrate", interactive=False, verbosity=0)
        if Player.objects.filter(is_superuser=True).exists():
            return Preparation(administrator=None, password=None, games=0)
        password = make_administrator()
        games = ensure_demonstration() if demonstration else 0
        tournaments = ensure_season() if demonstration else 0
    except DatabaseError as error:
        raise CommandError(f"The database cannot be prepared: {first_line(error)}") from None
    return Preparation(ADMINISTRATOR, password, games, tournaments)


def make_administrator() -> str | None:
    """Make the first administrator; return the password if it was chosen here."""
    given = os.environ.get("DOS_LEAGUE_ADMIN_PASSWORD")
    password = given or secrets.token_urlsafe(12)
    if Player.objects.filter(name__iexact=ADMINISTRATOR).exists():
        raise CommandError(
            f'There is no administrator, and "{ADMINISTRATOR}" is taken by a player: '
            "make one with `manage.py createsuperuser`."
        )
    Player.objects.create_superuser(ADMINISTRATOR, password)
    return None if given else password


def ensure_season() -> int:
    """Start a season of bots where there is no tournament yet; return how many it has."""
    if Tournament.objects.exists():
        return 0
    return len(start_season(owner=Player.objects.get(name=ADMINISTRATOR)))


def check_files() -> None:
    """Check that a key can be kept, and an SQLite file be written, where they are to be."""
    try:
        str(settings.SECRET_KEY)  # makes one at its first use
    except OSError as error:
        raise CommandError(
            f"Cannot keep the signing key in {settings.VAR_DIR}: {error.strerror}."
        ) from None
    if connection.vendor != "sqlite":
        return
    name = str(settings.DATABASES["default"]["NAME"])
    if name == ":memory:":
        raise CommandError("A database in memory cannot be shared by threads: name a file.")
    folder = Path(name).parent
    if not os.access(folder, os.W_OK):
        raise CommandError(f"Cannot write to {folder}, where the database is to be.")


def check_database() -> None:
    """Check that the database answers."""
    try:
        connection.ensure_connection()
    except DatabaseError as error:
        raise CommandError(f"The database does not answer: {first_line(error)}") from None


def first_line(error: Exception) -> str:
    """Return what a driver has to say, without the advice that follows."""
    return str(error).strip().partition("\n")[0] or type(error).__name__
