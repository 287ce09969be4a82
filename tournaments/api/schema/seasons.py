"""Seasons, their divisions, fixtures and standings, and who moves after them."""

from typing import Final

from dosleague.api.schema.operations import (
    LOCATION,
    PAGES,
    Answer,
    Caller,
    Operation,
    parameter,
)
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
from games.api.schema.players import SEATED_PLAYER
from tournaments.api.schema.entrants import ENTRANT, ENTRANT_STATUS, REASON
from tournaments.api.schema.leagues import LONGEST_ROUND, TAG
from tournaments.api.schema.rounds import ROUND
from tournaments.api.schema.tournaments import STATUS
from tournaments.pairing.seasons import Reason
from tournaments.selectors.leagues import STATUSES
from tournaments.services.leagues import LARGEST

HOURS: Final = number(1, LONGEST_ROUND, "Hours in which a round is played.")
STARTS: Final = text(
    "When the first round begins; a draft is opened by then. Without it the owner opens it.",
    format="date-time",
)
_DIVISION_FIELDS: Final[dict[str, Schema]] = {
    "number": number(1, description="1 is the top."),
    "tournament": ID,
    "status": STATUS,
}
_FIELDS: Final[dict[str, Schema]] = {
    "id": ID,
    "league": ID,
    "number": number(1),
    "status": Component("SeasonStatus", text(enum=list(STATUSES))),
    "starts_at": NULLABLE_TIME,
    "round_hours": HOURS,
    "created_at": TIME,
    "opened_at": NULLABLE_TIME,
    "finished_at": NULLABLE_TIME,
    "divisions": list_of(
        Component("SeasonDivision", shape({**_DIVISION_FIELDS, "entrants": number()})),
        description="From the top; `entrants` is how many there are.",
    ),
}
MOVE: Final = Component(
    "Move",
    shape(
        {
            "player": SEATED_PLAYER,
            "before": nullable(number(1)),
            "after": nullable(number(1)),
            "reason": Component("MoveReason", text(enum=[reason.value for reason in Reason])),
        },
        description="From which division a player went to which; null is none.",
    ),
)
_LISTED: Final = Component("ListedSeason", shape(_FIELDS))
SEASON: Final = Component("Season", shape({**_FIELDS, "moves": list_of(MOVE)}))
_DIVISION: Final = Component(
    "Division",
    shape({**_DIVISION_FIELDS, "entrants": list_of(ENTRANT, "In the order of their seeds.")}),
)
_FIXTURE: Final = Component(
    "Fixture",
    {"allOf": [ROUND, shape({"division": number(1)})]},
)
_STANDING: Final = Component(
    "DivisionStanding",
    shape(
        {
            "division": number(1),
            "tournament": ID,
            "provisional": FLAG,
            "columns": list_of(
                Component("StandingColumn", shape({"code": text(), "name": text()})),
            ),
            "rows": list_of(
                Component(
                    "DivisionRow",
                    shape(
                        {
                            "rank": number(1),
                            "entrant": ID,
                            "player": SEATED_PLAYER,
                            "status": ENTRANT_STATUS,
                            "values": {
                                "type": "object",
                                "additionalProperties": nullable({"type": "number"}),
                                "description": "By the code of the column.",
                            },
                            "decided_by": {
                                **NULLABLE_TEXT,
                                "description": "The column that parts the row from the one above.",
                            },
                            "played": number(description="Matches that the entrant came to."),
                            "scheduled": number(description="Matches that it was to play."),
                        }
                    ),
                )
            ),
        }
    ),
)
ASKED_PLAYER: Final = Component(
    "AskedPlayer",
    {
        "oneOf": [
            body({"player": ID}),
            body(
                {
                    "bot": text("A built-in bot, of `GET /bots`.", minLength=1),
                    "name": text(pattern="^[A-Za-z0-9_-]{3,30}$"),
                },
                description="A built-in bot, as a new player of this name.",
            ),
        ]
    },
)
_DIVISION_FILTER: Final = parameter(
    "division", "query", "Only fixtures of a division.", number(1, 9_999)
)

