"""The event feed: one message a version, redacted for its reader, with long polling."""

import time
from typing import Any, Final
from uuid import UUID

import pytest
from django.db import connection
from pytest_django import Settings

from games import wakeups
from games.api import events
from games.engine.actions import Action, Draw, Lay
from games.services.table import Origin
from games.services.turns import submit_turn
from tests.games.caller import Caller, pointers, read, told
from tests.games.tables import lay_out, play_out, quick_game, row, state_of, version_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada: Caller, bob: Caller) -> str:
    return quick_game(ada, bob, target=None)


def feed(caller: Caller, game: str, query: str = "") -> Any:
    return read(caller.get(f"/games/{game}/events{query}"))


def test_every_version_once(ada: Caller, bob: Caller, nobody: Caller, game: str) -> None:
    play_out(game, [ada, bob])
    for reader in (ada, bob, nobody):
        versions = [message["version"] for message in reader.events(game)]
        assert versions == list(range(1, version_of(game) + 1))


def test_messages_behind_a_version(ada: Caller, bob: Caller, game: str) -> None:
    play_out(game, [ada, bob])
    last = version_of(game)
    for after in (0, 1, last - 1, last):
        page = feed(ada, game, f"?after={after}")
        assert [m["version"] for m in page["messages"]] == list(range(after + 1, last + 1))
        assert page["version"] == last


def test_the_answer_to_a_turn_has_the_events_of_its_message(ada: Caller, game: str) -> None:
    lay_out(game, ["R3 R4 G1 Y5", "B1 B3 G4"], "R7 B9", "G3 G5 G6")
    answer = read(ada.turn(game, version_of(game), "D /G1"), 201)
    (message,) = feed(ada, game, f"?after={answer['version'] - 1}")["messages"]
    assert message["events"] == answer["events"]
    assert set(message) == {"version", "at", "seat", "actions", "events"}
    assert message["at"].endswith("Z")


def test_a_version_from_the_future(ada: Caller, game: str) -> None:
    problem = told(ada.get(f"/games/{game}/events?after=2"), 422, "invalid")
    assert (pointers(problem), problem["version"]) == (["?after"], 1)


@pytest.mark.parametrize(
    "query, pointer",
    [
        *[(f"?after={bad}", "?after") for bad in ("-1", "x", "1.0", "", "2147483648", "%D9%A1")],
        *[(f"?wait={bad}", "?wait") for bad in ("31", "-1", "long", "1e1")],
        ("?after=0&after=1", "?after"),
    ],
)
def test_bad_queries(ada: Caller, game: str, query: str, pointer: str) -> None:
    assert pointers(told(ada.get(f"/games/{game}/events{query}"), 400, "malformed")) == [pointer]


def test_at_most_200_messages(ada: Caller, bob: Caller) -> None:
    game = quick_game(ada, bob, target=None, false_catch_penalty=1)
    lay_out(game, ["R3 R4 R5", "B1 B3 B4"], "R7 B9")
    for _ in range(210):
        read(bob.catch(game, 0), 201)
    first = feed(ada, game)
    assert [message["version"] for message in first["messages"]] == list(range(1, 201))
    assert first["version"] == 200
    second = feed(ada, game, "?after=200")
    assert [message["version"] for message in second["messages"]] == list(range(201, 212))
    assert second["version"] == 211


HIDDEN: Final = {"dealt": "cards", "forced_draw": "cards", "penalty_taken": "cards", "drew": "card"}


def test_hidden_cards_are_shown_to_their_seat_alone(
    ada: Caller, bob: Caller, nobody: Caller
) -> None:
    game = quick_game(ada, bob)
    for _ in range(40):
        view = (caller := (ada, bob)[state_of(game).round.turn]).view(game)
        action = next(
            each
            for kind in ("match", "draw", "lay", "end")
            for each in view["you"]["legal_actions"]
            if each["type"] == kind
        )
        read(caller.turn(game, view["version"], [action]), 201)
    for reader, seat in ((ada, 0), (bob, 1), (nobody, None)):
        for message in reader.events(game):
            for event in message["events"]:
                field = HIDDEN.get(event["type"])
                if field is not None and event["count"]:
                    assert (event[field] is not None) == (event["seat"] == seat)
    shown = [[m["version"] for m in reader.events(game)] for reader in (ada, bob, nobody)]
    assert shown[0] == shown[1] == shown[2]


def test_a_rounds_end_shows_every_hand(ada: Caller, bob: Caller, nobody: Caller, game: str) -> None:
    play_out(game, [ada, bob])
    last = nobody.events(game)[-1]["events"]
    (ended,) = [event for event in last if event["type"] == "round_ended"]
    assert len(ended["hands"]) == 2
    assert ended["hands"][ended["winner"]] == []
    assert last[-1]["type"] == "game_ended"


# Waiting for news.


