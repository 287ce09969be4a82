"""A POST or PUT that may be sent again: one effect, and the same answer each time.

The kept answer is written in the transaction of the effect. Its row is written first, so that a
duplicate that arrives meanwhile waits for it: on the unique key in PostgreSQL, on the one write
lock in SQLite. A refusal rolls the row back and is judged anew. A row whose `status` is 0 is at
work, and only its own transaction can see it.
"""

import functools
import hashlib
import json
import re
from collections.abc import Callable
from datetime import timedelta
from http import HTTPStatus
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from django.db import transaction
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from dosleague.api.json import JSON, render_json
from dosleague.api.problems import Problem
from dosleague.api.throttling import address_of
from dosleague.api.tokens import player_of
from dosleague.models import StoredAnswer

KEPT_FOR: Final = timedelta(hours=24)
_KEY: Final = re.compile(r"[\x21-\x7e]{1,255}")
_KEPT_HEADERS: Final = ("ETag", "Location", "Cache-Control")
_LONGEST_PATH: Final = 300
_PURGED_AT_ONCE: Final = 1_000

P = ParamSpec("P")
V = TypeVar("V", bound=APIView)
_Act = Callable[Concatenate[V, Request, P], HttpResponseBase]


def key_of(request: Request) -> str | None:
    """Return the Idempotency-Key, or None without one; raises `malformed` for a bad one."""
    key: str | None = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not _KEY.fullmatch(key):
        raise Problem("malformed", "An Idempotency-Key is 1 to 255 visible ASCII characters.")
    return key


def fingerprint_of(request: Request) -> str:
    """Return what tells two requests under one key apart: body, If-Match, and a query if any."""
    meta = request.META
    parts = [request.body, meta.get("HTTP_IF_MATCH", "").strip().encode()]
    if query := meta.get("QUERY_STRING", ""):
        parts.append(query.encode())
    lengths = b",".join(str(len(part)).encode() for part in parts)
    return hashlib.sha256(b"\0".join([lengths, *parts])).hexdigest()


def caller_of(request: Request) -> str:
    """Return whose keys are meant: the player's id, or the address of somebody without a token."""
    player = player_of(request)
    return address_of(request)[:64] if player is None else str(player.pk)


def idempotent(act: _Act[V, P]) -> _Act[V, P]:
    """Wrap a view's `post` or `put` so that a repeated Idempotency-Key repeats the answer only.

    The act runs inside a transaction; what must follow its commit belongs in `on_commit`.
    """

    @functools.wraps(act)
    def once(view: V, request: Request, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        key = key_of(request)
        if key is None:
            return act(view, request, *args, **kwargs)
        fingerprint = fingerprint_of(request)
        request.data  # noqa: B018 - the shape is judged before the caller
        scope = {
            "caller": caller_of(request),
            "method": request.method or "",
            "path": _short(request.path),
            "key": key,
        }
        with transaction.atomic():
            row = _claimed(scope, fingerprint)
            if row.status:
                return _kept(row, fingerprint)
            response = _rendered(act(view, request, *args, **kwargs))
            if HTTPStatus.OK <= response.status_code < HTTPStatus.MULTIPLE_CHOICES:
                _keep(row, response)
            else:
                transaction.set_rollback(True)
            return response

    return once


def _short(path: str) -> str:
    if len(path) <= _LONGEST_PATH:
        return path
    return hashlib.sha256(path.encode()).hexdigest()


def _claimed(scope: dict[str, str], fingerprint: str) -> StoredAnswer:
    """Return the row of a key: a new one of our own, or one whose answer is kept."""
    while True:
        mine = StoredAnswer(fingerprint=fingerprint, **scope)
        StoredAnswer.objects.bulk_create([mine], ignore_conflicts=True)
        row = StoredAnswer.objects.filter(**scope).first()
        if row is None:  # purged between the two statements
            continue
        if not row.status or row.created_at > timezone.now() - KEPT_FOR:
            return row
        # Two that find it too old both delete it; the second waits, then finds the first's row.
        StoredAnswer.objects.filter(pk=row.pk).delete()


def _kept(row: StoredAnswer, fingerprint: str) -> HttpResponse:
    if row.fingerprint != fingerprint:
        raise Problem(
            "idempotency_key_reused", "The key was used with another body, If-Match or query."
        )
    response = HttpResponse(row.body, status=row.status, headers=row.headers)
    if row.body:
        response["Content-Type"] = JSON
    else:
        del response["Content-Type"]
    response["Idempotency-Replayed"] = "true"
    return response


def _rendered(response: HttpResponseBase) -> HttpResponse:
    """Return the answer as bytes; a framework Response would be rendered after the commit."""
    if not isinstance(response, Response):
        assert isinstance(response, HttpResponse), "a streamed answer cannot be kept"
        return response
    body = b"" if response.data is None else render_json(response.data)
    plain = HttpResponse(body, status=response.status_code, content_type=JSON)
    for name, value in response.headers.items():
        plain.headers.setdefault(name, value)
    if response.data is None:
        del plain["Content-Type"]
    return plain


def _keep(row: StoredAnswer, response: HttpResponse) -> None:
    body = response.content
    if b'"token":' in body:
        answer: Any = json.loads(body)
        if isinstance(answer, dict) and isinstance(answer.get("token"), str):
            body = render_json({**answer, "token": None})
    row.status = response.status_code
    row.headers = {name: response[name] for name in _KEPT_HEADERS if name in response}
    row.body = body.decode()
    row.save(update_fields=["status", "headers", "body"])


def purge_answers() -> int:
    """Delete the answers that are kept no longer; returns how many. For the sweep."""
    purged = 0
    while True:
        old = StoredAnswer.objects.filter(created_at__lte=timezone.now() - KEPT_FOR)
        ids = list(old.values_list("pk", flat=True)[:_PURGED_AT_ONCE])
        if not ids:
            return purged
        purged += StoredAnswer.objects.filter(pk__in=ids).delete()[0]
