"""Shapes of JSON, written as JSON Schema; the named ones become components of the document."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from dosleague.api.problems import CATALOGUE


@dataclass(frozen=True, slots=True)
class Component:
    """Something that the document names once and refers to: a schema, a parameter, a header …"""

    name: str
    value: Mapping[str, Any]
    section: str = "schemas"


Schema: TypeAlias = Mapping[str, Any] | Component


def shape(
    fields: Mapping[str, Schema],
    *,
    optional: Mapping[str, Schema] | None = None,
    description: str = "",
) -> dict[str, Any]:
    """Return the schema of an object in an answer: readers ignore what else it holds."""
    told = {"description": description} if description else {}
    properties = {**fields, **(optional or {})}
    return {"type": "object", **told, "properties": properties, "required": list(fields)}


def body(
    fields: Mapping[str, Schema],
    *,
    optional: Mapping[str, Schema] | None = None,
    description: str = "",
) -> dict[str, Any]:
    """Return the schema of an object in a request: an unknown field is refused."""
    known = shape(fields, optional=optional, description=description)
    if not fields:
        del known["required"]
    return {**known, "additionalProperties": False}


def list_of(items: Schema, description: str = "", **limits: int) -> dict[str, Any]:
    """Return the schema of a list, with `minItems` and `maxItems`."""
    told = {"description": description} if description else {}
    return {"type": "array", "items": items, **told, **limits}


def nullable(schema: Schema) -> dict[str, Any]:
    """Return the schema of a value or null."""
    if isinstance(schema, Mapping) and isinstance(schema.get("type"), str) and "enum" not in schema:
        return {**schema, "type": [schema["type"], "null"]}
    return {"anyOf": [schema, {"type": "null"}]}


def text(description: str = "", **limits: Any) -> dict[str, Any]:
    """Return the schema of a string."""
    told = {"description": description} if description else {}
    return {"type": "string", **told, **limits}


def number(least: int = 0, most: int | None = None, description: str = "") -> dict[str, Any]:
    """Return the schema of a whole number."""
    told = {"description": description} if description else {}
    limit = {} if most is None else {"maximum": most}
    return {"type": "integer", **told, "minimum": least, **limit}


def page_of(items: Component) -> Component:
    """Return one page of a list."""
    fields = {
        "items": list_of(items),
        "next": {**NULLABLE_TEXT, "description": "The cursor of the next page; null on the last."},
    }
    return Component(f"{items.name}List", shape(fields))


FLAG: Final = {"type": "boolean"}
NULLABLE_TEXT: Final = nullable(text())
TIME: Final = text(format="date-time")
NULLABLE_TIME: Final = nullable(TIME)
HASH: Final = text("Hex in lower case.", pattern="^[0-9a-f]{64}$")
ID: Final = Component("Id", text("Opaque; ids sort by creation.", format="uuid"))

_FIELD_ERROR: Final = Component(
    "FieldError",
    shape(
        {
            "pointer": text("A JSON pointer into the body, or `?name` for a query parameter."),
            "code": text(),
            "detail": text(),
        }
    ),
)
PROBLEM: Final = Component(
    "Problem",
    shape(
        {
            "type": text(format="uri-reference"),
            "title": text(),
            "status": {"type": "integer", "enum": sorted({s for s, _ in CATALOGUE.values()})},
            "detail": text("A sentence for people."),
            "code": text("For programs: stable.", enum=list(CATALOGUE)),
            "request_id": text("The answer's X-Request-ID."),
        },
        optional={
            "errors": list_of(_FIELD_ERROR, minItems=1),
            "rule": text("The rule that refuses, such as `R17`."),
            "refusal": text("Why the rules refuse, for programs."),
            "index": number(description="The place of the refused action in its list."),
            "version": number(description="The version that the game is at."),
            "turn": number(description="The seat to act."),
            "legal_actions": list_of({"type": "object"}),
            "state": text("Where the tournament stands."),
            "blocking": list_of(text("A sentence: what is in the way.")),
            "required_scope": text(),
            "retry_after": number(1, description="Seconds."),
        },
        description="What went wrong (RFC 9457).",
    ),
)
