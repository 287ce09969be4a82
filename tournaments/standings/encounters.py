"""Direct encounter: the tied entrants' own games decide (FIDE C.07, 6)."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from tournaments.standings.reckoning import Fate, Number, Part, Reckoning, Why
from tournaments.standings.scorebook import Encounter, Entry, Results, Scorebook


def _result(own: Entry, other: Entry) -> Number:
    """Return 1 where the place is better than the other's, half where equal, else 0."""
    if own.place == other.place:
        return 0 if own.fate is Fate.FORFEIT_LOSS else Fraction(1, 2)
    return int(own.place < other.place)


def meetings(book: Scorebook, tied: Iterable[int]) -> dict[int, dict[int, Number]]:
    """Return the mean results of the tied entrants against each other.

    A forfeit is no meeting, save in a round robin. At tables of three and four whoever places
    better has won.
    """
    group = set(tied)
    rounds = {one: {entry.round: entry for entry in book.entries(one)} for one in group}
    results: dict[int, dict[int, Number]] = {}
    for one in group:
        met: dict[int, list[Number]] = {}
        for entry in book.entries(one):
            if book.counts_as_game(entry):
                for other in group.intersection(entry.opponents):
                    met.setdefault(other, []).append(_result(entry, rounds[other][entry.round]))
        results[one] = {
            other: found[0] if len(found) == 1 else Fraction(sum(found)) / len(found)
            for other, found in met.items()
        }
    return results


def parted(results: Results, group: frozenset[int]) -> list[frozenset[int]]:
    """Return the group in subgroups, the first placed first, as far as its own games part it.

    Where all have met, their points decide. Otherwise whoever has more points than any other can
    still reach, whatever the missing games might give, is first, then whoever is so among the rest.
    What is still tied is asked again by its own games alone.
    """
    if len(group) == 1:
        return [group]
    others = len(group) - 1
    sure = {one: sum([results[one].get(other, 0) for other in group]) for one in group}
    missing = {one: others - len(group.intersection(results[one])) for one in group}
    if not any(missing.values()):
        groups = [
            frozenset(one for one in group if sure[one] == points)
            for points in sorted(set(sure.values()), reverse=True)
        ]
    else:
        groups = _surely_first(sure, missing, group)
    if len(groups) == 1:
        return groups
    return [part for subgroup in groups for part in parted(results, subgroup)]


def _surely_first(
    sure: Mapping[int, Number], missing: Mapping[int, int], group: frozenset[int]
) -> list[frozenset[int]]:
    groups = []
    rest = set(group)
    while rest:
        leader = max(rest, key=lambda one: (sure[one], -one))
        reach = max((sure[one] + missing[one] for one in rest - {leader}), default=-1)
        if sure[leader] <= reach:
            break
        groups.append(frozenset({leader}))
        rest.discard(leader)
    return [*groups, frozenset(rest)] if rest else groups


def direct_encounter(book: Scorebook, entrant: int, tied: frozenset[int]) -> Reckoning:
    """Count the tied entrants that this one is ahead of by the games among them.

    None for an entrant that is not tied. The parts are its results against each of them.
    """
    if len(tied) == 1:
        return Reckoning(None)
    encounter = book.encounters.get(tied)
    if encounter is None:
        encounter = book.encounters[tied] = _encounter(book, tied)
    met = encounter.results[entrant]
    parts = [Part(None, other, met[other], Why.ENCOUNTER) for other in sorted(met)]
    return Reckoning(encounter.ahead_of[entrant], tuple(parts))


def _encounter(book: Scorebook, tied: frozenset[int]) -> Encounter:
    results = meetings(book, tied)
    ahead_of: dict[int, int] = {}
    rest = len(tied)
    for subgroup in parted(results, tied):
        rest -= len(subgroup)
        ahead_of.update(dict.fromkeys(subgroup, rest))
    return Encounter(results, ahead_of)
