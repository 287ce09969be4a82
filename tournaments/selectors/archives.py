"""A tournament as an archive: all that was agreed, paired, played and ruled."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any, Final

from dosleague.api.json import render_json
from games.engine.strict_json import canonical_json
from games.models import Game
from games.services.rounds import game_record
from tournaments.archive.document import FORMAT
from tournaments.models import Entrant, Match, MatchGame, MatchResult, StageRound, Tournament
from tournaments.selectors.rounds import plain
from tournaments.selectors.standings import published_rounds, standings_shape, tables_after
from tournaments.selectors.tournaments import in_rank

_GAMES_AT_ONCE: Final = 50


def archive_text(tournament: Tournament, *, shows_seed: bool) -> Iterator[str]:
    """Yield the text of a tournament's archive piece by piece, in canonical JSON, its digest last.

    Rounds that are drafts are not in it, nor are cards that are still played at other tables.
    """
    digest = hashlib.sha256()
    for piece in _pieces(tournament, shows_seed=shows_seed):
        digest.update(piece.encode())
        yield piece
    digest.update(b"}")
    yield f',"digest":"{digest.hexdigest()}"}}'


def _pieces(tournament: Tournament, *, shows_seed: bool) -> Iterator[str]:
    """Yield the fields in the order of their names, as canonical JSON has them."""
    yield f'{{"entrants":{_canonical(entrants_of(tournament))},"format":"{FORMAT}","games":['
    comma = ""
    for game in _games(tournament):
        yield comma + _canonical(game)
        comma = ","
    yield f'],"organisers":{_canonical(_organisers(tournament))}'
    yield f',"rounds":{_canonical(_rounds(tournament))}'
    yield f',"stages":{_canonical(_stages(tournament))}'
    yield f',"standings":{_canonical(archived_standings(tournament))}'
    yield f',"tournament":{_canonical(_terms(tournament, shows_seed=shows_seed))}'


def _canonical(value: Any) -> str:
    """Return a value in canonical JSON, ids and times as the API writes them."""
    return canonical_json(json.loads(render_json(value)))


def _terms(tournament: Tournament, *, shows_seed: bool) -> dict[str, Any]:
    return {
        "id": tournament.id,
        "name": tournament.name,
        "status": tournament.status,
        "ruleset": tournament.ruleset,
        "rated": tournament.rated,
        "clock": tournament.clock,
        "deals": tournament.deals,
        "advance": tournament.advance,
        "no_show_seconds": tournament.no_show_seconds,
        "round_hours": tournament.round_hours,
        "start_at": tournament.start_at,
        "seed": tournament.seed if shows_seed else None,
        "registration": {
            "cap": tournament.cap,
            "check_in": tournament.check_in,
            "opens_at": tournament.opens_at,
            "closes_at": tournament.closes_at,
            "kinds": tournament.kinds,
        },
        "published_at": tournament.published_at,
        "started_at": tournament.started_at,
        "finished_at": tournament.finished_at,
    }


def _organisers(tournament: Tournament) -> list[dict[str, Any]]:
    organisers = in_rank(tournament.organisers.select_related("player"))
    return [{"name": one.player.name, "role": one.role} for one in organisers]


def entrants_of(tournament: Tournament) -> list[dict[str, Any]]:
    """Return all entries in the order in which they were made, each with its player."""
    rows = tournament.entrants.select_related("player").order_by("queue_number")
    return [_entrant(one) for one in rows]


def _entrant(entrant: Entrant) -> dict[str, Any]:
    player = entrant.player
    return {
        "id": entrant.id,
        "player": {
            "id": player.id,
            "name": player.name,
            "kind": player.kind,
            "bot": player.bot,
        },
        "status": entrant.status,
        "queue_number": entrant.queue_number,
        "seed": entrant.seed,
        "rating": None if entrant.rating is None else plain(entrant.rating),
        "start_number": entrant.start_number,
        "entered_in": entrant.entered_in,
        "absent_from": entrant.absent_from,
        "registered_at": entrant.registered_at,
        "checked_in_at": entrant.checked_in_at,
    }


def _stages(tournament: Tournament) -> list[dict[str, Any]]:
    return [
        {
            "number": stage.number,
            "format": stage.format,
            "options": stage.options,
            "field": stage.field,
            "rounds_planned": stage.rounds_planned,
            "started_at": stage.started_at,
            "finished_at": stage.finished_at,
        }
        for stage in tournament.stages.order_by("number")
    ]


def _rounds(tournament: Tournament) -> list[dict[str, Any]]:
    rounds = published_rounds(tournament).prefetch_related("matches__games", "matches__results")
    return [_round(one) for one in rounds]


def _round(one: StageRound) -> dict[str, Any]:
    matches = sorted(one.matches.all(), key=lambda match: match.table)
    return {
        "number": one.number,
        "stage": one.stage.number,
        "number_in_stage": one.number_in_stage,
        "status": one.status,
        "published_at": one.published_at,
        "play_from": one.play_from,
        "play_by": one.play_by,
        "closed_at": one.closed_at,
        "pairings": [_pairing(match) for match in matches],
    }


def _pairing(match: Match) -> dict[str, Any]:
    results = sorted(match.results.all(), key=lambda result: result.version)
    games = sorted(match.games.all(), key=lambda game: game.number)
    return {
        "match": match.id,
        "group": match.group + 1,
        "table": match.table,
        "key": match.key or None,
        "entrants": match.entrants,
        "bye": match.bye,
        "locked": match.locked,
        "opened": match.opened,
        "wins_needed": match.wins_needed,
        "reason": match.reason,
        "results": [_result(result) for result in results],
        "games": [_match_game(game) for game in games],
    }


def _result(result: MatchResult) -> dict[str, Any]:
    return {
        "version": result.version,
        "kind": result.kind,
        "places": result.places,
        "scores": result.scores,
        "points": [plain(points) for points in result.points],
        "reason": result.reason,
        "at": result.at,
    }


def _match_game(one: MatchGame) -> dict[str, Any]:
    return {
        "game": one.game_id,
        "number": one.number,
        "seats": one.seats,
        "no_show_at": one.no_show_at,
        "counted": one.counted,
    }


def _games(tournament: Tournament) -> Iterator[dict[str, Any]]:
    """Yield the games of all published tables, a few at a time, each with its record."""
    tables = MatchGame.objects.filter(match__round__in=published_rounds(tournament))
    order = ("match__round__number", "match__table", "number")
    ids = list(tables.order_by(*order).values_list("game_id", flat=True))
    for start in range(0, len(ids), _GAMES_AT_ONCE):
        batch = ids[start : start + _GAMES_AT_ONCE]
        games = Game.objects.prefetch_related("seats__player", "rounds").in_bulk(batch)
        for game_id in batch:
            yield _game(games[game_id])


def _game(game: Game) -> dict[str, Any]:
    """Return a game; one without cards, one that goes on or one that is sealed has no record."""
    is_told = bool(game.digest) and not game.sealed
    seats = sorted(game.seats.all(), key=lambda seat: seat.number)
    return {
        "game": game.id,
        "status": game.status,
        "created_at": game.created_at,
        "record": game_record(game, seats) if is_told else None,
    }


def archived_standings(tournament: Tournament) -> list[dict[str, Any]]:
    """Return each stage's standings after its last published round, without the players' names."""
    last = {one.stage_id: one for one in published_rounds(tournament)}
    found = []
    for one in sorted(last.values(), key=lambda one: one.number):
        shape = standings_shape(tables_after(one))
        for item in shape["items"]:
            del item["player"]
        found.append(shape)
    return found
