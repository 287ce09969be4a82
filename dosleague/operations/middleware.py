"""Counts every request and how long it took, by the name of its route."""

from collections.abc import Callable
from functools import lru_cache
from time import perf_counter

from django.http import HttpRequest, HttpResponseBase
from prometheus_client import Counter, Histogram

from dosleague.operations.metrics import REQUESTS, SECONDS

METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})

Handler = Callable[[HttpRequest], HttpResponseBase]


@lru_cache(maxsize=1_000)
def _counters(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    """Return what counts such requests; Prometheus' own way to them takes longer than to count."""
    return REQUESTS.labels(method, route, str(status)), SECONDS.labels(method, route)


def measured(get_response: Handler) -> Handler:
    """Measure each request. Paths and odd methods never become labels: there is no end to them."""

    def measure(request: HttpRequest) -> HttpResponseBase:
        started = perf_counter()
        response = get_response(request)
        seconds = perf_counter() - started
        match = request.resolver_match
        route = match.view_name if match else "none"
        method = request.method if request.method in METHODS else "other"
        requests, took = _counters(method, route, response.status_code)
        requests.inc()
        took.observe(seconds)
        return response

    return measure
