"""Tournaments laid out for tests."""

from typing import Any, Final
from uuid import UUID

from dosleague.api.clock import database_now
from dosleague.audit import Author
from dosleague.models import AuditEntry
from games.engine.ruleset import RULESETS
from games.models import Player
from games.services.games import Clock
from tournaments.lifecycle import State, is_closed, status_of
from tournaments.models import Entrant, Tournament
from tournaments.selectors.tournaments import HOLDING
from tournaments.services.creation import RegistrationPlan, TournamentPlan, create_tournament
from tournaments.services.registration import add_entrants
from tournaments.services.stages import planned_stages

SWISS: Final = [{"format": "swiss_match", "rounds": 5}]
KINDS: Final = tuple(Player.Kind.values)


def by(player: Player, **rights: bool) -> Author:
    """Return a player as the author of an act through the API."""
    return Author(player, "192.0.2.7", "api", **rights)


def cup(owner: Player, **registration: Any) -> Tournament:
    """Return a new draft."""
    plan = TournamentPlan(
        name="Winter Cup",
        ruleset=RULESETS["classic-2018"],
        clock=Clock(60, 120, 3),
        registration=RegistrationPlan(**{"kinds": KINDS, **registration}),
        stages=planned_stages(SWISS),
        seed="winter",
    )
    return create_tournament(plan=plan, by=by(owner))


def lay_out(tournament: Tournament | UUID, state: State) -> Tournament:
    """Put a tournament into a state, as if it had come there by acts."""
    row = Tournament.objects.get(pk=getattr(tournament, "id", tournament))
    now = database_now()
    row.status = status_of(state)
    row.closed_at = now if is_closed(state) else None
    row.published_at = None if state is State.DRAFT else now
    row.started_at = now if state in {State.RUNNING, State.FINISHED} else None
    row.finished_at = now if state is State.FINISHED else None
    row.save()
    if state in {State.RUNNING, State.FINISHED}:
        _lay_out_stage(row)
    return row


def _lay_out_stage(tournament: Tournament) -> None:
    """Begin the first stage with whoever holds a place, as they are."""
    field = tournament.entrants.filter(status__in=HOLDING).order_by("queue_number")
    stage = tournament.stages.get(number=1)
    stage.field = [[str(one) for one in field.values_list("id", flat=True)]]
    stage.rounds_planned = [stage.options["rounds"]]
    stage.started_at = tournament.started_at
    stage.save()


def entered(tournament: Tournament, *names: str) -> list[Entrant]:
    """Enter new players of these names, as far as there is room."""
    players = [
        Player.objects.filter(name=name).first() or Player.objects.create_user(name)
        for name in names
    ]
    return add_entrants(tournament, players)


def statuses(tournament: Tournament) -> dict[str, str]:
    """Return each entrant's status by its player's name."""
    rows = Entrant.objects.filter(tournament=tournament)
    return dict(rows.values_list("player__name", "status"))


def last_act() -> Any:
    """Return the newest line of the audit log."""
    return AuditEntry.objects.latest("id")


def told_state(tournament: Tournament) -> State:
    return Tournament.objects.get(pk=tournament.pk).state
