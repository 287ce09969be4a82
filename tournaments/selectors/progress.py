"""How far tournaments have come."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.models import Game
from tournaments.models import Entrant, Match, Tournament
from tournaments.selectors.standings import published_rounds, tables_after


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
    last = published_rounds(tournament).last()
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
    after = published_rounds(tournament).last()
    if after is None:
        return []
    found = tables_after(after)
    firsts = [
        one
        for at, table in enumerate(found.tables)
        for one in found.field.ids(at, [row.entrant for row in table.rows if row.rank == 1])
    ]
    if len(firsts) > len(found.tables):
        return []  # nobody is alone ahead
    rows = Entrant.objects.filter(pk__in=firsts).select_related("player")
    return [one.player.name for one in rows]
