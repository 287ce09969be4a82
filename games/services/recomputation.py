"""Ratings played again from the log: to compare with what is stored, or in its place."""

from uuid import UUID

from django.db import transaction

from games.models import RatingChange, RatingPool
from games.ratings.fingerprint import pool_hash
from games.ratings.log import GameFinished, Rated, counted_games, played_on
from games.ratings.model import ALGORITHM
from games.ratings.rating import Rating
from games.services.rating_replay import OnGames, log_of, replay_whole
from games.services.rating_rows import before, changes_from, current, logged

_EVERY = 1_000


def recompute_pool(*, name: str, on_games: OnGames = lambda _: None) -> str:
    """Play a pool's whole log into a new generation and return its hash; one transaction."""
    with transaction.atomic():
        pool = RatingPool.objects.select_for_update(no_key=True).get(pk=name)
        replay_whole(pool, on_games)
        return pool.hash


def differences(*, name: str, on_games: OnGames = lambda _: None) -> list[str]:
    """Return in which ways a pool's stored rows are not what its log says; none if all is well.

    Nothing is written. The pool's row is locked meanwhile, so that nothing moves.
    """
    with transaction.atomic():
        pool = RatingPool.objects.select_for_update(no_key=True).get(pk=name)
        games = counted_games(logged(entry) for entry in log_of(pool))
        players: dict[str, Rated] = {}
        found = _changes_that_differ(pool, games, players, on_games)
        stored = current(pool)
        found += [
            f"{player}: the log gives {_told(players.get(player))}, stored is {_told(stored_one)}"
            for player in sorted(players.keys() | stored.keys())
            if players.get(player) != (stored_one := stored.get(player))
        ]
        found += _row_that_differs(pool, games, players)
        return found


def _changes_that_differ(
    pool: RatingPool,
    games: list[GameFinished],
    players: dict[str, Rated],
    on_games: OnGames,
) -> list[str]:
    """Play the games into `players` and compare each change with its row."""
    rows: dict[UUID, list[RatingChange]] = {}
    for row in changes_from(pool, None):
        rows.setdefault(row.game_id, []).append(row)
    found = []
    for number, (game, changes) in enumerate(played_on(games, players), start=1):
        reckoned = [(c.player, c.place, c.before, c.prior.sigma, c.after) for c in changes]
        kept = [_as_reckoned(row) for row in rows.pop(UUID(game.game), [])]
        if reckoned != kept:
            found.append(f"game {game.game}: its changes are not those of the log")
        if number % _EVERY == 0:
            on_games(_EVERY)
    on_games(len(games) % _EVERY)
    found += [f"game {game}: it has changes and does not count" for game in sorted(rows)]
    return found


def _as_reckoned(row: RatingChange) -> tuple[object, ...]:
    rated = Rated(Rating(row.mu, row.sigma), row.games, row.finished_at)
    return str(row.player_id), row.place, before(row), row.sigma_prior, rated


def _row_that_differs(
    pool: RatingPool, games: list[GameFinished], players: dict[str, Rated]
) -> list[str]:
    last = games[-1].moment if games else None
    expected = (ALGORITHM, pool_hash(players), len(games), last)
    stored = (pool.algorithm, pool.hash, pool.games, pool.last)
    if expected == stored:
        return []
    return [f"the pool's row says {stored}, the log {expected}"]


def _told(rated: Rated | None) -> str:
    if rated is None:
        return "no rating"
    return f"{rated.rating.mu!r} ± {rated.rating.sigma!r} after {rated.games} games"