LIST_SEASONS: Final = Operation(
    id="listSeasons",
    tag=TAG,
    summary="List the seasons of a league, the newest first",
    description="A draft is listed for the league's owner alone.",
    parameters=PAGES,
    answers={200: Answer("A page of seasons.", page_of(_LISTED))},
    refusals=("not_found",),
)
CREATE_SEASON: Final = Operation(
    id="createSeason",
    tag=TAG,
    summary="Make a draft of the next season, without divisions",
    caller=Caller.KNOWN,
    scopes=("organise",),
    body=Component(
        "AskedSeason",
        body(
            {},
            optional={
                "starts_at": {**nullable(STARTS), "default": None},
                "round_hours": {**HOURS, "default": 168},
            },
        ),
    ),
    body_required=False,
    answers={201: Answer("The season.", SEASON, (LOCATION,))},
    refusals=("not_found", "forbidden", "conflict", "invalid"),
    is_repeatable=True,
)
SHOW_SEASON: Final = Operation(
    id="getSeason",
    tag=TAG,
    summary="Return a season with its divisions, and who moved where for it",
    answers={200: Answer("The season.", SEASON)},
    refusals=("not_found",),
)
DROP_SEASON: Final = Operation(
    id="dropSeason",
    tag=TAG,
    summary="Throw the draft of a season away; its tournaments are cancelled",
    caller=Caller.KNOWN,
    scopes=("organise",),
    answers={204: Answer("It is gone.")},
    refusals=("not_found", "forbidden", "conflict", "too_large", "request_timeout"),
)
LIST_DIVISIONS: Final = Operation(
    id="listDivisions",
    tag=TAG,
    summary="List the divisions of a season from the top, with their entrants",
    answers={200: Answer("All divisions.", page_of(_DIVISION))},
    refusals=("not_found",),
)
ADD_DIVISION: Final = Operation(
    id="createDivision",
    tag=TAG,
    summary="Add a division below the last one of a draft",
    description="It is a tournament, a draft itself: who enters or leaves until the season is "
    "opened does so there.",
    caller=Caller.KNOWN,
    scopes=("organise",),
    body=Component(
        "AskedDivision",
        body(
            {"entrants": list_of(ASKED_PLAYER, "In the order of their seeds.", maxItems=LARGEST)},
            optional={"reason": REASON},
        ),
    ),
    answers={201: Answer("The division.", _DIVISION)},
    refusals=("not_found", "forbidden", "conflict", "name_taken", "invalid"),
    is_repeatable=True,
)
LIST_FIXTURES: Final = Operation(
    id="listFixtures",
    tag=TAG,
    summary="List the rounds of all divisions, each with its time, its tables and their results",
    parameters=(*PAGES, _DIVISION_FILTER),
    answers={200: Answer("A page of fixtures, the first rounds first.", page_of(_FIXTURE))},
    refusals=("not_found",),
)
OPEN_FIXTURES: Final = Operation(
    id="openSeason",
    tag=TAG,
    summary="Open a season: every division starts, and all its rounds are published",
    description="The games of a round are made when its `play_from` comes; whoever has not joined "
    "by `play_by` forfeits.",
    caller=Caller.KNOWN,
    scopes=("organise",),
    body=Component(
        "OpenedSeason",
        body({}, optional={"starts_at": text(format="date-time"), "reason": REASON}),
    ),
    body_required=False,
    answers={200: Answer("The season.", SEASON)},
    refusals=("not_found", "forbidden", "conflict", "invalid"),
    is_repeatable=True,
)
SHOW_STANDINGS: Final = Operation(
    id="getSeasonStandings",
    tag=TAG,
    summary="Return the table of each division as it stands",
    answers={200: Answer("All tables.", page_of(_STANDING))},
    refusals=("not_found",),
)
