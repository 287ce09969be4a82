"""Tables of a published round: their games, and what becomes of a match as these end.

Everything here expects the tournament's row to be locked.
"""

import contextlib
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from dosleague.api.clock import database_now
from dosleague.api.problems import Problem
from games.engine.ruleset import ruleset_from_json
from games.models import Game, Player
from games.services.ending import abort_game, abort_unstarted_game
from games.services.games import Clock, GamePlan, SeatPlan, create_game
from games.services.seats import leave_game
from tournaments.models import Entrant, Match, MatchGame, Tournament
from tournaments.services.duplicates import shared_deals
from tournaments.services.results import Outcome, forfeited, played, record_result
from tournaments.values import ResultKind

Entrants = Mapping[UUID, Entrant]


def open_match(match: Match, entrants: Entrants) -> None:
    """Make the first game of a match, among those of its entrants who still play.

    With one of them alone, or none, the match is decided without a game.
    """
    present = [
        side
        for side, one in enumerate(match.entrants)
        if entrants[UUID(one)].status == Entrant.Status.ACTIVE
    ]
    settle(match, present, entrants, reason="The others have withdrawn.")


def settle(match: Match, present: Sequence[int], entrants: Entrants, *, reason: str) -> None:
    """Let a match go on among the sides that are there: by a game, or decided for want of one."""
    if len(present) >= 2:
        add_game(match, present, entrants)
    elif present:
        record_result(match, forfeited(match, present[0]), reason=reason)
    else:
        record_result(match, Outcome(ResultKind.DOUBLE_FORFEIT), reason=reason)


def add_game(
    match: Match,
    sides: Sequence[int],
    entrants: Entrants,
    *,
    seated: Mapping[UUID, str] | None = None,
) -> MatchGame:
    """Make the next game of a match between some of its sides.

    The seats move on by one with each game, so that all start in turn. Built-in bots sit down at
    once; `seated` players do so too, with the entropy that they gave; for the others the seats are
    reserved.
    """
    number = match.games.count() + 1
    turn = (number - 1) % len(sides)
    order = [match.entrants[side] for side in (*sides[turn:], *sides[:turn])]
    tournament = match.round.tournament
    players = [entrants[UUID(one)].player for one in order]
    deals = shared_deals(match)
    plan = GamePlan(
        ruleset=ruleset_from_json(tournament.ruleset),
        seats=[
            seat_plan(player, seated or {}, deals.entropy(seat) if deals else "")
            for seat, player in enumerate(players)
        ],
        clock=Clock(**tournament.clock),
        rated=tournament.rated,
        tournament=tournament.id,
        deal_group=deals.group if deals else None,
    )
    table = create_game(plan=plan, creator=None, secret=deals.secret if deals else None)
    match.opened = True
    match.save(update_fields=["opened"])
    return MatchGame.objects.create(
        match=match,
        number=number,
        game=table.game,
        seats=order,
        no_show_at=no_show_time(match, tournament),
    )


def seat_plan(player: Player, seated: Mapping[UUID, str], shared: str) -> SeatPlan:
    """Return how a player comes to sit; `shared` is the entropy of a seat with shared deals."""
    if player.id in seated:
        return SeatPlan(player, entropy=shared or seated[player.id])
    return SeatPlan(player, reserved=player.kind != Player.Kind.BOT, entropy=shared)


def no_show_time(match: Match, tournament: Tournament) -> datetime:
    """Return when whoever is not at the table of a game made now forfeits.

    A game that is made when its fixture's time is over already is waited for like any other.
    """
    now = database_now()
    if match.round.play_by is not None and now < match.round.play_by:
        return match.round.play_by
    return now + timedelta(seconds=tournament.no_show_seconds)


def count_game(match: Match, match_game: MatchGame, entrants: Entrants) -> None:
    """Work a game that is over into its match: once, whoever asks and how often.

    The match is decided when a side has the wins that it needs; else the next game is made. A game
    that was aborted or that nobody won alone decides nothing and is played again.
    """
    if match_game.counted:
        return
    match_game.counted = True
    match_game.save(update_fields=["counted"])
    if match.result_id is not None:
        return
    outcome = outcome_of(match)
    if outcome is None:
        open_match(match, entrants)
    else:
        record_result(match, outcome)


