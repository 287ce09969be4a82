"""Playing: from a state, a seat and an action to a new state and what happened, or a refusal.

`apply` and `apply_all` never touch the state they are given. `advance` changes the state in place,
for those who own it: bots that roll games forward, and replays.
"""

from bisect import insort
from collections.abc import Callable, Iterable
from typing import Any, Final

from games.engine.actions import (
    Abort,
    Action,
    Call,
    Catch,
    Draw,
    End,
    Lay,
    Leave,
    Match,
    Stop,
    Timeout,
)
from games.engine.calls import (
    DOS,
    lapse_duties,
    make_call,
    make_catch,
    note_hand_size,
    settle_flag,
)
from games.engine.deal import first_dealer
from games.engine.ending import deal_round, end_matching, end_turn, force_draws, went_out
from games.engine.events import Event, GameStarted, TimedOut, drew, laid, matched
from games.engine.leaving import abort, leave, stop
from games.engine.legal import (
    allowed_match,
    check_draw,
    check_end,
    check_lay,
    check_seat,
    check_timeout,
    check_turn,
    opening,
)
from games.engine.matching import DOUBLE_COLOUR, PLAIN
from games.engine.phases import DRAWN, LAY, MATCHING, OVER, PLAY
from games.engine.piles import EventLog, take_card
from games.engine.refusals import Illegal, Refusal
from games.engine.ruleset import Ruleset
from games.engine.state import NO_DUTIES, NOTHING, GameState, RoundState

MIN_SEATS: Final = 2
MAX_SEATS: Final = 4


def new_game(ruleset: Ruleset, seats: int, seed: bytes) -> tuple[GameState, list[Event]]:
    """Return a game of 2 to 4 seats with its first round dealt, and what happened (R1, R6-R12).

    Raises ValueError for another number of seats.
    """
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise ValueError(f"a game has {MIN_SEATS} to {MAX_SEATS} seats, not {seats}")
    dealer, draws = first_dealer(ruleset, seed, seats)
    undealt = RoundState([], [], [], [], dealer, dealer)
    state = GameState(ruleset, seed, undealt, [0] * seats)
    log: list[Event] = [GameStarted(dealer, tuple(map(tuple, draws)))]
    deal_round(state, dealer, log)
    return state, log


def apply(state: GameState, seat: int | None, action: Action) -> tuple[GameState, list[Event]]:
    """Return the state after one action of a seat, and what happened; `state` is not touched.

    `seat` is None for `Stop` and `Abort` only. Raises Illegal where the rules refuse the action,
    SeedRequired where a position without a seed needs a shuffle.
    """
    return apply_all(state, ((seat, action),))


def apply_all(
    state: GameState, actions: Iterable[tuple[int | None, Action]]
) -> tuple[GameState, list[Event]]:
    """Return the state after several (seat, action), and what happened: all of them or none.

    Raises Illegal with the `index` of the first action that is refused.
    """
    after = state.copy()
    log: list[Event] = []
    index = 0
    try:
        for seat, action in actions:
            advance(after, seat, action, log)
            index += 1
    except Illegal as illegal:
        illegal.index = index
        raise
    return after, log


def advance(state: GameState, seat: int | None, action: Action, log: EventLog = None) -> None:
    """Play one action in place, writing what happens to `log` where one is given.

    Raises Illegal before anything has changed. After SeedRequired the state is not to be used.
    """
    if seat is None and not isinstance(action, Stop | Abort):
        raise Illegal(Refusal.NO_SUCH_SEAT)
    _PLAYERS[type(action)](state, seat, action, log)


def _play_match(state: GameState, seat: int, action: Match, log: EventLog) -> None:
    current = state.round
    if seat != current.turn or state.left or current.phase is OVER:
        check_turn(state, seat)
    match = allowed_match(state, seat, action)
    kind, hand, duties = match.kind, current.hands[seat], current.duties
    if current.phase is PLAY and duties != NO_DUTIES[len(duties)]:
        lapse_duties(state, seat)
    for card in match.cards:
        hand.remove(card)
    current.centre.remove(match.target)
    current.matched.append(match)
    current.phase = MATCHING
    if kind > PLAIN:
        current.bonuses += 1
    if len(hand) == DOS or duties[seat]:
        note_hand_size(state, seat)
    if log is not None:
        log.append(matched(seat, match.target, match.cards, kind))
    if action.call:
        settle_flag(state, seat, log)
    if kind == DOUBLE_COLOUR:
        if state.ruleset.double_colour_draw == "immediate":
            force_draws(state, seat, 1, log)
        else:
            current.forced_draws += 1
    if not hand:
        went_out(state, seat, log)


