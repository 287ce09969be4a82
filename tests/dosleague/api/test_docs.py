"""The page to read the OpenAPI document: whole, and from this service alone."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.dosleague.api.caller import told

PAGE = "/api/docs"


def links(text: str) -> list[str]:
    return re.findall(r'(?:src|href|data-document)="([^"]+)"', text)


def status_of(client: Client, link: str) -> int:
    answer = client.get(link)
    answer.getvalue()  # a file is closed once it is read
    return answer.status_code


def test_everything_that_the_page_needs_is_here(client: Client) -> None:
    page = client.get(PAGE)
    needed = links(page.content.decode())
    assert reverse("openapi") in needed
    assert len(needed) >= 5
    assert {link: status_of(client, link) for link in needed} == dict.fromkeys(needed, 200)


def test_page_may_load_nothing_from_elsewhere(client: Client) -> None:
    page = client.get(PAGE)
    policy = page["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "://" not in policy
    assert "unsafe-eval" not in policy
    assert re.findall(r"<script(?![^>]* src=)", page.content.decode()) == []


@pytest.mark.parametrize("path", [PAGE, "/api/v1/openapi.json"])
def test_documents_are_read_only(client: Client, path: str) -> None:
    told_of = told(client.post(path))
    assert (told_of["status"], told_of["code"]) == (405, "method_not_allowed")


def test_document_takes_no_parameter(client: Client) -> None:
    assert told(client.get("/api/v1/openapi.json?format=yaml"))["code"] == "malformed"
