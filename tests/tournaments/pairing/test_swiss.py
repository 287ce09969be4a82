"""Swiss rounds for tables of two: who meets whom, and why."""

import random
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.tournaments.pairing.simulation import (
    Stage,
    before_round,
    bye,
    can_all_meet,
    game,
    meetings,
)
from tournaments.pairing.asked import AskedRound
from tournaments.pairing.history import Float, Record, histories
from tournaments.pairing.matching import heaviest_matching
from tournaments.pairing.refusals import BadRequestToPair, Choice, NoPairing
from tournaments.pairing.swiss import pair, ranked
from tournaments.pairing.swiss_rounds import UnfitRounds, check_swiss_rounds, default_rounds
from tournaments.pairing.swiss_weights import Weights
from tournaments.pairing.turns import starts_first
from tournaments.values import Pairing, ResultKind, Table, TableResult


def couples(pairing: Pairing) -> list[tuple[int, ...]]:
    return [table.entrants for table in pairing.tables]


def stages(stress: bool, most: int = 64) -> Iterator[Stage]:
    """Yield made-up stages; every fourth is small and goes on until nearly everybody has met."""
    for seed in range(200 if stress else 20):
        entrants = random.Random(seed).randint(7, most)
        if seed % 4 == 0:
            entrants = 7 + seed // 4 % 4
        yield Stage(entrants, default_rounds(entrants) if seed % 4 else entrants - 1, seed)


@pytest.mark.parametrize(
    "number,tables",
    [
        (1, [(1, 4), (5, 2), (3, 6), (7,)]),
        (2, [(1, 5), (7, 3), (4, 2), (6,)]),
        (4, [(2, 3), (6, 1), (4, 7), (5,)]),
        (5, [(1, 2), (4, 5), (7, 6), (3,)]),
    ],
)
def test_seven_entrants_are_paired_as_in_the_worked_example(
    number: int, tables: list[tuple[int, ...]]
) -> None:
    assert couples(pair(before_round(number, rounds=5))) == tables


def test_everyone_sits_at_one_table_or_has_the_one_bye(stress: bool) -> None:
    for stage in stages(stress):
        for asked, pairing, _ in stage.played(pair):
            seated = [entrant for table in pairing.tables for entrant in table.entrants]
            byes = [table for table in pairing.tables if table.bye]
            assert sorted(seated) == sorted(asked.entrants)
            assert len(byes) == len(asked.entrants) % 2
            assert len(pairing.reasons) == len(pairing.tables)


def test_nobody_meets_twice_while_that_can_be_avoided(stress: bool) -> None:
    refusals = 0
    for stage in stages(stress):
        for asked, pairing, refused in stage.played(pair):
            met = meetings(asked.results)
            rematches = [t for t in pairing.tables if frozenset(t.entrants) in met]
            refusals += refused
            assert not rematches or refused
            if refused:
                assert not is_pairable(asked)
    assert refusals > 0  # else the made-up stages are too easy to tell


def is_pairable(asked: AskedRound) -> bool:
    """Say whether some lawful bye leaves a pairing without a rematch, by trying them all."""
    met = meetings(asked.results)
    present = sorted(asked.entrants)
    if len(present) % 2 == 0:
        return can_all_meet(present, met)
    records = histories(present, asked.results, asked.round)
    return any(
        can_all_meet([other for other in present if other != own], met)
        for own in present
        if not records[own].has_free_points
    )


def test_turns_stay_within_two_of_each_other(stress: bool) -> None:
    for stage in stages(stress):
        for _ in stage.played(pair):
            pass
        after = histories(range(1, stage.entrants + 1), stage.results, stage.rounds + 1)
        assert max(abs(record.balance) for record in after.values()) <= 2


def test_order_of_what_is_asked_makes_no_difference(stress: bool) -> None:
    chance = random.Random(1)
    for stage in stages(stress, most=24):
        for asked, pairing, refused in stage.played(pair):
            entrants, results = list(asked.entrants), list(asked.results)
            chance.shuffle(entrants)
            chance.shuffle(results)
            shuffled = replace(asked, entrants=tuple(entrants), results=tuple(results))
            assert pair(replace(shuffled, allow_rematch=refused)) == pairing


Cost = tuple[int, int, int, int, int, int]


