"""Positions that are hard to decide in: long centre rows, big hands, many wilds.

Some are reached by stubborn play, the rest laid out, with the 108 cards of the deck in every one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from games.engine.actions import Action, Draw, End, Lay
from games.engine.cards import DECK, Face, is_wild
from games.engine.legal import legal_actions
from games.engine.play import advance, new_game
from games.engine.ruleset import Ruleset
from games.engine.state import GameState, RoundState
from tests.benchmarks.games import CLASSIC, seed_of

KEEPING: Final = replace(CLASSIC, name="custom", base=CLASSIC.name, no_match_laydown="optional")
"""With this option a seat may draw and keep, so that hands grow."""
LONGEST: Final = 20
"""Cards in the centre row, and the row's length at which stubborn play stops."""
BIGGEST: Final = 40


def _stubborn(state: GameState, *, keeps: bool) -> Action:
    """Draw and never match; then keep the card, or lay a random card of the hand."""
    options = {type(option.action): option.action for option in legal_actions(state, _turn(state))}
    if Draw in options:
        return options[Draw]
    return options[End] if keeps and End in options else options[Lay]


def _turn(state: GameState) -> int:
    return state.round.turn


def stubborn_positions(number: int, ruleset: Ruleset, seats: int) -> Iterator[GameState]:
    """Yield the states before each turn of a round in which nobody ever matches.

    Where the ruleset lets it, seat 0 keeps what it draws; every other seat lays a card.
    """
    state, _ = new_game(ruleset, seats, seed_of(number))
    while len(state.round.centre) < LONGEST and len(state.round.hands[0]) < BIGGEST:
        yield state.copy()
        turn_number = state.round.turn_number
        while state.round.turn_number == turn_number:
            seat = _turn(state)
            advance(state, seat, _stubborn(state, keeps=seat == 0))


def laid_out(ruleset: Ruleset, hand: Sequence[Face], centre: Sequence[Face]) -> GameState:
    """Return a position with seat 0 to act, the rest of the deck in the draw pile."""
    rest = list(DECK)
    for card in (*hand, *centre):
        rest.remove(card)
    other, pile = rest[:7], rest[7:]
    current = RoundState(
        [sorted(hand), other], list(centre), pile, [], dealer=1, turn=0, duties=[0, 0]
    )
    return GameState(ruleset, seed_of(0), current, [0, 0])


def laid_out_positions(count: int) -> Iterator[GameState]:
    """Yield positions of 10 to 20 centre cards and hands of 20 to 40, with from few to all wilds.

    A third of them takes centre cards of different faces, which leaves most to choose from.
    """
    chance = Random("hard positions")
    wilds = [card for card in DECK if is_wild(card)]
    numbers = [card for card in DECK if not is_wild(card)]
    for index in range(count):
        chance.shuffle(wilds)
        chance.shuffle(numbers)
        size = chance.randint(20, BIGGEST)
        held = min(size, chance.randint(0, len(wilds)))
        hand = wilds[:held] + numbers[: size - held]
        rest = wilds[held:] + numbers[size - held :]
        if index % 3 == 0:
            rest = list(dict.fromkeys(rest))
        chance.shuffle(rest)
        yield laid_out(KEEPING, hand, rest[: chance.randint(10, LONGEST)])


def hard_positions() -> list[GameState]:
    """Return all of them."""
    found = list(laid_out_positions(600))
    for number in range(10):
        for ruleset, seats in ((CLASSIC, 2), (CLASSIC, 4), (KEEPING, 2)):
            reached = stubborn_positions(number, ruleset, seats)
            found += [state for state in reached if len(state.round.centre) >= 10]
    return found
