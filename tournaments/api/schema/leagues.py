"""Leagues: their terms, as they are told and as they are made."""

from typing import Final

from dosleague.api.schema.operations import LOCATION, PAGES, Answer, Caller, Operation
from dosleague.api.schema.shapes import (
    FLAG,
    ID,
    TIME,
    Component,
    Schema,
    body,
    number,
    page_of,
    shape,
    text,
)
from games.api.schema.games import ASKED_CLOCK, CLOCK
from games.api.schema.players import SEATED_PLAYER
from games.api.schema.rulesets import ASKED_RULESET, RULESET
from tournaments.api.schema.stages import asked_stages
from tournaments.services.leagues import LARGEST, MOST_MOVERS, SMALLEST, TIE_BREAKS

TAG: Final = "leagues"
LONGEST_NAME: Final = 70
LONGEST_ROUND: Final = 24 * 366
_STAGE: Final = Component(
    "AskedDivisionStage",
    {
        "oneOf": asked_stages(TIE_BREAKS),
        "description": "The one stage of every division, of one group. Without `tie_breaks` it is "
        "ranked by points, direct encounters, wins at the table and share of the points.",
    },
)
_SIZE: Final = number(SMALLEST, LARGEST, "Players of a new division.")
_MOVERS: Final = number(0, MOST_MOVERS, "How many go up at each line, and as many down.")
_SLOTS: Final = number(
    0, MOST_MOVERS, "How many more on each side of a line play for the place above it."
)
_FIELDS: Final[dict[str, Schema]] = {
    "id": ID,
    "name": text(),
    "owner": SEATED_PLAYER,
    "ruleset": RULESET,
    "clock": CLOCK,
    "rated": FLAG,
    "stage": _STAGE,
    "division_size": _SIZE,
    "movers": _MOVERS,
    "playoff_slots": _SLOTS,
    "created_at": TIME,
}
LEAGUE: Final = Component("League", shape(_FIELDS))
_ASKED: Final = Component(
    "AskedLeague",
    body(
        {"name": text(minLength=1, maxLength=LONGEST_NAME, pattern=r"\S")},
        optional={
            "ruleset": ASKED_RULESET,
            "clock": ASKED_CLOCK,
            "rated": {**FLAG, "default": False},
            "stage": _STAGE,
            "division_size": {**_SIZE, "default": 8},
            "movers": {**_MOVERS, "default": 2},
            "playoff_slots": {**_SLOTS, "default": 0},
        },
    ),
)

LIST_LEAGUES: Final = Operation(
    id="listLeagues",
    tag=TAG,
    summary="List leagues, the newest first",
    parameters=PAGES,
    answers={200: Answer("A page of leagues.", page_of(LEAGUE))},
)
CREATE_LEAGUE: Final = Operation(
    id="createLeague",
    tag=TAG,
    summary="Make a league that the caller owns",
    caller=Caller.KNOWN,
    scopes=("organise",),
    body=_ASKED,
    answers={201: Answer("The league.", LEAGUE, (LOCATION,))},
    refusals=("invalid", "ruleset_unavailable"),
    is_repeatable=True,
)
SHOW_LEAGUE: Final = Operation(
    id="getLeague",
    tag=TAG,
    summary="Return a league with its terms",
    answers={200: Answer("The league.", LEAGUE)},
    refusals=("not_found",),
)
