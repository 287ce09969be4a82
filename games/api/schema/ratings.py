"""Ratings: boards, histories, explanations and chances."""

from typing import Final

from dosleague.api.schema.operations import PAGES, Answer, Operation, parameter
from dosleague.api.schema.shapes import (
    FLAG,
    ID,
    TIME,
    Component,
    Schema,
    list_of,
    nullable,
    number,
    page_of,
    shape,
    text,
)
from games.api.schema.cards import SEAT
from games.api.schema.players import KIND, SEATED_PLAYER
from games.engine.play import MAX_SEATS, MIN_SEATS
from games.models import RatingHistory
from games.ratings.rating import BOARD_WITHIN, PROVISIONAL_BELOW
from games.selectors.explanations import RatingStatus

_TAG: Final = "ratings"
_MU: Final[Schema] = {
    "type": "number",
    "description": "What is believed of the skill; never rounded.",
}
_SIGMA: Final[Schema] = {"type": "number", "description": "How uncertain that is; never rounded."}
_PUBLIC: Final[Schema] = {
    "type": "integer",
    "description": "The number for people: 1500 + 40·(mu − 25), rounded.",
}
_RANGE: Final[Schema] = number(description="How far off it may well be, to either side: 40·sigma.")
_POOL: Final = text("`<ruleset>.all`, `.2p` or `.multi`; a custom ruleset's is `custom-<8 hex>`.")
_CHANCE: Final[Schema] = {"type": "number", "minimum": 0, "maximum": 1}
_KIND_FILTER: Final = parameter("kind", "query", "Only players of a kind; ranks are theirs.", KIND)
_AROUND: Final = parameter(
    "around",
    "query",
    "The part around the caller, who needs a token; without `cursor`, and with no next page.",
    text(enum=["me"]),
)
_PLACE: Final = number(1, MAX_SEATS)

_LINE: Final = Component(
    "LeaderboardLine",
    shape(
        {
            "rank": number(1),
            "player": SEATED_PLAYER,
            "rating": _PUBLIC,
            "range": _RANGE,
            "games": number(PROVISIONAL_BELOW),
            "mu": _MU,
            "sigma": _SIGMA,
        }
    ),
)
_RATING: Final = Component(
    "PlayerRating",
    shape(
        {
            "pool": _POOL,
            "rating": _PUBLIC,
            "range": _RANGE,
            "mu": _MU,
            "sigma": _SIGMA,
            "games": number(1),
            "provisional": {
                **FLAG,
                "description": f"Fewer than {PROVISIONAL_BELOW} rated games: shown with a `?`.",
            },
            "last_played_at": TIME,
        }
    ),
)
_TOLD: Final = Component(
    "RatingHistoryEntry",
    shape(
        {
            "game": ID,
            "at": TIME,
            "place": {
                **nullable(_PLACE),
                "description": "Null where the player had no seat in the game that caused it.",
            },
            "seats": number(MIN_SEATS, MAX_SEATS),
            "mu_before": _MU,
            "sigma_before": _SIGMA,
            "mu": _MU,
            "sigma": _SIGMA,
            "rating": _PUBLIC,
            "cause": text(enum=list(RatingHistory.Cause.values)),
        },
        description="`recalculated`: `game` came late, was voided, restored or corrected, and the "
        "rating that was told before became this one.",
    ),
)
_MEETINGS: Final = Component(
    "Meetings",
    shape(
        {
            "pool": _POOL,
            "games": number(1),
            "ahead": number(description="Games in which the player came in ahead of the other."),
            "level": number(),
            "behind": number(),
            "last_met_at": TIME,
        }
    ),
)
_HEAD_TO_HEAD: Final = Component(
    "HeadToHead",
    shape({"player": SEATED_PLAYER, "other": SEATED_PLAYER, "items": list_of(_MEETINGS)}),
)
_OPPONENT: Final = Component(
    "RatedOpponent",
    shape({"seat": SEAT, "place": _PLACE, "mu_before": _MU, "sigma_at_start": _SIGMA}),
)
_ANNOUNCED: Final = Component(
    "AnnouncedRating",
    shape(
        {
            "mu_before": _MU,
            "sigma_before": _SIGMA,
            "mu": _MU,
            "sigma": _SIGMA,
            "rating": _PUBLIC,
        },
        description="What was told when the game was rated; a replay may have changed it since.",
    ),
)
_CHANGE: Final = Component(
    "RatingChange",
    shape(
        {
            "seat": SEAT,
            "player": SEATED_PLAYER,
            "place": _PLACE,
            "expected_place": {
                "type": "number",
                "minimum": 1,
                "maximum": MAX_SEATS,
                "description": "1, and each opponent's chance to come in ahead.",
            },
            "win_chance": _CHANCE,
            "mu_before": _MU,
            "sigma_before": _SIGMA,
            "sigma_at_start": {
                "type": "number",
                "description": "`sigma_before`, grown by idleness.",
            },
            "rating_before": _PUBLIC,
            "mu": _MU,
            "sigma": _SIGMA,
            "rating": _PUBLIC,
            "range": _RANGE,
            "games": {**nullable(number(1)), "description": "This one included."},
            "opponents": list_of(_OPPONENT, minItems=1, maxItems=MAX_SEATS - 1),
            "announced": nullable(_ANNOUNCED),
        }
    ),
)
_GAME_RATINGS: Final = Component(
    "GameRatings",
    shape(
        {
            "game": ID,
            "status": text(
                "A voided game counts for nothing: its items are what was told once.",
                enum=[status.value for status in RatingStatus],
            ),
            "items": list_of(
                shape(
                    {
                        "pool": _POOL,
                        "seats": list_of(_CHANGE, minItems=MIN_SEATS, maxItems=MAX_SEATS),
                    }
                )
            ),
        }
    ),
)
_SEAT_CHANCE: Final = Component(
    "SeatChance",
    shape(
        {
            "seat": SEAT,
            "player": nullable(SEATED_PLAYER),
            "chance": _CHANCE,
            "per_cent": number(0, 100, "For people: in steps of five."),
            "rating": _PUBLIC,
            "range": _RANGE,
            "provisional": FLAG,
        },
        description="An open seat, whose player is null, counts as a newcomer's.",
    ),
)
_WIN_CHANCE: Final = Component(
    "WinChance",
    shape(
        {
            "game": ID,
            "pool": _POOL,
            "items": list_of(_SEAT_CHANCE, minItems=MIN_SEATS, maxItems=MAX_SEATS),
        }
    ),
)

