"""The deck, the order of faces, and cards with declarations (R2 to R4, R22 to R25, R29)."""

from dataclasses import dataclass

COLOURS = "RYGB"
NUMBERS = (1, 3, 4, 5, 6, 7, 8, 9, 10)  # R3: there is no coloured 2

# The canonical order of faces: R1 R3 … R10 R#, the same for Y, G, B, then W.
FACES = [f"{colour}{value}" for colour in COLOURS for value in (*NUMBERS, "#")] + ["W"]


class RuleError(Exception):
    """An action is refused by the rule of this number."""

    def __init__(self, rule: str) -> None:
        super().__init__(rule)
        self.rule = rule


def full_deck() -> list[str]:
    """Return the 108 cards in canonical order (R2)."""
    deck = []
    for face in FACES:
        if face == "W":
            copies = 12
        elif face[1:] in {"1", "3", "4", "5"}:
            copies = 3
        else:  # 6 to 10, and the Wild #
            copies = 2
        deck += [face] * copies
    return deck


def in_order(faces: list[str]) -> list[str]:
    """Return the faces in canonical order."""
    return sorted(faces, key=FACES.index)


def is_wild(face: str) -> bool:
    return face == "W" or face.endswith("#")


def has_all(hand: list[str], faces: list[str]) -> bool:
    """Tell whether the hand holds the faces; one named twice needs two such cards (R4)."""
    return all(hand.count(face) >= faces.count(face) for face in faces)


@dataclass(frozen=True)
class Stated:
    """A card as an action names it: its face, and what was declared of it, if anything."""

    face: str
    colour: str | None = None  # a declared colour of a Wild DOS
    value: int | None = None  # a declared number of a Wild #

    def readings(self) -> list[tuple[str, int]]:
        """Return each (colour, value) this card can be (R20 to R25); a stated one binds (R29)."""
        if self.face == "W":  # R22, R24: a 2 and no other number, in any one colour
            return [(colour, 2) for colour in COLOURS if self.colour in {None, colour}]
        colour = self.face[0]
        if self.face.endswith("#"):  # R23, R25: a number from 1 to 10 in its printed colour
            return [(colour, value) for value in range(1, 11) if self.value in {None, value}]
        return [(colour, int(self.face[1:]))]


def read_card(text: str) -> Stated:
    """Read ``R7``, ``W``, ``W:R`` or ``R#:7``; a declaration the card cannot carry is refused."""
    face, colon, declared = text.partition(":")
    if face not in FACES:
        raise RuleError("R3" if face in {"R2", "Y2", "G2", "B2"} else "R4")
    if not colon:
        return Stated(face)
    if face == "W" and declared in {"R", "Y", "G", "B"}:
        return Stated(face, colour=declared)
    if face.endswith("#") and declared.isdecimal():
        if declared not in {str(number) for number in range(1, 11)}:
            raise RuleError("R23")  # 2 included, 0 and 11 not
        return Stated(face, value=int(declared))
    raise RuleError("R29")
