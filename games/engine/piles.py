"""Taking cards from the draw pile, with the reshuffle when it runs dry (R66-R68)."""

from bisect import insort

from games.engine.cards import Face
from games.engine.deal import shuffled
from games.engine.events import Event, PileReshuffled
from games.engine.refusals import SeedRequired
from games.engine.state import GameState

EventLog = list[Event] | None
"""Where what happens is written down; None where nobody will read it."""


def take_card(state: GameState, log: EventLog) -> Face | None:
    """Take the top card; None where both piles are empty (R68).

    Raises SeedRequired where a shuffle is needed and the state has no seed.
    """
    current = state.round
    if not current.draw_pile:
        if not current.discard_pile:
            return None
        _reshuffle(state, log)
    return current.draw_pile.pop()


def take_into_hand(state: GameState, seat: int, cards: int, log: EventLog) -> tuple[Face, ...]:
    """Take up to `cards` cards into a seat's hand and return those that came."""
    taken = []
    for _ in range(cards):
        card = take_card(state, log)
        if card is None:
            break
        insort(state.round.hands[seat], card)
        taken.append(card)
    return tuple(taken)


def can_take(state: GameState) -> bool:
    """Say whether a card would come."""
    return bool(state.round.draw_pile or state.round.discard_pile)


def _reshuffle(state: GameState, log: EventLog) -> None:
    if state.seed is None:
        raise SeedRequired("the discard pile must be shuffled and there is no seed")
    current = state.round
    current.reshuffles += 1
    label = f"round-{state.number}-reshuffle-{current.reshuffles}"
    current.draw_pile = shuffled(state.seed, label, current.discard_pile)[::-1]
    current.discard_pile = []
    if log is not None:
        log.append(PileReshuffled(len(current.draw_pile)))
