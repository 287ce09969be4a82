"""How a game changes ratings: Plackett–Luce with a wide beta, for two to four seats with ties.

The arithmetic is openskill's, pinned to one version: another version is another `ALGORITHM`, and a
replay of everything. Beta is 12.5, three times the library's own: in a game where luck counts so
much, the library's default makes too much of each result.
"""

from collections.abc import Sequence
from datetime import timedelta
from math import floor, sqrt
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating

from games.ratings.rating import NEW_MU, NEW_SIGMA, Rating

ALGORITHM: Final = "plackett-luce/1"
OPENSKILL_VERSION: Final = "6.2.0"
"""The version whose arithmetic `ALGORITHM` names; the requirements pin it."""

BETA: Final = 12.5
TAU: Final = 25.0 / 300.0
VARIANCE_A_DAY: Final = 0.06
"""What idleness adds to sigma²: about two years from 5 back to new."""
SEATS: Final = range(2, 5)

_MODEL: Final = PlackettLuce(mu=NEW_MU, sigma=NEW_SIGMA, beta=BETA, tau=TAU)
_DAY: Final = timedelta(days=1)


class UnratableGame(ValueError):
    """The seats, places or players of a game are none that ratings know."""


class _OwnTeams(list[list[PlackettLuceRating]]):
    """Teams made for one call: the library's careful copy of them, half of its time, is spared."""

    def __deepcopy__(self, memo: object) -> "_OwnTeams":
        return self


def check_places(places: Sequence[int]) -> None:
    """Raise UnratableGame unless these are the places of two to four seats, shared where tied.

    Each place is one more than the number of seats ahead: 1, 2, 2, 4.
    """
    if len(places) not in SEATS:
        raise UnratableGame(f"a rated game has 2 to 4 seats, not {len(places)}")
    ordered = sorted(places)
    if any(place != ordered.index(place) + 1 for place in ordered):
        raise UnratableGame(f"{', '.join(map(str, places))} are not places with ties shared")


def rate(places: Sequence[int], priors: Sequence[Rating]) -> tuple[Rating, ...]:
    """Return the ratings after a game, by seat, from its places and the ratings before it.

    The order of the seats makes no difference, to the last bit: floating sums depend on the order
    of their terms, so the library always gets the seats by place, mu and sigma, and seats that
    agree in all three get one and the same new rating. Raises UnratableGame.

    >>> winner, loser = rate([1, 2], [Rating(), Rating()])
    >>> round(winner.mu, 6), round(loser.mu, 6), round(loser.sigma, 6)
    (26.634439, 23.365561, 8.270644)
    """
    check_places(places)
    if len(priors) != len(places):
        raise UnratableGame(f"{len(places)} places need as many ratings, not {len(priors)}")
    seats = [(places[seat], prior.mu, prior.sigma) for seat, prior in enumerate(priors)]
    ordered = sorted(seats)
    teams = _MODEL.rate(
        _OwnTeams([[PlackettLuceRating(mu, sigma)] for _, mu, sigma in ordered]),
        ranks=[float(place) for place, _, _ in ordered],
    )
    after: dict[tuple[int, float, float], Rating] = {}
    for seat, team in zip(ordered, teams, strict=True):
        if seat not in after:
            after[seat] = Rating(team[0].mu, team[0].sigma)
    return tuple([after[seat] for seat in seats])


def after_idleness(rating: Rating, idle: timedelta) -> Rating:
    """Return a rating as it stands after so long without a game, applied at the next game only.

    >>> round(after_idleness(Rating(25.0, 5.0), timedelta(days=180)).sigma, 6)
    5.98331
    >>> after_idleness(Rating(25.0, 5.0), timedelta(days=9999)).sigma == NEW_SIGMA
    True
    """
    if idle <= timedelta(0):
        return rating
    grown = sqrt(rating.sigma * rating.sigma + VARIANCE_A_DAY * (idle / _DAY))
    return Rating(rating.mu, min(NEW_SIGMA, grown))


def win_chances(ratings: Sequence[Rating]) -> tuple[float, ...]:
    """Return each seat's chance to win, by seat; they sum to 1. Raises UnratableGame.

    >>> [round(chance, 4) for chance in win_chances([Rating(30, 5), Rating(), Rating(20, 6)])]
    [0.4318, 0.3329, 0.2353]
    """
    if len(ratings) not in SEATS:
        raise UnratableGame(f"chances are for 2 to 4 seats, not {len(ratings)}")
    seats = [(rating.mu, rating.sigma) for rating in ratings]
    ordered = sorted(seats)
    chances = _MODEL.predict_win([[PlackettLuceRating(mu, sigma)] for mu, sigma in ordered])
    chance_of = dict(zip(reversed(ordered), reversed(chances), strict=True))
    return tuple(chance_of[seat] for seat in seats)


def shown_chance(chance: float) -> int:
    """Return a chance as people are shown it: per cent, in steps of five.

    >>> [shown_chance(chance) for chance in (0.4318, 0.3329, 0.2353)]
    [45, 35, 25]
    """
    return 5 * floor(chance * 20 + 0.5)
