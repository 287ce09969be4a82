"""Double elimination: who has lost twice is out."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum

from tournaments.pairing.bracket import (
    Bracket,
    Match,
    Section,
    Source,
    SourceKind,
    loser_of,
    make_bracket,
    winner_of,
    with_game,
)
from tournaments.pairing.knockout import main_rounds
from tournaments.pairing.seeding import bracket_size, check_entrants, slot_order


class GrandFinal(StrEnum):
    """How the winners of both brackets settle it.

    `RESET`: if the lower bracket's winner takes the final, both have lost once and play again.
    `SINGLE`: one match. `ADVANTAGE`: one match in which the upper bracket's winner needs one game
    and the lower bracket's winner two.
    """

    RESET = "reset"
    SINGLE = "single"
    ADVANTAGE = "advantage"


def double_elimination(
    entrants: Sequence[int], *, grand_final: GrandFinal = GrandFinal.RESET
) -> Bracket:
    """Return the bracket of double elimination for entrants in seed order.

    The upper bracket is that of single elimination. In the lower one the losers of neighbouring
    first-round matches meet; then each even round meets the losers who drop from the next upper
    round (in the order of `drop_order`) and each odd round is among those left. A lower side that
    nobody drops to lets the other advance. It takes 2n - 2 games, and one more for a reset.

    Raises `BadEntrants` for fewer than two entrants, or one named twice.

    >>> bracket = double_elimination([1, 2, 3, 4])
    >>> [(match.number, match.id) for match in bracket.matches]
    [(1, 'U1-1'), (2, 'U1-2'), (3, 'U2-1'), (4, 'L1-1'), (5, 'L2-1'), (6, 'F-1'), (7, 'F-2')]
    """
    check_entrants(entrants)
    size = bracket_size(len(entrants))
    sources = [Source(SourceKind.SEED, seed) for seed in slot_order(size)]
    upper = main_rounds(sources, Section.UPPER, "U")
    lower = _lower_rounds(upper, size.bit_length() - 1)
    last_up = upper[-1].id
    last_low = winner_of(lower[-1].id) if lower else loser_of(last_up)
    final = _final((winner_of(last_up), last_low), grand_final)
    matches = [*sorted([*upper, *lower], key=_order_of_play), *final]
    return make_bracket(tuple(entrants), _with_places(matches, len(entrants)))


def drop_order(losers: Sequence[Source], drop: int) -> list[Source]:
    """Return the losers of an upper round in the order in which they drop; `drop` counts from 1.

    Four orders take turns: reversed; reversed inside each half; halves swapped; unchanged. Of the
    patterns measured it leads to the fewest second meetings before the lower final.

    >>> letters = [winner_of(letter) for letter in "ABCD"]
    >>> ["".join(str(source.of) for source in drop_order(letters, drop)) for drop in (1, 2, 3, 4)]
    ['DCBA', 'BADC', 'CDAB', 'ABCD']
    """
    half = len(losers) // 2
    front, back = list(losers[:half]), list(losers[half:])
    if drop % 4 == 1:
        return [*reversed(back), *reversed(front)]
    if drop % 4 == 2:
        return [*reversed(front), *reversed(back)]
    return [*back, *front] if drop % 4 == 3 else [*front, *back]


def _lower_rounds(upper: Sequence[Match], upper_rounds: int) -> list[Match]:
    matches: list[Match] = []
    left = [loser_of(match.id) for match in upper if match.round == 1]
    for number in range(2, upper_rounds + 1):
        inside = _round(2 * number - 3, [(left[i], left[i + 1]) for i in range(0, len(left), 2)])
        dropping = [loser_of(match.id) for match in upper if match.round == number]
        meeting = zip(
            [winner_of(match.id) for match in inside],
            drop_order(dropping, number - 1),
            strict=True,
        )
        outside = _round(2 * number - 2, meeting)
        matches += [*inside, *outside]
        left = [winner_of(match.id) for match in outside]
    return matches


def _round(number: int, sides: Iterable[tuple[Source, Source]]) -> list[Match]:
    return [
        Match(f"L{number}-{at}", Section.LOWER, number, sources)
        for at, sources in enumerate(sides, 1)
    ]


def _final(sources: tuple[Source, Source], kind: GrandFinal) -> list[Match]:
    wins_needed = (1, 2) if kind is GrandFinal.ADVANTAGE else (1, 1)
    final = Match("F-1", Section.FINAL, 1, sources, (2, 2), 1, wins_needed=wins_needed)
    if kind is not GrandFinal.RESET:
        return [final]
    return [final, replace(final, id="F-2", round=2, resets="F-1")]


def _order_of_play(match: Match) -> tuple[int, int]:
    """Return upper rounds first, each followed by the lower rounds up to its own losers'."""
    if match.section is Section.UPPER:
        return match.round, 0
    return (match.round + 1) // 2 + 1, match.round


def _with_places(matches: Sequence[Match], entrants: int) -> Iterable[Match]:
    """Yield the matches with the places of those who are out in each.

    Places are counted from the end, by the games of each lower round: 3, 4, then 5-6, 7-8, 9-12
    and so on in a full bracket. An upper match gives the places of the round its loser drops to.
    """
    games = with_game(matches, entrants)
    lower = [match for match in matches if match.section is Section.LOWER]
    places: dict[int, tuple[int, int]] = {}
    best = 3
    for number in sorted({match.round for match in lower}, reverse=True):
        count = sum(match.id in games for match in lower if match.round == number)
        places[number] = best, best + max(count, 1) - 1
        best += count
    drops = {source: match.round for match in lower for source in match.sources}
    for match in matches:
        if match.section is Section.FINAL:
            yield match
        elif match.section is Section.LOWER:
            yield replace(match, out_places=places[match.round])
        else:
            dropped = places.get(drops.get(loser_of(match.id), 0), (2, 2))
            yield replace(match, out_places=dropped, winner_place=None)
