"""Games between bots, so that a new league has something to look at."""

from typing import Final

from games.engine.ruleset import RULESETS
from games.models import Game
from games.selectors.players import built_in_bots
from games.services.bots import ensure_bots
from games.services.games import GamePlan, SeatPlan, create_game

_TABLES: Final = (
    ("classic-2018", ("greedy", "random")),
    ("classic-2018", ("eager", "greedy", "random", "greedy")),
    ("reprint-2021", ("greedy", "eager", "eager")),
)


def ensure_demonstration() -> int:
    """Start a few games between bots where there is no game yet; return how many."""
    if Game.objects.exists():
        return 0
    ensure_bots()
    bots = built_in_bots()
    for ruleset, names in _TABLES:
        seats = [SeatPlan(bots[name]) for name in names]
        create_game(plan=GamePlan(RULESETS[ruleset], seats), creator=None)
    return len(_TABLES)
