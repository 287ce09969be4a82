"""Everyone meets everyone at tables of two: Berger's tables, and what a withdrawal leaves."""

from collections.abc import Collection, Iterable, Sequence

from tournaments.pairing.seeding import BadEntrants, check_entrants
from tournaments.values import Pairing, ResultKind, Table, TableResult

Pair = tuple[int, int]


def berger_round(entrants: int, number: int) -> tuple[Pair, ...]:
    """Return round `number` (from 1) of the Berger table for an even number of entrants.

    With k = ((number - 1) * (n / 2) mod (n - 1)) + 1 the first pair is k with n, where k starts in
    odd rounds and n in even ones; then come the pairs (k + i, k - i), counted in a circle of
    1 .. n - 1. The first named starts.

    >>> berger_round(6, 2)
    ((6, 4), (5, 3), (1, 2))
    """
    circle = entrants - 1
    k = (number - 1) * (entrants // 2) % circle + 1
    others = ((k + i - 1) % circle + 1 for i in range(1, entrants // 2))
    opposite = ((k - i - 1) % circle + 1 for i in range(1, entrants // 2))
    first = (k, entrants) if number % 2 else (entrants, k)
    return (first, *zip(others, opposite, strict=True))


def round_robin(entrants: Sequence[int], *, cycles: int = 1) -> tuple[Pairing, ...]:
    """Return all rounds of a round robin for entrants in the order of their numbers in the table.

    n - 1 rounds for an even n. For an odd n there are n rounds; who would meet the missing one is
    free, shown as the bye of the round, and since everyone is free once it earns nothing. Every
    other cycle has the turns reversed.

    Raises `BadEntrants` for fewer than two entrants, one named twice, or no cycle.

    >>> [table.entrants for table in round_robin([4, 7, 9])[0].tables]
    [(7, 9), (4,)]
    """
    check_entrants(entrants)
    if cycles < 1:
        raise BadEntrants("A round robin has at least one cycle.")
    even = len(entrants) + len(entrants) % 2
    rounds = [berger_round(even, number) for number in range(1, even)]
    return tuple(
        _tables(entrants, [(b, a) if cycle % 2 else (a, b) for a, b in pairs])
        for cycle in range(cycles)
        for pairs in rounds
    )


def _tables(entrants: Sequence[int], pairs: Iterable[Pair]) -> Pairing:
    met = [tuple(entrants[at - 1] for at in pair if at <= len(entrants)) for pair in pairs]
    return Pairing(
        (
            *(Table(pair) for pair in met if len(pair) == 2),
            *(Table(free, bye=True) for free in met if len(free) == 1),
        )
    )


def results_after_withdrawals(
    schedule: Sequence[Pairing],
    results: Iterable[TableResult],
    withdrawn: Collection[int],
    *,
    win: float = 1.0,
) -> tuple[TableResult, ...]:
    """Return the results that count for the standing once these entrants have withdrawn.

    The practice of FIDE: whoever has played fewer than half of the scheduled games is taken out of
    the table, and all of that entrant's results become void (they stay with the ratings, which do
    not read this). Otherwise the results stay, and the games that remain are forfeited. Only games
    that were really played count towards the half.

    `schedule` are the rounds in order, `results` those known so far, in any order and on the old
    terms; games still to be played between others are left out. The answer is in the order of the
    schedule.
    """
    known = {(result.round, frozenset(result.entrants)): result for result in results}
    gone = _taken_out(schedule, known.values(), withdrawn)
    settled: list[TableResult] = []
    for number, pairing in enumerate(schedule, 1):
        for table in pairing.tables:
            result = known.get((number, frozenset(table.entrants)))
            if gone.intersection(table.entrants):
                result = TableResult(number, table.entrants, ResultKind.VOID)
            elif result is None and not table.bye:
                result = _forfeited(number, table, withdrawn, win)
            if result is not None:
                settled.append(result)
    return tuple(settled)


def _taken_out(
    schedule: Sequence[Pairing], results: Collection[TableResult], withdrawn: Collection[int]
) -> frozenset[int]:
    """Return the withdrawn entrants who have played fewer than half of their games."""

    def games(entrant: int) -> int:
        return sum(
            entrant in table.entrants
            for pairing in schedule
            for table in pairing.tables
            if not table.bye
        )

    def played(entrant: int) -> int:
        return sum(result.was_played and entrant in result.entrants for result in results)

    return frozenset(entrant for entrant in withdrawn if 2 * played(entrant) < games(entrant))


def _forfeited(
    number: int, table: Table, withdrawn: Collection[int], win: float
) -> TableResult | None:
    """Return the result of a game that cannot take place any more, None if it still can."""
    here = [entrant not in withdrawn for entrant in table.entrants]
    if all(here):
        return None
    if not any(here):
        return TableResult(number, table.entrants, ResultKind.DOUBLE_FORFEIT)
    return TableResult(
        number,
        table.entrants,
        ResultKind.FORFEIT,
        places=tuple(1 if present else 2 for present in here),
        points=tuple(win if present else 0.0 for present in here),
    )
