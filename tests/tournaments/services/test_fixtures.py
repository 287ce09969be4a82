"""Fixtures: all rounds are published at the start, and each is played when its time comes."""

from datetime import timedelta
from itertools import pairwise

import pytest

from dosleague.api.clock import database_now
from games.models import Game, Player
from tests.games.caller import Caller
from tests.tournaments.cups import by
from tests.tournaments.leagues import (
    come_next_round,
    decide_all,
    decide_round,
    drafted,
    league,
    people,
)
from tests.tournaments.play import bots, play_round
from tournaments.lifecycle import Act
from tournaments.models import Match, MatchGame, StageRound, Tournament
from tournaments.selectors.due import due_tournaments
from tournaments.services.acts import foresee
from tournaments.services.entries import withdraw
from tournaments.services.progress import advance_fully
from tournaments.services.seasons import open_season

pytestmark = pytest.mark.django_db
Status = StageRound.Status


def division(owner: Player, players: list[Player], *, begins_in: int = 0) -> Tournament:
    """Return a division that was opened now, so many hours before its first round begins."""
    starts_at = database_now() + timedelta(hours=begins_in) if begins_in else None
    season = drafted(league(owner), players, starts_at=starts_at, round_hours=2)
    open_season(season_id=season.id, by=by(owner))
    return season.divisions.get().tournament


def statuses(tournament: Tournament) -> list[str]:
    rounds = tournament.rounds.order_by("number")
    return list(rounds.values_list("status", flat=True))


def test_every_round_is_published_with_its_time(ada: Caller) -> None:
    tournament = division(ada.player, bots(4), begins_in=24)
    assert statuses(tournament) == ["published"] * 3
    rounds = list(tournament.rounds.order_by("number"))
    assert rounds[0].play_from == tournament.start_at
    for one, other in pairwise(rounds):
        assert one.play_by == other.play_from
    assert {one.play_by - one.play_from for one in rounds if one.play_by and one.play_from} == {
        timedelta(hours=2)
    }


def test_no_game_is_made_before_its_time(ada: Caller) -> None:
    tournament = division(ada.player, bots(4), begins_in=24)
    assert advance_fully(tournament_id=tournament.id) == 0
    assert not Game.objects.filter(tournament=tournament.id).exists()
    assert due_tournaments() == []


def test_games_are_made_when_their_time_comes(ada: Caller) -> None:
    tournament = division(ada.player, bots(4), begins_in=24)
    first = come_next_round(tournament)
    assert first is not None
    tournament.rounds.update(published_at=database_now() - timedelta(hours=1))
    assert due_tournaments() == [tournament.id]
    advance_fully(tournament_id=tournament.id)
    games = MatchGame.objects.filter(match__round__tournament=tournament)
    assert {one.match.round.number for one in games.select_related("match__round")} == {1}
    assert {one.no_show_at for one in games} == {first.play_by}


def test_who_opens_late_gives_each_round_its_whole_time(ada: Caller) -> None:
    tournament = division(ada.player, bots(4), begins_in=-48)
    first = tournament.rounds.get(number=1)
    assert first.play_from is not None
    assert abs(first.play_from - database_now()) < timedelta(minutes=2)


def test_several_rounds_are_open_at_once_and_each_closes_by_itself(ada: Caller) -> None:
    tournament = division(ada.player, people("Ann", "Ben", "Cid", "Dee"))
    come_next_round(tournament)
    advance_fully(tournament_id=tournament.id)
    assert MatchGame.objects.filter(match__round__tournament=tournament).count() == 4
    decide_round(tournament, 2)
    assert statuses(tournament) == ["published", "closed", "published"]
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.RUNNING
    decide_all(tournament)
    tournament.refresh_from_db()
    assert statuses(tournament) == ["closed"] * 3
    assert tournament.status == Tournament.Status.FINISHED


def test_bots_play_every_round_when_it_comes(ada: Caller) -> None:
    tournament = division(ada.player, bots(3))
    for _ in range(3):
        come_next_round(tournament)
        advance_fully(tournament_id=tournament.id)
        play_round(tournament)
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.FINISHED


def test_who_has_not_come_by_the_end_of_a_round_forfeits(ada: Caller) -> None:
    (human,) = people("Ann")
    tournament = division(ada.player, [human, *bots(1)])
    advance_fully(tournament_id=tournament.id)
    game = MatchGame.objects.get(match__round__tournament=tournament)
    assert game.match.result is None
    MatchGame.objects.update(no_show_at=database_now() - timedelta(seconds=1))
    advance_fully(tournament_id=tournament.id)
    match = Match.objects.get(round__tournament=tournament)
    assert match.result is not None
    assert (match.result.kind, match.result.reason) == ("forfeit", "Not at the table in time.")


def test_a_game_that_is_made_too_late_is_waited_for(ada: Caller) -> None:
    tournament = division(ada.player, people("Ann", "Ben"))
    long_ago = database_now() - timedelta(hours=5)
    MatchGame.objects.filter(match__round__tournament=tournament).delete()
    tournament.rounds.update(play_from=long_ago, play_by=long_ago + timedelta(hours=2))
    advance_fully(tournament_id=tournament.id)
    game = MatchGame.objects.get(match__round__tournament=tournament)
    assert game.no_show_at > database_now() + timedelta(hours=1)


def test_the_matches_of_who_has_left_are_decided_when_their_time_comes(ada: Caller) -> None:
    tournament = division(ada.player, people("Ann", "Ben", "Cid", "Dee"), begins_in=24)
    leaver = tournament.entrants.select_related("player").get(player__name="Cid")
    withdraw(tournament_id=tournament.id, entrant_id=leaver.id, by=by(leaver.player))
    matches = Match.objects.filter(round__tournament=tournament)
    assert not matches.exclude(result=None).exists()
    while come_next_round(tournament) is not None:
        advance_fully(tournament_id=tournament.id)
    kinds = [
        (one.result.kind, one.result.reason)
        for one in matches.select_related("result")
        if one.result is not None and str(leaver.id) in one.entrants
    ]
    assert kinds == [("forfeit", "The others have withdrawn.")] * 3
    assert matches.filter(result=None).count() == 3


def test_a_dry_run_of_the_start_tells_of_fixtures(ada: Caller) -> None:
    season = drafted(league(ada.player), bots(4))
    tournament = season.divisions.get().tournament
    owner = by(ada.player)
    outlook = foresee(tournament_id=tournament.id, act=Act.OPEN_REGISTRATION, by=owner)
    assert not outlook.blocking
    Tournament.objects.filter(pk=tournament.pk).update(status="registration")
    outlook = foresee(tournament_id=tournament.id, act=Act.START, by=owner)
    assert outlook.would[-1] == "Every round is published, with the time to play it in."
