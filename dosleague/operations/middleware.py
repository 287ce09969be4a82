"""Counts every request and how long it took, by the name of its route."""

from collections.abc import Callable
from time import perf_counter

from django.http import HttpRequest, HttpResponseBase

from dosleague.operations.metrics import REQUESTS, SECONDS

METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})

Handler = Callable[[HttpRequest], HttpResponseBase]


def measured(get_response: Handler) -> Handler:
    """Measure each request. Paths and odd methods never become labels: there is no end to them."""

    def measure(request: HttpRequest) -> HttpResponseBase:
        started = perf_counter()
        response = get_response(request)
        seconds = perf_counter() - started
        match = request.resolver_match
        route = match.view_name if match else "none"
        method = request.method if request.method in METHODS else "other"
        REQUESTS.labels(method, route, str(response.status_code)).inc()
        SECONDS.labels(method, route).observe(seconds)
        return response

    return measure
