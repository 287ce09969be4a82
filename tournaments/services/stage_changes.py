"""Stages: how one begins, when it is over, and who goes on from it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from dosleague.api.clock import database_now
from tournaments.models import Entrant, Stage, StageRound, Tournament
from tournaments.pairing.seeding import GroupPlace, seeds_from_groups
from tournaments.progress.field import UnfitField, groups_of, planned_rounds
from tournaments.progress.group import winner_of
from tournaments.progress.ranking import ranking
from tournaments.selectors.play import StageField, current_stage, stage_field


def begin_stage(stage: Stage, seeded: Sequence[UUID]) -> None:
    """Freeze the field of a stage: its groups, and how many rounds each plays.

    `seeded` are the entrants by seed. Raises UnfitField where the format cannot be played so.
    """
    fields, rounds = planned_field(stage, seeded)
    stage.field = [[str(one) for one in ids] for ids in fields]
    stage.rounds_planned = rounds
    stage.started_at = database_now()
    stage.save(update_fields=["field", "rounds_planned", "started_at"])


def planned_field(stage: Stage, seeded: Sequence[UUID]) -> tuple[list[list[UUID]], list[int]]:
    """Return the groups of a stage to be and the rounds of each. Raises UnfitField."""
    numbers = groups_of(
        range(1, len(seeded) + 1), stage.options, seed=stage.tournament.seed, stage=stage.number
    )
    fields = [[seeded[number - 1] for number in group] for group in numbers]
    rounds = [planned_rounds(stage.format, stage.options, len(group)) for group in fields]
    return fields, rounds


def stage_to_play(tournament: Tournament) -> Stage | None:
    """Return the stage that is being played, begun now where it follows one that is over.

    None where no stage is left, or nobody to play it.
    """
    stage = current_stage(tournament)
    assert stage is not None, "the tournament has started"
    stage.tournament = tournament
    if stage.finished_at is None:
        return stage
    following = tournament.stages.filter(number=stage.number + 1).first()
    if following is None:
        return None
    following.tournament = tournament
    try:
        begin_stage(following, advancing(stage))
    except UnfitField:
        return None  # so few are left that there is nothing to be played
    return following


def end_stage(stage: Stage) -> None:
    """Note that everything in a stage has been played."""
    stage.finished_at = database_now()
    stage.save(update_fields=["finished_at"])


def advancing(stage: Stage) -> list[UUID]:
    """Return who goes on from a stage, by seed: only those who still play."""
    field = stage_field(stage)
    last = stage.rounds.filter(status=StageRound.Status.CLOSED).count()
    tables = [ranking(group, last, is_over=True) for group in field.groups]
    active = set(
        Entrant.objects.filter(
            tournament=stage.tournament, status=Entrant.Status.ACTIVE
        ).values_list("id", flat=True)
    )
    per_group = int(stage.options["advance"]["per_group"])
    runners_up = int(stage.options["advance"]["best_runners_up"])
    ranked = [
        [one for one in field.ids(at, [row.entrant for row in table.rows]) if one in active]
        for at, table in enumerate(tables)
    ]
    if len(ranked) == 1:
        return ranked[0][:per_group]
    return _from_groups(field, last, ranked, per_group, runners_up)


def _from_groups(
    field: StageField,
    after_round: int,
    ranked: Sequence[Sequence[UUID]],
    per_group: int,
    runners_up: int,
) -> list[UUID]:
    """Return the best of several groups by seed, those of one group apart.

    A group that too many have left sends on as many as all groups have.
    """
    ids = [one for of_group in ranked for one in of_group]
    number = {one: at for at, one in enumerate(ids, start=1)}
    rows = [
        row
        for at, of_group in enumerate(ranked)
        for row in _group_places(field, at, after_round, of_group, number)
    ]
    fewest = min(map(len, ranked))
    per_group = min(per_group, fewest)
    if per_group == 0:
        return ids
    left = sum(len(of_group) > per_group for of_group in ranked)
    seeds = seeds_from_groups(
        rows,
        per_group=per_group,
        best_runners_up=min(runners_up, left),
        seed=field.stage.tournament.seed,
    )
    return [ids[seed - 1] for seed in seeds]


def _group_places(
    field: StageField,
    at: int,
    after_round: int,
    ranked: Sequence[UUID],
    number: Mapping[UUID, int],
) -> list[GroupPlace]:
    """Return the places of a group with what compares them to those of other groups."""
    group = field.groups[at]
    by_share = replace(group, options={**group.options, "tie_breaks": ["share"]})
    values = {row.entrant: row.values for row in ranking(by_share, after_round, is_over=True).rows}
    found = []
    for place, one in enumerate(ranked, start=1):
        own = field.places[one].number
        games = [r for r in group.plain_results if own in r.entrants and r.was_played]
        found.append(
            GroupPlace(
                entrant=number[one],
                group=at,
                place=place,
                games=len(games),
                points=values[own]["points"] or 0.0,
                wins=sum(winner_of(result) == own for result in games),
                share=values[own].get("share") or 0.0,
            )
        )
    return found
