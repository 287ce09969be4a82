"""What a match is worth, found by trying out every declaration (R20 to R35)."""

from itertools import product

from tests.referee.cards import Stated


def best_colour_match(target: Stated, cards: list[Stated]) -> str | None:
    """Return "none", "single" or "double" for a match, or None where the cards do not match.

    What was left out is inferred: any number that fits, a colour in the player's favour (R29).

    >>> best_colour_match(Stated("R7"), [Stated("W"), Stated("R5")])
    'double'
    >>> best_colour_match(Stated("R7"), [Stated("W", colour="B"), Stated("R5")])
    'none'
    """
    best = None
    for target_colour, target_value in target.readings():
        for readings in product(*(card.readings() for card in cards)):
            # R20: the value of the single card; R21: the sum of exactly two.
            if sum(value for _, value in readings) != target_value:
                continue
            # R30 to R33: every card has the colour of the centre card at once, or it is no bonus.
            if all(colour == target_colour for colour, _ in readings):
                return "single" if len(cards) == 1 else "double"
            best = "none"
    return best
