"""Fifty threads at ten running games, each request delivered twice at once (B35, P01)."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import httpx
from pytest_django import DjangoDbBlocker

from tests.dosleague.served import free_port, serving
from tests.games.concurrency.crowd import PAIRS, assert_each_took_effect_once, open_games, rush
from tests.games.concurrency.stores import connected_to, migrate
from tests.games.concurrency.tables import in_process


def requests(stress: bool) -> int:
    """Return how many requests each pair of threads sends."""
    return 40 if stress else 4


def test_each_request_takes_effect_once_on_postgresql(
    on_postgresql: str, stress: bool, tell: Callable[[str], None]
) -> None:
    sittings = open_games()
    pairs = rush(sittings, in_process, requests(stress))
    accepted = assert_each_took_effect_once(sittings, pairs)
    assert accepted >= requests(stress) * len(sittings)
    tell(f"PostgreSQL: {accepted} of {PAIRS * requests(stress)} requests took effect, once each")


def test_each_request_takes_effect_once_on_sqlite(
    django_db_blocker: DjangoDbBlocker,
    var: Path,
    stress: bool,
    tell: Callable[[str], None],
) -> None:
    """Through `manage.py serve`, over HTTP."""
    port = free_port()
    var.mkdir()
    url = f"sqlite:///{var / 'league.sqlite3'}"
    with django_db_blocker.unblock():
        migrate(url)
        with connected_to(url):
            sittings = open_games()
            # Nobody reads its log meanwhile, so that it must not be long.
            quiet = {"THROTTLING": "off", "LOG_LEVEL": "ERROR"}
            with serving("--no-demo", var=var, port=port, DATABASE_URL=url, **quiet):
                connect = partial(httpx.Client, base_url=f"http://127.0.0.1:{port}", timeout=60)
                pairs = rush(sittings, connect, requests(stress))
            accepted = assert_each_took_effect_once(sittings, pairs)
    assert accepted >= requests(stress) * len(sittings)
    tell(f"SQLite: {accepted} of {PAIRS * requests(stress)} requests took effect, once each")
