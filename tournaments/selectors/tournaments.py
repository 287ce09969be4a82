"""Reading tournaments: who may know of which, and how they look."""

from datetime import datetime
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import Player
from tournaments.lifecycle import BEFORE_PLAY, State
from tournaments.models import Entrant, Organiser, Stage, StageRound, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.models import _User

HOLDING: Final = frozenset(
    {Entrant.Status.REGISTERED, Entrant.Status.CHECKED_IN, Entrant.Status.ACTIVE}
)
"""The statuses of those who hold a place."""


def subject_of(tournament: Tournament) -> str:
    """Return what the audit log calls a tournament."""
    return f"tournament:{tournament.id}"


def known_tournaments(viewer: "_User | None") -> QuerySet[Tournament]:
    """Return the tournaments that a viewer may know of.

    One that has never left its draft is known to its organisers and to members of staff.
    """
    tournaments = Tournament.objects.all()
    if viewer is None:
        return tournaments.filter(published_at__isnull=False)
    if viewer.is_staff:
        return tournaments
    own = Organiser.objects.filter(tournament=OuterRef("pk"), player=viewer.pk)
    return tournaments.filter(Q(published_at__isnull=False) | Exists(own))


def may_know(tournament: Tournament, viewer: "_User | None") -> bool:
    """Say whether a viewer may know that a tournament exists."""
    if tournament.published_at is not None:
        return True
    if viewer is None:
        return False
    return viewer.is_staff or tournament.organisers.filter(player=viewer.pk).exists()


def with_parts(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Return tournaments with all that `tournament_shape` shows, in three statements."""
    waits = Q(entrants__status=Entrant.Status.WAITING)
    return tournaments.prefetch_related("stages", "organisers__player").annotate(
        entered=Count("entrants", filter=Q(entrants__status__in=HOLDING)),
        waiting=Count("entrants", filter=waits),
    )


def role_of(tournament: Tournament, viewer: "_User | None") -> str | None:
    """Return a viewer's role among the organisers, None without one."""
    for organiser in tournament.organisers.all():
        if viewer is not None and organiser.player_id == viewer.pk:
            return organiser.role
    return None


def tournament_shape(tournament: Tournament, viewer: "_User | None") -> dict[str, Any]:
    """Return a tournament of `with_parts` as a viewer sees it.

    The seed is for the organisers alone until play has started.
    """
    state = tournament.state
    shows_seed = tournament.started_at is not None or role_of(tournament, viewer) is not None
    entered, waiting = (getattr(tournament, name) for name in ("entered", "waiting"))
    return {
        "id": tournament.id,
        "name": tournament.name,
        "status": tournament.status,
        "ruleset": tournament.ruleset,
        "rated": tournament.rated,
        "clock": tournament.clock,
        "deals": tournament.deals,
        "advance": tournament.advance,
        "no_show_seconds": tournament.no_show_seconds,
        "start_at": tournament.start_at,
        "seed": tournament.seed if shows_seed else None,
        "registration": {
            "cap": tournament.cap,
            "check_in": tournament.check_in,
            "opens_at": tournament.opens_at,
            "closes_at": tournament.closes_at,
            "kinds": tournament.kinds,
            "entered": entered,
            "waiting": waiting,
        },
        "registration_open": takes_entries(tournament, timezone.now()),
        "check_in_open": state is State.CHECK_IN,
        "stages": [
            stage_shape(stage)
            for stage in sorted(tournament.stages.all(), key=lambda stage: stage.number)
        ],
        "organisers": [organiser_shape(one) for one in in_rank(tournament.organisers.all())],
        "created_at": tournament.created_at,
        "started_at": tournament.started_at,
        "finished_at": tournament.finished_at,
    }


def takes_entries(tournament: Tournament, now: datetime) -> bool:
    """Say whether players may enter by themselves at a time."""
    opens, closes = tournament.opens_at, tournament.closes_at
    is_time = (opens is None or opens <= now) and (closes is None or now < closes)
    return is_time and tournament.state is State.REGISTRATION


def you(tournament: Tournament, viewer: "_User | None") -> dict[str, Any] | None:
    """Return what a viewer is in a tournament: its role, and its entry; None for nobody."""
    if viewer is None:
        return None
    entry = tournament.entrants.select_related("player").filter(player=viewer.pk).first()
    return {
        "role": role_of(tournament, viewer),
        "entrant": None if entry is None else entrant_shape(entry),
    }


def stage_shape(stage: Stage) -> dict[str, Any]:
    """Return a stage with every option of its format."""
    return {
        "number": stage.number,
        "format": stage.format,
        **stage.options,
        "started_at": stage.started_at,
        "finished_at": stage.finished_at,
    }


def in_rank(organisers: Any) -> list[Organiser]:
    """Return organisers in the order of their rank, then of their names."""
    ranks = Organiser.Role.values
    return sorted(organisers, key=lambda one: (ranks.index(one.role), one.player.name.lower()))


def organiser_shape(organiser: Organiser) -> dict[str, Any]:
    """Return who organises in which role."""
    return {"player": short_player(organiser.player), "role": organiser.role}


def short_player(player: Player) -> dict[str, Any]:
    """Return a player as lists hold one."""
    return {"id": player.id, "name": player.name, "kind": player.kind}


def entrant_shape(entrant: Entrant) -> dict[str, Any]:
    """Return an entrant with its player."""
    return {
        "id": entrant.id,
        "player": short_player(entrant.player),
        "status": entrant.status,
        "seed": entrant.seed,
        "rating": entrant.rating,
        "registered_at": entrant.registered_at,
        "checked_in_at": entrant.checked_in_at,
    }


def next_round(tournament: Tournament) -> int:
    """Return the number of the next round that has not been published."""
    published = tournament.rounds.exclude(status=StageRound.Status.DRAFT)
    numbers = published.values_list("number", flat=True)
    return max(numbers, default=0) + 1


def is_before_play(tournament: Tournament) -> bool:
    """Say whether a tournament has neither started nor ended."""
    return tournament.state in BEFORE_PLAY


def found(tournament_id: UUID, viewer: "_User | None") -> Tournament | None:
    """Return a tournament with its parts if a viewer may know of it."""
    return with_parts(known_tournaments(viewer)).filter(pk=tournament_id).first()
