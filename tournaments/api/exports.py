"""Tournaments as files: reports, standings and whole archives."""

from collections.abc import AsyncIterator, Iterator
from typing import ClassVar

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from dosleague.api.json import JSON, FastJSONRenderer
from dosleague.api.problems import Problem, field_error
from dosleague.api.schema.operations import documented
from dosleague.api.tokens import player_of
from dosleague.api.views import ApiView, preferred
from tournaments.api.asked import asked_number, shown
from tournaments.api.callers import asked_tournament
from tournaments.api.schema.exports import (
    CSV,
    EXPORT_ARCHIVE,
    EXPORT_REPORT,
    EXPORT_STANDINGS,
    PLAIN,
)
from tournaments.models import Tournament
from tournaments.selectors.archives import archive_text
from tournaments.selectors.exports import standings_csv, trf_report
from tournaments.selectors.standings import round_meant, tables_after
from tournaments.selectors.tournaments import role_of
from tournaments.trf import Dialect, Unreportable


class FileView(ApiView):
    """A file to be kept: its media type is offered, and its name ends in `ending`."""

    media_type: ClassVar[str]
    ending: ClassVar[str]

    def perform_content_negotiation(
        self,
        request: Request,
        force: bool = False,  # noqa: FBT002
    ) -> tuple[BaseRenderer, str]:
        """Return the one form that there is; raises `not_acceptable`."""
        accept = request.META.get("HTTP_ACCEPT", "")
        if not force and accept and preferred(accept, [self.media_type]) is None:
            raise Problem("not_acceptable", f"The answer is {self.media_type}.")
        return FastJSONRenderer(), self.media_type

    def headers_of(self, tournament: Tournament) -> dict[str, str]:
        """Return the header that names the file."""
        name = f"tournament-{tournament.id}.{self.ending}"
        return {"Content-Disposition": f'attachment; filename="{name}"'}


def _dialect(request: Request) -> Dialect:
    text = request.query_params.get("dialect", Dialect.TRF16.value)
    if text not in {dialect.value for dialect in Dialect}:
        detail = f"A dialect is one of {', '.join(Dialect)}."
        raise Problem("malformed", detail, errors=[field_error("?dialect", "dialect", detail)])
    return Dialect(text)


@documented(get=EXPORT_REPORT)
class ReportView(FileView):
    """A stage as a tournament report."""

    allowed_query = frozenset({"stage", "group", "dialect"})
    media_type = PLAIN
    ending = "trf"

    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        """Return the report, with the round that is paired or played."""
        stage, group = asked_number(request, "stage"), asked_number(request, "group")
        dialect = _dialect(request)
        tournament = asked_tournament(request, tournament_id)
        try:
            text = shown(lambda: trf_report(tournament, dialect, stage, group))
        except Unreportable as reason:
            raise Problem("conflict", str(reason), blocking=[str(reason)]) from None
        headers = self.headers_of(tournament)
        return HttpResponse(text, content_type=f"{PLAIN}; charset=us-ascii", headers=headers)


@documented(get=EXPORT_STANDINGS)
class StandingsFileView(FileView):
    """Standings as a table."""

    allowed_query = frozenset({"after_round", "stage", "group"})
    media_type = CSV
    ending = "csv"

    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        """Return the standings with a header line."""
        after_round, stage = asked_number(request, "after_round"), asked_number(request, "stage")
        group = asked_number(request, "group")
        tournament = asked_tournament(request, tournament_id)

        def show() -> str:
            after = round_meant(tournament, after_round, stage)
            return standings_csv(tables_after(after), group)

        text = shown(show)
        headers = self.headers_of(tournament)
        return HttpResponse(text, content_type=f"{CSV}; charset=utf-8", headers=headers)


@documented(get=EXPORT_ARCHIVE)
class ArchiveView(FileView):
    """A tournament whole."""

    media_type = JSON
    ending = "json"

    def get(self, request: Request, tournament_id: str) -> HttpResponseBase:
        """Return the archive, written as it is read."""
        tournament = asked_tournament(request, tournament_id)
        is_organiser = role_of(tournament, player_of(request)) is not None
        shows_seed = tournament.started_at is not None or is_organiser
        pieces = archive_text(tournament, shows_seed=shows_seed)
        asynchronous = isinstance(request._request, ASGIRequest)
        return StreamingHttpResponse(
            _asynchronously(pieces) if asynchronous else pieces,
            content_type=JSON,
            headers=self.headers_of(tournament),
        )


async def _asynchronously(pieces: Iterator[str]) -> AsyncIterator[str]:
    following = sync_to_async(lambda: next(pieces, None))
    while (piece := await following()) is not None:
        yield piece
