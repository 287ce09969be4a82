"""Leagues and seasons: who may know of which, and how they look."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db.models import Count, Prefetch, Q, QuerySet

from games.models import Player
from tournaments.models import Division, League, PlayOff, Season, Tournament
from tournaments.selectors.tournaments import HOLDING, entrant_shape, short_player

if TYPE_CHECKING:
    from django.contrib.auth.models import _User

DRAFT, RUNNING, FINISHED = "draft", "running", "finished"
STATUSES: Final = (DRAFT, RUNNING, FINISHED)
OVER: Final = frozenset({Tournament.Status.FINISHED, Tournament.Status.CANCELLED})


def known_seasons(viewer: "_User | None") -> QuerySet[Season]:
    """Return the seasons that a viewer may know of: a draft is its owner's, and the staff's."""
    seasons = Season.objects.select_related("league")
    if viewer is None:
        return seasons.filter(opened_at__isnull=False)
    if viewer.is_staff:
        return seasons
    return seasons.filter(Q(opened_at__isnull=False) | Q(league__owner=viewer.pk))


def with_divisions(seasons: QuerySet[Season]) -> QuerySet[Season]:
    """Return seasons with all that `season_shape` shows, in two statements."""
    divisions = (
        Division.objects.select_related("tournament")
        .annotate(size=Count("tournament__entrants", filter=_IN))
        .order_by("number")
    )
    return seasons.prefetch_related(Prefetch("divisions", queryset=divisions))


_IN = Q(tournament__entrants__status__in=HOLDING)


def league_shape(league: League) -> dict[str, Any]:
    """Return a league with its terms."""
    return {
        "id": league.id,
        "name": league.name,
        "owner": short_player(league.owner),
        "ruleset": league.ruleset,
        "clock": league.clock,
        "rated": league.rated,
        "stage": league.stage,
        "division_size": league.division_size,
        "movers": league.movers,
        "playoff_slots": league.playoff_slots,
        "created_at": league.created_at,
    }


def status_of(season: Season) -> str:
    """Return whether a season of `with_divisions` is a draft, running or finished."""
    if season.opened_at is None:
        return DRAFT
    if all(one.tournament.status in OVER for one in season.divisions.all()):
        return FINISHED
    return RUNNING


def season_shape(season: Season) -> dict[str, Any]:
    """Return a season of `with_divisions`."""
    divisions = list(season.divisions.all())
    status = status_of(season)
    ends = [one.tournament.finished_at for one in divisions if one.tournament.finished_at]
    return {
        "id": season.id,
        "league": season.league_id,
        "number": season.number,
        "status": status,
        "starts_at": season.starts_at,
        "round_hours": season.round_hours,
        "created_at": season.created_at,
        "opened_at": season.opened_at,
        "finished_at": max(ends) if status == FINISHED and ends else None,
        "divisions": [
            {
                "number": one.number,
                "tournament": one.tournament_id,
                "status": one.tournament.status,
                "entrants": getattr(one, "size", 0),
            }
            for one in divisions
        ],
    }


def moves_shape(moves: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the moves that a season was made of, each with its player."""
    moves = list(moves)
    players = players_by_id(move["player"] for move in moves)
    return [{**move, "player": short_player(players[UUID(move["player"])])} for move in moves]


def players_by_id(ids: Iterable[str | UUID]) -> dict[UUID, Player]:
    """Return players by their ids."""
    return Player.objects.in_bulk([one if isinstance(one, UUID) else UUID(one) for one in ids])


def division_shape(division: Division) -> dict[str, Any]:
    """Return a division with its entrants, in the order of their seeds."""
    entrants = division.tournament.entrants.select_related("player")
    order = sorted(entrants, key=lambda one: (one.seed or one.queue_number, one.queue_number))
    return {
        "number": division.number,
        "tournament": division.tournament_id,
        "status": division.tournament.status,
        "entrants": [entrant_shape(one) for one in order],
    }


def play_off_shape(
    play_off: PlayOff, players: dict[UUID, Player], order: list[UUID] | None
) -> dict[str, Any]:
    """Return a play-off: for what, among whom, where it is played, its order once it has one."""
    return {
        "kind": play_off.kind,
        "division": play_off.division,
        "players": [short_player(players[UUID(one)]) for one in play_off.players],
        "tournament": play_off.tournament_id,
        "status": play_off.tournament.status,
        "order": order,
    }
