"""What a pair of entrants costs in a Swiss round, as one whole number.

The criteria are bit fields of that number, the weightiest highest, each wide enough for its sum
over all tables, so that the cheapest perfect matching is the best one, criterion by criterion:

1. meetings so far, squared, then how lately (only where rematches are allowed);
2. pairs to be kept apart;
3. entrants whose turn balance would be over 2, seldom any;
4. the difference in points, squared;
5. entrants with a third same turn running;
6. floats repeated from the last round; 7. from the round before it;
8. how far the two stand from half their score group apart;
9. a lot, which makes the best pairing the only one. It costs forty times the time at thousands of
   entrants, so it is left out above 500: there equals are told apart by their order of rank alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tournaments.lots import lot
from tournaments.pairing.history import Float, Record
from tournaments.pairing.matching import Edge
from tournaments.pairing.turns import is_third_alike, is_turn_unfair, turn_key

WIDEST = 100  # bits of a weight with its lot; the matching has 127 and adds four up
MOST_LOT_BITS = 40
MOST_WITH_LOTS = 500
LOT_PRIME = 2**61 - 1


@dataclass(frozen=True, slots=True)
class Traits:
    """What the cost of a pair needs to know of one of the two."""

    entrant: int
    level: int  # points, in the smallest steps that occur
    half: int  # half the size of the score group
    turn_key: tuple[int, int]
    first: tuple[int, int]  # to start: 1 if that is unfair; 1 if it is the third such turn
    second: tuple[int, int]  # the same if it does not start
    up: tuple[int, int]  # 1 if it floated up in the last round; in the one before
    down: tuple[int, int]
    draw: int  # its lot
    meetings: dict[int, tuple[int, ...]]


@dataclass(slots=True)
class Weights:
    """The weights of the pairs of one round; `ranked` are its entrants, highest first."""

    ranked: Sequence[Record]
    seed: str
    stage: int | str
    round: int
    apart: frozenset[frozenset[int]] = frozenset()
    allow_rematch: bool = False
    traits: list[Traits] = field(init=False)
    shifts: dict[str, int] = field(init=False)
    lot_bits: int = field(init=False)
    top: int = field(init=False)

    def __post_init__(self) -> None:
        steps = _levels(self.ranked)
        sizes = {level: steps.count(level) for level in set(steps)}
        self.traits = [
            self._traits(record, level, sizes[level] // 2)
            for record, level in zip(self.ranked, steps, strict=True)
        ]
        self._lay_out_fields(max(steps) - min(steps))

    def _traits(self, record: Record, level: int, half: int) -> Traits:
        floats = record.floated(1), record.floated(2)
        return Traits(
            entrant=record.entrant,
            level=level,
            half=half,
            turn_key=turn_key(record),
            first=_strain(record, starts=True),
            second=_strain(record, starts=False),
            up=(int(floats[0] is Float.UP), int(floats[1] is Float.UP)),
            down=(int(floats[0] is Float.DOWN), int(floats[1] is Float.DOWN)),
            draw=1 + lot(self.seed, self.stage, self.round, "pair", record.entrant) % LOT_PRIME,
            meetings=dict(record.meetings),
        )

    def _lay_out_fields(self, widest_gap: int) -> None:
        """Give each criterion as many bits as its sum over all tables can take."""
        size = len(self.ranked)
        tables = max(size // 2, 1)
        most_met = max(
            (len(met) for own in self.traits for met in own.meetings.values()), default=0
        )
        highest = {
            "distance": size,
            "float_before": 2,
            "float_last": 2,
            "third": 2,
            "gap": widest_gap**2,
            "unfair": 2,
            "apart": int(bool(self.apart)),
            "lately": self.round if self.allow_rematch else 0,
            "rematch": most_met**2 if self.allow_rematch else 0,
        }
        widths = {name: (most * tables).bit_length() for name, most in highest.items()}
        spare = WIDEST - sum(widths.values()) - tables.bit_length()
        self.lot_bits = max(0, min(MOST_LOT_BITS, spare)) if size <= MOST_WITH_LOTS else 0
        self.shifts = {}
        at = self.lot_bits + tables.bit_length() if self.lot_bits else 0
        for name, width in widths.items():
            self.shifts[name] = at
            at += width
        self.top = 1 << at

    def edges(self, reach: int) -> Iterator[Edge]:
        """Yield the pairs that may meet, as nodes in order of rank, with their weights.

        Two may meet who stand at most `reach` ranks from each other, or from half the score group
        of the higher one apart.
        """
        size = len(self.traits)
        for i, own in enumerate(self.traits):
            near = min(size, i + reach + 1)
            first = max(near, i + own.half - reach)
            beyond = min(size, i + own.half + reach + 1)
            yield from self._edges_of(i, own, range(i + 1, near))
            yield from self._edges_of(i, own, range(first, beyond))

    def _edges_of(self, i: int, own: Traits, partners: range) -> Iterator[Edge]:
        # The loop of the pairing: a big round has half a million pairs, so names are local here.
        at, traits, met = self.shifts, self.traits, own.meetings
        gaps, thirds, distances = at["gap"], at["third"], at["distance"]
        last, before = at["float_last"], at["float_before"]
        level, half, key, odd = own.level, own.half, own.turn_key, own.entrant % 2 == 1
        (unfair_first, third_first), (unfair_second, third_second) = own.first, own.second
        unfair, draw = at["unfair"], own.draw
        (down_last, down_before), middle = own.down, i + half
        lots, top = 61 - self.lot_bits, self.top
        special = bool(self.apart) or self.allow_rematch
        for j in partners:
            other = traits[j]
            if other.entrant in met and not special:
                continue
            starts = key < other.turn_key if key != other.turn_key else odd
            if starts:
                worse, third = unfair_first + other.second[0], third_first + other.second[1]
            else:
                worse, third = unfair_second + other.first[0], third_second + other.first[1]
            cost = (worse << unfair) + (third << thirds) + (abs(j - middle) << distances)
            cost += (draw * other.draw % LOT_PRIME) >> lots
            gap = level - other.level
            if gap:
                cost += gap * gap << gaps
                cost += (down_last + other.up[0] << last) + (down_before + other.up[1] << before)
            if special:
                if other.entrant in met and not self.allow_rematch:
                    continue
                cost += self._special_cost(own, other)
            yield i, j, top - cost

    def _special_cost(self, own: Traits, other: Traits) -> int:
        cost = 0
        if self.apart and frozenset((own.entrant, other.entrant)) in self.apart:
            cost += 1 << self.shifts["apart"]
        rounds = own.meetings.get(other.entrant, ())
        if rounds:
            cost += len(rounds) ** 2 << self.shifts["rematch"]
            cost += rounds[-1] << self.shifts["lately"]
        return cost


def _strain(record: Record, *, starts: bool) -> tuple[int, int]:
    return int(is_turn_unfair(record, starts=starts)), int(is_third_alike(record, starts=starts))


def _levels(ranked: Sequence[Record]) -> list[int]:
    """Return the points as whole numbers of their smallest step: a half, or finer if one occurs."""
    steps = next(
        (per for per in (2, 4, 12) if all((own.points * per).is_integer() for own in ranked)), 100
    )
    return [round(own.points * steps) for own in ranked]
