"""Records of finished games, `dos-record/1`."""

from typing import Final

from dosleague.api.schema.operations import PAGES, Answer, Operation
from dosleague.api.schema.shapes import (
    HASH,
    TIME,
    Component,
    list_of,
    nullable,
    number,
    page_of,
    shape,
    text,
)
from games.api.schema.cards import RECORDED_ACTION, SEAT
from games.api.schema.games import PLAYER_FILTER, RESULT, TOURNAMENT_FILTER
from games.api.schema.players import KIND
from games.api.schema.rulesets import RULESET
from games.engine.play import MAX_SEATS, MIN_SEATS
from games.engine.record import FORMAT

_TAG: Final = "records"
_RECORDED_SEAT: Final = Component(
    "RecordedSeat",
    shape({"seat": SEAT, "player": text(), "name": text(), "kind": KIND, "entropy": text()}),
)
_RECORDED_ROUND: Final = Component(
    "RecordedRound",
    shape(
        {
            "number": number(1),
            "dealer": SEAT,
            "actions": list_of(RECORDED_ACTION),
            "winner": nullable(SEAT),
            "points": number(),
            "scores": list_of(number(), minItems=MIN_SEATS, maxItems=MAX_SEATS),
        }
    ),
)
RECORD: Final = Component(
    "Record",
    shape(
        {
            "format": text(const=FORMAT),
            "game": text(),
            "ruleset": RULESET,
            "seats": list_of(_RECORDED_SEAT, minItems=MIN_SEATS, maxItems=MAX_SEATS),
            "secret": HASH,
            "commitment": HASH,
            "started_at": TIME,
            "finished_at": TIME,
            "rounds": list_of(_RECORDED_ROUND),
            "result": RESULT,
            "digest": HASH,
        },
        description="A whole game, for anybody to check.",
    ),
)

SHOW_RECORD: Final = Operation(
    id="getRecord",
    tag=_TAG,
    summary="Return the record of a game that is over",
    answers={200: Answer("The record.", RECORD)},
    refusals=("not_found", "game_not_finished"),
)
LIST_RECORDS: Final = Operation(
    id="listRecords",
    tag=_TAG,
    summary="List the records of games that are over, the oldest first",
    parameters=(*PAGES, PLAYER_FILTER, TOURNAMENT_FILTER),
    answers={
        200: Answer(
            "A page of records.",
            page_of(RECORD),
            exported="Every record, a `Record` a line; no `limit` and no `cursor`.",
        )
    },
)
