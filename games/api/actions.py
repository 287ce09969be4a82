"""Actions as clients send them: JSON or text notation."""

from typing import Any

from dosleague.api.problems import Problem, field_error
from games.api.limits import MAX_ACTIONS
from games.engine.actions import (
    Abort,
    Action,
    Leave,
    MalformedAction,
    Stop,
    Timeout,
    action_from_json,
)
from games.engine.notation import SeatedAction, parse_turn


def malformed(pointer: str, detail: str) -> Problem:
    """Return the problem of one field of a wrong shape."""
    errors = [field_error(pointer, "malformed", detail)]
    return Problem("malformed", f"{pointer or 'The body'}: {detail}", errors=errors)


def sent_action(value: object, pointer: str) -> Action:
    """Return an action that a player may send; raises Problem `malformed`."""
    try:
        action = action_from_json(value)
    except MalformedAction as fault:
        raise malformed(pointer + fault.pointer, fault.detail) from None
    if isinstance(action, Timeout | Leave | Stop | Abort):
        raise malformed(f"{pointer}/type", "is the service's own")
    return action


def sent_text(text: object, pointer: str) -> list[SeatedAction]:
    """Return the actions of text notation; raises Problem `malformed`."""
    if not isinstance(text, str):
        raise malformed(pointer, "must be text notation")
    try:
        return parse_turn(text)
    except MalformedAction as fault:
        raise malformed(pointer, fault.detail) from None


def sent_actions(body: dict[str, Any], most: int = MAX_ACTIONS) -> list[Action]:
    """Return the actions of a turn's `actions` or `text`, at least one.

    A seat before an action of the text is refused: a turn is the caller's own. Raises Problem
    `malformed`.
    """
    if ("actions" in body) == ("text" in body):
        raise malformed("", "must have either actions or text")
    if "text" in body:
        seated = sent_text(body["text"], "/text")
        if any(seat is not None for seat, _ in seated):
            raise malformed("/text", "must have no seat before an action")
        actions = [action for _, action in seated]
    else:
        listed = body["actions"]
        if not isinstance(listed, list):
            raise malformed("/actions", "must be a list")
        if len(listed) > most:
            raise malformed("/actions", f"must be at most {most} actions")
        actions = [sent_action(one, f"/actions/{index}") for index, one in enumerate(listed)]
    if not 1 <= len(actions) <= most:
        raise malformed("/actions", f"must be 1 to {most} actions")
    return actions
