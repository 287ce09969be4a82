"""`POST /me/erase`: the password decides, and afterwards nobody is there."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Final

import pytest
from django.core.cache import cache
from pytest_django import Settings

from dosleague.models import AuditEntry
from games.models import Player
from tests.games.caller import Caller, newcomer, read, signed_in, told

pytestmark = pytest.mark.django_db
PASSWORD: Final = "a long password"


@pytest.fixture
def eve(db: None) -> Caller:
    return signed_in(Player.objects.create_user("Eve", PASSWORD))


def erase(caller: Caller, password: str = PASSWORD) -> Any:
    return caller.post("/me/erase", {"password": password})


def test_erasing(
    eve: Caller,
    nobody: Caller,
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[list[Any]]],
) -> None:
    other = signed_in(eve.player)
    read(other.get("/me"))
    with django_capture_on_commit_callbacks(execute=True):
        erased = read(erase(eve))
    assert erased["name"].startswith("erased-")
    assert read(nobody.get(f"/players/{eve.id}")) == erased
    for caller in (eve, other):
        told(caller.get("/me"), 401, "not_authenticated")
    for name in ("Eve", erased["name"]):
        body = {"name": name, "password": PASSWORD}
        told(nobody.post("/tokens", body), 401, "not_authenticated")
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.channel, entry.actor) == ("player.erased", "api", eve.player)


def test_a_wrong_password_erases_nobody(eve: Caller) -> None:
    told(erase(eve, "another password"), 403, "forbidden")
    assert read(eve.get("/me"))["name"] == "Eve"
    assert not AuditEntry.objects.exists()


def test_a_former_password_is_wrong(eve: Caller) -> None:
    read(eve.get("/me"))
    player = Player.objects.get(pk=eve.id)
    player.set_password("a newer password")
    player.save()
    told(erase(eve), 403, "forbidden")
    read(erase(eve, "a newer password"))


def test_an_account_without_a_password_is_not_erased_by_its_token() -> None:
    told(erase(newcomer("Client"), ""), 422, "invalid")
    told(erase(signed_in(Player.objects.get(name="Client")), "!"), 403, "forbidden")


def test_guesses_are_counted_as_those_of_signing_in(eve: Caller, settings: Settings) -> None:
    settings.THROTTLING = True
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "sign_in": (3, 3600)}
    cache.clear()
    for _ in range(2):
        told(erase(eve, "wrong"), 403, "forbidden")
    body = {"name": "Eve", "password": "wrong"}
    told(Caller().post("/tokens", body), 401, "not_authenticated")
    refused = erase(eve)
    told(refused, 429, "throttled")
    assert "sign_in" in refused["RateLimit-Policy"]
    assert Player.objects.filter(name="Eve").exists()
