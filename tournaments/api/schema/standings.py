"""Standings, and the brackets of knockouts."""

from typing import Final

from dosleague.api.schema.operations import Answer, Operation, parameter
from dosleague.api.schema.shapes import (
    FLAG,
    ID,
    NULLABLE_TEXT,
    Component,
    Schema,
    list_of,
    nullable,
    number,
    shape,
    text,
)
from games.api.schema.players import SEATED_PLAYER
from tournaments.formats import FORMATS
from tournaments.pairing.bracket import Section, SourceKind, Status

TAG: Final = "standings"
NULLABLE_NUMBER: Final = {"type": ["number", "null"]}
FORMAT_CODE: Final = Component("StageFormat", text(enum=list(FORMATS)))
AFTER_ROUND: Final = parameter(
    "after_round",
    "query",
    "A round, counted through all stages; by default the last that is published.",
    number(1),
)
STAGE: Final = parameter("stage", "query", "A stage, by its number.", number(1))
GROUP: Final = parameter("group", "query", "One group of the stage, by its number.", number(1))
PROVISIONAL: Final = {**FLAG, "description": "Whether rounds to come may still change it."}

_COLUMN: Final = Component(
    "StandingsColumn",
    shape({"code": text("A tie-break, or `place`."), "name": text(), "provisional": PROVISIONAL}),
)
_ROW: Final = Component(
    "StandingsRow",
    shape(
        {
            "rank": number(1, description="Shared where nothing parts two."),
            "group": number(1),
            "entrant": ID,
            "player": SEATED_PLAYER,
            "values": {"type": "object", "additionalProperties": NULLABLE_NUMBER},
            "decided_by": {
                **NULLABLE_TEXT,
                "description": "The column that parts the row from the one above, if one does.",
            },
        }
    ),
)
SHOW_STANDINGS: Final = Operation(
    id="getStandings",
    tag=TAG,
    summary="Return who stands where in a stage after a round, group by group",
    parameters=(AFTER_ROUND, STAGE, GROUP),
    answers={
        200: Answer(
            "The standings, by the results of the rounds up to that one.",
            Component(
                "Standings",
                shape(
                    {
                        "after_round": number(1),
                        "stage": number(1),
                        "provisional": PROVISIONAL,
                        "columns": list_of(_COLUMN),
                        "items": list_of(_ROW),
                    }
                ),
            ),
        )
    },
    refusals=("not_found",),
)

_PLACES: Final[dict[str, Schema]] = {"first": number(1), "last": number(1)}
_PLAYED_AS: Final[dict[str, Schema]] = {
    "round": {**nullable(number(1)), "description": "Where it is played; null until published."},
    "table": nullable(number(1)),
    "match": nullable(ID),
    "games": list_of(ID),
}
_HEAD: Final[dict[str, Schema]] = {
    "stage": number(1),
    "format": FORMAT_CODE,
    "finished": FLAG,
    "winner": nullable(ID),
    "seeds": list_of(
        Component("BracketSeed", shape({"seed": number(1), "entrant": ID, "player": SEATED_PLAYER}))
    ),
    "places": list_of(
        Component("BracketPlaces", shape({"entrant": ID, **_PLACES})),
        "Of all who are out or done, the first and the last place that they share.",
    ),
}
_SOURCE: Final = Component(
    "BracketSource",
    shape(
        {"kind": Component("SourceKind", text(enum=list(SourceKind)))},
        optional={"seed": number(1), "match": text("The key of the match it comes from.")},
    ),
)
_MATCH: Final = Component(
    "BracketMatch",
    shape(
        {
            "key": text(examples=["R1-2"]),
            "number": {
                **nullable(number(1)),
                "description": "In the order of play; null where a bye decides.",
            },
            "section": Component("BracketSection", text(enum=list(Section))),
            "bracket_round": number(1, description="Within the section."),
            "sources": list_of(_SOURCE, minItems=2, maxItems=2),
            "wins_needed": list_of(number(1), minItems=2, maxItems=2),
            "entrants": list_of(nullable(ID), minItems=2, maxItems=2),
            "status": Component("BracketStatus", text(enum=list(Status))),
            "winner": nullable(ID),
            "loser_places": nullable(Component("PlaceRange", shape(_PLACES))),
            **_PLAYED_AS,
        }
    ),
)
_TABLE: Final = Component(
    "KnockoutTable",
    shape(
        {
            "key": text(),
            "replay": {**FLAG, "description": "A tie at the line, played again."},
            "entrants": list_of(ID, "In seat order."),
            "places": list_of(number(1), "By entrant; empty while none is placed."),
            "decided": {**FLAG, "description": "Whether it is known who goes on."},
            "goes_on": list_of(ID),
            **_PLAYED_AS,
        }
    ),
)
SHOW_BRACKET: Final = Operation(
    id="getBracket",
    tag=TAG,
    summary="Return the bracket of a knockout, by default of the last stage",
    parameters=(STAGE,),
    answers={
        200: Answer(
            "`matches` of an elimination, `rounds` of a knockout at tables.",
            {
                "anyOf": [
                    Component("EliminationBracket", shape({**_HEAD, "matches": list_of(_MATCH)})),
                    Component(
                        "TablesBracket",
                        shape(
                            {
                                **_HEAD,
                                "rounds": list_of(
                                    Component(
                                        "KnockoutRound",
                                        shape({"number": number(1), "tables": list_of(_TABLE)}),
                                    )
                                ),
                            }
                        ),
                    ),
                ]
            },
        )
    },
    refusals=("not_found",),
)
