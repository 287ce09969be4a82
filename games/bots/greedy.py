"""`greedy`: the whole turn that sheds most, found by a bounded search."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from games.bots.bot import Submission, opening_call, with_call
from games.engine.actions import Action, Draw, End, Lay, Match
from games.engine.cards import (
    FACE_COUNT,
    WILD_DOS,
    Face,
    card_points,
    is_wild_number,
    printed_number,
)
from games.engine.observation import Observation
from games.engine.options import Option
from games.engine.phases import Phase

CARD_WORTH: Final = 20
"""What shedding a card is worth; every other weight is against this one."""
FORCED_DRAW_WORTH: Final = 24
GOING_OUT_WORTH: Final = 10_000
DOS: Final = 2
"""The hand size that must be called, and from which a turn often goes out."""
TRIES: Final = 1_500
"""How many cards-on-target trials one decision may take: about half a millisecond."""


def _keep_worth(face: Face) -> int:
    """Return how much a card is worth keeping: wilds most, then the small numbers of doubles."""
    if face == WILD_DOS:
        return 14
    if is_wild_number(face):
        return 17
    return 10 - (printed_number(face) or 0)


KEEP_WORTH: Final = tuple(_keep_worth(face) for face in range(FACE_COUNT))
LATE_WORTH: Final = tuple(KEEP_WORTH[face] - card_points(face) for face in range(FACE_COUNT))
"""The same once somebody may go out any moment: then every point in the hand is a risk."""


@dataclass(frozen=True, slots=True)
class Move:
    """A match as the search weighs it: its cards, what it gains, the lay-downs it earns."""

    action: Match
    gain: int
    bonus: int


@dataclass(slots=True)
class Search:
    """A depth-first search for the best set of matches, at most one on each centre card.

    Moves are tried best first, so that a search cut off at TRIES still holds a good plan.
    """

    moves: list[list[Move]]
    counts: list[int]
    hand_size: int
    ceilings: list[int]
    tries: int = TRIES
    best_worth: int = -GOING_OUT_WORTH
    best: tuple[Match, ...] = ()
    chosen: list[Match] = field(default_factory=list)

    def run(self, depth: int, worth: int, bonuses: int) -> None:
        """Try every move on the centre card at `depth`, and none, and go on behind it."""
        reached = self._worth(worth, bonuses)
        if self.chosen and reached > self.best_worth:
            self.best_worth, self.best = reached, tuple(self.chosen)
        if depth == len(self.moves) or self.tries <= 0 or not self.hand_size:
            return
        out = GOING_OUT_WORTH if self.best_worth < GOING_OUT_WORTH else 0
        if worth + bonuses * CARD_WORTH + self.ceilings[depth] + out <= self.best_worth:
            return
        counts = self.counts
        for move in self.moves[depth]:
            if self.tries <= 0:
                return
            self.tries -= 1
            cards = move.action.cards
            first, last = cards[0], cards[-1]
            if not counts[first] or not counts[last]:
                continue
            if len(cards) == 2 and first == last and counts[first] < 2:
                continue
            for card in cards:
                counts[card] -= 1
            self.hand_size -= len(cards)
            self.chosen.append(move.action)
            self.run(depth + 1, worth + move.gain, bonuses + move.bonus)
            self.chosen.pop()
            self.hand_size += len(cards)
            for card in cards:
                counts[card] += 1
        self.run(depth + 1, worth, bonuses)

    def _worth(self, worth: int, bonuses: int) -> int:
        laid = min(bonuses, self.hand_size)
        out = GOING_OUT_WORTH if laid == self.hand_size else 0
        return worth + laid * CARD_WORTH + out


def _move(option: Option, opponents: int) -> Move:
    action = option.action
    assert isinstance(action, Match)
    gain = len(action.cards) * CARD_WORTH - sum([KEEP_WORTH[card] for card in action.cards])
    if option.colour_match == "double":
        gain += opponents * FORCED_DRAW_WORTH
    return Move(action, gain, int(option.colour_match != "none"))


def best_matches(seen: Observation, matches: Iterable[Option]) -> tuple[Match, ...]:
    """Return the best set of matches for the turn, in an order in which they can be made."""
    opponents = len(seen.scores) - 1
    by_target: dict[Face, list[Move]] = {}
    for option in matches:
        move = _move(option, opponents)
        by_target.setdefault(move.action.target, []).append(move)
    for moves in by_target.values():
        moves.sort(key=_eagerness, reverse=True)
    rows = [by_target[target] for target in seen.centre if target in by_target]
    rows.sort(key=len)
    ceilings = [0]
    for row in reversed(rows):
        ceilings.append(ceilings[-1] + max(map(_eagerness, row)))
    counts = [0] * FACE_COUNT
    for card in seen.hand:
        counts[card] += 1
    search = Search(rows, counts, len(seen.hand), ceilings[::-1])
    search.run(0, 0, seen.bonuses)
    return search.best


def _eagerness(move: Move) -> int:
    return move.gain + move.bonus * CARD_WORTH


def _lay_down(seen: Observation) -> Action:
    """Return the lay-down of the card least worth keeping, calling where two are left."""
    others = [size for seat, size in enumerate(seen.hand_sizes) if size and seat != seen.seat]
    worth = LATE_WORTH if min(others) <= DOS else KEEP_WORTH
    card = min(dict.fromkeys(seen.hand), key=lambda face: (worth[face], face))
    return Lay(card, call=len(seen.hand) == DOS + 1 and bool(seen.ruleset.dos_penalty))


def _called(matches: Iterable[Match], seen: Observation) -> list[Action]:
    """Return the matches with the call flag on the one that leaves two cards."""
    size = len(seen.hand)
    actions: list[Action] = []
    for action in matches:
        size -= len(action.cards)
        calls = size == DOS and seen.ruleset.dos_penalty
        actions.append(with_call(action) if calls else action)
    return actions


class GreedyBot:
    """Plays the whole turn that sheds most cards, with colour bonuses, and keeps its wilds."""

    name = "greedy"
    level = 3
    description = "Looks for the whole turn that sheds most, bonuses included; keeps wilds."

    def choose(self, seen: Observation, chance: Random) -> Submission:
        """Return the turn as far as it goes without seeing a new card."""
        del chance  # the same position always gives the same turn
        first = opening_call(seen)
        if first is not None:
            return first
        matches = [option for option in seen.options if isinstance(option.action, Match)]
        if matches:
            return self._match(seen, matches)
        if seen.phase is Phase.PLAY:
            calls = len(seen.hand) == 1 and seen.options[0].makes_two and seen.ruleset.dos_penalty
            return (Draw(call=bool(calls)),)
        if any(isinstance(option.action, Lay) for option in seen.options):
            return (_lay_down(seen),)
        return (End(),)

    def _match(self, seen: Observation, matches: list[Option]) -> Submission:
        if seen.phase is Phase.DRAWN:
            opponents = len(seen.scores) - 1
            moves = [_move(option, opponents) for option in matches]
            best = max(moves, key=_eagerness).action
            return tuple(_called([best], seen))
        chosen = best_matches(seen, matches)
        actions = _called(chosen, seen)
        if sum(len(action.cards) for action in chosen) < len(seen.hand):
            actions.append(End())
        return tuple(actions)
