"""What a pairing is asked for: one round of one stage."""

from collections import Counter
from dataclasses import dataclass

from tournaments.pairing.refusals import BadRequestToPair, Choice, NoPairing
from tournaments.values import Table, TableResult


@dataclass(frozen=True, slots=True)
class AskedRound:
    """A round to be paired; the order of its entrants, results and pairs makes no difference.

    `entrants` are those who play this round: an absent or withdrawn one is left out, a late one is
    in from the first round that it plays. `results` are those of the stage's closed rounds.
    `rounds` is the number of rounds planned, 0 while open. `forbidden` pairs are kept apart if that
    can be done. `locked` tables are the organiser's own: they stay, and the rest is paired around
    them. `allow_rematch` is the organiser's answer to a refusal that offered it.
    """

    seed: str
    round: int
    entrants: tuple[int, ...]
    results: tuple[TableResult, ...] = ()
    stage: int | str = 1
    rounds: int = 0
    forbidden: tuple[tuple[int, int], ...] = ()
    locked: tuple[Table, ...] = ()
    allow_rematch: bool = False

    @property
    def is_last(self) -> bool:
        """Whether this is the last of the rounds planned."""
        return self.round == self.rounds

    @property
    def apart(self) -> frozenset[frozenset[int]]:
        """The pairs to be kept apart, without their order."""
        return frozenset(frozenset(pair) for pair in self.forbidden)

    @property
    def unseated(self) -> tuple[int, ...]:
        """The entrants who sit at no locked table, by start number."""
        locked = {entrant for table in self.locked for entrant in table.entrants}
        return tuple(sorted(set(self.entrants) - locked))


def check_asked(asked: AskedRound) -> None:
    """Raise `BadRequestToPair` for a round that contradicts itself, `NoPairing` for an empty one.

    >>> check_asked(AskedRound("s", 1, (1, 2, 2)))
    Traceback (most recent call last):
    tournaments.pairing.refusals.BadRequestToPair: Entrant 2 is listed twice.
    """
    twice = [entrant for entrant, times in Counter(asked.entrants).items() if times > 1]
    if twice:
        raise BadRequestToPair(f"Entrant {min(twice)} is listed twice.")
    late = [result.round for result in asked.results if result.round >= asked.round]
    if late:
        raise BadRequestToPair(f"Round {min(late)} has a result, and round {asked.round} none yet.")
    locked = Counter(entrant for table in asked.locked for entrant in table.entrants)
    for entrant, times in sorted(locked.items()):
        if times > 1:
            raise BadRequestToPair(f"Entrant {entrant} is at two locked tables.")
        if entrant not in asked.entrants:
            raise BadRequestToPair(f"Entrant {entrant} of a locked table does not play this round.")
    if sum(table.bye for table in asked.locked) > 1:
        raise BadRequestToPair("Two locked tables are byes; a round has at most one.")
    if len(asked.entrants) < 2:
        raise NoPairing("Fewer than two entrants are left to play.", Choice.END_NOW)
