"""What is due: in tournaments that are played, and by the clock."""

from datetime import timedelta
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from games.models import Game, Seat
from tournaments.models import (
    Division,
    Entrant,
    Match,
    MatchGame,
    Schedule,
    Season,
    StageRound,
    Tournament,
)
from tournaments.selectors.tournaments import HOLDING

LOST_AFTER = timedelta(seconds=3)
"""Work that was due this long ago and is not done was lost, or waits in a long queue."""
BATCH = 200
_OVER = (Tournament.Status.FINISHED, Tournament.Status.CANCELLED)
TO_BE_PLAYED = Q(play_from=None) | Q(play_from__lte=Now())
"""Rounds whose tables may be opened: a fixture's once its time has come."""


def due_tournaments() -> list[UUID]:
    """Return running tournaments in which something waits to be done.

    A game that ended is not counted, somebody has not come in time, a published table is not
    opened, a game has begun unnoticed; or everything of a round has been played, and the next one
    is to follow by itself.
    """
    in_tournament = {"match__round__tournament": OuterRef("pk"), "counted": False}
    over = MatchGame.objects.filter(**in_tournament, game__finished_at__lt=Now() - LOST_AFTER)
    late = MatchGame.objects.filter(
        **in_tournament, no_show_at__lte=Now(), game__status=Game.Status.OPEN
    )
    rounds = StageRound.objects.filter(tournament=OuterRef("pk"))
    unopened = Match.objects.filter(round=OuterRef("pk"), opened=False)
    undecided = Match.objects.filter(round=OuterRef("pk"), result=None)
    playing = rounds.filter(status__in=StageRound.PLAYED_NOW)
    before = Now() - LOST_AFTER
    stale = TO_BE_PLAYED & Q(published_at__lt=before) & Exists(unopened)
    begun = MatchGame.objects.filter(match__round=OuterRef("pk"), game__started_at__isnull=False)
    unnoticed = Q(status=StageRound.Status.PUBLISHED) & Exists(begun)
    waiting = {"game__deal_group": OuterRef("deal_group"), "game__status": Game.Status.OPEN}
    full = (
        Q(deal_group__isnull=False)
        & ~Exists(unopened)
        & Exists(Seat.objects.filter(**waiting))
        & ~Exists(Seat.objects.filter(**waiting, player=None))
    )
    by_itself = Q(advance=Tournament.Advance.AUTOMATIC)
    played = Exists(playing.filter(~Exists(undecided)))
    idle = ~Exists(playing.filter(Exists(undecided))) & ~Exists(
        rounds.filter(status=StageRound.Status.DRAFT)
    )
    due = Tournament.objects.filter(status=Tournament.Status.RUNNING).filter(
        Exists(over)
        | Exists(late)
        | Exists(playing.filter(stale | unnoticed | full))
        | (by_itself & (played | idle))
    )
    return list(due.order_by("started_at").values_list("id", flat=True)[:BATCH])


def due_seasons() -> list[UUID]:
    """Return drafts of seasons whose time has come."""
    divisions = Division.objects.filter(season=OuterRef("pk"))
    due = Season.objects.filter(Exists(divisions), opened_at=None, starts_at__lte=Now())
    return list(due.order_by("starts_at").values_list("id", flat=True)[:BATCH])


def due_schedules() -> list[UUID]:
    """Return schedules of which a date has come."""
    due = Schedule.objects.filter(next_at__lte=Now())
    return list(due.order_by("next_at").values_list("id", flat=True)[:BATCH])


def due_starts() -> list[UUID]:
    """Return tournaments of schedules that are to start by themselves now."""
    due = Tournament.objects.filter(occurrence__settled=False, start_at__lte=Now())
    return list(due.order_by("start_at").values_list("id", flat=True)[:BATCH])


def gone_entrants() -> QuerySet[Entrant]:
    """Return who waits or holds a place in what is not over, and whose account is shut."""
    under_way = Tournament.objects.exclude(status__in=_OVER)
    return Entrant.objects.filter(
        tournament__in=under_way,
        status__in=HOLDING | {Entrant.Status.WAITING},
        player__is_active=False,
    )


def due_withdrawals() -> list[UUID]:
    """Return players whose accounts are shut and who are still in a tournament."""
    players = gone_entrants().order_by("player_id").values_list("player_id", flat=True)
    return list(players.distinct()[:BATCH])
