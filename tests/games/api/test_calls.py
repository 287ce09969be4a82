"""Calling DOS and catching over HTTP, in anybody's turn: the first accepted counts."""

import pytest

from games.services.games import Clock
from tests.games.caller import Caller, read, told
from tests.games.tables import cards, lay_out, quick_game, row, state_of, version_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada: Caller, bob: Caller, cleo: Caller) -> str:
    """Ada has ended her turn with two cards and has not called; Bob is to act."""
    game = quick_game(ada, bob, cleo, clock=Clock(60))
    hands = ["R3 R4", "B1 B3 G4", "Y1 Y3 Y4"]
    lay_out(game, hands, "R7 B9", "G3 G5 G6 G7", turn=1, turn_number=2, duties=[1, 0, 0])
    return game


def test_call_before_catch(ada: Caller, bob: Caller, game: str) -> None:
    answer = read(ada.call(game), 201)
    assert [event["type"] for event in answer["events"]] == ["dos_called"]
    assert not answer["game"]["seats"][0]["owes_call"]
    problem = told(bob.catch(game, 0), 422, "illegal_action")
    assert (problem["rule"], problem["index"]) == ("R58", 0)
    assert problem["version"] == version_of(game)


def test_catch_before_call(ada: Caller, bob: Caller, game: str) -> None:
    answer = read(bob.catch(game, 0), 201)
    assert answer["events"][0] == {"type": "dos_caught", "seat": 0, "by": 1}
    assert told(ada.call(game), 422, "illegal_action")["rule"] == "R56"
    assert ada.view(game)["seats"][0]["cards"] == 4


def test_of_two_catches_the_first_counts(bob: Caller, cleo: Caller, game: str) -> None:
    read(cleo.catch(game, 0), 201)
    told(bob.catch(game, 0), 422, "illegal_action")
    assert len(state_of(game).round.hands[0]) == 4


def test_penalty_cards_are_seen_by_who_takes_them(
    ada: Caller, bob: Caller, nobody: Caller, game: str
) -> None:
    before = version_of(game)
    penalty = read(bob.catch(game, 0), 201)["events"][1]
    assert penalty == {"type": "penalty_taken", "seat": 0, "cards": None, "count": 2} | {
        "reason": penalty["reason"]
    }
    assert nobody.events(game, before)[0]["events"][1]["cards"] is None
    assert ada.events(game, before)[0]["events"][1]["cards"] == cards("G3 G5")


def test_the_next_draw_closes_the_window(ada: Caller, bob: Caller, cleo: Caller, game: str) -> None:
    """B19: the window ends with the first match or draw of the next turn."""
    read(bob.turn(game, version_of(game), "D"), 201)
    assert told(cleo.catch(game, 0), 422, "illegal_action")["rule"] == "R55"
    told(ada.call(game), 422, "illegal_action")


def test_a_flag_leaves_nothing_to_catch(ada: Caller, bob: Caller, game: str) -> None:
    """B8, B11, B12: the call goes with the action, before anybody can see the two cards."""
    lay_out(game, ["R3 R4 G1", "B1 B3 G4", "Y1 Y3"], "R7 B9 Y5", "G3 G5")
    read(ada.turn(game, version_of(game), "D /G1"), 201)
    lay_out(game, ["R7 R4 G1", "B1 B3 G4", "Y1 Y3"], "R7 B9 Y5", "G3 G5")
    read(ada.turn(game, version_of(game), "R7>R7!"), 201)
    assert told(bob.catch(game, 0), 422, "illegal_action")["rule"] == "R58"


def test_a_later_two_is_a_new_duty(ada: Caller, game: str) -> None:
    """B13: an early call does not use up the later one."""
    lay_out(game, ["R7 B9 G1 Y1", "B1 B3 G4", "Y3 Y4 Y5"], "R7 B9 Y5 G3", "R1 R3 R5 R6")
    read(ada.turn(game, version_of(game), "R7>R7 B9>B9!"), 201)
    read(ada.turn(game, version_of(game), ". /G1"), 201)
    lay_out(game, ["Y1", "B1 B3 G4", "Y3 Y4 Y5"], "B10 Y5 G3", "R1 R3 R5", turn_number=4)
    view = read(ada.turn(game, version_of(game), "D"), 201)["game"]
    assert view["seats"][0]["owes_call"]
    read(ada.call(game), 201)


def test_a_catch_changes_neither_turn_nor_phase_nor_clock(
    ada: Caller, bob: Caller, game: str
) -> None:
    """B14: being caught in the own turn loses nothing of the turn."""
    hands = ["R7 R4 G1", "B1 B3 G4", "Y1 Y3 Y4"]
    lay_out(game, hands, "R7 B9", "G3 G5 G6 G7")
    read(ada.turn(game, version_of(game), "R7>R7"), 201)
    before, deadline = ada.view(game), row(game).deadline
    after = read(bob.catch(game, 0), 201)["game"]
    assert row(game).deadline == deadline
    assert {**after["round"], "deadline": None} == {**before["round"], "deadline": None}
    assert after["seats"][0]["cards"] == 2
    ended = read(ada.turn(game, version_of(game), ". /G1"), 201)["game"]
    assert ended["seats"][0]["cards"] == 3


def test_a_turn_based_on_the_version_before_a_call_is_stale(
    ada: Caller, bob: Caller, game: str
) -> None:
    version = version_of(game)
    read(ada.call(game), 201)
    told(bob.turn(game, version, "D"), 412, "stale_version")


def test_a_call_in_text(ada: Caller, cleo: Caller, game: str) -> None:
    problem = told(cleo.post(f"/games/{game}/calls", {"text": "?1"}), 422, "illegal_action")
    assert problem["rule"] == "R55"
    read(ada.post(f"/games/{game}/calls", {"text": "!"}), 201)


@pytest.mark.parametrize("seat, rule", [(0, "R57"), (1, "R55"), (3, "R1"), (2**40, "R1")])
def test_catches_that_the_rules_refuse(ada: Caller, game: str, seat: int, rule: str) -> None:
    """B10, B18: without a penalty for it a wrong catch has no effect."""
    version = version_of(game)
    assert told(ada.catch(game, seat), 422, "illegal_action")["rule"] == rule
    assert version_of(game) == version


def test_a_wrong_catch_with_a_penalty_is_accepted(ada: Caller, bob: Caller) -> None:
    game = quick_game(ada, bob, false_catch_penalty=2)
    lay_out(game, ["R3 R4 R5", "B1 B3 G4"], "R7 B9", "G3 G5 G6")
    answer = read(bob.catch(game, 0), 201)
    (penalty,) = answer["events"]
    assert (penalty["seat"], penalty["cards"], penalty["reason"]) == (
        1,
        ["G3", "G5"],
        "false_catch",
    )
    assert answer["game"]["seats"][1]["cards"] == 5


def test_who_left_neither_calls_nor_catches(ada: Caller, bob: Caller, game: str) -> None:
    read(ada.post(f"/games/{game}/leave"))
    assert told(ada.call(game), 422, "illegal_action")["rule"] == "R71"
    read(bob.catch(game, 0), 201)


def test_catch_as_part_of_the_own_turn(bob: Caller, game: str) -> None:
    answer = read(bob.turn(game, version_of(game), "?0 D /B1"), 201)
    assert [event["type"] for event in answer["events"]][:3] == [
        *("dos_caught", "penalty_taken", "drew")
    ]
