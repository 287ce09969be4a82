"""Results of matches: each a row of its own, a new version for every change."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Max

from games.models import Player
from tournaments.models import Match, MatchResult
from tournaments.progress.group import points_of
from tournaments.progress.next_round import FREELY_PAIRED
from tournaments.standings.points import PointSystem, place_points
from tournaments.values import ResultKind


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended, in the order of its entrants; see `values.TableResult`."""

    kind: ResultKind
    places: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    points: tuple[float, ...] = ()


def point_system(match: Match) -> PointSystem:
    """Return what a place of a match is worth."""
    stage = match.round.stage
    return points_of(stage.format, stage.options)


def played(
    match: Match, places: Sequence[int], scores: Sequence[int], absent: Collection[int] = ()
) -> Outcome:
    """Return the outcome of a match that was played to these places.

    `absent` are the sides that were not there: placed last, they earn nothing.
    """
    points = place_points(point_system(match), places)
    earned = tuple(0.0 if at in absent else worth for at, worth in enumerate(points))
    return Outcome(ResultKind.PLAYED, tuple(places), tuple(scores), earned)


def forfeited(match: Match, winner: int) -> Outcome:
    """Return the outcome of a match for which only the side `winner` was there."""
    sides = range(len(match.entrants))
    worth = point_system(match).win
    return Outcome(
        ResultKind.FORFEIT,
        places=tuple(1 if side == winner else 2 for side in sides),
        points=tuple(worth if side == winner else 0.0 for side in sides),
    )


def bye(match: Match) -> Outcome:
    """Return the outcome of a bye; where everybody is free once, or it only advances, 0 points."""
    earns = match.round.stage.format in FREELY_PAIRED
    return Outcome(ResultKind.BYE, points=(point_system(match).bye if earns else 0.0,))


def record_result(
    match: Match, outcome: Outcome, *, by: Player | None = None, reason: str = ""
) -> MatchResult:
    """Give a match its result, as a new version; the tournament's row is locked."""
    last: int | None = match.results.aggregate(last=Max("version"))["last"]
    match.result = MatchResult.objects.create(
        match=match,
        version=(last or 0) + 1,
        kind=outcome.kind,
        places=list(outcome.places),
        scores=list(outcome.scores),
        points=list(outcome.points),
        by=by,
        reason=reason,
    )
    match.opened = True
    match.save(update_fields=["result", "opened"])
    return match.result


def record_byes(matches: Sequence[Match]) -> None:
    """Give byes their results, all at once."""
    results = MatchResult.objects.bulk_create(
        MatchResult(match=match, version=1, kind=ResultKind.BYE, points=list(bye(match).points))
        for match in matches
    )
    for match, result in zip(matches, results, strict=True):
        match.result = result
        match.opened = True
    Match.objects.bulk_update(matches, ["result", "opened"], batch_size=500)
