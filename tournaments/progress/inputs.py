"""What the pairing of a table went by: of each entrant, what it had behind it."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.lots import lot
from tournaments.pairing.history import Float, histories
from tournaments.pairing.pod_history import pod_histories, pod_rank_key
from tournaments.pairing.swiss import ranked
from tournaments.pairing.swiss_weights import LOT_PRIME, MOST_WITH_LOTS
from tournaments.progress.group import Group
from tournaments.values import TableResult

SWISS = frozenset({"swiss_match", "swiss_dutch"})
AT_TABLES = frozenset({"pods", "round_robin_tables", "knockout_tables"})


@dataclass(frozen=True, slots=True)
class Lot:
    """A lot that was drawn from the public seed: `text` is what was hashed (see `lots.lot`)."""

    purpose: str
    text: str
    value: int


@dataclass(frozen=True, slots=True)
class Inputs:
    """An entrant before a round, as its pairing saw it.

    `rank` is its place in the order that the format pairs by, None where the results decide who
    meets or a schedule does. `meetings` are the rounds in which it met each of the others of the
    table. `balance` is games started less games not started, and `floats` one a round, both None
    where the format has none.
    """

    entrant: int
    points: float
    rank: int | None
    meetings: dict[int, tuple[int, ...]]
    byes: int
    unplayed: int
    starts: int
    balance: int | None
    floats: tuple[Float, ...] | None
    lot: Lot | None


def inputs(group: Group, number: int, table: Sequence[int], playing: Sequence[int]) -> list[Inputs]:
    """Return what was known of the entrants of a table before round `number` of the stage.

    `playing` are all entrants of the group who play that round. The results are taken as they stand
    now: a correction since then shows.

    >>> from tournaments.values import ResultKind
    >>> game = TableResult(1, (1, 2), ResultKind.PLAYED, (2, 1), (0.0, 1.0))
    >>> from tournaments.progress.group import KeyedResult
    >>> options = {"best_of": 1}
    >>> swiss = Group("swiss_match", options, "s", "1", 2, 2, (KeyedResult("", game),))
    >>> [(one.entrant, one.points, one.rank) for one in inputs(swiss, 2, (2, 1), (1, 2))]
    [(2, 1.0, 1), (1, 0.0, 2)]
    """
    results = [result for result in group.plain_results if result.round < number]
    if group.format in AT_TABLES:
        return _at_tables(group, number, results, table, playing)
    return _of_two(group, number, results, table, playing)


def _met(
    results: Sequence[TableResult], own: int, table: Sequence[int]
) -> dict[int, tuple[int, ...]]:
    """Return the rounds in which an entrant met each other one of a table."""
    return {
        other: tuple(
            result.round
            for result in results
            if result.was_played and own in result.entrants and other in result.entrants
        )
        for other in table
        if other != own
    }


def _of_two(
    group: Group,
    number: int,
    results: Sequence[TableResult],
    table: Sequence[int],
    playing: Sequence[int],
) -> list[Inputs]:
    records = histories(group.numbers, results, number)
    is_swiss = group.format in SWISS
    order = [record.entrant for record in ranked(records[one] for one in playing)]
    ranks = {entrant: rank for rank, entrant in enumerate(order, start=1)}
    draws = group.format == "swiss_match" and len(playing) <= MOST_WITH_LOTS
    return [
        Inputs(
            entrant=own,
            points=records[own].points,
            rank=ranks.get(own) if is_swiss else None,
            meetings=_met(results, own, table),
            byes=records[own].byes,
            unplayed=records[own].unplayed,
            starts=sum(records[own].turns),
            balance=records[own].balance,
            floats=records[own].floats if is_swiss else None,
            lot=_pair_lot(group, number, own) if draws else None,
        )
        for own in table
    ]


def _at_tables(
    group: Group,
    number: int,
    results: Sequence[TableResult],
    table: Sequence[int],
    playing: Sequence[int],
) -> list[Inputs]:
    records = pod_histories(group.numbers, results, number)
    order = sorted((records[one] for one in playing), key=pod_rank_key)
    ranks = {record.entrant: rank for rank, record in enumerate(order, start=1)}
    is_pods = group.format == "pods"
    return [
        Inputs(
            entrant=own,
            points=records[own].points,
            rank=ranks.get(own) if is_pods else None,
            meetings=_met(results, own, table),
            byes=records[own].byes,
            unplayed=records[own].unplayed,
            starts=records[own].starts,
            balance=None,
            floats=None,
            lot=_seat_lot(group, number, own) if is_pods else None,
        )
        for own in table
    ]


def _pair_lot(group: Group, number: int, entrant: int) -> Lot:
    parts = (group.label, number, "pair", entrant)
    value = 1 + lot(group.seed, *parts) % LOT_PRIME
    return Lot("pair", ":".join(map(str, (group.seed, *parts))), value)


def _seat_lot(group: Group, number: int, entrant: int) -> Lot:
    parts = (group.label, number, "seat", entrant)
    return Lot("seat", ":".join(map(str, (group.seed, *parts))), lot(group.seed, *parts))
