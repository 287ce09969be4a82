"""Callers, and a service without limits of rate."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from pytest_django import Settings

from dosleague.api.tokens import forget_cached_tokens
from tests.games.caller import Caller, newcomer


@pytest.fixture(autouse=True)
def quiet_service(settings: Settings) -> Iterator[None]:
    """Count no requests, know no tokens, and hash passwords in no time."""
    settings.THROTTLING = False
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    backend = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": uuid4().hex}}
    forget_cached_tokens()
    yield
    forget_cached_tokens()


@pytest.fixture
def ada(db: None) -> Caller:
    return newcomer("Ada")


@pytest.fixture
def bob(db: None) -> Caller:
    return newcomer("Bob")


@pytest.fixture
def cleo(db: None) -> Caller:
    return newcomer("Cleo")


@pytest.fixture
def dan(db: None) -> Caller:
    return newcomer("Dan")


@pytest.fixture
def nobody() -> Caller:
    """Somebody without a token."""
    return Caller()
