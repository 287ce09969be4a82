"""The numbers that bound what the games app is asked for."""

from typing import Final

MAX_ACTIONS: Final = 64
"""Actions of one turn."""
MOST_RULES_ACTIONS: Final = 500
"""Actions that the rules endpoints apply at once."""
MAX_VERSION: Final = 2**31 - 1

MAX_TURN_SECONDS: Final = 1_209_600
MAX_BANK_SECONDS: Final = 1_209_600
MAX_TIMEOUTS: Final = 100
MAX_BOT_DELAY_MS: Final = 10_000

MOST_MESSAGES: Final = 200
LONGEST_WAIT: Final = 30
"""Seconds that a request for events may wait."""
