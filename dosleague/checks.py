"""What `manage.py check --deploy` says about the way the service is set up."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register

SHARED_BROKER = Error(
    "Without REDIS_URL a task never leaves its process.",
    hint="Set REDIS_URL. Only `manage.py serve` runs everything in one process.",
    id="dosleague.E001",
)

THROTTLING_OFF = Error(
    "THROTTLING is off: anybody may ask without end.",
    hint="Leave THROTTLING unset.",
    id="dosleague.E002",
)


@register(Tags.compatibility, deploy=True)
def check_broker(**_: Any) -> list[CheckMessage]:
    """Refuse a deployment whose processes cannot reach one another."""
    return [] if settings.REDIS_URL else [SHARED_BROKER]


@register(Tags.security, deploy=True)
def check_throttling(**_: Any) -> list[CheckMessage]:
    """Refuse a deployment without rates: lifting them is for benches."""
    return [] if settings.THROTTLING else [THROTTLING_OFF]
