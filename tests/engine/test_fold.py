"""The events rebuild the table: who reads the feed from the start needs no other source (R73)."""

import random
from typing import Any

from hypothesis import given

from games.engine.events import Event, event_to_json
from games.engine.observation import observe
from games.engine.play import new_game
from games.engine.ruleset import Ruleset
from games.engine.state import GameState
from tests.engine.fold import Fold
from tests.engine.strategies import deal_seed, rulesets, seat_counts, seeds, steps


def as_seen(events: list[Event], viewer: int | None) -> list[dict[str, Any]]:
    return [event_to_json(event, viewer) for event in events]


def check_public(fold: Fold, state: GameState) -> None:
    seen = observe(state, fold.viewer).to_json()
    assert fold.seats_json() == seen["seats"]
    assert fold.round_json() == seen["round"]


def check_own(fold: Fold, state: GameState) -> None:
    you = observe(state, fold.viewer).to_json()["you"]
    assert sorted(fold.hand) == sorted(you["hand"])
    assert fold.drawn == you["drawn"]
    if fold.turn == fold.viewer:
        assert fold.bonuses == you["bonus_lay_downs"]


@given(rulesets(), seat_counts(), seeds())
def test_public_events_rebuild_what_a_spectator_sees(
    ruleset: Ruleset, seats: int, seed: int
) -> None:
    rng = random.Random(seed)
    state, events = new_game(ruleset, seats, deal_seed(rng))
    fold = Fold(ruleset.to_json(), seats)
    fold.read(as_seen(events, None))
    check_public(fold, state)
    for step in steps(state, rng, rng.choice((20, 60, 250))):
        fold.read(as_seen(step.events, None))
        check_public(fold, step.after)


@given(rulesets(), seat_counts(), seeds())
def test_own_events_rebuild_a_seats_own_hand(ruleset: Ruleset, seats: int, seed: int) -> None:
    rng = random.Random(seed)
    state, events = new_game(ruleset, seats, deal_seed(rng))
    fold = Fold(ruleset.to_json(), seats, viewer=rng.randrange(seats))
    fold.read(as_seen(events, fold.viewer))
    check_own(fold, state)
    for step in steps(state, rng, rng.choice((20, 60, 250))):
        fold.read(as_seen(step.events, fold.viewer))
        check_public(fold, step.after)
        check_own(fold, step.after)
