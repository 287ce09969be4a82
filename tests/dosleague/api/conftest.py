"""A caller of the small endpoints in `urls`."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from pytest_django import Settings

from dosleague.api.tokens import forget_cached_tokens, issue_token
from games.models import Player
from tests.dosleague.api.caller import Caller


@pytest.fixture(autouse=True)
def fresh_caches(settings: Settings) -> Iterator[None]:
    """Start with no token known and no request counted, in a cache of the test's own."""
    backend = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": uuid4().hex}}
    forget_cached_tokens()
    yield
    forget_cached_tokens()


@pytest.fixture
def ada(db: None) -> Player:
    return Player.objects.create_user("Ada")


@pytest.fixture
def secret(ada: Player) -> str:
    return issue_token(ada)[1]


@pytest.fixture
def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


@pytest.fixture
def caller() -> Caller:
    return Caller(raise_request_exception=False)
