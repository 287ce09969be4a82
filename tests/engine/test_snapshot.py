"""A snapshot keeps a state whole and small, and a game goes on from it as from the state."""

import json
import random

import pytest
from hypothesis import given

from games.engine.play import apply, new_game
from games.engine.ruleset import RULESETS
from games.engine.snapshot import FORMAT, UnknownSnapshot, from_snapshot, to_snapshot
from games.engine.state import GameState
from tests.engine.strategies import Situation, deal_seed, seat_counts, seeds, situations, steps

CLASSIC = RULESETS["classic-2018"]
MOST_BYTES = 600
"""What a classic state may take in its column."""


def restored(state: GameState) -> GameState:
    return from_snapshot(to_snapshot(state), state.ruleset, state.seed)


@given(situations())
def test_a_state_comes_back_from_its_snapshot_equal(situation: Situation) -> None:
    state, rng = situation
    assert restored(state) == state
    for step in steps(state, rng, 10):
        again = restored(step.after)
        assert again == step.after
        assert (again.is_over, again.outcome, again.result) == (
            step.after.is_over,
            step.after.outcome,
            step.after.result,
        )


@given(situations())
def test_a_game_goes_on_from_its_snapshot_as_it_would_have(situation: Situation) -> None:
    state, rng = situation
    for step in steps(state, rng, 5):
        assert apply(restored(step.before), step.seat, step.action) == (step.after, step.events)


@given(seat_counts(), seeds())
def test_a_snapshot_of_a_classic_state_is_small(seats: int, seed: int) -> None:
    rng = random.Random(seed)
    state, _ = new_game(CLASSIC, seats, deal_seed(rng))
    states = [state, *(step.after for step in steps(state, rng, 100))]
    assert max(len(to_snapshot(state).encode()) for state in states) <= MOST_BYTES


@given(situations())
def test_a_snapshot_holds_no_seed(situation: Situation) -> None:
    state = situation.state
    assert state.seed is not None
    other = state.copy()
    other.seed = bytes(32)
    assert to_snapshot(other) == to_snapshot(state)
    assert from_snapshot(to_snapshot(state), state.ruleset, other.seed) == other


@pytest.mark.parametrize("number", [0, FORMAT + 1, None, str(FORMAT)])
def test_a_snapshot_of_another_format_is_refused(number: object) -> None:
    state, _ = new_game(CLASSIC, 2, bytes(32))
    stored = {**json.loads(to_snapshot(state)), "format": number}
    with pytest.raises(UnknownSnapshot):
        from_snapshot(json.dumps(stored), CLASSIC, bytes(32))


def test_a_snapshot_without_a_format_is_refused() -> None:
    with pytest.raises(UnknownSnapshot):
        from_snapshot("{}", CLASSIC, bytes(32))
