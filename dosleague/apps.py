from django.apps import AppConfig


class DosLeagueConfig(AppConfig):
    name = "dosleague"
    verbose_name = "DOS League"

    def ready(self) -> None:
        # Whoever queues a task does so through our Celery app, web processes included.
        from dosleague import celery, checks  # noqa: F401, PLC0415
