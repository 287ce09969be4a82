"""How things are measured: CPU time, medians of five, and two sides in turn.

The garbage collector stays on, as it is in the service. Before each measurement everything alive is
collected and frozen, so that nobody pays for looking through what a benchmark keeps.
"""

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import median
from time import process_time
from typing import Final, TypeVar

REPEATS: Final = 5
MICRO: Final = 1e6
T = TypeVar("T")
RandomPlay = Callable[[int, Random], None]
"""Makes so many steps, taking its chance from the generator."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What to reach: `must` and `aim` in `unit`; `rising` where more is better."""

    id: str
    what: str
    unit: str
    must: float
    aim: float
    rising: bool = False

    def verdict(self, value: float) -> str:
        """Say whether a value reaches the aim, only the must, or neither."""
        sign = 1 if self.rising else -1
        if sign * value >= sign * self.aim:
            return "aim"
        return "must" if sign * value >= sign * self.must else "MISSED"


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value, the goal it is for (None where it is for information), and remarks."""

    id: str
    what: str
    value: float
    unit: str
    goal: Goal | None = None
    note: str = ""


def reached(goal: Goal, value: float, note: str = "") -> Figure:
    """Return the figure of a goal."""
    return Figure(goal.id, goal.what, value, goal.unit, goal, note)


def cpu_seconds(run: Callable[[], object]) -> float:
    """Return the CPU seconds that one run takes."""
    gc.collect()
    gc.freeze()
    begun = process_time()
    run()
    spent = process_time() - begun
    gc.unfreeze()
    return spent


def each_micros(run: Callable[[], object], count: int) -> float:
    """Return the mean microseconds of one of the `count` things a run does: median of five runs."""
    run()  # warm the caches, as a service that has run for a minute
    return median(cpu_seconds(run) for _ in range(REPEATS)) / count * MICRO


def call_micros(call: Callable[[T], object], arguments: Sequence[T]) -> list[float]:
    """Return the microseconds of a call with each argument: medians of five runs over them all."""
    gc.collect()
    gc.freeze()
    runs = []
    for _ in range(REPEATS):
        times = []
        for argument in arguments:
            begun = process_time()
            call(argument)
            times.append(process_time() - begun)
        runs.append(times)
    gc.unfreeze()
    return [median(times) * MICRO for times in zip(*runs, strict=True)]


def rates(
    ours: RandomPlay, our_steps: int, theirs: RandomPlay, their_steps: int
) -> tuple[float, float, float]:
    """Return our steps a second, theirs, and the ratio: medians of five runs in turn, A B A B.

    Every run plays other games than the one before.
    """
    pairs: list[tuple[float, float]] = []
    for number in range(REPEATS):
        mine = cpu_seconds(partial(ours, our_steps, Random(number)))
        other = cpu_seconds(partial(theirs, their_steps, Random(number)))
        pairs.append((our_steps / mine, their_steps / other))
    ratio = median(a / b for a, b in pairs)
    return median(a for a, _ in pairs), median(b for _, b in pairs), ratio


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest of the values that `share` of them do not exceed."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]
