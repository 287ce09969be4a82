"""Turns that are taken without the lock of the game's row, and when it is needed after all."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, Submission
from games.services.statements import write_submission
from tests.games.concurrency.conftest import Queued
from tests.games.concurrency.tables import (
    Sitting,
    a_turn,
    assert_whole,
    database_delay,
    in_process,
    new_duel,
    to_act,
)

pytestmark = pytest.mark.usefixtures("on_postgresql")


@pytest.fixture
def before_saving(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], None]:
    """Have something happen between the reading of the next turn's game and its writing."""
    name = "games.services.table.write_submission"

    def happen(act: Callable[[], Any]) -> None:
        def acted_first(game: Game, submission: Submission) -> bool:
            monkeypatch.setattr(name, write_submission)
            act()
            return write_submission(game, submission)

        monkeypatch.setattr(name, acted_first)

    return happen


def send(sitting: Sitting, **headers: str) -> Callable[[], httpx.Response]:
    """Return what sends one and the same turn each time."""
    with in_process() as client:
        person, seen = to_act(sitting, client)

    def turn() -> httpx.Response:
        with in_process() as client:
            return client.post(
                f"{sitting.path}/turns", json=a_turn(seen), headers={**person.headers, **headers}
            )

    return turn


def test_turn_locks_nothing() -> None:
    turn = send(new_duel())
    with CaptureQueriesContext(connection) as captured:
        assert turn().status_code == 201
    told = " ".join(one["sql"] for one in captured.captured_queries)
    assert "FOR NO KEY UPDATE" not in told
    assert "BEGIN" not in told


def test_turn_is_stale_where_another_was_saved_first(before_saving: Any) -> None:
    sitting = new_duel()
    turn = send(sitting)
    before_saving(turn)
    answer = turn()
    assert (answer.status_code, answer.json()["code"]) == (412, "stale_version")
    assert answer.json()["version"] == sitting.game.version == 2
    assert_whole(sitting)


def test_repetition_that_is_overtaken_by_the_first_gets_its_answer(before_saving: Any) -> None:
    sitting = new_duel()
    turn = send(sitting, **{"Idempotency-Key": "once"})
    first: list[httpx.Response] = []
    before_saving(lambda: first.append(turn()))
    again = turn()
    assert again.headers["Idempotency-Replayed"] == "true"
    assert (again.status_code, again.text) == (201, first[0].text)
    assert_whole(sitting)


def test_what_follows_a_turn_is_told_once_it_is_saved(
    queued: Queued, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[tuple[int, int]] = []
    sitting = new_duel()

    def hear(game: Any, version: int) -> None:
        heard.append((version, sitting.game.version))

    monkeypatch.setattr("games.wakeups.announce", hear)
    assert send(sitting)().status_code == 201
    assert heard == [(2, 2)]


def test_end_of_a_time_is_judged_under_the_lock() -> None:
    sitting = new_duel()
    turn = send(sitting)
    sitting.set(deadline=database_delay(-10))
    with CaptureQueriesContext(connection) as captured:
        assert turn().json()["code"] == "deadline_passed"
    assert any("FOR NO KEY UPDATE" in one["sql"] for one in captured.captured_queries)
