"""Entrants, and what happens to their entries."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from dosleague.api.schema.operations import PAGES, Answer, Caller, Operation, parameter
from dosleague.api.schema.shapes import (
    ID,
    NULLABLE_TIME,
    TIME,
    Component,
    body,
    list_of,
    nullable,
    number,
    page_of,
    shape,
    text,
)
from games.api.schema.players import SEATED_PLAYER
from tournaments.api.schema.outlook import DRY_RUN, OUTLOOK
from tournaments.lifecycle import EntryAct
from tournaments.models import Entrant
from tournaments.services.creation import MOST_ENTRANTS

CSV: Final = "text/csv"
_TAG: Final = "entrants"
REASON: Final = text("Kept in the audit log.", maxLength=500, default="")
ENTRANT_STATUS: Final = Component("EntrantStatus", text(enum=list(Entrant.Status.values)))
ENTRANT: Final = Component(
    "Entrant",
    shape(
        {
            "id": ID,
            "player": SEATED_PLAYER,
            "status": ENTRANT_STATUS,
            "seed": nullable(number(1)),
            "rating": nullable({"type": "number"}),
            "registered_at": TIME,
            "checked_in_at": NULLABLE_TIME,
        },
        description="`waiting` is the waiting list; `checked_in_at` is also set for one who waits.",
    ),
)
_ASKED: Final = Component(
    "AskedEntrant",
    {
        "oneOf": [
            body({}, description="The caller enters."),
            body({"player": ID}, description="An organiser enters a player."),
            body(
                {
                    "bot": text("A built-in bot, of `GET /bots`.", minLength=1),
                    "name": text(pattern="^[A-Za-z0-9_-]{3,30}$"),
                },
                description="An organiser enters a built-in bot, as a new player of this name.",
            ),
        ]
    },
)
_SEEDS: Final = Component(
    "Seeds",
    body(
        {"seeds": list_of(ID, maxItems=MOST_ENTRANTS)},
        optional={"reason": REASON},
        description="Entrants, seed 1 first.",
    ),
)
_SEEDED: Final = page_of(ENTRANT)
_STATUS_FILTER: Final = replace(
    parameter("status", "query", "Only entrants of a status.", ENTRANT_STATUS),
    name="entrant_status",
)

LIST_ENTRANTS: Final = Operation(
    id="listEntrants",
    tag=_TAG,
    summary="List entrants in the order of their sign-up",
    parameters=(*PAGES, _STATUS_FILTER),
    answers={
        200: Answer(
            "A page of entrants.",
            _SEEDED,
            exported="Every entrant, an `Entrant` a line; no `limit` and no `cursor`.",
        )
    },
    refusals=("not_found",),
)
REGISTER: Final = Operation(
    id="createEntrant",
    tag=_TAG,
    summary="Enter the caller; or, as an organiser, a player or a built-in bot",
    description="Where no place is left the entrant waits. The scope `play` is for entering "
    "oneself, `organise` for entering others.",
    caller=Caller.KNOWN,
    scopes=("play", "organise"),
    body=_ASKED,
    body_required=False,
    answers={201: Answer("The entrant.", ENTRANT)},
    refusals=(
        *("not_found", "forbidden", "conflict", "registration_closed", "already_entered"),
        *("name_taken", "invalid"),
    ),
    is_repeatable=True,
)
SET_SEEDS: Final = Operation(
    id="setSeeds",
    tag=_TAG,
    summary="Seed entrants in this order; whoever is not named has no seed",
    description="For owners and directors, until play starts.",
    caller=Caller.KNOWN,
    scopes=("organise",),
    body=_SEEDS,
    answers={200: Answer("Whom the list named, in its order.", _SEEDED)},
    refusals=("not_found", "forbidden", "conflict", "invalid"),
    is_repeatable=True,
)
IMPORT_ENTRANTS: Final = Operation(
    id="importEntrants",
    tag=_TAG,
    summary="Enter everybody of a CSV file, or nobody",
    description="The first line names the columns: `name`, and if wanted `seed` and `bot` (a "
    "built-in bot, entered as a new player of the name). Who finds no place waits. The pointers of "
    "faults are `/line/column`; the first line is 1. For owners and directors.",
    caller=Caller.KNOWN,
    scopes=("organise",),
    media_type=CSV,
    body=text(
        "CSV in UTF-8, at most 8 MiB.", examples=["name,seed,bot\r\nAda,1,\r\nGreta,,greedy\r\n"]
    ),
    answers={
        201: Answer(
            "How many hold a place, and how many wait.",
            Component("Imported", shape({"entered": number(), "waiting": number()})),
        )
    },
    refusals=("not_found", "forbidden", "conflict", "invalid"),
    is_repeatable=True,
)

_REASONED: Final = Component("EntryReasoned", body({}, optional={"reason": REASON}))
_ACTS: Final[Mapping[EntryAct, tuple[str, str, str]]] = {
    EntryAct.CHECK_IN: ("checkIn", "Check an entrant in", "For the entrant and organisers."),
    EntryAct.WITHDRAW: (
        "withdrawEntrant",
        "Withdraw an entrant; before play, who waits longest gets the place",
        "For the entrant and organisers.",
    ),
    EntryAct.RETURN: (
        "returnEntrant",
        "Let an entrant in again: into a free place, else behind all who wait",
        "For the entrant while registration or check-in is open, and for organisers.",
    ),
    EntryAct.DISQUALIFY: (
        "disqualifyEntrant",
        "Put an entrant out",
        "For owners and directors.",
    ),
}


def _operation(act: EntryAct) -> Operation:
    name, summary, description = _ACTS[act]
    is_own = act is not EntryAct.DISQUALIFY
    return Operation(
        id=name,
        tag=_TAG,
        summary=summary,
        description=description,
        caller=Caller.KNOWN,
        scopes=("play", "organise") if is_own else ("organise",),
        parameters=(DRY_RUN,),
        body=_REASONED,
        body_required=False,
        answers={
            200: Answer(
                "The entrant; with `dry_run` what the act would do.", {"anyOf": [ENTRANT, OUTLOOK]}
            )
        },
        refusals=("not_found", "forbidden", "conflict", "invalid"),
        is_repeatable=True,
    )


ENTRY_ACTS: Final[Mapping[EntryAct, Operation]] = {act: _operation(act) for act in _ACTS}
