"""Why: the reason of a pairing, and how a rank comes about."""

from dataclasses import replace
from typing import Final

from dosleague.api.schema.operations import Answer, Operation, parameter
from dosleague.api.schema.shapes import (
    FLAG,
    ID,
    NULLABLE_TEXT,
    Component,
    list_of,
    nullable,
    number,
    shape,
    text,
)
from games.api.schema.players import SEATED_PLAYER
from tournaments.api.schema.standings import (
    AFTER_ROUND,
    FORMAT_CODE,
    NULLABLE_NUMBER,
    PROVISIONAL,
    TAG,
)
from tournaments.pairing.history import Float
from tournaments.standings.reckoning import Cut, Fate, Why

_ROUND: Final = parameter("round", "query", "Counted through all stages.", number(1), required=True)
_TABLE: Final = parameter("table", "query", "A table of the round.", number(1), required=True)
_ENTRANT: Final = parameter("entrant", "query", "An entrant, by its id.", ID, required=True)
_LOT: Final = Component(
    "DrawnLot",
    shape(
        {
            "for": text(enum=["pair", "seat"]),
            "text": text("What was hashed: BLAKE2b of 16 bytes."),
            "value": text("In hex.", pattern="^[0-9a-f]{32}$"),
        }
    ),
)
_PAIRED: Final = Component(
    "PairedEntrant",
    shape(
        {
            "entrant": ID,
            "player": SEATED_PLAYER,
            "number": number(1, description="In its group; the reason names entrants so."),
            "points": {"type": "number", "description": "Before the round."},
            "rank": {
                **nullable(number(1)),
                "description": "In the order that was paired; null where a schedule or bracket is.",
            },
            "meetings": list_of(
                Component("Meeting", shape({"entrant": ID, "rounds": list_of(number(1))})),
                "With the others of the table.",
            ),
            "byes": number(),
            "unplayed": number(description="Rounds without a game."),
            "starts": number(description="Games in which it started."),
            "balance": {
                **nullable({"type": "integer"}),
                "description": "Games started less games not started; at tables of two.",
            },
            "floats": {
                **nullable(list_of(text(enum=[step.value for step in Float]))),
                "description": "One a round of the stage, in Swiss rounds.",
            },
            "lot": nullable(_LOT),
        }
    ),
)
EXPLAIN_PAIRING: Final = Operation(
    id="explainPairing",
    tag=TAG,
    summary="Return why those of a table meet, and what the pairing went by",
    description="Drafts are for the organisers alone.",
    parameters=(_ROUND, _TABLE),
    answers={
        200: Answer(
            "The reason, and of each entrant what it had behind it.",
            Component(
                "PairingExplained",
                shape(
                    {
                        "round": number(1),
                        "stage": number(1),
                        "format": FORMAT_CODE,
                        "group": number(1),
                        "table": number(1),
                        "match": ID,
                        "key": NULLABLE_TEXT,
                        "bye": FLAG,
                        "locked": {**FLAG, "description": "Set by an organiser to stay."},
                        "reason": text(),
                        "seed": text("The tournament's, from which every lot is drawn."),
                        "entrants": list_of(_PAIRED, "In seat order."),
                    }
                ),
            ),
        )
    },
    refusals=("not_found",),
)

_PART: Final = Component(
    "Contribution",
    shape(
        {
            "round": nullable(number(1)),
            "opponent": nullable(ID),
            "points": {"type": "number"},
            "why": text(enum=[why.value for why in Why]),
            "fate": {
                **NULLABLE_TEXT,
                "description": f"What became of the round: {', '.join(Fate)}.",
            },
            "cut": {
                **NULLABLE_TEXT,
                "description": f"Why it does not count, if so: {', '.join(Cut)}.",
            },
        }
    ),
)
_STEP: Final = Component(
    "RankingStep",
    shape(
        {
            "code": text(),
            "name": text(),
            "provisional": PROVISIONAL,
            "value": NULLABLE_NUMBER,
            "tied_with": list_of(ID, "Whom all steps before left equal with it."),
            "ahead": list_of(ID, "Those of them that this step puts before it."),
            "behind": list_of(ID, "Those of them that this step puts after it."),
            "contributions": list_of(_PART),
        }
    ),
)
_WAY_OUT: Final = Component(
    "WayOut",
    shape(
        {
            "first": nullable(number(1)),
            "last": nullable(number(1)),
            "shared_with": list_of(ID),
            "out_in": nullable(
                Component(
                    "LastMatch",
                    shape(
                        {
                            "round": number(1),
                            "table": number(1),
                            "match": ID,
                            "key": text(),
                            "kind": text("That of its result."),
                        }
                    ),
                )
            ),
        },
        description="Null while it is still in.",
    ),
)
EXPLAIN_RANK: Final = replace(
    EXPLAIN_PAIRING,
    id="explainRank",
    summary="Return how an entrant's rank comes about, step by step",
    description="Without `after_round`: after the last round of the last stage that it plays in.",
    parameters=(_ENTRANT, AFTER_ROUND),
    answers={
        200: Answer(
            "`steps` of a ranking; in knockouts the places, and the match that decided them.",
            Component(
                "RankExplained",
                shape(
                    {
                        "after_round": number(1),
                        "stage": number(1),
                        "group": number(1),
                        "entrant": ID,
                        "player": SEATED_PLAYER,
                        "number": number(1, description="In its group."),
                        "rank": number(1),
                        "decided_by": NULLABLE_TEXT,
                        "provisional": PROVISIONAL,
                        "struck_out": {
                            **FLAG,
                            "description": "Left a round robin before half of its games.",
                        },
                        "steps": list_of(_STEP),
                        "knockout": nullable(_WAY_OUT),
                    }
                ),
            ),
        )
    },
)
