"""Dry runs: what a service does is told, and taken back."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction


@contextmanager
def taken_back() -> Iterator[None]:
    """Undo in the end whatever is written meanwhile; what was to follow the commit is dropped."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
