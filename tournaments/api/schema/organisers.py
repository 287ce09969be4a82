"""Who organises a tournament, and what was done to it."""

from typing import Final

from dosleague.api.schema.operations import PAGES, Answer, Caller, Operation
from dosleague.api.schema.shapes import (
    ID,
    NULLABLE_TEXT,
    TIME,
    Component,
    body,
    list_of,
    nullable,
    page_of,
    shape,
    text,
)
from games.api.schema.players import SEATED_PLAYER
from tournaments.api.schema.entrants import REASON
from tournaments.api.schema.tournaments import ORGANISER, ROLE, TAG

MOST_ORGANISERS: Final = 50
_ASKED: Final = Component("AskedOrganiser", body({"player": ID, "role": ROLE}))
SET_ORGANISERS: Final = Operation(
    id="setOrganisers",
    tag=TAG,
    summary="Let these and nobody else organise the tournament",
    description="For the owner. Exactly one is the owner; another one takes it over.",
    caller=Caller.KNOWN,
    scopes=("organise",),
    body=Component(
        "Organisers",
        body(
            {"organisers": list_of(_ASKED, minItems=1, maxItems=MOST_ORGANISERS)},
            optional={"reason": REASON},
        ),
    ),
    answers={200: Answer("The organisers in the order of their rank.", page_of(ORGANISER))},
    refusals=("not_found", "forbidden", "invalid"),
    is_repeatable=True,
)
_ENTRY: Final = Component(
    "AuditEntry",
    shape(
        {
            "id": text(),
            "at": TIME,
            "actor": nullable(SEATED_PLAYER),
            "channel": text(),
            "address": {**NULLABLE_TEXT, "description": "For operators alone."},
            "act": text(examples=["tournament.cancel"]),
            "before": {"description": "What was, as far as it changed."},
            "after": {"description": "What is."},
            "reason": text(),
        }
    ),
)
LIST_AUDIT: Final = Operation(
    id="listTournamentAudit",
    tag=TAG,
    summary="List what was done to a tournament, by whom; the newest first",
    description="For its organisers and operators.",
    caller=Caller.KNOWN,
    scopes=("organise", "admin"),
    parameters=PAGES,
    answers={200: Answer("A page of what was done.", page_of(_ENTRY))},
    refusals=("not_found", "forbidden"),
)
