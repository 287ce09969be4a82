"""What Prometheus is told: requests as they are counted, the league as it is when asked."""

import os
from collections.abc import Iterable

import redis
from django.conf import settings
from django.db.models import Count, F
from django.utils import timezone
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import REGISTRY, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from dosleague.operations.checks import broker, heartbeat_age
from games.models import Game

REQUESTS = Counter(
    "dosleague_http_requests", "HTTP requests answered.", ["method", "route", "status"]
)
SECONDS = Histogram(
    "dosleague_http_request_seconds",
    "Seconds from a request to its answer.",
    ["method", "route"],
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30),
)


def exposition() -> bytes:
    """Return all metrics in Prometheus' text format; those of sibling processes are added up."""
    league = CollectorRegistry()
    league.register(LeagueCollector())
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        requests = CollectorRegistry()
        MultiProcessCollector(requests)  # type: ignore[no-untyped-call]
    else:
        requests = REGISTRY
    return generate_latest(requests) + generate_latest(league)


class LeagueCollector(Collector):
    """Looks at the database and the broker at each collection."""

    def collect(self) -> Iterable[Metric]:
        """Yield the gauges."""
        yield games()
        yield backlog()
        age = heartbeat_age()
        if age is not None:
            yield GaugeMetricFamily(
                "dosleague_scheduler_silence_seconds",
                "Seconds since games were last swept.",
                value=age.total_seconds(),
            )
        if settings.REDIS_URL:
            yield queues()


def games() -> Metric:
    """Return how many games wait for players, and how many are played."""
    family = GaugeMetricFamily("dosleague_games", "Games under way.", labels=["status"])
    under_way = [Game.Status.OPEN, Game.Status.RUNNING]
    counted = Game.objects.filter(status__in=under_way).order_by().values("status")
    counts = {row["status"]: row["games"] for row in counted.annotate(games=Count("id"))}
    for status in under_way:
        family.add_metric([status.value], counts.get(status.value, 0))
    return family


def backlog() -> Metric:
    """Return how many games wait for the service itself; all near 0 when workers keep up."""
    now = timezone.now()
    running = Game.objects.filter(status=Game.Status.RUNNING)
    ended = Game.objects.filter(status__in=[Game.Status.FINISHED, Game.Status.ABORTED])
    counts = {
        "deadline": running.filter(deadline__lt=now).count(),
        "bot": running.filter(due_at__lt=now).count(),
        "conclusion": ended.exclude(followed=F("version")).count(),
    }
    family = GaugeMetricFamily(
        "dosleague_backlog", "Games that wait for the service to act.", labels=["reason"]
    )
    for reason, count in counts.items():
        family.add_metric([reason], count)
    return family


def queues() -> Metric:
    """Return how many tasks wait in each queue; nothing where Redis does not answer."""
    family = GaugeMetricFamily("dosleague_queue_length", "Tasks that wait.", labels=["queue"])
    names = [queue.name for queue in settings.CELERY_TASK_QUEUES]
    try:
        with broker() as client:
            lengths = [client.llen(name) for name in names]
    except redis.RedisError:
        return family
    for name, length in zip(names, lengths, strict=True):
        family.add_metric([name], length)
    return family
