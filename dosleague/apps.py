from django.apps import AppConfig


class DosLeagueConfig(AppConfig):
    name = "dosleague"
    verbose_name = "DOS League"
