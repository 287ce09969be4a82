"""A stage while it is played: its groups as values, and whom their numbers stand for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from tournaments.models import Entrant, Match, Stage, StageRound, Tournament
from tournaments.progress.group import Group, KeyedResult
from tournaments.progress.ranking import Ranking, ranking
from tournaments.values import ResultKind, TableResult


class Place(NamedTuple):
    """Where an entrant plays in a stage: its group (from 0) and its number there (from 1)."""

    group: int
    number: int


@dataclass(frozen=True, slots=True)
class StageField:
    """A stage that has begun: each group as a value, and the entrant ids by number."""

    stage: Stage
    groups: tuple[Group, ...]
    entrants: tuple[tuple[UUID, ...], ...]

    def ids(self, group: int, numbers: Iterable[int]) -> list[UUID]:
        """Return the entrants of a group's numbers."""
        return [self.entrants[group][number - 1] for number in numbers]

    @property
    def places(self) -> dict[UUID, Place]:
        """Where each entrant plays."""
        return {
            entrant: Place(group, number)
            for group, ids in enumerate(self.entrants)
            for number, entrant in enumerate(ids, start=1)
        }


def stage_field(stage: Stage, *, rounds: int | None = None) -> StageField:
    """Return a stage with the results that it has; three statements.

    Only those of its first `rounds` rounds, where that is given.
    """
    assert stage.field is not None, "the stage has begun"
    entrants = tuple(tuple(UUID(one) for one in ids) for ids in stage.field)
    results = results_of(stage, entrants, rounds=rounds)
    tournament = stage.tournament
    away = _away(tournament)
    groups = tuple(
        Group(
            format=stage.format,
            options=stage.options,
            seed=tournament.seed,
            label=str(stage.number) if len(entrants) == 1 else f"{stage.number}.{at + 1}",
            size=len(ids),
            rounds=stage.rounds_planned[at],
            results=tuple(results[at]),
            away=frozenset(n for n, entrant in enumerate(ids, start=1) if entrant in away),
        )
        for at, ids in enumerate(entrants)
    )
    return StageField(stage, groups, entrants)


def _away(tournament: Tournament) -> set[UUID]:
    gone = tournament.entrants.exclude(status=Entrant.Status.ACTIVE)
    return set(gone.values_list("id", flat=True))


def results_of(
    stage: Stage, entrants: Iterable[Iterable[UUID]], *, rounds: int | None = None
) -> list[list[KeyedResult]]:
    """Return the results of a stage by group, with its entrants as numbers."""
    numbers = [{str(one): at for at, one in enumerate(ids, start=1)} for ids in entrants]
    matches = Match.objects.filter(round__stage=stage, result__isnull=False)
    if rounds is not None:
        matches = matches.filter(round__number_in_stage__lte=rounds)
    found: list[list[KeyedResult]] = [[] for _ in numbers]
    rows = matches.order_by("round__number", "table").values_list(
        *("group", "key", "round__number_in_stage", "entrants"),
        *("result__kind", "result__places", "result__points", "result__scores"),
    )
    for group, key, number, ids, kind, places, points, scores in rows:
        result = TableResult(
            round=number,
            entrants=tuple(numbers[group][one] for one in ids),
            kind=ResultKind(kind),
            places=tuple(places),
            points=tuple(points),
            scores=tuple(scores),
        )
        found[group].append(KeyedResult(key, result))
    return found


def group_rankings(field: StageField, after_round: int) -> list[Ranking]:
    """Return each group's table after a round of the stage.

    `field` has the results of no later round.
    """
    current = field.stage.rounds.filter(number_in_stage=after_round).first()
    playing: list[set[int]] = [set() for _ in field.groups]
    if current is not None and current.status != StageRound.Status.CLOSED:
        places = field.places
        for ids in current.matches.filter(result=None).values_list("entrants", flat=True):
            for one in ids:
                place = places[UUID(one)]
                playing[place.group].add(place.number)
    is_over = field.stage.finished_at is not None and not field.stage.rounds.filter(
        number_in_stage__gt=after_round
    )
    return [
        ranking(group, after_round, playing=frozenset(playing[at]), is_over=is_over)
        for at, group in enumerate(field.groups)
    ]


def current_stage(tournament: Tournament) -> Stage | None:
    """Return the last stage that has begun, None before the start."""
    return tournament.stages.filter(started_at__isnull=False).order_by("-number").first()


def last_round(tournament: Tournament) -> StageRound | None:
    """Return the newest round, a draft too; None before the first."""
    return tournament.rounds.select_related("stage").order_by("-number").first()


def open_tables(stage_round: StageRound) -> list[int]:
    """Return the numbers of the tables that have no result."""
    return sorted(stage_round.matches.filter(result=None).values_list("table", flat=True))


def entrants_at(matches: Iterable[Match]) -> Mapping[UUID, Entrant]:
    """Return the entrants of matches with their players."""
    ids = {one for match in matches for one in match.entrants}
    rows = Entrant.objects.filter(pk__in=ids).select_related("player")
    return {one.id: one for one in rows}


def entrants_by_id(tournament: Tournament) -> Mapping[UUID, Entrant]:
    """Return all entrants with their players."""
    return {one.id: one for one in tournament.entrants.select_related("player")}
