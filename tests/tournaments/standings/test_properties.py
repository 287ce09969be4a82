"""What holds for every tournament: order of input is nothing, and the rows say why."""

from random import Random

import pytest

from tests.tournaments.standings.results import absent, both_away, bye, forfeited, pod, won
from tournaments.standings.explain import explain_rank
from tournaments.standings.points import MATCH_POINTS, PLACE_POINTS, PointSystem
from tournaments.standings.ranking import Row, Standings, standings
from tournaments.standings.tie_breaks import PODS, SWISS
from tournaments.values import TableResult

EVERY = (*SWISS[:-1], "median_buchholz", "wins", "progressive", "lot")


@pytest.fixture(scope="module")
def tournaments(stress: bool) -> int:
    return 200 if stress else 12


def swiss(chance: Random) -> tuple[int, int, list[TableResult]]:
    """Return the size, rounds and results of a tournament with all that can go wrong."""
    size, rounds = chance.randint(2, 24), chance.randint(1, 7)
    results: list[TableResult] = []
    for number in range(1, rounds + 1):
        there = list(range(1, size + 1))
        chance.shuffle(there)
        away = [there.pop() for _ in range(len(there) // 5)]
        results += [absent(number, one, chance.choice([0, 0, 0.5])) for one in away]
        if len(there) % 2:
            results.append(bye(number, there.pop()))
        while there:
            one, other = there.pop(), there.pop()
            made = chance.choices([won, forfeited, both_away], [8, 1, 1])[0]
            results.append(made(number, one, other))
    return size, rounds, results


def pods(chance: Random) -> tuple[int, int, list[TableResult]]:
    size, rounds = 4 * chance.randint(1, 5), chance.randint(1, 4)
    results: list[TableResult] = []
    for number in range(1, rounds + 1):
        order = list(range(1, size + 1))
        chance.shuffle(order)
        for first in range(0, size, 4):
            # A small range makes many ties.
            table = {one: chance.randint(0, 3) for one in order[first : first + 4]}
            results.append(pod(number, table))
    return size, rounds, results


def made(seed: int) -> tuple[int, int, list[TableResult], tuple[str, ...], PointSystem]:
    chance = Random(seed)
    if seed % 2:
        return *pods(chance), PODS, PLACE_POINTS
    return *swiss(chance), EVERY, MATCH_POINTS


def table_of(
    size: int, rounds: int, results: list[TableResult], codes: tuple[str, ...], points: PointSystem
) -> Standings:
    return standings(results, range(1, size + 1), rounds, codes, points=points, seed="any")


def test_results_in_any_order_give_the_same_standings(tournaments: int) -> None:
    for seed in range(tournaments):
        size, rounds, results, codes, points = made(seed)
        table = table_of(size, rounds, results, codes, points)
        Random(seed).shuffle(results)
        seats_turned = [turned(result) for result in results]
        again = standings(
            seats_turned, range(size, 0, -1), rounds, codes, points=points, seed="any"
        )
        assert [shown(row) for row in again.rows] == [shown(row) for row in table.rows]


def turned(result: TableResult) -> TableResult:
    """Return the same result with its entrants in the opposite order."""
    return TableResult(
        result.round,
        result.entrants[::-1],
        result.kind,
        result.places[::-1],
        result.points[::-1],
        result.scores[::-1],
    )


def shown(row: Row) -> tuple[int, int, str | None, dict[str, float | None]]:
    return row.rank, row.entrant, row.decided_by, row.values


def test_decided_by_is_the_first_step_that_parts_a_row_from_the_one_above(
    tournaments: int,
) -> None:
    for seed in range(tournaments):
        table = table_of(*made(seed))
        for above, row in zip(table.rows, table.rows[1:], strict=False):
            own, other = row.values, above.values
            if row.decided_by is None:
                assert (row.rank, own) == (above.rank, other)
                continue
            codes = list(own)
            step = codes.index(row.decided_by)
            assert all(own[code] == other[code] for code in codes[:step])
            assert (own[row.decided_by] or 0) < (other[row.decided_by] or 0)


def test_ranks_count_who_is_ahead(tournaments: int) -> None:
    for seed in range(tournaments):
        size, rounds, results, codes, points = made(seed)
        table = table_of(size, rounds, results, codes[:2], points)
        ranks = [row.rank for row in table.rows]
        assert ranks == [1 + sum(other < rank for other in ranks) for rank in ranks]
        assert len(ranks) == size


def test_explanations_place_everybody_who_was_tied(tournaments: int) -> None:
    for seed in range(tournaments):
        table = table_of(*made(seed))
        for row in table.rows:
            explained = explain_rank(table, row.entrant)
            for step, after in zip(explained.steps, explained.steps[1:], strict=False):
                left = set(step.tied_with) - set(step.ahead) - set(step.behind)
                assert left == set(after.tied_with)
            ahead = {one for step in explained.steps for one in step.ahead}
            assert len(ahead) == row.rank - 1
