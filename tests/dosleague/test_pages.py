"""What pages need and the API does not."""

import pytest
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.test import Client

from dosleague import pages


def test_request_of_the_api_knows_no_session_and_still_bears_the_headers_of_all(db: None) -> None:
    answer = Client().get("/api/v1/rulesets")
    assert not hasattr(answer.wsgi_request, "session")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert int(answer.headers["Content-Length"]) == len(answer.content)


def test_page_has_a_session_and_asks_for_a_token_with_its_forms(db: None) -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.get("/admin/login/")
    assert hasattr(page.wsgi_request, "session")
    assert "csrftoken" in page.cookies
    assert client.post("/admin/login/", {"username": "Ada", "password": "x"}).status_code == 403


@pytest.mark.parametrize("name", ["Sessions", "Common", "Csrf", "Authentication", "Messages"])
def test_each_stands_where_django_looks_for_it(name: str) -> None:
    assert f"dosleague.pages.{name}" in settings.MIDDLEWARE
    assert hasattr(pages, name)
    assert get_wsgi_application() is not None
