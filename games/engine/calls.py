"""Calling DOS: the duty, its window, the call, the catch and the penalty (R48-R59)."""

from games.engine.actions import Call, Catch
from games.engine.events import DosCalled, DosCaught, PenaltyTaken
from games.engine.piles import EventLog, take_into_hand
from games.engine.refusals import Illegal, Refusal
from games.engine.state import CALLED, CAUGHT, LAPSED, NO_DUTY, GameState

DOS: int = 2
"""The hand size that must be called."""

_WHY_NO_CATCH = {
    NO_DUTY: Refusal.CATCH_NOT_TWO,
    CALLED: Refusal.CALLED_IN_TIME,
    CAUGHT: Refusal.CAUGHT_ALREADY,
    LAPSED: Refusal.CATCH_TOO_LATE,
}


def owes_call(state: GameState, seat: int) -> bool:
    """Say whether a seat's two cards owe a call that can still be made or caught."""
    return state.round.duties[seat] > NO_DUTY


def note_hand_size(state: GameState, seat: int, *, begins: bool = True) -> None:
    """Begin the duty of a hand whose size has changed to two, void that of any other (R53, R59).

    `begins` is false for a change that begins no duty.
    """
    current = state.round
    if len(current.hands[seat]) == DOS and begins and state.ruleset.dos_penalty:
        current.duties[seat] = current.turn_number
    else:
        current.duties[seat] = NO_DUTY


def lapse_duties(state: GameState, seat: int) -> None:
    """Void the duties of former turns as `seat` makes a match or a draw (R55)."""
    duties, now = state.round.duties, state.round.turn_number
    if max(duties) <= NO_DUTY:
        return
    window = state.ruleset.dos_window
    if window == "open":
        return
    for owing, began in enumerate(duties):
        if NO_DUTY < began < now and (window == "next_action" or owing == seat):
            duties[owing] = LAPSED


def check_flag(state: GameState, size_after: int) -> None:
    """Refuse a call flag on an action that does not bring the hand to two (R56)."""
    if not state.ruleset.dos_penalty:
        raise Illegal(Refusal.NO_CALLS)
    if size_after != DOS:
        raise Illegal(Refusal.FLAG_WITHOUT_TWO)


def settle_flag(state: GameState, seat: int, log: EventLog) -> None:
    """Let a call flag settle the duty that its action began (R56)."""
    state.round.duties[seat] = CALLED
    if log is not None:
        log.append(DosCalled(seat))


def check_call(state: GameState, seat: int) -> None:
    """Refuse a call that is not owed (R56)."""
    if not state.ruleset.dos_penalty:
        raise Illegal(Refusal.NO_CALLS)
    if not owes_call(state, seat):
        raise Illegal(Refusal.NOTHING_TO_CALL)


def make_call(state: GameState, seat: int, _: Call, log: EventLog) -> None:
    """Call DOS (R48, R56)."""
    check_call(state, seat)
    settle_flag(state, seat, log)


def check_catch(state: GameState, seat: int, caught: int) -> None:
    """Refuse a catch that no ruleset accepts, or a wrong one where it costs nothing (R57, R58)."""
    if not 0 <= caught < state.seats:
        raise Illegal(Refusal.NO_SUCH_SEAT)
    if not state.ruleset.dos_penalty:
        raise Illegal(Refusal.NO_CALLS)
    if caught == seat:
        raise Illegal(Refusal.CATCH_ONESELF)
    if state.is_removed(caught):
        raise Illegal(Refusal.CATCH_REMOVED)
    if not owes_call(state, caught) and not state.ruleset.false_catch_penalty:
        raise Illegal(_WHY_NO_CATCH[state.round.duties[caught]])


def make_catch(state: GameState, seat: int, action: Catch, log: EventLog) -> None:
    """Catch a seat (R49-R52), or take the penalty of a wrong catch (R58)."""
    caught = action.target_seat
    check_catch(state, seat, caught)
    if not owes_call(state, caught):
        take_penalty(state, seat, state.ruleset.false_catch_penalty, log, reason="false_catch")
        return
    current = state.round
    current.duties[caught] = CAUGHT
    if log is not None:
        log.append(DosCaught(caught, by=seat))
    if caught == current.turn:
        current.pending_catches += 1
    else:
        take_penalty(state, caught, state.ruleset.dos_penalty, log)
        if current.duties[caught] == NO_DUTY:
            current.duties[caught] = CAUGHT


def take_penalty(
    state: GameState, seat: int, cards: int, log: EventLog, *, reason: str = "dos"
) -> bool:
    """Let a seat take penalty cards at once, as one change of its hand; say whether any came."""
    taken = take_into_hand(state, seat, cards, log)
    if taken:
        note_hand_size(state, seat)
    if log is not None:
        log.append(PenaltyTaken(seat, taken, reason))
    return bool(taken)


def take_pending_penalty(state: GameState, seat: int, log: EventLog) -> bool:
    """Let a seat take what it was caught for in its own turn (R45); say whether any card came."""
    catches = state.round.pending_catches
    if not catches:
        return False
    state.round.pending_catches = 0
    return take_penalty(state, seat, catches * state.ruleset.dos_penalty, log)
