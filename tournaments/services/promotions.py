"""From one season to the next: who moves, moves."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from dosleague.api.problems import Problem
from dosleague.audit import Author, note
from tournaments.models import Season
from tournaments.selectors.leagues import moves_shape, players_by_id
from tournaments.selectors.tournaments import short_player
from tournaments.services.asked_players import AskedPlayer, players_of
from tournaments.services.forecasts import Forecast, Wanted, forecast_of
from tournaments.services.leagues import subject_of, taken_season
from tournaments.services.seasons import SeasonPlan, new_division, new_season


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What is new in the next season: who joins, who leaves, and when it begins.

    `round_hours` None are those of the season before.
    """

    newcomers: Sequence[AskedPlayer] = ()
    withdrawals: Sequence[UUID] = ()
    starts_at: datetime | None = None
    round_hours: int | None = None


def make_next_season(*, season_id: UUID, changes: Changes, by: Author, reason: str = "") -> Season:
    """Make the draft of the season after one that is over: who moves, moves.

    Raises Problem: `not_found`, `forbidden`, `invalid`, `name_taken`, `conflict` with what is
    `blocking` and the `play_offs` to be held.
    """
    with transaction.atomic():
        season = taken_season(season_id, by)
        newcomers = players_of(changes.newcomers, "/newcomers")
        forecast = forecast_of(season, newcomers, changes.withdrawals)
        if forecast.blocking:
            raise _blocked(forecast)
        return _made(season, changes, forecast, by, reason)


def foresee_next_season(*, season_id: UUID, changes: Changes, by: Author) -> dict[str, Any]:
    """Return what the next season would be and what is in its way; nothing is changed.

    Raises Problem: `not_found`, `forbidden`, `invalid`, `name_taken`.
    """
    with transaction.atomic():
        season = taken_season(season_id, by)
        newcomers = players_of(changes.newcomers, "/newcomers")
        forecast = forecast_of(season, newcomers, changes.withdrawals)
        shape = _forecast_shape(season, forecast)
        transaction.set_rollback(True)
        return shape


def wanted_shape(wanted: Iterable[Wanted]) -> list[dict[str, Any]]:
    """Return play-offs that are to be held."""
    return [
        {"kind": one.kind, "division": one.division, "players": [str(p) for p in one.players]}
        for one in wanted
    ]


def _blocked(forecast: Forecast) -> Problem:
    return Problem(
        "conflict",
        forecast.blocking[0],
        blocking=list(forecast.blocking),
        play_offs=wanted_shape(forecast.wanted),
    )


def _forecast_shape(season: Season, forecast: Forecast) -> dict[str, Any]:
    players = players_by_id(one for division in forecast.divisions for one in division)
    would = []
    if forecast.divisions and not forecast.blocking:
        sizes = ", ".join(str(len(division)) for division in forecast.divisions)
        would = [f"Season {season.number + 1} is made, a draft with divisions of {sizes}."]
    return {
        "would": would,
        "blocking": list(forecast.blocking),
        "divisions": [
            [short_player(players[one]) for one in division] for division in forecast.divisions
        ],
        "moves": moves_shape(forecast.moves),
        "play_offs": wanted_shape(forecast.wanted),
    }


def _made(season: Season, changes: Changes, forecast: Forecast, by: Author, reason: str) -> Season:
    hours = changes.round_hours or season.round_hours
    made = new_season(season.league, SeasonPlan(starts_at=changes.starts_at, round_hours=hours))
    made.moves = list(forecast.moves)
    made.save(update_fields=["moves"])
    players = players_by_id(one for division in forecast.divisions for one in division)
    for division in forecast.divisions:
        new_division(made, [players[one] for one in division], by)
    after = {"season": made.number, "divisions": len(forecast.divisions)}
    note(by, "season.next", subject_of(season.league), after=after, reason=reason)
    return made
