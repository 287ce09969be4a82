"""Turns and calls: the hot path, so the answer is put together by hand."""

import re
from collections.abc import Callable
from typing import Any, Final

from django.http import HttpResponse
from rest_framework.request import Request

from dosleague.api.json import JSON, render_json
from dosleague.api.problems import Problem
from dosleague.api.schema.operations import documented
from dosleague.api.tokens import require_scope
from dosleague.api.views import ApiView, body_of, fingerprint_of, key_of, parse_id
from games.api.actions import malformed, sent_action, sent_actions
from games.api.limits import MAX_VERSION
from games.api.schema.turns import CALL_OR_CATCH, TAKE_TURN
from games.engine.actions import Call, Catch
from games.models import Submission
from games.selectors.views import game_view, message
from games.services.repetition import KeptAnswer, once
from games.services.table import Origin, Table
from games.services.turns import submit_call, submit_turn

_ETAG: Final = re.compile(r'"?(0|[1-9][0-9]{0,9})"?')
_TURN_FIELDS: Final = frozenset({"version", "actions", "text"})
Submitted = tuple[Table, Submission]


def asked_version(request: Request, body: dict[str, Any]) -> int | None:
    """Return the version of the body or of If-Match, None where neither names one.

    Raises Problem `malformed`, also where they disagree.
    """
    version = body.get("version")
    if "version" in body and (type(version) is not int or not 0 <= version <= MAX_VERSION):
        raise malformed("/version", "must be the number of a version")
    header: str | None = request.META.get("HTTP_IF_MATCH")
    if header is None:
        return version
    tag = _ETAG.fullmatch(header.strip())
    if tag is None:
        raise Problem("malformed", 'If-Match names one version, such as "17".')
    if version is not None and version != int(tag[1]):
        raise Problem("malformed", "The body and If-Match name different versions.")
    return int(tag[1])


def object_of(request: Request, fields: frozenset[str]) -> dict[str, Any]:
    """Return the body as an object of known fields; raises Problem `malformed`."""
    body = body_of(request)
    if not isinstance(body, dict):
        raise malformed("", "must be an object")
    for name in body:
        if name not in fields:
            raise malformed(f"/{name}", "is not a field here")
    return body


def rendered(table: Table, submission: Submission) -> str:
    """Return the answer to a submission, as its seat may see it."""
    viewer = submission.seat
    seen = message(submission, viewer)
    view = game_view(table.game, table.seats, viewer, table.state)
    body = {"version": submission.version, "events": seen["events"], "game": view}
    return render_json(body).decode()


def origin_of(request: Request) -> Origin:
    """Return where a submission comes from. Raises the Problems of tokens and scopes."""
    key = key_of(request)
    player = require_scope(request, "play")
    arrived = request._request.arrived  # type: ignore[attr-defined]
    return Origin(player, arrived, key, fingerprint_of(request) if key else "", rendered)


def answered(submitted: Submitted | KeptAnswer, version: int | None = None) -> HttpResponse:
    """Answer an accepted submission, or again one that was accepted before."""
    if isinstance(submitted, KeptAnswer):
        response = HttpResponse(submitted.body, status=201, content_type=JSON)
        response["Idempotency-Replayed"] = "true"
        response["ETag"] = f'"{submitted.version}"'
        return response
    table, submission = submitted
    body = submission.answer or rendered(table, submission)
    etag = {"ETag": f'"{submission.version}"'}
    return HttpResponse(body, status=201, content_type=JSON, headers=etag)


@documented(post=TAKE_TURN)
class TurnsView(ApiView):
    """Turns of a running game."""

    bucket = "turns"

    def post(self, request: Request, game_id: str) -> HttpResponse:
        """Play actions of the caller's turn, based on a version; all of them or none."""
        body = object_of(request, _TURN_FIELDS)
        actions = sent_actions(body)
        version = asked_version(request, body)
        origin = origin_of(request)
        game = parse_id(game_id)

        def submit() -> Submitted:
            return submit_turn(game_id=game, version=version, actions=actions, origin=origin)

        return answered(once(game, Submission.Kind.TURN, origin, submit))


@documented(post=CALL_OR_CATCH)
class CallsView(ApiView):
    """DOS calls and catches, in anybody's turn."""

    bucket = "turns"

    def post(self, request: Request, game_id: str) -> HttpResponse:
        """Call DOS, or catch a seat that has not."""
        action = self._action(request)
        origin = origin_of(request)
        game = parse_id(game_id)
        submit: Callable[[], Submitted] = lambda: submit_call(  # noqa: E731
            game_id=game, action=action, origin=origin
        )
        return answered(once(game, Submission.Kind.CALL, origin, submit))

    def _action(self, request: Request) -> Call | Catch:
        body = request.data
        if isinstance(body, dict) and "text" in body:
            actions = sent_actions(object_of(request, frozenset({"text"})), most=1)
            action = actions[0]
        else:
            action = sent_action(body, "")
        if not isinstance(action, Call | Catch):
            raise malformed("/type", "must be call or catch")
        return action
