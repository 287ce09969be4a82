"""Who does not come to the table in time, and who does."""

from datetime import timedelta

import pytest

from dosleague.api.clock import database_now
from games.models import Game, Player
from games.services.seats import join_game, leave_game
from games.services.table import take_table
from tests.games.caller import Caller
from tests.tournaments.play import bots, play_game, running_games, started
from tournaments.models import Match, MatchGame, Tournament
from tournaments.selectors.due import due_tournaments
from tournaments.services.progress import advance, advance_fully
from tournaments.services.rounds import make_round, publish

pytestmark = pytest.mark.django_db
KNOCKOUT = {"format": "single_elimination"}
TABLE = {"format": "knockout_tables"}


def time_is_up(tournament: Tournament) -> None:
    """Let the time to come to the table be over."""
    MatchGame.objects.update(no_show_at=database_now() - timedelta(seconds=1))
    assert due_tournaments() == [tournament.id]
    advance_fully(tournament_id=tournament.id)


def only_match() -> Match:
    return Match.objects.select_related("result").get()


def test_seats_are_reserved_and_bots_sit_at_once(ada: Caller, bob: Caller) -> None:
    started(ada.player, [bob.player, *bots(1)], KNOCKOUT)
    game = Game.objects.get()
    assert game.status == "open"
    seats = {seat.player_id: seat.reserved_for_id for seat in game.seats.all()}
    assert seats[None] == bob.player.id
    assert len(seats) == 2


def test_whoever_is_there_wins(ada: Caller, bob: Caller) -> None:
    tournament = started(ada.player, [bob.player, *bots(1)], KNOCKOUT)
    advance_fully(tournament_id=tournament.id)
    assert only_match().result is None, "there is time yet"
    time_is_up(tournament)
    match = only_match()
    assert match.result is not None
    absent = match.entrants.index(str(tournament.entrants.get(player=bob.player).id))
    assert match.result.kind == "forfeit"
    assert match.result.places[absent] == 2
    assert match.result.points == ([0, 1] if absent == 0 else [1, 0])
    assert match.result.reason == "Not at the table in time."
    assert Game.objects.get().status == "aborted"
    tournament.refresh_from_db()
    assert tournament.status == "finished"


def test_nobody_is_there(ada: Caller, bob: Caller, cleo: Caller) -> None:
    tournament = started(ada.player, [bob.player, cleo.player], KNOCKOUT)
    time_is_up(tournament)
    result = only_match().result
    assert result is not None
    assert (result.kind, result.places) == ("double_forfeit", [])


def test_who_has_joined_in_time_plays(ada: Caller, bob: Caller, cleo: Caller) -> None:
    tournament = started(ada.player, [bob.player, cleo.player], KNOCKOUT)
    game = Game.objects.get()
    join_game(game_id=game.id, player=bob.player)
    assert take_table(game.id).game.status == "open"
    join_game(game_id=game.id, player=cleo.player)
    MatchGame.objects.update(no_show_at=database_now() - timedelta(seconds=1))
    advance_fully(tournament_id=tournament.id)
    assert only_match().result is None
    assert tournament.rounds.get().status == "running"


def test_who_leaves_the_table_before_the_start_keeps_the_seat(ada: Caller, bob: Caller) -> None:
    started(ada.player, [bob.player, ada.player], KNOCKOUT)
    game = Game.objects.get()
    join_game(game_id=game.id, player=bob.player)
    leave_game(game_id=game.id, player=bob.player)
    join_game(game_id=game.id, player=bob.player)
    assert take_table(game.id).seat_of(bob.player)


def test_at_a_larger_table_the_others_play_without_the_absent(
    ada: Caller, bob: Caller, cleo: Caller
) -> None:
    tournament = started(ada.player, [bob.player, cleo.player, *bots(2)], TABLE)
    first = Game.objects.get()
    join_game(game_id=first.id, player=bob.player, entropy="Bob's own")
    time_is_up(tournament)
    second = Game.objects.exclude(pk=first.id).get()
    assert (second.status, second.seats.count()) == ("running", 3)
    assert second.seats.get(player=bob.player).entropy == "Bob's own"
    leave_game(game_id=second.id, player=bob.player)
    for game_id in running_games(tournament):
        play_game(game_id)
    advance_fully(tournament_id=tournament.id)
    match = only_match()
    assert match.result is not None
    absent = match.entrants.index(str(tournament.entrants.get(player=cleo.player).id))
    assert match.result.kind == "played"
    assert match.result.places[absent] == 4
    assert (match.result.points[absent], match.result.scores[absent]) == (0, 0)
    assert sorted(match.result.places) == [1, 2, 3, 4]


def test_an_aborted_game_is_played_again(ada: Caller) -> None:
    tournament = started(ada.player, bots(2), KNOCKOUT)
    from_before = Game.objects.get()
    Game.objects.update(status="aborted", finished_at=database_now(), result={"places": None})
    assert advance(tournament_id=tournament.id)
    assert only_match().result is None
    again = Game.objects.exclude(pk=from_before.id).get()
    assert again.status == "running"


def test_a_game_counts_once_however_often_it_is_told(ada: Caller) -> None:
    tournament = started(ada.player, bots(2), KNOCKOUT, advance="manual")

    first = make_round(tournament)
    assert first is not None
    publish(first)
    play_game(running_games(tournament)[0])
    assert [advance(tournament_id=tournament.id) for _ in range(3)] == [True, True, False]
    match = only_match()
    assert match.result is not None
    assert (match.result.version, match.results.count()) == (1, 1)


def test_players_of_a_tournament_are_not_kept_out_by_their_other_games(
    ada: Caller, bob: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.room.MAX_RUNNING_GAMES", 0)
    started(ada.player, [bob.player, *bots(1)], KNOCKOUT)
    join_game(game_id=Game.objects.get().id, player=Player.objects.get(pk=bob.player.id))
    assert Game.objects.get().status == "running"
