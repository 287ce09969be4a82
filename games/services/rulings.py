"""Rulings on finished rated games: voided, restored, corrected. Ratings follow by a replay."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from dosleague.api.problems import Problem
from dosleague.audit import SERVICE, Author, note
from games import outbox
from games.models import Game, RatingLogEntry, RatingPool
from games.ratings.model import UnratableGame, check_places
from games.services.ratings import finished_game, log_game

_VOIDED = RatingLogEntry.Kind.VOIDED
_CORRECTED = RatingLogEntry.Kind.CORRECTED


def void_game(
    *, game_id: UUID, reason: str, author: Author = SERVICE, tournament: UUID | None = None
) -> None:
    """Let a rated game count for nothing. Its ratings follow once `games.rate` has run.

    The game itself, its result and its record stay. `tournament` is the one that rules on a game of
    its own, whose match has to follow. Raises Problem `not_found`, `conflict` where the game is not
    rated, is voided already or is another's to rule on, and `invalid` without a reason.
    """
    with transaction.atomic():
        game = _locked(game_id, reason, tournament)
        if _ruling(game) == _VOIDED:
            raise Problem("conflict", "The game is voided already.")
        _rule(game, _VOIDED, (), act="game.voided", reason=reason, author=author)


def restore_game(
    *, game_id: UUID, reason: str, author: Author = SERVICE, tournament: UUID | None = None
) -> None:
    """Let a voided game count again, with the places it ended with. Raises Problem like a void."""
    with transaction.atomic():
        game = _locked(game_id, reason, tournament)
        if _ruling(game) != _VOIDED:
            raise Problem("conflict", "The game is not voided.")
        places = finished_game(game).places
        _rule(game, _CORRECTED, places, act="game.restored", reason=reason, author=author)


def correct_game(
    *,
    game_id: UUID,
    places: Sequence[int],
    reason: str,
    author: Author = SERVICE,
    tournament: UUID | None = None,
) -> None:
    """Let a game count with other places, by seat; a voided one counts again.

    Raises Problem like a void, and `invalid` where these are no places of its seats.
    """
    with transaction.atomic():
        game = _locked(game_id, reason, tournament)
        try:
            check_places(places)
        except UnratableGame as unratable:
            raise Problem("invalid", f"{unratable}.") from None
        if len(places) != game.seat_count:
            raise Problem("invalid", f"The game has {game.seat_count} seats.")
        _rule(game, _CORRECTED, places, act="game.corrected", reason=reason, author=author)


def _locked(game_id: UUID, reason: str, tournament: UUID | None) -> Game:
    """Return a rated game with its row locked, so that rulings on it come one after another."""
    if not reason.strip():
        raise Problem("invalid", "A ruling has a reason.")
    game = Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()
    if game is None:
        raise Problem("not_found", "There is no such game.")
    if game.tournament != tournament:
        raise Problem("conflict", "The game is a tournament's: its match is ruled on there.")
    if not log_game(game.id):
        raise Problem("conflict", "Only a finished rated game counts for ratings.")
    return game


def _ruling(game: Game) -> str | None:
    """Return the kind of the last ruling on a game."""
    rulings = RatingLogEntry.objects.filter(game=game, kind__in=(_VOIDED, _CORRECTED))
    return rulings.order_by("-id").values_list("kind", flat=True).first()


def _rule(
    game: Game,
    kind: RatingLogEntry.Kind,
    places: Sequence[int],
    *,
    act: str,
    reason: str,
    author: Author,
) -> None:
    """Log a ruling in each pool of the game, note the act, and have it worked in."""
    former = RatingLogEntry.objects.filter(game=game).order_by("-id").first()
    assert former is not None
    pools = RatingPool.objects.filter(log__game=game).distinct().order_by("name")
    RatingLogEntry.objects.bulk_create(
        RatingLogEntry(
            pool=pool,
            kind=kind,
            game=game,
            finished_at=former.finished_at,
            places=list(places),
            reason=reason,
        )
        for pool in pools
    )
    note(
        author,
        act,
        f"game:{game.id}",
        before={"kind": former.kind, "places": former.places},
        after={"kind": kind, "places": list(places)},
        reason=reason,
    )
    outbox.rate_after_commit(game)
