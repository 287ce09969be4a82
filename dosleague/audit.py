"""The audit log: every privileged act leaves a line, in the transaction of the act."""

from typing import Any

from django.http import HttpRequest

from dosleague.api.throttling import address_of
from dosleague.models import AuditEntry


def note_act(
    request: HttpRequest,
    act: str,
    subject: str,
    *,
    channel: str,
    before: Any = None,
    after: Any = None,
    reason: str = "",
) -> None:
    """Write who did what to what, from where, through which channel (`admin` or `api`)."""
    actor = request.user if request.user.is_authenticated else None
    AuditEntry.objects.create(
        actor=actor,
        channel=channel,
        address=address_of(request),
        act=act,
        subject=subject,
        before=before,
        after=after,
        reason=reason,
    )
