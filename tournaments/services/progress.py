"""A running tournament moves on: one step a transaction, each found in the database."""

from collections.abc import Callable
from typing import Final
from uuid import UUID

from django.db import transaction

from dosleague.audit import SERVICE, note
from tournaments.lifecycle import State
from tournaments.models import StageRound, Tournament
from tournaments.pairing.refusals import NoPairing, UnlawfulPairing
from tournaments.selectors.tournaments import subject_of
from tournaments.services import counting
from tournaments.services.acts import finish_by_itself
from tournaments.services.duplicates import start_duplicates
from tournaments.services.gone import withdraw_gone
from tournaments.services.rounds import close, make_round, publish

Status = StageRound.Status


def advance(*, tournament_id: UUID) -> bool:
    """Do the next thing that is due in a tournament; say whether there was one.

    Games that ended are counted, tables opened, the absent forfeited. Where rounds follow one
    another by themselves, a round without open tables is closed, the next one paired and published,
    and a tournament of which everything was played is finished. Safe to run twice, late, and from
    several workers at once: the tournament's row is locked, and nothing is done twice.
    """
    with transaction.atomic():
        locked = Tournament.objects.select_for_update(no_key=True)
        tournament = locked.filter(pk=tournament_id).first()
        if tournament is None or tournament.state is not State.RUNNING:
            return False
        return any(step(tournament) for step in STEPS)


def advance_fully(*, tournament_id: UUID) -> int:
    """Do everything that is due in a tournament; return how many steps that took."""
    steps = 0
    while advance(tournament_id=tournament_id):
        steps += 1
    return steps


def _move_on(tournament: Tournament) -> bool:
    """Close the round that is played, or pair and publish the next, or finish."""
    if tournament.advance != Tournament.Advance.AUTOMATIC:
        return False
    rounds = list(tournament.rounds.exclude(status=Status.CLOSED).order_by("number"))
    for one in rounds:
        if one.status != Status.DRAFT and not one.matches.filter(result=None).exists():
            close(one)
            note(SERVICE, "round.close", subject_of(tournament), after={"round": one.number})
            return True
    if rounds:
        return False  # it is being played, or is a draft that an organiser will publish
    return _play_on(tournament)


def _play_on(tournament: Tournament) -> bool:
    withdraw_gone(tournament)
    try:
        following = make_round(tournament)
    except (NoPairing, UnlawfulPairing):
        following = make_round(tournament, allow_rematch=True)
    if following is None:
        finish_by_itself(tournament, SERVICE, reason=_why_finished(tournament))
    else:
        publish(following)
        note(SERVICE, "round.publish", subject_of(tournament), after={"round": following.number})
    return True


def _why_finished(tournament: Tournament) -> str:
    """Return the sentence with which a tournament ends by itself."""
    left = tournament.stages.filter(started_at=None).order_by("number").first()
    if left is None:
        return "Everything has been played."
    return f"Too few are left to play stage {left.number}."


STEPS: Final[tuple[Callable[[Tournament], int], ...]] = (
    counting.count_finished_games,
    counting.forfeit_no_shows,
    counting.open_more_tables,
    start_duplicates,
    counting.note_running,
    _move_on,
)
"""What may be due, in the order in which it is looked for."""
