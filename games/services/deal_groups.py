"""Games that share their deals: they start together, and are unsealed together."""

from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.models import Game, Seat
from games.services.games import start_if_full
from games.services.table import take_table


def may_start_together(deal_group: UUID) -> bool:
    """Say whether every open game of a group has all its seats taken."""
    waiting = Seat.objects.filter(
        game__deal_group=deal_group, game__status=Game.Status.OPEN, player=None
    )
    return not waiting.exists()


def start_together(*, deal_group: UUID) -> int:
    """Start the games of a group whose seats are all taken; return how many."""
    started = 0
    games = Game.objects.filter(deal_group=deal_group, status=Game.Status.OPEN)
    with transaction.atomic():
        for game_id in games.order_by("id").values_list("id", flat=True):
            table = take_table(game_id)
            if table.game.status == Game.Status.OPEN and start_if_full(table) is not None:
                started += 1
    return started


def unseal(*, deal_group: UUID) -> bool:
    """Publish the games of a group if all of them are over; say whether they are.

    Safe to repeat; to be called after a game of the group has ended and that is saved.
    """
    group = Game.objects.filter(deal_group=deal_group)
    others = Game.objects.filter(deal_group=OuterRef("deal_group"), finished_at=None)
    group.filter(sealed=True).exclude(Exists(others)).update(sealed=False)
    return not group.filter(sealed=True).exists()
