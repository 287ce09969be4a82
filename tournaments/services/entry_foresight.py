"""Dry runs of what is done about an entry."""

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from dosleague.api.problems import Problem
from dosleague.dry_run import taken_back
from games.models import Seat
from tournaments.models import Entrant, Match, StageRound
from tournaments.services.foresight import in_the_way


@dataclass(frozen=True, slots=True)
class _Things:
    """What an act about an entry may change: entries by name, drafts, results of rounds that are
    played, as (round, table, kind, id), and seats that were left in games that go on.
    """

    statuses: Mapping[str, str]
    drafts: Set[int]
    results: Set[tuple[int, int, str, int]]
    left: Set[int]


def foreseen_entry(tournament_id: UUID, act: Callable[[], Entrant]) -> dict[str, Any]:
    """Return what an act about an entry would change, and what is in its way; nothing is changed.

    Raises Problem where the act is refused for another reason than the state of things.
    """
    try:
        with taken_back():
            before = _things(tournament_id)
            act()
            would = list(_changes(before, _things(tournament_id)))
    except Problem as problem:
        return {"would": [], "blocking": in_the_way(problem)}
    return {"would": would, "blocking": []}


def _things(tournament_id: UUID) -> _Things:
    entrants = Entrant.objects.filter(tournament=tournament_id)
    drafts = StageRound.objects.filter(tournament=tournament_id, status=StageRound.Status.DRAFT)
    decided = Match.objects.filter(
        round__tournament=tournament_id,
        round__status__in=StageRound.PLAYED_NOW,
        result__isnull=False,
    )
    left = Seat.objects.filter(
        game__tournament_match__match__round__tournament=tournament_id,
        game__tournament_match__counted=False,
        left_at__isnull=False,
    )
    return _Things(
        dict(entrants.order_by("queue_number").values_list("player__name", "status")),
        set(drafts.values_list("number", flat=True)),
        set(decided.values_list("round__number", "table", "result__kind", "result_id")),
        set(left.values_list("id", flat=True)),
    )


def _changes(before: _Things, after: _Things) -> Iterator[str]:
    """Yield in sentences what is different."""
    for name, status in after.statuses.items():
        if before.statuses.get(name) != status:
            yield f"{name}: {_plain(before.statuses.get(name, 'none'))} becomes {_plain(status)}."
    for number, table, kind, _ in sorted(after.results - before.results):
        yield f"Table {table} of round {number} is decided: {_plain(kind)}."
    if after.left - before.left:
        yield f"Running games that are left: {len(after.left - before.left)}."
    for number in sorted(before.drafts - after.drafts):
        yield f"The draft of round {number} is thrown away."


def _plain(word: str) -> str:
    return word.replace("_", " ")
