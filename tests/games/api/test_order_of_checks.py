"""A turn with two faults is told the one that is looked for first.

Shape, token, scope, game, seat, status, version, whose turn, time, what a list may hold, the rules.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from uuid import uuid4

import pytest

from games.services.games import Clock
from tests.games.caller import Caller, newcomer, pointers, signed_in, told
from tests.games.tables import lay_out, open_game, pass_time, quick_game, version_of

pytestmark = pytest.mark.django_db

DRAW: Final = [{"type": "draw"}]
ILLEGAL: Final = [{"type": "end"}]
REVEALING: Final = [{"type": "draw"}, {"type": "match", "target": "R7", "cards": ["R7"]}]
STALE: Final = 0


@dataclass(frozen=True)
class Room:
    """Ada is to act in `running`, laid out and on a clock; `opened` waits for a third."""

    ada: Caller
    bob: Caller
    running: str
    opened: str

    @property
    def now(self) -> int:
        return version_of(self.running)


@pytest.fixture
def room(ada: Caller, bob: Caller) -> Room:
    running = quick_game(ada, bob, clock=Clock(60))
    lay_out(running, ["R3 R4 G1", "B1 B3 G4"], "R7 B9", "G3 G5")
    return Room(ada, bob, running, open_game(ada, ["me", "open"])["id"])


def turn(caller: Caller, game: str, version: Any, actions: Any, **headers: str) -> Any:
    body = {"actions": actions} if version is None else {"version": version, "actions": actions}
    return caller.post(f"/games/{game}/turns", body, **headers)


def test_shape_before_token(room: Room) -> None:
    problem = told(turn(Caller(), room.running, 1, [{"type": "pass"}]), 400, "malformed")
    assert pointers(problem) == ["/actions/0/type"]


def test_disagreeing_versions_before_token(room: Room) -> None:
    told(turn(Caller(), room.running, 1, DRAW, If_Match='"2"'), 400, "malformed")


def test_key_before_token(room: Room) -> None:
    told(turn(Caller(), room.running, 1, DRAW, Idempotency_Key="two words"), 400, "malformed")


def test_token_before_game(room: Room) -> None:
    told(turn(Caller(), str(uuid4()), 1, DRAW), 401, "not_authenticated")


def test_scope_before_game(room: Room) -> None:
    reader = signed_in(room.ada.player, ["webhooks"])
    told(turn(reader, str(uuid4()), 1, DRAW), 403, "scope_missing")


def test_game_before_seat(room: Room, cleo: Caller) -> None:
    hidden = open_game(room.ada, ["me", room.bob], private=True)["id"]
    told(turn(cleo, hidden, 1, DRAW), 404, "not_found")


def test_who_is_awaited_knows_of_a_private_game_and_has_no_seat(room: Room) -> None:
    hidden = open_game(room.ada, ["me", room.bob], private=True)["id"]
    told(turn(room.bob, hidden, 1, DRAW), 403, "not_seated")


def test_seat_before_status(room: Room, cleo: Caller) -> None:
    told(turn(cleo, room.opened, STALE, DRAW), 403, "not_seated")


@pytest.mark.parametrize("version", [STALE + 9, None])
def test_status_before_version(room: Room, version: int | None) -> None:
    told(turn(room.ada, room.opened, version, DRAW), 409, "game_not_running")


def test_version_before_whose_turn(room: Room) -> None:
    problem = told(turn(room.bob, room.running, STALE, DRAW), 412, "stale_version")
    assert (problem["version"], problem["turn"]) == (room.now, 0)
    told(turn(room.bob, room.running, None, DRAW), 428, "version_required")


def test_whose_turn_before_time(room: Room) -> None:
    pass_time(room.running, seconds=61)
    told(turn(room.bob, room.running, room.now, DRAW), 409, "not_your_turn")
    told(turn(room.ada, room.running, room.now, ILLEGAL), 409, "deadline_passed")


def test_whose_turn_before_list(room: Room) -> None:
    told(turn(room.bob, room.running, room.now, REVEALING), 409, "not_your_turn")


def test_time_before_list(room: Room) -> None:
    pass_time(room.running, seconds=61)
    told(turn(room.ada, room.running, room.now, REVEALING), 409, "deadline_passed")


def test_list_before_rules(room: Room) -> None:
    answer = turn(room.ada, room.running, room.now, [*ILLEGAL, *REVEALING])
    assert told(answer, 422, "reveals_hidden_card")["index"] == 2


def test_rules_last(room: Room) -> None:
    problem = told(turn(room.ada, room.running, room.now, ILLEGAL), 422, "illegal_action")
    assert (problem["rule"], problem["index"]) == ("R15", 0)


CALL_FAULTS: Final[dict[str, tuple[Callable[[Room], Any], int, str]]] = {
    "shape before token": (
        lambda room: Caller().post(f"/games/{room.running}/calls", {"type": "draw"}),
        400,
        "malformed",
    ),
    "token before game": (lambda _: Caller().call(str(uuid4())), 401, "not_authenticated"),
    "game before seat": (lambda room: room.ada.call(str(uuid4())), 404, "not_found"),
    "seat before status": (lambda room: newcomer("Eve").call(room.opened), 403, "not_seated"),
    "status before rules": (lambda room: room.ada.call(room.opened), 409, "game_not_running"),
    "rules": (lambda room: room.bob.call(room.running), 422, "illegal_action"),
}


@pytest.mark.parametrize("fault", CALL_FAULTS)
def test_order_of_a_call(room: Room, fault: str) -> None:
    ask, status, code = CALL_FAULTS[fault]
    told(ask(room), status, code)
