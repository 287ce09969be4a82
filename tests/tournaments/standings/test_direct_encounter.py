"""Direct encounter: all tied have met, or one is first whatever the missing games give."""

from collections.abc import Sequence

from tests.tournaments.standings.results import both_away, forfeited, pod, won
from tournaments.standings.encounters import parted
from tournaments.standings.explain import explain_rank
from tournaments.standings.points import PLACE_POINTS
from tournaments.standings.ranking import standings
from tournaments.values import TableResult


def order(
    results: Sequence[TableResult], size: int, *, rounds: int = 3, round_robin: bool = False
) -> list[tuple[int, int]]:
    """Return (entrant, rank) by points and direct encounter."""
    made = standings(
        results, range(1, size + 1), rounds, ["direct_encounter"], round_robin=round_robin
    )
    return [(row.entrant, row.rank) for row in made.rows]


def test_the_game_between_two_tied_decides() -> None:
    results = [won(1, 2, 1), won(2, 1, 3)]
    assert order(results, 3, rounds=2) == [(2, 1), (1, 2), (3, 3)]
    made = standings(results, [1, 2, 3], 2, ["direct_encounter"])
    step = explain_rank(made, 2).steps[-1]
    assert (step.value, step.tied_with, step.behind) == (1, (1,), (1,))
    assert [(part.opponent, part.points, part.why) for part in step.contributions] == [
        (1, 1, "encounter")
    ]


def test_three_who_beat_each_other_in_a_ring_stay_tied() -> None:
    assert order([won(1, 2, 1), won(2, 1, 3), won(3, 3, 2)], 3) == [(1, 1), (2, 1), (3, 1)]


def test_a_forfeit_between_two_decides_only_in_a_round_robin() -> None:
    results = [forfeited(1, 2, 1), won(2, 1, 3)]
    assert order(results, 3) == [(1, 1), (2, 1), (3, 3)]
    assert order(results, 3, round_robin=True) == [(2, 1), (1, 2), (3, 3)]


def test_a_double_forfeit_of_a_round_robin_gives_neither_anything() -> None:
    results = [both_away(1, 1, 2), won(2, 1, 3), won(3, 2, 3)]
    assert order(results, 3, round_robin=True) == [(1, 1), (2, 1), (3, 3)]
    made = standings(results, [1, 2, 3], 3, ["direct_encounter"], round_robin=True)
    parts = explain_rank(made, 1).steps[-1].contributions
    assert [(part.opponent, part.points) for part in parts] == [(2, 0)]


def test_meetings_of_the_same_two_are_averaged() -> None:
    even = [won(1, 1, 2), won(2, 2, 1)]
    assert order(even, 2, rounds=2) == [(1, 1), (2, 1)]
    uneven = [*even, won(3, 2, 1), won(3, 3, 4), won(4, 1, 3)]
    made = standings(uneven, [1, 2, 3, 4], 4, ["direct_encounter"])
    step = explain_rank(made, 2).steps[-1]
    assert [(part.opponent, part.points) for part in step.contributions] == [(1, 2 / 3)]


def test_one_is_first_whatever_the_missing_game_gives() -> None:
    results = {1: {2: 1, 3: 1}, 2: {1: 0}, 3: {1: 0}}
    assert parted(results, frozenset((1, 2, 3))) == [frozenset({1}), frozenset({2, 3})]


def test_the_missing_game_may_still_decide() -> None:
    results = {1: {2: 1}, 2: {1: 0, 3: 1}, 3: {2: 0}}
    assert parted(results, frozenset((1, 2, 3))) == [frozenset((1, 2, 3))]


def test_who_is_still_tied_is_asked_again_by_its_own_games() -> None:
    # 1 and 2 have two points of three each, 3 and 4 one; inside each pair one has beaten the other.
    results = {
        1: {2: 1, 3: 0, 4: 1},
        2: {1: 0, 3: 1, 4: 1},
        3: {1: 1, 2: 0, 4: 0},
        4: {1: 0, 2: 0, 3: 1},
    }
    assert parted(results, frozenset(results)) == [frozenset({one}) for one in (1, 2, 4, 3)]


def test_who_is_not_tied_has_no_value() -> None:
    made = standings([won(1, 1, 2)], [1, 2], 1, ["direct_encounter"])
    assert [row.values["direct_encounter"] for row in made.rows] == [None, None]


def test_at_tables_of_three_the_better_place_has_won() -> None:
    results = [pod(1, {1: 100, 2: 90, 3: 80}), pod(2, {2: 100, 1: 90, 3: 80})]
    results += [pod(3, {2: 100, 3: 90, 1: 80}), pod(4, {1: 100, 3: 90, 2: 80})]
    made = standings(results, [1, 2, 3], 4, ["direct_encounter"], points=PLACE_POINTS)
    assert [(row.entrant, row.rank) for row in made.rows] == [(1, 1), (2, 1), (3, 3)]
