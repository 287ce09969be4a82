"""Why an entrant stands where it stands: each step with what it is made of."""

from dataclasses import dataclass

from tournaments.standings.ranking import Row, Standings
from tournaments.standings.reckoning import Part, shown


class NotInStandings(LookupError):
    """The table does not list the entrant."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """A part of a value: from which round and opponent, how many points, and why.

    `why` and `fate` are codes (`Why`, `Fate`); `cut` (`Cut`) says why a part does not count, None
    where it does. `opponent` is None where there was none, and at larger tables for parts that are
    of no single opponent.
    """

    round: int | None
    opponent: int | None
    points: float
    why: str
    fate: str | None
    cut: str | None


@dataclass(frozen=True, slots=True)
class StepExplained:
    """A step of the ranking for one entrant.

    `tied_with` are the others whom all steps before left equal with it; `ahead` and `behind` those
    of them that this step places before and after it.
    """

    code: str
    name: str
    provisional: bool
    value: float | None
    tied_with: tuple[int, ...]
    ahead: tuple[int, ...]
    behind: tuple[int, ...]
    contributions: tuple[Contribution, ...]


@dataclass(frozen=True, slots=True)
class RankExplained:
    """An entrant's rank and all steps that lead to it, in order."""

    entrant: int
    rank: int
    decided_by: str | None
    after_round: int
    provisional: bool
    steps: tuple[StepExplained, ...]


def explain_rank(table: Standings, entrant: int) -> RankExplained:
    """Return how the rank of an entrant comes about. Raises NotInStandings.

    The contributions that are not cut make up the value: its sum, or in `share` and
    `opponents_percentage` its mean; in `direct_encounter` they are the results against the tied,
    and the value is how many of these it is ahead of.
    """
    rows = {row.entrant: row for row in table.rows}
    if entrant not in rows:
        raise NotInStandings(f"the standings do not list entrant {entrant}")
    row = rows[entrant]
    return RankExplained(
        entrant,
        row.rank,
        row.decided_by,
        table.after_round,
        table.provisional,
        tuple(
            _step(rows, row, column.code, column.name, provisional=column.provisional)
            for column in table.columns
        ),
    )


def _step(
    rows: dict[int, Row], row: Row, code: str, name: str, *, provisional: bool
) -> StepExplained:
    own = row.steps[code]
    others = {other: rows[other].steps[code].value or 0 for other in row.tied[code]}
    value = others.pop(row.entrant)
    return StepExplained(
        code,
        name,
        provisional,
        None if own.value is None else shown(own.value),
        tuple(others),
        tuple(other for other, theirs in others.items() if theirs > value),
        tuple(other for other, theirs in others.items() if theirs < value),
        tuple(_contribution(part) for part in own.parts),
    )


def _contribution(part: Part) -> Contribution:
    return Contribution(
        part.round,
        part.opponent,
        shown(part.amount),
        part.why.value,
        None if part.fate is None else part.fate.value,
        None if part.cut is None else part.cut.value,
    )
