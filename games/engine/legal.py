"""What may be done now. `check_action`, `legal_actions` and `play` ask the same questions here."""

from dataclasses import dataclass
from typing import Final

from games.engine.actions import (
    FACE_MASK,
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
    is_declared,
)
from games.engine.calls import DOS, check_call, check_catch, check_flag, owes_call
from games.engine.cards import Face
from games.engine.matching import (
    DOUBLE_REACH,
    DOUBLE_TARGETS,
    FACE_BITS,
    SINGLE_TARGETS,
    WILD_NUMBERS,
    card_match,
)
from games.engine.options import (
    CALL,
    CATCHES,
    DOUBLE_OPTIONS,
    DRAW,
    DRAW_TO_TWO,
    END,
    LAYS,
    LAYS_TO_TWO,
    SINGLE_OPTIONS,
    Option,
)
from games.engine.phases import DRAWN, LAY, MATCHING, OVER, PLAY
from games.engine.piles import can_take
from games.engine.refusals import Illegal, Refusal
from games.engine.ruleset import Ruleset
from games.engine.state import NO_DUTIES, NOTHING, CardMatch, GameState, RoundState

NO_MATCHES: Final = 0
ANY_MATCH: Final = 1
DRAWN_CARD_MATCH: Final = 2


@dataclass(frozen=True, slots=True)
class Opening:
    """What a phase leaves open to the seat to act: which matches, and whether draw, lay, end."""

    match: int
    draw: bool = False
    lay: bool = False
    end: bool = False


_CLOSED: Final = Opening(NO_MATCHES)
_PLAY: Final = Opening(ANY_MATCH, draw=True)
_MATCHING: Final = Opening(ANY_MATCH, end=True)
_END_ONLY: Final = Opening(NO_MATCHES, end=True)
_LAY: Final = {
    "mandatory": Opening(NO_MATCHES, lay=True),
    "optional": Opening(NO_MATCHES, lay=True, end=True),
}
_DRAWN: Final = {
    (match, lay_down): Opening(match, lay=lay_down != "off", end=lay_down in ("optional", "off"))
    for match in (NO_MATCHES, ANY_MATCH, DRAWN_CARD_MATCH)
    for lay_down in ("mandatory", "optional", "off")
}


def opening(current: RoundState, ruleset: Ruleset) -> Opening:
    """Return what the open turn's phase allows (R14-R19, R36-R38, R42, R43)."""
    phase = current.phase
    if phase is PLAY:
        return _PLAY
    if phase is MATCHING:
        if current.drawn is None or ruleset.after_draw_matches == "many":
            return _MATCHING
        return _END_ONLY
    if phase is DRAWN:
        match = ANY_MATCH if ruleset.after_draw == "any" else DRAWN_CARD_MATCH
        if current.drawn == NOTHING:
            match = NO_MATCHES
        return _DRAWN[match, ruleset.no_match_laydown]
    if phase is LAY:
        return _LAY[ruleset.bonus_laydown]
    return _CLOSED


def check_turn(state: GameState, seat: int) -> None:
    """Refuse a turn action of a seat that is not to act (R12, R71)."""
    current = state.round
    if seat != current.turn or current.phase is OVER or state.left:
        check_seat(state, seat)
        if seat != current.turn:
            raise Illegal(Refusal.NOT_YOUR_TURN)


def check_seat(state: GameState, seat: int) -> None:
    """Refuse any action of a seat that does not exist, has left, or comes after the end."""
    if not 0 <= seat < state.seats:
        raise Illegal(Refusal.NO_SUCH_SEAT)
    check_running(state)
    if seat in state.left:
        raise Illegal(Refusal.SEAT_LEFT)


def check_running(state: GameState) -> None:
    """Refuse anything after the end of a game, or of a position's round."""
    if state.result is not None:
        raise Illegal(Refusal.GAME_OVER)
    if state.round.phase is OVER:
        raise Illegal(Refusal.ROUND_OVER)


