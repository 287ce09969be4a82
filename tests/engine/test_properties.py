"""What holds in every game, whatever the ruleset and whoever plays."""

import random
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given

from games.engine.actions import Action, Call, Catch, Draw, End, Lay, Leave, Match, Timeout
from games.engine.calls import DOS
from games.engine.cards import DECK, FACE_COUNT, WILD_DOS, Face, is_wild_number
from games.engine.events import DosCalled, Drew, Event, Matched
from games.engine.legal import check_action, legal_actions
from games.engine.matching import COLOUR_MATCH_NAMES, shown
from games.engine.options import Option
from games.engine.play import advance, apply, apply_all, new_game
from games.engine.refusals import Illegal, Refusal
from games.engine.ruleset import Ruleset
from games.engine.state import GameState
from tests.engine.strategies import (
    Player,
    Situation,
    deal_seed,
    declared,
    rulesets,
    seat_counts,
    seeds,
    situations,
    steps,
)

Seated = tuple[int, Action]


def all_cards(state: GameState) -> list[Face]:
    current = state.round
    played = [card for match in current.matched for card in (match.target, *match.cards)]
    piles = (current.centre, played, current.draw_pile, current.discard_pile, *current.hands)
    return sorted(card for pile in piles for card in pile)


@given(rulesets(), seat_counts(), seeds())
def test_r5_every_card_of_the_deck_is_somewhere_after_every_action(
    ruleset: Ruleset, seats: int, seed: int
) -> None:
    rng = random.Random(seed)
    state, _ = new_game(ruleset, seats, deal_seed(rng))
    assert all_cards(state) == list(DECK)
    for step in steps(state, rng, rng.choice((20, 60, 200))):
        assert step.after.round.card_count() == len(DECK)
        assert all_cards(step.after) == list(DECK)


@given(situations())
def test_an_action_never_changes_the_state_it_is_asked_of(situation: Situation) -> None:
    state, rng = situation
    player = Player(rng)
    before = state.copy()
    for _ in range(20):
        seat, action = player.action(state)
        answer(apply, state, seat, action)
        assert state == before


@given(situations())
def test_what_may_be_done_is_what_can_be_done(situation: Situation) -> None:
    state, rng = situation
    player = Player(rng)
    for _ in range(30):
        seat, action = player.action(state)
        assert answer(check_action, state, seat, action) is answer(apply, state, seat, action)


def answer(
    ask: Callable[[GameState, int | None, Action], object],
    state: GameState,
    seat: int | None,
    action: Action,
) -> Refusal | None:
    """Return why an action is refused; None where it is not."""
    try:
        ask(state, seat, action)
    except Illegal as illegal:
        return illegal.refusal
    return None


# --- what is listed is legal, and nothing else is


def plainly(action: Action) -> Action:
    """Return a match with its cards in canonical order, anything else as it is."""
    if isinstance(action, Match):
        return Match(action.target, tuple(sorted(action.cards)))
    return action


def candidates(state: GameState, rng: random.Random) -> Iterator[Seated]:
    """Yield every kind of plain action by every seat, with cards held and not held."""
    seats = range(state.seats)
    for seat in seats:
        yield from ((seat, action) for action in (Draw(), End(), Call()))
        yield from ((seat, Catch(other)) for other in range(state.seats + 1))
        yield from ((seat, Lay(card)) for card in range(FACE_COUNT))
    targets = [*state.round.centre, *(match.target for match in state.round.matched)]
    targets += rng.sample(range(FACE_COUNT), 3)
    for seat in {state.round.turn, rng.choice(seats)}:
        some = sorted({*state.round.hands[seat], *rng.sample(range(FACE_COUNT), 2)})
        played: list[tuple[Face, ...]] = [(card,) for card in range(FACE_COUNT)]
        played += combinations_with_replacement(some, 2)
        for target, cards in product(set(targets), played):
            yield seat, Match(target, cards if rng.random() < 0.5 else cards[::-1])


def is_costly_catch(state: GameState, seat: int, action: Action) -> bool:
    """Say whether an action is a wrong catch that a ruleset accepts for its price (R58)."""
    if not isinstance(action, Catch) or state.is_over or not state.ruleset.false_catch_penalty:
        return False
    caught = action.target_seat
    may_catch = seat not in state.left and state.ruleset.dos_penalty > 0
    return may_catch and caught not in (seat, state.seats) and not state.is_removed(caught)


@given(situations())
def test_listed_actions_and_no_others_are_legal(situation: Situation) -> None:
    state, rng = situation
    for step in (None, *steps(state, rng, 2)):
        state = step.after if step else state
        listed = [
            (seat, option.action)
            for seat in range(state.seats)
            for option in legal_actions(state, seat)
        ]
        assert len(set(listed)) == len(listed)
        for seat, action in listed:
            apply(state, seat, action)
        untouched = state.copy()
        for seat, action in candidates(state, rng):
            if (seat, plainly(action)) in listed or is_costly_catch(state, seat, action):
                check_action(state, seat, action)
            else:
                with pytest.raises(Illegal):
                    advance(untouched, seat, action)
        assert untouched == state


