"""The event feed of a game, with long polling."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.conf import settings
from django.db import connection
from django.http import HttpResponse
from rest_framework.request import Request

from dosleague.api.problems import Problem, field_error
from dosleague.api.schema.operations import documented
from dosleague.api.throttling import address_of
from dosleague.api.tokens import player_of
from dosleague.api.views import ApiView, answer
from games import wakeups
from games.api.callers import asked_game
from games.api.limits import LONGEST_WAIT, MAX_VERSION, MOST_MESSAGES
from games.api.schema.turns import READ_EVENTS
from games.models import Game, Submission
from games.selectors.views import message

WAITS_A_CALLER: Final = 4
_LOOK_EVERY: Final = 2.0
"""A lost wake-up costs no more than this."""


class WaitingRoom:
    """Who waits in this process: at most a few a caller, and half the threads in all."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: Counter[str] = Counter()

    @contextmanager
    def place(self, caller: str) -> Iterator[bool]:
        """Hold a place while the block runs; yield whether there was one."""
        with self._lock:
            room = self._waiting.total() < max(settings.WEB_THREADS // 2, 1)
            free = room and self._waiting[caller] < WAITS_A_CALLER
            if free:
                self._waiting[caller] += 1
        try:
            yield free
        finally:
            if free:
                with self._lock:
                    self._waiting[caller] -= 1
                    self._waiting += Counter()


waiting_room = WaitingRoom()


def _whole_number(request: Request, name: str, most: int) -> int:
    text = request.query_params.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and int(text) <= most):
        detail = f"{name} is a whole number from 0 to {most}."
        raise Problem("malformed", detail, errors=[field_error(f"?{name}", "number", detail)])
    return int(text)


@documented(get=READ_EVENTS)
class EventsView(ApiView):
    """The accepted submissions of a game, as the caller may see them."""

    allowed_query = frozenset({"after", "wait"})

    def get(self, request: Request, game_id: str) -> HttpResponse:
        """Return the messages behind a version, waiting for one where there is none yet."""
        after = _whole_number(request, "after", MAX_VERSION)
        wait = _whole_number(request, "wait", LONGEST_WAIT)
        game, _, viewer = asked_game(request, game_id)
        if after > game.version:
            detail = f"The game is at version {game.version}."
            errors = [field_error("?after", "future", detail)]
            raise Problem("invalid", detail, errors=errors, version=game.version)
        if after == game.version and wait and game.finished_at is None:
            self._wait(request, game, after, wait)
        newer = Submission.objects.filter(game=game, version__gt=after).order_by("version")
        messages = [message(one, viewer) for one in newer[:MOST_MESSAGES]]
        version = messages[-1]["version"] if messages else after
        return answer({"messages": messages, "version": version})

    def _wait(self, request: Request, game: Game, after: int, seconds: int) -> None:
        player = player_of(request)
        caller = address_of(request) if player is None else str(player.id)
        until = time.monotonic() + seconds
        with waiting_room.place(caller) as free:
            while free and not wakeups.hub.is_closed:
                left = until - time.monotonic()
                if left <= 0:
                    return
                if not connection.in_atomic_block:
                    connection.close()
                if wakeups.wait(game.id, after, min(left, _LOOK_EVERY)):
                    return
                if Game.objects.filter(pk=game.pk, version__gt=after).exists():
                    return
