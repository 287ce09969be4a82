"""A broker that is gone: turns are taken all the same, and the sweep makes good what was lost."""

import time
from collections.abc import Callable
from pathlib import Path
from socket import create_server
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
import redis
from celery import current_app
from kombu.exceptions import OperationalError

from games import outbox, tasks, wakeups
from games.services.ending import stop_game
from tests.dosleague.served import free_port, until
from tests.games.concurrency.conftest import Queued, sender
from tests.games.concurrency.crew import Crew, crew, submissions, wait_for_end, wait_for_web
from tests.games.concurrency.stores import DEAD_REDIS
from tests.games.concurrency.tables import (
    Person,
    Sitting,
    a_turn,
    assert_whole,
    database_delay,
    in_process,
    new_person,
    new_sitting,
    to_act,
)

SEND = outbox.send  # before any test has put something else in its place


def person_to_act(bot_delay_ms: int = 0) -> tuple[Sitting, Person]:
    """Return a game between a person and a bot in which the person is to act."""
    while True:
        person = new_person()
        sitting = new_sitting(person, None, bot_delay_ms=bot_delay_ms)
        if sitting.game.due_at is None:
            return sitting, person


def pass_on(sitting: Sitting, client: httpx.Client) -> list[httpx.Response]:
    """Take the person's turn to its end, one action at a time; return the answers."""
    answers: list[httpx.Response] = []
    while sitting.game.due_at is None:
        person, seen = to_act(sitting, client)
        body = a_turn(seen, 0 if not answers else -1)
        answers.append(client.post(f"{sitting.path}/turns", json=body, headers=person.headers))
    return answers


# --- within one process ---------------------------------------------------------------------------


@pytest.fixture
def gone(monkeypatch: pytest.MonkeyPatch, queued: Queued) -> list[str]:
    """A broker that refuses every task; what was tried."""
    tried: list[str] = []

    def refuse(task: str, **_: Any) -> None:
        tried.append(task)
        raise OperationalError("nobody listens")

    monkeypatch.setattr(outbox, "send", SEND)
    monkeypatch.setattr(current_app, "send_task", refuse)
    return tried


