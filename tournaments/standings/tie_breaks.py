"""The tie-breaks by code: name, function, and the order each format uses by default."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from tournaments.standings import encounters, opponents, tables
from tournaments.standings.reckoning import Reckoning
from tournaments.standings.scorebook import Scorebook

Rule = Callable[[Scorebook, int, frozenset[int]], Reckoning]
"""From the results, an entrant, and all it is still tied with (itself included), its value."""


class UnfitTieBreak(ValueError):
    """A tie-break is unknown, named twice, or not made for tables of this size."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A step of the ranking: of the entrants still tied, who has more is ahead.

    `from_opponents` marks FIDE's type C: it depends on the opponents' final scores, so it is
    provisional before the last round. `within_ties` marks one that is asked only of the tied.
    """

    code: str
    name: str
    rule: Rule
    from_opponents: bool = False
    within_ties: bool = False
    two_players_only: bool = False


POINTS: Final = "points"
LOT: Final = "lot"

TIE_BREAKS: Final[Mapping[str, TieBreak]] = {
    tie_break.code: tie_break
    for tie_break in (
        TieBreak(POINTS, "Points", tables.points),
        TieBreak(
            "buchholz",
            "Buchholz",
            opponents.buchholz,
            from_opponents=True,
            two_players_only=True,
        ),
        TieBreak(
            "buchholz_cut_1",
            "Buchholz Cut-1",
            opponents.buchholz_cut_1,
            from_opponents=True,
            two_players_only=True,
        ),
        TieBreak(
            "median_buchholz",
            "Median Buchholz",
            opponents.median_buchholz,
            from_opponents=True,
            two_players_only=True,
        ),
        TieBreak(
            "sonneborn_berger",
            "Sonneborn-Berger",
            opponents.sonneborn_berger,
            from_opponents=True,
            two_players_only=True,
        ),
        TieBreak(
            "direct_encounter", "Direct encounter", encounters.direct_encounter, within_ties=True
        ),
        TieBreak("wins", "Wins", tables.wins),
        TieBreak("wins_played", "Wins at the table", tables.table_wins),
        TieBreak("progressive", "Progressive score", tables.progressive),
        TieBreak("share", "Share of the points", tables.share),
        TieBreak("table_wins", "Tables won", tables.table_wins),
        TieBreak(
            "opponents_percentage",
            "Opponents' percentage",
            tables.opponents_percentage,
            from_opponents=True,
        ),
        TieBreak(LOT, "Lot", tables.drawn_lot),
    )
}

SWISS: Final = (
    POINTS,
    "buchholz_cut_1",
    "buchholz",
    "sonneborn_berger",
    "direct_encounter",
    "wins_played",
    "share",
    LOT,
)
ROUND_ROBIN: Final = (
    POINTS,
    "direct_encounter",
    "wins_played",
    "sonneborn_berger",
    "share",
    LOT,
)
PODS: Final = (POINTS, "table_wins", "share", "opponents_percentage", LOT)

DEFAULT_ORDERS: Final[Mapping[str, tuple[str, ...]]] = {
    "swiss_match": SWISS,
    "swiss_dutch": SWISS,
    "round_robin": ROUND_ROBIN,
    "pods": PODS,
    "round_robin_tables": PODS,
}
"""The default order by format of a stage; knockouts are ranked by their brackets."""


def named_tie_breaks(codes: Iterable[str]) -> tuple[TieBreak, ...]:
    """Return the tie-breaks in this order, points first where they are not named.

    Raises UnfitTieBreak for an unknown code and for one named twice.

    >>> [step.name for step in named_tie_breaks(["share", "lot"])]
    ['Points', 'Share of the points', 'Lot']
    """
    codes = tuple(codes)
    for code in codes:
        if code not in TIE_BREAKS:
            raise UnfitTieBreak(
                f"there is no tie-break {code!r}; there are {', '.join(TIE_BREAKS)}"
            )
        if codes.count(code) > 1:
            raise UnfitTieBreak(f"the tie-break {code!r} is named twice")
    if POINTS not in codes:
        codes = (POINTS, *codes)
    return tuple(TIE_BREAKS[code] for code in codes)
