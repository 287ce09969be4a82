import json
import logging
from typing import Any

import pytest
import structlog

from tests.dosleague.api.caller import Caller

pytestmark = pytest.mark.urls("tests.dosleague.api.urls")

TOKEN = "dl_" + "x" * 43


def line_of(record: logging.LogRecord) -> dict[str, Any]:
    handlers = logging.getLogger().handlers
    [ours] = [each for each in handlers if "ProcessorFormatter" in type(each.formatter).__name__]
    line: dict[str, Any] = json.loads(ours.format(record))
    return line


def test_lines_go_to_standard_error_as_json(caplog: pytest.LogCaptureFixture) -> None:
    structlog.get_logger("dosleague.test").warning("a turn", game="17")
    line = line_of(caplog.records[-1])
    assert (line["event"], line["game"], line["level"]) == ("a turn", "17", "warning")
    assert line["timestamp"].endswith("Z")


def test_lines_of_libraries_look_the_same(caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("library").warning("%s left", "Ada")
    line = line_of(caplog.records[-1])
    assert (line["event"], line["logger"]) == ("Ada left", "library")


@pytest.mark.parametrize("name", ["password", "token", "client_secret", "Authorization", "entropy"])
def test_secrets_are_blanked_by_name(name: str, caplog: pytest.LogCaptureFixture) -> None:
    structlog.get_logger("dosleague.test").warning("signing in", **{name: "hunter2"})
    assert "hunter2" not in caplog.records[-1].getMessage()


def test_tokens_are_blanked_wherever_they_stand(caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("library").warning("header was Bearer %s", TOKEN)
    logging.getLogger("library").error("failed", exc_info=ValueError(TOKEN))
    lines = [line_of(record) for record in caplog.records]
    assert lines[0]["event"] == "header was Bearer dl_…"
    assert TOKEN not in lines[1]["exception"]


def test_failed_request_is_logged_by_its_id(
    caller: Caller, caplog: pytest.LogCaptureFixture
) -> None:
    response = caller.get("/nothing", headers={"Authorization": f"Bearer {TOKEN}"})
    line = line_of(caplog.records[-1])
    assert line["request_id"] == response["X-Request-ID"]
    assert (line["path"], line["status"], line["method"]) == ("/nothing", 404, "GET")
    assert TOKEN not in str(line)


def test_request_in_order_is_not_logged(caller: Caller, caplog: pytest.LogCaptureFixture) -> None:
    caller.get("/api/v1/echo")
    assert caplog.records == []
