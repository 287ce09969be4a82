"""How far tournaments have come."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.models import Game
from tournaments.models import Entrant, Match, StageRound, Tournament
from tournaments.selectors.play import current_stage, group_rankings, stage_field


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a tournament stands: the round that is played, its tables, the games of all rounds.

    `leaders` are the names of those who are first in the stage that is played.
    """

    tournament: Tournament
    round: int
    tables_decided: int
    tables: int
    games_over: int
    leaders: tuple[str, ...]


def progress_of(tournament: Tournament) -> Progress:
    """Return how far a tournament has come."""
    last = tournament.rounds.exclude(status=StageRound.Status.DRAFT).order_by("number").last()
    matches = Match.objects.filter(round=last, bye=False)
    games = Game.objects.filter(tournament=tournament.id, status=Game.Status.FINISHED)
    return Progress(
        tournament,
        0 if last is None else last.number,
        matches.filter(result__isnull=False).count(),
        matches.count(),
        games.count(),
        tuple(_leaders(tournament)),
    )


def _leaders(tournament: Tournament) -> Iterable[str]:
    """Return the names of who is first in each group of the stage that is played."""
    stage = current_stage(tournament)
    if stage is None:
        return []
    stage.tournament = tournament
    field = stage_field(stage)
    played = stage.rounds.exclude(status=StageRound.Status.DRAFT).count()
    firsts = [
        one
        for at, table in enumerate(group_rankings(field, played))
        for one in field.ids(at, [row.entrant for row in table.rows if row.rank == 1])
    ]
    if len(firsts) > len(field.groups):
        return []  # nobody is alone ahead
    rows = Entrant.objects.filter(pk__in=firsts).select_related("player")
    return [one.player.name for one in rows]
