"""JSON read strictly and written fast.

What two readers could take for two different things is refused: keys named twice, numbers that are
none, text that is not Unicode, and nesting beyond any request of ours.
"""

import json
import math
import re
from collections.abc import Mapping
from datetime import datetime
from typing import IO, Any, Final

import orjson
from django.utils.functional import Promise
from rest_framework.parsers import JSONParser
from rest_framework.renderers import JSONRenderer

from dosleague.api.clock import rfc3339
from dosleague.api.problems import Problem

MAX_DEPTH: Final = 20
JSON: Final = "application/json"
_NOT_TEXT: Final = re.compile("[\x00\ud800-\udfff]")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Problem("malformed", f"An object names {twice[:50]!r} twice.")
    return found


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise Problem("malformed", "A number is too large.")
    return number


def _no_constant(text: str) -> float:
    raise Problem("malformed", f"{text} is not JSON.")


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_finite, parse_constant=_no_constant
)


def parse_json(body: bytes) -> Any:
    """Return the value of a JSON document; raises the Problem `malformed`."""
    try:
        text = body.decode()
    except UnicodeDecodeError as fault:
        raise Problem("malformed", f"The body is not UTF-8 at byte {fault.start}.") from None
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as fault:
        raise Problem(
            "malformed", f"The body is not JSON: {fault.msg} at character {fault.pos}."
        ) from None
    except RecursionError:
        raise Problem("malformed", f"The body is nested deeper than {MAX_DEPTH}.") from None
    except ValueError:  # an integer longer than the interpreter converts
        raise Problem("malformed", "A number is too large.") from None
    # Most bodies can be neither deep nor hold an escape: they are not walked.
    if text.count("[") + text.count("{") > MAX_DEPTH or "\\u" in text:
        _check_value(value)
    return value


def _check_value(value: Any) -> None:
    level = [value]
    depth = 0
    while level:
        inner: list[Any] = []
        for each in level:
            if isinstance(each, str):
                if _NOT_TEXT.search(each):
                    raise Problem("malformed", "A string holds NUL or half a surrogate pair.")
            elif isinstance(each, dict):
                inner.extend(each)
                inner.extend(each.values())
            elif isinstance(each, list):
                inner.extend(each)
        depth += any(isinstance(each, list | dict) for each in level)
        if depth > MAX_DEPTH:
            raise Problem("malformed", f"The body is nested deeper than {MAX_DEPTH}.")
        level = inner


def _plain(value: Any) -> Any:
    if isinstance(value, Promise):
        return str(value)
    if isinstance(value, datetime):
        return rfc3339(value)
    raise TypeError(f"{type(value).__name__} has no form in JSON here.")


_OURS: Final = orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_DATACLASS


def render_json(value: Any) -> bytes:
    """Return a value as compact JSON; ids become text and times RFC 3339 in UTC.

    Raises TypeError for what has no form in JSON; a NaN becomes null.
    """
    return orjson.dumps(value, _plain, _OURS)


class StrictJSONParser(JSONParser):
    """Reads `request.data`; leaves the bytes at hand for the fingerprint."""

    media_type = JSON

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        charset = re.search(r";\s*charset\s*=\s*\"?([^\s;\"]+)", media_type or "", re.IGNORECASE)
        if charset and charset[1].lower() not in {"utf-8", "utf8"}:
            raise Problem("unsupported_media_type", "JSON is UTF-8 here.")
        return parse_json(stream.read())


class FastJSONRenderer(JSONRenderer):
    """Renders without the per-request options of the framework's own renderer."""

    media_type = JSON
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return b"" if data is None else render_json(data)
