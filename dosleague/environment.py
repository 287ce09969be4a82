"""What the environment says, read into plain values for `dosleague.settings`."""

import os
import secrets
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

YES = frozenset({"1", "on", "true", "yes"})
NO = frozenset({"", "0", "false", "no", "off"})
PERIODS = {"s": 1, "min": 60, "h": 3600, "day": 86_400}
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")

# What a PostgreSQL address may ask of libpq after its "?". A misspelt one is refused, not dropped.
POSTGRESQL_OPTIONS = frozenset(
    {
        "application_name",
        "connect_timeout",
        "host",
        "sslcert",
        "sslkey",
        "sslmode",
        "sslrootcert",
        "target_session_attrs",
    }
)

# Without IMMEDIATE two writers that both read first end in "database is locked".
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}


def flag(name: str, *, default: bool = False) -> bool:
    """Return whether the variable `name` says yes; anything but a yes or a no is refused."""
    word = os.environ.get(name, str(default)).strip().lower()
    if word in YES:
        return True
    if word in NO:
        return False
    raise ImproperlyConfigured(f"{name} must be a yes or a no (1 or 0), not {word!r}.")


def number(name: str, *, default: int, least: int = 1) -> int:
    """Return the whole number that the variable `name` holds."""
    word = os.environ.get(name, str(default)).strip()
    if not (word.isascii() and word.isdigit() and int(word) >= least):
        raise ImproperlyConfigured(f"{name} must be a whole number from {least} on, not {word!r}.")
    return int(word)


def rate(name: str, *, default: str) -> tuple[int, int]:
    """Return the rate that the variable `name` holds: so many in so many seconds."""
    word = os.environ.get(name, default).strip()
    count, _, period = word.partition("/")
    if not (count.isascii() and count.isdigit() and int(count) > 0 and period in PERIODS):
        raise ImproperlyConfigured(f"{name} must be a rate such as 600/min or 10/h, not {word!r}.")
    return int(count), PERIODS[period]


def log_level() -> str:
    """Return the least level that is logged, from `LOG_LEVEL`."""
    word = os.environ.get("LOG_LEVEL", "INFO").strip().upper()
    if word not in LOG_LEVELS:
        raise ImproperlyConfigured(f"LOG_LEVEL must be one of {', '.join(LOG_LEVELS)}.")
    return word


def names(name: str, *, default: str = "") -> list[str]:
    """Return the comma-separated names that the variable `name` holds."""
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def secret_key(kept_in: Path) -> str:
    """Return `DJANGO_SECRET_KEY`, or the key kept in a file, made at its first use.

    The file is readable by its owner alone. Processes that start at the same moment agree on one
    key: each writes its own and the first to give it the final name wins.
    """
    given = os.environ.get("DJANGO_SECRET_KEY", "")
    if given:
        return given
    if not kept_in.exists():
        _make_secret_key(kept_in)
    return kept_in.read_text(encoding="ascii")


def _make_secret_key(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # A temporary file has mode 0600 from its first byte.
    with NamedTemporaryFile("w", dir=path.parent, encoding="ascii") as draft:
        draft.write(secrets.token_urlsafe(50))
        draft.flush()
        try:
            os.link(draft.name, path)
        except FileExistsError:
            return


def make_folder(path: Path) -> None:
    """Make a folder for the service's own files where there is none."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"Cannot make the folder {path}: {error.strerror}.") from None


def redis_url() -> str:
    """Return the address of Redis that `REDIS_URL` gives; empty where there is none."""
    url = os.environ.get("REDIS_URL", "")
    if url and urlsplit(url).scheme not in {"redis", "rediss"}:
        raise ImproperlyConfigured("REDIS_URL must begin with redis:// or rediss://.")
    return url


def database(url: str, *, root: Path) -> dict[str, Any]:
    """Return Django's database settings for an address; a relative SQLite path starts at `root`.

    >>> database("sqlite:///var/league.sqlite3", root=Path("/srv/league"))["NAME"]
    '/srv/league/var/league.sqlite3'
    >>> database("postgresql://ada:s%40fe@db.example/league", root=Path())["PASSWORD"]
    's@fe'

    Raises `ImproperlyConfigured` with what is wrong; the message never repeats the address, which
    may hold a password.
    """
    address = urlsplit(url)
    if address.scheme == "sqlite":
        return _sqlite(address, root)
    if address.scheme in {"postgres", "postgresql"}:
        return _postgresql(address)
    raise ImproperlyConfigured("DATABASE_URL must begin with sqlite:// or postgresql://.")


def _sqlite(address: SplitResult, root: Path) -> dict[str, Any]:
    if address.query or address.fragment:
        raise ImproperlyConfigured("DATABASE_URL: an SQLite address takes no options.")
    if address.netloc == ":memory:" and not address.path:
        name = ":memory:"
    elif address.netloc:
        raise ImproperlyConfigured(
            "DATABASE_URL: an SQLite path follows three slashes (sqlite:///var/league.sqlite3), "
            "an absolute one four."
        )
    elif not address.path.strip("/"):
        raise ImproperlyConfigured("DATABASE_URL names no SQLite file.")
    else:
        name = str(root / unquote(address.path[1:]))
    return {"ENGINE": "django.db.backends.sqlite3", "NAME": name, "OPTIONS": SQLITE_OPTIONS}


def _postgresql(address: SplitResult) -> dict[str, Any]:
    name = unquote(address.path.removeprefix("/"))
    if not name:
        raise ImproperlyConfigured("DATABASE_URL names no PostgreSQL database.")
    try:
        port = address.port
    except ValueError:
        raise ImproperlyConfigured("DATABASE_URL: the port must be a number to 65535.") from None
    options = dict(parse_qsl(address.query, keep_blank_values=True))
    unknown = sorted(options.keys() - POSTGRESQL_OPTIONS)
    if unknown:
        raise ImproperlyConfigured(f"DATABASE_URL: unknown options {', '.join(unknown)}.")
    return {
        "ENGINE": "dosleague.postgresql",
        "NAME": name,
        "USER": unquote(address.username or ""),
        "PASSWORD": unquote(address.password or ""),
        "HOST": options.pop("host", address.hostname or ""),
        "PORT": "" if port is None else str(port),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {**options, "server_side_binding": True, "prepare_threshold": 1},
    }
