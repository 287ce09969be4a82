"""Ratings: the worked numbers, ties and seats, idleness, what people see, and pools."""

from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from itertools import combinations_with_replacement, permutations
from random import Random

import pytest
from openskill.models import PlackettLuce

from games.engine.ruleset import RULESETS, custom_ruleset
from games.ratings.model import (
    ALGORITHM,
    BETA,
    OPENSKILL_VERSION,
    UnratableGame,
    after_idleness,
    rate,
    shown_chance,
    win_chances,
)
from games.ratings.pools import pool_stem, pools_of
from games.ratings.rating import NEWCOMER, Rating, board_key, is_on_board, is_provisional

START = datetime(2026, 1, 1, tzinfo=UTC)
UNEQUAL = (Rating(30.0, 5.0), Rating(25.0, 25.0 / 3.0), Rating(20.0, 6.0), Rating(27.3, 7.1))
TIE_PATTERNS = sorted(
    {
        tuple(1 + sum(other < own for other in scores) for own in scores)
        for size in (2, 3, 4)
        for scores in combinations_with_replacement(range(size), size)
    }
)


def test_the_library_is_the_one_that_the_algorithm_names() -> None:
    assert version("openskill") == OPENSKILL_VERSION
    assert ALGORITHM == "plackett-luce/1"


@pytest.mark.parametrize(
    "places, mus, sigmas",
    [
        ((1, 2), (26.634439, 23.365561), (8.270644, 8.270644)),
        ((1, 2, 3), (26.779352, 25.444838, 22.775810), (8.303276, 8.268858, 8.268858)),
        (
            (1, 2, 3, 4),
            (26.733585, 25.963103, 24.807379, 22.495933),
            (8.317063, 8.297242, 8.274888, 8.274888),
        ),
        ((1, 2, 2, 4), (26.733585, 24.807379, 24.807379, 23.651656), ()),
    ],
)
def test_a_game_of_newcomers(
    places: tuple[int, ...], mus: tuple[float, ...], sigmas: tuple[float, ...]
) -> None:
    after = rate(places, [NEWCOMER] * len(places))
    assert [rating.mu for rating in after] == pytest.approx(mus, abs=1e-6)
    if sigmas:
        assert [rating.sigma for rating in after] == pytest.approx(sigmas, abs=1e-6)


def test_a_game_of_unequals() -> None:
    after = rate((2, 1, 3), UNEQUAL[:3])
    assert [rating.mu for rating in after] == pytest.approx(
        (29.995938, 26.904481, 19.018473), abs=1e-6
    )
    assert [rating.sigma for rating in after] == pytest.approx(
        (4.990441, 8.297388, 5.981277), abs=1e-6
    )
    assert win_chances(UNEQUAL[:3]) == pytest.approx((0.4318, 0.3329, 0.2353), abs=5e-5)


def test_every_tie_pattern_is_tried() -> None:
    assert len(TIE_PATTERNS) == 2 + 4 + 8


@pytest.mark.parametrize("places", TIE_PATTERNS)
def test_equals_with_equal_places_change_equally_in_any_seats(places: tuple[int, ...]) -> None:
    expected = dict(zip(places, rate(places, [NEWCOMER] * len(places)), strict=True))
    for seated in permutations(places):
        after = rate(seated, [NEWCOMER] * len(seated))
        assert after == tuple(expected[place] for place in seated)


def unequals(chance: Random, size: int) -> list[Rating]:
    return [Rating(chance.gauss(25, 6), chance.uniform(3, 8.3)) for _ in range(size)]


# The library alone gives other last bits in other seats, in some games of four with ties.
@pytest.mark.parametrize("places", TIE_PATTERNS)
def test_the_order_of_seats_makes_no_difference_to_the_last_bit(
    places: tuple[int, ...], stress: bool
) -> None:
    chance = Random(3)
    for priors in [unequals(chance, len(places)) for _ in range(200 if stress else 20)]:
        expected = dict(zip(priors, rate(places, priors), strict=True))
        for seats in permutations(range(len(places))):
            seated = [priors[seat] for seat in seats]
            after = rate([places[seat] for seat in seats], seated)
            assert after == tuple(expected[prior] for prior in seated)


@pytest.mark.parametrize("places", TIE_PATTERNS)
def test_what_the_wrapper_spares_does_not_change_the_numbers(places: tuple[int, ...]) -> None:
    model = PlackettLuce(beta=BETA)
    priors = UNEQUAL[: len(places)]
    teams = [[model.rating(mu=prior.mu, sigma=prior.sigma)] for prior in priors]
    plain = model.rate(teams, ranks=[float(place) for place in places])
    after = rate(places, priors)
    assert [rating.mu for rating in after] == pytest.approx(
        [team[0].mu for team in plain], rel=1e-12
    )
    assert [rating.sigma for rating in after] == pytest.approx(
        [team[0].sigma for team in plain], rel=1e-12
    )


