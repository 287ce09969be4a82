"""What a seating of pods costs: the smaller, the better, the first criterion first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tournaments.pairing.pod_history import PodRecord

STEPS = 12  # place points are shared by two, three or four: twelfths are whole numbers
APART_UNIT = 1
MEETING_UNIT = 1 << 20  # a pair to be kept apart weighs less than any meeting


@dataclass(frozen=True, slots=True, order=True)
class PodCost:
    """The cost of a seating, compared field by field.

    `meetings`: former meetings of two at a table, squared, summed over all pairs; in a power round
    the pairs who shared a table in the last round. `apart`: pairs that were to be kept apart.
    `small_tables`: former tables of the size not preferred, squared, summed over those who sit at
    one again. `spread`: highest less lowest place points, summed over the tables.
    """

    meetings: int
    small_tables: int
    spread: float
    apart: int = 0


Packed = tuple[int, int, int]
"""Meetings and pairs apart in one number; tables of the size not preferred; spread in twelfths."""


@dataclass(slots=True)
class PodCosts:
    """The costs of one round; entrants are nodes from 0, in order of rank."""

    ranked: Sequence[PodRecord]
    preferred: int
    power: bool = False
    apart: frozenset[frozenset[int]] = frozenset()
    pairs: list[dict[int, int]] = field(init=False)
    odd: list[int] = field(init=False)
    points: list[int] = field(init=False)

    def __post_init__(self) -> None:
        node = {record.entrant: index for index, record in enumerate(self.ranked)}
        self.pairs = [self._pairs_of(record, node) for record in self.ranked]
        self.odd = [self._odd_tables(record) ** 2 for record in self.ranked]
        self.points = [round(record.points * STEPS) for record in self.ranked]

    def _pairs_of(self, record: PodRecord, node: dict[int, int]) -> dict[int, int]:
        met = dict.fromkeys(record.last_met, 1) if self.power else record.met
        costs = {node[other]: met[other] ** 2 * MEETING_UNIT for other in met if other in node}
        for pair in self.apart:
            if record.entrant in pair:
                for other in pair - {record.entrant}:
                    if other in node:
                        costs[node[other]] = costs.get(node[other], 0) + APART_UNIT
        return costs

    def _odd_tables(self, record: PodRecord) -> int:
        return sum(times for size, times in record.sizes.items() if size != self.preferred)

    def table(self, seats: Sequence[int]) -> Packed:
        """Return what one table costs."""
        meetings = 0
        for at, seat in enumerate(seats):
            pairs = self.pairs[seat]
            if pairs:
                for other in seats[at + 1 :]:
                    meetings += pairs.get(other, 0)
        odd = 0 if len(seats) == self.preferred else sum(self.odd[seat] for seat in seats)
        points = [self.points[seat] for seat in seats]
        return meetings, odd, max(points) - min(points)

    def seating(self, tables: Iterable[Sequence[int]]) -> Packed:
        """Return what a whole seating costs."""
        costs = [self.table(seats) for seats in tables]
        meetings, odd, spread = (sum(column) for column in zip(*costs, strict=True))
        return meetings, odd, spread


def unpacked(cost: Packed) -> PodCost:
    """Return a cost in the words of the rules."""
    meetings, apart = divmod(cost[0], MEETING_UNIT)
    return PodCost(meetings, cost[1], cost[2] / STEPS, apart)
