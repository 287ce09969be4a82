"""The next round of a group, whatever its format."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from tournaments.pairing import pods, swiss, swiss_dutch
from tournaments.pairing.asked import AskedRound
from tournaments.pairing.designs import round_robin_tables
from tournaments.pairing.round_robin import round_robin
from tournaments.progress import brackets
from tournaments.progress.group import Group, NextTable
from tournaments.values import Pairing, Table

FREELY_PAIRED: Final = frozenset({"swiss_match", "swiss_dutch", "pods"})
"""The formats whose rounds an organiser may change: the others' tables follow from a schedule."""


def next_round(
    group: Group,
    number: int,
    *,
    locked: Sequence[NextTable] = (),
    allow_rematch: bool = False,
) -> tuple[NextTable, ...]:
    """Return the tables of round `number` of the stage (from 1); none where the group is done.

    `locked` tables stay as they are, in formats that are paired freely. Raises `NoPairing` where
    entrants are left and cannot be paired by the rules, and `BadRequestToPair` for locked tables
    that do not go together.
    """
    if group.format in FREELY_PAIRED:
        if len(group.present) < 2 or number > group.rounds:
            return ()
        asked = AskedRound(
            seed=group.seed,
            round=number,
            entrants=group.present,
            results=group.plain_results,
            stage=group.label,
            rounds=group.rounds,
            locked=tuple(Table(table.entrants, table.bye) for table in locked),
            allow_rematch=allow_rematch,
        )
        return _with_reasons(group, _PAIRED[group.format](group, asked))
    return _SCHEDULED[group.format](group, number)


def _pods(group: Group, asked: AskedRound) -> Pairing:
    return pods.pair(
        asked,
        preferred=group.options["table_size"],
        two_player_tables=group.options["two_player_tables"],
        power=group.options["power_last_round"] and asked.is_last,
    )


def _with_reasons(group: Group, pairing: Pairing) -> tuple[NextTable, ...]:
    reasons = pairing.reasons or ("",) * len(pairing.tables)
    return tuple(
        _next_table(group, table, reason)
        for table, reason in zip(pairing.tables, reasons, strict=True)
    )


def _next_table(group: Group, table: Table, reason: str) -> NextTable:
    needed = () if table.bye else (wins_needed(group),) * len(table.entrants)
    return NextTable(table.entrants, bye=table.bye, wins_needed=needed, reason=reason)


def wins_needed(group: Group) -> int:
    """Return how many games a side has to win in a match of the group."""
    return int(group.options.get("best_of", 1)) // 2 + 1


def schedule(group: Group) -> tuple[Pairing, ...]:
    """Return all rounds of a round robin, at tables of two or larger ones."""
    if group.format == "round_robin":
        return round_robin(group.numbers, cycles=group.options["cycles"])
    seed = f"{group.seed}:{group.label}"
    return round_robin_tables(group.numbers, group.options["rounds"], seed=seed).rounds


def _from_schedule(group: Group, number: int) -> tuple[NextTable, ...]:
    """Return a round of the schedule; the withdrawn stay in it, and their tables are forfeited."""
    rounds = schedule(group)
    if number > len(rounds) or len(group.present) < 2:
        return ()
    return tuple(
        _next_table(
            group, table, f"Round {number} of the schedule" + (": a rest." if table.bye else ".")
        )
        for table in rounds[number - 1].tables
    )


def _ignoring_group(pair: Callable[[AskedRound], Pairing], _: Group, asked: AskedRound) -> Pairing:
    return pair(asked)


_PAIRED: Final[Mapping[str, Callable[[Group, AskedRound], Pairing]]] = {
    "swiss_match": partial(_ignoring_group, swiss.pair),
    "swiss_dutch": partial(_ignoring_group, swiss_dutch.pair),
    "pods": _pods,
}
_SCHEDULED: Final[Mapping[str, Callable[[Group, int], tuple[NextTable, ...]]]] = {
    "round_robin": _from_schedule,
    "round_robin_tables": _from_schedule,
    "single_elimination": brackets.next_matches,
    "double_elimination": brackets.next_matches,
    "knockout_tables": brackets.next_tables,
}
