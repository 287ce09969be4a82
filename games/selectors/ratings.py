"""Reading ratings: leaderboards, a player's ratings and history, and two players' meetings."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from uuid import UUID

from django.db.models import Case, Count, F, Max, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Now

from games.engine.ruleset import RULESETS
from games.models import PlayerRating, RatingChange, RatingHistory, RatingPool
from games.ratings.log import Rated
from games.ratings.pools import ALL, SEVERAL_PLAYERS, TWO_PLAYERS
from games.ratings.rating import BOARD_WITHIN, PROVISIONAL_BELOW, Rating

BOARD_ORDER = (("public", "desc"), ("sigma", "asc"), ("games", "desc"), ("player_id", "asc"))
"""The order of a leaderboard; the player only parts who is level in all else."""


def is_pool(name: str) -> bool:
    """Say whether there is a pool of a name, with games or of a printing."""
    stem, _, kind = name.rpartition(".")
    if stem in RULESETS and kind in (ALL, TWO_PLAYERS, SEVERAL_PLAYERS):
        return True
    return RatingPool.objects.filter(pk=name).exists()


def counting_ratings() -> QuerySet[PlayerRating]:
    """Return the ratings that count, those of each pool's own generation."""
    return PlayerRating.objects.filter(generation=F("pool__generation"))


def board(pool: str, kind: str | None = None) -> QuerySet[PlayerRating]:
    """Return who stands on a pool's leaderboard, players of one kind or all; not in order."""
    rows = counting_ratings().filter(
        pool=pool,
        games__gte=PROVISIONAL_BELOW,
        last_played_at__gte=Now() - BOARD_WITHIN,
        player__is_active=True,
    )
    if kind is not None:
        rows = rows.filter(player__kind=kind)
    return rows.select_related("player")


def rows_around(rows: QuerySet[PlayerRating], own: PlayerRating, most: int) -> list[PlayerRating]:
    """Return at most so many rows of a leaderboard with `own` in the middle, in order."""
    ahead = list(rows.filter(_ahead_of(own)).order_by(*_columns(reverse=True))[: most - 1])
    behind = rows.exclude(_ahead_of(own)).exclude(pk=own.pk).order_by(*_columns())
    later = list(behind[: most - 1])
    room = max((most - 1) // 2, most - 1 - len(later))
    shown = [*reversed(ahead[:room]), own]
    return shown + later[: most - len(shown)]


def ranks(rows: QuerySet[PlayerRating], shown: Sequence[PlayerRating]) -> list[int]:
    """Return the rank of each shown row, which stand together on a leaderboard.

    It is one more than how many stand ahead by public rating, sigma and games; who is level in all
    three shares it.
    """
    if not shown:
        return []
    first = shown[0]
    position = rows.filter(_ahead_of(first)).count() + 1
    rank = rows.filter(_better_than(first)).count() + 1
    found = [rank]
    for index, (former, row) in enumerate(pairwise(shown), start=1):
        if _key(row) != _key(former):
            rank = position + index
        found.append(rank)
    return found


def _key(row: PlayerRating) -> tuple[int, float, int]:
    return row.public, row.sigma, row.games


def _better_than(row: PlayerRating) -> Q:
    level = Q(public=row.public)
    surer = Q(sigma__lt=row.sigma) | Q(sigma=row.sigma, games__gt=row.games)
    return Q(public__gt=row.public) | (level & surer)


def _ahead_of(row: PlayerRating) -> Q:
    same = Q(public=row.public, sigma=row.sigma, games=row.games, player__lt=row.player_id)
    return _better_than(row) | same


def _columns(*, reverse: bool = False) -> list[str]:
    return [f"{'-' * ((way == 'desc') != reverse)}{name}" for name, way in BOARD_ORDER]


def ratings_of(player_id: UUID) -> QuerySet[PlayerRating]:
    """Return a player's ratings that count, one a pool."""
    return counting_ratings().filter(player=player_id)


def history_of(player_id: UUID, pool: str) -> QuerySet[RatingHistory]:
    """Return what a player was told of the rating in a pool."""
    return RatingHistory.objects.filter(player=player_id, pool=pool)


def rated_players(pool: str, players: Sequence[UUID]) -> dict[UUID, Rated]:
    """Return the ratings of some players in a pool; who has none is left out."""
    rows = counting_ratings().filter(pool=pool, player__in=players)
    return {
        row.player_id: Rated(Rating(row.mu, row.sigma), row.games, row.last_played_at)
        for row in rows
    }


@dataclass(frozen=True, slots=True)
class Meetings:
    """How one player fared against another in the rated games of a pool that count."""

    pool: str
    games: int
    ahead: int
    level: int
    behind: int
    last_met_at: datetime


def meetings(player_id: UUID, other_id: UUID) -> list[Meetings]:
    """Return two players' meetings by pool; one statement."""
    others = RatingChange.objects.filter(
        pool=OuterRef("pool"),
        finished_at=OuterRef("finished_at"),
        game=OuterRef("game"),
        player=other_id,
    )
    met = RatingChange.objects.filter(player=player_id).annotate(
        others_place=Subquery(others.values("place")[:1])
    )
    outcome = Case(
        When(place__lt=F("others_place"), then=Value("ahead")),
        When(place=F("others_place"), then=Value("level")),
        default=Value("behind"),
    )
    counted = met.filter(others_place__isnull=False).annotate(outcome=outcome)
    rows = counted.values("pool", "outcome").annotate(count=Count("id"), last=Max("finished_at"))
    found: dict[str, dict[str, int]] = {}
    last: dict[str, datetime] = {}
    for row in rows:
        pool = row["pool"]
        found.setdefault(pool, {})[row["outcome"]] = row["count"]
        last[pool] = max(last.get(pool, row["last"]), row["last"])
    return [
        Meetings(
            pool,
            sum(counts.values()),
            counts.get("ahead", 0),
            counts.get("level", 0),
            counts.get("behind", 0),
            last[pool],
        )
        for pool, counts in sorted(found.items())
    ]
