"""The engine and the house bots against their goals: `python -m tests.benchmarks.engine`."""

import zlib
from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import Final

from rich.console import Console

from games.bots.registry import named_bot
from games.engine.legal import legal_actions
from games.engine.notation import replay_round
from games.engine.observation import observe
from games.engine.play import advance, apply_all, new_game
from games.engine.snapshot import from_snapshot, to_snapshot
from games.engine.state import GameState
from tests.benchmarks.games import (
    CLASSIC,
    Stretch,
    notation_of,
    played_rounds,
    played_turns,
    positions,
    seed_of,
)
from tests.benchmarks.hard import hard_positions
from tests.benchmarks.measure import (
    Figure,
    Goal,
    call_micros,
    each_micros,
    percentile,
    reached,
)
from tests.benchmarks.report import table
from tests.benchmarks.rivals import against_peers, with_copies

E6_TURN: Final = Goal("E6", "apply a whole turn, with events", "µs", 15, 8)
E6_LIST: Final = Goal("E6", "list legal actions", "µs", 8, 4)
B5_RANDOM: Final = Goal("B5", "decision of random, mean", "µs", 50, 20)
B5_GREEDY: Final = Goal("B5", "decision of greedy, mean", "µs", 100, 40)
B5_HARD: Final = Goal("B5", "decision of greedy, hard positions, p99", "µs", 5_000, 1_000)
S1: Final = Goal("S1", "replay a whole two-player game, validated", "µs", 1_000, 500)
S2: Final = Goal("S2", "stored bytes of a game", "B", 1_500, 900)
S3_SIZE: Final = Goal("S3", "bytes of a snapshot", "B", 600, 400)
S3_TIME: Final = Goal("S3", "encode and decode a snapshot", "µs", 20, 5)

GREEDY: Final = ("greedy", "greedy")
PAIRINGS: Final = (GREEDY, ("greedy", "random"), ("random", "random"))
_GAMES: Final = 4
_SIZED_GAMES: Final = 50


def rules() -> list[Figure]:
    """E6: whole turns and legal actions in the positions of random and greedy games."""
    turns = [
        turn for pair in PAIRINGS for game in range(_GAMES) for turn in played_turns(pair, game)
    ]
    states = [
        state for pair in PAIRINGS for game in range(_GAMES) for state in positions(pair, game)
    ]

    def apply_turns() -> None:
        for turn in turns:
            apply_all(turn.start, turn.actions)

    def list_actions() -> None:
        for state in states:
            legal_actions(state, state.round.turn)

    return [
        reached(E6_TURN, each_micros(apply_turns, len(turns)), f"{len(turns):,} turns"),
        reached(E6_LIST, each_micros(list_actions, len(states)), f"{len(states):,} positions"),
    ]


def decision_micros(bot: str, states: Sequence[GameState]) -> list[float]:
    """Return for each state how long a bot takes to look at it and to choose."""
    player, chance = named_bot(bot), Random(1)
    return call_micros(
        lambda state: player.choose(observe(state, state.round.turn), chance), states
    )


def bots() -> list[Figure]:
    """B5: looking and choosing, in ordinary games and in hard positions."""
    figures = []
    for goal, bot in ((B5_RANDOM, "random"), (B5_GREEDY, "greedy")):
        pairs = [(bot, bot), (bot, "eager")]
        states = [s for pair in pairs for game in range(_GAMES) for s in positions(pair, game)]
        times = decision_micros(bot, states)
        p99, worst = percentile(times, 0.99), max(times)
        figures.append(reached(goal, fmean(times), f"p99 {p99:,.0f}, max {worst:,.0f} µs"))
    hard = hard_positions()
    times = decision_micros("greedy", hard)
    note = f"mean {fmean(times):,.0f}, max {max(times):,.0f} µs; {len(hard):,} positions"
    return [*figures, reached(B5_HARD, percentile(times, 0.99), note)]


def replay(game: int, rounds: Sequence[Stretch]) -> GameState:
    """Play a whole game again from its seed."""
    state, _ = new_game(CLASSIC, 2, seed_of(game))
    for played in rounds:
        for seat, action in played.actions:
            advance(state, seat, action)
    return state


def replay_notation(game: int, texts: Sequence[str]) -> GameState:
    """Play a whole game again from its seed and its stored text."""
    state, _ = new_game(CLASSIC, 2, seed_of(game))
    for text in texts:
        replay_round(state, text)
    return state


def replays() -> list[Figure]:
    """S1: replays of greedy games, every action checked."""
    games = [played_rounds(GREEDY, game) for game in range(20)]
    texts = [notation_of(rounds) for rounds in games]
    assert replay(0, games[0]).result == replay_notation(0, texts[0]).result is not None

    def from_actions() -> None:
        for number, rounds in enumerate(games):
            replay(number, rounds)

    def from_texts() -> None:
        for number, rounds in enumerate(texts):
            replay_notation(number, rounds)

    actions = sum(len(played.actions) for rounds in games for played in rounds) / len(games)
    return [
        reached(S1, each_micros(from_actions, len(games)), f"{actions:,.0f} actions, in place"),
        reached(S1, each_micros(from_texts, len(games)), "the same from compact notation"),
    ]


def sizes() -> list[Figure]:
    """S2 and S3: what a game and a state take in a table."""
    figures = []
    for pair in PAIRINGS:
        texts = ["\n\n".join(notation_of(played_rounds(pair, n))) for n in range(_SIZED_GAMES)]
        stored = [len(zlib.compress(text.encode(), 9)) for text in texts]
        raw = fmean(map(len, texts))
        note = f"{'–'.join(pair)}: max {max(stored):,}; {raw:,.0f} B before compression"
        figures.append(reached(S2, fmean(stored), note))
    states = [
        state for pair in PAIRINGS for game in range(_GAMES) for state in positions(pair, game)
    ]
    snapshots = [to_snapshot(state) for state in states]

    def there_and_back() -> None:
        for state in states:
            from_snapshot(to_snapshot(state), state.ruleset, state.seed)

    return [
        *figures,
        reached(S3_SIZE, fmean(map(len, snapshots)), f"max {max(map(len, snapshots))}"),
        reached(S3_TIME, each_micros(there_and_back, len(states)), f"{len(states):,} states"),
    ]


def main() -> None:
    """Measure everything and print one table."""
    console = Console(width=160)
    parts = (against_peers, with_copies, rules, bots, replays, sizes)
    figures: list[Figure] = []
    for part in parts:
        console.print(f"[dim]{part.__name__} …[/]")
        figures += part()
    console.print(table(figures))


if __name__ == "__main__":
    main()
