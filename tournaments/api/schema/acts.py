"""What organisers do to a tournament as a whole."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from dosleague.api.schema.operations import Answer, Caller, Operation
from dosleague.api.schema.shapes import Component, Schema, body, text
from tournaments.api.schema.entrants import REASON
from tournaments.api.schema.outlook import DRY_RUN, OUTLOOK
from tournaments.api.schema.tournaments import TAG, TOURNAMENT
from tournaments.lifecycle import Act

_DONE: Final[Schema] = {"anyOf": [TOURNAMENT, OUTLOOK]}

_SUMMARIES: Final[Mapping[Act, str]] = {
    Act.OPEN_REGISTRATION: "Let players enter; a draft becomes known to everybody",
    Act.CLOSE_REGISTRATION: "Let players no longer enter by themselves",
    Act.OPEN_CHECK_IN: "Let entrants check in; registration is closed by it",
    Act.CLOSE_CHECK_IN: "Withdraw who has not checked in, and promote who waits and has",
    Act.START: "Let play start: the field is frozen",
    Act.FINISH: "End play; the standings are final",
    Act.CANCEL: "End the tournament without a result; its games are aborted",
}
REASONED: Final = Component("Reasoned", body({}, optional={"reason": REASON}))


def _operation(act: Act) -> Operation:
    verb, _, noun = act.partition("-")
    words = "".join(word.capitalize() for word in noun.split("-") if word)
    return Operation(
        id=f"{verb}{words}" if words else f"{verb}Tournament",
        tag=TAG,
        summary=_SUMMARIES[act],
        description="For the owner." if act is Act.CANCEL else "For owners and directors.",
        caller=Caller.KNOWN,
        scopes=("organise",),
        parameters=(DRY_RUN,),
        body=REASONED,
        body_required=False,
        answers={200: Answer("The tournament; with `dry_run` what the act would do.", _DONE)},
        refusals=("not_found", "forbidden", "conflict", "invalid"),
        is_repeatable=True,
    )


ACTS: Final[Mapping[Act, Operation]] = {act: _operation(act) for act in _SUMMARIES}

UNDO: Final = replace(
    _operation(Act.START),
    id="undo",
    summary="Take the start or the end back, while that is safe",
    description="For owners and directors. The start can be undone until a game has begun; the end "
    "at any time, and the tournament is then advanced by hand.",
    body=Component(
        "Undone",
        body({"action": text(enum=["start", "finish"])}, optional={"reason": REASON}),
    ),
    body_required=True,
)
