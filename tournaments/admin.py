"""The admin of tournaments: to look at. What changes one goes through the API, and is audited."""

from django.contrib import admin

from dosleague.look_only import LookOnlyAdmin, LookOnlyInline
from tournaments.models import Entrant, Organiser, Stage, Tournament


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
