"""The built-in bots by name."""

from collections.abc import Mapping
from typing import Final

from games.bots.bot import Bot
from games.bots.eager import EagerBot
from games.bots.greedy import GreedyBot
from games.bots.random_bot import RandomBot

BOTS: Final[Mapping[str, Bot]] = {bot.name: bot for bot in (RandomBot(), EagerBot(), GreedyBot())}
"""Every built-in bot, the weakest first."""


class UnknownBot(LookupError):
    """No built-in bot has this name."""


def named_bot(name: str) -> Bot:
    """Return a built-in bot; UnknownBot where there is none of the name."""
    try:
        return BOTS[name]
    except KeyError:
        raise UnknownBot(f"there is no bot named {name!r}; there are {', '.join(BOTS)}") from None
