"""Around the table: time-outs, leaving seats, and games ended from outside (R71)."""

from games.engine.actions import Abort, Leave, Stop
from games.engine.ending import (
    close_round,
    discard_matched,
    end_game,
    pass_turn,
    refill_centre,
)
from games.engine.events import Discarded, SeatLeft
from games.engine.legal import check_running, check_seat
from games.engine.piles import EventLog
from games.engine.scoring import sole_leader
from games.engine.state import NO_DUTY, GameState


def leave(state: GameState, seat: int, _: Leave, log: EventLog) -> None:
    """Let a seat leave for good (R71).

    One seat left wins the game at once and the round scores nobody. With `on_leave: remove` the
    hand is discarded and an open turn of the seat's closed; with `autopilot` time-outs play on.
    """
    check_seat(state, seat)
    state.left.append(seat)
    if log is not None:
        log.append(SeatLeft(seat))
    removed = state.is_removed(seat)
    if removed:
        _discard_hand(state, seat, log)
    stayers = state.stayers()
    if len(stayers) == 1:
        close_round(state, None, log)
        if not state.single_round:
            end_game(state, stayers[0], "leave", log)
    elif removed and seat == state.round.turn:
        discard_matched(state, seat, log)
        refill_centre(state, log)
        pass_turn(state, seat, log)


def _discard_hand(state: GameState, seat: int, log: EventLog) -> None:
    current = state.round
    cards = tuple(current.hands[seat])
    current.discard_pile += cards
    current.hands[seat] = []
    current.duties[seat] = NO_DUTY
    if cards and log is not None:
        log.append(Discarded(seat, cards))


def stop(state: GameState, _seat: int | None, _: Stop, log: EventLog) -> None:
    """End the game as it stands: the round scores nobody, a sole leader on points wins."""
    check_running(state)
    close_round(state, None, log)
    if not state.single_round:
        end_game(state, sole_leader(state), "stopped", log)


def abort(state: GameState, _seat: int | None, _: Abort, log: EventLog) -> None:
    """End the game for nothing: no winner, no places."""
    check_running(state)
    close_round(state, None, log)
    if not state.single_round:
        end_game(state, None, "abort", log)
