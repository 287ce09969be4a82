"""The rules without a game."""

from typing import Any, Final

from dosleague.api.schema.operations import Answer, Caller, Operation
from dosleague.api.schema.shapes import (
    FLAG,
    NULLABLE_TEXT,
    Component,
    Schema,
    body,
    list_of,
    nullable,
    number,
    shape,
    text,
)
from games.api.limits import MOST_RULES_ACTIONS
from games.api.schema.cards import (
    FACE,
    FACES,
    LEGAL_ACTIONS,
    MATCHED,
    SEAT,
    SEATED_ACTION,
    SEATED_TEXT,
)
from games.api.schema.records import RECORD
from games.api.schema.rulesets import ASKED_RULESET
from games.api.schema.turns import EVENTS
from games.engine.phases import Phase
from games.engine.play import MAX_SEATS, MIN_SEATS
from games.engine.position import MAX_COUNT, NOTHING_NAME
from games.engine.state import LAPSED

_TAG: Final = "rules"
_PHASE: Final = text(enum=[phase.value for phase in Phase])
_HANDS: Final = list_of(FACES, minItems=MIN_SEATS, maxItems=MAX_SEATS)
_DRAWN: Final = {
    "anyOf": [FACE, text(const=NOTHING_NAME), {"type": "null"}],
    "description": "The card drawn in the open turn; `nothing` where none came.",
}


def _by_seat(least: int) -> dict[str, Any]:
    return list_of(number(least, MAX_COUNT), minItems=MIN_SEATS, maxItems=MAX_SEATS)


_NEEDED: Final[dict[str, Schema]] = {
    "hands": {**_HANDS, "description": "By seat."},
    "centre": FACES,
    "turn": {**SEAT, "description": "The seat to act."},
}
_PILES: Final[dict[str, Schema]] = {
    "draw_pile": {**FACES, "description": "The top card first."},
    "discard_pile": {**FACES, "description": "The top card first."},
    "dealer": SEAT,
    "scores": _by_seat(0),
    "phase": _PHASE,
    "round": number(1, MAX_COUNT),
    "turn_number": number(1, MAX_COUNT),
    "drawn": _DRAWN,
    "bonus_lay_downs": number(0, MAX_COUNT),
    "forced_draws": number(0, MAX_COUNT),
    "pending_catches": number(0, MAX_COUNT),
    "duties": {**_by_seat(LAPSED), "description": "By seat: the duties to call DOS."},
    "reshuffles": number(0, MAX_COUNT),
    "left": list_of(SEAT, maxItems=MAX_SEATS),
}
_OUTCOME: Final[dict[str, Schema]] = {"winner": nullable(SEAT), "points": number(0, MAX_COUNT)}
_CARD_MATCH: Final = Component("AskedCardMatch", body(MATCHED.value["properties"]))
_ASKED_POSITION: Final = Component(
    "AskedPosition",
    body(
        _NEEDED,
        optional={**_PILES, "matched": list_of(_CARD_MATCH), **_OUTCOME},
        description="One round. Piles that are left out are empty, the dealer is the seat before "
        "the turn's, the phase is `play`, and nobody owes a call.",
    ),
)
_POSITION: Final = Component(
    "Position",
    shape(
        {**_NEEDED, **_PILES, "matched": list_of(MATCHED)},
        optional=_OUTCOME,
        description="It can be sent back as it is.",
    ),
)
_JUDGED: Final = Component(
    "JudgedPosition",
    shape(
        {
            "position": _POSITION,
            "events": EVENTS,
            "legal_actions": {**list_of(LEGAL_ACTIONS), "description": "By seat."},
            "over": FLAG,
            "winner": nullable(SEAT),
            "points": number(),
        }
    ),
)
_SEED: Final = nullable(text("Hex; a reshuffle needs it.", pattern="^(?:[0-9a-f]{2}){1,64}$"))
_ASKED: Final[dict[str, Schema]] = {"ruleset": ASKED_RULESET, "seed": _SEED}
_APPLY: Final = Component(
    "Apply",
    {
        "oneOf": [
            body(
                {
                    "position": _ASKED_POSITION,
                    "actions": list_of(SEATED_ACTION, maxItems=MOST_RULES_ACTIONS),
                },
                optional=_ASKED,
            ),
            body({"position": _ASKED_POSITION, "text": SEATED_TEXT}, optional=_ASKED),
        ]
    },
)
_ASK: Final = Component("AskLegalActions", body({"position": _ASKED_POSITION}, optional=_ASKED))
_VERDICT: Final = Component(
    "Verdict",
    {
        "oneOf": [
            shape({"valid": {"const": True}}),
            shape(
                {
                    "valid": {"const": False},
                    "fault": shape(
                        {
                            "where": text("A JSON pointer into the record."),
                            "detail": text(),
                            "rule": NULLABLE_TEXT,
                        }
                    ),
                }
            ),
        ]
    },
)
_ANYTHING: Final = {"description": "Anything else is no record, and its first fault is named."}
_REFUSALS: Final = ("invalid", "ruleset_unavailable")

APPLY: Final = Operation(
    id="applyActions",
    tag=_TAG,
    summary="Apply actions to a position: all of them or none",
    caller=Caller.NOBODY_LOOKS,
    body=_APPLY,
    answers={200: Answer("The position that the actions lead to.", _JUDGED)},
    refusals=(*_REFUSALS, "illegal_action", "seed_required"),
)
LEGAL: Final = Operation(
    id="listLegalActions",
    tag=_TAG,
    summary="Return the legal actions of each seat in a position",
    caller=Caller.NOBODY_LOOKS,
    body=_ASK,
    answers={200: Answer("The position, and what may be done in it.", _JUDGED)},
    refusals=_REFUSALS,
)
VERIFY: Final = Operation(
    id="verifyRecord",
    tag=_TAG,
    summary="Check a record from its digest to its places",
    caller=Caller.NOBODY_LOOKS,
    body={"anyOf": [RECORD, _ANYTHING]},
    answers={200: Answer("Whether it is valid, or its first fault.", _VERDICT)},
)
