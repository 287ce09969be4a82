import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.signing import dumps, loads

from dosleague.api.counters import CountingRedisCache

ROOT = Path(__file__).resolve().parents[2]


def manage(*arguments: str, var: Path) -> subprocess.CompletedProcess[str]:
    unset = {"DATABASE_URL", "DJANGO_SECRET_KEY", "DJANGO_DEBUG"}
    environ = {name: word for name, word in os.environ.items() if name not in unset}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**environ, "DOS_LEAGUE_VAR": str(var)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_check_passes_and_leaves_no_file(tmp_path: Path) -> None:
    run = manage("check", "--fail-level", "WARNING", var=tmp_path / "var")
    assert run.returncode == 0, run.stderr
    assert list((tmp_path / "var").iterdir()) == []


def test_sqlite_file_is_made_on_first_use_and_keeps_a_write_ahead_log(tmp_path: Path) -> None:
    query = "PRAGMA journal_mode; PRAGMA synchronous"
    script = (
        "from django.db import connection as c; k = c.cursor();"
        f"print(*[k.execute(q).fetchone()[0] for q in {query.split('; ')}])"
    )
    run = manage("shell", "--no-imports", "-c", script, var=tmp_path / "var")
    assert (run.stdout.strip(), run.stderr) == ("wal 1", "")
    assert (tmp_path / "var" / "league.sqlite3").exists()


def test_lazy_secret_key_signs() -> None:
    assert loads(dumps("a turn", salt="test"), salt="test") == "a turn"
    assert isinstance(settings.SECRET_KEY, str)


@pytest.mark.parametrize("cache", [CountingRedisCache, LocMemCache])
def test_no_cache_needs_closing_after_a_request(cache: type[BaseCache]) -> None:
    # `dosleague.apps` keeps Django from closing them.
    assert cache.close is BaseCache.close
