"""The admin of players and games: to look at, and to end what must be ended.

What would break a record cannot be edited, and nothing that the table may not see is shown: no
state, no secret, no hidden card of a game that is not over.
"""

import json
from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html

from dosleague.api.problems import Problem
from dosleague.audit import note_act
from dosleague.look_only import LookOnlyAdmin, LookOnlyInline
from games.engine.events import redacted
from games.models import (
    FinishedRound,
    Game,
    Player,
    PlayerRating,
    RatingChange,
    RatingHistory,
    RatingLogEntry,
    RatingPool,
    Seat,
    Submission,
)
from games.services.ending import abort_game, stop_game


@admin.register(Player)
class PlayerAdmin(UserAdmin):  # type: ignore[type-arg]
    """Players; a password can be set, never read."""

    add_form = AdminUserCreationForm
    list_display = ("name", "kind", "is_staff", "is_active", "created_at")
    list_filter = ("kind", "is_staff", "is_active")
    search_fields = ("name",)
    ordering = ("-created_at",)
    readonly_fields = ("id", "kind", "bot", "owner", "created_at", "last_login")
    fieldsets = (
        (None, {"fields": ("id", "name", "password", "kind", "bot", "owner")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        ("Times", {"fields": ("created_at", "last_login")}),
    )
    add_fieldsets = ((None, {"fields": ("name", "usable_password", "password1", "password2")}),)
    filter_horizontal = ("groups",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


_SEALED = "sealed until every table with the same deals is over"


class SeatInline(LookOnlyInline):
    model = Seat
    fields = ("number", "player", "reserved_for", "entropy", "left_at")
    ordering = ("number",)


class RoundInline(LookOnlyInline):
    model = FinishedRound
    fields = ("number", "dealer", "winner", "points", "scores")
    ordering = ("number",)


@admin.register(Game)
class GameAdmin(LookOnlyAdmin):
    """Games, without what is secret while they run."""

    list_display = ("id", "status", "version", "ruleset_name", "rated", "private", "created_at")
    list_filter = ("status", "rated", "private")
    search_fields = ("id", "seats__player__name")
    date_hierarchy = "created_at"
    inlines = (SeatInline, RoundInline)
    actions = ("stop", "abort")
    fields = (
        *("id", "status", "version", "ruleset", "rated", "private", "created_by", "tournament"),
        *("turn_seconds", "bank_seconds", "max_timeouts", "bot_delay_ms", "timeouts"),
        *("commitment", "published_secret", "created_at", "started_at", "finished_at"),
        *("turn_started_at", "deadline", "due_at", "followed", "result", "digest"),
    )

    @admin.display(description="ruleset")
    def ruleset_name(self, game: Game) -> str:
        return str(game.ruleset["name"])

    @admin.display(description="secret")
    def published_secret(self, game: Game) -> str:
        """Return the secret of a game that is over, as are all that share its deals."""
        is_open = game.sealed or game.finished_at is None
        return "published once the game is over" if is_open else bytes(game.secret).hex()

    @admin.action(description="Stop: the game ends and counts as it stands")
    def stop(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        self._end(request, games, stop_game, "stopped")

    @admin.action(description="Abort: the game ends and counts for nothing")
    def abort(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        self._end(request, games, abort_game, "aborted")

    def _end(self, request: HttpRequest, games: QuerySet[Game], end: Any, done: str) -> None:
        if not request.user.is_superuser:
            self.message_user(request, "Only an administrator ends games.", messages.ERROR)
            return
        for game_id in games.values_list("id", flat=True):
            self._end_one(request, game_id, end, done)

    def _end_one(self, request: HttpRequest, game_id: UUID, end: Any, done: str) -> None:
        try:
            with transaction.atomic():
                table = end(game_id=game_id)
                after = {"status": table.game.status, "result": table.game.result}
                note_act(request, f"game.{done}", f"game:{game_id}", channel="admin", after=after)
        except Problem as problem:
            self.message_user(request, f"{game_id}: {problem.detail}", messages.WARNING)
        else:
            self.message_user(request, f"{game_id} is {done}.")


@admin.register(Submission)
class SubmissionAdmin(LookOnlyAdmin):
    """The accepted submissions; hidden cards stay hidden until the game is over."""

    list_display = ("game", "version", "kind", "seat", "at")
    list_filter = ("kind",)
    search_fields = ("game__id",)
    list_select_related = ("game",)
    fields = ("game", "version", "kind", "seat", "player", "at", "played", "seen")
    readonly_fields = fields

    @admin.display(description="actions")
    def played(self, submission: Submission) -> str:
        return _SEALED if submission.game.sealed else _block(submission.actions)

    @admin.display(description="events, as a spectator sees them")
    def seen(self, submission: Submission) -> str:
        if submission.game.sealed:
            return _SEALED
        return _block([redacted(event, None) for event in submission.events])


@admin.register(FinishedRound)
class FinishedRoundAdmin(LookOnlyAdmin):
    """Finished rounds with their actions in notation."""

    list_display = ("game", "number", "dealer", "winner", "points")
    search_fields = ("game__id",)
    list_select_related = ("game",)
    fields = ("game", "number", "dealer", "winner", "points", "scores", "played")
    readonly_fields = fields

    @admin.display(description="text")
    def played(self, finished: FinishedRound) -> str:
        return _SEALED if finished.game.sealed else finished.text


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
    list_select_related = ("player",)


@admin.register(RatingChange)
class RatingChangeAdmin(LookOnlyAdmin):
    """What each game does to ratings, as reckoned now."""

    list_display = ("game", "pool", "seat", "player", "place", "mu_before", "mu", "sigma")
    list_filter = ("pool",)
    search_fields = ("game__id", "player__name")
    list_select_related = ("player",)


@admin.register(RatingHistory)
class RatingHistoryAdmin(LookOnlyAdmin):
    """What players were told of their ratings."""

    list_display = ("at", "player", "pool", "cause", "game", "place", "mu_before", "mu", "sigma")
    list_filter = ("cause", "pool")
    search_fields = ("game__id", "player__name")
    list_select_related = ("player",)


def _block(value: Any) -> str:
    return format_html("<pre>{}</pre>", json.dumps(value, indent=1, ensure_ascii=False))