@given(situations())
def test_nobody_else_acts_in_a_turn(situation: Situation) -> None:
    state, _ = situation
    turn = state.round.turn
    for option in legal_actions(state, turn):
        for seat in (-1, *range(state.seats), state.seats):
            if seat != turn and not isinstance(option.action, Call | Catch):
                with pytest.raises(Illegal):
                    apply(state, seat, option.action)


# --- what a listed action says of itself


def flagged(action: Action) -> Action | None:
    """Return an action with the call flag; None for one that cannot carry it."""
    match action:
        case Match(target, cards):
            return Match(target, cards, call=True)
        case Draw():
            return Draw(call=True)
        case Lay(card):
            return Lay(card, call=True)
    return None


def brings_to_two(state: GameState, seat: int, action: Action) -> bool:
    """Say by counting whether a turn action itself leaves two cards in the hand."""
    _, events = apply(state, seat, action)
    size = len(state.round.hands[seat])
    match action:
        case Match(_, cards):
            return size - len(cards) == DOS
        case Draw():
            drew = next(event for event in events if isinstance(event, Drew))
            return drew.card is not None and size + 1 == DOS
        case Lay():
            return size - 1 == DOS
    return False


@given(situations())
def test_r56_an_action_takes_the_flag_where_it_says_that_it_makes_two(
    situation: Situation,
) -> None:
    state, _ = situation
    seat = state.round.turn
    for option in legal_actions(state, seat):
        assert option.makes_two == brings_to_two(state, seat, option.action)
        call = flagged(option.action)
        if call is None:
            continue
        if option.makes_two and state.ruleset.dos_penalty:
            assert DosCalled(seat) in apply(state, seat, call)[1]
        else:
            with pytest.raises(Illegal):
                apply(state, seat, call)


def declarations(card: Face) -> list[int]:
    """Return a card with everything that it can be declared as, and undeclared."""
    if card == WILD_DOS:
        return [card, *(declared(card, colour) for colour in range(1, 5))]
    if is_wild_number(card):
        return [card, *(declared(card, 5 + number) for number in range(1, 11))]
    return [card]


def worth(events: list[Event]) -> str:
    matched = next(event for event in events if isinstance(event, Matched))
    return COLOUR_MATCH_NAMES[matched.kind]


def declared_worths(state: GameState, action: Match) -> list[str]:
    """Return what each way to declare a match's wilds makes of it, refused ones left out."""
    worths = []
    for target, *cards in product(*map(declarations, (action.target, *action.cards))):
        try:
            _, events = apply(state, state.round.turn, Match(target, tuple(cards)))
        except Illegal:
            continue
        worths.append(worth(events))
    return worths


@given(situations())
def test_r29_a_listed_match_is_the_best_that_declarations_make_of_it(situation: Situation) -> None:
    state, rng = situation
    matches = [o for o in legal_actions(state, state.round.turn) if isinstance(o.action, Match)]
    for option in rng.sample(matches, min(3, len(matches))):
        check_best(state, option)


def check_best(state: GameState, option: Option) -> None:
    action = option.action
    assert isinstance(action, Match)
    assert worth(apply(state, state.round.turn, action)[1]) == option.colour_match
    others = {*declared_worths(state, action), "none"}
    best = {"none", "single" if len(action.cards) == 1 else "double"} & others
    assert option.colour_match == (max(best - {"none"}, default="none"))


def test_r29_a_card_carries_its_own_declarations_and_no_others() -> None:
    """A colour goes with `W`, a number from 1 to 10 with a Wild #, nothing with a number card."""
    for card, declaration in product(range(FACE_COUNT), range(20)):
        named = declared(card, declaration)
        if named in declarations(card):
            numbers, colours = shown(named)
            assert numbers
            assert colours
        else:
            with pytest.raises(Illegal):
                shown(named)


# --- several actions at once


@given(situations())
def test_several_actions_are_all_played_or_none(situation: Situation) -> None:
    state, rng = situation
    played = list(steps(state, rng, rng.randint(0, 8)))
    actions = [(step.seat, step.action) for step in played]
    last = played[-1].after if played else state
    events = [event for step in played for event in step.events]
    assert apply_all(state, actions) == (last, events)
    before = state.copy()
    for refused in ((last.seats, Leave()), (None, Timeout()), (last.round.turn, Lay(FACE_COUNT))):
        with pytest.raises(Illegal) as caught:
            apply_all(state, [*actions, refused, *actions])
        assert caught.value.index == len(actions)
        assert state == before
