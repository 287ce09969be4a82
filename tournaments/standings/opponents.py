"""Tie-breaks of the opponents' scores: Buchholz, its cuts, and Sonneborn-Berger.

After FIDE's Tie-Break Regulations (Handbook C.07) as in force since 1 March 2026, for tables of
two. They are final only after the last round.
"""

from collections.abc import Sequence

from tournaments.standings.reckoning import Cut, Number, Part, Reckoning, Why, exact, total
from tournaments.standings.scorebook import Entry, Scorebook


def _dummy(book: Scorebook, entrant: int, entry: Entry) -> tuple[Number, Why]:
    """Return the score of the dummy that stands in for a game not played (C.07, 16.4).

    It is the own score, but no more than the adjusted score of an opponent missed by forfeit, and
    otherwise than half a win for each scheduled round.
    """
    own = book.score(entrant)
    if entry.opponents:
        cap, why = book.adjusted_score(entry.opponents[0]), Why.OPPONENT_CAP
    else:
        cap, why = exact(book.points.draw) * book.rounds, Why.ROUNDS_CAP
    return (cap, why) if cap < own else (own, Why.OWN_SCORE)


def opposition(book: Scorebook, entrant: int) -> list[tuple[Entry, Part]]:
    """Return an entrant's rounds, each with what it adds to the Buchholz."""
    parts = []
    for entry in book.entries(entrant):
        opponent = entry.opponents[0] if entry.opponents else None
        if opponent is not None and book.counts_as_game(entry):
            amount, why = book.adjusted_score(opponent), Why.OPPONENT_SCORE
        elif book.round_robin:
            continue
        else:
            amount, why = _dummy(book, entrant, entry)
        parts.append((entry, Part(entry.round, opponent, amount, why, entry.fate)))
    return parts


def _scores(book: Scorebook, entrant: int) -> list[Part]:
    return [part for _, part in opposition(book, entrant)]


def _is_voluntary(part: Part) -> bool:
    return part.fate is not None and part.fate.is_voluntary and part.why is not Why.OPPONENT_SCORE


def _without_lowest(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Cut the lowest part, or the lowest of the voluntary unplayed rounds where there are any.

    The earliest round goes where parts are equal.
    """
    voluntary = [part for part in parts if _is_voluntary(part)]
    lowest = min(voluntary or parts, key=lambda part: part.amount, default=None)
    cut = Cut.VOLUNTARY if voluntary else Cut.LOWEST
    return tuple(part._replace(cut=cut) if part is lowest else part for part in parts)


def _without_highest(parts: Sequence[Part]) -> tuple[Part, ...]:
    counted = [part for part in parts if part.cut is None]
    highest = max(counted, key=lambda part: part.amount, default=None)
    return tuple(part._replace(cut=Cut.HIGHEST) if part is highest else part for part in parts)


def buchholz(book: Scorebook, entrant: int, _tied: frozenset[int]) -> Reckoning:
    """Sum the adjusted scores of all opponents, dummies for rounds not played."""
    return total(_scores(book, entrant))


def buchholz_cut_1(book: Scorebook, entrant: int, _tied: frozenset[int]) -> Reckoning:
    """Buchholz without its lowest part; a voluntary unplayed round goes first."""
    return total(_without_lowest(_scores(book, entrant)))


def median_buchholz(book: Scorebook, entrant: int, _tied: frozenset[int]) -> Reckoning:
    """Buchholz without its lowest part, as in Cut-1, and then its highest."""
    return total(_without_highest(_without_lowest(_scores(book, entrant))))


def sonneborn_berger(book: Scorebook, entrant: int, _tied: frozenset[int]) -> Reckoning:
    """Sum the opponents' adjusted scores, each times the points taken of them."""
    return total(
        part._replace(amount=part.amount * entry.points, why=Why.TIMES_RESULT)
        for entry, part in opposition(book, entrant)
    )
