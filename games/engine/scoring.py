"""What a round is worth and how a game is placed (R62-R64, R70, the record's `places`)."""

from collections.abc import Callable, Iterable
from itertools import chain

from games.engine.cards import FACE_COUNT, Face, card_points
from games.engine.ruleset import Ruleset
from games.engine.state import GameResult, GameState

_POINTS = {
    worth: tuple(card_points(face, worth) for face in range(FACE_COUNT)) for worth in (40, 50)
}


def hand_points(hand: Iterable[Face], ruleset: Ruleset) -> int:
    """Return the points of the cards in a hand (R62)."""
    worth = _POINTS[ruleset.wild_number_points]
    return sum([worth[card] for card in hand])


def round_points(hands: Iterable[Iterable[Face]], ruleset: Ruleset) -> int:
    """Return what the seat that went out, its own hand empty, scores for all cards held (R62)."""
    return hand_points(chain.from_iterable(hands), ruleset)


def sole_leader(state: GameState) -> int | None:
    """Return the seat that alone has most points, of those that stayed; None where it is tied."""
    stayers = state.stayers()
    best = max(state.scores[seat] for seat in stayers)
    leaders = [seat for seat in stayers if state.scores[seat] == best]
    return leaders[0] if len(leaders) == 1 else None


def final_result(state: GameState, winner: int | None, ended: str) -> GameResult:
    """Return the result of a game that ends now.

    Places: 1 for the winner, the others by score, then by fewer card points in the hand (after
    `stopped` by score alone), shared where equal; behind them who left, the later ahead.
    """
    scores = tuple(state.scores)
    if ended == "abort":
        return GameResult(None, scores, None, ended)

    def standing(seat: int) -> tuple[int, int, int]:
        held = 0 if ended == "stopped" else hand_points(state.round.hands[seat], state.ruleset)
        return int(seat != winner), -scores[seat], held

    places = _shared_places(state.stayers(), standing)
    for place, seat in enumerate(reversed(state.left), start=len(places) + 1):
        places[seat] = place
    return GameResult(winner, scores, tuple(places[seat] for seat in range(state.seats)), ended)


def _shared_places(
    seats: Iterable[int], standing: Callable[[int], tuple[int, int, int]]
) -> dict[int, int]:
    places: dict[int, int] = {}
    former: tuple[int, int, int] | None = None
    place = 0
    for rank, (key, seat) in enumerate(sorted((standing(seat), seat) for seat in seats), start=1):
        if key != former:
            former, place = key, rank
        places[seat] = place
    return places
