"""The clock of a game: whole turns, the bank, time-outs, and leaving after too many of them."""

import time
from datetime import timedelta

import pytest

from dosleague.api.problems import Problem
from games import tasks
from games.engine.actions import Draw
from games.engine.verify import verify_record
from games.models import Submission
from games.services.automatic import time_out
from games.services.games import Clock
from games.services.table import Origin
from games.services.turns import submit_turn
from tests.games.caller import Caller, read, told
from tests.games.tables import lay_out, pass_time, quick_game, row, state_of, turn_of, version_of

pytestmark = pytest.mark.django_db
TURN, BANK = 60, 30


@pytest.fixture
def game(ada: Caller, bob: Caller) -> str:
    game = quick_game(ada, bob, clock=Clock(TURN, BANK, max_timeouts=3))
    lay_out(game, ["R7 R4 R3 G1 Y5", "B1 B3 G4 G5"], "R7 B9", "G3 G6 G7 G8 Y8 Y9 Y10")
    return game


def times_out(game: str) -> bool:
    return time_out(game_id=row(game).id, version=version_of(game))


def granted(game: str) -> timedelta:
    """Return how long the open turn may take, from its beginning."""
    found = row(game)
    assert found.deadline is not None
    assert found.turn_started_at is not None
    return found.deadline - found.turn_started_at


def test_a_turn_has_its_time_and_the_bank(ada: Caller, game: str) -> None:
    assert granted(game) == timedelta(seconds=TURN + BANK)
    shown = ada.view(game)["round"]["deadline"]
    deadline = row(game).deadline
    assert deadline is not None
    assert shown == deadline.isoformat().replace("+00:00", "Z")


def test_without_a_clock_there_is_no_deadline(ada: Caller, bob: Caller) -> None:
    game = quick_game(ada, bob)
    assert ada.view(game)["round"]["deadline"] is None
    pass_time(game, days=300)
    assert not times_out(game)


def test_part_of_a_turn_gets_no_new_time(ada: Caller, game: str) -> None:
    deadline = row(game).deadline
    read(ada.turn(game, version_of(game), "R7>R7"), 201)
    assert row(game).deadline == deadline
    read(ada.turn(game, version_of(game), ". /G1"), 201)
    assert row(game).deadline != deadline


def test_a_late_turn(ada: Caller, game: str) -> None:
    pass_time(game, seconds=TURN + BANK + 0.1)
    problem = told(ada.turn(game, version_of(game), "D"), 409, "deadline_passed")
    assert (problem["version"], problem["turn"]) == (version_of(game), 0)
    assert {"type": "draw"} in problem["legal_actions"]


@pytest.mark.parametrize("waited, in_time", [(5.0, True), (1.0, False)])
def test_a_turn_is_judged_by_its_arrival(
    ada: Caller, game: str, waited: float, in_time: bool
) -> None:
    """The deadline was three seconds ago; the request has waited for the lock since it came."""
    pass_time(game, seconds=TURN + BANK + 3)
    version, origin = version_of(game), Origin(ada.player, time.monotonic() - waited)
    if in_time:
        submit_turn(game_id=row(game).id, version=version, actions=[Draw()], origin=origin)
        assert version_of(game) == version + 1
    else:
        with pytest.raises(Problem, match="time of this turn"):
            submit_turn(game_id=row(game).id, version=version, actions=[Draw()], origin=origin)
        assert version_of(game) == version


def test_calls_have_no_deadline(ada: Caller, game: str) -> None:
    lay_out(game, ["R7 R4", "B1 B3 G4"], "R7 B9", "G3", turn=1, turn_number=2, duties=[1, 0])
    pass_time(game, seconds=TURN + BANK + 3)
    read(ada.call(game), 201)


def test_no_time_out_before_a_second_after_the_deadline(game: str) -> None:
    pass_time(game, seconds=TURN + BANK + 0.5)
    assert not times_out(game)
    pass_time(game, seconds=0.5)
    assert times_out(game)


def test_a_time_out_is_a_turn_of_autopilot(ada: Caller, bob: Caller, game: str) -> None:
    before = version_of(game)
    pass_time(game, seconds=TURN + BANK + 1)
    assert times_out(game)
    (message,) = bob.events(game, before)
    assert (message["version"], message["seat"]) == (before + 1, 0)
    assert message["actions"] == [{"type": "timeout", "seat": 0}]
    types = [event["type"] for event in message["events"]]
    assert types == ["timed_out", "drew", "laid", "turn_started"]
    assert message["events"][1]["card"] is None
    view = bob.view(game)
    assert [seat["timeouts"] for seat in view["seats"]] == [1, 0]
    assert (view["round"]["turn"], view["round"]["turn_number"]) == (1, 2)
    assert granted(game) == timedelta(seconds=TURN + BANK)


