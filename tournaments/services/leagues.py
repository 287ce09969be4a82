"""Leagues: how one is made, and who runs it."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from dosleague.api.problems import FieldError, Problem, field_error
from dosleague.audit import Author, note
from games.engine.ruleset import Ruleset
from games.services.games import Clock
from tournaments.formats import TABLES_MOST
from tournaments.models import League, Season
from tournaments.selectors.leagues import known_seasons
from tournaments.services.stages import asked_stage, check_faults, planned_stage

SMALLEST = 4
"""Players of a division; fewer join the one above, or the last one."""
LARGEST = TABLES_MOST - (SMALLEST - 1)
"""For more, and those who join, there is no schedule at tables of four."""
MOST_MOVERS: Final = 8
TIE_BREAKS: Final = {
    "round_robin": ["points", "direct_encounter", "wins_played", "share"],
    "round_robin_tables": ["points", "direct_encounter", "table_wins", "share"],
}
"""By format, how a division is ranked if nothing else is said; no lot decides who moves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaguePlan:
    """The terms of a new league; `stage` is asked for as in a tournament."""

    name: str
    ruleset: Ruleset
    clock: Clock
    stage: Any
    rated: bool = False
    division_size: int = 8
    movers: int = 2
    playoff_slots: int = 0


def create_league(*, plan: LeaguePlan, by: Author) -> League:
    """Make a league that its author owns.

    Raises Problem: `malformed` and `invalid` for terms that do not go together, all at once.
    """
    assert by.player is not None, "somebody owns it"
    stage = _stage(plan.stage)
    check_faults(list(_faults(plan, stage)))
    with transaction.atomic():
        league = League.objects.create(
            name=plan.name,
            owner=by.player,
            ruleset=plan.ruleset.to_json(),
            clock=asdict(plan.clock),
            rated=plan.rated,
            stage=stage,
            division_size=plan.division_size,
            movers=plan.movers,
            playoff_slots=plan.playoff_slots,
        )
        note(by, "league.create", subject_of(league), after={"name": plan.name})
        return league


def subject_of(league: League) -> str:
    """Return what the audit log calls a league."""
    return f"league:{league.id}"


def _stage(asked: Any) -> dict[str, Any]:
    code = asked.get("format") if isinstance(asked, dict) else None
    if isinstance(code, str) and code in TIE_BREAKS:
        asked = {"tie_breaks": TIE_BREAKS[code], **asked}
    return asked_stage(planned_stage(asked, "/stage"))


def _faults(plan: LeaguePlan, stage: dict[str, Any]) -> Iterator[FieldError]:
    if not plan.name.isprintable() or plan.name != plan.name.strip():
        detail = "It has no control characters, and no space at either end."
        yield field_error("/name", "text", detail)
    if stage["format"] not in TIE_BREAKS:
        detail = f"A division is a {' or '.join(TIE_BREAKS)}."
        yield field_error("/stage/format", "format", detail)
    elif stage["groups"] != 1:
        yield field_error("/stage/groups", "groups", "A division is one group.")
    if 2 * (plan.movers + plan.playoff_slots) > plan.division_size:
        detail = "Half of a division at most moves or plays for its place, up as well as down."
        yield field_error("/movers", "order", detail)


def taken_league(league_id: UUID, by: Author) -> League:
    """Return a league, locked until the transaction ends, for who runs it.

    All that changes a league or its seasons begins here. Raises Problem: `not_found`,
    `scope_missing`, `forbidden`.
    """
    league = League.objects.select_for_update(no_key=True).filter(pk=league_id).first()
    if league is None:
        raise Problem("not_found", "There is no such league.")
    if not by.may_organise:
        detail = "The token lacks the scope organise."
        raise Problem("scope_missing", detail, required_scope="organise")
    if not (by.is_operator or (by.player is not None and by.player.pk == league.owner_id)):
        raise Problem("forbidden", "Only the owner of the league does this.")
    return league


def taken_season(season_id: UUID, by: Author) -> Season:
    """Return a season whose league is locked, for who runs it.

    Raises Problem: `not_found`, also where the author may not know of it, `forbidden`.
    """
    known = known_seasons(by.player).filter(pk=season_id)
    league_id = known.values_list("league_id", flat=True).first()
    if league_id is None:
        raise Problem("not_found", "There is no such season.")
    league = taken_league(league_id, by)
    season = known.first()
    if season is None:
        raise Problem("not_found", "There is no such season.")
    season.league = league
    return season
