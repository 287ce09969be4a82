"""Checks of JSON values, put together from small ones; each raises the first fault it finds."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

_LARGEST: Final = 2**31 - 1
_MOST_ITEMS: Final = 10_000

Check = Callable[[Any, str], None]
"""From a value and the pointer to it, nothing, or ArchiveFault."""


class ArchiveFault(ValueError):
    """The first thing wrong with an archive: `where` is a JSON pointer, `detail` a sentence.

    `is_shape` says that it is no archive at all: a field is missing or unknown, or of a wrong type.
    """

    def __init__(self, where: str, detail: str, *, is_shape: bool = False) -> None:
        super().__init__(f"{where}: {detail}" if where else detail)
        self.where = where
        self.detail = detail
        self.is_shape = is_shape


def check_type(value: object, kind: type | tuple[type, ...], where: str, what: str) -> None:
    right = isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
    if not right:
        raise ArchiveFault(where, f"It must be {what}.", is_shape=True)


def object_of(fields: Mapping[str, Check]) -> Check:
    """Return the check of an object with these fields and no other."""

    def check(value: Any, where: str) -> None:
        check_type(value, dict, where, "an object")
        for name in fields:
            if name not in value:
                raise ArchiveFault(f"{where}/{name}", "It is missing.", is_shape=True)
        for name in value:
            if name not in fields:
                step = name.replace("~", "~0").replace("/", "~1")
                raise ArchiveFault(f"{where}/{step}", "There is no such field.", is_shape=True)
        for name, inner in fields.items():
            inner(value[name], f"{where}/{name}")

    return check


def list_of(of: Check, least: int = 0, most: int = _MOST_ITEMS) -> Check:
    def check(value: Any, where: str) -> None:
        check_type(value, list, where, "a list")
        if not least <= len(value) <= most:
            raise ArchiveFault(where, f"It holds {least} to {most}, not {len(value)}.")
        for index, inner in enumerate(value):
            of(inner, f"{where}/{index}")

    return check


def or_null(inner: Check) -> Check:
    def check(value: Any, where: str) -> None:
        if value is not None:
            inner(value, where)

    return check


def text(value: Any, where: str, *, most: int = 500) -> None:
    check_type(value, str, where, "text")
    if len(value) > most:
        raise ArchiveFault(where, f"It has at most {most} characters.")


def whole(value: Any, where: str, *, low: int = 0, high: int = _LARGEST) -> None:
    check_type(value, int, where, "a whole number")
    if not low <= value <= high:
        raise ArchiveFault(where, f"It is a number from {low} to {high}.")


def any_number(value: Any, where: str) -> None:
    check_type(value, (int, float), where, "a number")
    if not -_LARGEST <= value <= _LARGEST:
        raise ArchiveFault(where, "It is too large.")


def flag(value: Any, where: str) -> None:
    check_type(value, bool, where, "true or false")


def word(*words: str) -> Check:
    def check(value: Any, where: str) -> None:
        check_type(value, str, where, "text")
        if value not in words:
            raise ArchiveFault(where, f"It is one of {', '.join(words)}.")

    return check


def utc_time(value: Any, where: str) -> None:
    check_type(value, str, where, "a time")
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        moment = None
    if moment is None or not value.endswith("Z") or moment.year < 1970:
        raise ArchiveFault(where, "It must be an RFC 3339 time in UTC.")


def an_id(value: Any, where: str) -> None:
    check_type(value, str, where, "an id")
    try:
        is_plain = str(UUID(value)) == value
    except ValueError:
        is_plain = False
    if not is_plain:
        raise ArchiveFault(where, "It is no id.")


def anything(value: Any, where: str) -> None:
    """Leave a part to whoever reads it."""


def any_object(value: Any, where: str) -> None:
    check_type(value, dict, where, "an object")
