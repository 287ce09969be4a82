"""Standings: which round is meant, each group's table after it, and how that is shown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from tournaments.models import Entrant, Stage, StageRound, Tournament
from tournaments.progress.ranking import Ranking, RankRow
from tournaments.selectors.play import StageField, group_rankings, stage_field
from tournaments.selectors.tournaments import short_player


class NotShown(LookupError):
    """There is no such thing to be shown; the message is a sentence for people."""


@dataclass(frozen=True, slots=True)
class StageTables:
    """A stage after a round: its field with the results so far, and the table of each group."""

    after: StageRound
    field: StageField
    tables: tuple[Ranking, ...]

    @property
    def stage(self) -> Stage:
        """The stage of the round."""
        return self.after.stage

    def through_all(self, number: int) -> int:
        """Return the number, through all stages, of a round of this stage."""
        return number + self.after.number - self.after.number_in_stage


def published_rounds(tournament: Tournament) -> QuerySet[StageRound]:
    """Return the rounds that everybody may see, each with its stage, in order."""
    rounds = tournament.rounds.exclude(status=StageRound.Status.DRAFT)
    return rounds.select_related("stage__tournament").order_by("number")


def find_stage(tournament: Tournament, number: int) -> Stage:
    """Return a stage that has begun; raises NotShown."""
    stage = tournament.stages.filter(number=number).first()
    if stage is None:
        raise NotShown(f"There is no stage {number}.")
    if stage.field is None:
        raise NotShown(f"Stage {number} has not begun.")
    stage.tournament = tournament
    return stage


def round_meant(
    tournament: Tournament, after_round: int | None = None, stage_number: int | None = None
) -> StageRound:
    """Return the round after which is asked: by default the last published one, of the stage.

    Raises NotShown before the first, for one that is unknown or a draft, and for a round of another
    stage than the one named.
    """
    rounds = published_rounds(tournament)
    if stage_number is not None:
        rounds = rounds.filter(stage=find_stage(tournament, stage_number))
    if after_round is None:
        found = rounds.last()
        if found is None:
            raise NotShown("No round has been published.")
        return found
    found = rounds.filter(number=after_round).first()
    if found is None:
        where = "" if stage_number is None else f" in stage {stage_number}"
        raise NotShown(f"There is no round {after_round}{where}.")
    return found


def tables_after(after: StageRound) -> StageTables:
    """Return each group's table after a round, by the results of the rounds up to it alone.

    Of a knockout at tables a round counts once all of it is played: only then is it known who goes
    on. A constant number of statements.
    """
    number = after.number_in_stage
    counted = number
    if after.stage.format == "knockout_tables" and after.matches.filter(result=None).exists():
        counted -= 1
    field = stage_field(after.stage, rounds=counted)
    if after.stage.format == "round_robin":
        field = _with_those_then_away(field, after)
    return StageTables(after, field, tuple(group_rankings(field, number)))


def _with_those_then_away(field: StageField, after: StageRound) -> StageField:
    """Return a field with those away who had left by the end of a round, and nobody else."""
    gone = set(
        Entrant.objects.filter(
            tournament=after.tournament_id, absent_from__lte=after.number + 1
        ).values_list("id", flat=True)
    )
    groups = tuple(
        replace(group, away=frozenset(n for n, one in enumerate(ids, start=1) if one in gone))
        for group, ids in zip(field.groups, field.entrants, strict=True)
    )
    return replace(field, groups=groups)


def check_group(field: StageField, group: int | None) -> None:
    """Refuse a group (from 1) that a stage has not. Raises NotShown."""
    if group is not None and not 1 <= group <= len(field.groups):
        raise NotShown(f"There is no group {group} in stage {field.stage.number}.")


def players_of(tournament_id: UUID) -> Mapping[UUID, dict[str, Any]]:
    """Return the short shape of each entrant's player by the entrant's id; one statement."""
    entrants = Entrant.objects.filter(tournament=tournament_id).select_related("player")
    rows = entrants.only("id", "player__id", "player__name", "player__kind")
    return {one.id: short_player(one.player) for one in rows}


def standings_shape(found: StageTables, group: int | None = None) -> dict[str, Any]:
    """Return a stage's tables as they are shown, group by group, or those of one group (from 1).

    Raises NotShown for a group that the stage has not.
    """
    check_group(found.field, group)
    shown = [at for at in range(len(found.tables)) if group in {None, at + 1}]
    tables = [found.tables[at] for at in shown]
    players = players_of(found.after.tournament_id)
    columns = [
        {
            "code": same[0].code,
            "name": same[0].name,
            "provisional": any(column.provisional for column in same),
        }
        for same in zip(*(table.columns for table in tables), strict=True)
    ]
    return {
        "after_round": found.after.number,
        "stage": found.stage.number,
        "provisional": any(table.provisional for table in tables),
        "columns": columns,
        "items": [item for at in shown for item in _items(found, at, players)],
    }


def _items(
    found: StageTables, at: int, players: Mapping[UUID, dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Yield the rows of a group."""
    entrants = found.field.entrants[at]
    for row in found.tables[at].rows:
        entrant = entrants[row.entrant - 1]
        yield {
            "rank": row.rank,
            "group": at + 1,
            "entrant": entrant,
            "player": players[entrant],
            "values": row.values,
            "decided_by": row.decided_by,
        }


def row_of(table: Ranking, number: int) -> RankRow:
    """Return the row of an entrant of a group."""
    return next(row for row in table.rows if row.entrant == number)
