"""Reading players."""

from games.bots.registry import BOTS
from games.models import Player

RESERVED_NAMES = frozenset({"admin", "administrator", "staff", "system", "league", "dosleague"})
"""Names that nobody signs up with, besides those of the built-in bots."""
ERASED_PREFIX = "erased-"


def is_reserved_name(name: str) -> bool:
    """Say whether a name is kept from those who sign up, whatever its case."""
    lower = name.lower()
    return lower in RESERVED_NAMES or lower in BOTS or lower.startswith(ERASED_PREFIX)


def is_erased(player: Player) -> bool:
    """Say whether an account has been erased: only those bear such a name."""
    return not player.is_active and player.name.startswith(ERASED_PREFIX)


def built_in_bots() -> dict[str, Player]:
    """Return the players of the built-in bots by the bot's name."""
    return {player.bot: player for player in Player.objects.filter(name__in=BOTS, kind="bot")}
