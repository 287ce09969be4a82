"""How large a body may be: what the view that the path leads to says."""

from typing import Final

from django.urls import Resolver404, resolve

SMALL: Final = 64 * 1024
# What no endpoint exceeds, and the whole service refuses unread.
LARGEST: Final = 8 * 1024 * 1024
# Forms of the admin; Django's own limit.
OF_PAGES: Final = 2_621_440


def body_limit(path: str) -> int:
    """Return the most bytes that a body for the path may have.

    Looked up only for bodies over the smallest limit; most requests never ask.
    """
    try:
        view = resolve(path).func
    except Resolver404:
        return SMALL
    of_view = getattr(view, "cls", None)
    limit: int = getattr(of_view, "body_limit", SMALL if of_view else OF_PAGES)
    return limit
