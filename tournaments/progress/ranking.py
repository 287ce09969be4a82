"""Who stands where in a group, whatever its format."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tournaments.progress import brackets
from tournaments.progress.group import Group
from tournaments.progress.next_round import schedule
from tournaments.standings.ranking import Column, Standings, standings
from tournaments.standings.withdrawal import counted_results
from tournaments.values import ResultKind, TableResult

PLACE: Final = "place"
WON_MATCHES: Final = "wins"
KNOCKOUTS: Final = frozenset({"single_elimination", "double_elimination", "knockout_tables"})
ROUND_ROBINS: Final = frozenset({"round_robin", "round_robin_tables"})


@dataclass(frozen=True, slots=True)
class RankRow:
    """An entrant's rank, what it is made of, and the step that parts it from the row above."""

    rank: int
    entrant: int
    values: Mapping[str, float | None]
    decided_by: str | None


@dataclass(frozen=True, slots=True)
class Ranking:
    """A group's table after a round of the stage.

    `table` has how each value comes about, None for a knockout. `left` are those whose results a
    round robin has struck out for withdrawing early; they stand behind all others.
    """

    after_round: int
    provisional: bool
    columns: tuple[Column, ...]
    rows: tuple[RankRow, ...]
    table: Standings | None = None
    left: tuple[int, ...] = ()


def ranking(
    group: Group, after_round: int, *, playing: frozenset[int] = frozenset(), is_over: bool = False
) -> Ranking:
    """Return a group's table after a round of the stage.

    `playing` are the entrants whose table of that round is open, `is_over` says that no round
    follows: then no value is provisional. Raises UnfitResults and UnfitTieBreak where the results
    are not those of the format.
    """
    if group.format in KNOCKOUTS:
        return _of_knockout(group, after_round, playing=playing)
    results = [one for one in group.plain_results if one.round <= after_round]
    numbers = group.numbers
    left: tuple[int, ...] = ()
    if group.format == "round_robin" and group.away:
        counted = counted_results(results, group.numbers, group.away, _scheduled(group))
        results, numbers, left = list(counted.results), counted.entrants, counted.left
    rounds = after_round if is_over else max(group.rounds, after_round)
    table = standings(
        results,
        numbers,
        rounds,
        group.options["tie_breaks"],
        after_round=after_round,
        points=group.points,
        round_robin=group.format in ROUND_ROBINS,
        playing=playing & frozenset(numbers),
        seed=group.seed,
        stage=group.label,
    )
    rows = [RankRow(row.rank, row.entrant, row.values, row.decided_by) for row in table.rows]
    nothing: dict[str, float | None] = {column.code: None for column in table.columns}
    nothing["points"] = 0
    for at, entrant in enumerate(left):
        parts = "points" if at == 0 and numbers else None
        rows.append(RankRow(len(numbers) + 1, entrant, nothing, parts))
    return Ranking(after_round, table.provisional, table.columns, tuple(rows), table, left)


def _scheduled(group: Group) -> int:
    """Return how many games each entrant of a round robin was to play."""
    games = Counter(
        number
        for pairing in schedule(group)
        for table in pairing.tables
        if not table.bye
        for number in table.entrants
    )
    return max(games.values(), default=0)


def _of_knockout(group: Group, after_round: int, *, playing: frozenset[int]) -> Ranking:
    """Return places: shared by those who are out in the same round, and by all who are still in."""
    places = brackets.places(group)
    won = Counter(
        winner
        for one in group.results
        if one.result.kind is not ResultKind.BYE
        for winner in _winners(one.result)
    )
    order = sorted(group.numbers, key=lambda number: (places.get(number, (1, 1))[0], number))
    rows = []
    above: int | None = None
    for number in order:
        place = places[number][0] if number in places else 1
        decided = None if above in {None, place} else PLACE
        rows.append(RankRow(place, number, {PLACE: place, WON_MATCHES: won[number]}, decided))
        above = place
    provisional = len(places) < group.size
    columns = (Column(PLACE, "Place", provisional), Column(WON_MATCHES, "Wins", provisional))
    return Ranking(after_round, provisional or bool(playing), columns, tuple(rows))


def _winners(result: TableResult) -> tuple[int, ...]:
    if not result.places:
        return ()
    return tuple(e for e, place in zip(result.entrants, result.places, strict=True) if place == 1)
