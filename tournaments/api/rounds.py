"""Rounds: looking at them, pairing, publishing and closing them."""

from collections.abc import Callable
from typing import ClassVar

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request

from dosleague.api.pagination import PAGING, list_response
from dosleague.api.problems import Problem
from dosleague.api.schema.operations import documented
from dosleague.api.serializers import (
    StrictBooleanField,
    StrictIdField,
    StrictIntegerField,
    StrictSerializer,
)
from dosleague.api.tokens import player_of
from dosleague.api.views import KIB, ApiView, answer, idempotent, parse_id
from tournaments.api.acts import wants_dry_run
from tournaments.api.callers import ReasonBody, asked_tournament, author
from tournaments.api.schema.rounds import (
    CLOSE_ROUND,
    LIST_ROUNDS,
    MOST_TABLES,
    PAIR_ROUND,
    PUBLISH_ROUND,
    SET_PAIRINGS,
    SHOW_ROUND,
)
from tournaments.models import StageRound, Tournament
from tournaments.selectors.rounds import round_shape, shown_rounds
from tournaments.selectors.tournaments import role_of
from tournaments.services.foresight import foreseen
from tournaments.services.overrides import AskedTable, set_pairings
from tournaments.services.rounds import Wishes, close_round, pair_round, publish_round

_MOST_DIGITS = 9


def round_number(text: str) -> int:
    """Return the number of a round's path; raises Problem `not_found`."""
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise Problem("not_found", "There is no such round.")
    return int(text)


def shows_drafts(tournament: Tournament, request: Request) -> bool:
    """Say whether the caller sees drafts: an organiser or a member of staff."""
    viewer = player_of(request)
    if viewer is None:
        return False
    return viewer.is_staff or role_of(tournament, viewer) is not None


def shown(request: Request, tournament_id: str, number: int) -> HttpResponse:
    """Answer a round as the caller may see it; raises Problem `not_found`."""
    tournament = asked_tournament(request, tournament_id)
    rounds = shown_rounds(tournament, shows_drafts=shows_drafts(tournament, request))
    found = rounds.filter(number=number).first()
    if found is None:
        raise Problem("not_found", "There is no such round.")
    return answer(round_shape(found))


@documented(get=LIST_ROUNDS)
class RoundsView(ApiView):
    """The rounds of a tournament."""

    allowed_query = PAGING

    def get(self, request: Request, tournament_id: str) -> HttpResponseBase:
        """List rounds through all stages."""
        tournament = asked_tournament(request, tournament_id)
        rounds = shown_rounds(tournament, shows_drafts=shows_drafts(tournament, request))
        order = (("number", "asc"), ("id", "asc"))
        return list_response(rounds, request, order=order, render=round_shape)


@documented(get=SHOW_ROUND)
class RoundView(ApiView):
    """One round."""

    def get(self, request: Request, tournament_id: str, number: str) -> HttpResponse:
        """Return a round with its pairings."""
        return shown(request, tournament_id, round_number(number))


class PairBody(ReasonBody):
    redo = StrictBooleanField(required=False, default=False)
    allow_rematch = StrictBooleanField(required=False, default=False)


@documented(post=PAIR_ROUND)
class PairView(ApiView):
    """The pairing of a round."""

    allowed_act_query = frozenset({"dry_run"})

    @idempotent
    def post(self, request: Request, tournament_id: str, number: str) -> HttpResponse:
        """Pair a round, or return the draft that there is."""
        is_dry = wants_dry_run(request)
        body = PairBody.read(request.data)
        by = author(request, "organise")
        asked, wanted = parse_id(tournament_id), round_number(number)
        wishes = Wishes(redo=body["redo"], allow_rematch=body["allow_rematch"])

        def pair() -> StageRound:
            return pair_round(
                tournament_id=asked, number=wanted, by=by, wishes=wishes, reason=body["reason"]
            )

        if is_dry:
            return answer(foreseen(pair))
        pair()
        return shown(request, tournament_id, wanted)


class TableBody(StrictSerializer):
    table = StrictIntegerField(required=False, min_value=1, max_value=MOST_TABLES)
    entrants = serializers.ListField(child=StrictIdField(), min_length=1, max_length=4)
    bye = StrictBooleanField(required=False, default=False)
    locked = StrictBooleanField(required=False, default=True)


class PairingsBody(ReasonBody):
    pairings = serializers.ListField(child=TableBody(), min_length=1, max_length=MOST_TABLES)


@documented(put=SET_PAIRINGS)
class PairingsView(ApiView):
    """The tables of a draft, all at once."""

    body_limit = 1024 * KIB
    allowed_act_query = frozenset({"dry_run"})

    @idempotent
    def put(self, request: Request, tournament_id: str, number: str) -> HttpResponse:
        """Let these be the tables of a draft."""
        is_dry = wants_dry_run(request)
        body = PairingsBody.read(request.data)
        by = author(request, "organise")
        asked, wanted = parse_id(tournament_id), round_number(number)
        tables = [AskedTable(tuple(t["entrants"]), t["bye"], t["locked"]) for t in body["pairings"]]

        def override() -> StageRound:
            return set_pairings(
                tournament_id=asked, number=wanted, tables=tables, by=by, reason=body["reason"]
            )

        if is_dry:
            return answer(foreseen(override))
        override()
        return shown(request, tournament_id, wanted)


class _RoundActView(ApiView):
    act: ClassVar[Callable[..., StageRound]]
    allowed_act_query = frozenset({"dry_run"})

    @idempotent
    def post(self, request: Request, tournament_id: str, number: str) -> HttpResponse:
        """Do the act, or with `?dry_run=true` say what it would do."""
        is_dry = wants_dry_run(request)
        reason = ReasonBody.read(request.data)["reason"]
        by = author(request, "organise")
        asked, wanted = parse_id(tournament_id), round_number(number)

        def act() -> StageRound:
            return type(self).act(tournament_id=asked, number=wanted, by=by, reason=reason)

        if is_dry:
            return answer(foreseen(act))
        act()
        return shown(request, tournament_id, wanted)


@documented(post=PUBLISH_ROUND)
class PublishView(_RoundActView):
    """Publishing a round."""

    act = staticmethod(publish_round)


@documented(post=CLOSE_ROUND)
class CloseView(_RoundActView):
    """Closing a round."""

    act = staticmethod(close_round)
