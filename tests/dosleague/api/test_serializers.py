from typing import Any

import pytest

from dosleague.api.json import render_json
from tests.dosleague.api.caller import Caller, told

pytestmark = pytest.mark.urls("tests.dosleague.api.urls")

SHAPE = "/api/v1/shape"


def faults(response: Any) -> list[tuple[str, str]]:
    return [(error["pointer"], error["code"]) for error in told(response)["errors"]]


@pytest.mark.parametrize(
    "body, pointer, code",
    [
        ({"text": 1}, "/text", "wrong_type"),
        ({"text": True}, "/text", "wrong_type"),
        ({"text": ["a"]}, "/text", "wrong_type"),
        ({"text": None}, "/text", "null"),
        ({"number": "1"}, "/number", "wrong_type"),
        ({"number": True}, "/number", "wrong_type"),
        ({"number": 1.0}, "/number", "wrong_type"),
        ({"flag": 1}, "/flag", "wrong_type"),
        ({"flag": "true"}, "/flag", "wrong_type"),
        ({"flag": []}, "/flag", "wrong_type"),
        ({"flag": None}, "/flag", "null"),
        ({"word": 1}, "/word", "wrong_type"),
        ({"id": 17}, "/id", "wrong_type"),
        ({"at": 17}, "/at", "wrong_type"),
        ({"cards": {}}, "/cards", "not_a_list"),
        ({"cards": [{"face": "R7"}, 7]}, "/cards/1", "wrong_type"),
        ({"cards": [{"face": "R7"}, {}]}, "/cards/1/face", "required"),
        ({"cards": [{"face": "R7", "suit": 1}]}, "/cards/0/suit", "unknown_field"),
        ({"seats": "01"}, "/seats", "not_a_list"),
        ({"seats": [0, "1"]}, "/seats/1", "wrong_type"),
        ({"colour": "red"}, "/colour", "unknown_field"),
        ({"a/b~c": 1}, "/a~1b~0c", "unknown_field"),
        ([], "", "wrong_type"),
        ("text", "", "wrong_type"),
    ],
)
def test_wrong_shape_is_malformed_and_pointed_at(
    body: object, pointer: str, code: str, caller: Caller
) -> None:
    response = caller.generic("POST", SHAPE, render_json(body), content_type="application/json")
    assert (response.status_code, told(response)["code"]) == (400, "malformed")
    assert faults(response) == [(pointer, code)]


@pytest.mark.parametrize(
    "body, pointer, code",
    [
        ({"text": "too long"}, "/text", "max_length"),
        ({"text": ""}, "/text", "blank"),
        ({"number": 10}, "/number", "max_value"),
        ({"number": -1}, "/number", "min_value"),
        ({"word": "shout"}, "/word", "invalid_choice"),
        ({"id": "17"}, "/id", "does_not_exist"),
        ({"at": "tomorrow"}, "/at", "not_rfc3339"),
        ({"at": "2026-01-31T09:30:00"}, "/at", "not_rfc3339"),
        ({"at": "2026-02-31T09:30:00Z"}, "/at", "not_rfc3339"),
        ({"seats": [0, 1, 2]}, "/seats", "max_length"),
    ],
)
def test_value_out_of_range_is_invalid(
    body: object, pointer: str, code: str, caller: Caller
) -> None:
    response = caller.post_json(SHAPE, body)
    assert (response.status_code, told(response)["code"]) == (422, "invalid")
    assert faults(response) == [(pointer, code)]


def test_every_fault_is_told_and_the_shape_goes_first(caller: Caller) -> None:
    response = caller.post_json(SHAPE, {"colour": 1, "number": 10, "flag": 0})
    assert told(response)["code"] == "malformed"
    assert set(faults(response)) == {
        ("/colour", "unknown_field"),
        ("/number", "max_value"),
        ("/flag", "wrong_type"),
    }


def test_right_values_come_through_as_they_are(caller: Caller) -> None:
    body = {
        "text": " a ",
        "number": 9,
        "flag": False,
        "word": "call",
        "id": "00000000-0000-0000-0000-000000000011",
        "at": "2026-01-31T09:30:00Z",
        "cards": [{"face": "R7"}],
        "seats": [0, 1],
    }
    assert caller.post_json(SHAPE, body).json() == body
