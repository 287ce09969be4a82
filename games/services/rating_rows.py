"""Rows of ratings from the values that ratings are reckoned in, and back."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from uuid import UUID

from django.db import connection
from django.db.models import Q

from games.models import PlayerRating, RatingChange, RatingHistory, RatingLogEntry, RatingPool
from games.ratings.log import Change, GameCorrected, GameFinished, GameVoided, LogEntry, Rated
from games.ratings.rating import NEWCOMER, Rating

Moment = tuple[datetime, str]
_BATCH = 2_000
_CHANGE = (
    *("pool_id", "game_id", "finished_at", "seat", "player_id", "place", "mu_before"),
    *("sigma_before", "last_before", "sigma_prior", "mu", "sigma", "games"),
)
_CURRENT = ("player_id", "mu", "sigma", "games", "last_played_at")


def logged(entry: RatingLogEntry) -> LogEntry:
    """Return an entry of the log as a value."""
    game, places = str(entry.game_id), tuple(entry.places)
    if entry.kind == RatingLogEntry.Kind.FINISHED:
        return GameFinished(game, entry.finished_at, tuple(entry.players), places)
    if entry.kind == RatingLogEntry.Kind.VOIDED:
        return GameVoided(game)
    return GameCorrected(game, places)


def from_moment(moment: Moment | None) -> Q:
    """Return the condition of a change at or behind a place in the order of all games."""
    if moment is None:
        return Q()
    at, game = moment
    # The first bound alone is what the index begins at.
    return Q(finished_at__gte=at) & (Q(finished_at__gt=at) | Q(game__gte=UUID(game)))


def changes_from(pool: RatingPool, moment: Moment | None) -> list[RatingChange]:
    """Return a pool's changes at or behind a moment, in the order of all games, by seat."""
    rows = RatingChange.objects.filter(from_moment(moment), pool=pool)
    return list(rows.order_by("finished_at", "game_id", "seat"))


def games_of(changes: Iterable[RatingChange]) -> list[GameFinished]:
    """Return the games that changes in order are of."""
    seats: dict[str, list[RatingChange]] = {}
    for change in changes:
        seats.setdefault(str(change.game_id), []).append(change)
    return [
        GameFinished(
            game,
            rows[0].finished_at,
            tuple(str(row.player_id) for row in rows),
            tuple(row.place for row in rows),
        )
        for game, rows in seats.items()
    ]


def before(change: RatingChange) -> Rated | None:
    """Return the rating that a change came upon; None at a player's first game."""
    if change.mu_before is None or change.sigma_before is None or change.last_before is None:
        return None
    rating = Rating(change.mu_before, change.sigma_before)
    return Rated(rating, change.games - 1, change.last_before)


def current(pool: RatingPool, players: Iterable[str] | None = None) -> dict[str, Rated]:
    """Return the ratings that count, of some players or of all."""
    rows = PlayerRating.objects.filter(pool=pool, generation=pool.generation)
    wanted = [rows] if players is None else [rows.filter(some) for some in of_players(players)]
    return {
        str(player): Rated(Rating(mu, sigma), games, at)
        for some in wanted
        for player, mu, sigma, games, at in some.values_list(*_CURRENT)
    }


def of_players(players: Iterable[str]) -> Iterator[Q]:
    """Yield conditions that together mean some players; a statement takes only so many values."""
    ids = iter(players)
    while batch := [UUID(player) for player in islice(ids, _BATCH)]:
        yield Q(player__in=batch)


def save_changes(pool: RatingPool, made: Sequence[tuple[GameFinished, tuple[Change, ...]]]) -> None:
    """Write what games change, a row a seat; with PostgreSQL's COPY, ten times as fast."""
    rows = (
        _change_row(pool, game, seat, change)
        for game, changes in made
        for seat, change in enumerate(changes)
    )
    if connection.vendor != "postgresql":
        changes = [RatingChange(**dict(zip(_CHANGE, row, strict=True))) for row in rows]
        RatingChange.objects.bulk_create(changes, batch_size=_BATCH)
        return
    table = connection.ops.quote_name(RatingChange._meta.db_table)
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {table} ({', '.join(_CHANGE)}) FROM STDIN") as copy,
    ):
        for row in rows:
            copy.write_row(row)


def _change_row(
    pool: RatingPool, game: GameFinished, seat: int, change: Change
) -> tuple[object, ...]:
    """Return the values of `_CHANGE`."""
    former = change.before
    return (
        pool.name,
        UUID(game.game),
        game.finished_at,
        seat,
        UUID(change.player),
        change.place,
        None if former is None else former.rating.mu,
        None if former is None else former.rating.sigma,
        None if former is None else former.last_played_at,
        change.prior.sigma,
        change.after.rating.mu,
        change.after.rating.sigma,
        change.after.games,
    )


def save_ratings(pool: RatingPool, players: Mapping[str, Rated]) -> None:
    """Write ratings into the pool's generation; those that are there are replaced."""
    PlayerRating.objects.bulk_create(
        [
            PlayerRating(
                pool=pool,
                generation=pool.generation,
                player_id=UUID(player),
                mu=rated.rating.mu,
                sigma=rated.rating.sigma,
                public=rated.rating.public,
                games=rated.games,
                last_played_at=rated.last_played_at,
            )
            for player, rated in players.items()
        ],
        batch_size=_BATCH,
        update_conflicts=True,
        unique_fields=["pool", "generation", "player"],
        update_fields=["mu", "sigma", "public", "games", "last_played_at"],
    )


def game_told(pool: RatingPool, game: GameFinished, change: Change) -> RatingHistory:
    """Return what a player is told of a game."""
    former = NEWCOMER if change.before is None else change.before.rating
    after = change.after.rating
    return RatingHistory(
        pool=pool,
        generation=pool.generation,
        player_id=UUID(change.player),
        game_id=UUID(game.game),
        cause=RatingHistory.Cause.GAME,
        at=game.finished_at,
        place=change.place,
        seats=len(game.players),
        mu_before=former.mu,
        sigma_before=former.sigma,
        mu=after.mu,
        sigma=after.sigma,
    )


def save_history(told: Sequence[RatingHistory]) -> None:
    """Append to what players are told."""
    RatingHistory.objects.bulk_create(told, batch_size=_BATCH)
