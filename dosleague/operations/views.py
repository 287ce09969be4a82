"""What operators and their machines ask: alive, ready, which version, how busy."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from prometheus_client import CONTENT_TYPE_LATEST

from dosleague.api.problems import Problem, problem_response
from dosleague.operations.access import check_operator
from dosleague.operations.checks import readiness
from dosleague.operations.metrics import exposition
from dosleague.version import REVISION, VERSION

View = Callable[[HttpRequest], HttpResponse]


def read_only(view: View) -> View:
    """Answer GET and HEAD alone, never from a cache, and tell a problem as the API does."""

    def answer(request: HttpRequest) -> HttpResponse:
        try:
            check_method(request)
            response = view(request)
        except Problem as problem:
            response = problem_response(request, problem)
        response.headers["Cache-Control"] = "no-store"
        return response

    return answer


def check_method(request: HttpRequest) -> None:
    """Refuse whatever would change something."""
    if request.method not in {"GET", "HEAD"}:
        raise Problem("method_not_allowed", headers={"Allow": "GET, HEAD"})


@read_only
def healthz(request: HttpRequest) -> HttpResponse:
    """Say that the process answers; whether it is of any use, `readyz` knows."""
    return JsonResponse({"status": "alive"})


@read_only
def readyz(request: HttpRequest) -> HttpResponse:
    """Say whether games can be played here: 503 with what is wrong if not."""
    checks = readiness()
    is_ready = all(answer == "ok" for answer in checks.values())
    response = JsonResponse(
        {"status": "ready" if is_ready else "not ready", "checks": checks},
        status=200 if is_ready else 503,
    )
    # Asked every few seconds: the answer is the report, Django need not log it as a fault too.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


@read_only
def version(request: HttpRequest) -> HttpResponse:
    """Say which version runs, and from which commit if the image knows."""
    return JsonResponse({"version": VERSION, "revision": REVISION})


@read_only
def metrics(request: HttpRequest) -> HttpResponse:
    """Tell Prometheus how busy the league is; for operators only."""
    check_operator(request)
    return HttpResponse(exposition(), content_type=CONTENT_TYPE_LATEST)
