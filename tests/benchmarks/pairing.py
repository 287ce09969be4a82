"""Pairing and ratings against their goals: `python -m tests.benchmarks.pairing`.

Pure code in one process, CPU time, no database: a Swiss round of 1,000 and of 5,000 entrants (T1),
512 seated at pods (T2), and the replay of rated games (R1).
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import median
from typing import Final

from rich.console import Console

from games.ratings.log import GameFinished, replay
from tests.benchmarks.measure import REPEATS, Figure, Goal, cpu_seconds, reached
from tests.benchmarks.report import table
from tournaments.pairing import pods, swiss
from tournaments.pairing.asked import AskedRound
from tournaments.standings.points import MATCH_POINTS, PLACE_POINTS, PointSystem, place_points
from tournaments.values import Pairing, ResultKind, TableResult

T1_1000: Final = Goal("T1", "pair a Swiss round of 1,000", "s", 1, 0.2)
T1_5000: Final = Goal("T1", "pair a Swiss round of 5,000", "s", 10, 3)
T2: Final = Goal("T2", "seat 512 entrants at pods", "s", 0.5, 0.02)
R1: Final = Goal("R1", "rating replay", "games/s", 15_000, 30_000, rising=True)
ROUNDS: Final = 5
Pairer = Callable[[AskedRound], Pairing]


def slowest_round(pair: Pairer, points: PointSystem, entrants: int) -> tuple[float, str]:
    """Return the CPU seconds of the slowest of five rounds played by lot, medians of five events,
    and a remark with all rounds.
    """
    events = [_seconds(pair, points, entrants, seed) for seed in range(REPEATS)]
    rounds = [median(times) for times in zip(*events, strict=True)]
    told = ", ".join(f"{seconds:.3f}" for seconds in rounds)
    return max(rounds), f"the slowest of five rounds: {told}"


def _seconds(pair: Pairer, points: PointSystem, entrants: int, seed: int) -> list[float]:
    chance = Random(seed)
    results: list[TableResult] = []
    times = []
    for number in range(1, ROUNDS + 1):
        asked = AskedRound(
            seed=str(seed),
            round=number,
            entrants=tuple(range(1, entrants + 1)),
            results=tuple(results),
            rounds=ROUNDS,
        )
        made: list[Pairing] = []
        times.append(cpu_seconds(lambda asked=asked, made=made: made.append(pair(asked))))
        results += [_played(number, one.entrants, points, chance) for one in made[0].tables]
    return times


def _played(
    number: int, entrants: tuple[int, ...], points: PointSystem, chance: Random
) -> TableResult:
    places = chance.sample(range(1, len(entrants) + 1), len(entrants))
    scores = tuple(chance.randrange(200) for _ in entrants)
    return TableResult(
        number,
        entrants,
        ResultKind.PLAYED,
        tuple(places),
        place_points(points, places),
        scores,
    )


def replayed() -> Figure:
    """R1: games of two to four of 1,000 players, one a minute."""
    chance = Random(1)
    players = [f"{number:04}" for number in range(1_000)]
    start = datetime(2026, 1, 1, tzinfo=UTC)
    games = [
        GameFinished(
            f"{number:06}",
            start + timedelta(minutes=number),
            tuple(chance.sample(players, seats)),
            tuple(range(1, seats + 1)),
        )
        for number in range(20_000)
        for seats in (chance.choice((2, 3, 4)),)
    ]
    seconds = median(cpu_seconds(lambda: replay(games)) for _ in range(REPEATS))
    return reached(R1, len(games) / seconds, f"{len(games):,} games of two to four")


def main() -> None:
    """Measure everything and print one table."""
    figures = [
        reached(T1_1000, *slowest_round(swiss.pair, MATCH_POINTS, 1_000)),
        reached(T1_5000, *slowest_round(swiss.pair, MATCH_POINTS, 5_000)),
        reached(T2, *slowest_round(pods.pair, PLACE_POINTS, 512)),
        replayed(),
    ]
    Console(width=160).print(table(figures))


if __name__ == "__main__":
    main()
