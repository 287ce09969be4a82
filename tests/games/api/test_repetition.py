"""A request that is sent again: one effect, and the same answer each time."""

from datetime import timedelta
from typing import Any

import pytest

from games.models import Submission
from games.services.housekeeping import forget_kept_answers
from tests.games.caller import Caller, read, told
from tests.games.tables import lay_out, open_game, quick_game, version_of

pytestmark = pytest.mark.django_db
DRAW = [{"type": "draw"}]


@pytest.fixture
def game(ada: Caller, bob: Caller) -> str:
    """Ada is to act, and could match, and could call."""
    game = quick_game(ada, bob)
    lay_out(game, ["R3 R4", "B1 B3"], "R7 B9", "G3 G5 G6 G7", duties=[1, 1])
    return game


def same(first: Any, second: Any) -> None:
    assert first.status_code == second.status_code == 201
    assert "Idempotency-Replayed" not in first
    assert second["Idempotency-Replayed"] == "true"
    assert first.content == second.content
    for name in ("ETag", "Content-Type", "Cache-Control", "Vary"):
        assert first[name] == second[name]


def test_a_repeated_turn_is_played_once(ada: Caller, game: str) -> None:
    version = version_of(game)
    first = ada.turn(game, version, DRAW, "k1")
    same(first, ada.turn(game, version, DRAW, "k1"))
    assert version_of(game) == version + 1
    assert ada.view(game)["seats"][0]["cards"] == 3


def test_the_answer_is_the_same_when_the_game_has_moved_on(
    ada: Caller, bob: Caller, game: str
) -> None:
    version = version_of(game)
    first = ada.turn(game, version, "D /R3", "k1")
    read(bob.turn(game, version + 1, "D /B1"), 201)
    same(first, ada.turn(game, version, "D /R3", "k1"))
    read(ada.turn(game, version + 2, "D /R4"), 201)
    same(first, ada.turn(game, version, "D /R3", "k1"))


def test_the_answer_is_the_same_when_the_game_is_over(ada: Caller, bob: Caller) -> None:
    game = quick_game(ada, bob)
    callers = [ada, bob]
    caller = callers[ada.view(game)["round"]["turn"]]
    first = caller.turn(game, 1, DRAW, "k1")
    read(bob.post(f"/games/{game}/leave"))
    same(first, caller.turn(game, 1, DRAW, "k1"))
    told(caller.turn(game, 1, DRAW, "k2"), 409, "game_not_running")


def test_a_repeated_call(ada: Caller, bob: Caller, game: str) -> None:
    first = ada.call(game, "k1")
    same(first, ada.call(game, "k1"))
    told(ada.call(game, "k2"), 422, "illegal_action")
    caught = ada.catch(game, 1, "k3")
    same(caught, ada.catch(game, 1, "k3"))
    assert bob.view(game)["seats"][1]["cards"] == 4


def test_another_turn_under_the_same_key(ada: Caller, game: str) -> None:
    version = version_of(game)
    read(ada.turn(game, version, DRAW, "k1"), 201)
    for stale_or_not, actions in ((version, "R4+R3>R7"), (version + 1, "/R3")):
        problem = told(ada.turn(game, stale_or_not, actions, "k1"), 422, "idempotency_key_reused")
        assert "index" not in problem
    assert version_of(game) == version + 1


def test_another_if_match_under_the_same_key(ada: Caller, game: str) -> None:
    path, body = f"/games/{game}/turns", {"actions": DRAW}
    version = version_of(game)
    first = ada.post(path, body, "k1", If_Match=f'"{version}"')
    same(first, ada.post(path, body, "k1", If_Match=f'"{version}"'))
    again = ada.post(path, body, "k1", If_Match=f'"{version + 1}"')
    told(again, 422, "idempotency_key_reused")


def test_refusals_are_not_kept(ada: Caller, game: str) -> None:
    version = version_of(game)
    told(ada.turn(game, version, [{"type": "end"}], "k1"), 422, "illegal_action")
    told(ada.turn(game, version + 1, DRAW, "k1"), 412, "stale_version")
    read(ada.turn(game, version, DRAW, "k1"), 201)


def test_a_refused_game_is_judged_anew(ada: Caller) -> None:
    body = {"seats": [{"kind": "me"}, {"kind": "bot", "bot": "nobody"}]}
    told(ada.post("/games", body, "k1"), 422, "invalid")
    body["seats"][1]["bot"] = "greedy"
    answer = ada.post("/games", body, "k1")
    assert "Idempotency-Replayed" not in answer
    read(answer, 201)


def test_keys_are_each_callers_each_games_and_each_paths(
    ada: Caller, bob: Caller, game: str
) -> None:
    other = quick_game(ada, bob)
    lay_out(other, ["R3 R4 G1", "B1 B3"], "R7 B9", "G3 G5")
    version = version_of(game)
    answers = [
        ada.call(game, "k1"),
        ada.turn(game, version + 1, "D /R3", "k1"),
        ada.turn(other, 1, "D /R3", "k1"),
        bob.turn(game, version + 2, "D /B1", "k1"),
    ]
    for answer in answers:
        assert "Idempotency-Replayed" not in answer
        read(answer, 201)


def test_a_repeated_join_has_the_answer_of_its_time(ada: Caller, bob: Caller, cleo: Caller) -> None:
    game = open_game(ada, ["me", "open", "open"])["id"]
    first = bob.post(f"/games/{game}/join", {}, "k1")
    read(cleo.post(f"/games/{game}/join", {}))
    second = bob.post(f"/games/{game}/join", {}, "k1")
    assert read(second) == read(first)
    assert second["Idempotency-Replayed"] == "true"
    assert (second["ETag"], version_of(game)) == ('"1"', 3)
    told(bob.post(f"/games/{game}/join", {}, "k2"), 409, "already_seated")


def test_a_repeated_game_is_opened_once(ada: Caller) -> None:
    body = {"seats": [{"kind": "me"}, {"kind": "open"}]}
    first, second = (ada.post("/games", body, "k1") for _ in range(2))
    assert read(first, 201)["id"] == read(second, 201)["id"]
    assert second["Location"] == first["Location"] == f"/api/v1/games/{read(first, 201)['id']}"
    assert len(read(ada.get("/games"))["items"]) == 1


def test_a_kept_answer_is_forgotten_after_its_day(ada: Caller, game: str) -> None:
    version = version_of(game)
    read(ada.turn(game, version, DRAW, "k1"), 201)
    assert forget_kept_answers(older_than=timedelta(hours=24)) == 0
    old = Submission.objects.get(game_id=game, key="k1")
    old.at -= timedelta(hours=25)
    old.save()
    assert forget_kept_answers(older_than=timedelta(hours=24)) == 1
    told(ada.turn(game, version, DRAW, "k1"), 412, "stale_version")
