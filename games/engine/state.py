"""The state of a game: plain values that only `games.engine.play` makes.

Whoever holds a state treats it as a value: `apply` works on a private copy. Faces are the integers
of `games.engine.cards`; hands are kept sorted; piles have their top card last.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games.engine.cards import Face
from games.engine.phases import Phase
from games.engine.ruleset import Ruleset

NOTHING: Final = -1
"""`RoundState.drawn` after a draw for which no card was left (R68)."""

NO_DUTY: Final = 0
CALLED: Final = -1
CAUGHT: Final = -2
LAPSED: Final = -3
"""What a seat's entry in `RoundState.duties` says where it is not the turn in which one began."""


NO_DUTIES: Final = tuple([NO_DUTY] * seats for seats in range(5))
"""NO_DUTIES[seats]: `RoundState.duties` where no duty is open, was met or has lapsed."""

_CLOCKWISE: Final = tuple(
    tuple(tuple((seat + step) % seats for step in range(1, seats)) for seat in range(seats))
    for seats in range(5)
)
"""_CLOCKWISE[seats][seat]: the other seats, from the left of one."""


@dataclass(frozen=True, slots=True)
class CardMatch:
    """An accepted match of the open turn; `kind` is a colour match kind of `matching`."""

    target: Face
    cards: tuple[Face, ...]
    kind: int


class RoundOutcome(NamedTuple):
    """How a round ended: the seat that went out and what it scored, or None and 0."""

    winner: int | None
    points: int


class GameResult(NamedTuple):
    """How a game ended; `places` by seat from 1, shared where tied, None after an abort.

    `ended` is `target`, `one_round`, `leave`, `limit`, `stopped` or `abort`.
    """

    winner: int | None
    scores: tuple[int, ...]
    places: tuple[int, ...] | None
    ended: str


@dataclass(slots=True)
class RoundState:
    """One round: the cards, the open turn and the open duties.

    `matched` holds the open turn's matches (R40), `drawn` the face drawn in it (None before a draw,
    NOTHING where none came), `bonuses` the lay-downs it earned and has not laid, `forced_draws` the
    Double Colour Matches whose draws are still to come (R44), `pending_catches` the catches whose
    penalty waits for its end (R52). `duties[seat]` is the number of the turn in which the open duty
    to call began, or NO_DUTY, CALLED, CAUGHT or LAPSED.
    """

    hands: list[list[Face]]
    centre: list[Face]
    draw_pile: list[Face]
    discard_pile: list[Face]
    dealer: int
    turn: int
    turn_number: int = 1
    phase: Phase = Phase.PLAY
    matched: list[CardMatch] = field(default_factory=list)
    drawn: Face | None = None
    bonuses: int = 0
    forced_draws: int = 0
    pending_catches: int = 0
    duties: list[int] = field(default_factory=list)
    reshuffles: int = 0

    def copy(self) -> "RoundState":
        """Return a copy that shares nothing changeable."""
        return RoundState(
            [hand[:] for hand in self.hands],
            self.centre[:],
            self.draw_pile[:],
            self.discard_pile[:],
            self.dealer,
            self.turn,
            self.turn_number,
            self.phase,
            self.matched[:],
            self.drawn,
            self.bonuses,
            self.forced_draws,
            self.pending_catches,
            self.duties[:],
            self.reshuffles,
        )

    def card_count(self) -> int:
        """Return how many cards are on the table and in the hands: always 108 in a game (R5)."""
        played = sum(1 + len(match.cards) for match in self.matched)
        piles = len(self.centre) + len(self.draw_pile) + len(self.discard_pile)
        return sum(map(len, self.hands)) + played + piles


@dataclass(slots=True)
class GameState:
    """A game: its ruleset, the scores, who left, and the round that is played.

    `left` lists the seats that left in the order of their leaving. `dry_rounds` counts the rounds
    in a row without a winner (R70). `seed` is the game's shuffle seed, None only in a position that
    was given without. `single_round` marks a position: it stops at the end of its round. `outcome`
    is set once the last round is over, `result` once the game is.
    """

    ruleset: Ruleset
    seed: bytes | None
    round: RoundState
    scores: list[int]
    number: int = 1
    dry_rounds: int = 0
    left: list[int] = field(default_factory=list)
    single_round: bool = False
    outcome: RoundOutcome | None = None
    result: GameResult | None = None

    @property
    def seats(self) -> int:
        """The number of seats, 2 to 4 (R1)."""
        return len(self.scores)

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be played."""
        return self.round.phase is Phase.OVER

    def copy(self) -> "GameState":
        """Return a copy that shares nothing changeable."""
        return GameState(
            self.ruleset,
            self.seed,
            self.round.copy(),
            self.scores[:],
            self.number,
            self.dry_rounds,
            self.left[:],
            self.single_round,
            self.outcome,
            self.result,
        )

    def is_removed(self, seat: int) -> bool:
        """Say whether a seat was taken out of the game (R71, `remove`)."""
        return seat in self.left and self.ruleset.on_leave == "remove"

    def next_seat(self, seat: int) -> int:
        """Return the next seat clockwise that is still dealt in (R12, R46, R71)."""
        seat = _CLOCKWISE[len(self.scores)][seat][0]
        if self.left:
            while self.is_removed(seat):
                seat = (seat + 1) % len(self.scores)
        return seat

    def seats_after(self, seat: int) -> Sequence[int]:
        """Return the other seats that are dealt in, clockwise from a seat's left."""
        others = _CLOCKWISE[len(self.scores)][seat]
        return [other for other in others if not self.is_removed(other)] if self.left else others

    def stayers(self) -> list[int]:
        """Return the seats that have not left."""
        return [seat for seat in range(len(self.scores)) if seat not in self.left]
