"""Players: who may do what, and the end of an account."""

from typing import Any, Final

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.http import HttpRequest

from dosleague.audit import Author
from dosleague.previewed import Asked, ForSuperusers, Preview, PreviewedAct, action
from games.models import Player
from games.services.erasure import erase_player, erasure_is_blocked, erasure_would


def _foreseen_erasure(player: Player, asked: Asked, by: Author) -> Preview:
    blocking = tuple(erasure_is_blocked(player))
    return Preview(() if blocking else tuple(erasure_would(player)), blocking)


def _erase(player: Player, asked: Asked, by: Author) -> None:
    erase_player(player_id=player.id, by=by, reason=asked["reason"])


ERASE: Final = PreviewedAct(
    name="erase",
    label="Erase the account",
    done="the account is erased.",
    foresee=_foreseen_erasure,
    carry_out=_erase,
)


@admin.register(Player)
class PlayerAdmin(ForSuperusers, UserAdmin):  # type: ignore[type-arg]
    """Players; a password can be set, never read."""

    actions = (action(ERASE),)

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
