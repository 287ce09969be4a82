"""A rating: what is believed of a player's skill, and what people are shown of it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

NEW_MU: Final = 25.0
NEW_SIGMA: Final = 25.0 / 3.0
PROVISIONAL_BELOW: Final = 20
"""With fewer rated games a rating is shown with a question mark, and on no leaderboard."""
BOARD_WITHIN: Final = timedelta(days=180)
"""Who has not played for longer is on no leaderboard."""
_CENTRE: Final = 1500
_SCALE: Final = 40


@dataclass(frozen=True, slots=True)
class Rating:
    """A skill of about `mu`, give or take `sigma`; float64, never rounded.

    >>> Rating().public, Rating().range
    (1500, 333)
    """

    mu: float = NEW_MU
    sigma: float = NEW_SIGMA

    @property
    def public(self) -> int:
        """The number that people see: 1500 for who is new, 40 a unit of skill.

        It leaves sigma out: mu − 3·sigma would mostly rank diligence.
        """
        return round(_CENTRE + _SCALE * (self.mu - NEW_MU))

    @property
    def range(self) -> int:
        """How far off `public` may well be, to either side."""
        return round(_SCALE * self.sigma)

    @property
    def seeding(self) -> float:
        """What start numbers go by, mu − sigma: newcomers come low."""
        return self.mu - self.sigma


NEWCOMER: Final = Rating()


def is_provisional(games: int) -> bool:
    """Whether so few rated games leave a rating in doubt.

    >>> is_provisional(19), is_provisional(20)
    (True, False)
    """
    return games < PROVISIONAL_BELOW


def is_on_board(games: int, last_played_at: datetime, now: datetime) -> bool:
    """Whether a leaderboard of this moment lists a player of so many rated games."""
    return not is_provisional(games) and now - last_played_at <= BOARD_WITHIN


def board_key(rating: Rating, games: int) -> tuple[int, float, int]:
    """Return the key that sorts a leaderboard: public rating, then less doubt, then more games."""
    return -rating.public, rating.sigma, -games
