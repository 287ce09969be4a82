"""Ratings, the log that they follow from, and what players were told of them."""

from django.contrib import admin

from dosleague.look_only import LookOnlyAdmin
from games.models import PlayerRating, RatingChange, RatingHistory, RatingLogEntry, RatingPool


@admin.register(RatingPool)
class RatingPoolAdmin(LookOnlyAdmin):
    """Pools, and where each stands."""

    list_display = ("name", "games", "position", "generation", "algorithm", "hash")
    search_fields = ("name",)


@admin.register(RatingLogEntry)
class RatingLogEntryAdmin(LookOnlyAdmin):
    """What ratings are played from: games, and rulings on them."""

    list_display = ("pool", "position", "kind", "game", "finished_at", "reason")
    list_filter = ("kind", "pool")
    search_fields = ("game__id", "reason")


@admin.register(PlayerRating)
class PlayerRatingAdmin(LookOnlyAdmin):
    """Ratings as they count now."""

    list_display = ("player", "pool", "public", "mu", "sigma", "games", "last_played_at")
    list_filter = ("pool",)
    search_fields = ("player__name",)
    list_select_related = ("player", "pool")


@admin.register(RatingChange)
class RatingChangeAdmin(LookOnlyAdmin):
    """What each game does to ratings, as reckoned now."""

    list_display = ("game", "pool", "seat", "player", "place", "mu_before", "mu", "sigma")
    list_filter = ("pool",)
    search_fields = ("game__id", "player__name")
    list_select_related = ("player", "pool", "game")


@admin.register(RatingHistory)
class RatingHistoryAdmin(LookOnlyAdmin):
    """What players were told of their ratings."""

    list_display = ("at", "player", "pool", "cause", "game", "place", "mu_before", "mu", "sigma")
    list_filter = ("cause", "pool")
    search_fields = ("game__id", "player__name")
    list_select_related = ("player", "pool", "game")
