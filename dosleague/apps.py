from django.apps import AppConfig
from django.conf import settings
from django.core.cache import close_caches
from django.core.signals import request_finished, request_started
from django.db import reset_queries


class DosLeagueConfig(AppConfig):
    name = "dosleague"
    verbose_name = "DOS League"

    def ready(self) -> None:
        # Whoever queues a task does so through our Celery app, web processes included.
        from dosleague import celery, checks  # noqa: F401, PLC0415

        if not settings.DEBUG:
            leave_out_what_does_nothing()


def leave_out_what_does_nothing() -> None:
    """Keep Django from two errands that it runs around every request and that come to nothing.

    A log of statements, which it clears, is kept with DEBUG alone; and no cache of ours is closed.
    """
    request_started.disconnect(reset_queries)
    request_finished.disconnect(close_caches)
