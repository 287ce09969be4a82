"""Waking who waits for a game's next version, across the processes of the service.

With Redis a game's new version is published on one channel and each process listens with one
subscription; without it everything runs in one process. A wake-up is a hint: who waits looks into
the database, and looks there anyway now and then.
"""

import os
import threading
import time
from collections import OrderedDict
from typing import Any
from uuid import UUID

import redis
import structlog
from django.conf import settings

CHANNEL = "dosleague.games"
_REMEMBERED = 10_000
LONGEST_SEND = 2.0
"""How long a Redis that does not answer is waited for."""
PAUSE = 3.0
"""How long nothing is published after that."""
UNHEARD = 0.5
"""How long nothing is published after something that nobody heard."""

log = structlog.get_logger(__name__)


class Hub:
    """The newest versions that this process has heard of, and a condition to wait on."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._versions: OrderedDict[str, int] = OrderedDict()
        self._closed = False

    def hear(self, game: str, version: int) -> None:
        """Note a version and wake who waits."""
        with self._changed:
            self._versions[game] = max(version, self._versions.pop(game, 0))
            while len(self._versions) > _REMEMBERED:
                self._versions.popitem(last=False)
            self._changed.notify_all()

    def wait(self, game: str, after: int, seconds: float) -> bool:
        """Wait until a version behind `after` was heard of; False where the time ran out."""
        with self._changed:
            return self._changed.wait_for(
                lambda: self._closed or self._versions.get(game, 0) > after, seconds
            )

    @property
    def is_closed(self) -> bool:
        """Whether the process shuts down."""
        return self._closed

    def close(self) -> None:
        """Let everybody go: the process shuts down."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class Speaker:
    """The connection of a process for what it publishes: nobody waits for the answers.

    An answer is read before the next is sent. A connection that was closed meanwhile shows then,
    and is made anew. After a failure nothing is published for a while, so that a Redis that hangs
    is waited for once and not by each request in turn.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._connection: Any = None
        self._process = 0
        self._silent_until = 0.0
        self._heard = True

    def publish(self, text: str) -> None:
        """Publish on our channel; raises RedisError where nothing can be sent."""
        with self._lock:
            now = time.monotonic()
            if now < self._silent_until:
                return
            was_silent, self._silent_until = bool(self._silent_until), 0.0
            self._heard = True
            if self._connection is None or self._process != os.getpid() or not self._is_open():
                pool = redis.ConnectionPool.from_url(
                    settings.REDIS_URL, socket_timeout=LONGEST_SEND
                )
                self._connection, self._process = pool.make_connection(), os.getpid()
            try:
                self._connection.send_command("PUBLISH", CHANNEL, text)
            except redis.RedisError:
                self._connection = None
                self._silent_until = time.monotonic() + PAUSE
                raise
            if not (self._heard or was_silent):  # else the answer tells of before the silence
                self._silent_until = now + UNHEARD

    def _is_open(self) -> bool:
        """Read the answers that have come, each how many heard it; say whether it still stands."""
        try:
            while self._connection.can_read():
                self._heard = bool(self._connection.read_response())
        except redis.RedisError:
            self._connection.disconnect()
            return False
        return True


hub = Hub()
_speaker = Speaker()
_listener_lock = threading.Lock()
_listener: threading.Thread | None = None
_listening_since = 0.0


def announce(game_id: UUID, version: int) -> None:
    """Tell every process that a game has a new version."""
    if not settings.REDIS_URL:
        hub.hear(str(game_id), version)
        return
    try:
        _speaker.publish(f"{game_id} {version}")
    except redis.RedisError as error:
        log.warning("wake_up_not_sent", game=str(game_id), error=str(error))


def wait(game_id: UUID, after: int, seconds: float) -> bool:
    """Wait up to `seconds` for a version behind `after`; hold no database connection meanwhile.

    Not as long at first: other processes may not have noticed yet that somebody listens.
    """
    if settings.REDIS_URL:
        _listen()
        if time.monotonic() < _listening_since + 2 * UNHEARD:
            seconds = min(seconds, UNHEARD)
    return hub.wait(str(game_id), after, seconds)


def _listen() -> None:
    global _listener, _listening_since  # noqa: PLW0603 - one subscription a process
    with _listener_lock:
        if _listener is None or not _listener.is_alive():
            _listener = threading.Thread(target=_hear_all, name="game-wake-ups", daemon=True)
            _listener.start()
            _listening_since = time.monotonic()


def _hear_all() -> None:
    try:
        channel = redis.Redis.from_url(settings.REDIS_URL).pubsub(  # type: ignore[no-untyped-call]
            ignore_subscribe_messages=True
        )
        channel.subscribe(CHANNEL)
        for message in channel.listen():
            game, _, version = message["data"].decode().partition(" ")
            hub.hear(game, int(version))
            if hub.is_closed:
                return
    except redis.RedisError as error:
        log.warning("wake_ups_interrupted", error=str(error))
