"""Who has the bye when the number of entrants is odd."""

from collections.abc import Iterable

from tournaments.pairing.history import Record


def may_have_bye(record: Record) -> bool:
    """Say whether an entrant may have the bye: neither a bye nor a win without playing so far."""
    return not record.has_free_points


def bye_order(records: Iterable[Record]) -> tuple[Record, ...]:
    """Return who may have the bye, who comes first for it first.

    The lowest points come first; among them the fewest unplayed rounds; then the largest start
    number. Nobody who had a bye or a win without playing is in it.

    >>> three = [Record(1, 1.0), Record(2, 0.0, unplayed=1), Record(3, 0.0, byes=1)]
    >>> [record.entrant for record in bye_order(three)]
    [2, 1]
    """
    return tuple(sorted(filter(may_have_bye, records), key=_bye_key))


def repeated_bye_order(records: Iterable[Record]) -> tuple[Record, ...]:
    """Return everybody, in the order for the bye when nobody is left who may have it.

    Who had fewest rounds off with points comes first, then the order of `bye_order`.
    """
    return tuple(sorted(records, key=lambda own: (own.byes + own.free_wins, *_bye_key(own))))


def bye_reason(record: Record) -> str:
    """Return the sentence that says why an entrant has the bye."""
    again = " again, as nobody is free for it" if record.has_free_points else ""
    return (
        f"{record.entrant} has the bye{again}, with {told_points(record.points)} and "
        f"{record.unplayed} unplayed rounds: lowest points come first, then fewest unplayed "
        "rounds, then the largest start number, if the others can be paired."
    )


def told_points(points: float) -> str:
    """Return points as a sentence says them.

    >>> told_points(1.0), told_points(2.5)
    ('1 point', '2.5 points')
    """
    return f"{points:g} point{'' if points == 1 else 's'}"


def _bye_key(record: Record) -> tuple[float, int, int]:
    return record.points, record.unplayed, -record.entrant
