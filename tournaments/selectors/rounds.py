"""Rounds as they are shown."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from tournaments.models import Match, MatchResult, StageRound, Tournament


def shown_rounds(tournament: Tournament, *, shows_drafts: bool) -> QuerySet[StageRound]:
    """Return the rounds of a tournament with all that `round_shape` shows, in four statements.

    Drafts are for the organisers alone.
    """
    rounds = tournament.rounds.select_related("stage").order_by("number")
    if not shows_drafts:
        rounds = rounds.exclude(status=StageRound.Status.DRAFT)
    return rounds.prefetch_related("matches__games", "matches__result")


def round_shape(stage_round: StageRound) -> dict[str, Any]:
    """Return a round with its pairings."""
    matches: Iterable[Match] = sorted(stage_round.matches.all(), key=lambda one: one.table)
    return {
        "number": stage_round.number,
        "stage": stage_round.stage.number,
        "status": stage_round.status,
        "published_at": stage_round.published_at,
        "play_from": stage_round.play_from,
        "play_by": stage_round.play_by,
        "closed_at": stage_round.closed_at,
        "pairings": [pairing_shape(match) for match in matches],
    }


def pairing_shape(match: Match) -> dict[str, Any]:
    """Return a table: who sits there in seat order, its match, its games, its result."""
    return {
        "table": match.table,
        "group": match.group + 1,
        "key": match.key or None,
        "entrants": match.entrants,
        "bye": match.bye,
        "locked": match.locked,
        "match": match.id,
        "wins_needed": match.wins_needed,
        "games": [one.game_id for one in sorted(match.games.all(), key=lambda one: one.number)],
        "result": None if match.result is None else result_shape(match.result),
    }


def result_shape(result: MatchResult) -> dict[str, Any]:
    """Return a result in the order of the entrants."""
    return {
        "kind": result.kind,
        "places": result.places,
        "scores": result.scores,
        "points": [plain(points) for points in result.points],
        "version": result.version,
        "reason": result.reason,
        "at": result.at,
    }


def plain(points: float) -> float:
    """Return points without a fraction where they have none.

    >>> plain(1.0), plain(0.5)
    (1, 0.5)
    """
    return int(points) if points == int(points) else points
