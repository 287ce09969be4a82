"""The table of a division: who stands where, who has played, and who has left."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from games.models import Game
from tournaments.models import Division, Entrant, Match, MatchGame, Stage
from tournaments.progress.ranking import Ranking, ranking
from tournaments.selectors.play import entrants_by_id, group_rankings, stage_field
from tournaments.selectors.tournaments import short_player
from tournaments.standings.tie_breaks import LOT
from tournaments.values import ResultKind

_OUT = frozenset({Entrant.Status.WITHDRAWN, Entrant.Status.DISQUALIFIED})
_UNPLAYED = frozenset({ResultKind.BYE, ResultKind.ABSENT, ResultKind.VOID})


@dataclass(frozen=True, slots=True)
class FinalRow:
    """An entrant's place in a division that is over, and how many of its games it came to.

    `rank` is shared where nothing but a lot would part. `has_left` says that it has withdrawn, was
    put out, or is no longer a player here.
    """

    player: UUID
    name: str
    rank: int
    played: int
    scheduled: int
    has_left: bool


def final_table(division: Division) -> list[FinalRow]:
    """Return the table of a division by which its players move, lots left out."""
    stage = _stage(division)
    field = stage_field(stage)
    group = field.groups[0]
    order = [code for code in group.options["tie_breaks"] if code != LOT]
    table = ranking(
        replace(group, options={**group.options, "tie_breaks": order}),
        stage.rounds.count(),
        is_over=True,
    )
    entrants = entrants_by_id(division.tournament)
    counts = _games(division)
    rows = []
    for row in table.rows:
        (entrant_id,) = field.ids(0, [row.entrant])
        one = entrants[entrant_id]
        played, scheduled = counts.get(str(entrant_id), (0, 0))
        rows.append(
            FinalRow(
                player=one.player_id,
                name=one.player.name,
                rank=row.rank,
                played=played,
                scheduled=scheduled,
                has_left=one.status in _OUT or not one.player.is_active,
            )
        )
    return rows


def _stage(division: Division) -> Stage:
    stage = division.tournament.stages.get(number=1)
    stage.tournament = division.tournament
    return stage


def _games(division: Division) -> dict[str, tuple[int, int]]:
    """Return for each entrant how many matches it came to, and how many it was to play.

    Whoever wins by forfeit was there. Of a larger table only those count who sat in its last game.
    """
    matches = Match.objects.filter(round__tournament=division.tournament_id, bye=False)
    finished = MatchGame.objects.filter(
        match__in=matches, game__status=Game.Status.FINISHED
    ).order_by("number")
    seats = dict(finished.values_list("match_id", "seats"))
    counts: dict[str, tuple[int, int]] = {}
    for match in matches.select_related("result"):
        kind = None if match.result is None else match.result.kind
        if kind in _UNPLAYED:
            continue
        for side, one in enumerate(match.entrants):
            came = kind == ResultKind.PLAYED and one in seats.get(match.id, match.entrants)
            if match.result is not None and kind == ResultKind.FORFEIT:
                came = match.result.places[side] == 1
            played, scheduled = counts.get(one, (0, 0))
            counts[one] = played + came, scheduled + 1
    return counts


def standing_shape(division: Division) -> dict[str, Any]:
    """Return the table of a division as it stands, by the order of its tournament."""
    stage = _stage(division)
    told: dict[str, Any] = {"division": division.number, "tournament": division.tournament_id}
    if stage.field is None:
        return {**told, "provisional": True, "columns": [], "rows": []}
    field = stage_field(stage)
    (table,) = group_rankings(field, stage.rounds.count())
    entrants = entrants_by_id(division.tournament)
    counts = _games(division)
    return {
        **told,
        "provisional": stage.finished_at is None,
        "columns": [{"code": one.code, "name": one.name} for one in table.columns],
        "rows": _rows(table, field.entrants[0], entrants, counts),
    }


def _rows(
    table: Ranking,
    ids: Sequence[UUID],
    entrants: Any,
    counts: dict[str, tuple[int, int]],
) -> list[dict[str, Any]]:
    rows = []
    for row in table.rows:
        one = entrants[ids[row.entrant - 1]]
        played, scheduled = counts.get(str(one.id), (0, 0))
        rows.append(
            {
                "rank": row.rank,
                "entrant": one.id,
                "player": short_player(one.player),
                "status": one.status,
                "values": row.values,
                "decided_by": row.decided_by,
                "played": played,
                "scheduled": scheduled,
            }
        )
    return rows
