"""The same act from several places at once: it takes effect once (P08, P09)."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest
from django.db import connections

from dosleague.api.problems import Problem
from games.models import Game, Player
from tests.tournaments.cups import by
from tests.tournaments.play import bots, play_game, play_on, running_games, started, tables
from tournaments.models import Match, MatchGame, StageRound, Tournament
from tournaments.selectors.due import due_tournaments
from tournaments.services.progress import advance_fully
from tournaments.services.rounds import close_round, pair_round, publish_round

pytestmark = pytest.mark.usefixtures("on_postgresql")
T = TypeVar("T")
AT_ONCE = 6
SWISS = {"format": "swiss_match", "rounds": 3}


@pytest.fixture
def owner(on_postgresql: str) -> Player:
    return Player.objects.filter(name="Owner").first() or Player.objects.create_user("Owner")


def all_at_once(*acts: Callable[[], T]) -> list[T | Problem]:
    """Do everything in threads of its own at the same moment; return what came of each."""
    gate = threading.Barrier(len(acts), timeout=30)

    def run(act: Callable[[], T]) -> T | Problem:
        try:
            gate.wait()
            return act()
        except Problem as problem:
            return problem
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [done.result() for done in [pool.submit(run, act) for act in acts]]


def by_hand(owner: Player, size: int = 8) -> tuple[Tournament, dict[str, Any]]:
    tournament = started(owner, bots(size), SWISS, advance="manual")
    return tournament, {"tournament_id": tournament.id, "by": by(owner)}


def assert_whole(tournament: Tournament) -> None:
    """Assert that everybody sits once a round, and each match has one game and one result."""
    for stage_round in tournament.rounds.all():
        seated = [number for table in tables(stage_round) for number in table]
        assert len(seated) == len(set(seated))
    for match in Match.objects.filter(round__tournament=tournament, bye=False):
        assert match.games.count() == 1
        assert match.results.count() == 1


def test_pairing_from_several_places_gives_one_pairing(owner: Player) -> None:
    tournament, asked = by_hand(owner)
    rounds = all_at_once(*[lambda: pair_round(**asked, number=1)] * AT_ONCE)
    assert len({one.id for one in rounds if isinstance(one, StageRound)}) == 1
    assert not [one for one in rounds if isinstance(one, Problem)]
    assert tournament.rounds.count() == 1
    assert_seats = tables(tournament.rounds.get())
    assert sorted(number for table in assert_seats for number in table) == list(range(1, 9))


def test_publishing_and_closing_take_effect_once(owner: Player) -> None:
    tournament, asked = by_hand(owner)
    pair_round(**asked, number=1)
    for act in (publish_round, close_round):
        done = all_at_once(*[lambda act=act: act(**asked, number=1)] * AT_ONCE)
        refused = [one for one in done if isinstance(one, Problem)]
        assert len(refused) == AT_ONCE - 1
        assert {one.code for one in refused} == {"conflict"}
        for game_id in running_games(tournament):
            play_game(game_id)
    assert_whole(tournament)


def test_several_workers_move_one_tournament_on(owner: Player) -> None:
    tournament = started(owner, bots(9), SWISS)
    for _ in range(3):
        for game_id in running_games(tournament):
            play_game(game_id)
        all_at_once(*[lambda: advance_fully(tournament_id=tournament.id)] * AT_ONCE)
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    assert tournament.rounds.count() == 3
    assert_whole(tournament)


@pytest.mark.parametrize("time", range(8))
def test_a_round_closed_as_its_last_game_ends_has_the_result(owner: Player, time: int) -> None:
    """P09: either the result counts, or closing is refused with the open table."""
    tournament, asked = by_hand(owner, 6)
    pair_round(**asked, number=1)
    publish_round(**asked, number=1)
    *others, last = running_games(tournament)
    for game_id in others:
        play_game(game_id)
    closed = all_at_once(lambda: play_game(last), lambda: close_round(**asked, number=1))[1]
    if isinstance(closed, Problem):
        assert closed.code == "round_has_open_tables"
        assert len(closed.extra["blocking"]) == 1
        close_round(**asked, number=1)
    assert {one.result.kind for one in Match.objects.all() if one.result} == {"played"}
    assert_whole(tournament)


def test_a_game_that_nobody_was_told_of_is_found_by_the_sweep(owner: Player) -> None:
    """A worker died between the game's end and the result: the database still knows."""
    tournament = started(owner, bots(2), {"format": "single_elimination"})
    play_game(running_games(tournament)[0])
    Game.objects.update(finished_at=tournament.created_at)
    assert not MatchGame.objects.get().counted
    assert due_tournaments() == [tournament.id]
    all_at_once(*[lambda: advance_fully(tournament_id=tournament.id)] * AT_ONCE)
    assert due_tournaments() == []
    assert play_on(tournament).status == "finished"
    assert_whole(tournament)
