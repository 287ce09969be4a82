"""The end of a turn, of a round and of a game (R40-R46, R60-R65, R70)."""

from games.engine.calls import note_hand_size, take_pending_penalty
from games.engine.deal import dealt_round
from games.engine.events import (
    CentreRefilled,
    Dealt,
    Discarded,
    ForcedDraw,
    GameEnded,
    RoundEnded,
    RoundStarted,
    turn_started,
)
from games.engine.phases import LAY, OVER, PLAY
from games.engine.piles import EventLog, take_card, take_into_hand
from games.engine.refusals import SeedRequired
from games.engine.scoring import final_result, round_points, sole_leader
from games.engine.state import NO_DUTY, GameState, RoundOutcome, RoundState

CENTRE_MINIMUM = 2
DRY_ROUNDS_LIMIT = 3


def discard_matched(state: GameState, seat: int, log: EventLog) -> None:
    """E1: the matched centre cards and the cards played on them go to the discard pile (R40)."""
    current = state.round
    if not current.matched:
        return
    pile = current.discard_pile
    before = len(pile)
    for match in current.matched:
        pile.append(match.target)
        pile += match.cards
    current.matched = []
    if log is not None:
        log.append(Discarded(seat, tuple(pile[before:])))


def refill_centre(state: GameState, log: EventLog) -> None:
    """E2: fewer than two centre cards are refilled to two, as far as cards last (R41, R69)."""
    current = state.round
    centre = current.centre
    before = len(centre)
    while len(centre) < CENTRE_MINIMUM:
        card = current.draw_pile.pop() if current.draw_pile else take_card(state, log)
        if card is None:
            break
        centre.append(card)
    if log is not None and len(centre) > before:
        log.append(CentreRefilled(tuple(centre[before:])))


def force_draws(state: GameState, seat: int, passes: int, log: EventLog) -> None:
    """Let the other seats draw one card each, clockwise, for each Double Colour Match (R44)."""
    begins = state.ruleset.dos_on_passive_draw
    others = state.seats_after(seat)
    for _ in range(passes):
        for other in others:
            taken = take_into_hand(state, other, 1, log)
            if taken:
                note_hand_size(state, other, begins=begins)
            if log is not None:
                log.append(ForcedDraw(other, taken))


def end_matching(state: GameState, seat: int, log: EventLog) -> None:
    """E1 and E2; then the bonus lay-downs are owed, or the turn ends (R40-R42)."""
    current = state.round
    if current.matched:
        discard_matched(state, seat, log)
    if len(current.centre) < CENTRE_MINIMUM:
        refill_centre(state, log)
    if current.bonuses:
        current.phase = LAY
    elif current.forced_draws or current.pending_catches:
        end_turn(state, seat, log)
    else:
        pass_turn(state, seat, log)


def end_turn(state: GameState, seat: int, log: EventLog) -> None:
    """E4 and E5, then E6 or the turn limit (R44-R46, R70)."""
    current = state.round
    if current.forced_draws:
        force_draws(state, seat, current.forced_draws, log)
    if current.pending_catches:
        take_pending_penalty(state, seat, log)
    pass_turn(state, seat, log)


def pass_turn(state: GameState, seat: int, log: EventLog) -> None:
    """E6: the next seat's turn begins (R46), or the round ends at its turn limit (R70)."""
    current = state.round
    if current.turn_number >= state.ruleset.max_turns:
        end_round(state, None, log)
        return
    current.turn = state.next_seat(seat)
    current.turn_number += 1
    current.phase = PLAY
    current.drawn = None
    current.bonuses = current.forced_draws = current.pending_catches = 0
    if log is not None:
        log.append(turn_started(current.turn, current.turn_number))


def went_out(state: GameState, seat: int, log: EventLog) -> bool:
    """Deal with an emptied hand: the round ends (R60, R61), or a pending penalty keeps it going.

    Return whether the round ended. A seat that left and is played on by autopilot wins nothing.
    """
    if state.ruleset.pending_penalty_blocks_out and take_pending_penalty(state, seat, log):
        return False
    discard_matched(state, seat, log)
    if state.round.forced_draws:
        force_draws(state, seat, state.round.forced_draws, log)
    end_round(state, None if seat in state.left else seat, log)
    return True


def close_round(state: GameState, winner: int | None, log: EventLog) -> None:
    """Score the round (R62) and show its hands; nothing else follows from it here."""
    current = state.round
    points = 0
    if winner is not None:
        points = round_points(current.hands, state.ruleset)
        state.scores[winner] += points
    current.phase = OVER
    current.duties = [NO_DUTY] * state.seats
    current.drawn = None
    current.bonuses = current.forced_draws = current.pending_catches = 0
    state.outcome = RoundOutcome(winner, points)
    if log is not None:
        hands = tuple(map(tuple, current.hands))
        log.append(RoundEnded(winner, points, tuple(state.scores), hands))


def end_round(state: GameState, winner: int | None, log: EventLog) -> None:
    """End the round; then the game where it is won or has run dry (R63, R70), else deal (R65)."""
    close_round(state, winner, log)
    if state.single_round:
        return
    state.dry_rounds = state.dry_rounds + 1 if winner is None else 0
    target = state.ruleset.target
    if winner is not None and (target is None or state.scores[winner] >= target):
        end_game(state, winner, "one_round" if target is None else "target", log)
    elif state.dry_rounds == DRY_ROUNDS_LIMIT:
        end_game(state, sole_leader(state), "limit", log)
    else:
        next_dealer = state.next_seat(state.round.dealer)
        if winner is not None and state.ruleset.next_dealer == "winner":
            next_dealer = winner
        state.number += 1
        deal_round(state, next_dealer, log)


def end_game(state: GameState, winner: int | None, ended: str, log: EventLog) -> None:
    """End the game with its result."""
    state.result = final_result(state, winner, ended)
    if log is not None:
        log.append(GameEnded(state.result))


def deal_round(state: GameState, dealer: int, log: EventLog) -> None:
    """Deal round `state.number` (R8-R12): the seat left of the dealer is dealt first and starts."""
    if state.seed is None:
        raise SeedRequired("a round cannot be dealt without a seed")
    order = [*state.seats_after(dealer), dealer]
    dealt, centre, pile = dealt_round(state.ruleset, state.seed, state.number, len(order))
    hands: list[list[int]] = [[] for _ in state.scores]
    for seat, hand in zip(order, dealt, strict=True):
        hands[seat] = hand
    state.outcome = None
    duties = [NO_DUTY] * len(hands)
    state.round = RoundState(hands, centre, pile, [], dealer, order[0], duties=duties)
    if log is None:
        return
    log.append(RoundStarted(state.number, dealer, tuple(centre), len(pile)))
    log.extend(Dealt(seat, tuple(hands[seat])) for seat in order)
    log.append(turn_started(order[0], 1))
