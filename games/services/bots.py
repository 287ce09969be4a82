"""The players of the built-in bots."""

from typing import Any

from dosleague.api.problems import Problem, field_error
from games.bots.registry import BOTS
from games.models import Player
from games.services.names import make_player


def ensure_bots(**_: Any) -> None:
    """Give every built-in bot a player, with a password that nobody can use; safe to repeat."""
    there = set(Player.objects.filter(name__in=BOTS).values_list("name", flat=True))
    for name in BOTS:
        if name not in there:
            Player.objects.create_user(name, None, kind=Player.Kind.BOT, bot=name)


def name_bot(*, bot: str, name: str) -> Player:
    """Return a new player, without an owner, for whom a built-in bot plays.

    Raises Problem: `invalid` for a bot that there is not and for a name that is none, `name_taken`.
    """
    if bot not in BOTS:
        detail = f"There is no built-in bot {bot}."
        errors = [field_error("/bot", "does_not_exist", detail)]
        raise Problem("invalid", detail, errors=errors)
    return make_player(name, None, kind=Player.Kind.BOT, bot=bot)
