"""When a round cannot be paired: why, in a sentence, and what the organiser may choose."""

from enum import StrEnum


class Choice(StrEnum):
    """What an organiser may answer to a refusal."""

    END_NOW = "end_now"
    ALLOW_REMATCH = "allow_rematch"


class NoPairing(ValueError):
    """The round has no lawful pairing; `choices` are the ways out."""

    def __init__(self, sentence: str, *choices: Choice) -> None:
        super().__init__(sentence)
        self.choices = choices


class BadRequestToPair(ValueError):
    """What was asked contradicts itself: an entrant listed twice, or a locked table of others."""


class DutchLimit(ValueError):
    """The Dutch system does not take this: too many entrants, or pairs to be kept apart."""


class UnlawfulPairing(ValueError):
    """A pairing breaks a rule that it should have kept; `rule` is the rule's number."""

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(f"{rule}: {sentence}")
        self.rule = rule
