"""Turns and calls, and the events that come of them."""

from typing import Final

from dosleague.api.schema.operations import ETAG, Answer, Caller, Operation, parameter
from dosleague.api.schema.shapes import (
    ID,
    TIME,
    Component,
    Schema,
    body,
    list_of,
    nullable,
    number,
    shape,
    text,
)
from games.api.limits import LONGEST_WAIT, MAX_ACTIONS, MAX_VERSION, MOST_MESSAGES
from games.api.schema.cards import (
    ACTION,
    CALL,
    CALL_TEXT,
    CATCH,
    COLOUR_MATCH,
    FACE,
    FACES,
    RECORDED_ACTION,
    SEAT,
    TURN_TEXT,
)
from games.api.schema.games import GAME

_TAG: Final = "play"
EVENT_TYPES: Final = (
    *("seat_taken", "seat_released", "game_started", "round_started", "dealt", "matched", "drew"),
    *("laid", "discarded", "centre_refilled", "forced_draw", "penalty_taken", "dos_called"),
    *("dos_caught", "pile_reshuffled", "turn_started", "timed_out", "seat_left", "round_ended"),
    "game_ended",
)
_EVENT_FIELDS: Final[dict[str, Schema]] = {
    "seat": SEAT,
    "by": SEAT,
    "player": ID,
    "card": {**nullable(FACE), "description": "Null where it is hidden, or where none came."},
    "cards": {**nullable(FACES), "description": "Null where they are hidden."},
    "count": number(description="How many cards, hidden or not."),
    "target": FACE,
    "colour_match": COLOUR_MATCH,
    "centre": FACES,
    "draw_pile": number(),
    "dealer": SEAT,
    "draws": list_of(list_of(shape({"seat": SEAT, "card": FACE}))),
    "number": number(1),
    "turn_number": number(1),
    "reason": text(),
    "hands": list_of(FACES),
    "winner": nullable(SEAT),
    "points": number(),
    "scores": list_of(number()),
    "places": nullable(list_of(number(1))),
    "ended": text(),
}
EVENT: Final = Component(
    "Event",
    {
        **shape(
            {"type": text(enum=list(EVENT_TYPES))},
            optional=_EVENT_FIELDS,
            description="What happened. Each type has some of the fields; there may be more.",
        ),
        "additionalProperties": True,
    },
)
EVENTS: Final = list_of(EVENT)
_MESSAGE: Final = Component(
    "Message",
    shape(
        {
            "version": number(1),
            "at": TIME,
            "seat": nullable(SEAT),
            "actions": list_of(RECORDED_ACTION),
            "events": EVENTS,
        },
        description="One accepted submission; cards that the caller may not see are null.",
    ),
)
_FEED: Final = Component(
    "Feed",
    shape({"messages": list_of(_MESSAGE, maxItems=MOST_MESSAGES), "version": number()}),
)
_SUBMITTED: Final = Component(
    "Submitted", shape({"version": number(1), "events": EVENTS, "game": GAME})
)
_ACCEPTED: Final = Answer(
    "What happened, and the game as the caller may see it.", _SUBMITTED, (ETAG,)
)

_VERSION: Final[dict[str, Schema]] = {
    "version": number(0, MAX_VERSION, "The version that the turn is based on, unless If-Match is.")
}
_TURN: Final = Component(
    "Turn",
    {
        "oneOf": [
            body({"actions": list_of(ACTION, minItems=1, maxItems=MAX_ACTIONS)}, optional=_VERSION),
            body({"text": TURN_TEXT}, optional=_VERSION),
        ]
    },
)
_CALLED: Final = Component("CallOrCatch", {"oneOf": [CALL, CATCH, body({"text": CALL_TEXT})]})
_IF_MATCH: Final = parameter(
    "If-Match",
    "header",
    "The version that the turn is based on, in place of the body's.",
    text(pattern='^(?:"(?:0|[1-9][0-9]{0,9})"|0|[1-9][0-9]{0,9})$', examples=['"17"']),
)
_SUBMISSION_REFUSALS: Final = ("not_found", "not_seated", "game_not_running", "illegal_action")

TAKE_TURN: Final = Operation(
    id="takeTurn",
    tag=_TAG,
    summary="Play actions of the caller's turn: all of them or none",
    description="What may follow an action that reveals a hidden card is a lay-down of a card held "
    "before, or an end.",
    caller=Caller.KNOWN,
    scopes=("play",),
    parameters=(_IF_MATCH,),
    body=_TURN,
    answers={201: _ACCEPTED},
    refusals=(
        *_SUBMISSION_REFUSALS,
        *("not_your_turn", "deadline_passed", "stale_version", "version_required"),
        "reveals_hidden_card",
    ),
    is_repeatable=True,
)
CALL_OR_CATCH: Final = Operation(
    id="callOrCatch",
    tag=_TAG,
    summary="Call DOS, or catch a seat that has not; in anybody's turn",
    caller=Caller.KNOWN,
    scopes=("play",),
    body=_CALLED,
    answers={201: _ACCEPTED},
    refusals=_SUBMISSION_REFUSALS,
    is_repeatable=True,
)
READ_EVENTS: Final = Operation(
    id="listEvents",
    tag=_TAG,
    summary="Return the messages behind a version, waiting for one where there is none yet",
    parameters=(
        parameter(
            "after",
            "query",
            "The version that is known already; one that is still to come is `invalid`.",
            {**number(0, MAX_VERSION), "default": 0},
        ),
        parameter(
            "wait",
            "query",
            "The most seconds to wait; with too many others waiting the answer comes at once.",
            {**number(0, LONGEST_WAIT), "default": 0},
        ),
    ),
    answers={200: Answer("The messages in order, and the version of the last.", _FEED)},
    refusals=("not_found", "invalid"),
)
