"""What operators look at: heartbeats and the audit log."""

from typing import ClassVar

from django.conf import settings
from django.db import models


class Heartbeat(models.Model):
    """When a part of the service was last seen alive."""

    name = models.CharField(max_length=50, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%Y-%m-%d %H:%M:%S}"


class AuditEntry(models.Model):
    """One privileged act: who, when, from where, through which channel, before and after, why."""

    id = models.BigAutoField(primary_key=True)
    at = models.DateTimeField(auto_now_add=True, db_index=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="acts"
    )
    channel = models.CharField(max_length=10)
    address = models.CharField(max_length=45, blank=True, default="")
    act = models.CharField(max_length=60)
    subject = models.CharField(max_length=100)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    reason = models.TextField(blank=True, default="")

    class Meta:
        indexes: ClassVar = [models.Index(fields=["subject", "-at"], name="audit_by_subject")]
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.act} on {self.subject}"
