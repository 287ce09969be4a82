"""Simulated games follow from their seed, are records like any other, and show who is stronger."""

import math
import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise

import pytest

from games.bots.registry import UnknownBot
from games.engine.ruleset import RULESETS, custom_ruleset
from games.engine.verify import verify_record
from games.simulation import Simulation, Totals, share_interval, simulated_game

CLASSIC = RULESETS["classic-2018"]
SHORT = custom_ruleset("classic-2018", {"target": 1})


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    """Return processes to play in, each started anew."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=spawn) as started:
        yield started


def wins(pool: ProcessPoolExecutor, bot: str, other: str, games: int) -> int:
    """Return how many games of two seats a bot wins, in each seat as often as in the other."""
    won = 0
    for bots in ((bot, other), (other, bot)):
        simulation = Simulation(CLASSIC, bots, "strength")
        play = partial(simulated_game, simulation)
        played = pool.map(play, range(games // 2), chunksize=max(1, games // 40))
        won += sum(game.winner == bots.index(bot) for game in played)
    return won


@pytest.mark.parametrize(
    "other, few, at_least, many_bound",
    [("random", 100, 96, 0.99), ("eager", 80, 68, 0.93)],
)
def test_greedy_wins_nearly_always(
    pool: ProcessPoolExecutor, stress: bool, other: str, few: int, at_least: int, many_bound: float
) -> None:
    """To 200 points, in two seats; at full size by the lower end of the 95 % interval."""
    if not stress:
        assert wins(pool, "greedy", other, few) >= at_least
    else:
        low, _ = share_interval(wins(pool, "greedy", other, 4_000), 4_000)
        assert low >= many_bound


@pytest.mark.parametrize("bots", [("greedy", "random"), ("eager", "greedy", "random", "random")])
def test_same_seed_gives_the_same_game(bots: tuple[str, ...]) -> None:
    simulation = Simulation(SHORT, bots, "again")
    assert simulated_game(simulation, 3) == simulated_game(simulation, 3)


def test_other_index_and_other_seed_give_other_games() -> None:
    games = [
        simulated_game(Simulation(SHORT, ("random", "random"), seed), index).record["rounds"]
        for seed in ("a", "b")
        for index in (0, 1)
    ]
    assert all(games.count(game) == 1 for game in games)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_record_of_a_simulated_game_is_verified(seats: int) -> None:
    game = simulated_game(Simulation(SHORT, ("eager",) * seats, "seats"), 0)
    verify_record(game.record)
    assert game.record["game"] == "simulated-seats-0000000"
    assert [seat["kind"] for seat in game.record["seats"]] == ["bot"] * seats


def test_simulated_game_says_what_its_record_says() -> None:
    game = simulated_game(Simulation(CLASSIC, ("greedy", "eager"), "sums"), 0)
    rounds = game.record["rounds"]
    assert game.winner == game.record["result"]["winner"]
    assert (game.rounds, game.points) == (len(rounds), sum(one["points"] for one in rounds))
    assert sum(game.record["result"]["scores"]) == game.points


def test_turns_are_counted_in_every_round() -> None:
    """In two seats the turns alternate, so a turn is what lies between two changes of seat."""
    game = simulated_game(Simulation(CLASSIC, ("random", "random"), "turns"), 0)
    turns = 0
    for one in game.record["rounds"]:
        seats = [a["seat"] for a in one["actions"] if a["type"] not in ("call", "catch")]
        turns += 1 + sum(before != after for before, after in pairwise(seats))
    assert (game.turns, game.rounds > 1) == (turns, True)


def test_unknown_bot_cannot_be_seated() -> None:
    with pytest.raises(UnknownBot):
        simulated_game(Simulation(SHORT, ("greedy", "tal"), "x"), 0)


def test_totals_add_up() -> None:
    simulation = Simulation(SHORT, ("greedy", "random"), "totals")
    games = [simulated_game(simulation, index) for index in range(6)]
    totals = Totals(wins=[0, 0])
    totals.add(games[:2])
    totals.add(games[2:])
    assert (totals.games, sum(totals.wins) + totals.undecided) == (6, 6)
    assert totals.points == sum(game.points for game in games)


@pytest.mark.parametrize(
    "won, games, low, high",
    [(0, 0, 0.0, 1.0), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962)],
)
def test_interval_is_wilsons(won: int, games: int, low: float, high: float) -> None:
    found = share_interval(won, games)
    assert all(math.isclose(a, b, abs_tol=5e-5) for a, b in zip(found, (low, high), strict=True))
