"""Two clients at one turn, and five at one table (P01, P02, P03)."""

from functools import partial
from typing import Any

import httpx
import pytest

from games.models import Game, Submission
from tests.games.concurrency.tables import (
    Person,
    Sitting,
    assert_whole,
    at_once,
    in_process,
    new_duel,
    new_person,
    to_act,
)

pytestmark = pytest.mark.usefixtures("database")

DRAW = {"actions": [{"type": "draw"}]}


def sent(sitting: Sitting, person: Person, body: dict[str, Any], key: str = "") -> httpx.Response:
    """Send a turn with a client of its own."""
    keyed = {"Idempotency-Key": key} if key else {}
    with in_process() as client:
        headers = {**person.headers, **keyed}
        return client.post(f"{sitting.path}/turns", json=body, headers=headers)


def joined(path: str, person: Person, key: str = "") -> httpx.Response:
    keyed = {"Idempotency-Key": key} if key else {}
    with in_process() as client:
        return client.post(f"{path}/join", json={}, headers={**person.headers, **keyed})


# --- the same turn twice --------------------------------------------------------------------------


def test_same_turn_with_two_keys_moves_once() -> None:
    """P01: one is accepted, the other is told why not; the hand grows by one card."""
    sitting = new_duel()
    with in_process() as client:
        person, seen = to_act(sitting, client)
        before = len(seen["you"]["hand"])
        body = {"version": seen["version"], **DRAW}
        answers = at_once([partial(sent, sitting, person, body, key) for key in ("a", "b")])
        after = client.get(sitting.path, headers=person.headers).json()
    assert sorted(answer.status_code for answer in answers) == [201, 412]
    assert len(after["you"]["hand"]) == before + 1
    assert after["version"] == seen["version"] + 1
    assert [one.kind for one in sitting.log()[seen["version"] :]] == [Submission.Kind.TURN]
    assert_whole(sitting)


def test_same_key_with_two_bodies_moves_once() -> None:
    sitting = new_duel()
    with in_process() as client:
        person, seen = to_act(sitting, client)
    version = {"version": seen["version"]}
    bodies: list[dict[str, Any]] = [{**version, **DRAW}, {**version, "text": "D"}]
    answers = at_once([partial(sent, sitting, person, body, "one-key") for body in bodies])
    told = sorted((answer.status_code, answer.json().get("code")) for answer in answers)
    assert [status for status, _ in told] == [201, 422]
    assert told[1][1] == "idempotency_key_reused"
    assert sitting.game.version == seen["version"] + 1


def test_turn_on_an_old_state_is_told_what_to_do() -> None:
    """P02: nothing is dropped in silence; the log stays as it is."""
    sitting = new_duel()
    with in_process() as client:
        person, seen = to_act(sitting, client)
        assert sent(sitting, person, {"version": seen["version"], **DRAW}).status_code == 201
        answer = sent(sitting, person, {"version": seen["version"], **DRAW})
        now = client.get(sitting.path, headers=person.headers).json()
    assert answer.status_code == 412
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem = answer.json()
    assert problem["code"] == "stale_version"
    assert problem["version"] == now["version"] == seen["version"] + 1
    assert problem["turn"] == now["round"]["turn"]
    assert problem["legal_actions"] == now["you"]["legal_actions"]
    assert len(sitting.log()) == now["version"]


def left(path: str, person: Person) -> httpx.Response:
    with in_process() as client:
        return client.post(f"{path}/leave", json={}, headers=person.headers)


# --- one table, many guests -----------------------------------------------------------------------


def open_table(seats: int) -> str:
    """Return the path of a new game with so many open seats."""
    body = {"seats": [{"kind": "open"}] * seats}
    with in_process() as client:
        answer = client.post("/api/v1/games", json=body, headers=new_person().headers)
    return answer.headers["Location"]


@pytest.mark.parametrize("key", ["", "k"])
def test_five_at_once_at_a_table_of_four(key: str, stress: bool) -> None:
    """P03: four seats, four people; the fifth is told; the game starts once."""
    people = [new_person() for _ in range(5)]
    for _ in range(20 if stress else 3):
        path = open_table(4)
        answers = at_once([partial(joined, path, person, key) for person in people])
        assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 200, 409]
        (refused,) = (answer.json() for answer in answers if answer.status_code == 409)
        assert refused["code"] == "game_full"
        seats = [answer.json()["you"]["seat"] for answer in answers if answer.status_code == 200]
        assert sorted(seats) == [0, 1, 2, 3]
        game = Game.objects.get(pk=path.rpartition("/")[2])
        kinds = list(game.submissions.order_by("version").values_list("kind", flat=True))
        assert kinds == ["join"] * 4 + ["start"]
        assert (game.status, game.version) == ("running", 5)
        sitting = {seat.number: seat.player_id for seat in game.seats.all()}
        assert len(set(sitting.values())) == 4


@pytest.mark.parametrize("keys, statuses", [(("", ""), [200, 409]), (("k", "k"), [200, 200])])
def test_one_guest_twice_at_once_takes_one_seat(keys: list[str], statuses: list[int]) -> None:
    path, guest = open_table(3), new_person()
    answers = at_once([partial(joined, path, guest, key) for key in keys])
    assert sorted(answer.status_code for answer in answers) == statuses
    game = Game.objects.get(pk=path.rpartition("/")[2])
    assert game.seats.filter(player=guest.player).count() == 1
    assert game.version == 1
    if statuses == [200, 200]:
        assert answers[0].content == answers[1].content


def test_guest_who_leaves_as_the_last_seat_fills_either_resigns_or_is_gone(stress: bool) -> None:
    """The game starts full or stays open: never with an empty seat."""
    for _ in range(20 if stress else 3):
        path, early, late = open_table(2), new_person(), new_person()
        assert joined(path, early).status_code == 200

        answers = at_once([partial(joined, path, late), partial(left, path, early)])
        assert [answer.status_code for answer in answers] == [200, 200]
        game = Game.objects.get(pk=path.rpartition("/")[2])
        taken = game.seats.exclude(player=None).count()
        assert (game.status, taken) in {("open", 1), ("finished", 2)}
        versions = list(game.submissions.order_by("version").values_list("version", flat=True))
        assert versions == list(range(1, game.version + 1))


def test_calls_at_once_take_effect_once_each() -> None:
    """A call has no version: repeated with its key it is told the first answer again."""
    sitting = new_duel()
    with in_process() as client:
        person, seen = to_act(sitting, client)

    def call() -> httpx.Response:
        with in_process() as client:
            headers = {**person.headers, "Idempotency-Key": "c"}
            return client.post(f"{sitting.path}/calls", json={"type": "call"}, headers=headers)

    answers = at_once([call, call])
    accepted = len(sitting.log()) - seen["version"]
    assert [answer.status_code for answer in answers] in ([201, 201], [422, 422])
    assert accepted == (answers[0].status_code == 201)
