"""The order in which a play-off has ended."""

from uuid import UUID

from tournaments.models import PlayOff, Tournament
from tournaments.progress.ranking import ranking
from tournaments.selectors.play import stage_field


def order_of(play_off: PlayOff) -> list[UUID] | None:
    """Return the players of a play-off, the winner first; None where it has no order (yet)."""
    tournament = play_off.tournament
    if tournament.status != Tournament.Status.FINISHED:
        return None
    stage = tournament.stages.get(number=1)
    stage.tournament = tournament
    field = stage_field(stage)
    table = ranking(field.groups[0], stage.rounds.count(), is_over=True)
    if [row.rank for row in table.rows] != list(range(1, len(table.rows) + 1)):
        return None
    players = dict(tournament.entrants.values_list("id", "player_id"))
    return [players[one] for one in field.ids(0, [row.entrant for row in table.rows])]
