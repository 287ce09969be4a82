"""Who organises a tournament."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from dosleague.api.problems import FieldError, Problem, field_error
from dosleague.audit import Author, note
from games.models import Player
from tournaments.models import Organiser, Tournament
from tournaments.selectors.tournaments import in_rank, subject_of
from tournaments.services.access import OWNERS, check_organises, taken
from tournaments.services.stages import check_faults


@dataclass(frozen=True, slots=True)
class OrganiserPlan:
    """Somebody's role to be."""

    player: UUID
    role: str


def set_organisers(
    *, tournament_id: UUID, organisers: Sequence[OrganiserPlan], by: Author, reason: str = ""
) -> list[Organiser]:
    """Let these and nobody else organise a tournament; return them in the order of their rank.

    Raises Problem: `not_found`, `forbidden` for all but the owner, `invalid` for players that there
    are not, that are named twice or that are bots, and for other than one owner.
    """
    with transaction.atomic():
        tournament = taken(tournament_id, by)
        check_organises(tournament, by, OWNERS)
        _check_one_owner(organisers)
        players = Player.objects.in_bulk([one.player for one in organisers])
        check_faults(_faults(organisers, players))
        before = _told(tournament)
        tournament.organisers.all().delete()
        made = Organiser.objects.bulk_create(
            Organiser(tournament=tournament, player=players[one.player], role=one.role)
            for one in organisers
        )
        note(
            by,
            "tournament.organisers",
            subject_of(tournament),
            before=before,
            after=_told(tournament),
            reason=reason,
        )
        return in_rank(made)


def _told(tournament: Tournament) -> list[dict[str, str]]:
    rows = in_rank(tournament.organisers.select_related("player"))
    return [{"player": str(row.player_id), "role": row.role} for row in rows]


def _check_one_owner(organisers: Sequence[OrganiserPlan]) -> None:
    if [one.role for one in organisers].count(Organiser.Role.OWNER) != 1:
        detail = "A tournament has exactly one owner."
        raise Problem("invalid", detail, errors=[field_error("/organisers", "owner", detail)])


def _faults(
    organisers: Sequence[OrganiserPlan], players: Mapping[UUID, Player]
) -> list[FieldError]:
    faults = []
    seen = set()
    for index, one in enumerate(organisers):
        at = f"/organisers/{index}/player"
        player = players.get(one.player)
        if player is None or not player.is_active or player.kind == Player.Kind.BOT:
            detail = "There is no such player who could organise."
            faults.append(field_error(at, "does_not_exist", detail))
        elif one.player in seen:
            faults.append(field_error(at, "repeated", "A player has one role."))
        seen.add(one.player)
    return faults
