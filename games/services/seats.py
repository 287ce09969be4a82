"""Taking and giving up seats."""

from uuid import UUID

from django.db import transaction

from dosleague.api.problems import Problem
from games.engine.actions import Leave
from games.engine.refusals import Illegal
from games.models import Game, Player, Seat, Submission
from games.selectors.views import may_see
from games.services.games import sit_down, start_if_full
from games.services.room import check_may_play, wait_in_line
from games.services.table import Origin, Table, append, play, take_table


def join_game(*, game_id: UUID, player: Player, entropy: str = "") -> Table:
    """Sit a player down: on the seat reserved for them, else on the first open one.

    The join that fills the table is followed by the start. Raises Problem: `not_found`,
    `game_not_open`, `already_seated`, `game_full`, `too_many_games`, `not_authenticated` for a
    closed account, and `invalid` for entropy where the deals are shared.
    """
    with transaction.atomic():
        wait_in_line(player)
        table = take_table(game_id)
        reserved = _reserved_seat(table, player)
        if not may_see(table.game, table.seats, player):
            raise Problem("not_found", "There is no such game.")
        if table.seat_of(player) is not None:
            raise Problem("already_seated", "You have a seat in this game.")
        if table.game.status != Game.Status.OPEN:
            full = table.game.status == Game.Status.RUNNING
            code = "game_full" if full else "game_not_open"
            raise Problem(code, f"The game is {table.game.status}.")
        seat = reserved or _open_seat(table)
        if table.game.tournament is None:
            check_may_play(player)
        if entropy and table.game.deal_group is not None:
            raise Problem("invalid", "Tables that share their deals take no entropy.")
        seat.game = table.game
        sit_down(seat, player, entropy)
        seat.reserved_for = None
        seat.save()
        event = {"type": "seat_taken", "seat": seat.number, "player": str(player.id)}
        origin = Origin(player=player)
        append(table, Submission.Kind.JOIN, seat=seat.number, events=[event], origin=origin)
        if table.game.deal_group is None:
            start_if_full(table)
        return table


def _reserved_seat(table: Table, player: Player) -> Seat | None:
    return next((seat for seat in table.seats if seat.reserved_for_id == player.id), None)


def _open_seat(table: Table) -> Seat:
    for seat in table.seats:
        if seat.player_id is None and seat.reserved_for_id is None:
            return seat
    raise Problem("game_full", "Every seat is taken or reserved.")


def leave_game(*, game_id: UUID, player: Player) -> Table:
    """Give a seat back before the start, or decline a reserved one; resign after it (R71).

    Raises Problem: `not_found`, `not_seated`, `game_not_running`, and `conflict` for declining a
    seat of a tournament.
    """
    with transaction.atomic():
        table = take_table(game_id)
        seat = table.seat_of(player) or _reserved_seat(table, player)
        if seat is None:
            if not may_see(table.game, table.seats, player):
                raise Problem("not_found", "There is no such game.")
            raise Problem("not_seated", "You have no seat in this game.")
        if table.game.status == Game.Status.OPEN:
            _release(table, seat, player)
        elif table.game.status == Game.Status.RUNNING:
            resign(table, seat, Origin(player=player))
        else:
            raise Problem("game_not_running", f"The game is {table.game.status}.")
        return table


def _release(table: Table, seat: Seat, player: Player) -> None:
    """Give a seat back; in a tournament it stays reserved for whom it is."""
    in_tournament = table.game.tournament is not None
    if in_tournament and seat.player_id is None:
        raise Problem("conflict", "The seat is yours: withdraw from the tournament instead.")
    seat.player = None
    seat.reserved_for = player if in_tournament else None
    seat.is_bot = False
    if table.game.deal_group is None:
        seat.entropy = ""
    seat.save()
    event = {"type": "seat_released", "seat": seat.number}
    origin = Origin(player=player)
    append(table, Submission.Kind.LEAVE, seat=seat.number, events=[event], origin=origin)


def resign(table: Table, seat: Seat, origin: Origin) -> Submission:
    """Let a seat of a running game leave for good (R71). Raises Problem `game_not_running`."""
    try:
        submission = play(table, Submission.Kind.LEAVE, [(seat.number, Leave())], origin)
    except Illegal as illegal:
        raise Problem("game_not_running", illegal.refusal.sentence) from None
    seat.left_at = table.now
    seat.save(update_fields=["left_at"])
    return submission
