"""How many rounds a Swiss stage has."""

from math import ceil, log2

FEWEST_FOR_ALL_ROUNDS = 7  # below, a Swiss stage of n - 1 rounds is a round robin and is refused


class UnfitRounds(ValueError):
    """So many rounds do not suit so many entrants; the sentence says what does."""


def default_rounds(entrants: int) -> int:
    """Return the rounds of a Swiss stage unless told otherwise: ceil(log2 n) + 1, at most n - 1.

    >>> [default_rounds(n) for n in (2, 4, 8, 9, 64, 1000)]
    [1, 3, 4, 5, 7, 11]
    """
    if entrants < 2:
        raise UnfitRounds("A stage needs two entrants.")
    return min(ceil(log2(entrants)) + 1, entrants - 1)


def check_swiss_rounds(entrants: int, rounds: int) -> None:
    """Raise `UnfitRounds` where a Swiss stage of so many rounds makes no sense.

    >>> check_swiss_rounds(6, 5)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    tournaments.pairing.swiss_rounds.UnfitRounds: 6 entrants all meet in 5 rounds: make it ...
    >>> check_swiss_rounds(6, 4)
    """
    if entrants < 2:
        raise UnfitRounds("A stage needs two entrants.")
    if rounds < 1:
        raise UnfitRounds("A stage needs a round.")
    if rounds > entrants - 1:
        raise UnfitRounds(
            f"{entrants} entrants have at most {entrants - 1} rounds without a rematch."
        )
    if entrants < FEWEST_FOR_ALL_ROUNDS and rounds == entrants - 1:
        raise UnfitRounds(
            f"{entrants} entrants all meet in {rounds} rounds: make it a round robin."
        )
