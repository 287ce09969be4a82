"""Dry runs: a service is carried out and taken back, and what it did is told."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from dosleague.api.problems import Problem
from dosleague.dry_run import taken_back
from tournaments.models import StageRound, Tournament
from tournaments.selectors.rounds import round_shape
from tournaments.selectors.standings import published_rounds, tables_after
from tournaments.services.consequences import Consequence
from tournaments.services.rulings import Ruled

_OF_STATE = frozenset({"conflict", "round_has_open_tables"})


def foreseen(act: Callable[[], StageRound]) -> dict[str, Any]:
    """Return what an act on a round would lead to, and what is in its way; nothing is changed.

    Raises Problem where the act is refused for another reason than the state of things.
    """
    try:
        with taken_back():
            found = act()
            shape = round_shape(StageRound.objects.select_related("stage").get(pk=found.pk))
    except Problem as problem:
        return {"would": [], "blocking": in_the_way(problem), "round": None}
    tables = sum(not table["bye"] for table in shape["pairings"])
    byes = len(shape["pairings"]) - tables
    would = [f"Round {shape['number']} is {shape['status']}: {tables} tables, {byes} byes."]
    return {"would": would, "blocking": [], "round": shape}


def in_the_way(problem: Problem) -> list[str]:
    """Return what a refusal tells to be in the way; raises it where that is not the state."""
    if problem.code not in _OF_STATE:
        raise problem
    return list(problem.extra.get("blocking") or [problem.detail])


def foreseen_ruling(tournament_id: UUID, rule: Callable[[], Ruled]) -> dict[str, Any]:
    """Return what a ruling would change: ranks and later tables; nothing is changed.

    Raises Problem like `foreseen`.
    """
    try:
        with taken_back():
            tournament = Tournament.objects.filter(pk=tournament_id).first()
            before = {} if tournament is None else _ranks(tournament)
            ruled = rule()
            assert tournament is not None
            after = _ranks(tournament)
    except Problem as problem:
        return {"would": [], "blocking": in_the_way(problem), "standings": [], "tables": []}
    changed = [
        {"entrant": one, "rank_before": rank, "rank_after": after[one]}
        for one, rank in before.items()
        if after.get(one, rank) != rank
    ]
    would = [f"The result is set; ranks that change: {len(changed)}."]
    return {
        "would": would + [one.told for one in ruled.consequences],
        "blocking": [],
        "standings": changed,
        "tables": [_shape(one) for one in ruled.consequences],
    }


def _shape(one: Consequence) -> dict[str, Any]:
    return {
        "round": one.match.round.number,
        "table": one.match.table,
        "before": list(one.before),
        "after": list(one.after),
        "has_begun": one.has_begun,
    }


def _ranks(tournament: Tournament) -> dict[UUID, int]:
    """Return the ranks in the stage that is played, by entrant."""
    after = published_rounds(tournament).last()
    if after is None:
        return {}
    found = tables_after(after)
    return {
        one: row.rank
        for at, table in enumerate(found.tables)
        for row in table.rows
        for one in found.field.ids(at, [row.entrant])
    }
