"""E1 to E3: random play of the engine against random play of the peers, in turn on one core."""

from random import Random
from typing import Final

from games.engine.legal import legal_actions
from games.engine.play import advance, apply, new_game
from tests.benchmarks import peers
from tests.benchmarks.games import CLASSIC
from tests.benchmarks.measure import Figure, Goal, RandomPlay, rates, reached

E1: Final = Goal("E1", "steps/s against RLCard's UNO environment", "×", 5, 7, rising=True)
E2: Final = Goal("E2", "steps/s against RLCard's UNO game object", "×", 1.3, 2, rising=True)
E3: Final = Goal("E3", "steps/s against python-chess playouts", "×", 6, 9, rising=True)

_OUR_STEPS: Final = 50_000


def play_in_place(steps: int, chance: Random) -> None:
    """Random play by the full rules: list, choose, play in place; no events are written."""
    made = 0
    while made < steps:
        state, _ = new_game(CLASSIC, 2, chance.randbytes(32))
        while made < steps and state.result is None:
            seat = state.round.turn
            options = legal_actions(state, seat)
            advance(state, seat, options[int(chance.random() * len(options))].action)
            made += 1


def play_copies(steps: int, chance: Random) -> None:
    """Do the same with a new state and its events for every action."""
    made = 0
    while made < steps:
        state, _ = new_game(CLASSIC, 2, chance.randbytes(32))
        while made < steps and state.result is None:
            seat = state.round.turn
            options = legal_actions(state, seat)
            action = options[int(chance.random() * len(options))].action
            state, _ = apply(state, seat, action)
            made += 1


def against_peers() -> list[Figure]:
    """E1 to E3, each peer in two ways of driving it."""

    def against(goal: Goal, how: str, theirs: RandomPlay, steps: int) -> Figure:
        ours, other, ratio = rates(play_in_place, _OUR_STEPS, theirs, steps)
        return reached(goal, ratio, f"{how}: {ours:,.0f} against {other:,.0f} a second")

    return [
        against(E1, "stepped by hand", peers.rlcard_environment, 15_000),
        against(E1, "its own random agents", peers.rlcard_agents, 15_000),
        against(E2, "actions taken from its state", peers.rlcard_game, 40_000),
        against(E2, "asked for its actions", peers.asked_rlcard_game, 40_000),
        against(E3, "until is_game_over()", peers.chess_playouts, 10_000),
        against(E3, "until no move is legal", peers.lean_chess_playouts, 10_000),
    ]


def with_copies() -> list[Figure]:
    """Random play on copies with events, for the record; it has no goal of its own."""
    rate, _, ratio = rates(play_copies, _OUR_STEPS, play_in_place, _OUR_STEPS)
    note = f"{ratio:.2f} of the steps in place"
    return [Figure("E1-3", "steps/s on copies, with events", rate, "/s", note=note)]
