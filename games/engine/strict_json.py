"""JSON read strictly: what a record is hashed as must be what its text says.

No fractions, no number written in two ways, no key twice, no lone surrogates, and escapes in lower
case only; so no character of a document can change unnoticed.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Final, NoReturn

_UPPER_CASE_ESCAPE: Final = re.compile(r"(?<!\\)(?:\\\\)*\\u[0-9a-f]{0,3}[A-F]")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_MAX_DIGITS: Final = 18
_BLANKS: Final = " \t\r\n"


class NotStrictJson(ValueError):
    """The text is not JSON of the strict kind; the message says why."""


def _whole_number(text: str) -> int:
    if text == "-0" or len(text) > _MAX_DIGITS:
        raise NotStrictJson(f"the number {text[:24]} is not written as a record writes numbers")
    return int(text)


def _no_fraction(text: str) -> NoReturn:
    raise NotStrictJson(f"{text[:24]} is not a whole number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotStrictJson("an object names a field twice")
    return found


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_int=_whole_number,
    parse_float=_no_fraction,
    parse_constant=_no_fraction,
)
_CANONICAL: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def canonical_json(value: object) -> str:
    """Return the canonical text of a value without fractions (RFC 8785)."""
    return _CANONICAL.encode(value)


def strict_documents(text: str) -> Iterator[Any]:
    """Yield each JSON document of a text in which blanks or line ends part them.

    Raises NotStrictJson.
    """
    end = len(text)
    position = _after_blanks(text, 0)
    while position < end:
        try:
            value, after = _DECODER.raw_decode(text, position)
        except json.JSONDecodeError as error:
            raise NotStrictJson(f"{error.msg} at character {error.pos}") from None
        except RecursionError:
            raise NotStrictJson("the document is nested too deep") from None
        _check_strings(text[position:after], value)
        yield value
        position = _after_blanks(text, after)
        if position == after < end:
            raise NotStrictJson(f"unexpected text after the document, at character {after}")


def _after_blanks(text: str, position: int) -> int:
    while position < len(text) and text[position] in _BLANKS:
        position += 1
    return position


def _check_strings(text: str, value: object) -> None:
    if "\\u" in text and _UPPER_CASE_ESCAPE.search(text):
        raise NotStrictJson("an escape is written in upper case")
    if "\\ud" in text or _SURROGATE.search(text):
        try:
            canonical_json(value).encode()
        except UnicodeEncodeError:
            raise NotStrictJson("a string holds half a surrogate pair") from None
