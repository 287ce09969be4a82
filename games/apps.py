from django.apps import AppConfig
from django.db.models.signals import post_migrate


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """See to it that the built-in bots have their players once the tables are there."""
        from games.services.bots import ensure_bots  # noqa: PLC0415 - models are loaded by now

        post_migrate.connect(ensure_bots, sender=self, dispatch_uid="games.ensure_bots")
