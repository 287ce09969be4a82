"""How many games somebody may have at a time."""

from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from dosleague.api.problems import Problem
from games.models import Game, Player, Seat

MAX_OPEN_GAMES: Final = 10
MAX_RUNNING_GAMES: Final = 20


def wait_in_line(player: Player) -> None:
    """Let what a player opens and joins at once be counted one after another.

    An erasure stands in the same line. The caller has opened the transaction and holds no game yet.
    Raises Problem `not_authenticated` for an account that was closed meanwhile.
    """
    accounts = Player.objects.select_for_update(no_key=True).filter(pk=player.pk)
    if not accounts.values_list("is_active", flat=True).first():
        raise Problem("not_authenticated", "The account is closed.")


def check_may_open(player: Player) -> None:
    """Refuse another open game to who has opened, or waits in, ten. Raises `too_many_games`."""
    opened = _games_of(player).filter(status=Game.Status.OPEN).count()
    if opened >= MAX_OPEN_GAMES:
        raise Problem("too_many_games", f"You have {opened} open games already.")


def check_may_play(player: Player) -> None:
    """Refuse another seat to who would play more than twenty games once the open ones start.

    Games of bots alone count as their opener's. Raises Problem `too_many_games`.
    """
    if player.kind == Player.Kind.BOT:
        return
    running = _games_of(player).filter(status=Game.Status.RUNNING).count()
    waiting = Game.objects.filter(_seated(player), status=Game.Status.OPEN).count()
    if running + waiting >= MAX_RUNNING_GAMES:
        detail = f"{player.name} plays {running} games and waits for {waiting} already."
        raise Problem("too_many_games", detail)


def _games_of(player: Player) -> QuerySet[Game]:
    return Game.objects.filter(Q(created_by=player) | Q(_seated(player)))


def _seated(player: Player) -> Exists:
    return Exists(Seat.objects.filter(game=OuterRef("pk"), player=player, left_at=None))
