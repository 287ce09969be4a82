"""Logs as JSON, a line each, to standard error; tokens and secrets never reach it."""

import re
from typing import Any, Final

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

_SECRET_NAMES: Final = re.compile(
    r"password|secret|token|authorization|cookie|entropy|seed|session|idempotency", re.IGNORECASE
)
_TOKEN: Final = re.compile(r"dl_[A-Za-z0-9_-]{9,}")


def hide_secrets(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Blank what its name says is a secret.

    >>> hide_secrets(None, "info", {"event": "sign in", "password": "hunter2"})
    {'event': 'sign in', 'password': '…'}
    """
    for name in event:
        if _SECRET_NAMES.search(name):
            event[name] = "…"
    return event


def hide_tokens(logger: WrappedLogger, method: str, line: str) -> str:
    """Blank whatever looks like one of our tokens, wherever it stands in the finished line."""
    return _TOKEN.sub("dl_…", line)


_SHARED: Final[list[Processor]] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    hide_secrets,
]


def configure() -> None:
    """Send what structlog is told through the standard library's handlers."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def logging_settings(level: str) -> dict[str, Any]:
    """Return Django's LOGGING: everything at `level` and above as JSON lines."""
    line: list[Any] = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(ensure_ascii=False),
        hide_tokens,
    ]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": "structlog.stdlib.ProcessorFormatter",
                "foreign_pre_chain": _SHARED,
                "processors": line,
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Ours come from dosleague.request; Django's repeat them.
            "django": {"level": level, "handlers": [], "propagate": True},
            "django.request": {"level": "ERROR"},
            "django.security.DisallowedHost": {"level": "CRITICAL"},
        },
    }
