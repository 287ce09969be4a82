"""Games: as lists hold them, as a viewer sees them, and how they are opened."""

from typing import Final

from dosleague.api.schema.operations import (
    ETAG,
    LOCATION,
    PAGES,
    Answer,
    Caller,
    Operation,
    parameter,
)
from dosleague.api.schema.shapes import (
    FLAG,
    HASH,
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
from games.api.limits import MAX_BANK_SECONDS, MAX_BOT_DELAY_MS, MAX_TIMEOUTS, MAX_TURN_SECONDS
from games.api.schema.cards import FACE, FACES, LEGAL_ACTIONS, MATCHED, SEAT
from games.api.schema.players import SEATED_PLAYER
from games.api.schema.rulesets import ASKED_RULESET, RULESET
from games.engine.deal import ENTROPY_MAX_BYTES
from games.engine.phases import Phase
from games.engine.play import MAX_SEATS, MIN_SEATS
from games.models import Game

_TAG: Final = "games"
_STATUS: Final = Component("GameStatus", text(enum=list(Game.Status.values)))
PLAYER_FILTER: Final = parameter("player", "query", "Only games of a player.", ID)
TOURNAMENT_FILTER: Final = parameter("tournament", "query", "Only games of a tournament.", ID)
_STATUS_FILTER: Final = parameter("status", "query", "Only games of a status.", _STATUS)
ENTROPY: Final = text(
    f"At most {ENTROPY_MAX_BYTES} bytes of UTF-8 that go into the shuffles; the server's if empty.",
    maxLength=ENTROPY_MAX_BYTES,
    default="",
)

RESULT: Final = Component(
    "GameResult",
    shape(
        {
            "winner": nullable(SEAT),
            "scores": list_of(number(), minItems=MIN_SEATS, maxItems=MAX_SEATS),
            "places": nullable(list_of(number(1, MAX_SEATS))),
            "ended": text(enum=["target", "one_round", "leave", "limit", "stopped", "abort"]),
        },
        description="Scores and places are by seat; places are null after an abort.",
    ),
)
CLOCK: Final = Component(
    "Clock", shape({"turn_seconds": number(), "bank_seconds": number(), "max_timeouts": number()})
)
_SEAT_FIELDS: Final[dict[str, Schema]] = {
    "seat": SEAT,
    "player": nullable(SEATED_PLAYER),
    "reserved_for": nullable(SEATED_PLAYER),
    "left": FLAG,
    "timeouts": number(),
    "bank_seconds": number(),
    "entropy": NULLABLE_TEXT,
}
_LISTED_SEAT: Final = Component("ListedSeat", shape(_SEAT_FIELDS))
_SEAT: Final = Component(
    "Seat",
    shape({**_SEAT_FIELDS, "score": number(), "cards": number(), "owes_call": FLAG}),
)
_ONCE_OVER: Final[dict[str, Schema]] = {
    "digest": {**nullable(HASH), "description": "The record's; null where there is none."},
    "secret": HASH,
}


def _game_fields(seat: Component) -> dict[str, Schema]:
    return {
        "id": ID,
        "status": _STATUS,
        "version": number(),
        "ruleset": RULESET,
        "rated": FLAG,
        "private": FLAG,
        "clock": nullable(CLOCK),
        "bot_delay_ms": number(),
        "commitment": HASH,
        "created_at": TIME,
        "started_at": NULLABLE_TIME,
        "finished_at": NULLABLE_TIME,
        "tournament": nullable(ID),
        "seats": list_of(seat, minItems=MIN_SEATS, maxItems=MAX_SEATS),
        "result": nullable(RESULT),
    }


LISTED_GAME: Final = Component("ListedGame", shape(_game_fields(_LISTED_SEAT), optional=_ONCE_OVER))
_ROUND: Final = Component(
    "Round",
    shape(
        {
            "number": number(1),
            "dealer": SEAT,
            "turn": SEAT,
            "turn_number": number(1),
            "phase": text(enum=[phase.value for phase in Phase]),
            "centre": FACES,
            "matched": list_of(MATCHED),
            "draw_pile": number(),
            "discard_pile": number(),
            "deadline": NULLABLE_TIME,
        },
        description="`centre` leaves out what was matched in the open turn.",
    ),
)
_YOU: Final = Component(
    "You",
    shape(
        {
            "seat": SEAT,
            "hand": FACES,
            "drawn": nullable(FACE),
            "bonus_lay_downs": number(),
            "legal_actions": LEGAL_ACTIONS,
        },
        description="What only the caller sees; any of its legal actions can be sent as it is.",
    ),
)
GAME: Final = Component(
    "Game",
    shape(
        {**_game_fields(_SEAT), "round": nullable(_ROUND), "you": nullable(_YOU)},
        optional=_ONCE_OVER,
        description="A game as the caller may see it; `you` is null for a spectator.",
    ),
)

_ASKED_SEAT: Final = Component(
    "AskedSeat",
    {
        "oneOf": [
            body({"kind": text(const="me")}, description="The caller sits here."),
            body({"kind": text(const="bot"), "bot": text("Its name, of `GET /bots`.")}),
            body({"kind": text(const="open")}, description="Whoever joins first."),
            body({"kind": text(const="player"), "player": ID}, description="Reserved."),
        ]
    },
)
ASKED_CLOCK: Final = Component(
    "AskedClock",
    body(
        {"turn_seconds": number(5, MAX_TURN_SECONDS, "For a whole turn.")},
        optional={
            "bank_seconds": {
                **number(0, MAX_BANK_SECONDS, "For the whole game, once a turn's time is over."),
                "default": 0,
            },
            "max_timeouts": {
                **number(1, MAX_TIMEOUTS, "After so many the seat has left."),
                "default": 3,
            },
        },
    ),
)
_ASKED_GAME: Final = Component(
    "AskedGame",
    body(
        {"seats": list_of(_ASKED_SEAT, minItems=MIN_SEATS, maxItems=MAX_SEATS)},
        optional={
            "ruleset": ASKED_RULESET,
            "clock": {**nullable(ASKED_CLOCK), "default": None},
            "rated": {**FLAG, "default": False},
            "private": {**FLAG, "default": False},
            "bot_delay_ms": {**number(0, MAX_BOT_DELAY_MS), "default": 0},
            "entropy": {**ENTROPY, "description": "Of the caller's seat, so it needs one."},
        },
    ),
)
_JOIN: Final = Component("Join", body({}, optional={"entropy": ENTROPY}))
_LEAVE: Final = Component("Leave", body({}, description="No field."))

_SEEN: Final = Answer("The game as the caller may see it.", GAME, (ETAG,))

LIST_GAMES: Final = Operation(
    id="listGames",
    tag=_TAG,
    summary="List games, the newest first",
    parameters=(*PAGES, _STATUS_FILTER, PLAYER_FILTER, TOURNAMENT_FILTER),
    answers={
        200: Answer(
            "A page of games.",
            page_of(LISTED_GAME),
            exported="Every game, a `ListedGame` a line; no `limit` and no `cursor`.",
        )
    },
)
OPEN_GAME: Final = Operation(
    id="createGame",
    tag=_TAG,
    summary="Open a game; it starts at once where every seat is taken",
    description="The scope `organise` is for a game of bots alone, `play` for any other.",
    caller=Caller.KNOWN,
    scopes=("play", "organise"),
    body=_ASKED_GAME,
    answers={
        201: Answer("The game as the caller may see it.", GAME, (ETAG, LOCATION)),
    },
    refusals=("already_seated", "too_many_games", "invalid", "ruleset_unavailable"),
    is_repeatable=True,
)
SHOW_GAME: Final = Operation(
    id="getGame",
    tag=_TAG,
    summary="Return a game as the caller may see it",
    answers={200: _SEEN},
    refusals=("not_found",),
)
JOIN_GAME: Final = Operation(
    id="joinGame",
    tag=_TAG,
    summary="Sit down on the seat reserved for the caller, or on the first open one",
    caller=Caller.KNOWN,
    scopes=("play",),
    body=_JOIN,
    body_required=False,
    answers={200: _SEEN},
    refusals=(
        *("not_found", "already_seated", "game_full", "game_not_open", "too_many_games"),
        "invalid",
    ),
    is_repeatable=True,
)
LEAVE_GAME: Final = Operation(
    id="leaveGame",
    tag=_TAG,
    summary="Give the seat back or decline it while the game is open; resign while it runs",
    caller=Caller.KNOWN,
    scopes=("play",),
    body=_LEAVE,
    body_required=False,
    answers={200: _SEEN},
    refusals=("not_found", "not_seated", "game_not_running"),
    is_repeatable=True,
)
