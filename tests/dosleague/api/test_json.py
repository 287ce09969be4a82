from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from uuid import UUID

import pytest
from django.utils.functional import lazystr

from dosleague.api.json import parse_json, render_json
from dosleague.api.problems import Problem
from tests.dosleague.api.caller import Caller, told

pytestmark = pytest.mark.urls("tests.dosleague.api.urls")

ECHO = "/api/v1/echo"


def nested(depth: int, *, objects: bool = False) -> bytes:
    opening, closing = (b'{"a":', b"}") if objects else (b"[", b"]")
    return opening * depth + b"1" + closing * depth


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"'",
        b" ",
        b"[1,]",
        b'{"a": 1} {}',
        b'{"a": 1, "a": 1}',
        b'{"a": {"b": 1, "b": 2}}',
        b'{"a": 1, "\\u0061": 2}',
        b"[NaN]",
        b"[Infinity]",
        b"[-Infinity]",
        b"[1e999]",
        b"[-1e999]",
        b"[" + b"9" * 5000 + b"]",
        b'["\xff"]',
        b'["\xed\xa0\x80"]',
        b'\xef\xbb\xbf{"a": 1}',
        '["a"]'.encode("utf-16"),
        b'["\x00"]',
        b'["\\u0000"]',
        b'{"\\u0000": 1}',
        b'["\\ud800"]',
        b'["\\udc00\\ud800"]',
        b'{"\\udfff": 1}',
        nested(21),
        nested(21, objects=True),
        nested(30_000),
        nested(10_000, objects=True),
    ],
    ids=range(28),
)
def test_body_that_two_readers_could_take_differently_is_malformed(
    body: bytes, caller: Caller
) -> None:
    response = caller.post_raw(ECHO, body)
    assert (response.status_code, told(response)["code"]) == (400, "malformed")


@pytest.mark.parametrize(
    "body, value",
    [
        (b'{"a": [1, 2.5, true, null]}', {"a": [1, 2.5, True, None]}),
        (b'{"a": 1, "A": 2}', {"a": 1, "A": 2}),
        (b'"\\ud83c\\udccf"', "\U0001f0cf"),
        (b'["\\\\u0000"]', ["\\u0000"]),
        ('"Rīga"'.encode(), "Rīga"),
        (b"[[]," + b"[]," * 30 + b"[]]", [[]] * 32),
    ],
)
def test_body_of_one_meaning_is_read(body: bytes, value: object, caller: Caller) -> None:
    response = caller.post_raw(ECHO, body)
    assert (response.status_code, response.json()) == (200, value)


def test_twenty_levels_are_not_too_deep() -> None:
    assert parse_json(nested(20))
    assert parse_json(nested(20, objects=True))


def test_no_body_is_an_empty_object(caller: Caller) -> None:
    response = caller.generic("POST", ECHO)
    assert (response.status_code, response.json()) == (200, {})


@pytest.mark.parametrize(
    "content_type",
    [
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonp",
        "application/json; charset=latin-1",
        'application/json; charset="utf-16"',
    ],
)
def test_other_media_types_are_not_read(content_type: str, caller: Caller) -> None:
    response = caller.post_raw(ECHO, b'{"a": 1}', content_type)
    assert (response.status_code, told(response)["code"]) == (415, "unsupported_media_type")


@pytest.mark.parametrize(
    "content_type", ["application/json", "application/json; charset=UTF-8", "Application/JSON"]
)
def test_json_is_read_however_it_is_named(content_type: str, caller: Caller) -> None:
    assert caller.post_raw(ECHO, b'{"a": 1}', content_type).json() == {"a": 1}


def test_values_are_written_as_the_api_writes_them() -> None:
    value = {
        "id": UUID(int=17),
        "at": datetime(2026, 1, 31, 9, 30, tzinfo=UTC),
        "there": datetime(2026, 1, 31, 9, 30, 0, 5, tzinfo=timezone(timedelta(hours=2))),
        "name": lazystr("Rīga"),
    }
    assert render_json(value).decode() == (
        '{"id":"00000000-0000-0000-0000-000000000011","at":"2026-01-31T09:30:00Z",'
        '"there":"2026-01-31T07:30:00.000005Z","name":"Rīga"}'
    )


@pytest.mark.parametrize("value", [object(), {1: "a"}, 1j, {"set"}])
def test_what_has_no_form_in_json_is_not_guessed(value: Any) -> None:
    with pytest.raises(TypeError):
        render_json(value)


def test_what_is_no_number_is_null() -> None:
    assert render_json([float("nan"), float("inf")]) == b"[null,null]"


def test_refusal_says_where() -> None:
    with pytest.raises(Problem, match="at character 5"):
        parse_json(b'{"a":}')
