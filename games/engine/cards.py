"""Faces, the deck and card points (R2-R4, R62).

Inside the engine a face is a small integer in the canonical face order: the ten faces of red
(`R1 R3 R4 R5 R6 R7 R8 R9 R10 R#`), the same for yellow, green and blue, then `W`, the Wild DOS.
Sorting integers therefore sorts faces. Text is read and written at the edge only.
"""

from typing import Final, TypeAlias

Face: TypeAlias = int
"""0..40 in canonical face order."""

COLOURS: Final = "RYGB"
_VALUES: Final = ("1", "3", "4", "5", "6", "7", "8", "9", "10", "#")
_COPIES: Final = (3, 3, 3, 3, 2, 2, 2, 2, 2, 2)
WILD_DOS_COPIES: Final = 12

FACE_NAMES: Final[tuple[str, ...]] = (*(c + v for c in COLOURS for v in _VALUES), "W")
FACE_COUNT: Final = len(FACE_NAMES)
WILD_DOS: Final[Face] = FACE_COUNT - 1

COPIES: Final[tuple[int, ...]] = (*(_COPIES * len(COLOURS)), WILD_DOS_COPIES)
"""How many cards of each face the deck has (R2)."""

DECK: Final[tuple[Face, ...]] = tuple(f for f, n in enumerate(COPIES) for _ in range(n))
"""All 108 cards in canonical face order (R2)."""

WILD_DOS_POINTS: Final = 20
_FACE_BY_NAME: Final = {name: face for face, name in enumerate(FACE_NAMES)}


class UnknownFace(ValueError):
    """No card of the deck has this name (R3, R4)."""


def face(name: str) -> Face:
    """Return the face that `name` names, for example `face("R7")`; UnknownFace otherwise (R4)."""
    try:
        return _FACE_BY_NAME[name]
    except KeyError:
        raise UnknownFace(f"{name!r} is not a card of the deck") from None


def faces(names: str) -> list[Face]:
    """Return the faces of a blank-separated list of names, in the order given.

    >>> faces("R7 W")
    [5, 40]
    """
    return [face(name) for name in names.split()]


def face_name(one: Face) -> str:
    """Return the public name of a face (R4)."""
    return FACE_NAMES[one]


def is_wild_number(one: Face) -> bool:
    """Say whether a face is a Wild # (of any colour)."""
    return one % 10 == 9


def is_wild(one: Face) -> bool:
    """Say whether a face is a Wild DOS or a Wild #."""
    return one == WILD_DOS or one % 10 == 9


def printed_number(one: Face) -> int | None:
    """Return the number printed on a number card; None for both kinds of wild."""
    return None if is_wild(one) else int(_VALUES[one % 10])


def card_points(one: Face, wild_number_points: int = 40) -> int:
    """Return the points a card left in a hand is worth (R62).

    >>> sum(card_points(f) for f in DECK), sum(card_points(f, 50) for f in DECK)
    (1036, 1116)
    """
    if one == WILD_DOS:
        return WILD_DOS_POINTS
    number = printed_number(one)
    return wild_number_points if number is None else number
