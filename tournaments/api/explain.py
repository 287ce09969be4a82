"""Why: the reason of a pairing, and how a rank comes about."""

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from dosleague.api.problems import Problem
from dosleague.api.schema.operations import documented
from dosleague.api.views import ApiView, answer
from tournaments.api.asked import asked_number, missing, needed_number, shown
from tournaments.api.callers import asked_tournament
from tournaments.api.rounds import shows_drafts
from tournaments.api.schema.explain import EXPLAIN_PAIRING, EXPLAIN_RANK
from tournaments.selectors.explanations import explained_rank
from tournaments.selectors.pairing_reasons import explained_pairing


@documented(get=EXPLAIN_PAIRING)
class ExplainPairingView(ApiView):
    """Why those of a table meet."""

    allowed_query = frozenset({"round", "table"})

    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        """Return the reason, and what the pairing went by."""
        number, table = needed_number(request, "round"), needed_number(request, "table")
        tournament = asked_tournament(request, tournament_id)
        drafts = shows_drafts(tournament, request)
        return answer(
            shown(lambda: explained_pairing(tournament, number, table, shows_drafts=drafts))
        )


@documented(get=EXPLAIN_RANK)
class ExplainRankView(ApiView):
    """Why an entrant stands where it stands."""

    allowed_query = frozenset({"entrant", "after_round"})

    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        """Return each step of the ranking with what it is made of."""
        after_round = asked_number(request, "after_round")
        text = request.query_params.get("entrant")
        if text is None:
            raise missing("entrant")
        tournament = asked_tournament(request, tournament_id)
        entrant = _entrant_id(text)
        return answer(shown(lambda: explained_rank(tournament, entrant, after_round)))


def _entrant_id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise Problem("not_found", "There is no such entrant.") from None
