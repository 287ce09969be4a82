"""Tasks that come twice, late, too early or for nothing (P05, P06); and the sweep."""

from collections.abc import Callable
from functools import partial
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from django.db.models.functions import Now

from games import outbox, tasks
from games.models import Game, Submission
from games.models.game import OPEN_FOR
from games.services.ending import stop_game
from games.services.games import Clock, GamePlan, SeatPlan, create_game
from games.services.seats import leave_game
from games.signals import game_finished
from tests.games.concurrency.conftest import Queued
from tests.games.concurrency.tables import (
    CLASSIC,
    Sitting,
    assert_whole,
    at_once,
    database_delay,
    new_duel,
    new_person,
    new_sitting,
)

pytestmark = pytest.mark.usefixtures("database")


def kinds_since(sitting: Sitting, version: int) -> list[str]:
    return [one.kind for one in sitting.log()[version:]]


# --- delivered again ------------------------------------------------------------------------------


def test_time_out_delivered_three_times_at_once_happens_once() -> None:
    """P05."""
    sitting = new_duel(Clock(60))
    version = sitting.game.version
    sitting.set(deadline=database_delay(-1_500))
    at_once([partial(tasks.time_out, sitting.id, version)] * 3)
    tasks.time_out(sitting.id, version)
    assert kinds_since(sitting, version) == ["timeout"]
    assert sum(sitting.game.timeouts) == 1
    assert_whole(sitting)


def test_time_out_of_an_older_version_does_nothing() -> None:
    sitting = new_duel(Clock(60))
    version = sitting.game.version
    sitting.set(deadline=database_delay(-1_500))
    tasks.time_out(sitting.id, version)
    sitting.set(deadline=database_delay(-1_500))  # the next turn is out of time as well
    tasks.time_out(sitting.id, version)
    assert sitting.game.version == version + 1


def test_time_out_waits_for_the_deadline_and_its_grace() -> None:
    sitting = new_duel(Clock(60))
    version = sitting.game.version
    tasks.time_out(sitting.id, version)
    sitting.set(deadline=database_delay(-700))
    tasks.time_out(sitting.id, version)
    assert sitting.game.version == version


def test_bot_task_delivered_three_times_at_once_plays_once(queued: Queued) -> None:
    """P05."""
    sitting = new_sitting(None, None)
    version = sitting.game.version
    assert queued == [(outbox.PLAY_BOT, UUID(sitting.id), version)]
    at_once([partial(tasks.play_bot, sitting.id, version)] * 3)
    tasks.play_bot(sitting.id, version)
    assert sitting.game.version == version + 1
    assert queued[1:] == [(outbox.PLAY_BOT, UUID(sitting.id), version + 1)]
    assert_whole(sitting)


def test_bot_task_of_another_version_does_nothing() -> None:
    sitting = new_sitting(None, None)
    version = sitting.game.version
    for other in (version - 1, version + 1):
        tasks.play_bot(sitting.id, other)
    assert sitting.game.version == version


def test_autopilot_delivered_three_times_at_once_plays_once() -> None:
    people = [new_person() for _ in range(3)]
    sitting = new_sitting(*people)
    turn = sitting_turn(sitting)
    leave_game(game_id=UUID(sitting.id), player=people[turn].player)
    while sitting.game.due_at is None:  # until it is the turn of the seat that left
        sitting.set(deadline=database_delay(-1_500))
        tasks.time_out(sitting.id, sitting.game.version)
    version = sitting.game.version
    at_once([partial(tasks.play_autopilot, sitting.id, version)] * 3)
    assert kinds_since(sitting, version) == ["timeout"]
    assert_whole(sitting)


def sitting_turn(sitting: Sitting) -> int:
    """Return the seat to act, by the last event that says so."""
    events = [event for one in sitting.log() for event in one.events]
    turns = [event["seat"] for event in events if event["type"] == "turn_started"]
    return int(turns[-1])


def test_sweeps_at_once_time_out_once() -> None:
    sitting = new_duel(Clock(60))
    version = sitting.game.version
    sitting.set(deadline=database_delay(-1_500))
    at_once([tasks.sweep] * 3)
    assert kinds_since(sitting, version) == ["timeout"]


def test_end_is_told_at_least_once_and_noted(queued: Queued) -> None:
    sitting = new_duel()
    stop_game(game_id=UUID(sitting.id))
    version = sitting.game.version
    assert queued == [(outbox.CONCLUDE, UUID(sitting.id), version)]
    told: list[UUID] = []

    def hear(game_id: UUID, **_: object) -> None:
        told.append(game_id)

    game_finished.connect(hear)
    try:
        tasks.conclude(sitting.id, version)
    finally:
        game_finished.disconnect(hear)
    assert told == [UUID(sitting.id)]
    assert sitting.game.followed == version


# --- nothing is announced before it is saved ------------------------------------------------------


