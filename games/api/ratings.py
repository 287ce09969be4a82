"""Ratings: leaderboards, a player's ratings and history, and why a game changed them."""

from itertools import groupby
from typing import Any, Final
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from dosleague.api.clock import rfc3339
from dosleague.api.pagination import PAGING, limit_of, page
from dosleague.api.problems import Problem, field_error
from dosleague.api.schema.operations import documented
from dosleague.api.tokens import require_player
from dosleague.api.views import ApiView, answer, parse_id
from games.api.callers import asked_game
from games.api.schema.ratings import (
    GAME_RATINGS,
    HEAD_TO_HEAD,
    LEADERBOARD,
    PLAYER_RATINGS,
    RATING_HISTORY,
    WIN_CHANCE,
)
from games.models import Player, PlayerRating, RatingHistory
from games.ratings.model import shown_chance
from games.ratings.rating import Rating, is_provisional
from games.selectors.explanations import (
    Explanation,
    Told,
    explanations,
    rating_status,
    table_chances,
)
from games.selectors.ratings import (
    BOARD_ORDER,
    board,
    history_of,
    is_pool,
    meetings,
    ranks,
    ratings_of,
    rows_around,
)
from games.selectors.views import player_view

_BY_POOL: Final = (("pool_id", "asc"),)
_AS_TOLD: Final = (("id", "asc"),)


def asked_player(player_id: str) -> Player:
    """Return the player of an id in the path; raises Problem `not_found`."""
    player = Player.objects.filter(pk=parse_id(player_id)).first()
    if player is None:
        raise Problem("not_found", "There is no such player.")
    return player


def asked_pool(pool: str) -> str:
    """Return the name of a pool in the path; raises Problem `not_found`."""
    if "\0" in pool or not is_pool(pool):
        raise Problem("not_found", "There is no such pool.")
    return pool


@documented(get=LEADERBOARD)
class LeaderboardView(ApiView):
    """Who stands where in a pool."""

    allowed_query = PAGING | {"kind", "around"}

    def get(self, request: Request, pool: str) -> HttpResponse:
        """Return a page of the leaderboard, or the part of it around the caller."""
        kind = request.query_params.get("kind")
        if kind is not None and kind not in Player.Kind.values:
            detail = f"A kind is one of {', '.join(Player.Kind.values)}."
            raise Problem("malformed", detail, errors=[field_error("?kind", "kind", detail)])
        rows = board(asked_pool(pool), kind)
        if "around" in request.query_params:
            shown: list[PlayerRating] = _around(request, pool, kind)
            following = None
        else:
            found = page(rows, request, order=BOARD_ORDER, render=lambda row: row)
            shown, following = found["items"], found["next"]
        items = [_line(rank, row) for rank, row in zip(ranks(rows, shown), shown, strict=True)]
        return answer({"items": items, "next": following})


def _around(request: Request, pool: str, kind: str | None) -> list[PlayerRating]:
    """Return the rows around the caller's own; none where the caller is not on the board."""
    if request.query_params["around"] != "me" or "cursor" in request.query_params:
        detail = "around is `me`, and goes with no cursor."
        raise Problem("malformed", detail, errors=[field_error("?around", "around", detail)])
    player = require_player(request)
    rows = board(pool, kind)
    own = rows.filter(player=player).first()
    return [] if own is None else rows_around(rows, own, limit_of(request))


def _line(rank: int, row: PlayerRating) -> dict[str, Any]:
    return {
        "rank": rank,
        "player": player_view(row.player),
        "rating": row.public,
        "range": Rating(row.mu, row.sigma).range,
        "games": row.games,
        "mu": row.mu,
        "sigma": row.sigma,
    }


@documented(get=PLAYER_RATINGS)
class PlayerRatingsView(ApiView):
    """The ratings of one player."""

    allowed_query = PAGING

    def get(self, request: Request, player_id: str) -> HttpResponse:
        """List a player's ratings by pool."""
        rows = ratings_of(asked_player(player_id).id)
        return answer(page(rows, request, order=_BY_POOL, render=_rating))


def _rating(row: PlayerRating) -> dict[str, Any]:
    return {
        "pool": row.pool_id,
        "rating": row.public,
        "range": Rating(row.mu, row.sigma).range,
        "mu": row.mu,
        "sigma": row.sigma,
        "games": row.games,
        "provisional": is_provisional(row.games),
        "last_played_at": rfc3339(row.last_played_at),
    }


