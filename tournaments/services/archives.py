"""Archives of tournaments taken in: the same rounds, results, standings and records."""

import json
from collections.abc import Mapping
from typing import Any, Final

from django.db import IntegrityError, transaction

from dosleague.api.json import render_json
from dosleague.api.problems import Problem, field_error
from dosleague.audit import Author, note
from games.engine.ruleset import InvalidRuleset, ruleset_from_json
from games.engine.strict_json import canonical_json
from games.engine.verify import RecordFault, verify_record
from tournaments.archive.document import check_archive
from tournaments.archive.shapes import ArchiveFault
from tournaments.formats import FORMATS
from tournaments.models import Tournament
from tournaments.selectors.archives import archived_standings
from tournaments.selectors.brackets import bracket_shape
from tournaments.selectors.tournaments import subject_of
from tournaments.services.archived_rows import (
    Ids,
    ids_of,
    seats_of,
    write_entrants,
    write_games,
    write_rounds,
    write_stages,
    write_tournament,
)
from tournaments.services.stages import planned_stages

_ATTEMPTS: Final = 3


def import_tournament(*, archive: object, by: Author) -> Tournament:
    """Take in a tournament that has ended, with its players, games and results; its author owns it.

    Everybody in it becomes a player of its own, whom nobody can sign in as. Its games are played
    again by the rules, and are not rated. The standings are worked out anew and must be those of
    the archive. All or nothing. Raises Problem: `malformed` for what is no archive, `invalid` with
    the first fault, `conflict` where others took its names or ids at the same moment, each time.
    """
    assert by.player is not None, "somebody owns it"
    found = _checked(archive)
    for _ in range(_ATTEMPTS):
        try:
            with transaction.atomic():
                return _written(found, by)
        except IntegrityError:
            continue
    raise Problem("conflict", "Others use its names or ids just now; try again.")


def _invalid(where: str, detail: str) -> Problem:
    return Problem("invalid", f"{where}: {detail}", errors=[field_error(where, "archive", detail)])


def _checked(archive: object) -> Mapping[str, Any]:
    """Return an archive whose parts all hold; raises Problem with the first that does not."""
    try:
        check_archive(archive)
    except ArchiveFault as fault:
        if not fault.is_shape:
            raise _invalid(fault.where, fault.detail) from None
        errors = [field_error(fault.where, "archive", fault.detail)]
        raise Problem("malformed", str(fault), errors=errors) from None
    assert isinstance(archive, dict)
    _check_terms(archive)
    seated = seats_of(archive)
    players = {one["id"]: one["player"]["id"] for one in archive["entrants"]}
    for index, game in enumerate(archive["games"]):
        if game["record"] is not None:
            where = f"/games/{index}/record"
            sitting = [players[one] for one in seated[game["game"]]]
            _check_record(game, archive["tournament"]["ruleset"], sitting, where)
    return archive


def _check_terms(archive: Mapping[str, Any]) -> None:
    try:
        ruleset_from_json(archive["tournament"]["ruleset"])
    except InvalidRuleset as invalid:
        raise _invalid("/tournament/ruleset", invalid.detail) from None
    asked = []
    for stage in archive["stages"]:
        options = dict(stage["options"])
        if FORMATS[stage["format"]].is_knockout:
            options.pop("tie_breaks", None)
        asked.append({**options, "format": stage["format"]})
    for index, plan in enumerate(planned_stages(asked)):
        if dict(plan.options) != archive["stages"][index]["options"]:
            raise _invalid(f"/stages/{index}/options", "It has every option of its format.")


def _check_record(
    game: Mapping[str, Any], ruleset: Mapping[str, Any], players: list[str], where: str
) -> None:
    """Refuse a record that the rules do not bear out, or that is of another game."""
    record = game["record"]
    try:
        verify_record(record)
    except RecordFault as fault:
        raise _invalid(f"{where}{fault.where}", f"{fault.detail}.") from None
    if record["game"] != game["game"]:
        raise _invalid(f"{where}/game", "It is of another game.")
    if record["ruleset"] != ruleset:
        raise _invalid(f"{where}/ruleset", "It is not played by the tournament's rules.")
    if [seat["player"] for seat in record["seats"]] != players:
        raise _invalid(f"{where}/seats", "They are not those of the table.")
    ended = "aborted" if record["result"]["ended"] == "abort" else "finished"
    if game["status"] != ended:
        raise _invalid(f"{where}/result/ended", f"The game is {game['status']}.")


def _written(archive: Mapping[str, Any], by: Author) -> Tournament:
    ids = ids_of(archive)
    tournament = write_tournament(archive["tournament"], ids, by)
    players = write_entrants(archive["entrants"], tournament, ids)
    stages = write_stages(archive["stages"], tournament, ids)
    write_games(archive, players, ids)
    write_rounds(archive["rounds"], tournament, stages, ids)
    _check_standings(archive, tournament, ids)
    note(
        by,
        "tournament.import",
        subject_of(tournament),
        after={
            "name": tournament.name,
            "digest": archive["digest"],
            "organisers": archive["organisers"],
        },
    )
    return tournament


def _check_standings(archive: Mapping[str, Any], tournament: Tournament, ids: Ids) -> None:
    """Refuse an archive whose results lead to other standings than it tells, or to none."""
    try:
        ours = archived_standings(tournament)
        for stage in tournament.stages.filter(field__isnull=False):
            if FORMATS[stage.format].is_knockout:
                bracket_shape(tournament, stage.number)
    except ValueError as fault:
        raise _invalid("/rounds", f"The results do not go together: {fault}.") from None
    theirs = [_with_own_ids(one, ids) for one in archive["standings"]]
    if _plain(ours) != _plain(theirs):
        raise _invalid("/standings", "The results lead to other standings.")


def _plain(value: object) -> str:
    return canonical_json(json.loads(render_json(value)))


def _with_own_ids(standings: object, ids: Ids) -> object:
    """Return standings of an archive with the ids that their entrants have here."""
    if not isinstance(standings, dict) or not isinstance(standings.get("items"), list):
        return standings
    items = [
        {**item, "entrant": ids.entrants.get(item["entrant"])}
        if isinstance(item, dict) and isinstance(item.get("entrant"), str)
        else item
        for item in standings["items"]
    ]
    return {**standings, "items": items}
