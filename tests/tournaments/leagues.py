"""Leagues laid out for tests."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import pytest
from django.db.models import QuerySet

from dosleague.api.clock import database_now
from dosleague.api.problems import Problem
from games.engine.ruleset import RULESETS
from games.models import Player
from games.services.games import Clock
from tests.tournaments.cups import by
from tests.tournaments.play import QUICK, play_round
from tournaments.models import Division, League, Match, Season, StageRound, Tournament
from tournaments.services.leagues import LeaguePlan, create_league
from tournaments.services.progress import advance_fully
from tournaments.services.promotions import Changes, foresee_next_season, make_next_season
from tournaments.services.results import played, record_result
from tournaments.services.seasons import SeasonPlan, add_division, create_season, open_season

LADDER: Final = {"format": "round_robin"}
MOST_ROUNDS: Final = 60


def league(owner: Player, **terms: Any) -> League:
    """Return a new league of small divisions, in each of which one goes up and one down."""
    plan = LeaguePlan(
        **{
            "name": "Coast",
            "ruleset": RULESETS[QUICK],
            "clock": Clock(60, 120, 3),
            "stage": LADDER,
            "division_size": 4,
            "movers": 1,
            **terms,
        }
    )
    return create_league(plan=plan, by=by(owner))


def drafted(
    league: League,
    *divisions: Sequence[Player],
    starts_at: datetime | None = None,
    round_hours: int = 24,
) -> Season:
    """Return the draft of the league's next season, with these divisions from the top."""
    owner = by(league.owner)
    plan = SeasonPlan(starts_at=None, round_hours=round_hours)
    season = create_season(league_id=league.id, plan=plan, by=owner)
    season.starts_at = starts_at
    season.save()
    for players in divisions:
        add_division(season_id=season.id, entrants=[one.id for one in players], by=owner)
    return season


def opened(league: League, *divisions: Sequence[Player]) -> Season:
    """Return a season that has just been opened."""
    season = drafted(league, *divisions)
    return open_season(season_id=season.id, by=by(league.owner))


def people(*names: str) -> list[Player]:
    """Return new players of these names, or those that there are."""
    return [
        Player.objects.filter(name=name).first() or Player.objects.create_user(name)
        for name in names
    ]


def eight() -> tuple[list[Player], list[Player]]:
    """Return the players of two divisions."""
    return people("Ann", "Ben", "Cid", "Dee"), people("Eva", "Fay", "Gus", "Hal")


def names(division: Division) -> list[str]:
    """Return the names of a division in the order of the seeds."""
    entrants = division.tournament.entrants.order_by("seed")
    return list(entrants.values_list("player__name", flat=True))


def all_names(season: Season) -> list[list[str]]:
    """Return the names of all divisions from the top."""
    return [names(one) for one in season.divisions.order_by("number")]


Winner = Callable[[list[str]], str]


def alphabetical(names: list[str]) -> str:
    """Return who of a match wins where the name decides."""
    return min(names)


def decide(season: Season, winner: Winner = alphabetical) -> Season:
    """Give every match of a season that has none a result, by the names of who plays."""
    for division in season.divisions.all():
        decide_all(division.tournament, winner)
    return season


def decide_all(tournament: Tournament, winner: Winner = alphabetical) -> None:
    """Give every match of a tournament that is paired and has none a result, then go on."""
    _decide(tournament, Match.objects.filter(round__tournament=tournament), winner)


def decide_round(tournament: Tournament, number: int, winner: Winner = alphabetical) -> None:
    """Give every match of one round that has none a result, then go on."""
    matches = Match.objects.filter(round__tournament=tournament, round__number=number)
    _decide(tournament, matches, winner)


def _decide(tournament: Tournament, matches: QuerySet[Match], winner: Winner) -> None:
    players = {
        str(one): name for one, name in tournament.entrants.values_list("id", "player__name")
    }
    for match in matches.filter(result=None).select_related("round__stage"):
        sides = [players[one] for one in match.entrants]
        first = winner(sides)
        places = [1 if side == first else 2 for side in sides]
        record_result(match, played(match, places, [200 if one == 1 else 90 for one in places]))
    advance_fully(tournament_id=tournament.id)


def play_season(season: Season) -> None:
    """Let the bots of a season play all of it, each round when its time comes."""
    for division in season.divisions.select_related("tournament"):
        tournament = division.tournament
        for _ in range(MOST_ROUNDS):
            tournament.refresh_from_db()
            if tournament.status != Tournament.Status.RUNNING:
                break
            come_next_round(tournament)
            advance_fully(tournament_id=tournament.id)
            play_round(tournament)
        assert tournament.status == Tournament.Status.FINISHED


def come_next_round(tournament: Tournament) -> StageRound | None:
    """Let the time of the next fixture come."""
    to_come = tournament.rounds.filter(play_from__gt=database_now()).order_by("number").first()
    if to_come is not None:
        to_come.play_from = database_now() - timedelta(seconds=5)
        to_come.save(update_fields=["play_from"])
    return to_come


def foreseen(season: Season, **changes: Any) -> dict[str, Any]:
    """Return what the season after one would be."""
    owner = by(season.league.owner)
    return foresee_next_season(season_id=season.id, changes=Changes(**changes), by=owner)


def followed(season: Season, **changes: Any) -> Season:
    """Return the season after one."""
    owner = by(season.league.owner)
    return make_next_season(season_id=season.id, changes=Changes(**changes), by=owner)


def not_followed(season: Season, **changes: Any) -> Problem:
    """Return why no season follows one."""
    with pytest.raises(Problem) as caught:
        followed(season, **changes)
    return caught.value


def reasons(forecast: dict[str, Any]) -> dict[str, str]:
    """Return why each player moves who does."""
    moves = forecast["moves"]
    return {one["player"]["name"]: one["reason"] for one in moves if one["reason"] != "stays"}
