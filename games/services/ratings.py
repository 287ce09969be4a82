"""Rating finished games: into the log of their pools, and from there into the ratings."""

from typing import Final
from uuid import UUID

from django.db import transaction

from games.models import Game, RatingLogEntry, RatingPool, Seat
from games.ratings.log import GameFinished
from games.ratings.model import ALGORITHM
from games.ratings.pools import pools_of
from games.services.rating_replay import work_in

MOST_AT_ONCE: Final = 5_000
"""How many entries of a pool's log are worked in under one lock."""


def rate_game(*, game_id: UUID) -> bool:
    """Rate a finished rated game in its pools, exactly once; say whether anything was done.

    Two steps, each a transaction: the game is logged, then each of its pools is locked and works
    in whatever its log has not worked in yet, so that games which wait for a lock are worked in
    together. Safe to run twice and late: a game that is worked in, or is not to be rated, is left
    alone. Rulings on a game are worked in by the same call.
    """
    log_game(game_id)
    waiting = RatingLogEntry.objects.filter(game=game_id, position=None)
    names = waiting.order_by("pool_id").values_list("pool_id", flat=True).distinct()
    is_done = False
    for name in names:
        while work_in_log(name):
            is_done = True
    return is_done


def log_game(game_id: UUID) -> bool:
    """Log a finished rated game in its pools, if it is not; say whether the log has it."""
    if RatingLogEntry.objects.filter(game=game_id).exists():
        return True
    game = Game.objects.filter(pk=game_id, status=Game.Status.FINISHED, rated=True).first()
    if game is None:
        return False
    finished = finished_game(game)
    names = sorted(pools_of(game.rules, game.seat_count))
    with transaction.atomic():
        RatingPool.objects.bulk_create(
            [RatingPool(name=name, algorithm=ALGORITHM) for name in names], ignore_conflicts=True
        )
        RatingLogEntry.objects.bulk_create(
            [
                RatingLogEntry(
                    pool_id=name,
                    kind=RatingLogEntry.Kind.FINISHED,
                    game=game,
                    finished_at=finished.finished_at,
                    players=list(finished.players),
                    places=list(finished.places),
                )
                for name in names
            ],
            ignore_conflicts=True,  # another worker was a moment faster
        )
    return True


def finished_game(game: Game) -> GameFinished:
    """Return a finished game as ratings see it. Raises UnratableGame."""
    assert game.finished_at is not None
    assert game.result is not None
    seats = Seat.objects.filter(game=game).order_by("number").values_list("player", flat=True)
    places = game.result["places"]
    return GameFinished(
        str(game.id), game.finished_at, tuple(str(player) for player in seats), tuple(places)
    )


def work_in_log(name: str) -> bool:
    """Work what a pool's log has open, or much of it, into its ratings; say whether any was.

    The pool's row is locked until all of it is saved: new ratings, changes, what is told of them,
    and where the log stands.
    """
    with transaction.atomic():
        pool = RatingPool.objects.select_for_update(no_key=True).get(pk=name)
        pending = list(pool.log.filter(position=None).order_by("id")[:MOST_AT_ONCE])
        if not pending:
            return False
        for position, entry in enumerate(pending, start=pool.position + 1):
            entry.position = position
        RatingLogEntry.objects.bulk_update(pending, ["position"], batch_size=500)
        pool.position += len(pending)
        work_in(pool, pending)
        return True
