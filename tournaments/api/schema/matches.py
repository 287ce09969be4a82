"""Results of matches, as organisers set them."""

from typing import Final

from dosleague.api.schema.operations import Answer, Caller, Operation
from dosleague.api.schema.shapes import FLAG, ID, Component, body, list_of, number, shape, text
from tournaments.api.schema.outlook import DRY_RUN
from tournaments.api.schema.rounds import PAIRING
from tournaments.services.rulings import RULED

MOST_SCORE: Final = 1_000_000
_ASKED: Final = Component(
    "AskedResult",
    body(
        {
            "kind": text(enum=sorted(kind.value for kind in RULED)),
            "reason": text("Kept with the result and in the log.", minLength=1, maxLength=500),
        },
        optional={
            "places": list_of(number(1, 4), "In the order of the entrants.", maxItems=4),
            "scores": list_of(number(0, MOST_SCORE), "In the order of the entrants.", maxItems=4),
            "recompute": {
                **FLAG,
                "default": False,
                "description": "Throw away what has been played since and no longer fits.",
            },
        },
    ),
)
_OUTLOOK: Final = Component(
    "ResultOutlook",
    shape(
        {
            "would": list_of(text("A sentence: what the ruling would do.")),
            "blocking": list_of(text("A sentence: what is in the way.")),
            "standings": list_of(
                Component(
                    "ChangedRank",
                    shape({"entrant": ID, "rank_before": number(1), "rank_after": number(1)}),
                ),
                "Whose ranks would change.",
            ),
            "tables": list_of(
                Component(
                    "ChangedTable",
                    shape(
                        {
                            "round": number(1),
                            "table": number(1),
                            "before": list_of(ID),
                            "after": list_of(ID),
                            "has_begun": FLAG,
                        }
                    ),
                ),
                "Later tables that would get other entrants, or go; then `after` is empty.",
            ),
        },
        description="What a dry run answers.",
    ),
)
SET_RESULT: Final = Operation(
    id="setResult",
    tag="rounds",
    summary="Set or correct the result of a match, as a new version",
    description="For every organiser. The game that is being played is given up.",
    caller=Caller.KNOWN,
    scopes=("organise",),
    parameters=(DRY_RUN,),
    body=_ASKED,
    answers={
        200: Answer("The table; with `dry_run` what would change.", {"anyOf": [PAIRING, _OUTLOOK]})
    },
    refusals=("not_found", "forbidden", "conflict", "invalid"),
    is_repeatable=True,
)
