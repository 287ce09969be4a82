"""Text notation: `R4+R3>R7`, `D`, `/G1`, `.`, `!`, `?2`, and whole rounds of it.

A turn is its actions joined by blanks; an action of a seat other than the one to act is prefixed by
its seat (`1:?0`). A flag is a `!` right after its action. In stored rounds the service actions are
`T` (time-out), `L` (leave), `S` (stop) and `A` (abort).
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from games.engine.actions import (
    Abort,
    Action,
    Call,
    Catch,
    Draw,
    End,
    Lay,
    Leave,
    MalformedAction,
    Match,
    Stop,
    Timeout,
    card_text,
    named_card,
)
from games.engine.cards import UnknownFace
from games.engine.play import advance
from games.engine.state import GameState

_FIXED: Final[dict[str, Action]] = {".": End(), "!": Call(), "D": Draw(), "D!": Draw(call=True)}
_SERVICE: Final[dict[str, Action]] = {"T": Timeout(), "L": Leave(), "S": Stop(), "A": Abort()}
_TEXTS: Final = {action: text for text, action in (_FIXED | _SERVICE).items()}
_TO_ACT: Final = -1
"""What a word of a stored round without a seat says: the seat to act."""
_SEATLESS: Final = frozenset({Stop, Abort})
_SEAT_PREFIX: Final = re.compile(r"([0-9]):(.+)")
_CATCH: Final = re.compile(r"\?([0-9])")

SeatedAction = tuple[int | None, Action]


def format_action(action: Action) -> str:
    """Write one action.

    >>> format_action(parse_action("W:R+R5>R7!"))
    'W:R+R5>R7!'
    """
    match action:
        case Match(target, cards, call):
            played = "+".join(map(card_text, cards))
            return f"{played}>{card_text(target)}{'!' if call else ''}"
        case Lay(card, call):
            return f"/{card_text(card)}{'!' if call else ''}"
        case Catch(seat):
            return f"?{seat}"
        case _:
            return _TEXTS[action]


@lru_cache(maxsize=4096)
def parse_action(text: str) -> Action:
    """Read one action that a player can send; MalformedAction where the text is none."""
    fixed = _FIXED.get(text)
    if fixed is not None:
        return fixed
    catch = _CATCH.fullmatch(text)
    if catch:
        return Catch(int(catch[1]))
    body = text.removesuffix("!")
    call = body != text
    try:
        if body.startswith("/"):
            return Lay(named_card(body[1:]), call)
        played, arrow, target = body.partition(">")
        cards = played.split("+")
        if arrow and len(cards) in (1, 2):
            return Match(named_card(target), tuple(map(named_card, cards)), call)
    except UnknownFace as unknown:
        raise MalformedAction("", f"{text!r}: {unknown}") from None
    raise MalformedAction("", f"{text!r} is no action")


def _split_seat(text: str) -> tuple[int | None, str]:
    prefixed = _SEAT_PREFIX.fullmatch(text)
    return (int(prefixed[1]), prefixed[2]) if prefixed else (None, text)


def parse_turn(text: str) -> list[SeatedAction]:
    """Read a turn as (seat or None where no prefix stands, action); MalformedAction otherwise.

    >>> parse_turn("R7>R7 1:?0")
    [(None, Match(target=5, cards=(5,), call=False)), (1, Catch(target_seat=0))]
    """
    actions = []
    for index, word in enumerate(text.split()):
        seat, action_text = _split_seat(word)
        try:
            actions.append((seat, parse_action(action_text)))
        except MalformedAction as malformed:
            raise MalformedAction(f"/{index}", malformed.detail) from None
    return actions


def format_turn(actions: Iterable[SeatedAction]) -> str:
    """Write a turn; a None seat is the seat to act and gets no prefix."""
    return " ".join(_prefixed(seat, action) for seat, action in actions)


def _prefixed(seat: int | None, action: Action) -> str:
    text = format_action(action)
    return text if seat is None else f"{seat}:{text}"


def stored_action(turn: int, seat: int | None, action: Action) -> str:
    """Write an action of a stored round, with its seat where that is not the one to act."""
    return _prefixed(None if seat == turn else seat, action)


def format_round(start: GameState, actions: Iterable[SeatedAction]) -> str:
    """Write the actions of a round, one turn a line, from the state at its start.

    An action of the seat to act has no prefix. Raises Illegal where the actions cannot be played.
    """
    state = start.copy()
    lines: list[list[str]] = [[]]
    for seat, action in actions:
        before = state.number, state.round.turn_number
        lines[-1].append(stored_action(state.round.turn, seat, action))
        advance(state, seat, action)
        if (state.number, state.round.turn_number) != before:
            lines.append([])
    return "\n".join(" ".join(line) for line in lines if line)


def parse_round(start: GameState, text: str) -> list[SeatedAction]:
    """Read what `format_round` wrote, from the same state; MalformedAction or Illegal otherwise."""
    return replay_round(start.copy(), text)


def replay_round(state: GameState, text: str) -> list[SeatedAction]:
    """Play what `format_round` wrote, in place, and return its actions.

    Raises MalformedAction or Illegal.
    """
    actions: list[SeatedAction] = []
    for stated, action in map(_parse_stored, text.split()):
        seat = state.round.turn if stated == _TO_ACT else stated
        advance(state, seat, action)
        actions.append((seat, action))
    return actions


@lru_cache(maxsize=4096)
def _parse_stored(word: str) -> SeatedAction:
    """Read one action of a stored round, service actions included, and its seat or _TO_ACT."""
    seat, text = _split_seat(word)
    action = _SERVICE.get(text) or parse_action(text)
    if type(action) in _SEATLESS:
        return None, action
    return (_TO_ACT if seat is None else seat), action
