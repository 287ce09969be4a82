"""The results of a stage as each entrant sees them, round by round."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournaments.standings.points import PointSystem
from tournaments.standings.reckoning import Fate, Number, exact
from tournaments.values import ResultKind, TableResult

_UNPAIRED = {
    ResultKind.BYE: Fate.BYE,
    ResultKind.ABSENT: Fate.ABSENT,
    ResultKind.VOID: Fate.VOID,
}


class UnfitResults(ValueError):
    """The results cannot be a stage's: an entrant is unknown, or has two results in a round."""


class Entry(NamedTuple):
    """A round of one entrant: its fate, the points awarded, who else was to sit at the table.

    `place` is 0 where nothing was placed, `share` None where nothing was scored.
    """

    round: int
    fate: Fate
    points: Number
    opponents: tuple[int, ...] = ()
    place: int = 0
    is_sole_first: bool = False
    share: Fraction | None = None


Results = Mapping[int, Mapping[int, Number]]
"""For each of a few entrants, its mean result against each other that it has met: 1 for a win."""


class Encounter(NamedTuple):
    """The games among tied entrants, and how many of them each is ahead of by these games."""

    results: Results
    ahead_of: Mapping[int, int]


def _fate(result: TableResult, entrant: int) -> Fate:
    if result.kind is ResultKind.PLAYED:
        return Fate.PLAYED
    if result.kind in _UNPAIRED:
        return _UNPAIRED[result.kind]
    if result.kind is ResultKind.DOUBLE_FORFEIT:
        return Fate.FORFEIT_LOSS
    first = result.places and result.places[result.entrants.index(entrant)] == 1
    return Fate.FORFEIT_WIN if first else Fate.FORFEIT_LOSS


def _entry(result: TableResult, seat: int) -> Entry:
    entrant = result.entrants[seat]
    fate = _fate(result, entrant)
    if fate is Fate.VOID:
        return Entry(result.round, fate, 0)
    place = result.places[seat] if result.places else 0
    share = None
    if fate is Fate.PLAYED and result.scores:
        whole = sum(result.scores)
        # A game stopped before anybody scored: equal parts of nothing.
        share = Fraction(result.scores[seat], whole) if whole else Fraction(1, len(result.scores))
    return Entry(
        result.round,
        fate,
        exact(result.points_of(entrant)),
        tuple(other for other in result.entrants if other != entrant),
        place,
        place == 1 and result.places.count(1) == 1,
        share,
    )


class Scorebook:
    """Every entrant's rounds up to `after_round`, in order, and the scores that follow from them.

    `rounds` is how many the stage is to have. A round without a result is an absence (late entry,
    withdrawal), but not in a round robin, and not in the last round for who is still `playing`. In
    a `round_robin` a forfeit is a game like any other. `seed` and `stage` are for lots, and
    `encounters` keeps direct encounters once reckoned. Raises UnfitResults.
    """

    def __init__(
        self,
        results: Iterable[TableResult],
        entrants: Collection[int],
        *,
        rounds: int,
        after_round: int,
        points: PointSystem,
        round_robin: bool = False,
        playing: Collection[int] = (),
        seed: str = "",
        stage: object = 1,
    ) -> None:
        self.entrants = tuple(sorted(set(entrants)))
        self.rounds = rounds
        self.after_round = after_round
        self.points = points
        self.round_robin = round_robin
        self.seed = seed
        self.stage = stage
        self.encounters: dict[frozenset[int], Encounter] = {}
        self._entries = self._kept(results, frozenset(playing))
        self._scores: dict[int, Number] = {
            entrant: sum([entry.points for entry in entries])
            for entrant, entries in self._entries.items()
        }
        self._adjusted = {entrant: self._adjust(entrant) for entrant in self.entrants}

    def _kept(
        self, results: Iterable[TableResult], playing: frozenset[int]
    ) -> dict[int, tuple[Entry, ...]]:
        kept: dict[int, dict[int, Entry]] = {entrant: {} for entrant in self.entrants}
        for result in results:
            if result.round > self.after_round:
                continue
            for seat, entrant in enumerate(result.entrants):
                if entrant not in kept:
                    raise UnfitResults(f"round {result.round} has an unknown entrant, {entrant}")
                self._keep(kept[entrant], entrant, _entry(result, seat))
        if not self.round_robin:
            for entrant, entries in kept.items():
                known = self.after_round - (entrant in playing)
                for number in range(1, known + 1):
                    entries.setdefault(number, Entry(number, Fate.ABSENT, 0))
        return {
            entrant: tuple([entries[number] for number in sorted(entries)])
            for entrant, entries in kept.items()
        }

    def _keep(self, entries: dict[int, Entry], entrant: int, entry: Entry) -> None:
        former = entries.get(entry.round)
        if former is None or former.fate is Fate.VOID:
            entries[entry.round] = entry
        elif entry.fate is not Fate.VOID:
            raise UnfitResults(f"entrant {entrant} has two results in round {entry.round}")

    def _adjust(self, entrant: int) -> Number:
        score = self._scores[entrant]
        if self.round_robin:
            return score
        draw = exact(self.points.draw)
        for entry in reversed(self._entries[entrant]):
            if not entry.fate.is_voluntary:
                break
            if entry.fate is Fate.ABSENT:
                score += draw - entry.points
        return score

    def entries(self, entrant: int) -> Sequence[Entry]:
        """Return an entrant's rounds in order."""
        return self._entries[entrant]

    def score(self, entrant: int) -> Number:
        """Return the points that an entrant was awarded in all."""
        return self._scores[entrant]

    def adjusted_score(self, entrant: int) -> Number:
        """Return an entrant's score as it counts for its opponents (C.07, 16.3).

        All rounds at the points awarded, but absences with only voluntary unplayed rounds after
        them count half a win each.
        """
        return self._adjusted[entrant]

    def counts_as_game(self, entry: Entry) -> bool:
        """Whether a round counts as a game against its opponents: played, or a forfeit of a RR."""
        if entry.fate is Fate.PLAYED:
            return True
        return self.round_robin and entry.fate in {Fate.FORFEIT_WIN, Fate.FORFEIT_LOSS}
