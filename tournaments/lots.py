"""Every lot of a tournament: drawn from its public seed, so that anybody can draw it again.

Nothing in a tournament asks the process's own generator. The seed is published at the start; the
other parts say what the lot is for (stage, round, entrant), so no two lots share a draw.
"""

from collections.abc import Iterable
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")


def lot(seed: str, *parts: object) -> int:
    """Return the lot for these parts: a number below 2**128, the same for ever.

    It is the big-endian value of BLAKE2b (16 bytes) over the seed and the parts, joined by colons.

    >>> lot("winter", "stage 1", 3, 17) == lot("winter", "stage 1", 3, 17)
    True
    >>> f"{lot('winter', 1, 2):032x}"
    '1cb4105ac8e614eade3787eca751e156'
    """
    text = ":".join(map(str, (seed, *parts)))
    return int.from_bytes(blake2b(text.encode(), digest_size=16).digest(), "big")


def drawn_order(seed: str, items: Iterable[T], *parts: object) -> tuple[T, ...]:
    """Return the items in an order by lot; the order they come in makes no difference.

    >>> drawn_order("winter", [1, 2, 3, 4]) == drawn_order("winter", [4, 3, 2, 1])
    True
    """
    return tuple(sorted(items, key=lambda item: (lot(seed, *parts, item), str(item))))