LEADERBOARD: Final = Operation(
    id="getLeaderboard",
    tag=_TAG,
    summary="List who stands on a pool's leaderboard, the best first",
    description=f"Who has played {PROVISIONAL_BELOW} rated games and one within "
    f"{BOARD_WITHIN.days} days, by rating, then less uncertainty, then more games.",
    parameters=(*PAGES, _KIND_FILTER, _AROUND),
    answers={200: Answer("A page of the board.", page_of(_LINE))},
    refusals=("not_found",),
)
PLAYER_RATINGS: Final = Operation(
    id="listPlayerRatings",
    tag=_TAG,
    summary="List a player's ratings by pool",
    parameters=PAGES,
    answers={200: Answer("A page of ratings.", page_of(_RATING))},
    refusals=("not_found",),
)
RATING_HISTORY: Final = Operation(
    id="listRatingHistory",
    tag=_TAG,
    summary="List what a player was told of the rating in a pool, the first told first",
    description="Nothing told is ever rewritten: a recalculation is an entry of its own.",
    parameters=PAGES,
    answers={200: Answer("A page of the history.", page_of(_TOLD))},
    refusals=("not_found",),
)
HEAD_TO_HEAD: Final = Operation(
    id="getHeadToHead",
    tag=_TAG,
    summary="Return how a player fared against another in rated games that count",
    answers={200: Answer("Their meetings by pool.", _HEAD_TO_HEAD)},
    refusals=("not_found",),
)
GAME_RATINGS: Final = Operation(
    id="getGameRatings",
    tag=_TAG,
    summary="Return what a game did to ratings, and why",
    answers={200: Answer("Each seat's change in each pool.", _GAME_RATINGS)},
    refusals=("not_found",),
)
WIN_CHANCE: Final = Operation(
    id="getWinChance",
    tag=_TAG,
    summary="Return each seat's chance to win, from ratings alone",
    description="Before and during play by the ratings of now; once the game is rated, by those "
    "before it.",
    answers={200: Answer("Each seat's chance.", _WIN_CHANCE)},
    refusals=("not_found",),
)
