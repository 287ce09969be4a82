"""Ids that sort by creation (UUIDv7)."""

from uuid import UUID

import uuid_utils.compat


def new_id() -> UUID:
    """Return a new id; a later one of the same process sorts behind it."""
    return uuid_utils.compat.uuid7()
