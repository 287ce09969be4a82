"""Who asks for which tournament."""

from uuid import UUID

from rest_framework.request import Request

from dosleague.api.problems import Problem
from dosleague.api.serializers import StrictCharField, StrictSerializer
from dosleague.api.throttling import address_of
from dosleague.api.tokens import Credentials, player_of, require_scope
from dosleague.api.views import parse_id
from dosleague.audit import Author
from tournaments.models import Tournament
from tournaments.selectors.tournaments import found

MOST_REASON = 500


class ReasonBody(StrictSerializer):
    reason = StrictCharField(required=False, default="", allow_blank=True, max_length=MOST_REASON)


def author(request: Request, *scopes: str) -> Author:
    """Return the caller, whose token has one of the scopes; the first is told where it has none.

    Raises Problem: `not_authenticated`, `token_expired`, `scope_missing`.
    """
    held = request.auth.scopes if isinstance(request.auth, Credentials) else frozenset()
    scope = next((scope for scope in scopes if scope in held), scopes[0])
    player = require_scope(request, scope)
    return Author(
        player,
        address_of(request),
        "api",
        is_operator=player.is_staff and "admin" in held,
        may_organise="organise" in held,
    )


def asked_tournament(request: Request, tournament_id: str) -> Tournament:
    """Return a tournament with its parts.

    Raises Problem `not_found`, also where the caller may not know of the tournament.
    """
    tournament = found(parse_id(tournament_id), player_of(request))
    if tournament is None:
        raise Problem("not_found", "There is no such tournament.")
    return tournament


def ids(tournament_id: str, entrant_id: str) -> dict[str, UUID]:
    """Return the ids of a tournament's and an entrant's path."""
    return {"tournament_id": parse_id(tournament_id), "entrant_id": parse_id(entrant_id)}
