"""Entering a tournament: by oneself, by an organiser, one by one or from a list."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from dosleague.api.clock import database_now, rfc3339
from dosleague.api.problems import FieldError, Problem, field_error
from dosleague.audit import Author, note
from games.models import Player
from games.services.bots import name_bot
from tournaments.lifecycle import ORGANISERS_ACTS, OWN_ACTS, EntryAct, State, told
from tournaments.models import Entrant, Tournament
from tournaments.selectors.tournaments import subject_of
from tournaments.services.access import DIRECTORS, check_organises, state_conflict, taken
from tournaments.services.late import join_field
from tournaments.services.places import holder_status, next_in_queue, room


@dataclass(frozen=True, slots=True)
class NamedBot:
    """A built-in bot, and the name that it is to play under."""

    bot: str
    name: str


def register(*, tournament_id: UUID, by: Author) -> Entrant:
    """Enter the author: into a place, or where none is left into the waiting list.

    Raises Problem: `not_found`, `registration_closed`, `already_entered`, `conflict` for a kind of
    player that does not enter here.
    """
    assert by.player is not None, "somebody enters"
    with transaction.atomic():
        tournament = taken(tournament_id, by)
        _check_open(tournament)
        player = by.player
        if player.kind not in tournament.kinds:
            raise _wrong_kind(tournament, player)
        return _entered(tournament, player, by)


def enter(*, tournament_id: UUID, whom: UUID | NamedBot, by: Author) -> Entrant:
    """Enter a player, or a built-in bot as a player of its own without an owner.

    Raises Problem: `not_found`, `forbidden`, `conflict`, `already_entered`, `name_taken`, and
    `invalid` for a player or bot that there is not, or of a kind that does not enter here.
    """
    with transaction.atomic():
        tournament = taken(tournament_id, by)
        check_organises(tournament, by, DIRECTORS)
        check_may_enter(tournament)
        if isinstance(whom, NamedBot):
            if Player.Kind.BOT not in tournament.kinds:
                raise _unfit("/bot", "kind", "Bots do not enter this tournament.")
            return _entered(tournament, name_bot(bot=whom.bot, name=whom.name), by)
        player = Player.objects.filter(pk=whom, is_active=True).first()
        if player is None:
            raise _unfit("/player", "does_not_exist", "There is no such player.")
        if player.kind not in tournament.kinds:
            raise _unfit("/player", "kind", _wrong_kind(tournament, player).detail)
        return _entered(tournament, player, by)


def _unfit(pointer: str, code: str, detail: str) -> Problem:
    return Problem("invalid", detail, errors=[field_error(pointer, code, detail)])


def check_may_enter(tournament: Tournament) -> None:
    """Refuse that organisers enter players once play has ended. Raises Problem `conflict`."""
    if tournament.state not in ORGANISERS_ACTS[EntryAct.REGISTER]:
        raise state_conflict(tournament.state, "Nobody can be entered any more.")


def _check_open(tournament: Tournament) -> None:
    if tournament.state not in OWN_ACTS[EntryAct.REGISTER]:
        state = tournament.state
        raise Problem("registration_closed", told(state), state=state.value)
    now = database_now()
    if tournament.opens_at is not None and now < tournament.opens_at:
        detail = f"Registration opens at {rfc3339(tournament.opens_at)}."
        raise Problem("registration_closed", detail)
    if tournament.closes_at is not None and now >= tournament.closes_at:
        detail = f"Registration closed at {rfc3339(tournament.closes_at)}."
        raise Problem("registration_closed", detail)


def _wrong_kind(tournament: Tournament, player: Player) -> Problem:
    detail = f"Players of kind {player.kind} do not enter, only {', '.join(tournament.kinds)}."
    return Problem("conflict", detail)


def _entered(tournament: Tournament, player: Player, by: Author) -> Entrant:
    former = tournament.entrants.filter(player=player).first()
    if former is not None:
        detail = f"{player.name} has entered already and is {former.status}."
        raise Problem("already_entered", detail)
    (entrant,) = add_entrants(tournament, [player])
    if tournament.state is State.RUNNING:
        join_field(tournament, [entrant])
    note(
        by,
        "entrant.register",
        subject_of(tournament),
        after={"entrant": str(entrant.id), "player": str(player.id), "status": entrant.status},
    )
    return entrant


def add_entrants(tournament: Tournament, players: Sequence[Player]) -> list[Entrant]:
    """Enter players in this order, as far as there is room; the others wait.

    Whom an organiser enters after check-in counts as checked in.
    """
    free, number = room(tournament), next_in_queue(tournament)
    is_here = tournament.state is State.CHECK_IN_CLOSED
    now = database_now() if is_here else None
    made = []
    for index, player in enumerate(players):
        entrant = Entrant(
            tournament=tournament, player=player, queue_number=number + index, checked_in_at=now
        )
        fits = index < free
        entrant.status = holder_status(tournament, entrant) if fits else Entrant.Status.WAITING
        made.append(entrant)
    return Entrant.objects.bulk_create(made, batch_size=500)


def already_entered(
    tournament: Tournament, players: Sequence[tuple[Player, str]]
) -> list[FieldError]:
    """Return a fault for each player, with its pointer, that has an entry already."""
    ids = tournament.entrants.values_list("player_id", flat=True)
    there = set(ids)
    return [
        field_error(pointer, "already_entered", f"{player.name} has entered already.")
        for player, pointer in players
        if player.id in there
    ]
