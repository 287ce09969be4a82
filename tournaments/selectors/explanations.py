"""Why an entrant stands where it stands: each step, or where it went out of a knockout."""

from typing import Any
from uuid import UUID

from tournaments.models import Entrant, Match, StageRound, Tournament
from tournaments.progress.brackets import places
from tournaments.progress.ranking import KNOCKOUTS
from tournaments.selectors.play import Place
from tournaments.selectors.rounds import plain
from tournaments.selectors.standings import (
    NotShown,
    StageTables,
    published_rounds,
    round_meant,
    row_of,
    tables_after,
)
from tournaments.selectors.tournaments import short_player
from tournaments.standings.explain import StepExplained, explain_rank
from tournaments.values import ResultKind


def explained_rank(
    tournament: Tournament, entrant_id: UUID, after_round: int | None = None
) -> dict[str, Any]:
    """Return how an entrant's rank after a round comes about, rounds numbered through all stages.

    By default after the last round of the last stage in which it plays. Raises NotShown for an
    entrant that does not play in the stage, and what `round_meant` raises.
    """
    entrant = tournament.entrants.select_related("player").filter(pk=entrant_id).first()
    if entrant is None:
        raise NotShown("There is no such entrant.")
    if after_round is None:
        after = _last_round_of(tournament, entrant)
    else:
        after = round_meant(tournament, after_round)
    found = tables_after(after)
    place = found.field.places.get(entrant.id)
    if place is None:
        raise NotShown(f"This entrant does not play in stage {after.stage.number}.")
    table = found.tables[place.group]
    row = row_of(table, place.number)
    return {
        "after_round": after.number,
        "stage": after.stage.number,
        "group": place.group + 1,
        "entrant": entrant.id,
        "player": short_player(entrant.player),
        "number": place.number,
        "rank": row.rank,
        "decided_by": row.decided_by if row is not table.rows[0] else None,
        "provisional": table.provisional,
        "struck_out": place.number in table.left,
        "steps": _steps(found, place),
        "knockout": _way_out(found, place) if found.stage.format in KNOCKOUTS else None,
    }


def _last_round_of(tournament: Tournament, entrant: Entrant) -> StageRound:
    """Return the last published round of the last stage in which an entrant plays."""
    stages = tournament.stages.filter(field__isnull=False).order_by("-number")
    for stage in stages:
        found = published_rounds(tournament).filter(stage=stage).last()
        if found is not None and any(str(entrant.id) in ids for ids in stage.field or ()):
            return found
    raise NotShown("This entrant has not played yet.")


def _steps(found: StageTables, place: Place) -> list[dict[str, Any]]:
    """Return the steps of a ranking; none in a knockout, and for who was struck out of it."""
    table = found.tables[place.group]
    if table.table is None or place.number in table.left:
        return []
    explained = explain_rank(table.table, place.number)
    return [_step(found, place.group, step) for step in explained.steps]


def _step(found: StageTables, group: int, step: StepExplained) -> dict[str, Any]:
    field = found.field
    return {
        "code": step.code,
        "name": step.name,
        "provisional": step.provisional,
        "value": step.value,
        "tied_with": field.ids(group, step.tied_with),
        "ahead": field.ids(group, step.ahead),
        "behind": field.ids(group, step.behind),
        "contributions": [
            {
                "round": None if part.round is None else found.through_all(part.round),
                "opponent": None
                if part.opponent is None
                else field.entrants[group][part.opponent - 1],
                "points": plain(part.points),
                "why": part.why,
                "fate": part.fate,
                "cut": part.cut,
            }
            for part in step.contributions
        ],
    }


def _way_out(found: StageTables, place: Place) -> dict[str, Any]:
    """Return the places of an entrant of a knockout, who shares them, and its last match.

    `out_in` is the match after which it was out, or which gave it its place; None while it plays.
    """
    (group,) = found.field.groups
    known = places(group)
    own = known.get(place.number)
    if own is None:
        return {"first": None, "last": None, "shared_with": [], "out_in": None}
    sharing = [n for n, other in known.items() if other == own and n != place.number]
    return {
        "first": own[0],
        "last": own[1],
        "shared_with": found.field.ids(0, sorted(sharing)),
        "out_in": _last_match(found, found.field.entrants[0][place.number - 1]),
    }


def _last_match(found: StageTables, entrant: UUID) -> dict[str, Any] | None:
    """Return the last match of an entrant up to the round that was asked for."""
    matches = Match.objects.filter(
        round__stage=found.stage,
        round__number__lte=found.after.number,
        result__isnull=False,
        bye=False,
    ).select_related("round", "result")
    for match in matches.order_by("-round__number", "-table"):
        if str(entrant) in match.entrants:
            assert match.result is not None
            return {
                "round": match.round.number,
                "table": match.table,
                "match": match.id,
                "key": match.key,
                "kind": ResultKind(match.result.kind).value,
            }
    return None
