"""A turn and its time-out at the same moment (P04), whose clock counts, and who gets time (P17)."""

import re
import threading
import time
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from uuid import UUID

import pytest
from django.db import connection, connections, transaction
from django.utils import timezone

from dosleague.api.clock import database_now
from dosleague.api.problems import Problem
from games import tasks
from games.engine.actions import Draw
from games.engine.ruleset import custom_ruleset
from games.models import Game, Submission
from games.services.automatic import play_autopilot, time_out
from games.services.games import Clock, GamePlan, SeatPlan, create_game
from games.services.seats import leave_game
from games.services.table import Origin, Table, take_table
from games.services.turns import submit_turn
from tests.games.concurrency.tables import (
    CLASSIC,
    Person,
    Sitting,
    assert_record,
    at_once,
    database_delay,
    in_process,
    new_duel,
    new_person,
    new_sitting,
    to_act,
)

pytestmark = pytest.mark.usefixtures("database")


def turn_of(sitting: Sitting) -> tuple[Person, int]:
    """Return who is to act and the version."""
    with in_process() as client:
        person, seen = to_act(sitting, client)
    return person, seen["version"]


def draw(sitting: Sitting, person: Person, version: int, *, since: float = 0.0) -> str:
    """Take a turn whose request came in `since` seconds ago; return "taken" or why it was not."""
    try:
        submit_turn(
            game_id=UUID(sitting.id),
            version=version,
            actions=[Draw()],
            origin=Origin(person.player, time.monotonic() - since),
        )
    except Problem as problem:
        return problem.code
    return "taken"


def draw_late(
    sitting: Sitting, person: Person, version: int, *, arrived: float, pause: float
) -> str:
    """Take a turn after a pause, with a request that came in at a monotonic time."""
    time.sleep(pause)
    return draw(sitting, person, version, since=time.monotonic() - arrived)


# --- both at once ---------------------------------------------------------------------------------


def test_turn_or_time_out_never_both(stress: bool, tell: Callable[[str], None]) -> None:
    """P04: around the deadline exactly one takes effect; nothing follows a game's end.

    The turn's request came in some ms before the deadline or behind it, and is dealt with a second
    later, as the time-out's grace ends.
    """
    outcomes: Counter[str] = Counter()
    for number in range(200 if stress else 20):
        sitting = new_duel(Clock(60, max_timeouts=1 + number % 2))
        person, version = turn_of(sitting)
        early, pause = (number * 7) % 41 - 20, (number % 8) * 0.01
        arrived = time.monotonic() - 0.93 - early / 1_000
        sitting.set(deadline=database_delay(-930))
        answer, _ = at_once(
            [
                partial(draw_late, sitting, person, version, arrived=arrived, pause=pause),
                partial(time_out_soon, sitting, version),
            ]
        )
        assert_one_took_effect(sitting, version, answer)
        outcomes[answer] += 1
    tell(f"at the deadline ({connection.vendor}): {dict(outcomes)}")


def time_out_soon(sitting: Sitting, version: int) -> str:
    """Try to time a turn out until it is, or has been taken."""
    while not time_out(game_id=UUID(sitting.id), version=version):
        if sitting.game.version != version:
            return "too late"
        time.sleep(0.002)
    return "timed out"


def assert_one_took_effect(sitting: Sitting, version: int, answer: str) -> None:
    game, log = sitting.game, sitting.log()
    kinds = [one.kind for one in log[version:]]
    assert [one.version for one in log] == list(range(1, game.version + 1))
    if answer == "taken":
        assert kinds == ["turn"]
        assert (game.status, game.timeouts) == ("running", [0, 0])
        return
    assert answer in {"stale_version", "deadline_passed", "game_not_running"}
    assert sum(game.timeouts) == 1
    if game.max_timeouts > 1:
        assert kinds == ["timeout"]
        return
    assert kinds == ["timeout", "leave"]
    assert game.status == Game.Status.FINISHED
    assert log[-1].events[-1]["type"] == "game_ended"
    assert_record(game)


@pytest.mark.parametrize("since, answer", [(0.95, "taken"), (0.85, "deadline_passed")])
def test_turn_is_judged_by_its_arrival(since: float, answer: str) -> None:
    """The deadline was 0.9 s ago; what counts is whether the request had come in by then."""
    sitting = new_duel(Clock(60))
    person, version = turn_of(sitting)
    sitting.set(deadline=database_delay(-900))
    assert draw(sitting, person, version, since=since) == answer
    assert sitting.game.version == version + (answer == "taken")


def test_turn_that_waited_for_the_lock_over_its_deadline_is_in_time() -> None:
    sitting = new_duel(Clock(60))
    person, version = turn_of(sitting)
    sitting.set(deadline=database_delay(400))
    locked = threading.Event()

    def hold() -> None:
        with transaction.atomic():
            take_table(UUID(sitting.id))
            locked.set()
            time.sleep(0.7)
        connections.close_all()

    holder = threading.Thread(target=hold)
    holder.start()
    locked.wait(10)
    started = time.monotonic()
    with in_process() as client:
        body = {"version": version, "actions": [{"type": "draw"}]}
        answer = client.post(f"{sitting.path}/turns", json=body, headers=person.headers)
    took = time.monotonic() - started
    holder.join()
    assert (answer.status_code, took > 0.4) == (201, True)


