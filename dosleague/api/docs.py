"""The OpenAPI document, and a page to read and try it."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from rest_framework.request import Request

from dosleague.api.schema.inspector import openapi_document
from dosleague.api.views import ApiView, answer

# Everything comes from here; the page's reader draws its icons as data and styles what it makes.
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


class OpenApiView(ApiView):
    """The document that describes all others."""

    schema = None

    def get(self, request: Request) -> HttpResponse:
        """Return the OpenAPI document."""
        return answer(openapi_document())


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show the OpenAPI document."""
    page = render(request, "dosleague/docs.html")
    page.headers["Content-Security-Policy"] = _POLICY
    return page
