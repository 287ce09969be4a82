"""Templates: the terms of a tournament, kept in the form in which one is asked for."""

from collections.abc import Iterator
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from typing import Any, Final

from dosleague.api.problems import FieldError, Problem, field_error
from games.engine.ruleset import InvalidRuleset, ruleset_from_json
from games.services.games import Clock
from tournaments.services.asked_players import below
from tournaments.services.creation import RegistrationPlan, TournamentPlan, check_plan
from tournaments.services.stages import asked_stage, check_faults, planned_stages

LONGEST_NAME: Final = 89
"""Of the 100 letters that a name may have, the day takes eleven."""


def check_template(plan: TournamentPlan, *, starts_by_itself: bool) -> None:
    """Refuse terms that cannot be repeated; pointers begin with `/template`.

    Raises Problem: `invalid`, all faults at once.
    """
    with below("/template"):
        check_plan(plan)
        check_faults(list(_faults(plan, starts_by_itself=starts_by_itself)))


def _faults(plan: TournamentPlan, *, starts_by_itself: bool) -> Iterator[FieldError]:
    terms = plan.registration
    fixed = {
        "/seed": plan.seed,
        "/start_at": plan.start_at,
        "/registration/opens_at": terms.opens_at,
        "/registration/closes_at": terms.closes_at,
    }
    for pointer, value in fixed.items():
        if value:
            yield field_error(pointer, "fixed", "Each tournament of a schedule has its own.")
    if len(plan.name) > LONGEST_NAME:
        detail = f"It has at most {LONGEST_NAME} letters, and the day is added."
        yield field_error("/name", "max_length", detail)
    if terms.check_in and starts_by_itself:
        detail = "Nobody holds the check-in of a tournament that starts by itself."
        yield field_error("/registration/check_in", "check_in", detail)


def template_of(plan: TournamentPlan) -> dict[str, Any]:
    """Return terms as a body to ask for a tournament with, everything filled in."""
    terms = plan.registration
    return {
        "name": plan.name,
        "ruleset": plan.ruleset.to_json(),
        "rated": plan.rated,
        "clock": asdict(plan.clock),
        "deals": plan.deals,
        "advance": plan.advance,
        "no_show_seconds": plan.no_show_seconds,
        "registration": {
            "cap": terms.cap,
            "check_in": terms.check_in,
            "kinds": sorted(set(terms.kinds)),
        },
        "stages": [asked_stage(stage) for stage in plan.stages],
    }


def plan_of(template: dict[str, Any]) -> TournamentPlan:
    """Return the terms that a template keeps. Raises Problem where they no longer will do."""
    try:
        ruleset = ruleset_from_json(template["ruleset"])
    except InvalidRuleset as fault:
        raise Problem("ruleset_unavailable", str(fault)) from None
    return TournamentPlan(
        **{
            **template,
            "ruleset": ruleset,
            "clock": Clock(**template["clock"]),
            "registration": RegistrationPlan(**template["registration"]),
            "stages": planned_stages(template["stages"]),
        }
    )


def dated(
    plan: TournamentPlan, local: datetime, opens: datetime, start_after: int | None
) -> TournamentPlan:
    """Return the terms of one day: the day in the name, and when play starts if it does so itself.

    `start_after` are the minutes after `opens`.
    """
    start = None if start_after is None else opens + timedelta(minutes=start_after)
    return replace(plan, name=f"{plan.name} {local:%Y-%m-%d}", start_at=start)
