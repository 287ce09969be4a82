"""The phases of a turn."""

from enum import StrEnum


class Phase(StrEnum):
    """What the open turn waits for."""

    PLAY = "play"
    MATCHING = "matching"
    DRAWN = "drawn"
    LAY = "lay"
    OVER = "over"
