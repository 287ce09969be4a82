"""Single elimination: who loses is out."""

from collections.abc import Sequence

from tournaments.pairing.bracket import (
    Bracket,
    Match,
    Section,
    Source,
    SourceKind,
    loser_of,
    make_bracket,
    winner_of,
)
from tournaments.pairing.seeding import bracket_size, check_entrants, slot_order


def single_elimination(
    entrants: Sequence[int], *, bronze: bool = False, placement_games: bool = False
) -> Bracket:
    """Return the bracket of single elimination for entrants in seed order.

    The size is the next power of two; slots follow the doubling rule; the top seeds that have no
    opponent have byes in round 1, and nobody later. It takes n - 1 games. The losers of a round
    share its places (5-8), unless `bronze` lets the losers of the semi-finals play for third
    place, or `placement_games` lets the losers of every round play on for theirs.

    Another draw is another seed order: see `seeding.by_lot` and `seeding.seeds_from_groups`.

    Raises `BadEntrants` for fewer than two entrants, or one named twice.

    >>> bracket = single_elimination([1, 2, 3])
    >>> [match.entrants for match in bracket.at({}).ready]
    [(2, 3)]
    >>> [match.entrants for match in bracket.at({"R1-2": 3}).ready]
    [(1, 3)]
    """
    check_entrants(entrants)
    size = bracket_size(len(entrants))
    sources = [Source(SourceKind.SEED, seed) for seed in slot_order(size)]
    matches = main_rounds(sources, Section.MAIN, "R")
    if placement_games or bronze:
        matches += _games_of_losers(matches, size, semi_finals_only=not placement_games)
    rounds = size.bit_length() - 1
    matches.sort(
        key=lambda match: (match.round, (match.section is Section.MAIN) == (match.round == rounds))
    )
    return make_bracket(tuple(entrants), matches)


def main_rounds(sources: Sequence[Source], section: Section, prefix: str) -> list[Match]:
    """Return the matches in which these sources meet, neighbours first, until one is left.

    >>> [match.id for match in main_rounds([winner_of("A"), winner_of("B")], Section.MAIN, "R")]
    ['R1-1']
    """
    matches: list[Match] = []
    round_number = 0
    while len(sources) > 1:
        round_number += 1
        left = len(sources) // 2
        of_round = [
            Match(
                f"{prefix}{round_number}-{at + 1}",
                section,
                round_number,
                (sources[2 * at], sources[2 * at + 1]),
                out_places=(left + 1, 2 * left),
                winner_place=1 if left == 1 else None,
            )
            for at in range(left)
        ]
        matches += of_round
        sources = [winner_of(match.id) for match in of_round]
    return matches


def _games_of_losers(main: list[Match], size: int, *, semi_finals_only: bool) -> list[Match]:
    """Return the placement games of the losers of each round."""
    matches: list[Match] = []
    for number in range(1, size.bit_length() - 1):
        losers = [loser_of(match.id) for match in main if match.round == number]
        if len(losers) == 2 or not semi_finals_only:
            matches += _play_off(losers, len(losers) + 1, number + 1)
    return matches


def _play_off(sources: Sequence[Source], first: int, round_number: int) -> list[Match]:
    """Return the games in which these sources play for the places from `first` on."""
    last, left = first + len(sources) - 1, len(sources) // 2
    matches = [
        Match(
            f"P{first}-{last}-{at + 1}",
            Section.PLACEMENT,
            round_number,
            (sources[2 * at], sources[2 * at + 1]),
            out_places=(first + left, last),
            winner_place=first if left == 1 else None,
        )
        for at in range(left)
    ]
    if left == 1:
        return matches
    return [
        *matches,
        *_play_off([winner_of(match.id) for match in matches], first, round_number + 1),
        *_play_off([loser_of(match.id) for match in matches], first + left, round_number + 1),
    ]
