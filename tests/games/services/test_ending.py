"""Games that somebody ends: stopped, aborted, or lapsed for want of players."""

from uuid import uuid4

import pytest

from dosleague.api.problems import Problem
from games import tasks
from games.engine.verify import verify_record
from games.services.ending import abort_game, stop_game
from games.services.games import lapse_game
from tests.games.caller import Caller, read, told
from tests.games.tables import act, open_game, pass_time, quick_game, row, state_of, version_of

pytestmark = pytest.mark.django_db


def second_round(ada: Caller, bob: Caller) -> str:
    """Play a game until its first round has been won."""
    game = quick_game(ada, bob)
    while state_of(game).number == 1:
        caller = (ada, bob)[state_of(game).round.turn]
        act(caller, game, caller.view(game))
    return game


def test_a_stopped_game_counts_as_it_stands(ada: Caller, bob: Caller, nobody: Caller) -> None:
    game = second_round(ada, bob)
    scores = state_of(game).scores
    before = version_of(game)
    stop_game(game_id=row(game).id)
    view = nobody.view(game)
    assert (view["status"], view["version"]) == ("finished", before + 1)
    assert view["result"]["ended"] == "stopped"
    assert view["result"]["scores"] == scores
    assert view["result"]["winner"] == scores.index(max(scores))
    (message,) = nobody.events(game, before)
    assert (message["seat"], message["actions"]) == (None, [{"type": "stop"}])
    verify_record(read(nobody.get(f"/games/{game}/record")))


def test_a_stop_without_a_leader_has_no_winner(ada: Caller, bob: Caller) -> None:
    game = quick_game(ada, bob)
    stop_game(game_id=row(game).id)
    result = ada.view(game)["result"]
    assert (result["winner"], result["places"]) == (None, [1, 1])


def test_an_aborted_game_counts_for_nothing(ada: Caller, bob: Caller, nobody: Caller) -> None:
    game = second_round(ada, bob)
    abort_game(game_id=row(game).id)
    view = nobody.view(game)
    assert view["status"] == "aborted"
    assert (view["result"]["winner"], view["result"]["places"]) == (None, None)
    assert view["result"]["ended"] == "abort"
    assert len(view["secret"]) == 64
    record = read(nobody.get(f"/games/{game}/record"))
    assert record["rounds"][-1]["actions"][-1] == {"type": "abort"}
    verify_record(record)


def test_an_open_game_is_aborted_too(ada: Caller, bob: Caller) -> None:
    game = open_game(ada, ["me", "open"])["id"]
    abort_game(game_id=row(game).id)
    view = ada.view(game)
    assert (view["status"], view["version"], view["result"]["ended"]) == ("aborted", 1, "abort")
    (message,) = ada.events(game)
    assert message["events"][0]["type"] == "game_ended"
    told(bob.post(f"/games/{game}/join", {}), 409, "game_not_open")
    told(ada.post(f"/games/{game}/leave"), 409, "game_not_running")
    told(ada.get(f"/games/{game}/record"), 404, "not_found")
    assert read(ada.get("/records"))["items"] == []


def test_nothing_ends_twice(ada: Caller, bob: Caller) -> None:
    game = row(quick_game(ada, bob))
    abort_game(game_id=game.id)
    for end in (stop_game, abort_game):
        with pytest.raises(Problem) as refused:
            end(game_id=game.id)
        assert refused.value.code == "game_not_running"
    told(ada.turn(str(game.id), 2, "D"), 409, "game_not_running")
    told(ada.call(str(game.id)), 409, "game_not_running")


def test_an_open_game_is_not_stopped(ada: Caller) -> None:
    game = row(open_game(ada, ["me", "open"])["id"])
    with pytest.raises(Problem) as refused:
        stop_game(game_id=game.id)
    assert refused.value.code == "game_not_running"


def test_a_game_that_is_not_there() -> None:
    for end in (stop_game, abort_game):
        with pytest.raises(Problem) as refused:
            end(game_id=uuid4())
        assert refused.value.code == "not_found"


def test_an_open_game_lapses_after_a_day(ada: Caller) -> None:
    game = open_game(ada, ["me", "open"])["id"]
    pass_time(game, hours=23, minutes=59)
    tasks.sweep()
    assert not lapse_game(game_id=row(game).id)
    assert row(game).status == "open"
    pass_time(game, minutes=2)
    tasks.sweep()
    view = ada.view(game)
    assert (view["status"], view["result"]["ended"]) == ("aborted", "abort")
    assert not lapse_game(game_id=row(game).id)
    assert version_of(game) == 1


def test_a_running_game_does_not_lapse(ada: Caller, bob: Caller) -> None:
    game = quick_game(ada, bob)
    pass_time(game, days=3)
    assert not lapse_game(game_id=row(game).id)
    tasks.sweep()
    assert row(game).status == "running"


def test_lapsed_games_make_room(ada: Caller) -> None:
    for _ in range(10):
        game = open_game(ada, ["me", "open"])["id"]
    pass_time(game, hours=25)
    lapse_game(game_id=row(game).id)
    open_game(ada, ["me", "open"])
