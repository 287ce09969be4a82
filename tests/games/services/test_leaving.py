"""Leaving a running game: the next active seat acts once, on one clock, with every card kept (P17).

Also B20–B26: no double change of turn, no turn back at the first seat, no card vanished, no game
ended for the others.
"""

from typing import Any, Final

import pytest

from games.engine.verify import verify_record
from games.services.automatic import play_autopilot
from games.services.games import Clock
from tests.games.caller import Caller, read, told
from tests.games.tables import (
    card_count,
    lay_out,
    play_automatic,
    play_out,
    quick_game,
    row,
    state_of,
    version_of,
)

pytestmark = pytest.mark.django_db

MODES: Final = ("autopilot", "remove")
HANDS: Final = ["R7 R4 R3 G1 Y5", "B1 B3 G4 G5", "Y1 Y3 Y4 Y6", "G6 G7 G8"]
MATCHED: Final = {"target": "Y7", "cards": ["R4", "R3"], "colour_match": "double"}
OWED: Final = {"bonus_lay_downs": 1, "forced_draws": 1}
PHASES: Final[dict[str, dict[str, Any]]] = {
    "play": {},
    "drawn": {"phase": "drawn", "drawn": "Y5"},
    "matching": {
        "phase": "matching",
        "matched": [MATCHED],
        "bonus_lay_downs": 1,
        "forced_draws": 1,
    },
    "lay": {"phase": "lay", "bonus_lay_downs": 1, "forced_draws": 1},
}


@pytest.fixture
def callers(ada: Caller, bob: Caller, cleo: Caller, dan: Caller) -> list[Caller]:
    return [ada, bob, cleo, dan]


def laid(callers: list[Caller], mode: str, turn: int = 0, **phase: Any) -> str:
    """Start a game with the turn at a seat, in the middle of its fifth turn."""
    game = quick_game(*callers, clock=Clock(60), on_leave=mode)
    hands = HANDS[: len(callers)]
    hands[0], hands[turn] = hands[turn], hands[0]
    lay_out(game, hands, "R7 B9", "G3 G9 G10 Y8 Y9", turn=turn, turn_number=5, **phase)
    return game


def leave(caller: Caller, game: str) -> Any:
    return read(caller.post(f"/games/{game}/leave"))


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("seats, seat", [(n, seat) for n in (3, 4) for seat in range(n)])
@pytest.mark.parametrize("mode", MODES)
def test_who_is_to_act_leaves(
    callers: list[Caller], mode: str, seats: int, seat: int, phase: str
) -> None:
    game = laid(callers[:seats], mode, seat, **PHASES[phase])
    cards, version = card_count(game), version_of(game)
    leave(callers[seat], game)
    if mode == "autopilot":
        assert (row(game).deadline, state_of(game).round.turn) == (None, seat)
        assert play_automatic(game)
    assert not play_automatic(game)
    after, found = state_of(game).round, row(game)
    assert (after.turn, after.turn_number) == ((seat + 1) % seats, 6)
    assert found.version == version + (2 if mode == "autopilot" else 1)
    assert found.deadline is not None
    assert found.turn_started_at is not None
    assert (found.deadline - found.turn_started_at).total_seconds() == 60
    assert found.due_at is None
    assert card_count(game) == cards


@pytest.mark.parametrize("leaver", [1, 2, 3])
@pytest.mark.parametrize("mode", MODES)
def test_somebody_else_leaves(callers: list[Caller], mode: str, leaver: int) -> None:
    game = laid(callers, mode)
    before, cards = state_of(game).round, card_count(game)
    deadline = row(game).deadline
    leave(callers[leaver], game)
    after = state_of(game).round
    assert (after.turn, after.turn_number, after.phase) == (0, 5, before.phase)
    assert row(game).deadline == deadline
    assert card_count(game) == cards
    assert len(after.hands[leaver]) == (0 if mode == "remove" else len(before.hands[leaver]))
    read(callers[0].turn(game, version_of(game), "D /G1"), 201)
    if mode == "autopilot" and leaver == 1:
        assert play_automatic(game)
    passed_over = leaver == 1
    assert state_of(game).round.turn == (2 if passed_over else 1)


