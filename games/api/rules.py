"""The rules without a game: applying actions to a position, legal actions, checking a record."""

import re
from typing import Any, ClassVar, Final

from django.http import HttpResponse
from rest_framework.request import Request

from dosleague.api.problems import Problem, field_error
from dosleague.api.schema.operations import documented
from dosleague.api.views import ApiView, answer, idempotent
from games.api.actions import malformed, sent_text
from games.api.limits import MOST_RULES_ACTIONS
from games.api.rulesets import asked_ruleset
from games.api.schema.rules import APPLY, LEGAL, VERIFY
from games.api.turns import object_of
from games.engine.actions import SEATLESS_TYPES, MalformedAction, action_from_json
from games.engine.events import whole_event
from games.engine.legal import legal_actions
from games.engine.notation import SeatedAction
from games.engine.play import apply_all
from games.engine.position import InvalidPosition, position_from_json, position_to_json
from games.engine.refusals import Illegal, SeedRequired
from games.engine.state import GameState
from games.engine.verify import RecordFault, verify_record

_SEED: Final = re.compile(r"([0-9a-f]{2}){1,64}")


def asked_position(body: dict[str, Any]) -> GameState:
    """Return the position of a request, by its ruleset; raises Problem."""
    if "position" not in body:
        raise malformed("/position", "is missing")
    ruleset = asked_ruleset(body.get("ruleset", "classic-2018"), "/ruleset")
    seed = body.get("seed")
    if seed is not None and (not isinstance(seed, str) or not _SEED.fullmatch(seed)):
        raise malformed("/seed", "must be hex in lower case")
    try:
        return position_from_json(
            body["position"], ruleset, None if seed is None else bytes.fromhex(seed)
        )
    except InvalidPosition as fault:
        pointer = f"/position{fault.pointer}"
        if not fault.is_value:
            raise malformed(pointer, fault.detail) from None
        errors = [field_error(pointer, "invalid", fault.detail)]
        raise Problem("invalid", f"{pointer}: {fault.detail}", errors=errors) from None


def asked_actions(body: dict[str, Any], turn: int) -> list[SeatedAction]:
    """Return the (seat, action) of a request; in text, no seat is the seat to act's."""
    if ("actions" in body) == ("text" in body):
        raise malformed("", "must have either actions or text")
    if "text" in body:
        seated = sent_text(body["text"], "/text")
        if len(seated) > MOST_RULES_ACTIONS:
            raise malformed("/text", f"must be at most {MOST_RULES_ACTIONS} actions")
        return [(turn if seat is None else seat, action) for seat, action in seated]
    listed = body["actions"]
    if not isinstance(listed, list) or len(listed) > MOST_RULES_ACTIONS:
        raise malformed("/actions", f"must be a list of at most {MOST_RULES_ACTIONS} actions")
    return [_seated(one, f"/actions/{index}") for index, one in enumerate(listed)]


def _seated(value: object, pointer: str) -> SeatedAction:
    if not isinstance(value, dict):
        raise malformed(pointer, "must be an object")
    fields = dict(value)
    seat = fields.pop("seat", None)
    try:
        action = action_from_json(fields)
    except MalformedAction as fault:
        raise malformed(pointer + fault.pointer, fault.detail) from None
    if fields["type"] in SEATLESS_TYPES:
        return None, action
    if type(seat) is not int or seat < 0:
        raise malformed(f"{pointer}/seat", "must be the number of a seat")
    return seat, action


def position_answer(state: GameState, events: list[dict[str, Any]]) -> HttpResponse:
    """Answer a position with what each seat may do in it."""
    outcome = state.outcome
    return answer(
        {
            "position": position_to_json(state),
            "events": events,
            "legal_actions": [
                [option.to_json() for option in legal_actions(state, seat)]
                for seat in range(state.seats)
            ],
            "over": state.is_over,
            "winner": None if outcome is None else outcome.winner,
            "points": 0 if outcome is None else outcome.points,
        }
    )


@documented(post=APPLY)
class ApplyView(ApiView):
    """Playing actions on a position."""

    bucket = "rules"
    fields: ClassVar = frozenset({"ruleset", "position", "actions", "text", "seed"})

    @idempotent
    def post(self, request: Request) -> HttpResponse:
        """Apply actions to a position; all of them or none."""
        body = object_of(request, self.fields)
        state = asked_position(body)
        actions = asked_actions(body, state.round.turn)
        try:
            after, events = apply_all(state, actions)
        except Illegal as illegal:
            raise Problem(
                "illegal_action",
                illegal.refusal.sentence,
                rule=illegal.rule,
                index=illegal.index,
                refusal=illegal.code,
            ) from None
        except SeedRequired as needed:
            raise Problem("seed_required", str(needed)) from None
        return position_answer(after, [whole_event(event) for event in events])


@documented(post=LEGAL)
class LegalActionsView(ApiView):
    """What may be done in a position."""

    bucket = "rules"
    fields: ClassVar = frozenset({"ruleset", "position", "seed"})

    @idempotent
    def post(self, request: Request) -> HttpResponse:
        """Return the legal actions of each seat."""
        return position_answer(asked_position(object_of(request, self.fields)), [])


@documented(post=VERIFY)
class VerifyView(ApiView):
    """Checking a record."""

    bucket = "rules"
    body_limit = 1024 * 1024

    @idempotent
    def post(self, request: Request) -> HttpResponse:
        """Check a record from its digest to its places; name the first fault."""
        try:
            verify_record(request.data)
        except RecordFault as fault:
            found = {"where": fault.where, "detail": fault.detail, "rule": fault.rule}
            return answer({"valid": False, "fault": found})
        return answer({"valid": True})
