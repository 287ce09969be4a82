"""How often a caller may ask: counters in the shared cache, one for each bucket and minute or hour.

The buckets and their rates are `settings.THROTTLE_RATES`; `settings.THROTTLING` turns all off.
"""

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Final

import structlog
from django.conf import settings
from django.core.cache import cache, caches
from django.http import HttpRequest, HttpResponseBase
from redis.exceptions import RedisError
from rest_framework.request import Request

from dosleague.api.counters import CountingRedisCache
from dosleague.api.problems import Problem

# Who signs up or in has no account yet that could be counted.
BY_ADDRESS: Final = frozenset({"sign_up", "sign_in"})
_log = structlog.get_logger("dosleague.api")


@dataclass(frozen=True, slots=True)
class Allowance:
    """What is left of a bucket: its rate in seconds, the rest, and the seconds to its renewal."""

    bucket: str
    most: int
    period: int
    left: int
    renewed_in: int


def address_of(request: HttpRequest | Request) -> str:
    """Return the caller's address as the outermost proxy that we trust has seen it.

    With `TRUSTED_PROXIES` 0 what a request says in X-Forwarded-For is not looked at.
    """
    meta = request.META
    nearest: str = meta.get("REMOTE_ADDR") or ""
    proxies: int = settings.TRUSTED_PROXIES
    if not proxies:
        return nearest
    said = [hop.strip() for hop in meta.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
    route = [*said, nearest]
    address = route[-min(proxies + 1, len(route))]
    try:
        return str(ip_address(address))
    except ValueError:
        return nearest


def _neighbourhood(address: str) -> str:
    """Return what is counted as one address: of IPv6 the network that one customer is given."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    mapped = parsed.ipv4_mapped
    return str(mapped) if mapped else f"{int(parsed) >> 64:x}/64"


def check_rate(request: Request, bucket: str, who: str | None = None) -> None:
    """Count the request in a bucket; raises the Problem `throttled` once it is empty.

    It is counted for `who` (a name that somebody signs in with), else for the caller: the player,
    or the address of somebody without a token and of whoever signs up or in.
    """
    if not settings.THROTTLING:
        return
    most, period = settings.THROTTLE_RATES[bucket]
    now = time.time()
    window, passed = divmod(now, period)
    digest = hashlib.sha256((who or _caller(request, bucket)).encode()).hexdigest()[:32]
    count = _counted(f"rate:{bucket}:{int(window)}:{digest}", period)
    renewed_in = max(1, round(period - passed))
    name = bucket if who is None else f"{bucket}_by_name"
    allowance = Allowance(name, most, period, max(0, most - count), renewed_in)
    allowances: list[Allowance] = getattr(request._request, "allowances", [])
    allowances.append(allowance)
    request._request.allowances = allowances  # type: ignore[attr-defined]
    if count > most:
        detail = f"More than {most} requests ({bucket}) in {period} seconds."
        raise Problem("throttled", detail, retry_after=renewed_in, headers=_headers(allowances))


def _caller(request: Request, bucket: str) -> str:
    if bucket not in BY_ADDRESS:
        try:
            if request.auth is not None:
                return str(request.user.pk)
        except Problem:
            pass  # told once the body's shape is judged; counted by the address meanwhile
    return _neighbourhood(address_of(request))


def _counted(key: str, period: int) -> int:
    try:
        if isinstance(shared := caches["default"], CountingRedisCache):
            return shared.count(key, period + 1)
        try:
            return cache.incr(key)
        except ValueError:  # the first of the window
            return 1 if cache.add(key, 1, period + 1) else cache.incr(key)
    except (RedisError, OSError) as fault:
        # Better no limit for a moment than no service.
        _log.warning("throttling_without_cache", fault=type(fault).__name__)
        return 0


def _headers(allowances: Sequence[Allowance]) -> dict[str, str]:
    """Return the fields of draft-ietf-httpapi-ratelimit-headers.

    >>> _headers([Allowance("turns", 600, 60, 598, 43)])
    {'RateLimit-Policy': '"turns";q=600;w=60', 'RateLimit': '"turns";r=598;t=43'}
    """
    return {
        "RateLimit-Policy": ", ".join(f'"{a.bucket}";q={a.most};w={a.period}' for a in allowances),
        "RateLimit": ", ".join(f'"{a.bucket}";r={a.left};t={a.renewed_in}' for a in allowances),
    }


def add_rate_headers(request: HttpRequest, response: HttpResponseBase) -> None:
    """Tell the caller what is left of each bucket that the request was counted in."""
    allowances: list[Allowance] | None = getattr(request, "allowances", None)
    if allowances:
        for name, value in _headers(allowances).items():
            response.headers[name] = value
