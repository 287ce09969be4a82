"""Taking seats and giving them back, before a game starts."""

import pytest

from tests.games.caller import Caller, newcomer, read, told
from tests.games.tables import open_game, quick_game, version_of

pytestmark = pytest.mark.django_db


def test_who_joins_takes_the_first_open_seat(ada: Caller, bob: Caller) -> None:
    game = open_game(ada, ["open", "me", "open"])["id"]
    answer = bob.post(f"/games/{game}/join", {"entropy": "chance"})
    view = read(answer)
    assert (view["you"]["seat"], view["version"], view["status"]) == (0, 1, "open")
    assert answer["ETag"] == '"1"'
    assert view["seats"][0]["entropy"] == "chance"
    (message,) = ada.events(game)
    assert (message["seat"], message["actions"]) == (0, [])
    assert message["events"] == [{"type": "seat_taken", "seat": 0, "player": bob.id}]


def test_the_join_that_fills_the_table_is_two_versions(ada: Caller, bob: Caller) -> None:
    game = open_game(ada, ["me", "open"])["id"]
    view = read(bob.post(f"/games/{game}/join", {}))
    assert (view["version"], view["status"]) == (2, "running")
    assert len(view["you"]["hand"]) == 7
    joined, started = ada.events(game)
    assert (joined["version"], started["version"]) == (1, 2)
    assert started["seat"] is None
    assert started["events"][0]["type"] == "game_started"


def test_join_where_one_sits(ada: Caller) -> None:
    game = open_game(ada, ["me", "open"])["id"]
    told(ada.post(f"/games/{game}/join", {}), 409, "already_seated")
    assert version_of(game) == 0


def test_join_a_full_table(ada: Caller, bob: Caller, cleo: Caller) -> None:
    told(cleo.post(f"/games/{quick_game(ada, bob)}/join", {}), 409, "game_full")


def test_join_where_the_seats_left_are_kept_for_others(
    ada: Caller, bob: Caller, cleo: Caller
) -> None:
    game = open_game(ada, ["me", bob])["id"]
    told(cleo.post(f"/games/{game}/join", {}), 409, "game_full")


def test_join_a_game_that_is_over(ada: Caller, bob: Caller, cleo: Caller) -> None:
    game = quick_game(ada, bob)
    read(bob.post(f"/games/{game}/leave"))
    told(cleo.post(f"/games/{game}/join", {}), 409, "game_not_open")
    told(bob.post(f"/games/{game}/join", {}), 409, "already_seated")


def test_join_takes_the_seat_that_is_kept(ada: Caller, bob: Caller, cleo: Caller) -> None:
    game = open_game(ada, ["open", "me", bob])["id"]
    assert read(bob.post(f"/games/{game}/join", {}))["you"]["seat"] == 2
    view = read(cleo.post(f"/games/{game}/join", {}))
    assert view["you"]["seat"] == 0
    assert [seat["reserved_for"] for seat in view["seats"]] == [None, None, None]


def test_decline_a_kept_seat(ada: Caller, bob: Caller, cleo: Caller) -> None:
    game = open_game(ada, ["me", bob])["id"]
    view = read(bob.post(f"/games/{game}/leave"))
    assert (view["version"], view["you"], view["seats"][1]["reserved_for"]) == (1, None, None)
    (message,) = ada.events(game)
    assert message["events"] == [{"type": "seat_released", "seat": 1}]
    told(bob.post(f"/games/{game}/leave"), 403, "not_seated")
    read(cleo.post(f"/games/{game}/join", {}))


def test_give_a_seat_back(ada: Caller, bob: Caller) -> None:
    game = open_game(ada, ["me", "open", "open"])["id"]
    read(bob.post(f"/games/{game}/join", {"entropy": "chance"}))
    view = read(bob.post(f"/games/{game}/leave"))
    assert (view["version"], view["status"]) == (2, "open")
    assert (view["seats"][1]["player"], view["seats"][1]["entropy"]) == (None, None)
    assert not view["seats"][1]["left"]
    read(bob.post(f"/games/{game}/join", {}))


def test_the_creator_may_leave_too(ada: Caller, bob: Caller) -> None:
    """B24: leaving before the start breaks nothing."""
    game = open_game(ada, ["me", "open"])["id"]
    read(ada.post(f"/games/{game}/leave"))
    view = read(bob.post(f"/games/{game}/join", {}))
    assert (view["status"], view["you"]["seat"]) == ("open", 0)
    assert read(ada.post(f"/games/{game}/join", {}))["status"] == "running"


def test_an_open_game_is_not_played(ada: Caller) -> None:
    game = open_game(ada, ["me", "open"])["id"]
    told(ada.turn(game, 0, "D"), 409, "game_not_running")
    told(ada.call(game), 409, "game_not_running")


# Private games: what strangers may not know of is not there.


@pytest.fixture
def hidden(ada: Caller, bob: Caller) -> str:
    game: str = open_game(ada, ["me", bob], private=True)["id"]
    return game


@pytest.mark.parametrize("state", ["open", "running", "finished"])
def test_private_game_is_not_there_for_strangers(
    ada: Caller, bob: Caller, cleo: Caller, nobody: Caller, hidden: str, state: str
) -> None:
    if state != "open":
        read(bob.post(f"/games/{hidden}/join", {}))
    if state == "finished":
        read(bob.post(f"/games/{hidden}/leave"))
    assert ada.view(hidden)["status"] == state
    for stranger in (cleo, nobody):
        for path in ("", "/events", "/record"):
            told(stranger.get(f"/games/{hidden}{path}"), 404, "not_found")
        for path in ("/games", "/records", f"/games?player={ada.id}", f"/games?status={state}"):
            assert read(stranger.get(path))["items"] == []
            lines = stranger.get(path.replace("?", "?"), Accept="application/x-ndjson")
            assert b"".join(lines.streaming_content) == b""
    for act in ("join", "leave"):
        told(cleo.post(f"/games/{hidden}/{act}", {}), 404, "not_found")
    told(cleo.turn(hidden, 1, "D"), 404, "not_found")
    told(cleo.call(hidden), 404, "not_found")


def test_private_game_is_there_for_who_sits_or_is_awaited(
    ada: Caller, bob: Caller, hidden: str
) -> None:
    for caller in (ada, bob):
        assert caller.view(hidden)["private"]
        assert [game["id"] for game in read(caller.get("/games"))["items"]] == [hidden]
        read(caller.get(f"/games/{hidden}/events"))
    read(bob.post(f"/games/{hidden}/join", {}))
    read(ada.post(f"/games/{hidden}/leave"))
    for caller in (ada, bob):
        read(caller.get(f"/games/{hidden}/record"))
        assert len(read(caller.get("/records"))["items"]) == 1


def test_who_declined_a_private_game_knows_of_it_no_more(bob: Caller, hidden: str) -> None:
    read(bob.post(f"/games/{hidden}/leave"))
    told(bob.get(f"/games/{hidden}"), 404, "not_found")


def test_who_opened_a_private_game_knows_of_it_without_a_seat(ada: Caller, bob: Caller) -> None:
    """A creator who wants to trust nobody leaves the own seat open and joins like the others."""
    game = open_game(ada, ["open", bob], private=True)["id"]
    assert ada.view(game)["you"] is None
    assert read(ada.post(f"/games/{game}/join", {"entropy": "mine"}))["you"]["seat"] == 0
    told(newcomer("Eve").get(f"/games/{game}"), 404, "not_found")
