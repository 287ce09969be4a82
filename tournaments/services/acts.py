"""What organisers do to a tournament as a whole, and what each act would do."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from dosleague.api.clock import database_now, rfc3339
from dosleague.api.problems import Problem
from dosleague.audit import Author, note
from games.models import Game
from games.services.ending import abort_game
from tournaments.lifecycle import TRANSITIONS, Act, State, is_closed, status_of, told
from tournaments.models import Tournament
from tournaments.selectors.tournaments import subject_of
from tournaments.services.access import DIRECTORS, OWNERS, check_organises, taken
from tournaments.services.places import Reshuffle, after_check_in, carry_out

_MOST_NAMED = 20
_UNDER_WAY = (Game.Status.OPEN, Game.Status.RUNNING)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What an act would do, and what stands in its way, in sentences."""

    would: tuple[str, ...]
    blocking: tuple[str, ...]


def foresee(*, tournament_id: UUID, act: Act, by: Author) -> Outlook:
    """Return what an act would do now; nothing is changed.

    Raises Problem: `not_found`, `forbidden`.
    """
    with transaction.atomic():
        tournament = _allowed(tournament_id, act, by)
        blocking = tuple(_blocking(tournament, act))
        would = () if blocking else tuple(_would(tournament, act))
        return Outlook(would, blocking)


def do_act(*, tournament_id: UUID, act: Act, by: Author, reason: str = "") -> Tournament:
    """Carry an act out.

    Raises Problem: `not_found`, `forbidden`, `conflict` with the state and what is `blocking`.
    """
    with transaction.atomic():
        tournament = _allowed(tournament_id, act, by)
        before = tournament.state
        blocking = list(_blocking(tournament, act))
        if blocking:
            detail = f"{blocking[0]} {_wish(act)} is not possible."
            raise Problem("conflict", detail, state=before.value, blocking=blocking)
        after: dict[str, Any] = {}
        if act is Act.CLOSE_CHECK_IN:
            after = _told_moves(carry_out(tournament, after_check_in(tournament)))
        elif act is Act.CANCEL:
            after = {"aborted": _abort_games(tournament)}
        _move(tournament, TRANSITIONS[before, act])
        note(
            by,
            f"tournament.{act}",
            subject_of(tournament),
            before={"state": before.value},
            after={"state": tournament.state.value, **after},
            reason=reason,
        )
        return tournament


def _allowed(tournament_id: UUID, act: Act, by: Author) -> Tournament:
    tournament = taken(tournament_id, by)
    check_organises(tournament, by, OWNERS if act is Act.CANCEL else DIRECTORS)
    return tournament


def _wish(act: Act) -> str:
    return act.replace("-", " ", 1).capitalize()


def _blocking(tournament: Tournament, act: Act) -> Iterator[str]:
    """Yield what stands in the way of an act."""
    if (tournament.state, act) not in TRANSITIONS:
        yield told(tournament.state)
        return
    if act is Act.OPEN_REGISTRATION and tournament.closes_at is not None:
        now = database_now()
        if tournament.closes_at <= now:
            yield f"Registration was to close at {rfc3339(tournament.closes_at)}."
    if act is Act.OPEN_CHECK_IN and not tournament.check_in:
        yield "The tournament has no check-in."


def _would(tournament: Tournament, act: Act) -> Iterator[str]:
    """Yield what a possible act would do."""
    if act is Act.OPEN_REGISTRATION:
        if tournament.published_at is None:
            yield "The tournament becomes known to everybody."
        yield "Players may enter."
    elif act is Act.CLOSE_REGISTRATION:
        yield "Players may no longer enter by themselves."
    elif act is Act.OPEN_CHECK_IN:
        if tournament.state is State.REGISTRATION:
            yield "Players may no longer enter by themselves."
        yield "Entrants may check in."
    elif act is Act.CLOSE_CHECK_IN:
        yield "Entrants may no longer check in."
        moves = after_check_in(tournament)
        if moves.withdrawn:
            yield f"Not checked in, so withdrawn: {_names(moves.withdrawn)}."
        if moves.promoted:
            yield f"Promoted from the waiting list: {_names(moves.promoted)}."
    else:
        yield "The tournament ends without a result."
        games = _games(tournament).count()
        if games:
            yield f"Games aborted: {games}."


def _names(entrants: Any) -> str:
    names = [entrant.player.name for entrant in entrants]
    rest = len(names) - _MOST_NAMED
    shown = ", ".join(names[:_MOST_NAMED])
    return f"{shown} and {rest} more" if rest > 0 else shown


def _told_moves(moves: Reshuffle) -> dict[str, list[str]]:
    return {
        "withdrawn": [str(entrant.id) for entrant in moves.withdrawn],
        "promoted": [str(entrant.id) for entrant in moves.promoted],
    }


def _games(tournament: Tournament) -> Any:
    return Game.objects.filter(tournament=tournament.id, status__in=_UNDER_WAY)


def _abort_games(tournament: Tournament) -> list[str]:
    """Abort what is being played; a game that ends meanwhile is left as it ended."""
    aborted = []
    for game_id in _games(tournament).values_list("id", flat=True):
        try:
            abort_game(game_id=game_id)
        except Problem as problem:
            if problem.code != "game_not_running":
                raise
        else:
            aborted.append(str(game_id))
    return aborted


def _move(tournament: Tournament, state: State) -> None:
    now = database_now()
    tournament.status = status_of(state)
    tournament.closed_at = now if is_closed(state) else None
    if tournament.published_at is None and state is State.REGISTRATION:
        tournament.published_at = now
    if state is State.CANCELLED:
        tournament.finished_at = now
    tournament.save(update_fields=["status", "closed_at", "published_at", "finished_at"])
