"""Who moves after a season: play-offs, and the season that follows."""

from typing import Final

from dosleague.api.schema.operations import LOCATION, Answer, Caller, Operation
from dosleague.api.schema.shapes import (
    ID,
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
from tournaments.api.schema.entrants import REASON
from tournaments.api.schema.leagues import TAG
from tournaments.api.schema.outlook import DRY_RUN
from tournaments.api.schema.seasons import ASKED_PLAYER, HOURS, MOVE, SEASON, STARTS
from tournaments.api.schema.tournaments import STATUS
from tournaments.models import PlayOff

MOST_NEWCOMERS: Final = 500
_KIND: Final = Component(
    "PlayOffKind",
    text(
        "`tie`: the order of those tied at a line; `place`: a place of the division.",
        enum=list(PlayOff.Kind.values),
    ),
)
_WANTED: Final = Component(
    "WantedPlayOff",
    shape(
        {
            "kind": _KIND,
            "division": number(1),
            "players": list_of(ID),
        }
    ),
)
_PLAY_OFF: Final = Component(
    "PlayOff",
    shape(
        {
            "kind": _KIND,
            "division": number(1),
            "players": list_of(SEATED_PLAYER),
            "tournament": ID,
            "status": STATUS,
            "order": {
                **nullable(list_of(ID)),
                "description": "The players, the winner first; null while there is no order.",
            },
        }
    ),
)
_FORECAST: Final = Component(
    "Forecast",
    shape(
        {
            "would": list_of(text("A sentence: what would be made.")),
            "blocking": list_of(text("A sentence: what is in the way.")),
            "divisions": list_of(list_of(SEATED_PLAYER), "From the top, each by seed."),
            "moves": list_of(MOVE),
            "play_offs": list_of(_WANTED, "What has to be played off first."),
        },
        description="What a dry run answers. While places are to be played for, their holders are "
        "shown as staying; while a tie is open, nobody is shown.",
    ),
)
_WITHDRAWALS: Final = {
    **list_of(ID, maxItems=MOST_NEWCOMERS),
    "default": [],
    "description": "Players who leave the league, besides those who have withdrawn.",
}

LIST_PLAY_OFFS: Final = Operation(
    id="listPlayOffs",
    tag=TAG,
    summary="List the play-offs of a season",
    answers={200: Answer("All play-offs.", page_of(_PLAY_OFF))},
    refusals=("not_found",),
)
HOLD_PLAY_OFFS: Final = Operation(
    id="holdPlayOffs",
    tag=TAG,
    summary="Let every play-off begin that the next season needs",
    description="One that is being played stays; one that came to no order is held again.",
    caller=Caller.KNOWN,
    scopes=("organise",),
    body=Component(
        "AskedPlayOffs", body({}, optional={"withdrawals": _WITHDRAWALS, "reason": REASON})
    ),
    body_required=False,
    answers={200: Answer("All play-offs of the season.", page_of(_PLAY_OFF))},
    refusals=("not_found", "forbidden", "conflict", "invalid"),
    is_repeatable=True,
)
NEXT_SEASON: Final = Operation(
    id="nextSeason",
    tag=TAG,
    summary="Make the draft of the season after one that is over: who moves, moves",
    description="Where players have to play something off first, the refusal names them in "
    "`play_offs`, and `blocking` says so.",
    caller=Caller.KNOWN,
    scopes=("organise",),
    parameters=(DRY_RUN,),
    body=Component(
        "AskedNextSeason",
        body(
            {},
            optional={
                "newcomers": {**list_of(ASKED_PLAYER, maxItems=MOST_NEWCOMERS), "default": []},
                "withdrawals": _WITHDRAWALS,
                "starts_at": {**nullable(STARTS), "default": None},
                "round_hours": {**HOURS, "description": "As before if absent."},
                "reason": REASON,
            },
        ),
    ),
    body_required=False,
    answers={
        200: Answer("With `dry_run` what it would be.", _FORECAST),
        201: Answer("The season.", SEASON, (LOCATION,)),
    },
    refusals=("not_found", "forbidden", "conflict", "name_taken", "invalid"),
    is_repeatable=True,
)
