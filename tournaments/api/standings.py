"""Standings, and the brackets of knockouts."""

from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from dosleague.api.schema.operations import documented
from dosleague.api.views import ApiView, answer
from tournaments.api.asked import asked_number, shown
from tournaments.api.callers import asked_tournament
from tournaments.api.schema.standings import SHOW_BRACKET, SHOW_STANDINGS
from tournaments.selectors.brackets import bracket_shape
from tournaments.selectors.standings import round_meant, standings_shape, tables_after


@documented(get=SHOW_STANDINGS)
class StandingsView(ApiView):
    """The standings of a stage after a round."""

    allowed_query = frozenset({"after_round", "stage", "group"})

    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        """Return who stands where, group by group."""
        after_round, stage = asked_number(request, "after_round"), asked_number(request, "stage")
        group = asked_number(request, "group")
        tournament = asked_tournament(request, tournament_id)

        def show() -> dict[str, Any]:
            after = round_meant(tournament, after_round, stage)
            return standings_shape(tables_after(after), group)

        return answer(shown(show))


@documented(get=SHOW_BRACKET)
class BracketView(ApiView):
    """The bracket of a knockout."""

    allowed_query = frozenset({"stage"})

    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        """Return the matches or tables of a knockout, played and to come."""
        stage = asked_number(request, "stage")
        tournament = asked_tournament(request, tournament_id)
        return answer(shown(lambda: bracket_shape(tournament, stage)))
