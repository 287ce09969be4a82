"""Turns and calls: the only way in which a running game changes."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from dosleague.api.problems import Problem
from games.engine.actions import Action, Call, Catch
from games.engine.legal import legal_actions
from games.engine.refusals import Illegal, Refusal
from games.engine.submission import blind_spot
from games.models import Game, Seat, Submission
from games.selectors.views import may_see
from games.services.table import Origin, Table, at_table, play, take_table


def submit_turn(
    *, game_id: UUID, version: int | None, actions: Sequence[Action], origin: Origin
) -> tuple[Table, Submission]:
    """Play actions of the seat to act, based on a version; all of them or none.

    What is accepted is saved with the version it leads to, and only if the game is still at the
    version before. Raises Problem: `not_found`, `not_seated`, `game_not_running`,
    `deadline_passed`, `stale_version`, `not_your_turn`, `reveals_hidden_card`, or `illegal_action`
    with the rule and the index of the refused action.
    """

    def turn(table: Table) -> Submission:
        seat = playing_seat(table, origin)
        check_version(table, seat, version)
        check_on_turn(table, seat)
        check_in_time(table, seat)
        check_hidden(table, seat, actions)
        return played(table, Submission.Kind.TURN, seat, actions, origin)

    return at_table(game_id, turn, arrived=origin.arrived)


def submit_call(*, game_id: UUID, action: Call | Catch, origin: Origin) -> tuple[Table, Submission]:
    """Call DOS or catch a seat, in anybody's turn; no version, the first accepted counts (R49).

    Raises Problem: `not_found`, `not_seated`, `game_not_running` or `illegal_action`.
    """
    with transaction.atomic():
        table = take_table(game_id, arrived=origin.arrived)
        seat = playing_seat(table, origin)
        return table, played(table, Submission.Kind.CALL, seat, [action], origin)


def played(
    table: Table,
    kind: Submission.Kind,
    seat: Seat,
    actions: Sequence[Action],
    origin: Origin,
) -> Submission:
    """Play a seat's actions; raises Problem `illegal_action` where the rules refuse one."""
    try:
        return play(table, kind, [(seat.number, action) for action in actions], origin)
    except Illegal as illegal:
        raise refusal_problem(table, seat, illegal) from None


def refusal_problem(table: Table, seat: Seat, illegal: Illegal) -> Problem:
    """Return the Problem of a refusal, with the rule and what would be legal."""
    return Problem(
        "illegal_action",
        illegal.refusal.sentence,
        rule=illegal.rule,
        index=illegal.index,
        refusal=illegal.code,
        **what_now(table, seat),
    )


def what_now(table: Table, seat: Seat) -> dict[str, Any]:
    """Return what a refused client needs to go on: version, seat to act, its legal actions."""
    state = table.playing
    return {
        "version": table.game.version,
        "turn": state.round.turn,
        "legal_actions": [option.to_json() for option in legal_actions(state, seat.number)],
    }


def playing_seat(table: Table, origin: Origin) -> Seat:
    """Return the submitter's seat in a running game.

    Raises Problem `not_found` for a stranger to a private game, `not_seated`, `game_not_running`.
    """
    seat = table.seat_of(origin.player)
    if seat is None:
        if not may_see(table.game, table.seats, origin.player):
            raise Problem("not_found", "There is no such game.")
        raise Problem("not_seated", "You have no seat in this game.")
    if table.game.status != Game.Status.RUNNING:
        raise Problem("game_not_running", f"The game is {table.game.status}.")
    return seat


def check_version(table: Table, seat: Seat, version: int | None) -> None:
    """Refuse a submission that names no version, or another than the game's (R72)."""
    if version is None:
        raise Problem("version_required", "A turn names the version that it was based on.")
    if version != table.game.version:
        raise Problem(
            "stale_version",
            f"The game is at version {table.game.version}, not {version}.",
            **what_now(table, seat),
        )


def check_on_turn(table: Table, seat: Seat) -> None:
    """Refuse a turn of a seat that is not to act, or that has left (R71)."""
    state = table.playing
    if seat.number in state.left:
        raise Problem("not_your_turn", Refusal.SEAT_LEFT.sentence, **what_now(table, seat))
    if seat.number != state.round.turn:
        raise Problem("not_your_turn", Refusal.NOT_YOUR_TURN.sentence, **what_now(table, seat))


def check_hidden(table: Table, seat: Seat, actions: Sequence[Action]) -> None:
    """Refuse actions that could depend on hidden cards which an action before them reveals."""
    blind = blind_spot(table.playing, seat.number, actions)
    if blind is not None:
        raise Problem(
            "reveals_hidden_card",
            "An action before this one reveals hidden cards; send it on its own.",
            index=blind,
            **what_now(table, seat),
        )


def check_in_time(table: Table, seat: Seat) -> None:
    """Refuse a turn whose request came in after the deadline, however long it waited since.

    Under the lock alone: the same turn may have come in time and be on its way into the database.
    """
    deadline = table.game.deadline
    if deadline is not None and table.arrived_at > deadline:
        table.check_lock()
        raise Problem("deadline_passed", "The time of this turn is over.", **what_now(table, seat))
