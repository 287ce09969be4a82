"""Fifty threads at ten games: each request is delivered twice at once, and others race with it."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from uuid import UUID

import httpx
from django.db import connections

from games.models import Submission
from games.services.ending import stop_game
from tests.games.concurrency.tables import (
    Sitting,
    a_turn,
    assert_whole,
    new_person,
    new_sitting,
    to_act,
)

PAIRS = 25
GAMES = 10
Connect = Callable[[], httpx.Client]


@dataclass(slots=True)
class Delivery:
    """One request, and the answers to both of its copies."""

    headers: dict[str, str]
    body: dict[str, object]
    answers: list[httpx.Response] = field(default_factory=list)


@dataclass(slots=True)
class Pair:
    """Two threads that send the same requests at the same moments."""

    number: int
    sitting: Sitting
    connect: Connect
    requests: int
    deliveries: list[Delivery] = field(default_factory=list)
    gate: threading.Barrier = field(default_factory=lambda: threading.Barrier(2, timeout=120))

    def lead(self) -> None:
        """Choose each request and send its first copy."""
        chance = Random(self.number)
        with self.connect() as client:
            for number in range(self.requests):
                person, seen = to_act(self.sitting, client)
                key = f"{self.number}-{number}"
                headers = {**person.headers, "Idempotency-Key": key}
                self.deliveries.append(Delivery(headers, a_turn(seen, chance.randrange(99))))
                self._send(client)

    def follow(self) -> None:
        """Send the second copies."""
        with self.connect() as client:
            for _ in range(self.requests):
                self._send(client)

    def _send(self, client: httpx.Client) -> None:
        self.gate.wait()
        delivery = self.deliveries[-1]
        path = f"{self.sitting.path}/turns"
        delivery.answers.append(client.post(path, json=delivery.body, headers=delivery.headers))
        self.gate.wait()


def open_games() -> list[Sitting]:
    """Start the games: of two, three and four people."""
    return [new_sitting(*(new_person() for _ in range(2 + number % 3))) for number in range(GAMES)]


def rush(sittings: Sequence[Sitting], connect: Connect, requests: int) -> list[Pair]:
    """Let all pairs loose; return them with what they were answered."""
    pairs = [
        Pair(number, sittings[number % len(sittings)], connect, requests) for number in range(PAIRS)
    ]

    def run(part: Callable[[], None], gate: threading.Barrier) -> None:
        try:
            part()
        except BaseException:
            gate.abort()
            raise
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2 * PAIRS) as pool:
        parts = [(part, pair.gate) for pair in pairs for part in (pair.lead, pair.follow)]
        for done in [pool.submit(run, *part) for part in parts]:
            done.result()
    return pairs


def assert_each_took_effect_once(sittings: Sequence[Sitting], pairs: Sequence[Pair]) -> int:
    """Assert that nothing was lost or doubled; return how many requests took effect."""
    accepted = {
        (pair.sitting.id, delivery.headers["Idempotency-Key"]): _version(delivery)
        for pair in pairs
        for delivery in pair.deliveries
        if _was_accepted(delivery)
    }
    kept = Submission.objects.filter(game__in=[one.id for one in sittings], key__isnull=False)
    rows = kept.values_list("game", "key", "version")
    assert {(str(game), key): version for game, key, version in rows} == accepted
    assert len(rows) == len(accepted)
    for sitting in sittings:
        stop_game(game_id=UUID(sitting.id))
        assert_whole(sitting)
    return len(accepted)


def _version(delivery: Delivery) -> int:
    version: int = delivery.answers[0].json()["version"]
    return version


def _was_accepted(delivery: Delivery) -> bool:
    """Assert that both copies were answered alike; return whether they took effect."""
    first, second = delivery.answers
    statuses = first.status_code, second.status_code
    if statuses == (201, 201):
        assert first.content == second.content
        assert first.headers["ETag"] == second.headers["ETag"]
        replayed = ["Idempotency-Replayed" in answer.headers for answer in delivery.answers]
        assert sorted(replayed) == [False, True]
        return True
    assert statuses == (412, 412), (first.text, second.text)
    assert first.json()["code"] == "stale_version"
    assert {"version", "turn", "legal_actions"} <= first.json().keys()
    return False
