"""What the actions of one submission may be: nothing may depend on what an earlier one reveals."""

from collections.abc import Sequence

from games.engine.actions import Action, Catch, Draw, End, Lay, Match, face_of
from games.engine.calls import owes_call
from games.engine.cards import Face
from games.engine.ending import CENTRE_MINIMUM
from games.engine.state import GameState


def blind_spot(state: GameState, seat: int, actions: Sequence[Action]) -> int | None:
    """Return the index of the first action that may not stand where it stands; None if all may.

    After a draw, after an `end` that would refill the centre row, and after a hand's last card
    (the next deal), hidden cards are known. From there only an `end` and a lay-down of a card that
    the seat held before may follow. Whether the actions are legal is not asked here.
    """
    held = list(state.round.hands[seat])
    centre = len(state.round.centre)
    revealed = False
    for index, action in enumerate(actions):
        if revealed and not _is_blind(action, held):
            return index
        if isinstance(action, Match):
            played = [face_of(card) for card in action.cards]
            centre -= 1
        else:
            played = [face_of(action.card)] if isinstance(action, Lay) else []
        for card in played:
            if card in held:
                held.remove(card)
        revealed = revealed or not held or _reveals(state, action, centre)
    return None


def _is_blind(action: Action, held: list[Face]) -> bool:
    """Say whether the legality of an action cannot depend on cards revealed before it."""
    return isinstance(action, End) or (isinstance(action, Lay) and face_of(action.card) in held)


def _reveals(state: GameState, action: Action, centre: int) -> bool:
    if isinstance(action, Catch):  # a wrong one brings penalty cards
        wrong = action.target_seat >= state.seats or not owes_call(state, action.target_seat)
        return bool(state.ruleset.false_catch_penalty) and wrong
    return isinstance(action, Draw) or (isinstance(action, End) and centre < CENTRE_MINIMUM)
