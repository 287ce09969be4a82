"""The players of the built-in bots."""

from typing import Any

from games.bots.registry import BOTS
from games.models import Player


def ensure_bots(**_: Any) -> None:
    """Give every built-in bot a player, with a password that nobody can use; safe to repeat."""
    there = set(Player.objects.filter(name__in=BOTS).values_list("name", flat=True))
    for name in BOTS:
        if name not in there:
            Player.objects.create_user(name, None, kind=Player.Kind.BOT, bot=name)