def outcome_of(match: Match) -> Outcome | None:
    """Return how a match ended by the games that count, None while it is undecided."""
    games = list(
        match.games.filter(counted=True, game__status=Game.Status.FINISHED)
        .order_by("number")
        .select_related("game")
    )
    if not games:
        return None
    if len(match.entrants) > 2:
        return _of_one_game(match, games[-1])
    wins, scores = [0, 0], [0, 0]
    for one in games:
        result = one.game.result
        assert result is not None
        for seat, entrant in enumerate(one.seats):
            side = match.entrants.index(entrant)
            scores[side] += result["scores"][seat]
            wins[side] += result["winner"] == seat
    for side, needed in enumerate(match.wins_needed):
        if wins[side] >= needed:
            return played(match, [1 if at == side else 2 for at in (0, 1)], scores)
    return None


def _of_one_game(match: Match, last: MatchGame) -> Outcome | None:
    """Return the outcome of a larger table: the places of its game, who was not there last."""
    result = last.game.result
    assert result is not None
    if result["places"] is None:
        return None
    places = dict(zip(last.seats, result["places"], strict=True))
    scores = dict(zip(last.seats, result["scores"], strict=True))
    absent = {side for side, one in enumerate(match.entrants) if one not in places}
    return played(
        match,
        [places.get(one, len(places) + 1) for one in match.entrants],
        [scores.get(one, 0) for one in match.entrants],
        absent,
    )


def open_game(match: Match) -> MatchGame | None:
    """Return the game of a match that has not ended, None where there is none."""
    return (
        match.games.filter(counted=False, game__status__in=(Game.Status.OPEN, Game.Status.RUNNING))
        .select_related("game")
        .order_by("-number")
        .first()
    )


def leave_table(match: Match, entrant: Entrant, entrants: Entrants) -> None:
    """Take a withdrawn entrant from its open match: out of the running game, or of the next one.

    A match of which nobody is left becomes void.
    """
    if all(entrants[UUID(one)].status != Entrant.Status.ACTIVE for one in match.entrants):
        current = open_game(match)
        if current is not None:
            give_up_game(current)
        reason = "Everybody at the table has withdrawn."
        record_result(match, Outcome(ResultKind.VOID), reason=reason)
        return
    current = open_game(match)
    if current is None or match.result_id is not None:
        return  # its game has ended and is about to be counted, or is yet to be made
    if current.game.status == Game.Status.RUNNING:
        with contextlib.suppress(Problem):  # the game has just ended, or the seat had left before
            leave_game(game_id=current.game_id, player=entrant.player)
        return
    reason = f"Start number {entrant.start_number} has withdrawn."
    go_on_without(match, current, {entrant.id}, entrants, reason=reason)


def give_up_game(match_game: MatchGame) -> None:
    """Abort a game, whatever has been played of it; one that is over is left as it is."""
    with contextlib.suppress(Problem):  # it has just ended
        abort_game(game_id=match_game.game_id)
    _uncount(match_game)


def _uncount(match_game: MatchGame) -> None:
    match_game.counted = True
    match_game.save(update_fields=["counted"])


def go_on_without(
    match: Match, match_game: MatchGame, gone: Collection[UUID], entrants: Entrants, *, reason: str
) -> None:
    """Give up an open game for which some entrants do not come, and let the others play.

    Whoever sat there already keeps the seat in the new game, with the entropy that they gave.
    """
    seats = match_game.game.seats.filter(player__isnull=False)
    seated = {seat.player_id: seat.entropy for seat in seats if seat.player_id is not None}
    if not abort_unstarted_game(game_id=match_game.game_id):
        return  # everybody came at the last moment
    _uncount(match_game)
    present = [side for side, one in enumerate(match.entrants) if UUID(one) not in gone]
    present = [side for side in present if match.entrants[side] in match_game.seats]
    if len(present) >= 2:
        add_game(match, present, entrants, seated=seated)
    else:
        settle(match, present, entrants, reason=reason)
