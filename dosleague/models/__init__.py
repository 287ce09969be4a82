"""What the project keeps beneath its apps."""

from dosleague.models.answer import StoredAnswer
from dosleague.models.operation import AuditEntry, Heartbeat
from dosleague.models.token import Token

__all__ = ["AuditEntry", "Heartbeat", "StoredAnswer", "Token"]
