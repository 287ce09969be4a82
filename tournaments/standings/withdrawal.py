"""Withdrawals from a round robin: whose results leave the table.

FIDE practice: who has played fewer than half of the scheduled games has all results taken out of
the table (they stay for the rating); otherwise they stand, and the remaining games are forfeits.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from tournaments.values import TableResult


class CountedResults(NamedTuple):
    """The results and entrants that the table keeps, and the entrants that left it."""

    results: tuple[TableResult, ...]
    entrants: tuple[int, ...]
    left: tuple[int, ...]


def leaves_table(results: Iterable[TableResult], entrant: int, scheduled: int) -> bool:
    """Whether an entrant who withdrew had played fewer than half of its `scheduled` games."""
    played = sum(result.was_played and entrant in result.entrants for result in results)
    return 2 * played < scheduled


def counted_results(
    results: Collection[TableResult],
    entrants: Iterable[int],
    withdrawn: Collection[int],
    scheduled: int,
) -> CountedResults:
    """Return what a round robin's table counts after withdrawals.

    `scheduled` is how many games each entrant was to play. All is judged by the results as they
    came, so that one withdrawal does not bring about another.

    >>> from tournaments.values import ResultKind
    >>> game = TableResult(1, (1, 4), ResultKind.PLAYED, (1, 2), (1.0, 0.0), (200, 90))
    >>> counted_results([game], [1, 2, 3, 4], withdrawn=[4], scheduled=3)
    CountedResults(results=(), entrants=(1, 2, 3), left=(4,))
    """
    left = {entrant for entrant in withdrawn if leaves_table(results, entrant, scheduled)}
    return CountedResults(
        tuple(result for result in results if left.isdisjoint(result.entrants)),
        tuple(sorted(set(entrants) - left)),
        tuple(sorted(left)),
    )