def allowed_match(state: GameState, seat: int, action: Match) -> CardMatch:
    """Return what a match makes, where it is legal now; Illegal otherwise (R17-R36)."""
    current, ruleset = state.round, state.ruleset
    rule = ANY_MATCH
    if current.phase is not PLAY and (current.drawn is not None or current.phase is not MATCHING):
        rule = opening(current, ruleset).match
        if rule == NO_MATCHES:
            raise Illegal(_why_no_match_now(current))
    cards, hand = action.cards, current.hands[seat]
    if action.target & FACE_MASK not in current.centre:
        raise Illegal(_why_not_there(current, action.target & FACE_MASK))
    first = cards[0] & FACE_MASK
    if first not in hand:
        raise Illegal(Refusal.NOT_IN_HAND)
    if len(cards) == 2:
        last = cards[1] & FACE_MASK
        if last not in hand or (last == first and hand.count(first) < 2):
            raise Illegal(Refusal.NOT_IN_HAND)
    match = card_match(action.target, cards, ruleset.double_on_wild_number)
    if rule == DRAWN_CARD_MATCH and current.drawn not in match.cards:
        raise Illegal(Refusal.DRAWN_CARD_ONLY)
    if action.call:
        check_flag(state, len(hand) - len(cards))
    return match


def _why_no_match_now(current: RoundState) -> Refusal:
    if current.phase is DRAWN:
        return Refusal.NOTHING_DRAWN
    if current.phase is MATCHING:
        return Refusal.ONE_MATCH_AFTER_DRAW
    return Refusal.MATCHING_ENDED


def _why_not_there(current: RoundState, target: Face) -> Refusal:
    gone = any(made.target == target for made in current.matched)
    return Refusal.ALREADY_MATCHED if gone else Refusal.NOT_IN_CENTRE


def check_draw(state: GameState, seat: int, action: Draw) -> None:
    """Refuse a draw that is not open, or its flag (R15, R16, R56)."""
    current = state.round
    if current.phase is not PLAY:
        second = current.drawn is not None
        raise Illegal(Refusal.SECOND_DRAW if second else Refusal.DRAW_AFTER_MATCH)
    if action.call:
        check_flag(state, len(current.hands[seat]) + can_take(state))
        if not can_take(state):
            raise Illegal(Refusal.FLAG_WITHOUT_TWO)


def check_lay(state: GameState, seat: int, action: Lay) -> None:
    """Refuse a lay-down that is not open, its declaration, its card, or its flag (R29, R38-R43)."""
    current = state.round
    if current.phase is not LAY and not opening(current, state.ruleset).lay:
        if current.phase is PLAY:
            raise Illegal(Refusal.LAY_BEFORE_DRAW)
        matching = current.phase is MATCHING
        raise Illegal(Refusal.LAY_WHILE_MATCHING if matching else Refusal.NO_LAY_AFTER_DRAW)
    if action.card not in current.hands[seat]:
        declared = is_declared(action.card)
        raise Illegal(Refusal.BAD_DECLARATION if declared else Refusal.NOT_IN_HAND)
    if action.call:
        check_flag(state, len(current.hands[seat]) - 1)


def check_end(state: GameState, _seat: int, _action: End) -> None:
    """Refuse an end that is not open (R15, R38, R43)."""
    current = state.round
    if current.phase is not MATCHING and not opening(current, state.ruleset).end:
        if current.phase is PLAY:
            raise Illegal(Refusal.END_BEFORE_ACTING)
        drawn = current.phase is DRAWN
        raise Illegal(Refusal.MUST_LAY if drawn else Refusal.MUST_LAY_BONUS)


