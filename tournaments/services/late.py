"""The field of a running tournament: who comes late or comes back, and who goes.

Everything here expects the tournament's row to be locked.
"""

from collections.abc import Sequence

from django.db.models import Max, Q

from dosleague.api.problems import Problem
from tournaments import outbox
from tournaments.models import Entrant, Match, StageRound, Tournament
from tournaments.progress.next_round import FREELY_PAIRED
from tournaments.selectors.play import current_stage, entrants_at
from tournaments.services.tables import leave_table
from tournaments.values import ResultKind


def join_field(tournament: Tournament, entrants: Sequence[Entrant]) -> None:
    """Let entrants play from the next round on, with nothing for the rounds they have missed.

    Whoever has played in the stage before goes on where they were. Others can only be added while
    a first stage is paired anew each round, and go to the smallest group. A draft is thrown away,
    so that the next pairing has them. Raises Problem `conflict`.
    """
    stage = current_stage(tournament)
    assert stage is not None
    assert stage.field is not None
    known = {one for group in stage.field for one in group}
    new = [one for one in entrants if str(one.id) not in known]
    if any(one.status != Entrant.Status.ACTIVE for one in new):
        raise Problem("conflict", "Every place is taken.")
    if new and (stage.format not in FREELY_PAIRED or stage.number > 1 or stage.finished_at):
        detail = "Nobody can be added any more: the tables of this stage are fixed."
        raise Problem("conflict", detail, state=tournament.state.value, blocking=[detail])
    last: int = tournament.entrants.aggregate(last=Max("start_number"))["last"] or 0
    for number, one in enumerate(new, start=last + 1):
        min(stage.field, key=len).append(str(one.id))
        one.start_number = number
        one.entered_in = _round_to_come(tournament)
    Entrant.objects.bulk_update(new, ["start_number", "entered_in"], batch_size=500)
    stage.save(update_fields=["field"])
    throw_draft_away(tournament)


def _round_to_come(tournament: Tournament) -> int:
    return tournament.rounds.exclude(status=StageRound.Status.DRAFT).count() + 1


def throw_draft_away(tournament: Tournament) -> None:
    """Delete a draft, since its field has changed; where rounds follow by themselves, one does."""
    tournament.rounds.filter(status=StageRound.Status.DRAFT).delete()
    outbox.after_commit(tournament.id)


def leave_open_tables(tournament: Tournament, entrant: Entrant) -> None:
    """Take an entrant who plays no more from every open table.

    A win by forfeit in a round that is still open does not outlast the winner's own withdrawal.
    """
    undecided = Q(result=None) | Q(result__kind=ResultKind.FORFEIT)
    matches = Match.objects.filter(
        undecided, round__tournament=tournament, round__status__in=StageRound.PLAYED_NOW
    ).select_related("round__stage")
    own = [
        match
        for match in matches.order_by("round__number", "table")
        if str(entrant.id) in match.entrants
    ]
    entrants = entrants_at(own)
    for match in own:
        match.round.tournament = tournament
        leave_table(match, entrant, entrants)
    throw_draft_away(tournament)
