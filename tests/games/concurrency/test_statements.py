"""How many statements the hot paths need; transaction control is not counted."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from dosleague.api.tokens import forget_cached_tokens
from dosleague.models import Token
from games.engine.ruleset import custom_ruleset
from games.models import Game, Submission
from games.services.ending import stop_game
from games.services.games import Clock, GamePlan, SeatPlan, create_game
from tests.games.concurrency.tables import (
    CLASSIC,
    Sitting,
    a_turn,
    assert_record,
    in_process,
    new_duel,
    new_person,
    new_sitting,
    to_act,
)

pytestmark = pytest.mark.usefixtures("database")

CONTROL = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "SET")


class Statements(list[str]):
    """What the database was asked."""


@contextmanager
def counted() -> Iterator[Statements]:
    """Count this thread's statements while the block runs."""
    seen = Statements()
    with CaptureQueriesContext(connection) as captured:
        yield seen
    texts = [one["sql"] for one in captured.captured_queries]
    seen += [text for text in texts if not text.startswith(CONTROL)]


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    with in_process() as client:
        yield client


def eager_turn(seen: dict[str, Any]) -> dict[str, Any]:
    """Return a turn that is rid of as many cards as one action can be."""
    options = seen["you"]["legal_actions"]
    by_cards = [len(one.get("cards", ())) for one in options]
    matches = max(by_cards) > 0
    return (
        a_turn(seen)
        if not matches
        else {
            "version": seen["version"],
            "actions": [options[by_cards.index(max(by_cards))]],
        }
    )


def turn_statements(sitting: Sitting, client: httpx.Client, *, is_cold: bool) -> Statements:
    """Take a turn with an Idempotency-Key and return the statements that it took."""
    person, seen = to_act(sitting, client)
    if is_cold:
        forget_cached_tokens()
    headers = {**person.headers, "Idempotency-Key": uuid4().hex}
    with counted() as statements:
        answer = client.post(f"{sitting.path}/turns", json=eager_turn(seen), headers=headers)
    assert answer.status_code == 201
    return statements


def taken_at_once() -> int:
    """Return how many statements fewer a turn takes where one writes both the game and the log."""
    return int(connection.vendor == "postgresql")


def test_accepted_turn_with_a_new_token_takes_five(client: httpx.Client) -> None:
    """H6: the token and its first use, the locked game with its seats, the game, the log."""
    sitting = new_duel(Clock(60))
    to_act(sitting, client)
    Token.objects.update(last_used_at=None)
    statements = turn_statements(sitting, client, is_cold=True)
    assert len(statements) == 5 - taken_at_once(), statements


def test_accepted_turn_with_a_cold_token_takes_four(client: httpx.Client) -> None:
    """H6: a token used within the minute."""
    statements = turn_statements(new_duel(Clock(60)), client, is_cold=True)
    assert len(statements) == 4 - taken_at_once(), statements


def test_accepted_turn_with_a_known_token_takes_three(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dosleague.api.tokens._CACHED_FOR", 60)
    statements = turn_statements(new_duel(Clock(60)), client, is_cold=False)
    assert len(statements) == 3 - taken_at_once(), statements


def test_no_turn_of_a_game_takes_more_than_one_for_each_round_and_one_for_the_end(
    client: httpx.Client, tell: Callable[[str], None]
) -> None:
    people = [new_person(), new_person()]
    rules = custom_ruleset("classic-2018", {"target": 30})
    plan = GamePlan(rules, [SeatPlan(person.player) for person in people])
    sitting = Sitting(str(create_game(plan=plan, creator=None).game.id), tuple(people))
    most = {"turn": 0, "round": 0, "game": 0}
    while sitting.game.status == Game.Status.RUNNING:
        took = len(turn_statements(sitting, client, is_cold=True))
        last = Submission.objects.filter(game_id=sitting.id).latest("version")
        kinds = {event["type"] for event in last.events}
        what = "game" if "game_ended" in kinds else "round" if "round_ended" in kinds else "turn"
        most[what] = max(most[what], took)
    assert_record(sitting.game)
    # In PostgreSQL the end of a round is found without the lock, and then played again with it.
    assert most["round"] in (0, 5)  # a game may be one round
    assert (most["turn"], most["game"]) == (4 - taken_at_once(), 6)
    tell(f"statements ({connection.vendor}): a turn {most}")


def test_repeated_turn_takes_two(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock, then the kept answer; the token is known."""
    monkeypatch.setattr("dosleague.api.tokens._CACHED_FOR", 60)
    sitting = new_duel()
    person, seen = to_act(sitting, client)
    headers = {**person.headers, "Idempotency-Key": "k"}
    body = a_turn(seen)
    client.post(f"{sitting.path}/turns", json=body, headers=headers)
    with counted() as statements:
        again = client.post(f"{sitting.path}/turns", json=body, headers=headers)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert len(statements) == 2, statements


@pytest.mark.parametrize("what, most", [("", 1), ("/events", 2), ("/events?after=1", 2)])
def test_reads_of_a_game(
    what: str, most: int, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game with its seats, and its log; the token is known."""
    monkeypatch.setattr("dosleague.api.tokens._CACHED_FOR", 60)
    sitting = new_duel()
    person, _ = to_act(sitting, client)
    with counted() as statements:
        client.get(sitting.path + what, headers=person.headers).raise_for_status()
    assert len(statements) == most, statements


def listed(client: httpx.Client, query: str, headers: dict[str, str]) -> list[dict[str, Any]]:
    answer = client.get(query, headers=headers).raise_for_status()
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


@pytest.mark.parametrize("games", [5, 50])
def test_list_of_games_takes_as_many_however_long_it_is(
    games: int, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The games, their seats, who sits there, who is awaited."""
    tournament = uuid4()
    people = [new_person() for _ in range(2 * games)]
    for number in range(games):
        sitting, awaited = people[2 * number].player, people[2 * number + 1].player
        seats = [SeatPlan(sitting), SeatPlan(awaited, reserved=True)]
        create_game(plan=GamePlan(CLASSIC, seats, tournament=tournament), creator=None)
    monkeypatch.setattr("dosleague.api.tokens._CACHED_FOR", 60)
    client.get("/api/v1/me", headers=people[0].headers)
    for headers in ({}, people[0].headers):
        with counted() as statements:
            items = listed(client, f"/api/v1/games?limit=50&tournament={tournament}", headers)
        assert (len(items), len(statements)) == (games, 4), statements


@pytest.mark.parametrize("games", [2, 8])
def test_list_of_records_takes_as_many_however_long_it_is(games: int, client: httpx.Client) -> None:
    """The games, their rounds, their seats, who sits there."""
    person = new_person()
    for _ in range(games):
        stop_game(game_id=UUID(new_sitting(person, new_person()).id))
    query = f"/api/v1/records?player={person.player.id}"
    with counted() as statements:
        items = listed(client, query, {})
    assert (len(items), len(statements)) == (games, 4), statements
