"""The statements of a turn and of a read, each put together once and not for every request.

They ask what Django would ask, of the same columns and with the same conversions; Django puts their
text together anew each time, which takes longer than all the rest of a turn. The columns are those
of the models, so none is listed here but the few that are left out or that change. The text is
plain enough for PostgreSQL and SQLite; `_DIALECTS` has what differs.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

import orjson
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Field, JSONField, Model
from django.db.models.base import ModelState
from django.utils import timezone

from games.models import Game, Player, Seat, Submission

CHANGING: Final = frozenset(
    {"status", "version", "state", "started_at", "finished_at", "turn_started_at", "deadline"}
    | {"due_at", "timeouts", "banks", "result", "digest", "round_text"}
)
"""The fields of a game that a submission may change; all are written with each."""
SEATED: Final = frozenset({"id", "name", "kind", "bot", "owner"})
"""The fields of a player that a table needs; Django fetches another when it is asked for."""

_Columns = Sequence["Field[Any, Any]"]
_Values = Sequence[Any]
_Names = Sequence[tuple[str, bool]]
"""Attributes of a model, and whether each is JSON."""


def _json_from_text(text: Any, *_: Any) -> Any:
    return None if text is None else orjson.loads(text)


@dataclass(frozen=True, slots=True)
class _Dialect:
    """What differs: the database's time, the lock of the game's row, how its driver takes values.

    `at_once` says whether an update may stand within an insertion.
    """

    now: str
    lock: str
    at_once: bool
    stored: Callable[[Any], Any]


def _as_text(value: Any) -> Any:
    """Return a value for SQLite, which has neither ids nor times."""
    if isinstance(value, UUID):
        return value.hex
    if isinstance(value, datetime):
        return str(timezone.make_naive(value, UTC))
    return value


# SQLite's transactions begin as writes and have the whole database, so there is no row to lock.
_DIALECTS: Final = {
    "postgresql": _Dialect(
        now="STATEMENT_TIMESTAMP()",
        lock=" FOR NO KEY UPDATE OF game",
        at_once=True,
        stored=lambda value: value,
    ),
    "sqlite": _Dialect(
        now="STRFTIME('%%Y-%%m-%%d %%H:%%M:%%f', 'NOW')", lock="", at_once=False, stored=_as_text
    ),
}


def read_seats(game_id: UUID, *, lock: bool) -> tuple[list[Seat], datetime | None]:
    """Return a game's seats in order, with the game and who sits or is awaited, and the time.

    One statement; with `lock` it locks the game's row, and the caller has opened a transaction. The
    time is the database's; None where there is no such game.
    """
    database = connections[DEFAULT_DB_ALIAS]
    reading = _reading(database.vendor, lock)
    rows = _rows(database, reading.text, [reading.stored(game_id)])
    if not rows:
        return [], None
    game: Game = reading.game.made(rows[0])
    return [reading.seat_at(game, row) for row in rows], reading.clock.values(rows[0])[0]


def new_submission(game: Game, player: Player | None, **values: Any) -> Submission:
    """Return a submission that is to be written, with these values and the class's defaults."""
    ids = {"game_id": game.id, "player_id": None if player is None else player.id}
    made: Submission = _instance(Submission, _DEFAULTS | ids | values, game=game, player=player)
    return made


def writes_at_once() -> bool:
    """Say whether `write_submission` is one statement, and a transaction by itself."""
    database = connections[DEFAULT_DB_ALIAS]
    return _DIALECTS[database.vendor].at_once and not database.in_atomic_block


def write_submission(game: Game, submission: Submission) -> bool:
    """Save what a submission may have changed of its game, and the new submission.

    One statement in PostgreSQL, two in SQLite. False, and nothing is saved, where the game is no
    longer at the version before.
    """
    database = connections[DEFAULT_DB_ALIAS]
    dialect = _DIALECTS[database.vendor]
    changed = _parameters(game, _CHANGING_NAMES, dialect.stored)
    changed += [dialect.stored(game.id), submission.version - 1]
    logged = _parameters(submission, _LOGGED_NAMES, dialect.stored)
    if dialect.at_once:
        rows = _rows(database, _UPDATE_WITH_INSERT, [*changed, *logged])
    else:
        with database.cursor() as cursor:
            cursor.execute(_UPDATE, changed)
            if not cursor.rowcount:
                return False
        rows = _rows(database, _INSERT, logged)
    if not rows:
        return False
    ((submission.id,),) = rows
    submission._state.adding = False
    return True


def _rows(database: Any, text: str, parameters: _Values) -> list[_Values]:
    """Return the rows of a statement; by the shortest way, where nobody listens on Django's."""
    is_watched = database.queries_logged or database.execute_wrappers
    if database.vendor != "postgresql" or is_watched:
        with database.cursor() as cursor:
            cursor.execute(text, parameters)
            return list(cursor.fetchall())
    database.validate_no_broken_transaction()
    with database.wrap_database_errors:
        kept = database.kept_cursor()
        kept.execute(text, parameters)
        return list(kept.fetchall())


def _instance(model: type[Model], values: Any, **related: Model | None) -> Any:
    """Return an instance with these values and what it belongs to; Django asks for each default."""
    made = model.__new__(model)
    made.__dict__.update(values)
    made._state = ModelState()
    made._state.fields_cache = related
    return made


