"""What each entrant of a stage of pods has behind it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.values import ResultKind, TableResult


@dataclass(frozen=True, slots=True)
class PodRecord:
    """An entrant of pods before a round.

    `met` counts the tables shared with each opponent, `last_met` names those of the last round.
    `wins` are tables won alone. `shares` is the sum of its points over all points of each table.
    `sizes` counts the tables it sat at by their size, `starts` those at which it started.
    """

    entrant: int
    points: float = 0.0
    wins: int = 0
    shares: Fraction = Fraction(0)
    starts: int = 0
    unplayed: int = 0
    byes: int = 0
    met: Mapping[int, int] = field(default_factory=dict)
    last_met: frozenset[int] = frozenset()
    sizes: Mapping[int, int] = field(default_factory=dict)


def pod_histories(
    entrants: Iterable[int], results: Iterable[TableResult], upcoming: int
) -> dict[int, PodRecord]:
    """Return the record of each entrant before round `upcoming`, by start number."""
    own: dict[int, list[TableResult]] = {entrant: [] for entrant in entrants}
    for result in sorted(results, key=lambda result: (result.round, result.entrants)):
        for entrant in result.entrants:
            if entrant in own and result.round < upcoming:
                own[entrant].append(result)
    return {entrant: _pod_record(entrant, rounds, upcoming) for entrant, rounds in own.items()}


def pod_rank_key(record: PodRecord) -> tuple[float, int, Fraction, int]:
    """Return the key by which pods are ranked: place points, wins, sum of shares, start number."""
    return -record.points, -record.wins, -record.shares, record.entrant


def _pod_record(entrant: int, rounds: Iterable[TableResult], upcoming: int) -> PodRecord:
    rounds = list(rounds)
    played = [result for result in rounds if result.was_played]
    met: Counter[int] = Counter()
    last_met: set[int] = set()
    for result in played:
        others = set(result.entrants) - {entrant}
        met.update(others)
        if result.round == upcoming - 1:
            last_met |= others
    return PodRecord(
        entrant=entrant,
        points=sum((result.points_of(entrant) for result in rounds), 0.0),
        wins=sum(_is_won_by(entrant, result) for result in played),
        shares=sum((_share(entrant, result) for result in played), Fraction(0)),
        starts=sum(result.entrants[0] == entrant for result in played),
        unplayed=upcoming - 1 - len(played),
        byes=sum(result.kind is ResultKind.BYE for result in rounds),
        met=met,
        last_met=frozenset(last_met),
        sizes=Counter(len(result.entrants) for result in played),
    )


def _is_won_by(entrant: int, result: TableResult) -> bool:
    place = result.places[result.entrants.index(entrant)] if result.places else 0
    return place == 1 and result.places.count(1) == 1


def _share(entrant: int, result: TableResult) -> Fraction:
    total = sum(result.scores)
    if total <= 0:
        return Fraction(0)
    return Fraction(result.scores[result.entrants.index(entrant)], total)
