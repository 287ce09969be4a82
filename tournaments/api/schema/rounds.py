"""Rounds with their pairings and results."""

from dataclasses import replace
from typing import Final

from dosleague.api.schema.operations import PAGES, Answer, Caller, Operation
from dosleague.api.schema.shapes import (
    FLAG,
    ID,
    NULLABLE_TEXT,
    NULLABLE_TIME,
    TIME,
    Component,
    Schema,
    body,
    list_of,
    nullable,
    number,
    page_of,
    shape,
    text,
)
from tournaments.api.schema.acts import REASONED
from tournaments.api.schema.entrants import REASON
from tournaments.api.schema.outlook import DRY_RUN
from tournaments.models import StageRound
from tournaments.values import ResultKind

MOST_TABLES: Final = 5_000
_TAG: Final = "rounds"
RESULT: Final = Component(
    "MatchResult",
    shape(
        {
            "kind": text(enum=[kind.value for kind in ResultKind]),
            "places": list_of(number(1), description="Shared where tied; empty without places."),
            "scores": list_of(number(0), description="Points of the games; empty if not played."),
            "points": list_of({"type": "number"}, description="What the match earns."),
            "version": number(1, description="Rises with each ruling."),
            "reason": text(),
            "at": TIME,
        },
        description="Everything is in the order of the entrants.",
    ),
)
PAIRING: Final = Component(
    "Pairing",
    shape(
        {
            "table": number(1),
            "group": number(1),
            "key": {**NULLABLE_TEXT, "description": "The match of the bracket, in knockouts."},
            "entrants": list_of(ID, minItems=1, maxItems=4, description="In seat order."),
            "bye": FLAG,
            "locked": {**FLAG, "description": "It stays when the round is paired again."},
            "match": ID,
            "wins_needed": list_of(number(1), description="Games to win, by entrant."),
            "games": list_of(ID),
            "result": nullable(RESULT),
        }
    ),
)
ROUND: Final = Component(
    "TournamentRound",
    shape(
        {
            "number": number(1, description="Through all stages."),
            "stage": number(1),
            "status": text(enum=list(StageRound.Status.values)),
            "published_at": NULLABLE_TIME,
            "play_from": NULLABLE_TIME,
            "play_by": NULLABLE_TIME,
            "closed_at": NULLABLE_TIME,
            "pairings": list_of(PAIRING),
        }
    ),
)
_FORESEEN: Final = Component(
    "RoundOutlook",
    shape(
        {
            "would": list_of(text("A sentence: what the act would do.")),
            "blocking": list_of(text("A sentence: what is in the way.")),
            "round": nullable(ROUND),
        },
        description="What a dry run answers.",
    ),
)
_DONE: Final[Schema] = {"anyOf": [ROUND, _FORESEEN]}

LIST_ROUNDS: Final = Operation(
    id="listRounds",
    tag=_TAG,
    summary="List the rounds of a tournament, through all stages",
    description="Drafts are for the organisers alone.",
    parameters=PAGES,
    answers={200: Answer("A page of rounds.", page_of(ROUND))},
    refusals=("not_found",),
)
SHOW_ROUND: Final = Operation(
    id="getRound",
    tag=_TAG,
    summary="Return a round with its pairings and results",
    answers={200: Answer("The round.", ROUND)},
    refusals=("not_found",),
)
PAIR_ROUND: Final = Operation(
    id="pairRound",
    tag=_TAG,
    summary="Pair the next round: a draft; one that there is stays unless it is redone",
    description="Where the rules leave no pairing the refusal names the `choices`: `end_now` is to "
    "finish the tournament, `allow_rematch` to ask again with it.",
    caller=Caller.KNOWN,
    scopes=("organise",),
    parameters=(DRY_RUN,),
    body=Component(
        "AskedPairing",
        body(
            {},
            optional={
                "redo": {**FLAG, "default": False},
                "allow_rematch": {**FLAG, "default": False},
                "reason": REASON,
            },
        ),
    ),
    body_required=False,
    answers={200: Answer("The round; with `dry_run` what it would be.", _DONE)},
    refusals=("not_found", "forbidden", "conflict", "round_has_open_tables", "invalid"),
    is_repeatable=True,
)
SET_PAIRINGS: Final = replace(
    PAIR_ROUND,
    id="setPairings",
    summary="Let a draft have these tables; locked ones stay when it is paired again",
    description="Everybody who plays sits at one table. Only where each round is paired anew.",
    body=Component(
        "AskedPairings",
        body(
            {
                "pairings": list_of(
                    Component(
                        "AskedTable",
                        body(
                            {"entrants": list_of(ID, minItems=1, maxItems=4)},
                            optional={
                                "table": number(1, MOST_TABLES, "As it is told; the order counts."),
                                "bye": {**FLAG, "default": False},
                                "locked": {**FLAG, "default": True},
                            },
                        ),
                    ),
                    minItems=1,
                    maxItems=MOST_TABLES,
                )
            },
            optional={"reason": REASON},
        ),
    ),
    body_required=True,
)
PUBLISH_ROUND: Final = replace(
    PAIR_ROUND,
    id="publishRound",
    summary="Publish a draft: everybody sees it, and its games are made",
    description="",
    body=REASONED,
    refusals=("not_found", "forbidden", "conflict", "invalid"),
)
CLOSE_ROUND: Final = replace(
    PAIR_ROUND,
    id="closeRound",
    summary="Close a round of which every table has its result",
    description="",
    body=REASONED,
)