def _play_draw(state: GameState, seat: int, action: Draw, log: EventLog) -> None:
    current = state.round
    if seat != current.turn or state.left or current.phase is OVER:
        check_turn(state, seat)
    if current.phase is not PLAY or action.call:
        check_draw(state, seat, action)
    _draw(state, seat, log)
    if action.call:
        settle_flag(state, seat, log)


def _draw(state: GameState, seat: int, log: EventLog) -> None:
    current = state.round
    duties = current.duties
    if duties != NO_DUTIES[len(duties)]:
        lapse_duties(state, seat)
    card = current.draw_pile.pop() if current.draw_pile else take_card(state, log)
    current.phase = DRAWN
    if card is None:
        current.drawn = NOTHING
    else:
        hand = current.hands[seat]
        current.drawn = card
        insort(hand, card)
        if len(hand) == DOS or duties[seat]:
            note_hand_size(state, seat)
    if log is not None:
        log.append(drew(seat, card))


def _play_lay(state: GameState, seat: int, action: Lay, log: EventLog) -> None:
    current = state.round
    if seat != current.turn or state.left or current.phase is OVER:
        check_turn(state, seat)
    if current.phase is not LAY or action.call or action.card not in current.hands[seat]:
        check_lay(state, seat, action)
    _lay(state, seat, action, log)


def _lay(state: GameState, seat: int, action: Lay, log: EventLog) -> None:
    current = state.round
    hand = current.hands[seat]
    hand.remove(action.card)
    current.centre.append(action.card)
    if len(hand) == DOS or current.duties[seat]:
        note_hand_size(state, seat)
    if log is not None:
        log.append(laid(seat, action.card))
    if action.call:
        settle_flag(state, seat, log)
    if not hand and went_out(state, seat, log):
        return
    if current.phase is DRAWN:
        end_matching(state, seat, log)
        return
    current.bonuses -= 1
    if not current.bonuses:
        end_turn(state, seat, log)


def _play_end(state: GameState, seat: int, action: End, log: EventLog) -> None:
    current = state.round
    if seat == current.turn and current.phase is MATCHING and not state.left:
        end_matching(state, seat, log)
    else:
        check_turn(state, seat)
        check_end(state, seat, action)
        _end(state, seat, log)


def _end(state: GameState, seat: int, log: EventLog) -> None:
    if state.round.phase is LAY:
        state.round.bonuses = 0
        end_turn(state, seat, log)
    else:
        end_matching(state, seat, log)


def _play_call(state: GameState, seat: int, action: Call, log: EventLog) -> None:
    check_seat(state, seat)
    make_call(state, seat, action, log)


def _play_catch(state: GameState, seat: int, action: Catch, log: EventLog) -> None:
    check_seat(state, seat)
    make_catch(state, seat, action, log)


def _play_timeout(state: GameState, seat: int, _: Timeout, log: EventLog) -> None:
    """Autopilot: draw; otherwise end where that is legal, else lay the first card (R71)."""
    check_timeout(state, seat)
    if log is not None:
        log.append(TimedOut(seat))
    current, turn_number = state.round, state.round.turn_number
    while (
        state.round is current and current.turn_number == turn_number and current.phase is not OVER
    ):
        allowed = opening(current, state.ruleset)
        if allowed.draw:
            _draw(state, seat, log)
        elif allowed.end:
            _end(state, seat, log)
        else:
            _lay(state, seat, Lay(current.hands[seat][0]), log)


_PLAYERS: Final[dict[type, Callable[[GameState, Any, Any, EventLog], None]]] = {
    Match: _play_match,
    Draw: _play_draw,
    Lay: _play_lay,
    End: _play_end,
    Call: _play_call,
    Catch: _play_catch,
    Timeout: _play_timeout,
    Leave: leave,
    Stop: stop,
    Abort: abort,
}
