"""Single elimination: byes for the top seeds, n - 1 games, and what absence and correction do."""

from collections.abc import Callable

import pytest

from tournaments.lots import lot
from tournaments.pairing.bracket import BadResult, Bracket, BracketView, MatchView, Section, Status
from tournaments.pairing.knockout import single_elimination
from tournaments.pairing.seeding import BadEntrants, slot_order

Decide = Callable[[MatchView], int | None]


def by_lot(seed: str) -> Decide:
    """Return a way to play: the winner of each match drawn by lot."""

    def winner(match: MatchView) -> int | None:
        return match.entrants[lot(seed, match.id) % 2]

    return winner


def better_seed(match: MatchView) -> int | None:
    return min(entrant for entrant in match.entrants if entrant is not None)


def played_out(bracket: Bracket, decide: Decide) -> tuple[BracketView, dict[str, int | None]]:
    results: dict[str, int | None] = {}
    while ready := bracket.at(results).ready:
        results |= {match.id: decide(match) for match in ready}
    return bracket.at(results), results


def sizes(stress: bool) -> list[int]:
    return list(range(2, 129)) if stress else [*range(2, 13), 16, 17, 24, 33, 64, 128]


def test_slots_follow_the_doubling_rule() -> None:
    assert slot_order(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert slot_order(16) == (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11)
    with pytest.raises(BadEntrants, match="power of two"):
        slot_order(6)


def test_it_takes_a_game_less_than_there_are_entrants(stress: bool) -> None:
    for entrants in sizes(stress):
        view, results = played_out(single_elimination(range(1, entrants + 1)), by_lot("plain"))
        assert len(results) == entrants - 1
        assert view.finished
        assert view.winner is not None
        assert sorted(view.places) == list(range(1, entrants + 1))
        assert [match.match.number for match in view.matches if match.id in results] == list(
            range(1, entrants)
        )


def test_only_the_top_seeds_have_byes_and_only_in_round_1(stress: bool) -> None:
    for entrants in sizes(stress):
        byes = single_elimination(range(1, entrants + 1)).at({}).by_absence
        size = 1 << (entrants - 1).bit_length()
        assert sorted(match.winner for match in byes if isinstance(match.winner, int)) == list(
            range(1, size - entrants + 1)
        )
        assert {match.match.round for match in byes} <= {1}
        assert {match.match.number for match in byes} <= {None}


def test_if_the_better_seed_always_wins_the_places_follow_the_seeds(stress: bool) -> None:
    for entrants in sizes(stress):
        view, _ = played_out(single_elimination(range(1, entrants + 1)), better_seed)
        assert all(first <= seed <= last for seed, (first, last) in view.places.items())


def test_losers_of_a_round_share_its_places() -> None:
    view, _ = played_out(single_elimination(range(1, 7)), better_seed)
    assert view.places == {1: (1, 1), 2: (2, 2), 3: (3, 4), 4: (3, 4), 5: (5, 6), 6: (5, 6)}


def test_places_are_known_as_soon_as_somebody_is_out() -> None:
    view = single_elimination(range(1, 9)).at({"R1-1": 8, "R1-2": 4, "R2-1": 8})
    assert view.places == {1: (5, 8), 5: (5, 8), 4: (3, 4)}
    assert not view.finished


@pytest.mark.parametrize("entrants", [4, 5, 6, 7, 8, 20])
def test_the_losers_of_the_semi_finals_play_for_bronze(entrants: int) -> None:
    view, results = played_out(single_elimination(range(1, entrants + 1), bronze=True), better_seed)
    assert len(results) == entrants
    assert view.places[3] == (3, 3)
    assert view.places[4] == (4, 4)
    assert view.matches[-1].id == f"R{(entrants - 1).bit_length()}-1"


@pytest.mark.parametrize("entrants", [2, 3])
def test_with_too_few_for_a_bronze_game_there_is_none(entrants: int) -> None:
    view, results = played_out(single_elimination(range(1, entrants + 1), bronze=True), better_seed)
    assert len(results) == entrants - 1
    assert {place for place, _ in view.places.values()} == set(range(1, entrants + 1))


def test_placement_games_give_everyone_a_place_of_their_own(stress: bool) -> None:
    for entrants in sizes(stress):
        bracket = single_elimination(range(1, entrants + 1), placement_games=True)
        view, _ = played_out(bracket, by_lot("all"))
        expected = [(place, place) for place in range(1, entrants + 1)]
        assert sorted(view.places.values()) == expected


def test_with_placement_games_the_better_seed_ends_ahead() -> None:
    view, _ = played_out(single_elimination(range(1, 13), placement_games=True), better_seed)
    assert view.places == {seed: (seed, seed) for seed in range(1, 13)}


def test_after_a_double_forfeit_the_next_opponent_advances() -> None:
    view = single_elimination(range(1, 5)).at({"R1-1": None, "R1-2": 3})
    assert view.of("R2-1").status is Status.BY_ABSENCE
    assert view.winner == 3
    assert view.places == {3: (1, 1), 2: (3, 4), 1: (3, 4), 4: (3, 4)}
    assert view.finished


def test_when_nobody_appears_in_the_final_the_first_place_stays_vacant() -> None:
    view = single_elimination([1, 2]).at({"R1-1": None})
    assert view.finished
    assert view.winner is None
    assert view.places == {1: (2, 2), 2: (2, 2)}


def test_who_forfeits_together_has_no_placement_game() -> None:
    bracket = single_elimination(range(1, 5), bronze=True)
    view = bracket.at({"R1-1": None, "R1-2": 3})
    assert view.of("P3-4-1").status is Status.BY_ABSENCE
    assert view.places == {3: (1, 1), 2: (3, 3), 1: (4, 4), 4: (4, 4)}


@pytest.mark.parametrize("entrants", [[], [1], [1, 2, 1]])
def test_too_few_or_doubled_entrants_are_refused_at_creation(entrants: list[int]) -> None:
    with pytest.raises(BadEntrants):
        single_elimination(entrants)


@pytest.mark.parametrize(
    "results",
    [
        {"R9-1": 1},
        {"R1-1": 2},
        {"R2-1": 1},
        {"R1-1": 1, "R1-2": None, "R2-1": 1},
    ],
)
def test_results_that_cannot_be_are_refused(results: dict[str, int | None]) -> None:
    with pytest.raises(BadResult):
        single_elimination(range(1, 5)).at(results)


def test_correcting_a_semi_final_seats_one_other_entrant_in_the_final() -> None:
    """P13: the next table has not started, so its seat is replaced; nobody moves on twice."""
    bracket = single_elimination(range(1, 5))
    correction = bracket.after_change({"R1-1": 1, "R1-2": 2}, "R1-1", 4)
    (effect,) = correction.effects
    assert (effect.match, effect.before, effect.after) == ("R2-1", (1, 2), (4, 2))
    assert not effect.result_lost
    assert [match.entrants for match in bracket.at(correction.results).ready] == [(4, 2)]


def test_correcting_below_a_played_match_loses_its_result_down_to_the_end() -> None:
    bracket = single_elimination(range(1, 9), bronze=True)
    _, results = played_out(bracket, better_seed)
    correction = bracket.after_change(results, "R1-1", 8)
    assert [(effect.match, effect.result_lost) for effect in correction.effects] == [
        ("R2-1", True),
        ("P3-4-1", True),
        ("R3-1", True),
    ]
    assert set(results) - set(correction.results) == {"R2-1", "P3-4-1", "R3-1"}
    assert bracket.at(correction.results).of("R2-1").entrants == (8, 4)


def test_a_correction_that_changes_nothing_has_no_effects() -> None:
    bracket = single_elimination(range(1, 9))
    _, results = played_out(bracket, better_seed)
    assert bracket.after_change(results, "R1-1", 1).effects == ()
    with pytest.raises(BadResult, match="no result to correct"):
        bracket.after_change({}, "R1-1", 1)
    with pytest.raises(BadResult, match="not in match"):
        bracket.after_change(results, "R1-1", 2)


def test_a_bracket_is_data() -> None:
    data = single_elimination([7, 8, 9]).at({"R1-2": 9}).as_data()
    assert data["places"] == {8: [3, 3]}
    assert isinstance(data["matches"], list)
    assert data["matches"][-1] == {
        "id": "R2-1",
        "number": 2,
        "section": Section.MAIN.value,
        "round": 2,
        "sources": [
            {"kind": "winner", "match": "R1-1"},
            {"kind": "winner", "match": "R1-2"},
        ],
        "wins_needed": [1, 1],
        "entrants": [7, 9],
        "status": "ready",
        "winner": None,
    }
