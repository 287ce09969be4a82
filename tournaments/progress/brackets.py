"""Knockouts while they are played: which matches come next, and who is out in which place."""

from collections.abc import Mapping

from tournaments.pairing.bracket import Bracket, BracketView, MatchView
from tournaments.pairing.double_elimination import GrandFinal, double_elimination
from tournaments.pairing.knockout import single_elimination
from tournaments.pairing.knockout_tables import KnockoutTables, TablesView
from tournaments.progress.group import Group, NextTable, winner_of
from tournaments.values import ResultKind, TableResult


def bracket_of(group: Group) -> Bracket:
    """Return the bracket of an elimination for the group's entrants in seed order."""
    options = group.options
    if group.format == "double_elimination":
        return double_elimination(group.numbers, grand_final=GrandFinal(options["grand_final"]))
    return single_elimination(
        group.numbers, bronze=options["bronze"], placement_games=options["placement_games"]
    )


def winners(group: Group) -> dict[str, int | None]:
    """Return the winner of each match that was decided by its id, None where there is none."""
    return {
        one.key: winner_of(one.result)
        for one in group.results
        if one.result.kind is not ResultKind.BYE
    }


def bracket_view(group: Group) -> BracketView:
    """Return the bracket as it stands."""
    return bracket_of(group).at(winners(group))


def next_matches(group: Group, number: int) -> tuple[NextTable, ...]:
    """Return the matches that can be played now, and who advances without one since the last.

    Whoever advances so has no match in the same round: it waits for the next one, unless nothing
    else is left to be played.
    """
    view = bracket_view(group)
    if not view.ready:
        return ()
    free = _free(group, view)
    now = [match for match in view.ready if not free.keys() & set(match.sides)]
    if not now:
        now = list(view.ready)
        playing = {side for match in now for side in match.sides}
        free = {one: match for one, match in free.items() if one not in playing}
    return (*(_match(group, match) for match in now), *(_bye(match) for match in free.values()))


def _free(group: Group, view: BracketView) -> dict[int, MatchView]:
    """Return who has advanced without a match and was not shown to, by entrant; once each."""
    shown = {one.key for one in group.results}
    free: dict[int, MatchView] = {}
    for match in view.by_absence:
        if match.id not in shown and isinstance(match.winner, int):
            free.setdefault(match.winner, match)
    return free


def _bye(match: MatchView) -> NextTable:
    assert isinstance(match.winner, int)
    reason = f"{match.id}: nobody comes to the other side, so {match.winner} advances."
    return NextTable((match.winner,), bye=True, key=match.id, reason=reason)


def _match(group: Group, match: MatchView) -> NextTable:
    first, second = match.sides
    assert isinstance(first, int)
    assert isinstance(second, int)
    half = int(group.options["best_of"]) // 2
    needed = tuple(half + wins for wins in match.match.wins_needed)
    origins = [
        f"the {source.kind} of {source.of}" if isinstance(source.of, str) else f"seed {source.of}"
        for source in match.match.sources
    ]
    reason = f"{match.id}: {' meets '.join(origins)}."
    return NextTable((first, second), key=match.id, wins_needed=needed, reason=reason)


def knockout_of(group: Group) -> KnockoutTables:
    """Return the knockout at tables for the group's entrants in seed order."""
    options = group.options
    return KnockoutTables(
        group.numbers,
        f"{group.seed}:{group.label}",
        of_four=options["of_four"],
        of_three=options["of_three"],
        replay_ties=options["replay_ties"],
    )


def tables_view(group: Group) -> TablesView:
    """Return what the knockout at tables has come to."""
    rounds: dict[int, list[TableResult]] = {}
    for one in group.results:
        rounds.setdefault(_knockout_round(one.key), []).append(one.result)
    return knockout_of(group).after([rounds[number] for number in sorted(rounds)])


def next_tables(group: Group, number: int) -> tuple[NextTable, ...]:
    """Return the tables that come next, or ties of the last ones to be replayed."""
    view = tables_view(group)
    what = "a tie at the line, played again" if view.replays else "seated by seed, former apart"
    mark = "P" if view.replays else "T"
    return tuple(
        NextTable(
            table.entrants,
            key=f"K{view.round}-{mark}{at}.{number}",
            wins_needed=(1,) * len(table.entrants),
            reason=f"Knockout round {view.round}: {what}.",
        )
        for at, table in enumerate(view.replays or view.tables, start=1)
    )


def _knockout_round(key: str) -> int:
    return int(key[1:].split("-", maxsplit=1)[0])


def places(group: Group) -> Mapping[int, tuple[int, int]]:
    """Return the places (first, last) of who is out or done, by entrant."""
    if group.format == "knockout_tables":
        return tables_view(group).places
    return bracket_view(group).places