def test_turn_and_leaving_at_once_leave_one_clock(stress: bool) -> None:
    for _ in range(20 if stress else 4):
        sitting = new_sitting(*(new_person() for _ in range(3)), clock=Clock(60))
        person, version = turn_of(sitting)
        answers = at_once(
            [partial(draw, sitting, person, version), partial(leave, sitting, person)]
        )
        kinds = [one.kind for one in sitting.log()[version:]]
        assert kinds == {"taken": ["turn", "leave"]}.get(answers[0], ["leave"])
        game = sitting.game
        assert (game.deadline is None) != (game.due_at is None)  # a person's time, or autopilot's


def leave(sitting: Sitting, person: Person) -> str:
    leave_game(game_id=UUID(sitting.id), player=person.player)
    return "left"


# --- who gets time (P17) --------------------------------------------------------------------------


@pytest.mark.parametrize("on_leave", ["autopilot", "remove"])
@pytest.mark.parametrize("phase", ["play", "after the draw"])
@pytest.mark.parametrize("seats, behind", [(n, seat) for n in (3, 4) for seat in range(n)])
def test_removal_grants_the_clock_once(seats: int, behind: int, phase: str, on_leave: str) -> None:
    """P17: a seat beside the turn takes no time and gives none; the seat to act hands it on."""
    people = [new_person() for _ in range(seats)]
    rules = custom_ruleset("classic-2018", {"on_leave": on_leave})
    sitting = new_sitting(*people, clock=Clock(60), rules=rules)
    person, version = turn_of(sitting)
    if phase == "after the draw":
        draw(sitting, person, version)
    turn = people.index(person)
    following = (turn + 1) % seats
    sitting.set(deadline=database_delay(30_000))
    before, leaver = sitting.game.deadline, (turn + behind) % seats
    table = leave_game(game_id=UUID(sitting.id), player=people[leaver].player)
    if leaver != turn:
        assert (table.playing.round.turn, table.game.deadline) == (turn, before)
        assert table.game.due_at is None
        return
    if on_leave == "autopilot":  # the service plays the turn to its end, at once
        assert (table.game.deadline, table.game.due_at) == (None, table.now)
        assert play_autopilot(game_id=UUID(sitting.id), version=table.game.version)
        table = locked(sitting)
    assert (table.playing.round.turn, table.game.due_at) == (following, None)
    assert table.playing.round.turn_number == 2
    granted = table.game.turn_started_at
    assert granted is not None
    assert table.game.deadline == granted + timedelta(seconds=60)


def locked(sitting: Sitting) -> Table:
    with transaction.atomic():
        return take_table(UUID(sitting.id))


# --- whose clock ----------------------------------------------------------------------------------


def wall_clock_jumps(monkeypatch: pytest.MonkeyPatch, by: timedelta) -> None:
    real_now, real_time = timezone.now, time.time
    monkeypatch.setattr(timezone, "now", lambda: real_now() + by)
    monkeypatch.setattr(time, "time", lambda: real_time() + by.total_seconds())


both_ways = pytest.mark.parametrize("by", [timedelta(days=-2), timedelta(days=2)])


@both_ways
def test_jump_of_a_process_clock_moves_no_deadline(
    by: timedelta, monkeypatch: pytest.MonkeyPatch
) -> None:
    real: datetime = timezone.now()  # the tests and their databases share one machine
    wall_clock_jumps(monkeypatch, by)
    sitting = new_duel(Clock(60))
    person, version = turn_of(sitting)
    assert draw(sitting, person, version) == "taken"
    game = sitting.game
    assert game.deadline is not None
    assert timedelta(seconds=58) < game.deadline - real < timedelta(seconds=75)
    tasks.sweep()
    tasks.time_out(sitting.id, game.version)
    assert sitting.game.version == game.version
    sitting.set(deadline=database_delay(-1_500))
    person, version = turn_of(sitting)
    assert draw(sitting, person, version) == "deadline_passed"
    tasks.sweep()
    assert sitting.log()[version].kind == Submission.Kind.TIMEOUT


@both_ways
def test_jump_of_a_process_clock_delays_no_bot(
    by: timedelta, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall_clock_jumps(monkeypatch, by)
    sitting = new_sitting(None, None, bot_delay_ms=5_000)
    version = sitting.game.version
    tasks.play_bot(sitting.id, version)
    assert sitting.game.version == version
    sitting.set(due_at=database_delay(0))
    tasks.play_bot(sitting.id, version)
    assert sitting.game.version == version + 1


@pytest.mark.parametrize(
    "by",
    [
        timedelta(days=-2),
        timedelta(days=2),
    ],
)
def test_jump_of_a_process_clock_lapses_no_open_game(
    by: timedelta, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall_clock_jumps(monkeypatch, by)
    plan = GamePlan(CLASSIC, [SeatPlan(), SeatPlan()])
    game = create_game(plan=plan, creator=None).game
    tasks.sweep()
    game.refresh_from_db()
    assert game.status == Game.Status.OPEN


def test_database_tells_the_time_also_late_in_a_transaction() -> None:
    with transaction.atomic():
        first = database_now()
        time.sleep(0.02)
        assert database_now() - first >= timedelta(milliseconds=15)


def test_nothing_that_decides_reads_the_wall_clock() -> None:
    """Whoever plays, times out or sweeps asks the database for the time."""
    root = Path(tasks.__file__).parent
    services = ("automatic", "ending", "games", "rounds", "seats", "table", "turns")
    deciding = [root / "services" / f"{name}.py" for name in services]
    deciding += [root / "selectors" / "due.py", root / "tasks.py", root / "outbox.py"]
    clocks = re.compile(r"timezone\.now|datetime\.(now|utcnow|today)|\btime\.time\b|localtime")
    found = [path.name for path in deciding if clocks.search(path.read_text(encoding="utf-8"))]
    assert found == []
