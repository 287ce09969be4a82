"""Points, and the tie-breaks of what an entrant did at its own tables."""

from fractions import Fraction
from typing import Final

from tournaments.lots import lot
from tournaments.standings.reckoning import Fate, Part, Reckoning, Why, exact, mean, total
from tournaments.standings.scorebook import Entry, Scorebook

FLOOR: Final = Fraction(1, 4)
"""No opponent counts for less in the opponents' percentage."""
_LOT_BITS: Final = 53  # of the 128 drawn: what readers of JSON hold without rounding


def _sole_opponent(entry: Entry) -> int | None:
    return entry.opponents[0] if len(entry.opponents) == 1 else None


def points(book: Scorebook, entrant: int, _tied: frozenset[int]) -> Reckoning:
    """Sum the points awarded in all rounds."""
    return total(
        Part(entry.round, _sole_opponent(entry), entry.points, Why.AWARDED, entry.fate)
        for entry in book.entries(entrant)
    )


def progressive(book: Scorebook, entrant: int, _tied: frozenset[int]) -> Reckoning:
    """Sum the running totals of the points: an early win counts more than a late one."""
    parts = []
    running = exact(0.0)
    for entry in book.entries(entrant):
        running += entry.points
        opponent = _sole_opponent(entry)
        parts.append(Part(entry.round, opponent, running, Why.RUNNING_TOTAL, entry.fate))
    return total(parts)


def _is_table_win(entry: Entry) -> bool:
    return entry.fate is Fate.PLAYED and entry.is_sole_first


def wins(book: Scorebook, entrant: int, _tied: frozenset[int]) -> Reckoning:
    """Count the rounds won, with or without playing: FIDE's WIN.

    A bye is a win where it earns what a win earns.
    """
    win = exact(book.points.win)
    return total(
        Part(entry.round, _sole_opponent(entry), 1, Why.WIN, entry.fate)
        for entry in book.entries(entrant)
        if _is_table_win(entry)
        or entry.fate is Fate.FORFEIT_WIN
        or (entry.fate is Fate.BYE and entry.points >= win)
    )


def table_wins(book: Scorebook, entrant: int, _tied: frozenset[int]) -> Reckoning:
    """Count the tables won by playing, alone at the top: FIDE's WON where two meet."""
    return total(
        Part(entry.round, _sole_opponent(entry), 1, Why.WIN, entry.fate)
        for entry in book.entries(entrant)
        if _is_table_win(entry)
    )


def share(book: Scorebook, entrant: int, _tied: frozenset[int]) -> Reckoning:
    """Average the own points of all points at the table, over the tables played; 0 without one.

    Unlike raw points it does not reward long games.
    """
    return mean(
        Part(entry.round, _sole_opponent(entry), entry.share, Why.SHARE, entry.fate)
        for entry in book.entries(entrant)
        if entry.share is not None
    )


def percentage(book: Scorebook, entrant: int) -> Fraction:
    """Return the place points of an entrant's tables out of all that it could have had there.

    A bye is no table: its points are left out with its round.
    """
    paired = [entry for entry in book.entries(entrant) if entry.opponents]
    best = Fraction(exact(book.points.win)) * len(paired)
    return sum([entry.points for entry in paired]) / best if paired else Fraction(0)


def opponents_percentage(book: Scorebook, entrant: int, _tied: frozenset[int]) -> Reckoning:
    """Average the percentages of all opponents met, each at least 0.25 and once a meeting."""
    parts = []
    for entry in book.entries(entrant):
        if entry.fate is not Fate.PLAYED:
            continue
        for opponent in entry.opponents:
            earned = percentage(book, opponent)
            why = Why.FLOOR if earned < FLOOR else Why.PERCENTAGE
            parts.append(Part(entry.round, opponent, max(earned, FLOOR), why, entry.fate))
    return mean(parts)


def drawn_lot(book: Scorebook, entrant: int, _tied: frozenset[int]) -> Reckoning:
    """Draw the entrant's lot from the public seed: the same all through the stage."""
    drawn = lot(book.seed, book.stage, "standings", entrant) >> (128 - _LOT_BITS)
    return total([Part(None, None, drawn, Why.LOT)])
