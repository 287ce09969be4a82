"""How many entrants sit at each table of a round of pods."""

from tournaments.pairing.refusals import Choice, NoPairing


def table_sizes(
    entrants: int, preferred: int = 4, *, two_player_tables: bool = True
) -> tuple[int, ...]:
    """Return the sizes of the tables, the largest first; a 1 is a bye.

    As many tables of the preferred size (4 or 3) as can be, the rest of the other. Only five leave
    a rest: 3 + 2, or 4 and a bye where tables of two are not wanted. Two sit at one table. Raises
    `NoPairing` for fewer.

    >>> [table_sizes(n) for n in (2, 4, 6, 10)]
    [(2,), (4,), (3, 3), (4, 3, 3)]
    >>> table_sizes(8, preferred=3), table_sizes(10, preferred=3)
    ((4, 4), (4, 3, 3))
    >>> table_sizes(5), table_sizes(5, two_player_tables=False)
    ((3, 2), (4, 1))
    """
    if preferred not in {3, 4}:
        raise ValueError("Tables of pods are of 4 or of 3.")
    if entrants < 2:
        raise NoPairing("Fewer than two entrants are left to play.", Choice.END_NOW)
    if entrants == 2:
        return (2,)
    if entrants == 5:
        return (3, 2) if two_player_tables else (4, 1)
    threes = -entrants % 4
    fours = (entrants - 3 * threes) // 4
    if preferred == 3:
        fours = entrants % 3
        threes = (entrants - 4 * fours) // 3
    return (4,) * fours + (3,) * threes
