"""The season of bots that a new league is shown."""

import pytest

from dosleague.api.problems import Problem
from tests.games.caller import Caller
from tests.tournaments.play import bots, play_game, play_on, running_games, started
from tournaments.selectors.progress import progress_of
from tournaments.services.demonstration import FEWEST_BOTS, SEASON_EVENTS, start_season
from tournaments.services.progress import advance_fully

pytestmark = pytest.mark.django_db


def test_a_season_plays_itself_to_the_end(ada: Caller) -> None:
    tournaments = start_season(owner=ada.player)
    assert len(tournaments) == SEASON_EVENTS
    for tournament in tournaments:
        before = progress_of(tournament)
        assert (before.round, before.games_over) == (1, 0)
        assert before.tables > 0
        play_on(tournament)
        assert tournament.status == "finished"
        after = progress_of(tournament)
        assert after.tables_decided == after.tables
        assert after.games_over >= after.tables
        assert len(after.leaders) <= 1
    assert {one.format for t in tournaments for one in t.stages.all()} >= {
        "swiss_match",
        "single_elimination",
        "pods",
        "round_robin",
        "double_elimination",
        "round_robin_tables",
    }


@pytest.mark.parametrize("bots", [FEWEST_BOTS - 1, 25])
def test_a_season_has_as_many_bots_as_its_formats_take(ada: Caller, bots: int) -> None:
    with pytest.raises(ValueError, match="8 to 24"):
        start_season(owner=ada.player, bots=bots)


def test_seasons_are_told_apart_by_their_numbers(ada: Caller) -> None:
    start_season(owner=ada.player)
    with pytest.raises(Problem) as refused:
        start_season(owner=ada.player)
    assert refused.value.code == "name_taken"
    assert start_season(owner=ada.player, number=2)[0].name.startswith("Season 2: ")


def test_progress_is_told_while_some_tables_of_a_knockout_are_open(ada: Caller) -> None:
    tournament = started(ada.player, bots(8), {"format": "knockout_tables"})
    play_game(running_games(tournament)[0])
    advance_fully(tournament_id=tournament.id)
    told = progress_of(tournament)
    assert (told.round, told.tables_decided, told.tables) == (1, 1, 2)
    assert told.leaders == ()
