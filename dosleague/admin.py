"""The admin of tokens, heartbeats and the audit log."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from dosleague.api.tokens import revoke_token
from dosleague.audit import note_act
from dosleague.look_only import LookOnlyAdmin
from dosleague.models import AuditEntry, Heartbeat, Token


@admin.register(Token)
class TokenAdmin(LookOnlyAdmin):
    """Tokens: what they may do and when they were used, never what they are."""

    list_display = ("prefix", "player", "label", "last_used_at", "expires_at", "revoked_at")
    search_fields = ("prefix", "player__name", "label")
    list_select_related = ("player",)
    fields = (
        *("player", "label", "prefix", "scopes", "created_at", "expires_at"),
        *("last_used_at", "revoked_at"),
    )
    actions = ("revoke",)

    @admin.action(description="Revoke")
    def revoke(self, request: HttpRequest, tokens: QuerySet[Token]) -> None:
        for token in tokens:
            revoke_token(token)
            note_act(request, "token.revoked", f"token:{token.id}", channel="admin")
        self.message_user(request, "The tokens are revoked.")


@admin.register(Heartbeat)
class HeartbeatAdmin(LookOnlyAdmin):
    list_display = ("name", "at")


@admin.register(AuditEntry)
class AuditEntryAdmin(LookOnlyAdmin):
    list_display = ("at", "actor", "channel", "act", "subject")
    list_filter = ("channel", "act")
    search_fields = ("subject", "actor__name")
    list_select_related = ("actor",)
    date_hierarchy = "at"