class Change(Exception):
    """Of mind."""


def start_bots_and_think_again() -> None:
    with transaction.atomic():
        new_sitting(None, None)
        raise Change


def test_rollback_queues_nothing(queued: Queued) -> None:
    """P06."""
    with pytest.raises(Change):
        start_bots_and_think_again()
    assert queued == []
    assert not Game.objects.exists()


def test_commit_queues_afterwards(queued: Queued) -> None:
    """P06."""
    with transaction.atomic():
        game = new_sitting(None, None).game
        assert queued == []
    assert queued == [(outbox.PLAY_BOT, game.id, game.version)]


@pytest.mark.parametrize(
    "task", [tasks.play_bot, tasks.play_autopilot, tasks.time_out, tasks.conclude]
)
def test_worker_that_finds_nothing_ends_quietly(
    task: Callable[[str, int], None], queued: Queued
) -> None:
    """P06."""
    task(str(uuid4()), 1)
    assert queued == []


def test_lapse_that_finds_nothing_ends_quietly() -> None:
    tasks.lapse(str(uuid4()))


# --- the sweep ------------------------------------------------------------------------------------


def test_sweep_finds_a_bot_whose_task_was_lost(queued: Queued) -> None:
    sitting = new_sitting(None, None)
    queued.clear()
    tasks.sweep()
    game = UUID(sitting.id)
    assert [task for task in queued if task[1] == game] == []
    sitting.set(due_at=database_delay(-4_000))
    tasks.sweep()
    assert (outbox.PLAY_BOT, game, sitting.game.version) in queued
    tasks.play_bot(sitting.id, sitting.game.version)
    assert [one.kind for one in sitting.log()] == ["start", "turn"]


def test_sweeps_do_not_fill_up_a_long_queue(queued: Queued) -> None:
    """What waits in a long queue looks like lost: it is queued again once in a while only."""
    sitting = new_sitting(None, None)
    sitting.set(due_at=database_delay(-4_000))
    queued.clear()
    for _ in range(3):
        tasks.sweep()
    game = UUID(sitting.id)
    again = [task for task in queued if task[1] == game]
    assert again == [(outbox.PLAY_BOT, game, sitting.game.version)]


def test_sweep_finds_a_seat_that_left(queued: Queued) -> None:
    people = [new_person() for _ in range(3)]
    sitting = new_sitting(*people)
    leave_game(game_id=UUID(sitting.id), player=people[sitting_turn(sitting)].player)
    sitting.set(due_at=database_delay(-4_000))
    queued.clear()
    tasks.sweep()
    assert (outbox.PLAY_AUTOPILOT, UUID(sitting.id), sitting.game.version) in queued


def test_sweep_finds_a_bot_when_its_delay_is_over(queued: Queued) -> None:
    sitting = new_sitting(None, None, bot_delay_ms=1_500)
    game, version = UUID(sitting.id), sitting.game.version
    assert queued == []
    tasks.play_bot(sitting.id, version)
    tasks.sweep()
    assert sitting.game.version == version
    assert [task for task in queued if task[1] == game] == []
    sitting.set(due_at=database_delay(-1))
    tasks.sweep()
    assert (outbox.PLAY_BOT, game, version) in queued


def test_sweep_finds_an_end_that_nobody_was_told(queued: Queued) -> None:
    sitting = new_duel()
    stop_game(game_id=UUID(sitting.id))
    sitting.set(finished_at=database_delay(-4_000))
    queued.clear()
    tasks.sweep()
    expected = (outbox.CONCLUDE, UUID(sitting.id), sitting.game.version)
    assert expected in queued
    tasks.conclude(sitting.id, sitting.game.version)
    queued.clear()
    tasks.sweep()
    assert expected not in queued


def test_sweep_ends_an_open_game_that_nobody_filled() -> None:
    plan = GamePlan(CLASSIC, [SeatPlan(), SeatPlan()])
    stale, fresh = (create_game(plan=plan, creator=None).game for _ in range(2))
    Game.objects.filter(pk=stale.pk).update(created_at=Now() - OPEN_FOR)
    tasks.sweep()
    stale.refresh_from_db()
    fresh.refresh_from_db()
    assert (stale.status, fresh.status) == ("aborted", "open")


@pytest.mark.parametrize("state", ["not a state", ""])
def test_game_that_cannot_be_played_on_stops_no_other_clock(state: str) -> None:
    """One game that was damaged is the first of every sweep; the sweep goes on behind it."""
    damaged, whole = new_duel(Clock(60)), new_duel(Clock(60))
    damaged.set(deadline=database_delay(-9_000), state=state)
    whole.set(deadline=database_delay(-2_000))
    version = whole.game.version
    try:
        tasks.sweep()
    finally:
        damaged.set(deadline=None)
    assert kinds_since(whole, version) == [Submission.Kind.TIMEOUT]
