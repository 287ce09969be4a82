"""The peers of the turn endpoint: pgbench, a plain Django REST project, boardgame.io in memory."""

import re
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import psycopg

from tests.benchmarks.service_client import answers_a_second
from tests.benchmarks.service_league import request
from tests.benchmarks.service_processes import free_address, run, running, wait_for

MOST_CLIENTS: Final = 16
STATE_BYTES: Final = 2_000
PROTOCOLS: Final = ("simple", "prepared")
BOARDGAMES: Final = ("players", "one line")
NPM_PACKAGES: Final = ("boardgame.io@0.50.2", "koa-compose@4.1.0")
_BOARDGAME: Final = Path(__file__).parent / "boardgame"
_TPS: Final = re.compile(r"^tps = ([0-9.]+)", re.MULTILINE)

Rate = Callable[[int, float], float]
"""Clients and seconds to moves a second."""


class NotRun(Exception):
    """A peer that cannot be had on this machine, with the reason."""


# pgbench: lock a row, update 2 kB of text, insert a row, commit; the least that a turn can cost.

_PGBENCH_TABLES: Final = """
CREATE TABLE bench_game (id int PRIMARY KEY, version int NOT NULL, state text NOT NULL);
CREATE TABLE bench_log (id bigserial PRIMARY KEY, game int NOT NULL REFERENCES bench_game,
    version int NOT NULL, at timestamptz NOT NULL, action text NOT NULL, UNIQUE (game, version));
INSERT INTO bench_game SELECT number, 0, '' FROM generate_series(0, 15) AS number;
"""
_PGBENCH_TURN: Final = """
BEGIN;
SELECT version + 1 AS next, state FROM bench_game WHERE id = :client_id FOR NO KEY UPDATE \\gset
UPDATE bench_game SET version = :next, state = '{state}' WHERE id = :client_id;
INSERT INTO bench_log (game, version, at, action) VALUES (:client_id, :next, now(), 'draw');
COMMIT;
"""


def pgbench(database: str, folder: Path) -> dict[str, Rate]:
    """Return the rates of pgbench by its protocol, `simple` being its own choice; raises NotRun."""
    found = shutil.which("pgbench") or next(
        map(str, Path("/usr/lib/postgresql").glob("*/bin/pgbench")), None
    )
    if found is None:
        raise NotRun("there is no pgbench")
    with psycopg.connect(database, autocommit=True) as server:
        server.execute(_PGBENCH_TABLES)
    script = folder / "turn.sql"
    script.write_text(_PGBENCH_TURN.format(state=state_text(0)))

    def rate(protocol: str, clients: int, seconds: float) -> float:
        command = [found, "--no-vacuum", f"--protocol={protocol}", f"--file={script}"]
        command += [f"--client={clients}", "--jobs=2", f"--time={max(1, round(seconds))}", database]
        printed = _TPS.search(run(command, seconds + 30))
        assert printed is not None
        return float(printed[1])

    return {protocol: partial(rate, protocol) for protocol in PROTOCOLS}


def state_text(number: int) -> str:
    """Return 2 kB of text that is hard to compress."""
    return f"{number:04d}{'3f9a1c7be25d08461d8c'}" * (STATE_BYTES // 24)


# A plain Django REST project, served as the league is.


@contextmanager
def plain_project(database: str, folder: Path) -> Iterator[Rate]:
    """Yield the rate of the plain project, served on a database of its own."""
    variables = {
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": "tests.benchmarks.plain.settings",
    }
    migrate = [sys.executable, "-m", "django", "migrate", "--verbosity=0"]
    run(migrate, 60, **variables)
    run([*migrate, "--run-syncdb"], 60, **variables)
    address, log = free_address(), folder / "plain.log"
    variables["WEB_BIND"] = f"127.0.0.1:{address[1]}"
    command = [sys.executable, "-m", "gunicorn", "--config=python:dosleague.gunicorn"]
    command += ["tests.benchmarks.plain.wsgi:application"]
    with running(command, log, **variables), psycopg.connect(database, autocommit=True) as server:
        wait_for(address, log)
        tokens = [_plain_user(server, number) for number in range(MOST_CLIENTS)]

        def rate(clients: int, seconds: float) -> float:
            most = round(2_500 * seconds / clients)
            scripts = [_plain_moves(server, token, most) for token in tokens[:clients]]
            return answers_a_second(address, scripts, seconds, status=b"201")

        yield rate


def _plain_user(server: psycopg.Connection, number: int) -> str:
    user = server.execute(
        "INSERT INTO auth_user (username, password, is_superuser, first_name, last_name, email,"
        " is_staff, is_active, date_joined)"
        " VALUES (%s, '!', false, '', '', '', false, true, now()) RETURNING id",
        [f"user-{number}"],
    ).fetchone()
    assert user is not None
    token = f"{number:040x}"
    server.execute(
        "INSERT INTO authtoken_token (key, user_id, created) VALUES (%s, %s, now())",
        [token, user[0]],
    )
    return token


def _plain_moves(server: psycopg.Connection, token: str, most: int) -> Sequence[bytes]:
    """Start a game and return the requests of its moves."""
    game = server.execute(
        "INSERT INTO plain_game (version, state, changed_at) VALUES (0, %s, now()) RETURNING id",
        [state_text(0)],
    ).fetchone()
    assert game is not None
    body = '{"version":%d,"action":{"type":"lay","card":"r7"}}'
    path = f"/games/{game[0]}/moves"
    return [
        request("POST", path, f"Token {token}", (body % version).encode())
        for version in range(most)
    ]


# boardgame.io, everything in memory: nothing of it is durable.


@contextmanager
def boardgame(folder: Path) -> Iterator[dict[str, Rate]]:
    """Yield the rates of boardgame.io, brought into a folder by npm; raises NotRun.

    `players` is with a connection for each of a game's two players, `one line` with one for both.
    """
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise NotRun("there is no node or no npm")
    try:
        run([npm, "install", "--no-audit", "--no-fund", f"--prefix={folder}", *NPM_PACKAGES], 180)
    except RuntimeError as fault:
        raise NotRun(f"npm could not install it: {fault}") from fault
    address, log = free_address(), folder / "boardgame.log"
    variables = {"NODE_PATH": str(folder / "node_modules"), "NODE_ENV": "production"}
    port = str(address[1])
    server, client = str(_BOARDGAME / "server.cjs"), str(_BOARDGAME / "client.cjs")
    with running([node, server, port], log, **variables):
        wait_for(address, log)

        def rate(connections: int, clients: int, seconds: float) -> float:
            command = [node, client, port, str(clients), str(seconds), str(connections)]
            return float(run(command, seconds + 60, **variables))

        yield {"one line": partial(rate, 1), "players": partial(rate, 2)}
