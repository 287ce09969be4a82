from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from django.test import RequestFactory
from pytest_django import Settings
from redis import Redis
from redis.exceptions import ConnectionError as NoRedis

from dosleague.api.counters import CountingRedisCache
from dosleague.api.throttling import address_of
from dosleague.checks import check_throttling
from tests.dosleague.api.caller import Caller, told

pytestmark = [pytest.mark.urls("tests.dosleague.api.urls"), pytest.mark.django_db]

ECHO, TURNS, SIGN_IN = "/api/v1/echo", "/api/v1/turns", "/api/v1/sign-in"


@pytest.fixture(autouse=True)
def still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand 20 s into a minute, so that no window closes during a test."""
    monkeypatch.setattr("dosleague.api.throttling.time.time", lambda: 1_800_000_020.0)


@pytest.fixture
def rates(settings: Settings) -> dict[str, tuple[int, int]]:
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "reads": (2, 60), "turns": (3, 60)}
    settings.THROTTLE_RATES["sign_in"] = (2, 60)
    rates: dict[str, tuple[int, int]] = settings.THROTTLE_RATES
    return rates


def sign_in(caller: Caller, name: str, address: str = "127.0.0.1") -> Any:
    return caller.post(
        SIGN_IN, {"name": name}, content_type="application/json", REMOTE_ADDR=address
    )


@pytest.mark.usefixtures("rates")
class TestBuckets:
    def test_every_answer_says_what_is_left(self, caller: Caller) -> None:
        response = caller.get(ECHO)
        assert response["RateLimit-Policy"] == '"reads";q=2;w=60'
        assert response["RateLimit"] == '"reads";r=1;t=40'

    def test_empty_bucket_refuses_until_it_is_renewed(self, caller: Caller) -> None:
        answers = [caller.get(ECHO) for _ in range(3)]
        assert [each.status_code for each in answers] == [200, 200, 429]
        refusal = answers[-1]
        assert told(refusal)["code"] == "throttled"
        assert refusal["Retry-After"] == "40"
        assert refusal["RateLimit"] == '"reads";r=0;t=40'

    def test_next_window_is_full_again(
        self, caller: Caller, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for _ in range(3):
            caller.get(ECHO)
        monkeypatch.setattr("dosleague.api.throttling.time.time", lambda: 1_800_000_060.0)
        assert caller.get(ECHO).status_code == 200

    def test_turns_are_counted_apart_from_reads(self, caller: Caller) -> None:
        for _ in range(3):
            caller.get(ECHO)
        assert caller.post_json(TURNS)["RateLimit"] == '"turns";r=2;t=40'

    def test_player_is_counted_wherever_it_asks_from(
        self, caller: Caller, bearer: dict[str, str]
    ) -> None:
        codes = [
            caller.get(ECHO, headers=bearer, REMOTE_ADDR=f"192.0.2.{n}").status_code
            for n in range(3)
        ]
        assert codes == [200, 200, 429]
        assert caller.get(ECHO).status_code == 200

    def test_addresses_are_counted_apart(self, caller: Caller) -> None:
        codes = [caller.get(ECHO, REMOTE_ADDR=f"192.0.2.{n}").status_code for n in range(3)]
        assert codes == [200, 200, 200]

    def test_network_of_one_customer_is_one_address(self, caller: Caller) -> None:
        codes = [caller.get(ECHO, REMOTE_ADDR=f"2001:db8::{n}").status_code for n in range(1, 4)]
        assert codes == [200, 200, 429]

    def test_unknown_tokens_open_no_further_bucket(self, caller: Caller) -> None:
        codes = [
            caller.get(ECHO, headers={"Authorization": f"Bearer dl_{n:043}"}).status_code
            for n in range(3)
        ]
        assert codes == [401, 401, 429]

    def test_signing_in_is_counted_by_address(self, caller: Caller) -> None:
        assert [sign_in(caller, f"name{n}").status_code for n in range(3)] == [200, 200, 429]

    def test_signing_in_is_counted_by_name(self, caller: Caller) -> None:
        codes = [sign_in(caller, "Ada", f"192.0.2.{n}").status_code for n in range(3)]
        assert codes == [200, 200, 429]
        assert sign_in(caller, "Bob", "192.0.2.9").status_code == 200

    def test_throttling_can_be_lifted(self, caller: Caller, settings: Settings) -> None:
        settings.THROTTLING = False
        answers = [caller.get(ECHO) for _ in range(5)]
        assert {each.status_code for each in answers} == {200}
        assert "RateLimit" not in answers[-1]


def test_lost_cache_lets_requests_through(caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> int:
        raise NoRedis("gone")

    monkeypatch.setattr(LocMemCache, "incr", gone)
    assert caller.get(ECHO).status_code == 200


@pytest.fixture
def redis_cache(settings: Settings) -> Iterator[None]:
    url = "redis://127.0.0.1:6379/9"
    try:
        Redis.from_url(url).ping()
    except NoRedis:
        pytest.skip("needs Redis at 127.0.0.1:6379")
    backend = "dosleague.api.counters.CountingRedisCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": url, "KEY_PREFIX": uuid4().hex}}
    yield
    for key in redis_keys():
        redis_client().delete(key)


@pytest.mark.usefixtures("rates", "redis_cache")
def test_processes_count_together_in_redis(caller: Caller) -> None:
    answers = [caller.get(ECHO) for _ in range(3)]
    assert [each.status_code for each in answers] == [200, 200, 429]
    [key] = [*redis_keys()]
    assert 0 < redis_client().ttl(key) <= 61


def redis_client() -> Any:
    shared = caches["default"]
    assert isinstance(shared, CountingRedisCache)
    return shared._cache.get_client(None, write=True)


def redis_keys() -> Iterator[bytes]:
    prefix = caches["default"].key_prefix
    yield from redis_client().scan_iter(f"{prefix}:*")


@pytest.mark.parametrize(
    "proxies, forwarded, address",
    [
        (0, "", "192.0.2.1"),
        (0, "198.51.100.7", "192.0.2.1"),
        (1, "198.51.100.7", "198.51.100.7"),
        (1, "203.0.113.9, 198.51.100.7", "198.51.100.7"),
        (2, "203.0.113.9, 198.51.100.7", "203.0.113.9"),
        (2, "203.0.113.9,203.0.113.8, 198.51.100.7", "203.0.113.8"),
        (3, "198.51.100.7", "198.51.100.7"),
        (1, "", "192.0.2.1"),
        (1, "made up", "192.0.2.1"),
        (1, "2001:DB8::1", "2001:db8::1"),
    ],
)
def test_forwarded_address_is_believed_as_far_as_proxies_are(
    proxies: int, forwarded: str, address: str, settings: Settings
) -> None:
    settings.TRUSTED_PROXIES = proxies
    request = RequestFactory().get(
        "/", REMOTE_ADDR="192.0.2.1", headers={"X-Forwarded-For": forwarded}
    )
    assert address_of(request) == address


@pytest.mark.parametrize("throttling, faults", [(True, 0), (False, 1)])
def test_deployment_without_rates_is_refused(
    throttling: bool, faults: int, settings: Settings
) -> None:
    settings.THROTTLING = throttling
    assert len(check_throttling()) == faults
