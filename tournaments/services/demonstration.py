"""A season of bots over several formats, so that a new league has something to follow."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction

from dosleague.audit import Author
from games.bots.registry import BOTS
from games.engine.ruleset import RULESETS
from games.models import Player
from games.services.bots import name_bot
from games.services.games import Clock
from tournaments.lifecycle import Act
from tournaments.models import Tournament
from tournaments.services.acts import do_act
from tournaments.services.creation import RegistrationPlan, TournamentPlan, create_tournament
from tournaments.services.registration import add_entrants
from tournaments.services.stages import planned_stages

RULESET: Final = "reprint-2021"
"""A printing whose games are short."""
FEWEST_BOTS: Final = 8
"""What the cuts of the season need."""
MOST_BOTS: Final = 24
"""What its schedule for tables of four goes up to."""
_CUT: Final = {"per_group": 4}


@dataclass(frozen=True, slots=True)
class _Event:
    name: str
    stages: Sequence[Mapping[str, Any]]
    deals: str = Tournament.Deals.INDEPENDENT


_SEASON: Final = (
    _Event(
        "Swiss with a final four",
        [
            {"format": "swiss_match", "rounds": 3, "advance": _CUT},
            {"format": "single_elimination", "bronze": True},
        ],
    ),
    _Event("Pods", [{"format": "pods", "rounds": 3}]),
    _Event(
        "Two groups and a knockout",
        [
            {"format": "round_robin", "groups": 2, "advance": {"per_group": 2}},
            {"format": "single_elimination", "draw": "groups_apart"},
        ],
    ),
    _Event("Double elimination", [{"format": "double_elimination"}]),
    _Event("Duplicate deals", [{"format": "swiss_match", "rounds": 3}], Tournament.Deals.DUPLICATE),
    _Event("All at tables of four", [{"format": "round_robin_tables"}]),
)
SEASON_EVENTS: Final = len(_SEASON)


def start_season(*, owner: Player, bots: int = FEWEST_BOTS, number: int = 1) -> list[Tournament]:
    """Start a season: its tournaments with the same bots, all rated; workers play them out.

    `number` tells seasons of one league apart. Raises ValueError for too few or too many bots, and
    Problem `name_taken` where there is a season of this number.
    """
    if not FEWEST_BOTS <= bots <= MOST_BOTS:
        raise ValueError(f"A season has {FEWEST_BOTS} to {MOST_BOTS} bots.")
    by = Author(owner, "", "service")
    kinds = sorted(BOTS)
    with transaction.atomic():
        chosen = [kinds[at % len(kinds)] for at in range(bots)]
        players = [
            name_bot(bot=bot, name=f"demo-{number}-{bot}-{at}")
            for at, bot in enumerate(chosen, start=1)
        ]
        return [_started(event, players, by, number) for event in _SEASON]


def _started(event: _Event, players: Sequence[Player], by: Author, number: int) -> Tournament:
    plan = TournamentPlan(
        name=f"Season {number}: {event.name}",
        ruleset=RULESETS[RULESET],
        clock=Clock(60, 120, 3),
        registration=RegistrationPlan(kinds=[Player.Kind.BOT], cap=len(players)),
        stages=planned_stages(event.stages),
        rated=True,
        deals=event.deals,
    )
    tournament = create_tournament(plan=plan, by=by)
    do_act(tournament_id=tournament.id, act=Act.OPEN_REGISTRATION, by=by)
    add_entrants(tournament, players)
    return do_act(tournament_id=tournament.id, act=Act.START, by=by)
