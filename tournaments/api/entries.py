"""What happens to one entry: one path for each act."""

from django.http import HttpResponse
from rest_framework.request import Request

from dosleague.api.schema.operations import documented
from dosleague.api.views import ApiView, answer, idempotent
from games.api.games import EmptyBody
from tournaments.api.callers import ReasonBody, author, ids
from tournaments.api.schema.entrants import ENTRY_ACTS
from tournaments.lifecycle import EntryAct
from tournaments.selectors.tournaments import entrant_shape
from tournaments.services.entries import check_in, disqualify, return_entrant, withdraw


@documented(post=ENTRY_ACTS[EntryAct.CHECK_IN])
class CheckInView(ApiView):
    """Being here."""

    @idempotent
    def post(self, request: Request, tournament_id: str, entrant_id: str) -> HttpResponse:
        """Check an entrant in."""
        EmptyBody.read(request.data)
        by = author(request, "play", "organise")
        return answer(entrant_shape(check_in(**ids(tournament_id, entrant_id), by=by)))


@documented(post=ENTRY_ACTS[EntryAct.WITHDRAW])
class WithdrawView(ApiView):
    """Going."""

    @idempotent
    def post(self, request: Request, tournament_id: str, entrant_id: str) -> HttpResponse:
        """Withdraw an entrant."""
        reason = ReasonBody.read(request.data)["reason"]
        by = author(request, "play", "organise")
        entrant = withdraw(**ids(tournament_id, entrant_id), by=by, reason=reason)
        return answer(entrant_shape(entrant))


@documented(post=ENTRY_ACTS[EntryAct.RETURN])
class ReturnView(ApiView):
    """Coming back."""

    @idempotent
    def post(self, request: Request, tournament_id: str, entrant_id: str) -> HttpResponse:
        """Let an entrant in again."""
        reason = ReasonBody.read(request.data)["reason"]
        by = author(request, "play", "organise")
        entrant = return_entrant(**ids(tournament_id, entrant_id), by=by, reason=reason)
        return answer(entrant_shape(entrant))


@documented(post=ENTRY_ACTS[EntryAct.DISQUALIFY])
class DisqualifyView(ApiView):
    """Being put out."""

    @idempotent
    def post(self, request: Request, tournament_id: str, entrant_id: str) -> HttpResponse:
        """Disqualify an entrant."""
        reason = ReasonBody.read(request.data)["reason"]
        by = author(request, "organise")
        entrant = disqualify(**ids(tournament_id, entrant_id), by=by, reason=reason)
        return answer(entrant_shape(entrant))
