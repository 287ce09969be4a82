"""What organisers do to a tournament as a whole: one path for each act."""

from typing import ClassVar

from django.http import HttpResponse
from rest_framework.request import Request

from dosleague.api.problems import Problem, field_error
from dosleague.api.schema.operations import documented
from dosleague.api.serializers import StrictChoiceField
from dosleague.api.views import ApiView, answer, idempotent, parse_id
from tournaments.api.callers import ReasonBody, asked_tournament, author
from tournaments.api.schema.acts import ACTS, UNDO
from tournaments.api.tournaments import tournament_view
from tournaments.lifecycle import Act
from tournaments.services.acts import do_act, foresee


def wants_dry_run(request: Request) -> bool:
    """Say whether the caller asks what would happen; raises Problem `malformed`."""
    text = request.query_params.get("dry_run", "false")
    if text not in ("true", "false"):
        detail = "dry_run is true or false."
        raise Problem("malformed", detail, errors=[field_error("?dry_run", "dry_run", detail)])
    return text == "true"


class ActView(ApiView):
    """An act, or what it would do."""

    act: ClassVar[Act]
    allowed_act_query = frozenset({"dry_run"})

    @idempotent
    def post(self, request: Request, tournament_id: str) -> HttpResponse:
        """Do the act, or with `?dry_run=true` say what it would do."""
        is_dry = wants_dry_run(request)
        reason = ReasonBody.read(request.data)["reason"]
        return act_answer(request, tournament_id, self.act, reason, is_dry=is_dry)


def act_answer(
    request: Request, tournament_id: str, act: Act, reason: str, *, is_dry: bool
) -> HttpResponse:
    """Do an act and answer the tournament, or answer what the act would do."""
    by = author(request, "organise")
    asked = parse_id(tournament_id)
    if is_dry:
        outlook = foresee(tournament_id=asked, act=act, by=by)
        return answer({"would": outlook.would, "blocking": outlook.blocking})
    do_act(tournament_id=asked, act=act, by=by, reason=reason)
    return answer(tournament_view(asked_tournament(request, tournament_id), by.player))


class UndoBody(ReasonBody):
    action = StrictChoiceField(choices=["start", "finish"])


@documented(post=UNDO)
class UndoView(ApiView):
    """Taking the start or the end back."""

    allowed_act_query = frozenset({"dry_run"})

    @idempotent
    def post(self, request: Request, tournament_id: str) -> HttpResponse:
        """Undo the act, or with `?dry_run=true` say what that would do."""
        is_dry = wants_dry_run(request)
        body = UndoBody.read(request.data)
        act = Act(f"undo-{body['action']}")
        return act_answer(request, tournament_id, act, body["reason"], is_dry=is_dry)


@documented(post=ACTS[Act.OPEN_REGISTRATION])
class OpenRegistrationView(ActView):
    act = Act.OPEN_REGISTRATION


@documented(post=ACTS[Act.CLOSE_REGISTRATION])
class CloseRegistrationView(ActView):
    act = Act.CLOSE_REGISTRATION


@documented(post=ACTS[Act.OPEN_CHECK_IN])
class OpenCheckInView(ActView):
    act = Act.OPEN_CHECK_IN


@documented(post=ACTS[Act.CLOSE_CHECK_IN])
class CloseCheckInView(ActView):
    act = Act.CLOSE_CHECK_IN


@documented(post=ACTS[Act.START])
class StartView(ActView):
    act = Act.START


@documented(post=ACTS[Act.FINISH])
class FinishView(ActView):
    act = Act.FINISH


@documented(post=ACTS[Act.CANCEL])
class CancelView(ActView):
    act = Act.CANCEL
