"""Games of the league to be played over HTTP, prepared request by request; H6 and B6."""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from itertools import pairwise
from random import Random
from secrets import token_hex
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.test.utils import CaptureQueriesContext

from dosleague.api.json import JSON, render_json
from dosleague.api.tokens import forget_cached_tokens
from games.engine.actions import Call, Catch
from games.engine.legal import legal_actions
from games.engine.play import advance
from games.models import Submission
from games.services.games import GamePlan, SeatPlan, create_game
from games.services.table import Table
from tests.benchmarks.games import CLASSIC
from tests.benchmarks.measure import Figure, Goal, percentile, reached
from tests.benchmarks.service_client import Address
from tests.games.concurrency.tables import (
    Person,
    a_turn,
    in_process,
    new_duel,
    new_person,
    new_sitting,
    to_act,
)

H6: Final = Goal("H6", "SQL statements of an accepted turn, cold token", "", 5, 4)
B6_HALF: Final = Goal("B6", "bot reply, commit to commit, p50", "ms", 30, 15)
B6_MOST: Final = Goal("B6", "bot reply, commit to commit, p99", "ms", 150, 60)
REPLIES: Final = 200
_PAUSE: Final = 0.05
_CONTROL: Final = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "SET")


@dataclass(frozen=True, slots=True)
class Scripts:
    """What each client sends: turns of new games in order, and reads of the same games."""

    turns: list[list[bytes]]
    reads: list[list[bytes]]


def request(method: str, path: str, token: str, body: bytes = b"") -> bytes:
    """Return the bytes of a request; one with a body bears an Idempotency-Key."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: {token}"]
    if body:
        lines += [f"Content-Type: {JSON}", f"Content-Length: {len(body)}"]
        lines += [f"Idempotency-Key: {token_hex(8)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


def prepared(clients: int, turns: int, chance: Random) -> Scripts:
    """Start games of two people and choose random legal actions for so many turns a client."""
    scripts = Scripts([], [])
    for _ in range(clients):
        posts: list[bytes] = []
        reads: list[bytes] = []
        while len(posts) < turns:
            people = new_person(), new_person()
            plan = GamePlan(CLASSIC, [SeatPlan(person.player) for person in people])
            table = create_game(plan=plan, creator=None)
            posts += _random_play(table, people, chance)
            path = f"/api/v1/games/{table.game.id}"
            reads += [request("GET", path, f"Bearer {person.token}") for person in people]
        scripts.turns.append(posts)
        scripts.reads.append(reads[:2])  # of the game that is played first
    return scripts


def _random_play(table: Table, people: Sequence[Person], chance: Random) -> Iterator[bytes]:
    """Yield a request for each listed action that is taken, one an action, to the game's end."""
    state, version = table.playing.copy(), table.game.version
    path = f"/api/v1/games/{table.game.id}/turns"
    while state.result is None:
        seat = state.round.turn
        listed = [o for o in legal_actions(state, seat) if not isinstance(o.action, Call | Catch)]
        option = listed[int(chance.random() * len(listed))]
        body = render_json({"version": version, "actions": [option.to_json()]})
        yield request("POST", path, f"Bearer {people[seat].token}", body)
        advance(state, seat, option.action)
        version += 1


@contextmanager
def counted() -> Iterator[list[str]]:
    """Collect this thread's statements while the block runs; transaction control is left out."""
    seen: list[str] = []
    with CaptureQueriesContext(connection) as captured:
        yield seen
    texts = [one["sql"] for one in captured.captured_queries]
    seen += [text for text in texts if not text.startswith(_CONTROL)]


def statements() -> list[Figure]:
    """H6: of a turn within a round, in this process; a token's first use of a minute is noted."""
    sitting = new_duel()
    counts: list[int] = []
    with in_process() as client:
        for _ in range(6):
            person, seen = to_act(sitting, client)
            headers = {**person.headers, "Idempotency-Key": token_hex(8)}
            body = a_turn(seen, 0)
            forget_cached_tokens()
            with counted() as texts:
                answer = client.post(f"{sitting.path}/turns", json=body, headers=headers)
            assert answer.status_code == 201, answer.text
            counts.append(len(texts))
    return [reached(H6, max(counts), "one more where the token's use is noted, once a minute")]


class Opponent:
    """A person who plays a built-in bot over HTTP, unhurried, and takes any listed action."""

    def __init__(self, address: Address, bot: str) -> None:
        self.person = new_person()
        self.sitting = new_sitting(self.person, None, bot=bot)
        self._connection = HTTPConnection(*address, timeout=10)

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Return the value of an answer; RuntimeError for a refusal."""
        data = None if body is None else render_json(body)
        headers = {**self.person.headers, "Content-Type": JSON}
        self._connection.request(method, path, data, headers)
        answer = self._connection.getresponse()
        text = answer.read()
        if answer.status >= 400:
            raise RuntimeError(text.decode())
        return json.loads(text)

    def play_on(self) -> bool:
        """Let the bot finish its turn, then take one action; False once the game is over."""
        last = time.monotonic() + 10
        while time.monotonic() < last:
            time.sleep(_PAUSE)
            seen = self.ask("GET", self.sitting.path)
            if seen["status"] != "running":
                return False
            if seen["round"]["turn"] == 0:
                self.ask("POST", f"{self.sitting.path}/turns", a_turn(seen))
                return True
        raise RuntimeError("The bot has not played for 10 s.")


def reply_millis(game: str) -> list[float]:
    """Return how long after each turn of the person the bot's answer to it was made.

    `at` is the time at which a submission locked its game: from lock to lock is as long as from
    commit to commit where both take as long to commit.
    """
    log = list(Submission.objects.filter(game=UUID(game)).order_by("version"))
    return [
        (reply.at - turn.at).total_seconds() * 1000
        for turn, reply in pairwise(log)
        if (turn.kind, turn.seat, reply.seat) == (Submission.Kind.TURN, 0, 1)
    ]


def bot_replies(address: Address) -> list[Figure]:
    """B6: through the league's own web, worker and scheduler, which have nothing else to do."""
    replies: list[float] = []
    while len(replies) < REPLIES:
        opponent = Opponent(address, "greedy")
        for _ in range(1_000):
            if not opponent.play_on():
                break
            if len(replies) + len(reply_millis(opponent.sitting.id)) >= REPLIES + 10:
                break
        replies += reply_millis(opponent.sitting.id)[5:]  # the first find nothing warm
    note = f"{len(replies)} replies, longest {max(replies):.0f} ms"
    return [
        reached(B6_HALF, percentile(replies, 0.5), note),
        reached(B6_MOST, percentile(replies, 0.99), ""),
    ]