def test_autopilot_ends_what_was_begun(ada: Caller, game: str) -> None:
    read(ada.turn(game, version_of(game), "R7>R7"), 201)
    pass_time(game, seconds=TURN + BANK + 1)
    assert times_out(game)
    assert turn_of(game) == 1
    assert "R7" not in ada.view(game)["you"]["hand"]


def test_a_time_out_runs_once(game: str) -> None:
    """P05: run again, or for an older version, it has no effect."""
    version = version_of(game)
    pass_time(game, seconds=TURN + BANK + 1)
    assert times_out(game)
    pass_time(game, seconds=TURN + BANK + 1)
    for _ in range(3):
        assert not time_out(game_id=row(game).id, version=version)
    assert version_of(game) == version + 1


def test_the_sweep_finds_who_is_out_of_time(game: str) -> None:
    """B23: nobody blocks the table."""
    pass_time(game, seconds=TURN + BANK)
    tasks.sweep()
    assert turn_of(game) == 0
    pass_time(game, seconds=2)
    tasks.sweep()
    assert turn_of(game) == 1


def test_the_bank_pays_for_what_is_over_the_turn(ada: Caller, bob: Caller, game: str) -> None:
    pass_time(game, seconds=TURN + 10)
    read(ada.turn(game, version_of(game), "D /G1"), 201)
    assert [seat["bank_seconds"] for seat in bob.view(game)["seats"]] == [19, BANK]
    pass_time(game, seconds=TURN - 1)
    read(bob.turn(game, version_of(game), "D /B1"), 201)
    assert [seat["bank_seconds"] for seat in bob.view(game)["seats"]] == [19, BANK]
    assert timedelta(seconds=19) < granted(game) - timedelta(seconds=TURN) < timedelta(seconds=20)


def test_a_time_out_empties_the_bank(ada: Caller, game: str) -> None:
    pass_time(game, seconds=TURN + BANK + 1)
    assert times_out(game)
    assert [seat["bank_seconds"] for seat in ada.view(game)["seats"]] == [0, BANK]


def test_the_bank_pays_by_arrival(ada: Caller, game: str) -> None:
    pass_time(game, seconds=TURN + 10)
    origin = Origin(ada.player, time.monotonic() - 9)
    submit_turn(game_id=row(game).id, version=version_of(game), actions=[Draw()], origin=origin)
    read(ada.turn(game, version_of(game), "/G1"), 201)
    assert ada.view(game)["seats"][0]["bank_seconds"] == 19


def out_of_time(game: str, seat: int, times: int, others: dict[int, Caller]) -> None:
    """Let a seat run out of time some times, while the others draw and lay."""
    done = 0
    while done < times:
        turn = turn_of(game)
        if turn == seat:
            pass_time(game, seconds=TURN + BANK + 2)
            assert times_out(game)
            done += 1
        else:
            hand = others[turn].view(game)["you"]["hand"]
            read(others[turn].turn(game, version_of(game), f"D /{hand[0]}"), 201)


def test_too_many_time_outs_and_the_seat_leaves(ada: Caller, bob: Caller, cleo: Caller) -> None:
    game = quick_game(ada, bob, cleo, clock=Clock(TURN, BANK, max_timeouts=2))
    out_of_time(game, 0, 1, {1: bob, 2: cleo})
    before = version_of(game)
    assert not bob.view(game)["seats"][0]["left"]
    out_of_time(game, 0, 1, {1: bob, 2: cleo})
    view = bob.view(game)
    assert view["seats"][0]["left"]
    assert view["seats"][0]["timeouts"] == 2
    *_, timed_out, left = bob.events(game, before)
    assert left["version"] == timed_out["version"] + 1 == version_of(game)
    assert [message["actions"] for message in (timed_out, left)] == [
        [{"type": "timeout", "seat": 0}],
        [{"type": "leave", "seat": 0}],
    ]
    told(ada.turn(game, version_of(game), "D"), 409, "not_your_turn")


def test_too_many_time_outs_of_two_players_end_the_game(ada: Caller, bob: Caller) -> None:
    game = quick_game(ada, bob, clock=Clock(TURN, BANK, max_timeouts=1))
    loser = turn_of(game)
    pass_time(game, seconds=TURN + BANK + 2)
    assert times_out(game)
    result = row(game).result
    assert result is not None
    assert (result["winner"], result["ended"]) == (1 - loser, "leave")
    verify_record(read(ada.get(f"/games/{game}/record")))
    kinds = (
        Submission.objects.filter(game_id=game).order_by("version").values_list("kind", flat=True)
    )
    assert list(kinds) == ["start", "timeout", "leave"]


def test_a_game_that_is_over_has_no_clock(ada: Caller, bob: Caller, game: str) -> None:
    quick = quick_game(ada, bob, clock=Clock(TURN, BANK))
    read(ada.post(f"/games/{quick}/leave"))
    found = row(quick)
    assert (found.deadline, found.due_at) == (None, None)
    assert not times_out(quick)
    assert state_of(game).result is None
