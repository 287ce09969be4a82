"""Entering many players at once from a CSV file: all of them, or none."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models.functions import Lower

from dosleague.api.problems import FieldError, Problem, field_error
from dosleague.audit import Author, note
from games.models import Player
from games.services.bots import name_bot
from tournaments.lifecycle import State
from tournaments.models import Entrant, Tournament
from tournaments.selectors.tournaments import subject_of
from tournaments.services.access import DIRECTORS, check_organises, taken
from tournaments.services.creation import MOST_ENTRANTS
from tournaments.services.late import join_field
from tournaments.services.registration import add_entrants, already_entered, check_may_enter
from tournaments.services.stages import check_faults

COLUMNS: Final = ("name", "seed", "bot")
_LARGEST_SEED: Final = 2**31 - 1
_AT_ONCE: Final = 500
_MOST_FAULTS: Final = 100


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the file: its number, a player's name, a seed, and a built-in bot to be named so.

    `seed` is None and `bot` empty where the file says nothing.
    """

    number: int
    name: str
    seed: int | None
    bot: str

    def fault(self, column: str, code: str, detail: str) -> FieldError:
        return field_error(f"/{self.number}/{column}", code, detail)


def parse_entrants(text: str) -> list[Line]:
    r"""Return the lines of a CSV text: a header of `name` and, if wanted, `seed` and `bot`.

    All faults are told, each with the number of its line: `/3/seed`. Raises Problem: `malformed`
    for what is no such table, `invalid` for values that will not do.

    >>> parse_entrants("name,seed\nAda,1\n")
    [Line(number=2, name='Ada', seed=1, bot='')]
    """
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    faults: list[FieldError] = []
    lines: list[Line] = []
    try:
        header = [cell.strip() for cell in next(reader, [])]
        _check_header(header)
        for cells in reader:
            if any(cell.strip() for cell in cells):
                found = _line(reader.line_num, header, cells)
                if isinstance(found, Line):
                    lines.append(found)
                else:
                    faults.append(found)
    except csv.Error as fault:
        detail = f"Line {reader.line_num} is not CSV: {fault}."
        errors = [field_error(f"/{reader.line_num}", "malformed", detail)]
        raise Problem("malformed", detail, errors=errors) from None
    faults += _repetitions(lines)
    check_faults(sorted(faults, key=_line_number)[:_MOST_FAULTS])
    if not 1 <= len(lines) <= MOST_ENTRANTS:
        raise Problem("invalid", f"A file names 1 to {MOST_ENTRANTS} entrants.")
    return lines


def _line_number(fault: FieldError) -> int:
    return int(fault["pointer"].split("/")[1])


def _check_header(header: Sequence[str]) -> None:
    unknown = [name for name in header if name not in COLUMNS]
    if unknown or "name" not in header or len(set(header)) < len(header):
        detail = f"The first line names the columns: name, and of {', '.join(COLUMNS[1:])} any."
        raise Problem("malformed", detail, errors=[field_error("/1", "header", detail)])


def _line(number: int, header: Sequence[str], cells: Sequence[str]) -> Line | FieldError:
    if len(cells) != len(header):
        detail = f"It has {len(cells)} cells, the first line {len(header)}."
        return field_error(f"/{number}", "cells", detail)
    row = {name: cell.strip() for name, cell in zip(header, cells, strict=True)}
    line = Line(number, row["name"], None, row.get("bot", ""))
    if not line.name:
        return line.fault("name", "blank", "A name is needed.")
    text = row.get("seed", "")
    if not text:
        return line
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:11]) <= _LARGEST_SEED):
        return line.fault("seed", "seed", "A seed is a whole number from 1.")
    return Line(number, line.name, int(text), line.bot)


def _repetitions(lines: Sequence[Line]) -> Iterator[FieldError]:
    names: set[str] = set()
    seeds: set[int] = set()
    for line in lines:
        if line.name.lower() in names:
            yield line.fault("name", "repeated", f"{line.name} is named twice.")
        if line.seed is not None and line.seed in seeds:
            yield line.fault("seed", "repeated", f"The seed {line.seed} is given twice.")
        names.add(line.name.lower())
        if line.seed is not None:
            seeds.add(line.seed)


def import_entrants(*, tournament_id: UUID, lines: Sequence[Line], by: Author) -> list[Entrant]:
    """Enter everybody of a file in the order of its lines; who finds no place waits.

    Raises Problem: `not_found`, `forbidden`, `conflict`, `invalid` with a fault for each line.
    """
    with transaction.atomic():
        tournament = taken(tournament_id, by)
        check_organises(tournament, by, DIRECTORS)
        check_may_enter(tournament)
        known = _known_players(lines)
        faults = list(_faults(tournament, lines, known))
        check_faults(faults[:_MOST_FAULTS])
        players = [_player(line, known) for line in lines]
        entrants = add_entrants(tournament, players)
        if tournament.state is State.RUNNING:
            join_field(tournament, entrants)
        for entrant, line in zip(entrants, lines, strict=True):
            entrant.seed = line.seed
        Entrant.objects.bulk_update(
            [entrant for entrant in entrants if entrant.seed], ["seed"], batch_size=_AT_ONCE
        )
        after = {"entrants": [str(entrant.id) for entrant in entrants]}
        note(by, "entrants.import", subject_of(tournament), after=after)
        return entrants


def _known_players(lines: Sequence[Line]) -> dict[str, Player]:
    """Return the players that there are, by their names in lower case."""
    found: dict[str, Player] = {}
    names = iter(line.name.lower() for line in lines)
    while batch := list(islice(names, _AT_ONCE)):
        players = Player.objects.alias(lower=Lower("name")).filter(lower__in=batch)
        found |= {player.name.lower(): player for player in players}
    return found


def _faults(
    tournament: Tournament, lines: Sequence[Line], known: dict[str, Player]
) -> Iterator[FieldError]:
    taken_seeds = set(tournament.entrants.filter(seed__isnull=False).values_list("seed", flat=True))
    for line in lines:
        player = known.get(line.name.lower())
        kind = Player.Kind.BOT.value if line.bot else player.kind if player else ""
        if line.seed in taken_seeds:
            yield line.fault("seed", "taken", f"Another entrant has the seed {line.seed}.")
        if line.bot and player is not None:
            yield line.fault("name", "name_taken", f"The name {line.name} is taken.")
        elif not line.bot and (player is None or not player.is_active):
            yield line.fault("name", "does_not_exist", f"There is no player {line.name}.")
        elif kind not in tournament.kinds:
            column = "bot" if line.bot else "name"
            yield line.fault(column, "kind", f"Players of kind {kind} do not enter.")
    there = [
        (known[line.name.lower()], f"/{line.number}/name")
        for line in lines
        if not line.bot and line.name.lower() in known
    ]
    yield from already_entered(tournament, there)


def _player(line: Line, known: dict[str, Player]) -> Player:
    """Return a line's player, newly made where it names a bot; raises Problem `invalid`."""
    if not line.bot:
        return known[line.name.lower()]
    try:
        return name_bot(bot=line.bot, name=line.name)
    except Problem as problem:
        pointers = [error["pointer"] for error in problem.errors or ()]
        fault = line.fault("bot" if "/bot" in pointers else "name", problem.code, problem.detail)
        raise Problem("invalid", problem.detail, errors=[fault]) from None
