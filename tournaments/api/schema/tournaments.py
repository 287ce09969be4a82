"""Tournaments: as they are told, and as they are made."""

from dataclasses import replace
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
from games.api.schema.games import ASKED_CLOCK, CLOCK
from games.api.schema.players import KIND, SEATED_PLAYER
from games.api.schema.rulesets import ASKED_RULESET, RULESET
from tournaments.api.schema.entrants import ENTRANT
from tournaments.api.schema.stages import ASKED_STAGE, STAGE
from tournaments.formats import MOST_STAGES
from tournaments.models import Organiser, Tournament
from tournaments.services.creation import MOST_ENTRANTS

TAG: Final = "tournaments"
STATUS: Final = Component("TournamentStatus", text(enum=list(Tournament.Status.values)))
ROLE: Final = Component("OrganiserRole", text(enum=list(Organiser.Role.values)))
ORGANISER: Final = Component("Organiser", shape({"player": SEATED_PLAYER, "role": ROLE}))
_DEALS: Final = text(
    "`duplicate`: the tables of a round are dealt the same cards.",
    enum=list(Tournament.Deals.values),
)
_ADVANCE: Final = text(
    "Whether rounds follow one another by themselves.", enum=list(Tournament.Advance.values)
)
_KINDS: Final = list_of(KIND, minItems=1, maxItems=3)
_REGISTRATION: Final = Component(
    "Registration",
    shape(
        {
            "cap": nullable(number(2, MOST_ENTRANTS)),
            "check_in": FLAG,
            "opens_at": NULLABLE_TIME,
            "closes_at": NULLABLE_TIME,
            "kinds": _KINDS,
            "entered": number(0, description="How many hold a place."),
            "waiting": number(0, description="How many wait for one."),
        }
    ),
)
_FIELDS: Final[dict[str, Schema]] = {
    "id": ID,
    "name": text(),
    "status": STATUS,
    "ruleset": RULESET,
    "rated": FLAG,
    "clock": CLOCK,
    "deals": _DEALS,
    "advance": _ADVANCE,
    "no_show_seconds": number(),
    "start_at": NULLABLE_TIME,
    "seed": {
        **NULLABLE_TEXT,
        "description": "Draws every lot; for organisers alone until play starts.",
    },
    "registration": _REGISTRATION,
    "registration_open": FLAG,
    "check_in_open": FLAG,
    "stages": list_of(STAGE, minItems=1, maxItems=MOST_STAGES),
    "organisers": list_of(ORGANISER, minItems=1),
    "created_at": TIME,
    "started_at": NULLABLE_TIME,
    "finished_at": NULLABLE_TIME,
}
_LISTED: Final = Component("ListedTournament", shape(_FIELDS))
_YOU: Final = Component(
    "TournamentYou",
    shape(
        {"role": nullable(ROLE), "entrant": nullable(ENTRANT)},
        description="What the caller is in it; null without a token.",
    ),
)
TOURNAMENT: Final = Component("Tournament", shape({**_FIELDS, "you": nullable(_YOU)}))

_ASKED_REGISTRATION: Final = Component(
    "AskedRegistration",
    body(
        {},
        optional={
            "cap": {
                **nullable(number(2, MOST_ENTRANTS)),
                "default": None,
                "description": f"Places; null for as many as come, up to {MOST_ENTRANTS}.",
            },
            "check_in": {**FLAG, "default": False},
            "opens_at": {**NULLABLE_TIME, "default": None},
            "closes_at": {**NULLABLE_TIME, "default": None},
            "kinds": {**_KINDS, "description": "Who may enter; every kind if absent."},
        },
    ),
)
ASKED_TOURNAMENT: Final = Component(
    "AskedTournament",
    body(
        {
            "name": text(minLength=1, maxLength=100, pattern=r"\S"),
            "stages": list_of(ASKED_STAGE, minItems=1, maxItems=MOST_STAGES),
        },
        optional={
            "ruleset": ASKED_RULESET,
            "rated": {**FLAG, "default": False},
            "clock": ASKED_CLOCK,
            "deals": {**_DEALS, "default": Tournament.Deals.INDEPENDENT.value},
            "advance": {**_ADVANCE, "default": Tournament.Advance.AUTOMATIC.value},
            "no_show_seconds": {
                **number(0, 86_400, "Who has not joined so long after a round began forfeits."),
                "default": 300,
            },
            "start_at": {**NULLABLE_TIME, "default": None},
            "seed": text(
                "Draws every lot; drawn itself if absent.",
                minLength=1,
                maxLength=200,
                pattern=r"\S",
            ),
            "registration": _ASKED_REGISTRATION,
        },
    ),
)

_STATUS_FILTER: Final = replace(
    parameter("status", "query", "Only tournaments of a status.", STATUS),
    name="tournament_status",
)

LIST_TOURNAMENTS: Final = Operation(
    id="listTournaments",
    tag=TAG,
    summary="List tournaments, the newest first",
    description="Drafts are listed for their organisers alone.",
    parameters=(*PAGES, _STATUS_FILTER),
    answers={
        200: Answer(
            "A page of tournaments.",
            page_of(_LISTED),
            exported="Every tournament, a `ListedTournament` a line; no `limit` and no `cursor`.",
        )
    },
)
CREATE_TOURNAMENT: Final = Operation(
    id="createTournament",
    tag=TAG,
    summary="Make a tournament: a draft that the caller owns",
    caller=Caller.KNOWN,
    scopes=("organise",),
    body=ASKED_TOURNAMENT,
    answers={201: Answer("The tournament.", TOURNAMENT, (LOCATION,))},
    refusals=("invalid", "ruleset_unavailable"),
    is_repeatable=True,
)
SHOW_TOURNAMENT: Final = Operation(
    id="getTournament",
    tag=TAG,
    summary="Return a tournament as the caller may see it",
    answers={200: Answer("The tournament.", TOURNAMENT)},
    refusals=("not_found",),
)
