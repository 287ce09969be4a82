"""Lists of games that a caller may know of."""

from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Game, Player, Seat


def known_games(viewer: Player | None) -> QuerySet[Game]:
    """Return the games that a viewer may know of: all but the private and sealed ones of others."""
    games = Game.objects.defer("state", "round_text")
    known = Q(private=False, sealed=False)
    if viewer is not None:
        known |= Q(created_by=viewer, sealed=False) | Q(with_seat_of(viewer.id))
    return games.filter(known)


def with_seat_of(player_id: UUID) -> Exists:
    """Return the condition that a player sits in a game, or that a seat is reserved for them."""
    sits = Q(player=player_id) | Q(reserved_for=player_id)
    return Exists(Seat.objects.filter(sits, game=OuterRef("pk")))
