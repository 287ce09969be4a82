"""Games, their submissions and rounds; how a game is ended, and rulings on rated ones."""

import json
from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html

from dosleague.api.problems import Problem
from dosleague.audit import Author, note_act
from dosleague.dry_run import taken_back
from dosleague.look_only import LookOnlyAdmin, LookOnlyInline
from dosleague.previewed import (
    ActForm,
    Asked,
    ForSuperusers,
    NumbersField,
    Preview,
    PreviewedAct,
    action,
)
from games.engine.events import redacted
from games.models import FinishedRound, Game, RatingLogEntry, Seat, Submission
from games.services.ending import abort_game, stop_game
from games.services.rulings import correct_game, restore_game, void_game

_SEALED = "sealed until every table with the same deals is over"


class PlacesForm(ActForm):
    """What a correction asks for besides."""

    places = NumbersField(help_text="By seat, the first to begin with, such as 2, 1.")


def _places(game: Game) -> list[str]:
    """Return who sat where, and with which place the game ended; nothing of one that goes on."""
    if game.sealed or game.result is None:
        return []
    places = game.result["places"] or [None] * game.seat_count
    seats = game.seats.select_related("player").order_by("number")
    return [f"Seat {seat.number}: {seat.player}, place {places[seat.number]}." for seat in seats]


def _foreseen(rule: Callable[..., None], effect: str) -> Callable[[Game, Asked, Author], Preview]:
    """Return what tells of a ruling: it is made, and taken back."""

    def foresee(game: Game, asked: Asked, by: Author) -> Preview:
        with taken_back():
            rule(game, {**asked, "reason": asked["reason"] or "To see what would happen."}, by)
            log = RatingLogEntry.objects.filter(game=game)
            pools = sorted(set(log.values_list("pool", flat=True)))
        again = f"Ratings are played again from this game on in: {', '.join(pools)}."
        return Preview((effect.format(**asked), again))

    return foresee


def _void(game: Game, asked: Asked, by: Author) -> None:
    void_game(game_id=game.id, reason=asked["reason"], author=by)


def _restore(game: Game, asked: Asked, by: Author) -> None:
    restore_game(game_id=game.id, reason=asked["reason"], author=by)


def _correct(game: Game, asked: Asked, by: Author) -> None:
    correct_game(game_id=game.id, places=asked["places"], reason=asked["reason"], author=by)


RULINGS: Final = (
    PreviewedAct(
        name="void",
        label="Void: the game counts for nothing in the ratings",
        done="the game is voided.",
        foresee=_foreseen(_void, "The game counts for nothing; its result and record stay."),
        carry_out=_void,
        about=_places,
    ),
    PreviewedAct(
        name="restore",
        label="Restore: a voided game counts again",
        done="the game is restored.",
        foresee=_foreseen(_restore, "The game counts again, with the places it ended with."),
        carry_out=_restore,
        about=_places,
    ),
    PreviewedAct(
        name="correct",
        label="Correct: the game counts with other places",
        done="the game is corrected.",
        foresee=_foreseen(_correct, "The game counts with the places {places}, by seat."),
        carry_out=_correct,
        about=_places,
        form=PlacesForm,
        is_single=True,
    ),
)
"""Rulings on rated games that are no tournament's."""


class SeatInline(LookOnlyInline):
    model = Seat
    fields = ("number", "player", "reserved_for", "entropy", "left_at")
    ordering = ("number",)


class RoundInline(LookOnlyInline):
    model = FinishedRound
    fields = ("number", "dealer", "winner", "points", "scores")
    ordering = ("number",)


@admin.register(Game)
class GameAdmin(ForSuperusers, LookOnlyAdmin):
    """Games, without what is secret while they run."""

    list_display = ("id", "status", "version", "ruleset_name", "rated", "private", "created_at")
    list_filter = ("status", "rated", "private")
    search_fields = ("id", "seats__player__name")
    date_hierarchy = "created_at"
    inlines = (SeatInline, RoundInline)
    actions = ("stop", "abort", *map(action, RULINGS))
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


def _block(value: Any) -> str:
    return format_html("<pre>{}</pre>", json.dumps(value, indent=1, ensure_ascii=False))
