"""The rows of a tournament that is taken in from an archive."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import Model

from dosleague.api.clock import database_now
from dosleague.audit import Author
from dosleague.ids import new_id
from games.models import Game, Player
from games.services.games import Clock
from games.services.imported import GameToImport, import_games
from games.services.imported_players import PlayerToImport, import_players
from tournaments.models import (
    Entrant,
    Match,
    MatchGame,
    MatchResult,
    Organiser,
    Stage,
    StageRound,
    Tournament,
)

_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class Ids:
    """The ids here of what an archive names: its own where they are free, else new ones."""

    tournament: UUID
    players: Mapping[str, UUID]
    entrants: Mapping[str, UUID]
    matches: Mapping[str, UUID]
    games: Mapping[str, UUID]

    def named(self, ids: Iterable[str]) -> list[str]:
        """Return entrants as they are kept in lists."""
        return [str(self.entrants[one]) for one in ids]


def ids_of(archive: Mapping[str, Any]) -> Ids:
    """Return the ids here of all that an archive names."""
    pairings = [pairing for one in archive["rounds"] for pairing in one["pairings"]]
    tournament = archive["tournament"]["id"]
    return Ids(
        tournament=_own(Tournament, [tournament])[tournament],
        players=_own(Player, [one["player"]["id"] for one in archive["entrants"]]),
        entrants=_own(Entrant, [one["id"] for one in archive["entrants"]]),
        matches=_own(Match, [pairing["match"] for pairing in pairings]),
        games=_own(Game, [game["game"] for game in archive["games"]]),
    )


def seats_of(archive: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return who sits in each game, as the archive names games and entrants."""
    return {
        game["game"]: game["seats"]
        for one in archive["rounds"]
        for pairing in one["pairings"]
        for game in pairing["games"]
    }


def _own(model: type[Model], named: list[str]) -> dict[str, UUID]:
    """Return the ids that rows of a model will have here."""
    taken: set[UUID] = set()
    for start in range(0, len(named), _AT_ONCE):
        rows = model._default_manager.filter(pk__in=named[start : start + _AT_ONCE])
        taken.update(rows.values_list("pk", flat=True))
    return {one: new_id() if UUID(one) in taken else UUID(one) for one in named}


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def write_tournament(terms: Mapping[str, Any], ids: Ids, by: Author) -> Tournament:
    """Write the terms of a tournament, which its importer owns."""
    assert by.player is not None, "somebody owns it"
    registration = terms["registration"]
    tournament = Tournament.objects.create(
        id=ids.tournament,
        **{name: terms[name] for name in ("name", "status", "ruleset", "rated", "clock", "deals")},
        **{name: terms[name] for name in ("advance", "no_show_seconds", "round_hours")},
        start_at=_moment(terms["start_at"]),
        seed=terms["seed"] or "",
        cap=registration["cap"],
        check_in=registration["check_in"],
        opens_at=_moment(registration["opens_at"]),
        closes_at=_moment(registration["closes_at"]),
        kinds=registration["kinds"],
        created_by=by.player,
        published_at=_moment(terms["published_at"]),
        started_at=_moment(terms["started_at"]),
        finished_at=_moment(terms["finished_at"]),
    )
    Organiser.objects.create(tournament=tournament, player=by.player, role=Organiser.Role.OWNER)
    return tournament


def write_entrants(
    entrants: list[Mapping[str, Any]], tournament: Tournament, ids: Ids
) -> dict[str, Player]:
    """Write the entries with their players; return these by the archive's ids of the entries."""
    plans = [
        PlayerToImport(
            ids.players[one["player"]["id"]],
            one["player"]["name"],
            one["player"]["kind"],
            one["player"]["bot"],
        )
        for one in entrants
    ]
    players = import_players(plans)
    rows = [
        Entrant(
            id=ids.entrants[one["id"]],
            tournament=tournament,
            player=player,
            checked_in_at=_moment(one["checked_in_at"]),
            **{name: one[name] for name in ("status", "queue_number", "seed", "rating")},
            **{name: one[name] for name in ("start_number", "entered_in", "absent_from")},
        )
        for one, player in zip(entrants, players, strict=True)
    ]
    Entrant.objects.bulk_create(rows, batch_size=_AT_ONCE)
    for row, one in zip(rows, entrants, strict=True):
        row.registered_at = datetime.fromisoformat(one["registered_at"])
    Entrant.objects.bulk_update(rows, ["registered_at"], batch_size=_AT_ONCE)
    return {one["id"]: player for one, player in zip(entrants, players, strict=True)}


