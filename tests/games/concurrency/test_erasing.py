"""An account is erased while its games go on, and while it is erased elsewhere too."""

from collections.abc import Callable
from functools import partial

import httpx
import pytest

from dosleague.api.problems import Problem
from dosleague.audit import Author
from dosleague.models import AuditEntry
from games.models import Player, Seat
from games.services.erasure import erase_player
from tests.games.concurrency.tables import (
    Person,
    Sitting,
    assert_whole,
    at_once,
    in_process,
    new_person,
    new_sitting,
)

pytestmark = pytest.mark.usefixtures("database")


def erased(person: Person) -> str:
    """Erase an account; return what came of it."""
    by = Author(person.player, "", "api")
    try:
        return erase_player(player_id=person.player.id, by=by).name
    except Problem as problem:
        return problem.code


def acted(sitting: Sitting, person: Person, key: str) -> httpx.Response:
    """Draw a card, be it one's turn or not, then leave."""
    headers = {**person.headers, "Idempotency-Key": key}
    body = {"version": 1, "actions": [{"type": "draw"}]}
    with in_process() as client:
        client.post(f"{sitting.path}/turns", json=body, headers=headers)
        return client.post(f"{sitting.path}/leave", headers=person.headers)


def test_games_that_end_meanwhile_are_in_nobodys_way(stress: bool) -> None:
    """Everybody leaves the games of one who is erased, and so does she herself, all at once."""
    for _ in range(10 if stress else 2):
        gone = new_person()
        others = [new_person() for _ in range(4)]
        sittings = [new_sitting(gone, other) for other in others]
        acts: list[Callable[[], str | httpx.Response]] = [partial(erased, gone)] * 2
        acts += [partial(acted, *pair, "b") for pair in zip(sittings, others, strict=True)]
        acts += [partial(acted, sitting, gone, "a") for sitting in reversed(sittings)]
        found = at_once(acts)
        refused, name = sorted(str(one) for one in found[:2])
        answers = [one for one in found if isinstance(one, httpx.Response)]
        assert refused == "conflict"
        assert Player.objects.get(pk=gone.player.pk).name == name
        assert {answer.status_code for answer in answers} <= {200, 401, 409}
        assert {sitting.game.status for sitting in sittings} == {"finished"}
        for sitting in sittings:
            assert_whole(sitting)
        assert Seat.objects.filter(player=gone.player).count() == len(sittings)
        assert AuditEntry.objects.filter(subject=f"player:{gone.player.id}").count() == 1