def test_wait_that_ends_with_its_time(ada: Caller, game: str) -> None:
    began = time.monotonic()
    page = feed(ada, game, "?after=1&wait=1")
    assert 1 <= time.monotonic() - began < 3
    assert page == {"messages": [], "version": 1}


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return how long each wait was told to last; none of them does."""
    asked: list[float] = []

    def wait(game_id: UUID, after: int, seconds: float) -> bool:
        asked.append(seconds)
        return True

    monkeypatch.setattr(wakeups, "wait", wait)
    return asked


def test_no_wait_where_there_is_news(
    ada: Caller, bob: Caller, game: str, waits: list[float]
) -> None:
    assert feed(ada, game, "?wait=30")["version"] == 1
    assert feed(ada, game, "?after=1")["messages"] == []
    read(bob.post(f"/games/{game}/leave"))
    assert len(feed(ada, game, "?after=1&wait=30")["messages"]) == 1
    assert waits == []


def test_no_wait_where_a_game_is_over(
    ada: Caller, bob: Caller, game: str, waits: list[float]
) -> None:
    read(bob.post(f"/games/{game}/leave"))
    assert feed(ada, game, "?after=2&wait=30") == {"messages": [], "version": 2}
    assert waits == []


def play_on(ada: Caller, game: str) -> bool:
    """Let Ada take a turn while somebody waits; return that there is news."""
    lay_out(game, ["R3 R4 G1 Y5", "B1 B3 G4"], "R7 B9", "G3 G5 G6")
    version, origin = version_of(game), Origin(ada.player)
    actions: list[Action] = [Draw(), Lay(state_of(game).round.hands[0][0])]
    submit_turn(game_id=row(game).id, version=version, actions=actions, origin=origin)
    return True


def test_wait_returns_on_a_new_version(
    ada: Caller, bob: Caller, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wakeups, "wait", lambda *_: play_on(ada, game))
    page = feed(bob, game, "?after=1&wait=30")
    assert [message["version"] for message in page["messages"]] == [2]
    assert page["messages"][0]["events"][0] == {
        "type": "drew",
        "seat": 0,
        "card": None,
        "count": 1,
    }


def test_a_lost_wake_up_is_made_good(
    ada: Caller, bob: Caller, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wakeups, "wait", lambda *_: not play_on(ada, game))
    assert feed(bob, game, "?after=1&wait=30")["version"] == 2


def test_wait_ends_as_the_process_shuts_down(
    ada: Caller, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = wakeups.Hub()
    monkeypatch.setattr(wakeups, "hub", hub)
    hub.close()
    began = time.monotonic()
    feed(ada, game, "?after=1&wait=30")
    assert time.monotonic() - began < 2


def test_the_hub_wakes_who_waits_for_an_older_version() -> None:
    hub = wakeups.Hub()
    hub.hear("g", 3)
    assert hub.wait("g", 2, 0)
    assert not hub.wait("g", 3, 0)
    hub.hear("g", 2)
    assert not hub.wait("g", 3, 0.01)
    assert not hub.wait("h", 0, 0.01)


@pytest.mark.parametrize("waiting, waits_too", [(3, True), (4, False)])
def test_at_most_four_waits_a_caller(
    ada: Caller, bob: Caller, game: str, waits: list[float], waiting: int, waits_too: bool
) -> None:
    room = events.waiting_room
    places = [room.place(ada.id) for _ in range(waiting)]
    for place in places:
        assert place.__enter__()
    try:
        feed(ada, game, "?after=1&wait=30")
        assert bool(waits) == waits_too
        feed(bob, game, "?after=1&wait=30")
        assert len(waits) == 1 + waits_too
    finally:
        for place in places:
            place.__exit__(None, None, None)


def test_waits_take_half_the_threads_at_most(settings: Settings) -> None:
    settings.WEB_THREADS = 6
    room = events.WaitingRoom()
    with room.place("a") as first, room.place("b") as second, room.place("c") as third:
        assert (first, second, third) == (True, True, True)
        with room.place("d") as fourth:
            assert not fourth
    with room.place("d") as later:
        assert later


@pytest.mark.django_db(transaction=True)
def test_a_wait_holds_no_database_connection(
    ada: Caller, bob: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = quick_game(ada, bob)
    held: list[bool] = []
    closed: list[bool] = []
    close = connection.close

    def noted() -> None:
        closed.append(True)
        close()

    def wait(*_: Any) -> bool:
        # SQLite keeps a database in memory open whatever one does.
        held.append(connection.vendor == "postgresql" and connection.connection is not None)
        return bool(closed)

    monkeypatch.setattr(connection, "close", noted)
    monkeypatch.setattr(wakeups, "wait", wait)
    assert feed(ada, game, "?after=1&wait=30") == {"messages": [], "version": 1}
    assert (held, closed) == ([False], [True])
