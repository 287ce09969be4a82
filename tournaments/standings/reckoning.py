"""How a tie-break's value comes about: its parts, in numbers without rounding.

Values are whole numbers or fractions, so that no order of adding can part two entrants who are
equal; they become floats only when shown.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

Number = int | Fraction


@lru_cache(maxsize=4096)
def exact(points: float) -> Number:
    """Return points as an exact number; thirds come back as thirds.

    >>> exact(3.0), exact(0.5), exact(7 / 3)
    (3, Fraction(1, 2), Fraction(7, 3))
    """
    value = Fraction(points).limit_denominator(1000)
    return value.numerator if value.denominator == 1 else value


def shown(value: Number) -> float:
    """Return a value as people are shown it: whole numbers whole, others as floats."""
    return value.numerator if value.denominator == 1 else float(value)


class Fate(StrEnum):
    """What became of a round for one entrant."""

    PLAYED = "played"
    BYE = "bye"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    ABSENT = "absent"
    VOID = "void"

    @property
    def is_voluntary(self) -> bool:
        """Whether it is a voluntary unplayed round, a VUR (C.07, 16.2)."""
        return self in {Fate.ABSENT, Fate.FORFEIT_LOSS}


class Why(StrEnum):
    """What a part's amount is."""

    AWARDED = "awarded"  # the points awarded in the round
    OPPONENT_SCORE = "opponent_score"  # the opponent's score, adjusted
    OWN_SCORE = "own_score"  # no game: a dummy with the own score
    OPPONENT_CAP = "opponent_cap"  # forfeit: no more than the opponent missed
    ROUNDS_CAP = "rounds_cap"  # no game: no more than half a win for each round
    TIMES_RESULT = "times_result"  # the opponent's or dummy's score times the points taken
    ENCOUNTER = "encounter"  # the mean result of the meetings with a tied opponent
    WIN = "win"  # a win counts one
    RUNNING_TOTAL = "running_total"  # the points after the round
    SHARE = "share"  # own points of all points at the table
    PERCENTAGE = "percentage"  # the opponent's points of those to be had
    FLOOR = "floor"  # the same, raised to the floor
    LOT = "lot"  # drawn from the public seed


class Cut(StrEnum):
    """Why a part does not count."""

    LOWEST = "lowest"
    VOLUNTARY = "voluntary"  # the lowest of the voluntary unplayed rounds goes first
    HIGHEST = "highest"


class Part(NamedTuple):
    """One contribution: from which round and opponent, how much, and why.

    `opponent` is None where there was none; `round` is None where the part is of no one round.
    `cut` says why a part does not count; parts without it make up the value.
    """

    round: int | None
    opponent: int | None
    amount: Number
    why: Why
    fate: Fate | None = None
    cut: Cut | None = None


@dataclass(frozen=True, slots=True)
class Reckoning:
    """A tie-break's value for one entrant with the parts that make it up; the more the better.

    `value` is None where the tie-break had nothing to say: it is asked only of tied entrants.
    """

    value: Number | None
    parts: tuple[Part, ...] = ()


def total(parts: Iterable[Part]) -> Reckoning:
    """Return the sum of the parts that are not cut."""
    parts = tuple(parts)
    return Reckoning(sum([part.amount for part in parts if part.cut is None]), parts)


def mean(parts: Iterable[Part]) -> Reckoning:
    """Return the mean of the parts, 0 of none."""
    parts = tuple(parts)
    amount = sum([part.amount for part in parts])
    return Reckoning(Fraction(amount) / len(parts) if parts else 0, parts)
