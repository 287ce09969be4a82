from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        """Listen to the games."""
        import tournaments.receivers  # noqa: F401, PLC0415 - models are loaded by now
