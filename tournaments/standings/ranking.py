"""Who stands where: points first, then each tie-break among those still tied."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.standings.points import MATCH_POINTS, PointSystem
from tournaments.standings.reckoning import Number, Reckoning, shown
from tournaments.standings.scorebook import Scorebook
from tournaments.standings.tie_breaks import TieBreak, UnfitTieBreak, named_tie_breaks
from tournaments.values import TableResult


@dataclass(frozen=True, slots=True)
class Column:
    """A step of the ranking; `provisional` where later rounds may change it without a game."""

    code: str
    name: str
    provisional: bool


@dataclass(frozen=True, slots=True)
class Row:
    """An entrant's line: the rank (shared where nothing parts), and each step's reckoning.

    `decided_by` is the code of the step that parts the row from the one above; None in the first
    row and where nothing parts the two. `tied` has, for each step, the entrants that all steps
    before it left equal with this one, itself included.
    """

    rank: int
    entrant: int
    decided_by: str | None
    steps: Mapping[str, Reckoning]
    tied: Mapping[str, tuple[int, ...]]

    @property
    def values(self) -> dict[str, float | None]:
        """The value of each step by its code, as people are shown it; the more the better."""
        return {
            code: None if step.value is None else shown(step.value)
            for code, step in self.steps.items()
        }


@dataclass(frozen=True, slots=True)
class Standings:
    """The table after a round; `provisional` where a column is, or a table is still open."""

    after_round: int
    provisional: bool
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


def standings(
    results: Sequence[TableResult],
    entrants: Collection[int],
    rounds: int,
    tie_breaks: Iterable[str],
    *,
    after_round: int | None = None,
    points: PointSystem = MATCH_POINTS,
    round_robin: bool = False,
    playing: Collection[int] = (),
    seed: str = "",
    stage: object = 1,
) -> Standings:
    """Return the standings of a stage after a round (by default the last that has a result).

    `entrants` are all start numbers that the table lists, withdrawn ones too; `rounds` how many
    rounds the stage is to have; `tie_breaks` codes in order, the lot only where named. `playing`
    are entrants whose table of the last round is still open: it does not count yet. In a
    `round_robin` forfeits count as games and free rounds as nothing. The same results in any order
    give the same table. Raises UnfitResults and UnfitTieBreak.

    >>> from tournaments.values import ResultKind
    >>> game = TableResult(1, (1, 2), ResultKind.PLAYED, (2, 1), (0.0, 1.0), (150, 205))
    >>> table = standings([game], [1, 2], 1, ["share"])
    >>> [(row.rank, row.entrant, row.decided_by) for row in table.rows]
    [(1, 2, None), (2, 1, 'points')]
    """
    order = named_tie_breaks(tie_breaks)
    last = max((result.round for result in results), default=0)
    after = min(last, rounds) if after_round is None else after_round
    book = Scorebook(
        results,
        entrants,
        rounds=rounds,
        after_round=after,
        points=points,
        round_robin=round_robin,
        playing=playing,
        seed=seed,
        stage=stage,
    )
    _check_tables(book, order)
    is_open = after < rounds or bool(playing)
    columns = tuple(
        Column(step.code, step.name, provisional=is_open and step.from_opponents) for step in order
    )
    provisional = bool(playing) or any(column.provisional for column in columns)
    return Standings(after, provisional, columns, tuple(_rows(book, order)))


def _check_tables(book: Scorebook, order: Iterable[TieBreak]) -> None:
    most = max(
        (len(entry.opponents) for one in book.entrants for entry in book.entries(one)), default=0
    )
    for step in order:
        if step.two_players_only and most > 1:
            raise UnfitTieBreak(
                f"{step.name} is for tables of two, and a table here has {most + 1}"
            )


def _rows(book: Scorebook, order: Sequence[TieBreak]) -> Iterator[Row]:
    groups: list[tuple[int, ...]] = [book.entrants] if book.entrants else []
    steps: dict[int, dict[str, Reckoning]] = {entrant: {} for entrant in book.entrants}
    tied: dict[int, dict[str, tuple[int, ...]]] = {entrant: {} for entrant in book.entrants}
    for step in order:
        parted: list[tuple[int, ...]] = []
        for group in groups:
            together = frozenset(group)
            reckoned = {entrant: step.rule(book, entrant, together) for entrant in group}
            for entrant, reckoning in reckoned.items():
                steps[entrant][step.code] = reckoning
                tied[entrant][step.code] = group
            parted.extend(_parted(group, reckoned))
        groups = parted
    rank = 1
    above: Mapping[str, Reckoning] | None = None
    for group in groups:
        for entrant in group:
            own = steps[entrant]
            yield Row(rank, entrant, _parting_step(above, own), own, tied[entrant])
            above = own
        rank += len(group)


def _parted(group: tuple[int, ...], reckoned: Mapping[int, Reckoning]) -> Iterable[tuple[int, ...]]:
    """Return a group in subgroups of equal value, the highest first, by number inside."""
    if len(group) == 1:
        return [group]

    def value(entrant: int) -> Number:
        return reckoned[entrant].value or 0

    ordered = sorted(group, key=lambda entrant: (-value(entrant), entrant))
    return [tuple(equals) for _, equals in groupby(ordered, key=value)]


def _parting_step(
    above: Mapping[str, Reckoning] | None, own: Mapping[str, Reckoning]
) -> str | None:
    if above is None:
        return None
    return next((code for code in own if own[code].value != above[code].value), None)