@pytest.mark.usefixtures("database")
def test_turn_is_taken_without_a_broker_and_the_bot_follows(
    gone: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting, _ = person_to_act()
    gone.clear()
    with in_process() as client:
        assert {answer.status_code for answer in pass_on(sitting, client)} == {201}
    assert gone == [outbox.PLAY_BOT]
    version = sitting.game.version
    sitting.set(due_at=database_delay(-4_000))
    tasks.sweep()  # while the broker is still gone: it goes on, and nothing happens
    assert sitting.game.version == version
    back: Queued = []
    monkeypatch.setattr(outbox, "send", sender(back))
    tasks.sweep()
    assert (outbox.PLAY_BOT, UUID(sitting.id), version) in back
    tasks.play_bot(sitting.id, version)
    assert sitting.game.version == version + 1


@pytest.mark.usefixtures("database")
def test_end_of_a_game_is_told_once_the_broker_is_back(
    gone: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting, _ = person_to_act()
    stop_game(game_id=UUID(sitting.id))
    assert gone[-1] == outbox.CONCLUDE
    sitting.set(finished_at=database_delay(-4_000))
    back: Queued = []
    monkeypatch.setattr(outbox, "send", sender(back))
    tasks.sweep()
    assert (outbox.CONCLUDE, UUID(sitting.id), sitting.game.version) in back


@pytest.mark.usefixtures("database")
def test_turn_is_taken_though_no_wake_up_can_be_sent(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting, _ = person_to_act()
    settings.REDIS_URL = DEAD_REDIS
    monkeypatch.setattr(wakeups, "_speaker", wakeups.Speaker())
    started = time.monotonic()
    with in_process() as client:
        assert {answer.status_code for answer in pass_on(sitting, client)} == {201}
    assert time.monotonic() - started < 3


def test_a_redis_that_hangs_is_waited_for_once(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with create_server(("127.0.0.1", 0)) as silent:
        settings.REDIS_URL = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        monkeypatch.setattr(wakeups, "_speaker", wakeups.Speaker())
        monkeypatch.setattr(wakeups, "LONGEST_SEND", 0.3)
        took = []
        for version in range(5):
            started = time.monotonic()
            wakeups.announce(uuid4(), version)
            took.append(time.monotonic() - started)
        assert took[0] > 0.2
        assert max(took[1:]) < 0.2


def test_nothing_is_published_for_a_moment_after_what_nobody_heard(
    settings: Any, monkeypatch: pytest.MonkeyPatch, broker: str
) -> None:
    settings.REDIS_URL = broker
    speaker = wakeups.Speaker()
    monkeypatch.setattr(wakeups, "_speaker", speaker)
    monkeypatch.setattr(wakeups, "UNHEARD", 0.3)
    game = uuid4()
    wakeups.announce(game, 1)
    time.sleep(0.05)  # the answer comes: nobody has heard it
    wakeups.announce(game, 2)
    with redis.Redis.from_url(broker) as client, client.pubsub() as channel:
        channel.subscribe(wakeups.CHANNEL)
        assert heard(channel, 1.0) == 1  # that it is subscribed
        wakeups.announce(game, 3)
        assert heard(channel, 0.2) is None
        time.sleep(0.2)
        for version in range(4, 8):
            wakeups.announce(game, version)
            assert heard(channel, 1.0) == f"{game} {version}".encode()


def heard(channel: Any, seconds: float) -> Any:
    message = channel.get_message(timeout=seconds)
    return message and message["data"]


def test_who_has_only_begun_to_listen_looks_again_soon(
    settings: Any, monkeypatch: pytest.MonkeyPatch, broker: str
) -> None:
    settings.REDIS_URL = broker
    monkeypatch.setattr(wakeups, "_listener", None)
    monkeypatch.setattr(wakeups, "hub", wakeups.Hub())
    started = time.monotonic()
    assert not wakeups.wait(uuid4(), 0, 20)
    assert time.monotonic() - started < 2
    monkeypatch.setattr(wakeups, "_listening_since", 0.0)
    game, started = uuid4(), time.monotonic()
    wakeups.announce(game, 1)
    assert wakeups.wait(game, 0, 20)
    assert time.monotonic() - started < 2
    wakeups.hub.close()


# --- for real -------------------------------------------------------------------------------------


def test_web_process_takes_turns_while_redis_is_gone(
    on_postgresql: str, broker: str, var: Path, tell: Callable[[str], None]
) -> None:
    """A gunicorn that looks for Redis where nothing listens; then the workers come, with theirs."""
    bind = f"127.0.0.1:{free_port()}"
    address = f"http://{bind}"
    sittings = [person_to_act()[0] for _ in range(1)]
    games = [sitting.id for sitting in sittings]
    web = {"DATABASE_URL": on_postgresql, "REDIS_URL": DEAD_REDIS, "WEB_BIND": bind}
    workers = {"DATABASE_URL": on_postgresql, "REDIS_URL": broker}
    with crew({**web, "WEB_WORKERS": "1"}, var) as front, crew(workers, var / "back") as back:
        front.start("web")
        wait_for_web(front, address)
        with httpx.Client(base_url=address, timeout=60) as client:
            longest = max(
                answer.elapsed.total_seconds()
                for sitting in sittings
                for answer in taken(pass_on(sitting, client), front)
            )
        before = submissions(games)
        back.start("worker-clock", "worker-bots", "beat")
        started = time.monotonic()
        wait_until_bots_have_played(sittings, back)
        took = time.monotonic() - started
        for sitting in sittings:
            stop_game(game_id=UUID(sitting.id))
        wait_for_end(games, 30)
    assert submissions(games) > before
    for sitting in sittings:
        assert_whole(sitting)
    tell(f"without Redis a turn took {longest:.2f} s at most; the bots played {took:.1f} s later")
    assert longest < 5


def taken(answers: list[httpx.Response], members: Crew) -> list[httpx.Response]:
    statuses = {answer.status_code for answer in answers}
    assert statuses == {201}, (statuses, members.last_words())
    return answers


def wait_until_bots_have_played(sittings: list[Sitting], members: Crew) -> None:
    for _ in until(40):
        if all(sitting.game.due_at is None for sitting in sittings):
            return
    pytest.fail(f"The bots do not play: {members.last_words()}")
