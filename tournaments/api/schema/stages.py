"""Stages: as they are asked for, and as they are told. Written from the table of formats."""

from collections.abc import Iterable
from typing import Any, Final

from dosleague.api.schema.shapes import (
    NULLABLE_TIME,
    Component,
    Schema,
    body,
    list_of,
    nullable,
    number,
    shape,
    text,
)
from tournaments.formats import FORMATS, MOST_ADVANCING, NEUTRAL, Flag, Format, Option, Whole
from tournaments.standings.tie_breaks import TIE_BREAKS

_TIE_BREAK: Final = Component("TieBreakCode", text(enum=list(TIE_BREAKS)))
_ADVANCE_FIELDS: Final[dict[str, Schema]] = {"per_group": number(1, MOST_ADVANCING)}
_RUNNERS_UP: Final[dict[str, Schema]] = {"best_runners_up": number(0, MOST_ADVANCING)}
_ASKED_ADVANCE: Final = Component(
    "AskedAdvance",
    body(
        _ADVANCE_FIELDS,
        optional=_RUNNERS_UP,
        description="How many of each group go on to the next stage, and how many of those just "
        "behind, compared over all groups. Every stage but the last has it.",
    ),
)
_ADVANCE: Final = Component("Advance", shape({**_ADVANCE_FIELDS, **_RUNNERS_UP}))


def _schema(option: Option) -> dict[str, Any]:
    if isinstance(option, Flag):
        return {"type": "boolean"}
    if isinstance(option, Whole):
        if option.low == option.high:
            return {"type": "integer", "const": option.low}
        if option.odd:
            return {"type": "integer", "enum": list(range(option.low, option.high + 1, 2))}
        whole = number(option.low, option.high)
        return nullable(whole) if option.default is None else whole
    return text(enum=list(option.words))


def _name(found: Format) -> str:
    return "".join(word.capitalize() for word in found.code.split("_"))


def _asked(found: Format) -> Component:
    optional: dict[str, Schema] = {
        name: {**_schema(option), "default": option.default}
        for name, option in found.options.items()
    }
    optional["advance"] = {**nullable(_ASKED_ADVANCE), "default": None}
    if not found.is_knockout:
        optional["tie_breaks"] = {**list_of(_TIE_BREAK), "default": list(found.tie_breaks)}
    for name, neutral in NEUTRAL.items():
        optional.setdefault(
            name, {"const": neutral, "description": "This format has no such option."}
        )
    fields: dict[str, Schema] = {"format": text(const=found.code)}
    return Component(f"Asked{_name(found)}", body(fields, optional=optional))


def _told(found: Format) -> Component:
    fields: dict[str, Schema] = {
        "number": number(1),
        "format": text(const=found.code),
        **{name: _schema(option) for name, option in found.options.items()},
        "tie_breaks": list_of(_TIE_BREAK),
        "advance": nullable(_ADVANCE),
        "started_at": NULLABLE_TIME,
        "finished_at": NULLABLE_TIME,
    }
    return Component(f"{_name(found)}Stage", shape(fields))


_ASKED_BY_CODE: Final = {one.code: _asked(one) for one in FORMATS.values()}
ASKED_STAGE: Final = Component("AskedStage", {"oneOf": list(_ASKED_BY_CODE.values())})
STAGE: Final = Component("Stage", {"oneOf": [_told(one) for one in FORMATS.values()]})


def asked_stages(codes: Iterable[str]) -> list[Component]:
    """Return what stages of these formats are asked for with."""
    return [_ASKED_BY_CODE[code] for code in codes]
