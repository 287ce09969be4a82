"""Leagues and their seasons; schedules and what came of them."""

from django.contrib import admin

from dosleague.look_only import LookOnlyAdmin, LookOnlyInline
from tournaments.models import Division, League, Occurrence, PlayOff, Schedule, Season


@admin.register(League)
class LeagueAdmin(LookOnlyAdmin):
    """Leagues with their terms."""

    list_display = ("name", "owner", "division_size", "movers", "playoff_slots", "created_at")
    search_fields = ("id", "name", "owner__name")
    list_select_related = ("owner",)
    fields = (
        *("id", "name", "owner", "ruleset", "clock", "rated", "stage"),
        *("division_size", "movers", "playoff_slots", "created_at"),
    )


class DivisionInline(LookOnlyInline):
    model = Division
    fields = ("number", "tournament")
    ordering = ("number",)


class PlayOffInline(LookOnlyInline):
    model = PlayOff
    fields = ("kind", "division", "players", "tournament")
    ordering = ("id",)


@admin.register(Season)
class SeasonAdmin(LookOnlyAdmin):
    """Seasons with their divisions and play-offs."""

    list_display = ("league", "number", "starts_at", "round_hours", "opened_at")
    search_fields = ("id", "league__id", "league__name")
    list_select_related = ("league",)
    inlines = (DivisionInline, PlayOffInline)
    fields = (
        *("id", "league", "number", "starts_at", "round_hours", "moves"),
        *("created_at", "opened_at"),
    )


@admin.register(Schedule)
class ScheduleAdmin(LookOnlyAdmin):
    """Tournaments that come again and again."""

    list_display = ("rule", "time_zone", "owner", "next_at", "ended_at")
    search_fields = ("id", "owner__name", "template__name")
    list_select_related = ("owner",)
    fields = (
        *("id", "owner", "rule", "time_zone", "start_after_minutes", "template", "entrants"),
        *("begins_at", "next_at", "created_at", "ended_at"),
    )


@admin.register(Occurrence)
class OccurrenceAdmin(LookOnlyAdmin):
    """The dates of schedules, and what came of them."""

    list_display = ("schedule", "local", "status", "reason", "tournament", "settled")
    list_filter = ("status",)
    search_fields = ("schedule__id", "tournament__id")
    list_select_related = ("schedule", "tournament")
    fields = ("schedule", "local", "at", "status", "reason", "tournament", "settled")
