"""New tournaments."""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from dosleague.api.problems import FieldError, field_error
from dosleague.audit import Author, note
from games.engine.ruleset import Ruleset
from games.models import Player
from games.services.games import Clock
from tournaments.models import Organiser, Stage, Tournament
from tournaments.selectors.tournaments import subject_of
from tournaments.services.stages import StagePlan, check_faults

MOST_ENTRANTS: Final = 10_000
"""What a tournament without a cap holds."""
_SEED_BYTES: Final = 8


@dataclass(frozen=True, slots=True)
class RegistrationPlan:
    """Who may enter, how many, when, and whether they check in. Without a `cap`: all who come."""

    kinds: Sequence[str]
    cap: int | None = None
    check_in: bool = False
    opens_at: datetime | None = None
    closes_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPlan:
    """The terms of a new tournament; without a `seed` one is drawn."""

    name: str
    ruleset: Ruleset
    clock: Clock
    registration: RegistrationPlan
    stages: Sequence[StagePlan]
    rated: bool = False
    deals: str = Tournament.Deals.INDEPENDENT
    advance: str = Tournament.Advance.AUTOMATIC
    no_show_seconds: int = 300
    start_at: datetime | None = None
    round_hours: int | None = None
    seed: str = ""


def create_tournament(
    *, plan: TournamentPlan, by: Author, owner: Player | None = None
) -> Tournament:
    """Make a draft that its author owns, or another `owner`.

    Raises Problem `invalid` where the terms do not go together, all faults at once.
    """
    assert by.player is not None, "somebody owns it"
    check_plan(plan)
    terms = plan.registration
    with transaction.atomic():
        tournament = Tournament.objects.create(
            name=plan.name,
            ruleset=plan.ruleset.to_json(),
            rated=plan.rated,
            clock=asdict(plan.clock),
            deals=plan.deals,
            advance=plan.advance,
            no_show_seconds=plan.no_show_seconds,
            start_at=plan.start_at,
            round_hours=plan.round_hours,
            seed=plan.seed or secrets.token_hex(_SEED_BYTES),
            cap=_cap(plan),
            check_in=terms.check_in,
            opens_at=terms.opens_at,
            closes_at=terms.closes_at,
            kinds=sorted(set(terms.kinds)),
            created_by=by.player,
        )
        Stage.objects.bulk_create(
            Stage(
                tournament=tournament,
                number=number,
                format=stage.format.code,
                options=dict(stage.options),
            )
            for number, stage in enumerate(plan.stages, start=1)
        )
        Organiser.objects.create(
            tournament=tournament, player=owner or by.player, role=Organiser.Role.OWNER
        )
        note(by, "tournament.create", subject_of(tournament), after={"name": plan.name})
        return tournament


def check_plan(plan: TournamentPlan) -> None:
    """Refuse terms that do not go together. Raises Problem `invalid`, all faults at once."""
    check_faults(list(_faults(plan)))


def _cap(plan: TournamentPlan) -> int | None:
    """Return how many may enter: as the plan says, else as many as its first stage can take."""
    first = plan.stages[0]
    most = first.format.most_entrants
    if plan.registration.cap is not None or most is None:
        return plan.registration.cap
    return most * int(first.options["groups"])


def _faults(plan: TournamentPlan) -> Iterator[FieldError]:
    terms = plan.registration
    for name, text in (("name", plan.name), ("seed", plan.seed)):
        if not text.isprintable() or text != text.strip():
            detail = "It has no control characters, and no space at either end."
            yield field_error(f"/{name}", "text", detail)
    if not terms.kinds:
        yield field_error("/registration/kinds", "empty", "At least one kind of player enters.")
    if terms.opens_at and terms.closes_at and terms.closes_at <= terms.opens_at:
        detail = "Registration closes after it opens."
        yield field_error("/registration/closes_at", "order", detail)
    if terms.closes_at and plan.start_at and plan.start_at < terms.closes_at:
        yield field_error("/start_at", "order", "Play starts once registration has closed.")
    for index, stage in enumerate(plan.stages):
        if plan.deals == Tournament.Deals.DUPLICATE and stage.options.get("best_of", 1) > 1:
            detail = "Duplicate deals are not for matches of several games."
            yield field_error(f"/stages/{index}/best_of", "duplicate", detail)
