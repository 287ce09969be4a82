"""Small endpoints that show each thing the floor does."""

import time
from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from rest_framework import serializers
from rest_framework.exceptions import (
    AuthenticationFailed,
    NotFound,
    ParseError,
    Throttled,
)
from rest_framework.exceptions import (
    PermissionDenied as NotPermitted,
)
from rest_framework.request import Request

from dosleague.api.clock import arrival_of
from dosleague.api.pagination import NEWEST_FIRST, PAGING, list_response
from dosleague.api.problems import Problem
from dosleague.api.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictDateTimeField,
    StrictIdField,
    StrictIntegerField,
    StrictSerializer,
)
from dosleague.api.throttling import check_rate
from dosleague.api.tokens import issue_token, player_of, require_player, require_scope
from dosleague.api.views import ApiView, answer, idempotent, parse_id
from dosleague.models import AuditEntry
from games.models import Player

handler400 = "dosleague.api.errors.handler400"
handler403 = "dosleague.api.errors.handler403"
handler404 = "dosleague.api.errors.handler404"
handler500 = "dosleague.api.errors.handler500"


class EchoView(ApiView):
    """Answers what was understood."""

    def get(self, request: Request) -> HttpResponse:
        return answer({"arrived": arrival_of(request)})

    def post(self, request: Request) -> HttpResponse:
        return answer(request.data)


class LargeView(EchoView):
    body_limit = 1024 * 1024


class WhoView(ApiView):
    def get(self, request: Request) -> HttpResponse:
        player = player_of(request)
        return answer({"player": player and player.name})

    def post(self, request: Request) -> HttpResponse:
        body = request.data
        return answer({"player": require_player(request).name, "body": body})


class ScopeView(ApiView):
    def get(self, request: Request, scope: str) -> HttpResponse:
        return answer({"player": require_scope(request, scope).name})


class ThingView(ApiView):
    def get(self, request: Request, thing_id: str) -> HttpResponse:
        return answer({"id": parse_id(thing_id)})


class CardSerializer(StrictSerializer):
    face = StrictCharField(max_length=3)


class ShapeSerializer(StrictSerializer):
    text = StrictCharField(required=False, max_length=5)
    number = StrictIntegerField(required=False, min_value=0, max_value=9)
    flag = StrictBooleanField(required=False)
    word = StrictChoiceField(required=False, choices=["call", "catch"])
    id = StrictIdField(required=False)
    at = StrictDateTimeField(required=False)
    cards = CardSerializer(required=False, many=True)
    seats = serializers.ListField(required=False, child=StrictIntegerField(), max_length=2)


class ShapeView(ApiView):
    def post(self, request: Request) -> HttpResponse:
        return answer(ShapeSerializer.read(request.data))


class FaultView(ApiView):
    """Raises by name."""

    faults: dict[str, Exception] = {  # noqa: RUF012
        "stale": Problem("stale_version", "It is 18.", version=18, legal_actions=[]),
        "illegal": Problem("illegal_action", "No.", rule="R17", index=2),
        "parse": ParseError("hunter2"),
        "authentication": AuthenticationFailed("hunter2"),
        "permission": NotPermitted("hunter2"),
        "denied": PermissionDenied("hunter2"),
        "missing": NotFound("hunter2"),
        "gone": Http404("hunter2"),
        "throttled": Throttled(7),
        "suspicious": SuspiciousOperation("hunter2"),
        "database": OperationalError("hunter2"),
        "bug": ZeroDivisionError("hunter2"),
    }

    def get(self, request: Request, name: str) -> HttpResponse:
        raise self.faults[name]


class ActView(ApiView):
    """Leaves an audit entry for each effect."""

    allowed_act_query = frozenset({"dry_run"})

    @idempotent
    def post(self, request: Request) -> HttpResponse:
        body: Any = request.data
        time.sleep(body.get("sleep", 0))
        entry = AuditEntry.objects.create(channel="api", act="act", subject="test")
        if body.get("refuse"):
            raise Problem("game_full")
        if body.get("answer_400"):
            return HttpResponse(status=400)
        player = player_of(request)
        told = {"entry": entry.pk, "player": player and player.name}
        return answer(told, 201, {"ETag": '"1"', "X-Other": "not kept"})

    @idempotent
    def put(self, request: Request) -> HttpResponse:
        AuditEntry.objects.create(channel="api", act="act", subject="test")
        return HttpResponse(status=204)


class TokenView(ApiView):
    @idempotent
    def post(self, request: Request) -> HttpResponse:
        _, secret = issue_token(Player.objects.get(name="Ada"))
        return answer({"token": secret, "player": "Ada"}, 201)


class EntriesView(ApiView):
    allowed_query = PAGING | {"act"}
    exportable = True

    def get(self, request: Request) -> HttpResponseBase:
        entries = AuditEntry.objects.all()
        if act := request.query_params.get("act"):
            entries = entries.filter(act=act)
        order = (("at", "desc"), ("id", "desc"))
        return list_response(entries, request, order=order, render=rendered_entry)


class PlayersView(ApiView):
    allowed_query = PAGING

    def get(self, request: Request) -> HttpResponseBase:
        return list_response(
            Player.objects.all(), request, order=NEWEST_FIRST, render=lambda p: {"id": p.id}
        )


def rendered_entry(entry: AuditEntry) -> dict[str, Any]:
    return {"id": entry.pk, "at": entry.at}


class SignInView(ApiView):
    bucket = "sign_in"

    def post(self, request: Request) -> HttpResponse:
        body: Any = request.data
        check_rate(request, "sign_in", body["name"].lower())
        return answer({})


class TurnView(ApiView):
    bucket = "turns"

    def post(self, request: Request) -> HttpResponse:
        return answer({})


def plain_bug(request: HttpRequest) -> HttpResponse:
    """A view outside the framework."""
    raise ZeroDivisionError("hunter2")


def plain_denied(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied("hunter2")


def plain_text(request: HttpRequest) -> HttpResponse:
    return HttpResponse("no", status=403)


urlpatterns = [
    path("api/v1/echo", EchoView.as_view()),
    path("api/v1/large", LargeView.as_view()),
    path("api/v1/who", WhoView.as_view()),
    path("api/v1/scopes/<scope>", ScopeView.as_view()),
    path("api/v1/things/<thing_id>", ThingView.as_view()),
    path("api/v1/uuids/<uuid:thing_id>", ThingView.as_view()),
    path("api/v1/shape", ShapeView.as_view()),
    path("api/v1/faults/<name>", FaultView.as_view()),
    path("api/v1/acts", ActView.as_view()),
    path("api/v1/tokens", TokenView.as_view()),
    path("api/v1/entries", EntriesView.as_view()),
    path("api/v1/players", PlayersView.as_view()),
    path("api/v1/sign-in", SignInView.as_view()),
    path("api/v1/turns", TurnView.as_view()),
    path("api/v1/plain-text", plain_text),
    path("plain-bug", plain_bug),
    path("plain-denied", plain_denied),
]
