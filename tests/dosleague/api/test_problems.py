import logging

import pytest
from django.test import override_settings

from tests.dosleague.api.caller import Caller, told

pytestmark = pytest.mark.urls("tests.dosleague.api.urls")


@pytest.mark.parametrize(
    "name, status, code",
    [
        ("stale", 412, "stale_version"),
        ("illegal", 422, "illegal_action"),
        ("parse", 400, "malformed"),
        ("authentication", 401, "not_authenticated"),
        ("permission", 403, "forbidden"),
        ("denied", 403, "forbidden"),
        ("missing", 404, "not_found"),
        ("gone", 404, "not_found"),
        ("throttled", 429, "throttled"),
        ("suspicious", 400, "malformed"),
        ("database", 503, "unavailable"),
        ("bug", 500, "internal"),
    ],
)
def test_whatever_a_view_raises_is_told_by_its_code(
    name: str, status: int, code: str, caller: Caller
) -> None:
    response = caller.get(f"/api/v1/faults/{name}")
    assert (response.status_code, told(response)["code"]) == (status, code)
    assert b"hunter2" not in response.content


def test_problem_carries_what_belongs_to_its_code(caller: Caller) -> None:
    assert told(caller.get("/api/v1/faults/stale"))["version"] == 18
    illegal = told(caller.get("/api/v1/faults/illegal"))
    assert (illegal["rule"], illegal["index"], illegal["detail"]) == ("R17", 2, "No.")


@pytest.mark.parametrize("name, seconds", [("database", "1"), ("throttled", "7")])
def test_answer_says_when_to_come_again(name: str, seconds: str, caller: Caller) -> None:
    response = caller.get(f"/api/v1/faults/{name}")
    assert response["Retry-After"] == seconds
    assert told(response)["retry_after"] == int(seconds)


def test_bug_is_logged_with_its_cause_and_shown_without(
    caller: Caller, caplog: pytest.LogCaptureFixture
) -> None:
    body = told(caller.get("/api/v1/faults/bug"))
    assert body["detail"] == "The service failed."
    [record] = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert "ZeroDivisionError('hunter2')" in record.getMessage()
    assert body["request_id"] in record.getMessage()


@pytest.mark.parametrize(
    "path, status, code",
    [
        ("/api/v1/nothing", 404, "not_found"),
        ("/nothing", 404, "not_found"),
        ("/api/v1/echo/", 404, "not_found"),
        ("/plain-bug", 500, "internal"),
        ("/plain-denied", 403, "forbidden"),
        ("/api/v1/plain-text", 403, "forbidden"),
    ],
)
def test_what_no_endpoint_answers_is_a_problem_too(
    path: str, status: int, code: str, caller: Caller
) -> None:
    response = caller.get(path)
    assert (response.status_code, told(response)["code"]) == (status, code)
    assert b"hunter2" not in response.content


@override_settings(DEBUG=True)
@pytest.mark.parametrize("path", ["/api/v1/nothing", "/api/v1/faults/bug"])
def test_debugging_changes_no_answer_of_the_api(path: str, caller: Caller) -> None:
    told(caller.get(path))


@pytest.mark.parametrize("path", ["/api/v1/things/17", "/api/v1/uuids/17", "/api/v1/things/%00"])
def test_malformed_id_in_the_path_names_nothing(path: str, caller: Caller) -> None:
    response = caller.get(path)
    assert (response.status_code, told(response)["code"]) == (404, "not_found")


@pytest.mark.parametrize("host", ["elsewhere.example", "a b", "localhost:port"])
def test_foreign_host_is_refused(host: str, caller: Caller) -> None:
    response = caller.get("/api/v1/echo", headers={"Host": host})
    assert (response.status_code, told(response)["code"]) == (400, "malformed")


def test_method_not_allowed_names_those_that_are(caller: Caller) -> None:
    response = caller.delete("/api/v1/echo")
    assert (response.status_code, told(response)["code"]) == (405, "method_not_allowed")
    assert response["Allow"] == "GET, POST, HEAD, OPTIONS"


@pytest.mark.parametrize(
    "accept, status",
    [
        ("application/json", 200),
        ("*/*", 200),
        ("text/html, application/*;q=0.1", 200),
        ("text/html", 406),
        ("application/json;q=0, text/html", 406),
        ("application/x-ndjson", 406),
    ],
)
def test_answer_is_json_or_not_acceptable(accept: str, status: int, caller: Caller) -> None:
    response = caller.get("/api/v1/echo", headers={"Accept": accept})
    assert response.status_code == status
    if status == 406:
        assert told(response)["code"] == "not_acceptable"


def test_unknown_query_parameter_is_refused_by_name(caller: Caller) -> None:
    response = caller.get("/api/v1/echo?page=2")
    assert response.status_code == 400
    assert told(response)["errors"][0]["pointer"] == "?page"


def test_answers_are_private_to_the_caller(caller: Caller) -> None:
    for path in ("/api/v1/echo", "/api/v1/faults/bug"):
        response = caller.get(path)
        assert response["Cache-Control"] == "private"
        assert "Authorization" in response["Vary"]


def test_options_name_the_methods(caller: Caller) -> None:
    response = caller.options("/api/v1/echo")
    assert (response.status_code, response["Allow"]) == (204, "GET, POST, HEAD, OPTIONS")


def test_forged_form_is_told_as_a_problem() -> None:
    careful = Caller(enforce_csrf_checks=True)
    response = careful.post("/plain-bug", {"a": "b"})
    assert (response.status_code, told(response)["code"]) == (403, "forbidden")


class TestRequestId:
    def test_given_one_is_kept(self, caller: Caller) -> None:
        response = caller.get("/api/v1/echo", headers={"X-Request-ID": "turn-17.a"})
        assert response["X-Request-ID"] == "turn-17.a"

    @pytest.mark.parametrize("given", ["", "a b", "ä", "x" * 65, "a\tb"])
    def test_bad_one_is_replaced(self, given: str, caller: Caller) -> None:
        response = caller.get("/api/v1/echo", headers={"X-Request-ID": given})
        assert len(response["X-Request-ID"]) == 32

    def test_each_request_has_its_own(self, caller: Caller) -> None:
        assert len({caller.get("/api/v1/echo")["X-Request-ID"] for _ in range(3)}) == 3


def test_arrival_is_a_moment_ago(caller: Caller) -> None:
    assert 0 < caller.get("/api/v1/echo").json()["arrived"] < 5
