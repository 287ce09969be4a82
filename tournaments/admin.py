"""The admin of tournaments: to look at. What changes one goes through the API, and is audited."""

from django.contrib import admin

from dosleague.look_only import LookOnlyAdmin, LookOnlyInline
from tournaments.models import (
    Division,
    Entrant,
    League,
    Occurrence,
    Organiser,
    PlayOff,
    Schedule,
    Season,
    Stage,
    Tournament,
)


class OrganiserInline(LookOnlyInline):
    model = Organiser
    fields = ("player", "role")
    ordering = ("role",)


class StageInline(LookOnlyInline):
    model = Stage
    fields = ("number", "format", "options", "started_at", "finished_at")
    ordering = ("number",)


@admin.register(Tournament)
class TournamentAdmin(LookOnlyAdmin):
    """Tournaments, with who organises them and their stages."""

    list_display = ("name", "status", "closed_at", "rated", "deals", "created_by", "created_at")
    list_filter = ("status", "rated", "deals")
    search_fields = ("id", "name", "organisers__player__name")
    list_select_related = ("created_by",)
    date_hierarchy = "created_at"
    inlines = (OrganiserInline, StageInline)
    fields = (
        *("id", "name", "status", "closed_at", "ruleset", "rated", "clock", "deals", "advance"),
        *("no_show_seconds", "seed", "cap", "check_in", "kinds", "opens_at", "closes_at"),
        *("start_at", "created_by", "created_at", "published_at", "started_at", "finished_at"),
    )


@admin.register(Organiser)
class OrganiserAdmin(LookOnlyAdmin):
    """Who organises what."""

    list_display = ("tournament", "player", "role")
    list_filter = ("role",)
    search_fields = ("tournament__id", "tournament__name", "player__name")
    list_select_related = ("tournament", "player")


@admin.register(Entrant)
class EntrantAdmin(LookOnlyAdmin):
    """Entries and the waiting lists."""

    list_display = ("tournament", "player", "status", "queue_number", "seed", "registered_at")
    list_filter = ("status",)
    search_fields = ("id", "tournament__id", "tournament__name", "player__name")
    list_select_related = ("tournament", "player")
    fields = (
        *("id", "tournament", "player", "status", "queue_number", "seed", "rating"),
        *("registered_at", "checked_in_at", "start_number", "entered_in", "absent_from"),
    )


@admin.register(Stage)
class StageAdmin(LookOnlyAdmin):
    """Stages with their options."""

    list_display = ("tournament", "number", "format", "started_at", "finished_at")
    list_filter = ("format",)
    search_fields = ("tournament__id", "tournament__name")
    list_select_related = ("tournament",)
    fields = (
        *("tournament", "number", "format", "options", "field"),
        *("started_at", "finished_at"),
    )


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