def write_stages(
    stages: list[Mapping[str, Any]], tournament: Tournament, ids: Ids
) -> dict[int, Stage]:
    """Write the stages; return them by their numbers."""
    rows = [
        Stage(
            tournament=tournament,
            number=one["number"],
            format=one["format"],
            options=one["options"],
            field=None if one["field"] is None else [ids.named(group) for group in one["field"]],
            rounds_planned=one["rounds_planned"],
            started_at=_moment(one["started_at"]),
            finished_at=_moment(one["finished_at"]),
        )
        for one in stages
    ]
    return {row.number: row for row in Stage.objects.bulk_create(rows)}


def write_games(archive: Mapping[str, Any], players: Mapping[str, Player], ids: Ids) -> None:
    """Write the games; they are played again for it, and none is rated."""
    terms = archive["tournament"]
    now = database_now()
    seated = seats_of(archive)
    import_games(
        GameToImport(
            id=ids.games[game["game"]],
            tournament=ids.tournament,
            players=[players[one] for one in seated[game["game"]]],
            clock=Clock(**terms["clock"]),
            ruleset=terms["ruleset"],
            created_at=min(datetime.fromisoformat(game["created_at"]), now),
            ended_at=_moment(terms["finished_at"]) or now,
            record=game["record"],
        )
        for game in archive["games"]
    )


def write_rounds(
    rounds: list[Mapping[str, Any]],
    tournament: Tournament,
    stages: Mapping[int, Stage],
    ids: Ids,
) -> None:
    """Write the rounds with their matches, and the games and results of these."""
    rows = [
        StageRound(
            stage=stages[one["stage"]],
            tournament=tournament,
            **{name: one[name] for name in ("number", "number_in_stage", "status")},
            **{
                name: _moment(one[name])
                for name in ("published_at", "play_from", "play_by", "closed_at")
            },
        )
        for one in rounds
    ]
    StageRound.objects.bulk_create(rows)
    pairings = [
        (pairing, row) for row, one in zip(rows, rounds, strict=True) for pairing in one["pairings"]
    ]
    matches = [_match(pairing, row, ids) for pairing, row in pairings]
    Match.objects.bulk_create(matches, batch_size=_AT_ONCE)
    MatchGame.objects.bulk_create(
        [
            _match_game(game, match, ids)
            for (pairing, _), match in zip(pairings, matches, strict=True)
            for game in pairing["games"]
        ],
        batch_size=_AT_ONCE,
    )
    _write_results([pairing for pairing, _ in pairings], matches)


def _match(pairing: Mapping[str, Any], stage_round: StageRound, ids: Ids) -> Match:
    return Match(
        id=ids.matches[pairing["match"]],
        round=stage_round,
        group=pairing["group"] - 1,
        key=pairing["key"] or "",
        entrants=ids.named(pairing["entrants"]),
        **{name: pairing[name] for name in ("table", "bye", "locked", "opened")},
        **{name: pairing[name] for name in ("wins_needed", "reason")},
    )


def _match_game(game: Mapping[str, Any], match: Match, ids: Ids) -> MatchGame:
    return MatchGame(
        match=match,
        number=game["number"],
        game_id=ids.games[game["game"]],
        seats=ids.named(game["seats"]),
        no_show_at=datetime.fromisoformat(game["no_show_at"]),
        counted=game["counted"],
    )


def _write_results(pairings: Sequence[Mapping[str, Any]], matches: Sequence[Match]) -> None:
    """Write all versions of the results of matches; the last one of each holds."""
    results, told = [], []
    for pairing, match in zip(pairings, matches, strict=True):
        for one in pairing["results"]:
            names = ("version", "kind", "places", "scores", "points", "reason")
            results.append(MatchResult(match=match, **{name: one[name] for name in names}))
            told.append(datetime.fromisoformat(one["at"]))
    MatchResult.objects.bulk_create(results, batch_size=_AT_ONCE)
    for result, at in zip(results, told, strict=True):
        result.at = at
        result.match.result = result
    MatchResult.objects.bulk_update(results, ["at"], batch_size=_AT_ONCE)
    Match.objects.bulk_update(matches, ["result"], batch_size=_AT_ONCE)
