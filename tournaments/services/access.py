"""Which tournament is meant, locked; and who may do what to it."""

from collections.abc import Collection
from typing import Final
from uuid import UUID

from dosleague.api.problems import Problem
from dosleague.audit import Author
from games.models import Player
from tournaments.lifecycle import State, told
from tournaments.models import Organiser, Tournament
from tournaments.selectors.tournaments import may_know

Role = Organiser.Role
OWNERS: Final = frozenset({Role.OWNER})
DIRECTORS: Final = frozenset({Role.OWNER, Role.DIRECTOR})


def taken(tournament_id: UUID, by: Author) -> Tournament:
    """Return a tournament, locked until the transaction ends.

    All that changes a tournament or its entries begins here, so no two changes cross. Raises
    Problem `not_found`, also where the author may not know of the tournament.
    """
    locked = Tournament.objects.select_for_update(no_key=True)
    tournament = locked.filter(pk=tournament_id).first()
    if tournament is None or not (by.is_operator or may_know(tournament, by.player)):
        raise Problem("not_found", "There is no such tournament.")
    return tournament


def organises(tournament: Tournament, by: Author, roles: Collection[str]) -> bool:
    """Say whether an author acts in one of the roles; an operator has them all."""
    if not by.may_organise:
        return False
    if by.is_operator:
        return True
    return tournament.organisers.filter(player=by.player, role__in=roles).exists()


def check_organises(tournament: Tournament, by: Author, roles: Collection[str]) -> None:
    """Refuse an author who has none of the roles.

    Raises Problem `forbidden`, or `scope_missing` where the token does not allow it at all.
    """
    if not by.may_organise:
        scope = "organise"
        detail = f"The token lacks the scope {scope}."
        raise Problem("scope_missing", detail, required_scope=scope)
    if not organises(tournament, by, roles):
        names = " or ".join(role for role in Role.values if role in roles)
        raise Problem("forbidden", f"Only an organiser does this: {names}.")


def in_name_of(player: Player) -> Author:
    """Return the author of what the service does by itself because a player has ordered it."""
    return Author(player, "", "service")


def state_conflict(state: State, detail: str) -> Problem:
    """Return the Problem of an act that has no place in a state."""
    return Problem("conflict", detail, state=state.value, blocking=[told(state)])
