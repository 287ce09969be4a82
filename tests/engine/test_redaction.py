"""Nobody is told what they cannot know: hands of others, the draw pile's order, the seed (R73).

Two states that differ in nothing but what a viewer cannot know must look the same to that viewer,
and go on looking the same whatever is done in both.
"""

import base64
import json
import random
from typing import Any

from hypothesis import given

from games.engine.actions import Action, action_to_json
from games.engine.events import (
    CentreRefilled,
    Dealt,
    Drew,
    Event,
    ForcedDraw,
    PenaltyTaken,
    PileReshuffled,
    RoundEnded,
    event_to_json,
)
from games.engine.legal import legal_actions
from games.engine.observation import observe
from games.engine.play import apply, new_game
from games.engine.refusals import Illegal
from games.engine.ruleset import RULESETS
from games.engine.state import NOTHING, GameState
from tests.engine.strategies import Player, Situation, deal_seed, seeds, situations, steps

HIDDEN_FIELD = {"dealt": "cards", "drew": "card", "forced_draw": "cards", "penalty_taken": "cards"}
"""Where an event of each kind names cards that its seat alone may know."""


def viewers(state: GameState) -> list[int | None]:
    return [None, *range(state.seats)]


def twin(state: GameState, viewer: int | None, rng: random.Random, *, kept: int = 0) -> GameState:
    """Return another state that the viewer cannot tell from this one.

    The hidden hands and the draw pile are dealt anew among themselves, and the seed is another. A
    twin that keeps the top cards of the draw pile, and the seed, can reveal cards in the same way.
    """
    other = state.copy()
    current = other.round
    top = current.draw_pile[len(current.draw_pile) - kept :] if kept else []
    below = current.draw_pile[: len(current.draw_pile) - len(top)]
    hidden = [seat for seat in range(state.seats) if seat != viewer]
    pool = [*below, *(card for seat in hidden for card in current.hands[seat])]
    rng.shuffle(pool)
    for seat in hidden:
        size = len(current.hands[seat])
        current.hands[seat] = sorted(pool[:size])
        pool = pool[size:]
    current.draw_pile = pool + top
    if current.turn in hidden and current.drawn not in (None, NOTHING):
        current.drawn = rng.choice(current.hands[current.turn])
    if not kept:
        other.seed = rng.randbytes(32)
    return other


def reveals(event: Event, viewer: int | None) -> bool:
    """Say whether an event shows a viewer cards that were hidden until then."""
    if isinstance(event, CentreRefilled | RoundEnded):
        return True
    match event:
        case Drew(seat, card):
            return seat == viewer and card is not None
        case Dealt(seat, cards) | ForcedDraw(seat, cards) | PenaltyTaken(seat, cards, _):
            return seat == viewer and bool(cards)
    return False


def shown(events: list[Event], viewer: int | None) -> list[dict[str, Any]]:
    return [event_to_json(event, viewer) for event in events]


def ends_pile(events: list[Event]) -> bool:
    """Say whether the draw pile was made anew, or all hands were shown."""
    return any(isinstance(event, PileReshuffled | RoundEnded) for event in events)


def shared_actions(state: GameState, other: GameState) -> list[tuple[int, Action]]:
    """Return what is legal in both states, for every seat."""
    both = []
    for seat in range(state.seats):
        there = [option.action for option in legal_actions(other, seat)]
        here = [option.action for option in legal_actions(state, seat)]
        both += [(seat, action) for action in here if action in there]
    return both


@given(situations())
def test_a_viewer_sees_the_same_where_only_hidden_cards_differ(situation: Situation) -> None:
    state, rng = situation
    for viewer in viewers(state):
        other = twin(state, viewer, rng)
        assert observe(other, viewer) == observe(state, viewer)
        assert observe(other, viewer).to_json() == observe(state, viewer).to_json()


@given(situations())
def test_what_reveals_nothing_looks_the_same_whatever_is_hidden(situation: Situation) -> None:
    state, rng = situation
    for viewer in viewers(state):
        other = twin(state, viewer, rng)
        for seat, action in shared_actions(state, other):
            after, events = apply(state, seat, action)
            other_after, other_events = apply(other, seat, action)
            if not any(reveals(event, viewer) for event in events):
                assert shown(other_events, viewer) == shown(events, viewer)
                assert observe(other_after, viewer) == observe(after, viewer)


@given(situations())
def test_a_card_that_is_revealed_tells_nothing_of_the_others(situation: Situation) -> None:
    """Nearly all of the draw pile is the same on both sides: the hands and the rest are not."""
    state, rng = situation
    pile = len(state.round.draw_pile)
    for viewer in viewers(state):
        kept = max(pile - 4, 0)
        other = twin(state, viewer, rng, kept=kept)
        for seat, action in shared_actions(state, other):
            after, events = apply(state, seat, action)
            if pile - len(after.round.draw_pile) > kept or ends_pile(events):
                continue
            other_after, other_events = apply(other, seat, action)
            assert shown(other_events, viewer) == shown(events, viewer)
            assert observe(other_after, viewer) == observe(after, viewer)


@given(situations())
def test_a_refusal_tells_nothing_that_is_hidden(situation: Situation) -> None:
    state, rng = situation
    player = Player(rng)
    for _ in range(10):
        seat, action = player.action(state)
        if seat is None or seat >= state.seats:
            continue
        answers = []
        for one in (state, twin(state, seat, rng)):
            try:
                apply(one, seat, action)
            except Illegal as illegal:
                answers.append(illegal.code)
            else:
                answers.append("accepted")
        assert answers[0] == answers[1], action_to_json(action)


def whole_game(seed: int) -> tuple[GameState, list[Event], list[GameState]]:
    """Return the start of a game, all that happened in it, and each of its states."""
    rng = random.Random(seed)
    ruleset = rng.choice(list(RULESETS.values()))
    start, events = new_game(ruleset, rng.randint(2, 4), deal_seed(rng))
    states = [start]
    for step in steps(start, rng, 25):
        events += step.events
        states.append(step.after)
    return start, events, states


@given(seeds())
def test_cards_drawn_are_named_to_who_drew_them_and_counted_to_the_rest(seed: int) -> None:
    start, events, _ = whole_game(seed)
    for event in events:
        field = HIDDEN_FIELD.get(event.type)
        for viewer in viewers(start):
            seen = event_to_json(event, viewer)
            if field is None:
                assert None not in (seen.get("card", ""), seen.get("cards", ""))
            elif seen["seat"] != viewer:
                assert seen[field] is None
                assert seen["count"] >= 0
            else:
                cards = seen[field] if field == "cards" else [seen[field]] * seen["count"]
                assert len(cards) == seen["count"]
                assert None not in cards


@given(seeds())
def test_nothing_that_is_sent_holds_the_seed(seed: int) -> None:
    start, events, states = whole_game(seed)
    assert start.seed is not None
    forms = [start.seed.hex(), base64.b64encode(start.seed).decode(), repr(start.seed)[2:-1]]
    sent = [repr(events)]
    for viewer in viewers(start):
        sent += [json.dumps(event_to_json(event, viewer)) for event in events]
        for state in states:
            seen = observe(state, viewer)
            sent += [repr(seen), json.dumps(seen.to_json())]
    assert [form for form in forms for text in sent if form in text] == []
