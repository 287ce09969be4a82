"""Rulesets: as they are told, and as they are asked for."""

from typing import Any, Final

from dosleague.api.schema.operations import Answer, Operation
from dosleague.api.schema.shapes import Component, Schema, body, nullable, page_of, shape, text
from games.engine.ruleset import CUSTOM_NAME, OPTIONS, RULESETS, Choice, Span

_TAG: Final = "rulesets"


def _option(option: Choice | Span) -> dict[str, Any]:
    if isinstance(option, Span):
        span = {"type": "integer", "minimum": option.low, "maximum": option.high}
        return nullable(span) if option.optional else span
    if isinstance(option.values[0], bool):
        return {"type": "boolean"}
    kind = "string" if isinstance(option.values[0], str) else "integer"
    return {"type": kind, "enum": list(option.values)}


_OPTIONS: Final[dict[str, Schema]] = {name: _option(option) for name, option in OPTIONS.items()}
_PRINTING: Final = text("The printing that it started from.", enum=list(RULESETS))
_STORED: Final[dict[str, Schema]] = {"name": text(enum=[CUSTOM_NAME, *RULESETS]), **_OPTIONS}

RULESET: Final = Component(
    "Ruleset",
    shape(_STORED, optional={"base": _PRINTING}, description="A name, and every option."),
)
CUSTOM_RULESET: Final = Component(
    "CustomRuleset",
    body(
        {},
        optional={
            "base": text("The name of a printing.", default="classic-2018"),
            "options": body({}, optional=_OPTIONS),
        },
        description="A printing with some of its options changed.",
    ),
)
WHOLE_RULESET: Final = Component(
    "WholeRuleset",
    body(
        _STORED,
        optional={"base": text()},
        description="A ruleset as it is told: a printing with its own options, or a custom one.",
    ),
)
ASKED_RULESET: Final = Component(
    "AskedRuleset",
    {
        "oneOf": [text("The name of a printing."), CUSTOM_RULESET, WHOLE_RULESET],
        "default": "classic-2018",
    },
)

LIST_RULESETS: Final = Operation(
    id="listRulesets",
    tag=_TAG,
    summary="List the rulesets that have a name",
    answers={200: Answer("Every printing.", page_of(RULESET))},
)
SHOW_RULESET: Final = Operation(
    id="getRuleset",
    tag=_TAG,
    summary="Return a ruleset with every option",
    answers={200: Answer("The ruleset.", RULESET)},
    refusals=("not_found", "ruleset_unavailable"),
)
