"""docs/api.md names everything that a client may meet, and its examples are what is answered."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

import pytest
from django.test import Client

from dosleague.api.problems import CATALOGUE
from games.engine import events

PAGE: Final = (Path(__file__).resolve().parents[2] / "docs" / "api.md").read_text("utf-8")
JSON_BLOCKS: Final = re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
OF_SEATS: Final = frozenset({"seat_taken", "seat_released"})
"""Events of the table, of which the rules know nothing."""


def section(heading: str) -> str:
    """Return what stands under a heading, up to the next of its rank or above."""
    rank = heading.count("#")
    above = rf"^#{{1,{rank}}} "
    body = PAGE.split(f"\n{heading}\n", 1)[1]
    return re.split(above, body, maxsplit=1, flags=re.MULTILINE)[0]


def first_cells(text: str) -> Iterator[str]:
    """Yield the words in the first cell of each row of the tables in a text."""
    for row in re.findall(r"^\|(.+?)\|", text, re.MULTILINE):
        yield from re.findall(r"`([^`]+)`", row)


@pytest.mark.parametrize("block", JSON_BLOCKS)
def test_every_json_example_is_json(block: str) -> None:
    json.loads(block)


def test_every_code_is_in_the_table_with_its_status() -> None:
    rows = re.findall(r"^\| (\d{3}) \| `(\w+)` \|", section("## Errors"), re.MULTILINE)
    assert {code: int(status) for status, code in rows} == {
        code: status for code, (status, _) in CATALOGUE.items()
    }


def event_rows() -> dict[str, str]:
    """Return each type of event in the table with the cell of its fields."""
    table = section("## Events").split("\n### ", 1)[0]
    return dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", table, re.MULTILINE))


def test_every_type_of_event_is_in_the_table() -> None:
    types = {one.type for one in events.Event.__subclasses__()} | OF_SEATS
    assert set(event_rows()) == types


def test_every_event_has_the_fields_of_the_table() -> None:
    """A field of the dataclass by its public name; `result` is told as its own fields."""
    told = event_rows()
    for kind in events.Event.__subclasses__():
        shown = set(re.findall(r"`(\w+)`", told[kind.type]))
        own = {one.name for one in fields(kind)} - {"kind", "result"}
        assert own <= shown, kind.type


def test_every_field_of_a_position_is_in_the_table() -> None:
    answered = json.loads(example_after("curl -s $API/rules/apply"))["position"]
    assert {*answered, "winner", "points"} <= set(first_cells(section("### Positions")))


def example_after(text: str) -> str:
    """Return the first JSON example behind a text."""
    found = re.search(r"^```json\n(.*?)^```$", PAGE.split(text, 1)[1], re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def test_the_example_of_the_rules_is_what_is_answered(client: Client) -> None:
    (sent,) = re.findall(r"\$API/rules/apply .* -d '(.*?)'\n```", PAGE, re.DOTALL)
    answer: Any = client.post("/api/v1/rules/apply", sent, content_type="application/json")
    assert answer.json() == json.loads(example_after("curl -s $API/rules/apply"))


def test_the_program_about_the_commitment_agrees() -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    subprocess.run([sys.executable, "-I", "-c", program], check=True)