def check_action(state: GameState, seat: int | None, action: Action) -> None:
    """Raise Illegal where the rules refuse an action of a seat now; change nothing.

    `seat` is None for `Stop` and `Abort` only.
    """
    if isinstance(action, Stop | Abort):
        return check_running(state)
    if seat is None:
        raise Illegal(Refusal.NO_SUCH_SEAT)
    if isinstance(action, Timeout):
        return check_timeout(state, seat)
    if isinstance(action, Call | Catch | Leave):
        check_seat(state, seat)
        if isinstance(action, Call):
            check_call(state, seat)
        elif isinstance(action, Catch):
            check_catch(state, seat, action.target_seat)
        return None
    check_turn(state, seat)
    match action:
        case Match():
            allowed_match(state, seat, action)
        case Draw():
            check_draw(state, seat, action)
        case Lay():
            check_lay(state, seat, action)
        case End():
            check_end(state, seat, action)
    return None


def check_timeout(state: GameState, seat: int) -> None:
    """Refuse a time-out of a seat that is not to act; one that left may be played (R71)."""
    check_running(state)
    if seat != state.round.turn:
        raise Illegal(Refusal.NOT_YOUR_TURN)


def _matches(current: RoundState, hand: list[Face], ruleset: Ruleset, rule: int) -> list[Option]:
    targets = 0
    for card in current.centre:
        targets |= FACE_BITS[card]
    double_targets = targets if ruleset.double_on_wild_number else targets & ~WILD_NUMBERS
    size = len(hand)
    single_options, double_options = SINGLE_OPTIONS[size == 3], DOUBLE_OPTIONS[size == 4]
    leading = hand
    if rule == DRAWN_CARD_MATCH:
        hand = _drawn_card_first(current, hand)
        leading = hand[:1]
    found: list[Option] = []
    former = NOTHING
    for place, card in enumerate(leading, 1):
        if card == former:
            continue
        former = card
        if hit := SINGLE_TARGETS[card] & targets:
            options = single_options[card]
            while rest := hit & (hit - 1):  # all bits but the lowest
                found.append(options[hit - rest])
                hit = rest
            found.append(options[hit])
        if DOUBLE_REACH[card] & double_targets:
            reach, other = DOUBLE_TARGETS[card], NOTHING
            for second in hand[place:]:
                if (hit := reach[second] & double_targets) and second != other:
                    other = second
                    options = double_options[card][second]
                    while rest := hit & (hit - 1):
                        found.append(options[hit - rest])
                        hit = rest
                    found.append(options[hit])
    return found


def _drawn_card_first(current: RoundState, hand: list[Face]) -> list[Face]:
    assert current.drawn is not None
    others = hand[:]
    others.remove(current.drawn)
    return [current.drawn, *others]


def turn_options(state: GameState) -> list[Option]:
    """Return the legal match, draw, end and lay actions of the seat to act."""
    current = state.round
    hand = current.hands[current.turn]
    allowed = _PLAY if current.phase is PLAY else opening(current, state.ruleset)
    found = _matches(current, hand, state.ruleset, allowed.match) if allowed.match else []
    if allowed.draw:
        found.append(DRAW_TO_TWO if len(hand) == DOS - 1 and can_take(state) else DRAW)
    if allowed.end:
        found.append(END)
    if allowed.lay:
        options = LAYS_TO_TWO if len(hand) == DOS + 1 else LAYS
        former = NOTHING
        for card in hand:
            if card != former:
                former = card
                found.append(options[card])
    return found


def legal_actions(state: GameState, seat: int) -> list[Option]:
    """Return each distinct legal action of a seat once, without declarations or call flags.

    Matches in the order of their cards, the single ones of a card first; then draw, end, lay-downs,
    call and catches. A seat that left has none; nor has anybody once the game is over.
    """
    current = state.round
    if current.phase is OVER or seat in state.left:
        return []
    found = turn_options(state) if seat == current.turn else []
    if current.duties != NO_DUTIES[len(current.duties)]:
        if owes_call(state, seat):
            found.append(CALL)
        found += [
            CATCHES[other]
            for other in range(state.seats)
            if other != seat and owes_call(state, other)
        ]
    return found
