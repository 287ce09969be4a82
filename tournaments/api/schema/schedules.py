"""Schedules and their dates."""

from typing import Final

from dosleague.api.schema.operations import LOCATION, PAGES, Answer, Caller, Operation
from dosleague.api.schema.shapes import (
    ID,
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
from tournaments.api.schema.seasons import ASKED_PLAYER
from tournaments.api.schema.tournaments import ASKED_TOURNAMENT
from tournaments.models import Occurrence

TAG: Final = "schedules"
LONGEST_RULE: Final = 500
LONGEST_WAIT: Final = 60 * 24 * 366
MOST_ENTRANTS: Final = 200
_RULE: Final = text(
    "An iCalendar RRULE of at most one date an hour, such as `FREQ=DAILY;BYHOUR=18`.",
    minLength=1,
    maxLength=LONGEST_RULE,
)
_ZONE: Final = text("As in `Europe/Riga`.", minLength=1, maxLength=64)
_WAIT: Final = nullable(
    number(0, LONGEST_WAIT, "Minutes until play starts by itself; null: an organiser starts it.")
)
_FIELDS: Final[dict[str, Schema]] = {
    "id": ID,
    "owner": SEATED_PLAYER,
    "template": ASKED_TOURNAMENT,
    "entrants": list_of(ID, "Who is in each tournament from the start."),
    "rule": text(),
    "time_zone": text(),
    "start_after_minutes": nullable(number()),
    "next_at": NULLABLE_TIME,
    "created_at": TIME,
    "ended_at": NULLABLE_TIME,
}
SCHEDULE: Final = Component("Schedule", shape(_FIELDS))
_OCCURRENCE: Final = Component(
    "Occurrence",
    shape(
        {
            "local": text("The wall clock's time.", examples=["2027-03-28T18:00:00"]),
            "at": TIME,
            "status": Component("OccurrenceStatus", text(enum=list(Occurrence.Status.values))),
            "reason": text("Why it was skipped, or what became of it."),
            "tournament": nullable(ID),
        }
    ),
)
_ASKED: Final = Component(
    "AskedSchedule",
    body(
        {"template": ASKED_TOURNAMENT, "rule": _RULE, "time_zone": _ZONE},
        optional={
            "start_after_minutes": {**_WAIT, "default": None},
            "entrants": {**list_of(ASKED_PLAYER, maxItems=MOST_ENTRANTS), "default": []},
        },
    ),
)

LIST_SCHEDULES: Final = Operation(
    id="listSchedules",
    tag=TAG,
    summary="List schedules, the newest first",
    parameters=PAGES,
    answers={200: Answer("A page of schedules.", page_of(SCHEDULE))},
)
CREATE_SCHEDULE: Final = Operation(
    id="createSchedule",
    tag=TAG,
    summary="Let a tournament come again and again",
    description="The template is the body that such a tournament is asked for with, without a "
    "seed and without times. On each date of the rule one is made, and its registration opened.",
    caller=Caller.KNOWN,
    scopes=("organise",),
    body=_ASKED,
    answers={201: Answer("The schedule.", SCHEDULE, (LOCATION,))},
    refusals=("conflict", "invalid", "name_taken", "ruleset_unavailable"),
    is_repeatable=True,
)
SHOW_SCHEDULE: Final = Operation(
    id="getSchedule",
    tag=TAG,
    summary="Return a schedule",
    answers={200: Answer("The schedule.", SCHEDULE)},
    refusals=("not_found",),
)
END_SCHEDULE: Final = Operation(
    id="endSchedule",
    tag=TAG,
    summary="End a schedule; what it has made stays",
    caller=Caller.KNOWN,
    scopes=("organise",),
    answers={204: Answer("It has ended.")},
    refusals=("not_found", "forbidden", "too_large", "request_timeout"),
)
LIST_OCCURRENCES: Final = Operation(
    id="listOccurrences",
    tag=TAG,
    summary="List the dates of a schedule that have come, the newest first",
    parameters=PAGES,
    answers={200: Answer("A page of dates.", page_of(_OCCURRENCE))},
    refusals=("not_found",),
)