class _Part:
    """Some columns of a row, beginning at one of them."""

    def __init__(self, start: int, columns: _Columns) -> None:
        self.names = [column.attname for column in columns]
        self._place = slice(start, start + len(columns))
        self._conversions: list[tuple[int, Any, Any]] = []
        database = connections[DEFAULT_DB_ALIAS]
        for index, column in enumerate(columns):
            source = column.get_col("row")
            if isinstance(column, JSONField):
                converters = [_json_from_text]
            else:
                converters = database.ops.get_db_converters(source)
                converters += source.get_db_converters(database)
            self._conversions += [(index, source, one) for one in converters]

    def values(self, row: _Values) -> list[Any]:
        """Return the values of its columns as Python knows them."""
        values = list(row[self._place])
        for index, source, convert in self._conversions:
            values[index] = convert(values[index], source, None)
        return values


class _Row(_Part):
    """The columns of a model."""

    def __init__(self, model: type[Model], start: int, columns: _Columns) -> None:
        super().__init__(start, columns)
        self._model = model
        self._key = start + self.names.index("id")

    def made(self, row: _Values, **related: Model | None) -> Any:
        """Return an instance as Django makes it of a row, with what it belongs to."""
        made = _instance(self._model, zip(self.names, self.values(row), strict=True), **related)
        made._state.adding, made._state.db = False, DEFAULT_DB_ALIAS
        return made

    def made_if_any(self, row: _Values) -> Any:
        """Return an instance, None where an outer join has found none."""
        return None if row[self._key] is None else self.made(row)


class _Reading:
    """The statement that reads a game's seats, and what its rows hold."""

    def __init__(self, dialect: _Dialect, *, lock: bool) -> None:
        self.stored = dialect.stored
        game, seat, player = _columns(Game), _columns(Seat), _columns(Player, SEATED)
        self.clock = _Part(0, _columns(Game, ["created_at"]))  # a time like any
        self.game = _Row(Game, 1, game)
        self._seat = _Row(Seat, 1 + len(game), seat)
        self._player = _Row(Player, 1 + len(game) + len(seat), player)
        self._awaited = _Row(Player, 1 + len(game) + len(seat) + len(player), player)
        wanted = [
            *_of_the_first([dialect.now, *_named("game", game)]),
            *_named("seat", seat),
            *_named("player", player),
            *_named("awaited", player),
        ]
        self.text = (
            f"SELECT {', '.join(wanted)} FROM {_table(Seat)} seat"  # noqa: S608 - names of ours
            f" JOIN {_table(Game)} game ON game.id = seat.game_id"
            f" LEFT JOIN {_table(Player)} player ON player.id = seat.player_id"
            f" LEFT JOIN {_table(Player)} awaited ON awaited.id = seat.reserved_for_id"
            f" WHERE seat.game_id = %s ORDER BY seat.number{dialect.lock if lock else ''}"
        )

    def seat_at(self, game: Game, row: _Values) -> Seat:
        """Return the seat of a row, at a game."""
        player, awaited = self._player.made_if_any(row), self._awaited.made_if_any(row)
        seat: Seat = self._seat.made(row, game=game, player=player, reserved_for=awaited)
        return seat


@lru_cache
def _reading(vendor: str, lock: bool) -> _Reading:
    return _Reading(_DIALECTS[vendor], lock=lock)


def _parameters(row: Model, names: _Names, stored: Callable[[Any], Any]) -> list[Any]:
    values = row.__dict__
    return [
        orjson.dumps(value).decode()
        if is_json and (value := values[name]) is not None
        else stored(values[name])
        for name, is_json in names
    ]


def _names(columns: _Columns) -> _Names:
    return [(column.attname, isinstance(column, JSONField)) for column in columns]


def _columns(model: type[Model], names: Iterable[str] | None = None) -> _Columns:
    fields = model._meta.concrete_fields
    return [field for field in fields if names is None or field.name in names]


def _table(model: type[Model]) -> str:
    return f'"{model._meta.db_table}"'


def _named(alias: str, columns: _Columns) -> list[str]:
    return [f'{alias}."{column.column}"' for column in columns]


def _of_the_first(values: Iterable[str]) -> list[str]:
    """Ask for the values in the row of a game's first seat alone: they are the game's."""
    return [f"CASE seat.number WHEN 0 THEN {value} END" for value in values]


_CHANGING: Final = _columns(Game, CHANGING)
_CHANGING_NAMES: Final = _names(_CHANGING)
_LOGGED: Final = [column for column in _columns(Submission) if column.name != "id"]
_LOGGED_NAMES: Final = _names(_LOGGED)
_CHANGES: Final = ", ".join(f'"{column.column}" = %s' for column in _CHANGING)
_UPDATE: Final = f"UPDATE {_table(Game)} SET {_CHANGES} WHERE id = %s AND version = %s"  # noqa: S608 - names of ours
_DEFAULTS: Final = {"id": None, "seat": None, "key": None, "fingerprint": "", "answer": ""}
_COLUMNS: Final = ", ".join(f'"{column.column}"' for column in _LOGGED)
_INTO: Final = f"INSERT INTO {_table(Submission)} ({_COLUMNS})"
_PLACES: Final = ", ".join(["%s"] * len(_LOGGED))
_INSERT: Final = f"{_INTO} VALUES ({_PLACES}) RETURNING id"
_UPDATE_WITH_INSERT: Final = (
    f"WITH changed AS ({_UPDATE} RETURNING id)"  # noqa: S608 - the same
    f" {_INTO} SELECT {_PLACES} FROM changed RETURNING id"
)
