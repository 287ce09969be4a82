"""Who starts at a table of two."""

from tournaments.pairing.history import Record

WIDEST_BALANCE = 2  # games started less games not started, either way


def starts_first(higher: Record, lower: Record) -> bool:
    """Say whether the higher ranked of two starts (4.5 of the pairing rules, point 5).

    Who has started less often, against the games in which it went second, starts; then who went
    second in its last game; then the higher ranked one if its start number is odd.

    >>> starts_first(Record(1), Record(5)), starts_first(Record(2), Record(5))
    (True, False)
    >>> starts_first(Record(1, turns=(True,)), Record(2))
    False
    """
    if turn_key(higher) != turn_key(lower):
        return turn_key(higher) < turn_key(lower)
    return higher.entrant % 2 == 1


def turn_key(record: Record) -> tuple[int, int]:
    """Return what says who starts: the lower one of two does."""
    last = 0 if not record.turns else 1 if record.turns[-1] else -1
    return record.balance, last


def is_turn_unfair(record: Record, *, starts: bool) -> bool:
    """Say whether a turn would leave the balance over 2, either way.

    >>> is_turn_unfair(Record(1, turns=(True, True)), starts=True)
    True
    >>> is_turn_unfair(Record(1, turns=(True, True)), starts=False)
    False
    """
    after = record.balance + (1 if starts else -1)
    return abs(after) > WIDEST_BALANCE and abs(after) > abs(record.balance)


def is_third_alike(record: Record, *, starts: bool) -> bool:
    """Say whether a turn would be the third same one running.

    >>> is_third_alike(Record(1, turns=(True, True)), starts=True)
    True
    """
    return len(record.turns) >= 2 and record.turns[-1] == record.turns[-2] == starts
