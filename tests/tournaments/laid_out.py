"""Stages laid out with results as they are told in the pure tests: real rows, no game played."""

from collections.abc import Iterable, Sequence
from typing import Any

from dosleague.api.clock import database_now
from games.models import Player
from tests.tournaments.play import bots, started
from tournaments.models import Entrant, Match, MatchResult, StageRound, Tournament
from tournaments.values import ResultKind, TableResult


def played_stage(
    owner: Player, size: int, results: Sequence[TableResult], stage: dict[str, Any], **terms: Any
) -> Tournament:
    """Return a running tournament whose first stage has these results, its rounds closed."""
    manual = {"advance": Tournament.Advance.MANUAL, **terms}
    tournament = started(owner, bots(size), stage, **manual)
    write_results(tournament, results)
    return tournament


def write_results(
    tournament: Tournament,
    results: Iterable[TableResult],
    *,
    keys: Sequence[str] = (),
    status: str = StageRound.Status.CLOSED,
) -> None:
    """Write rounds with these results; entrants are named by their start numbers."""
    told = list(results)
    ids = {one.start_number: str(one.id) for one in tournament.entrants.all()}
    rounds = {
        number: StageRound.objects.create(
            stage=tournament.stages.get(number=1),
            tournament=tournament,
            number=number,
            number_in_stage=number,
            status=status,
            published_at=database_now(),
        )
        for number in sorted({one.round for one in told})
    }
    tables = dict.fromkeys(rounds, 0)
    matches = []
    for at, one in enumerate(told):
        tables[one.round] += 1
        matches.append(
            Match(
                round=rounds[one.round],
                table=tables[one.round],
                key=keys[at] if keys else "",
                entrants=[ids[entrant] for entrant in one.entrants],
                bye=one.kind is ResultKind.BYE,
                opened=True,
                reason="As told.",
            )
        )
    Match.objects.bulk_create(matches, batch_size=500)
    rows = [
        MatchResult(
            match=match,
            version=1,
            kind=one.kind,
            places=list(one.places),
            scores=list(one.scores),
            points=list(one.points),
        )
        for match, one in zip(matches, told, strict=True)
    ]
    for match, row in zip(matches, MatchResult.objects.bulk_create(rows, 500), strict=True):
        match.result = row
    Match.objects.bulk_update(matches, ["result"], batch_size=500)


def start_numbers(tournament: Tournament) -> dict[str, int]:
    """Return the start number of each entrant by its id as JSON has it."""
    rows = Entrant.objects.filter(tournament=tournament)
    return {str(one.id): one.start_number or 0 for one in rows}
