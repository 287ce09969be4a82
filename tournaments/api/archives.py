"""Archives of tournaments taken in."""

from http import HTTPStatus

from django.http import HttpResponse
from rest_framework.request import Request

from dosleague.api.schema.operations import documented
from dosleague.api.views import KIB, ApiView, answer, idempotent
from tournaments.api.callers import author
from tournaments.api.schema.exports import IMPORT_ARCHIVE
from tournaments.api.tournaments import tournament_view
from tournaments.selectors.tournaments import found
from tournaments.services.archives import import_tournament


@documented(post=IMPORT_ARCHIVE)
class ImportTournamentView(ApiView):
    """A tournament from its archive."""

    body_limit = 8 * 1024 * KIB

    @idempotent
    def post(self, request: Request) -> HttpResponse:
        """Take in a tournament that has ended, with its games; the caller owns it."""
        archive: object = request.data
        by = author(request, "organise")
        tournament = found(import_tournament(archive=archive, by=by).id, by.player)
        assert tournament is not None
        response = answer(tournament_view(tournament, by.player), HTTPStatus.CREATED)
        response["Location"] = f"/api/v1/tournaments/{tournament.id}"
        return response
