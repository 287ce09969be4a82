"""Django's middleware for pages: sessions, forms and messages, which the API has no use for.

A request of the API passes each by. Its answers bear what the layers around these give to all.
"""

from typing import TYPE_CHECKING, Any, Final

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
from django.middleware.common import CommonMiddleware
from django.middleware.csrf import CsrfViewMiddleware
from django.utils.deprecation import MiddlewareMixin

API: Final = "/api/v1/"

if TYPE_CHECKING:
    _Middleware = MiddlewareMixin
else:
    _Middleware = object


class _ForPages(_Middleware):
    """Does what it does for pages alone."""

    def __call__(self, request: HttpRequest) -> Any:
        if request.path_info.startswith(API):
            return self.get_response(request)
        return super().__call__(request)


class Sessions(_ForPages, SessionMiddleware):
    """Sessions of who has signed in at the administration."""


class Common(_ForPages, CommonMiddleware):
    """Slashes at the ends of paths."""


class Csrf(_ForPages, CsrfViewMiddleware):
    """Forms that come from pages of ours."""


class Authentication(_ForPages, AuthenticationMiddleware):
    """Who has signed in."""


class Messages(_ForPages, MessageMiddleware):
    """What a page says of the request before it."""