def test_a_better_place_never_gives_less_to_equals() -> None:
    for places in TIE_PATTERNS:
        mus = [rating.mu for rating in rate(places, [NEWCOMER] * len(places))]
        assert mus == sorted(mus, reverse=True)


@pytest.mark.parametrize(
    "places, priors, sentence",
    [
        ((1,), 1, "2 to 4 seats, not 1"),
        ((1, 2, 3, 4, 5), 5, "2 to 4 seats, not 5"),
        ((1, 3), 2, "1, 3 are not places"),
        ((1, 1, 2), 3, "1, 1, 2 are not places"),
        ((0, 1), 2, "0, 1 are not places"),
        ((1, 2), 3, "2 places need as many ratings, not 3"),
    ],
)
def test_games_that_cannot_be_rated(places: tuple[int, ...], priors: int, sentence: str) -> None:
    with pytest.raises(UnratableGame, match=sentence):
        rate(places, [NEWCOMER] * priors)


def test_chances_do_not_depend_on_the_seats_and_sum_to_one() -> None:
    chance = Random(5)
    for size in (2, 3, 4) * 20:
        priors = unequals(chance, size - 1)
        priors.append(priors[0])
        expected = dict(zip(priors, win_chances(priors), strict=True))
        for seated in permutations(priors):
            assert win_chances(seated) == tuple(expected[rating] for rating in seated)
        assert sum(win_chances(priors)) == pytest.approx(1)


def test_a_chance_needs_two() -> None:
    with pytest.raises(UnratableGame, match="2 to 4 seats, not 1"):
        win_chances([NEWCOMER])


@pytest.mark.parametrize(
    "chance, shown",
    [(0.0, 0), (0.02, 0), (0.025, 5), (0.25, 25), (0.33, 35), (0.974, 95), (1, 100)],
)
def test_chances_are_shown_in_steps_of_five(chance: float, shown: int) -> None:
    assert shown_chance(chance) == shown


@pytest.mark.parametrize(
    "sigma, days, grown",
    [(5.0, 180, 5.983310), (5.0, 0, 5.0), (5.0, -3, 5.0), (5.0, 5000, 25 / 3), (8.0, 365, 25 / 3)],
)
def test_idleness_makes_a_rating_less_certain(sigma: float, days: int, grown: float) -> None:
    after = after_idleness(Rating(31.0, sigma), timedelta(days=days))
    assert after.mu == 31.0
    assert after.sigma == pytest.approx(grown, abs=1e-6)


@pytest.mark.parametrize(
    "rating, public, span",
    [
        (NEWCOMER, 1500, 333),
        (Rating(26.634439, 8.270644), 1565, 331),
        (Rating(20.0, 5.0), 1300, 200),
    ],
)
def test_what_people_see(rating: Rating, public: int, span: int) -> None:
    assert (rating.public, rating.range) == (public, span)


def test_newcomers_are_seeded_low() -> None:
    assert NEWCOMER.seeding == pytest.approx(16.666667)
    assert Rating(22.0, 4.0).seeding > NEWCOMER.seeding


def test_a_leaderboard_lists_who_plays() -> None:
    assert is_provisional(19)
    assert is_on_board(20, START, START + timedelta(days=180))
    assert not is_on_board(19, START, START)
    assert not is_on_board(20, START, START + timedelta(days=180, seconds=1))
    listed = [(Rating(25, 6), 30), (Rating(25, 5), 20), (Rating(25, 5), 40), (Rating(26, 8), 20)]
    listed.sort(key=lambda line: board_key(*line))
    assert listed == [
        (Rating(26, 8), 20),
        (Rating(25, 5), 40),
        (Rating(25, 5), 20),
        (Rating(25, 6), 30),
    ]


def test_pools_go_by_printing_and_seats() -> None:
    classic = RULESETS["classic-2018"]
    assert pools_of(classic, 2) == ("classic-2018.all", "classic-2018.2p")
    assert (
        pools_of(classic, 3) == pools_of(classic, 4) == ("classic-2018.all", "classic-2018.multi")
    )


def test_a_custom_ruleset_has_pools_by_its_options_alone() -> None:
    one = custom_ruleset("classic-2018", {"target": 500, "dos_penalty": 4})
    same = custom_ruleset("reprint-2021-points", {"wild_number_points": 40, "dos_penalty": 4})
    other = custom_ruleset("classic-2018", {"target": 500})
    assert pool_stem(one) == pool_stem(same) != pool_stem(other)
    stem, _, digits = pool_stem(one).partition("-")
    assert (stem, len(digits), int(digits, 16) >= 0) == ("custom", 8, True)


def test_a_custom_ruleset_that_changes_nothing_plays_in_the_printings_pools() -> None:
    assert pool_stem(custom_ruleset("reprint-2021", {})) == "reprint-2021"
