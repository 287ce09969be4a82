"""Kept answers of requests with an Idempotency-Key."""

from typing import ClassVar

from django.db import models


class StoredAnswer(models.Model):
    """The 2xx answer of a POST or PUT, to be given again to a repetition for a day.

    `caller` is a player's id, or the address of somebody without a token. The row is written in
    the transaction of the effect; `status` 0 is a request still at work.
    """

    id = models.BigAutoField(primary_key=True)
    caller = models.CharField(max_length=64)
    method = models.CharField(max_length=6)
    path = models.CharField(max_length=300)
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    headers = models.JSONField(default=dict)
    body = models.TextField(blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["caller", "method", "path", "key"], name="answer_key_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.method} {self.path} ({self.status})"