def couple_cost(order: list[Record], i: int, j: int) -> Cost:
    """Return the criteria of two by their ranks, straight from the rule: i is the higher one."""
    higher, lower = order[i], order[j]
    starts = starts_first(higher, lower)
    turns = ((higher, starts), (lower, not starts))
    unfair = sum(abs(own.balance + (1 if first else -1)) > 2 for own, first in turns)
    third = sum(own.turns[-2:] == (first, first) for own, first in turns)
    repeated = [0, 0]
    if higher.points > lower.points:
        for ago in (1, 2):
            repeated[ago - 1] = (higher.floated(ago) is Float.DOWN) + (
                lower.floated(ago) is Float.UP
            )
    half = sum(own.points == higher.points for own in order) // 2
    gap = round(2 * (higher.points - lower.points)) ** 2
    return unfair, gap, third, repeated[0], repeated[1], abs(j - i - half)


def every_matching(nodes: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    if not nodes:
        yield ()
        return
    for mate in nodes[1:]:
        for rest in every_matching(tuple(n for n in nodes[1:] if n != mate)):
            yield ((nodes[0], mate), *rest)


def total(order: list[Record], pairs: tuple[tuple[int, int], ...]) -> Cost:
    columns = zip(*(couple_cost(order, i, j) for i, j in pairs), strict=True)
    unfair, gap, third, last, before, distance = (sum(column) for column in columns)
    return unfair, gap, third, last, before, distance


def test_small_round_is_the_best_of_all_pairings(stress: bool) -> None:
    compared = 0
    for seed in range(40 if stress else 8):
        entrants = random.Random(seed).choice([7, 8, 9, 10])
        for asked, pairing, refused in Stage(entrants, 5, seed).played(pair):
            free = {t.entrants[0] for t in pairing.tables if t.bye}
            records = histories(asked.entrants, asked.results, asked.round)
            order = ranked(own for own in records.values() if own.entrant not in free)
            if refused or not order:
                continue
            met = meetings(asked.results)
            place = {own.entrant: index for index, own in enumerate(order)}
            found = tuple(
                (min(pair), max(pair))
                for pair in (
                    tuple(place[e] for e in t.entrants) for t in pairing.tables if not t.bye
                )
            )
            best = min(
                total(order, pairs)
                for pairs in every_matching(tuple(range(len(order))))
                if all(frozenset((order[i].entrant, order[j].entrant)) not in met for i, j in pairs)
            )
            assert total(order, found) == best
            compared += 1
    assert compared > 20


def test_matching_weighs_as_much_as_that_of_another_library(stress: bool) -> None:
    networkx = pytest.importorskip("networkx")  # comes with the Dutch engine
    for size in (60, 40, 20) if stress else (20, 12):
        stage = Stage(size, 4, size, absence=0, late=False, withdrawals=False)
        for _ in stage.played(pair):
            pass
        order = ranked(histories(range(1, size + 1), stage.results, 5).values())
        edges = list(Weights(order, "other", 1, 5).edges(size))
        graph = networkx.Graph()
        graph.add_weighted_edges_from(edges)
        theirs = networkx.max_weight_matching(graph, maxcardinality=True)
        weight = {(i, j): value for i, j, value in edges}
        ours = heaviest_matching(size, edges)
        assert ours == tuple(sorted((min(p), max(p)) for p in theirs))
        assert sum(weight[p] for p in ours) < 2**127


def test_forfeited_game_is_no_meeting_and_no_turn() -> None:
    forfeit = TableResult(1, (1, 2), ResultKind.FORFEIT, (1, 2), (1.0, 0.0))
    after = histories([1, 2], [forfeit], 2)
    assert (after[1].turns, dict(after[1].meetings), after[1].unplayed) == ((), {}, 1)
    assert couples(pair(AskedRound("s", 2, (1, 2), (forfeit,)))) == [(1, 2)]


def test_late_entrant_has_no_points_for_the_rounds_missed() -> None:
    late = histories([1, 2, 3], [game(1, 1, 2, 1)], 3)[3]
    assert (late.points, late.unplayed, late.floats) == (0.0, 2, (Float.NONE, Float.NONE))


def test_only_absence_that_gives_points_is_a_float() -> None:
    half, none = (
        TableResult(1, (entrant,), ResultKind.ABSENT, (), (points,))
        for entrant, points in ((1, 0.5), (2, 0.0))
    )
    after = histories([1, 2], [half, none], 2)
    assert (after[1].floats, after[2].floats) == ((Float.DOWN,), (Float.NONE,))


def everybody_has_met() -> AskedRound:
    results = (
        *(game(1, 1, 2, 1), game(1, 3, 4, 3)),
        *(game(2, 1, 3, 1), game(2, 2, 4, 2)),
        *(game(3, 1, 4, 1), game(3, 2, 3, 2)),
    )
    return AskedRound("four", 4, (1, 2, 3, 4), results)


def test_round_of_rematches_is_refused_with_its_ways_out() -> None:
    with pytest.raises(NoPairing, match="without a rematch") as refusal:
        pair(everybody_has_met())
    assert refusal.value.choices == (Choice.END_NOW, Choice.ALLOW_REMATCH)


def test_rematches_allowed_are_the_oldest() -> None:
    pairing = pair(replace(everybody_has_met(), allow_rematch=True))
    assert sorted(sorted(table) for table in couples(pairing)) == [[1, 2], [3, 4]]
    assert "a rematch of round 1" in pairing.reasons[0]


def test_rematches_allowed_are_the_fewest() -> None:
    results = (game(1, 1, 2, 1), game(1, 3, 4, 3), game(2, 1, 3, 1), game(3, 1, 4, 1))
    asked = AskedRound("four", 4, (1, 2, 3, 4), results, allow_rematch=True)
    met = meetings(results)
    assert sum(frozenset(table) in met for table in couples(pair(asked))) == 1


def test_second_bye_is_given_only_when_nobody_is_free_for_one() -> None:
    """P07."""
    results = (
        bye(1, 3),
        game(1, 1, 2, 1),
        bye(2, 2),
        game(2, 1, 3, 1),
        bye(3, 1),
        game(3, 2, 3, 2),
    )
    asked = AskedRound("three", 4, (1, 2, 3), results)
    with pytest.raises(NoPairing):
        pair(asked)
    assert len(pair(replace(asked, allow_rematch=True)).tables) == 2


def test_forbidden_pair_is_kept_apart() -> None:
    asked = AskedRound("club", 1, (1, 2, 3, 4))
    assert couples(pair(asked)) == [(1, 3), (4, 2)]
    assert couples(pair(replace(asked, forbidden=((3, 1),)))) != [(1, 3), (4, 2)]


def test_forbidden_pair_meets_rather_than_nobody() -> None:
    assert couples(pair(AskedRound("club", 1, (1, 2), forbidden=((1, 2),)))) == [(1, 2)]


def test_locked_table_stays_and_the_rest_is_paired_around_it() -> None:
    asked = AskedRound("s", 1, tuple(range(1, 7)), locked=(Table((5, 1)),))
    pairing = pair(asked)
    assert couples(pairing) == [(5, 1), (4, 2), (3, 6)]
    assert pairing.reasons[0] == "5 – 1: a table set by the organiser."


def test_locked_bye_is_the_bye() -> None:
    asked = AskedRound("s", 1, (1, 2, 3), locked=(Table((1,), bye=True),))
    assert pair(asked).tables[-1] == Table((1,), bye=True)


@pytest.mark.parametrize(
    "asked,message",
    [
        (AskedRound("s", 1, (1, 1, 2)), "listed twice"),
        (AskedRound("s", 1, (1, 2), (game(1, 1, 2, 1),)), "has a result"),
        (AskedRound("s", 1, (1, 2), locked=(Table((1, 3)),)), "does not play"),
        (AskedRound("s", 1, (1, 2, 3), locked=(Table((1, 3)), Table((2, 3)))), "two locked tables"),
        (
            AskedRound("s", 1, (1, 2, 3), locked=(Table((1,), bye=True), Table((2,), bye=True))),
            "at most one",
        ),
        (AskedRound("s", 1, (1, 2, 3, 4), locked=(Table((1,), bye=True),)), "odd number"),
    ],
)
def test_request_that_contradicts_itself_is_refused(asked: AskedRound, message: str) -> None:
    with pytest.raises(BadRequestToPair, match=message):
        pair(asked)


def test_single_entrant_ends_the_stage() -> None:
    with pytest.raises(NoPairing) as refusal:
        pair(AskedRound("s", 1, (4,)))
    assert refusal.value.choices == (Choice.END_NOW,)


def test_reasons_name_the_float_and_the_turn() -> None:
    assert pair(before_round(4)).reasons[0] == (
        "2 – 3: 3 floats down from 3 points to 2; 2 starts, having started less often."
    )


@pytest.mark.parametrize("entrants,rounds", [(4, 3), (6, 5), (8, 8), (1, 1), (9, 0)])
def test_rounds_that_do_not_suit_are_refused(entrants: int, rounds: int) -> None:
    with pytest.raises(UnfitRounds):
        check_swiss_rounds(entrants, rounds)


def cpu_seconds(entrants: int) -> float:
    asked = AskedRound("time", 1, tuple(range(1, entrants + 1)))
    second = replace(
        asked,
        round=2,
        results=tuple(
            game(1, table.entrants[0], table.entrants[1], table.entrants[index % 2])
            for index, table in enumerate(pair(asked).tables)
        ),
    )
    start = time.process_time()
    pair(second)
    return time.process_time() - start


def test_thousand_take_at_most_forty_times_as_long_as_two_hundred() -> None:
    assert cpu_seconds(1_000) <= 40 * cpu_seconds(200)
