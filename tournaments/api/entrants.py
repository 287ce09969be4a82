"""The entrants of a tournament: entering, listing, seeding, importing."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import IO, Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from dosleague.api.pagination import PAGING, list_response
from dosleague.api.problems import Problem
from dosleague.api.schema.operations import documented
from dosleague.api.serializers import StrictCharField, StrictIdField, StrictSerializer
from dosleague.api.views import KIB, ApiView, answer, idempotent, parse_id
from games.api.actions import malformed
from tournaments.api.callers import ReasonBody, asked_tournament, author
from tournaments.api.schema.entrants import (
    CSV,
    IMPORT_ENTRANTS,
    LIST_ENTRANTS,
    REGISTER,
    SET_SEEDS,
)
from tournaments.models import Entrant
from tournaments.selectors.tournaments import entrant_shape
from tournaments.services.creation import MOST_ENTRANTS
from tournaments.services.entries import set_seeds
from tournaments.services.imports import import_entrants, parse_entrants
from tournaments.services.registration import NamedBot, enter, register

BY_SIGN_UP = (("registered_at", "asc"), ("id", "asc"))


class EntrantBody(StrictSerializer):
    player = StrictIdField(required=False)
    bot = StrictCharField(required=False)
    name = StrictCharField(required=False)


class SeedsBody(ReasonBody):
    seeds = serializers.ListField(child=StrictIdField(), max_length=MOST_ENTRANTS)


@documented(get=LIST_ENTRANTS, post=REGISTER)
class EntrantsView(ApiView):
    """The entrants of a tournament."""

    allowed_query = PAGING | {"status"}
    exportable = True

    def get(self, request: Request, tournament_id: str) -> HttpResponseBase:
        """List entrants in the order of their sign-up."""
        tournament = asked_tournament(request, tournament_id)
        entrants = tournament.entrants.select_related("player")
        status = request.query_params.get("status")
        if status is not None:
            if status not in Entrant.Status.values:
                words = ", ".join(Entrant.Status.values)
                raise Problem("malformed", f"A status is one of {words}.")
            entrants = entrants.filter(status=status)
        return list_response(entrants, request, order=BY_SIGN_UP, render=entrant_shape)

    @idempotent
    def post(self, request: Request, tournament_id: str) -> HttpResponse:
        """Enter the caller; or, as an organiser, a player or a built-in bot."""
        body = EntrantBody.read(request.data)
        check_whom(body)
        asked = parse_id(tournament_id)
        if body:
            whom = body["player"] if "player" in body else NamedBot(body["bot"], body["name"])
            entrant = enter(tournament_id=asked, whom=whom, by=author(request, "organise"))
        else:
            entrant = register(tournament_id=asked, by=author(request, "play"))
        return answer(entrant_shape(entrant), HTTPStatus.CREATED)


def check_whom(body: Mapping[str, Any]) -> None:
    """Refuse a body that names neither one player nor one bot; raises Problem `malformed`."""
    if "player" in body:
        for name in ("bot", "name"):
            if name in body:
                raise malformed(f"/{name}", "goes without a player")
    elif "bot" in body and "name" not in body:
        raise malformed("/name", "is needed with a bot")
    elif "name" in body and "bot" not in body:
        raise malformed("/bot", "is needed with a name")


@documented(put=SET_SEEDS)
class SeedsView(ApiView):
    """The seeds of a tournament, all at once."""

    body_limit = 1024 * KIB

    @idempotent
    def put(self, request: Request, tournament_id: str) -> HttpResponse:
        """Seed entrants in this order; whoever is not named has no seed."""
        body = SeedsBody.read(request.data)
        by = author(request, "organise")
        asked = parse_id(tournament_id)
        entrants = set_seeds(tournament_id=asked, order=body["seeds"], by=by, reason=body["reason"])
        return answer({"items": [entrant_shape(one) for one in entrants], "next": None})


class CsvParser(BaseParser):
    """Reads a CSV body as text in UTF-8, with or without a mark before it."""

    media_type = CSV

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            text: str = stream.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise malformed("", "must be text in UTF-8") from None
        if "\0" in text:
            raise malformed("", "holds NUL")
        return text


@documented(post=IMPORT_ENTRANTS)
class ImportView(ApiView):
    """Many entrants from a file."""

    parser_classes = (CsvParser,)  # type: ignore[assignment]
    body_limit = 8 * 1024 * KIB

    @idempotent
    def post(self, request: Request, tournament_id: str) -> HttpResponse:
        """Enter everybody of a CSV file, or nobody."""
        text: object = request.data  # an empty body is not parsed
        if not isinstance(text, str):
            raise malformed("", "must be CSV")
        lines = parse_entrants(text)
        by = author(request, "organise")
        entrants = import_entrants(tournament_id=parse_id(tournament_id), lines=lines, by=by)
        waiting = sum(one.status == Entrant.Status.WAITING for one in entrants)
        counts = {"entered": len(entrants) - waiting, "waiting": waiting}
        return answer(counts, HTTPStatus.CREATED)