@pytest.mark.parametrize("mode", MODES)
def test_the_turn_goes_past_all_who_left(callers: list[Caller], mode: str) -> None:
    game = laid(callers, mode, turn=3)
    for leaver in (0, 3):
        leave(callers[leaver], game)
    while play_automatic(game):
        pass
    after = state_of(game).round
    assert after.turn == 1
    assert after.turn_number == (6 if mode == "remove" else 7)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("leaver", [0, 1])
def test_leaving_a_game_of_two_is_to_resign(
    ada: Caller, bob: Caller, mode: str, leaver: int
) -> None:
    game = quick_game(ada, bob, on_leave=mode)
    view = leave([ada, bob][leaver], game)
    assert (view["status"], view["you"]["legal_actions"]) == ("finished", [])
    places = [1, 1]
    places[leaver] = 2
    assert view["result"] == {
        "winner": 1 - leaver,
        "scores": [0, 0],
        "places": places,
        "ended": "leave",
    }
    verify_record(read(ada.get(f"/games/{game}/record")))
    told(ada.post(f"/games/{game}/leave"), 409, "game_not_running")


@pytest.mark.parametrize("mode", MODES)
def test_the_last_who_stays_wins_at_once(callers: list[Caller], mode: str) -> None:
    """B24, B25: nothing is played on for a table that is empty."""
    game = quick_game(*callers, on_leave=mode)
    for leaver in (2, 0, 3):
        assert row(game).status == "running"
        leave(callers[leaver], game)
    result = callers[1].view(game)["result"]
    assert (result["winner"], result["ended"], result["places"]) == (1, "leave", [3, 1, 4, 2])
    verify_record(read(callers[0].get(f"/games/{game}/record")))
    assert not play_automatic(game)


@pytest.mark.parametrize("mode", MODES)
def test_who_left_acts_no_more(callers: list[Caller], mode: str) -> None:
    game = laid(callers[:3], mode)
    view = leave(callers[0], game)
    assert view["seats"][0]["left"]
    assert view["you"]["legal_actions"] == []
    problem = told(callers[0].turn(game, version_of(game), "D"), 409, "not_your_turn")
    assert problem["legal_actions"] == []
    told(callers[0].post(f"/games/{game}/leave"), 409, "game_not_running")
    told(callers[0].post(f"/games/{game}/join", {}), 409, "already_seated")


@pytest.mark.parametrize("mode", MODES)
def test_the_others_play_on(callers: list[Caller], mode: str) -> None:
    """B26: one player leaving ends the game for nobody else."""
    game = quick_game(*callers[:3], on_leave=mode, target=None)
    leave(callers[1], game)
    play_out(game, [callers[0], None, callers[2]])
    record = read(callers[0].get(f"/games/{game}/record"))
    verify_record(record)
    actions = [action for one in record["rounds"] for action in one["actions"]]
    assert {"seat": 1, "type": "leave"} in actions
    by_clock = [action["seat"] for action in actions if action["type"] == "timeout"]
    assert set(by_clock) == ({1} if mode == "autopilot" else set())
    assert record["result"]["places"][1] == 3


def test_autopilot_is_safe_to_run_twice_and_late(callers: list[Caller]) -> None:
    game = laid(callers[:3], "autopilot")
    before = version_of(game)
    assert not play_autopilot(game_id=row(game).id, version=before)
    leave(callers[0], game)
    found = row(game)
    assert not play_autopilot(game_id=found.id, version=before)
    assert play_autopilot(game_id=found.id, version=found.version)
    assert not play_autopilot(game_id=found.id, version=found.version)
    assert version_of(game) == before + 2


def test_a_removed_hand_is_shown_as_it_is_discarded(callers: list[Caller], nobody: Caller) -> None:
    game = laid(callers[:3], "remove")
    before = version_of(game)
    leave(callers[1], game)
    (message,) = nobody.events(game, before)
    assert message["actions"] == [{"seat": 1, "type": "leave"}]
    assert [event["type"] for event in message["events"]] == ["seat_left", "discarded"]
