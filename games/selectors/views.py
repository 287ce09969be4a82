"""A game as one viewer may see it: the one place where its public shape is put together."""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from dosleague.api.clock import rfc3339
from games.engine.events import redacted
from games.engine.observation import observe
from games.engine.ruleset import Ruleset
from games.engine.snapshot import from_snapshot
from games.engine.state import GameState
from games.models import Game, Player, Seat, Submission


def instant(time: datetime | None) -> str | None:
    """Return a time as RFC 3339 in UTC; None where there is none yet."""
    return None if time is None else rfc3339(time)


def player_view(player: Player) -> dict[str, Any]:
    """Return the short shape of a player, as it stands in a seat."""
    return {"id": str(player.id), "name": player.name, "kind": player.kind}


def viewer_seat(seats: Sequence[Seat], viewer: Player | None) -> int | None:
    """Return the seat that a viewer sits in; None for a spectator."""
    if viewer is None:
        return None
    return next((seat.number for seat in seats if seat.player_id == viewer.id), None)


def may_see(game: Game, seats: Sequence[Seat], viewer: Player | None) -> bool:
    """Say whether a game is known to a viewer.

    A private one is to who opened it, and to who sits or is awaited there; a sealed one to the
    latter alone.
    """
    if not (game.private or game.sealed):
        return True
    if viewer is None:
        return False
    if viewer.id == game.created_by_id and not game.sealed:
        return True
    return any(viewer.id in (seat.player_id, seat.reserved_for_id) for seat in seats)


def game_summary(game: Game, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return what everybody may see of a game but its cards: the shape that lists hold."""
    clock = None
    if game.turn_seconds is not None:
        clock = {
            "turn_seconds": game.turn_seconds,
            "bank_seconds": game.bank_seconds,
            "max_timeouts": game.max_timeouts,
        }
    summary: dict[str, Any] = {
        "id": str(game.id),
        "status": game.status,
        "version": game.version,
        "ruleset": game.ruleset,
        "rated": game.rated,
        "private": game.private,
        "clock": clock,
        "bot_delay_ms": game.bot_delay_ms,
        "commitment": game.commitment,
        "created_at": instant(game.created_at),
        "started_at": instant(game.started_at),
        "finished_at": instant(game.finished_at),
        "tournament": None if game.tournament is None else str(game.tournament),
        "seats": [_seat_summary(game, seat) for seat in seats],
        "result": game.result,
    }
    if game.finished_at is not None:
        summary["digest"] = game.digest or None
        summary["secret"] = None if game.sealed else bytes(game.secret).hex()
    return summary


def _seat_summary(game: Game, seat: Seat) -> dict[str, Any]:
    player, awaited = seat.player, seat.reserved_for
    return {
        "seat": seat.number,
        "player": None if player is None else player_view(player),
        "reserved_for": None if awaited is None else player_view(awaited),
        "left": seat.left_at is not None,
        "timeouts": game.timeouts[seat.number],
        "bank_seconds": game.banks[seat.number] // 1000,
        "entropy": seat.entropy or None,
    }


def game_view(
    game: Game, seats: Sequence[Seat], viewer: int | None, state: GameState | None = None
) -> dict[str, Any]:
    """Return a game as the viewer in seat `viewer`, or a spectator (None), may see it.

    `state` is its state, where that is at hand: what is stored need not be read then.
    """
    view = game_summary(game, seats)
    if not game.state:
        view["round"] = None
        view["you"] = None if viewer is None else _waiting(viewer)
        for seat in view["seats"]:
            seat.update(score=0, cards=0, owes_call=False)
        return view
    if state is None:
        seen = _seen_of_stored(game.state, game.rules, viewer)
    else:
        seen = observe(state, viewer).to_json()
    view["round"] = seen["round"] | {"deadline": instant(game.deadline)}
    view["you"] = seen["you"]
    for seat in view["seats"]:
        seat.update(seen["seats"][seat["seat"]])
    return view


@lru_cache(maxsize=4_096)
def _seen_of_stored(stored: str, rules: Ruleset, viewer: int | None) -> dict[str, Any]:
    """Return what a viewer may see of a stored state: the same for the same, so clients that look
    again and again are told again what was worked out once. Nobody changes what is returned.
    """
    return observe(from_snapshot(stored, rules, None), viewer).to_json()


def _waiting(seat: int) -> dict[str, Any]:
    return {"seat": seat, "hand": [], "drawn": None, "bonus_lay_downs": 0, "legal_actions": []}


def message(submission: Submission, viewer: int | None) -> dict[str, Any]:
    """Return a submission as the one message that a viewer may see of it, in every channel."""
    return {
        "version": submission.version,
        "at": instant(submission.at),
        "seat": submission.seat,
        "actions": submission.actions,
        "events": [redacted(event, viewer) for event in submission.events],
    }
