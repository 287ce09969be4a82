"""The formats of a stage, and the options of each. Pure tables: code, schema and guide use them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from tournaments.standings.points import EMA_POINTS, PLACE_POINTS, WINNER_POINTS
from tournaments.standings.tie_breaks import DEFAULT_ORDERS


@dataclass(frozen=True, slots=True)
class Whole:
    """An option that is a whole number from `low` to `high`, or null where that is the default.

    `odd` asks for an odd one.
    """

    low: int
    high: int
    default: int | None
    odd: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """An option that is one of some words."""

    words: tuple[str, ...]
    default: str


@dataclass(frozen=True, slots=True)
class Flag:
    """An option that is true or false."""

    default: bool


Option: TypeAlias = Whole | Word | Flag


@dataclass(frozen=True, slots=True)
class Format:
    """A way to hold a stage.

    `options` are its own by name. `has_groups` says that the field may be divided; a knockout has
    no groups and no tie-breaks, and is a last stage. `tie_breaks` is the order by default.
    """

    code: str
    options: Mapping[str, Option]
    most_entrants: int | None = None

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        return DEFAULT_ORDERS.get(self.code, ())

    @property
    def is_knockout(self) -> bool:
        return self.code not in DEFAULT_ORDERS

    @property
    def largest_table(self) -> int:
        """How many sit at the largest table."""
        size = self.options["table_size"]
        assert isinstance(size, Whole)
        return size.high


NEUTRAL: Final[Mapping[str, Any]] = {"rounds": None, "best_of": 1, "groups": 1, "tie_breaks": []}
"""What a stage may say of options that its format has not, so that all can be asked for alike."""

MOST_ROUNDS: Final = 50
MOST_GROUPS: Final = 64
MOST_STAGES: Final = 4
MOST_ADVANCING: Final = 256
DUTCH_MOST: Final = 128
"""What `pairing.swiss_dutch` pairs."""
TABLES_MOST: Final = 24
"""What `pairing.designs` has a schedule for."""

_OF_TWO: Final[Mapping[str, Option]] = {
    "table_size": Whole(2, 2, 2),
    "best_of": Whole(1, 9, 1, odd=True),
}
_OF_SEVERAL: Final[Mapping[str, Option]] = {
    "table_size": Whole(3, 4, 4),
    "two_player_tables": Flag(default=True),
    "points": Word((PLACE_POINTS.code, WINNER_POINTS.code, EMA_POINTS.code), PLACE_POINTS.code),
}
_GROUPS: Final[Mapping[str, Option]] = {"groups": Whole(1, MOST_GROUPS, 1)}
_ROUNDS: Final[Mapping[str, Option]] = {"rounds": Whole(1, MOST_ROUNDS, None)}
_DRAW: Final = Word(("seeded", "random", "groups_apart"), "seeded")

FORMATS: Final[Mapping[str, Format]] = {
    one.code: one
    for one in (
        Format(
            "single_elimination",
            {
                **_OF_TWO,
                "draw": _DRAW,
                "bronze": Flag(default=False),
                "placement_games": Flag(default=False),
            },
        ),
        Format(
            "double_elimination",
            {
                **_OF_TWO,
                "draw": _DRAW,
                "grand_final": Word(("reset", "single", "advantage"), "reset"),
            },
        ),
        Format("round_robin", {**_OF_TWO, **_GROUPS, "cycles": Whole(1, 4, 1)}),
        Format("swiss_match", {**_OF_TWO, **_GROUPS, **_ROUNDS}),
        Format("swiss_dutch", {**_OF_TWO, **_GROUPS, **_ROUNDS}, most_entrants=DUTCH_MOST),
        Format(
            "pods", {**_OF_SEVERAL, **_GROUPS, **_ROUNDS, "power_last_round": Flag(default=False)}
        ),
        Format(
            "round_robin_tables",
            {
                "table_size": Whole(4, 4, 4),
                "points": _OF_SEVERAL["points"],
                **_GROUPS,
                **_ROUNDS,
            },
            most_entrants=TABLES_MOST,
        ),
        Format(
            "knockout_tables",
            {
                "table_size": Whole(4, 4, 4),
                "draw": _DRAW,
                "of_four": Whole(1, 3, 2),
                "of_three": Whole(1, 2, 2),
                "replay_ties": Flag(default=False),
            },
        ),
    )
}
"""Every format by its code."""


def defaults(found: Format) -> dict[str, Any]:
    """Return the options of a format as they are unless told otherwise.

    >>> defaults(FORMATS["round_robin"])
    {'table_size': 2, 'best_of': 1, 'groups': 1, 'cycles': 1}
    """
    return {name: option.default for name, option in found.options.items()}
