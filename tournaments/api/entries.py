"""What happens to one entry: one path for each act."""

from collections.abc import Callable
from typing import ClassVar

from django.http import HttpResponse
from rest_framework.request import Request

from dosleague.api.schema.operations import documented
from dosleague.api.views import ApiView, answer, idempotent
from tournaments.api.acts import wants_dry_run
from tournaments.api.callers import ReasonBody, author, ids
from tournaments.api.schema.entrants import ENTRY_ACTS
from tournaments.lifecycle import EntryAct
from tournaments.models import Entrant
from tournaments.selectors.tournaments import entrant_shape
from tournaments.services.entries import check_in, disqualify, return_entrant, withdraw
from tournaments.services.entry_foresight import foreseen_entry


class _EntryView(ApiView):
    """An act about an entry, or what it would do."""

    act: ClassVar[Callable[..., Entrant]]
    scopes: ClassVar[tuple[str, ...]] = ("play", "organise")
    allowed_act_query = frozenset({"dry_run"})

    @idempotent
    def post(self, request: Request, tournament_id: str, entrant_id: str) -> HttpResponse:
        """Do the act, or with `?dry_run=true` say what it would do."""
        is_dry = wants_dry_run(request)
        reason = ReasonBody.read(request.data)["reason"]
        by = author(request, *self.scopes)
        asked = ids(tournament_id, entrant_id)

        def act() -> Entrant:
            return type(self).act(**asked, by=by, reason=reason)

        if is_dry:
            return answer(foreseen_entry(asked["tournament_id"], act))
        return answer(entrant_shape(act()))


@documented(post=ENTRY_ACTS[EntryAct.CHECK_IN])
class CheckInView(_EntryView):
    """Being here."""

    act = staticmethod(check_in)


@documented(post=ENTRY_ACTS[EntryAct.WITHDRAW])
class WithdrawView(_EntryView):
    """Going."""

    act = staticmethod(withdraw)


@documented(post=ENTRY_ACTS[EntryAct.RETURN])
class ReturnView(_EntryView):
    """Coming back."""

    act = staticmethod(return_entrant)


@documented(post=ENTRY_ACTS[EntryAct.DISQUALIFY])
class DisqualifyView(_EntryView):
    """Being put out."""

    act = staticmethod(disqualify)
    scopes = ("organise",)