@documented(get=RATING_HISTORY)
class RatingHistoryView(ApiView):
    """What a player was told of a rating."""

    allowed_query = PAGING

    def get(self, request: Request, player_id: str, pool: str) -> HttpResponse:
        """List the changes of a player's rating in a pool, in the order in which they were told."""
        rows = history_of(asked_player(player_id).id, asked_pool(pool))
        return answer(page(rows, request, order=_AS_TOLD, render=_told))


def _told(row: RatingHistory) -> dict[str, Any]:
    return {
        "game": str(row.game_id),
        "at": rfc3339(row.at),
        "place": row.place,
        "seats": row.seats,
        "mu_before": row.mu_before,
        "sigma_before": row.sigma_before,
        "mu": row.mu,
        "sigma": row.sigma,
        "rating": Rating(row.mu, row.sigma).public,
        "cause": row.cause,
    }


@documented(get=HEAD_TO_HEAD)
class HeadToHeadView(ApiView):
    """Two players' meetings."""

    def get(self, request: Request, player_id: str, other_id: str) -> HttpResponse:
        """Return how a player fared against another, by pool."""
        player, other = asked_player(player_id), asked_player(other_id)
        items = [
            {
                "pool": met.pool,
                "games": met.games,
                "ahead": met.ahead,
                "level": met.level,
                "behind": met.behind,
                "last_met_at": rfc3339(met.last_met_at),
            }
            for met in _met(player.id, other.id)
        ]
        return answer({"player": player_view(player), "other": player_view(other), "items": items})


def _met(player: UUID, other: UUID) -> list[Any]:
    """Return the meetings of two players; nobody meets oneself."""
    return [] if player == other else list(meetings(player, other))


@documented(get=GAME_RATINGS)
class GameRatingsView(ApiView):
    """What a game did to ratings."""

    def get(self, request: Request, game_id: str) -> HttpResponse:
        """Return each seat's change in each pool, with its explanation."""
        game, _, _ = asked_game(request, game_id)
        found = explanations(game)
        items = [
            {"pool": pool, "seats": _explained(list(ones))}
            for pool, ones in groupby(found, key=lambda one: one.pool)
        ]
        return answer({"game": str(game.id), "status": rating_status(game), "items": items})


def _explained(found: list[Explanation]) -> list[dict[str, Any]]:
    return [
        {
            "seat": one.seat,
            "player": player_view(one.player),
            "place": one.place,
            "expected_place": one.expected_place,
            "win_chance": one.win_chance,
            "mu_before": one.before.mu,
            "sigma_before": one.before.sigma,
            "sigma_at_start": one.prior.sigma,
            "rating_before": one.before.public,
            "mu": one.after.mu,
            "sigma": one.after.sigma,
            "rating": one.after.public,
            "range": one.after.range,
            "games": one.games,
            "opponents": [_opponent(other) for other in found if other is not one],
            "announced": None if one.announced is None else _announced(one.announced),
        }
        for one in found
    ]


def _opponent(one: Explanation) -> dict[str, Any]:
    return {
        "seat": one.seat,
        "place": one.place,
        "mu_before": one.before.mu,
        "sigma_at_start": one.prior.sigma,
    }


def _announced(told: Told) -> dict[str, Any]:
    return {
        "mu_before": told.before.mu,
        "sigma_before": told.before.sigma,
        "mu": told.after.mu,
        "sigma": told.after.sigma,
        "rating": told.after.public,
    }


@documented(get=WIN_CHANCE)
class WinChanceView(ApiView):
    """What chances a table has."""

    def get(self, request: Request, game_id: str) -> HttpResponse:
        """Return each seat's chance to win, from ratings alone."""
        game, seats, _ = asked_game(request, game_id)
        pool, chances = table_chances(game, seats)
        items = [
            {
                "seat": one.seat,
                "player": None if one.player is None else player_view(one.player),
                "chance": one.chance,
                "per_cent": shown_chance(one.chance),
                "rating": one.rating.public,
                "range": one.rating.range,
                "provisional": one.is_provisional,
            }
            for one in chances
        ]
        return answer({"game": str(game.id), "pool": pool, "items": items})
