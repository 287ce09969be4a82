"""Access tokens."""

from django.conf import settings
from django.db import models

from dosleague.ids import new_id


class Token(models.Model):
    """A bearer token of a player: only its SHA-256 and a visible prefix are kept."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens"
    )
    label = models.CharField(max_length=100, blank=True, default="")
    prefix = models.CharField(max_length=12)
    hash = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.prefix}… of {self.player_id}"
