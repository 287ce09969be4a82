"""The audit log: every privileged act leaves a line, in the transaction of the act."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.http import HttpRequest
from rest_framework.request import Request

from dosleague.api.throttling import address_of
from dosleague.models import AuditEntry

if TYPE_CHECKING:
    from django.contrib.auth.models import _User


@dataclass(frozen=True, slots=True)
class Author:
    """Who acts, from where, and through which channel (`admin` or `api`).

    `is_operator` says that a member of staff acts with the rights of one, `may_organise` that the
    token allows what organisers do.
    """

    player: "_User | None"
    address: str
    channel: str
    is_operator: bool = False
    may_organise: bool = True


SERVICE: Final = Author(None, "", "service")
"""Who acts where nobody is named: the service itself, or somebody at its command line."""


def author_of(request: HttpRequest | Request, channel: str) -> Author:
    """Return who sends a request."""
    player = request.user if request.user.is_authenticated else None
    return Author(player, address_of(request), channel)


def note(
    author: Author,
    act: str,
    subject: str,
    *,
    before: Any = None,
    after: Any = None,
    reason: str = "",
) -> None:
    """Write who did what to what, and why."""
    AuditEntry.objects.create(
        actor=author.player,
        channel=author.channel,
        address=author.address,
        act=act,
        subject=subject,
        before=before,
        after=after,
        reason=reason,
    )


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
    """Write what the sender of a request did to what, and why."""
    author = author_of(request, channel)
    note(author, act, subject, before=before, after=after, reason=reason)
