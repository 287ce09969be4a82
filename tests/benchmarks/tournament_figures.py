"""Tournaments of bots played by the league's own processes, and what they took."""

import argparse
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.core.management import call_command
from django.db.models import Sum
from rich.table import Table

from games.engine.ruleset import RULESETS
from games.models import Game, Player
from games.services.bots import name_bot
from games.services.games import Clock
from games.services.recomputation import differences
from tests.games.concurrency.crew import Crew, crew
from tests.tournaments.cups import KINDS, by
from tournaments.lifecycle import Act
from tournaments.models import Match, StageRound, Tournament
from tournaments.services.acts import do_act
from tournaments.services.creation import RegistrationPlan, TournamentPlan, create_tournament
from tournaments.services.registration import add_entrants
from tournaments.services.stages import planned_stages

WORKERS: Final = ("worker-clock", "worker-bots", "beat")
BOTS: Final = ("random", "greedy", "eager")
_LOOK_EVERY: Final = 0.5


@dataclass(frozen=True, slots=True)
class Run:
    """What a tournament came to."""

    name: str
    entrants: int
    rounds: int
    games: int
    submissions: int
    seconds: float
    slowest_start: float

    def row(self) -> tuple[str, ...]:
        return (
            self.name,
            f"{self.entrants:,}",
            f"{self.rounds}",
            f"{self.games:,}",
            f"{self.submissions:,}",
            f"{self.seconds:,.0f} s",
            f"{self.games / self.seconds:,.1f}",
            f"{self.submissions / self.seconds:,.0f}",
            f"{self.slowest_start:,.1f} s",
        )


def play(wanted: argparse.Namespace, settings: Mapping[str, str], folder: Path) -> Table:
    """Play what is wanted and return the figures."""
    call_command("migrate", verbosity=0, interactive=False)
    owner = Player.objects.create_user("Benchmark-owner")
    asked = [
        ("Swiss, short games", wanted.swiss, "reprint-2021", {"rounds": 5}),
        ("Swiss, full games", wanted.full, "classic-2018", {}),
    ]
    runs = []
    with crew(settings, folder) as members:
        members.start(*WORKERS)
        for name, size, ruleset, options in asked:
            if size:
                made = _made(owner, name, size, ruleset, options)
                runs.append(_played(made, owner, name, size, wanted.minutes * 60, members))
    return _table(runs)


def _made(
    owner: Player, name: str, size: int, ruleset: str, options: Mapping[str, Any]
) -> Tournament:
    players = [
        name_bot(bot=BOTS[at % len(BOTS)], name=f"{ruleset[:3]}-{at:05}") for at in range(size)
    ]
    plan = TournamentPlan(
        name=name,
        ruleset=RULESETS[ruleset],
        clock=Clock(60, 120, 3),
        registration=RegistrationPlan(kinds=KINDS),
        stages=planned_stages([{"format": "swiss_match", **options}]),
        seed="benchmark",
        rated=True,
    )
    tournament = create_tournament(plan=plan, by=by(owner))
    do_act(tournament_id=tournament.id, act=Act.OPEN_REGISTRATION, by=by(owner))
    add_entrants(tournament, players)
    return tournament


def _played(
    tournament: Tournament, owner: Player, name: str, size: int, most: float, members: Crew
) -> Run:
    began = time.monotonic()
    do_act(tournament_id=tournament.id, act=Act.START, by=by(owner))
    while tournament.status != Tournament.Status.FINISHED:
        if time.monotonic() - began > most:
            raise SystemExit(f"{name} has no end: {members.last_words()}")
        time.sleep(_LOOK_EVERY)
        tournament.refresh_from_db()
    seconds = time.monotonic() - began
    _check(tournament, members)
    games = Game.objects.filter(tournament=tournament.id)
    return Run(
        name,
        size,
        tournament.rounds.count(),
        games.count(),
        games.aggregate(all=Sum("version"))["all"],
        seconds,
        max(_start(one) for one in tournament.rounds.all()),
    )


def _check(tournament: Tournament, members: Crew) -> None:
    """See that every match has one game and one result, and that ratings are the log's."""
    matches = Match.objects.filter(round__tournament=tournament, bye=False)
    for match in matches.prefetch_related("games", "results"):
        assert len(match.games.all()) == len(match.results.all()) == 1
    assert not members.faults(), members.faults()[:3]
    pool = f"{tournament.ruleset['name']}.all"
    assert not [one for one in differences(name=pool) if "pool's row" not in one][:3]


def _start(stage_round: StageRound) -> float:
    """Return the seconds from a round's pairing to the start of its last game."""
    last = (
        Game.objects.filter(tournament_match__match__round=stage_round)
        .order_by("-started_at")
        .values_list("started_at", flat=True)
        .first()
    )
    assert last is not None
    return (last - stage_round.paired_at).total_seconds()


def _table(runs: list[Run]) -> Table:
    table = Table(title="Tournaments of bots on PostgreSQL and Redis, two workers")
    names = ("", "entrants", "rounds", "games", "submissions", "took", "games/s", "submissions/s")
    for heading in (*names, "slowest round to start"):
        table.add_column(heading, justify="right")
    for run in runs:
        table.add_row(*run.row())
    return table
