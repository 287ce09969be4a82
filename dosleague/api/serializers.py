"""Request bodies read strictly: no unknown field, no value of another type taken for its own.

A body of a wrong shape is `malformed` (400); one of the right shape with a value that will not do
is `invalid` (422). All faults are told at once, each with a JSON pointer.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from django.utils.dateparse import parse_datetime
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.settings import api_settings

from dosleague.api.problems import FieldError, Problem, field_error

WRONG_TYPE: Final = "wrong_type"
UNKNOWN_FIELD: Final = "unknown_field"
_SHAPE: Final = frozenset(
    {WRONG_TYPE, UNKNOWN_FIELD, "required", "null", "not_a_list", "not_a_dict", "parse_error"}
)
# The largest whole number that every JSON reader keeps exact.
_LARGEST: Final = 2**53 - 1


def problem_of_fields(detail: Any) -> Problem:
    """Return the one problem for all that a serializer found."""
    errors = list(_field_errors(detail, ""))
    shape = any(error["code"] in _SHAPE for error in errors)
    first = errors[0]
    sentence = f"{first['pointer'] or 'The body'}: {first['detail']}"
    return Problem("malformed" if shape else "invalid", sentence, errors=errors)


def _field_errors(detail: Any, pointer: str) -> Iterator[FieldError]:
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            whole = name == api_settings.NON_FIELD_ERRORS_KEY
            step = str(name).replace("~", "~0").replace("/", "~1")
            yield from _field_errors(inner, pointer if whole else f"{pointer}/{step}")
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            item = pointer if isinstance(inner, str) else f"{pointer}/{index}"
            yield from _field_errors(inner, item)
    else:
        code = (detail.code if isinstance(detail, ErrorDetail) else None) or "invalid"
        yield field_error(pointer, code, str(detail))


class StrictSerializer(serializers.Serializer[Any]):
    """A serializer that refuses fields it does not know.

    >>> class Catch(StrictSerializer):
    ...     target_seat = StrictIntegerField(min_value=0)
    >>> Catch.read({"target_seat": 1})
    {'target_seat': 1}
    """

    @classmethod
    def read(cls, data: Any, **context: Any) -> dict[str, Any]:
        """Return the validated values; raises the Problems `malformed` and `invalid`."""
        serializer = cls(data=data, context=context)
        try:
            serializer.is_valid(raise_exception=True)
        except ValidationError as fault:
            raise problem_of_fields(fault.detail) from None
        values: dict[str, Any] = serializer.validated_data
        return values

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, Mapping):
            key = api_settings.NON_FIELD_ERRORS_KEY
            raise ValidationError({key: [ErrorDetail("An object is needed.", WRONG_TYPE)]})
        known = {name for name, field in self.fields.items() if not field.read_only}
        unknown: dict[str, Any] = {
            name: [ErrorDetail("There is no such field.", UNKNOWN_FIELD)]
            for name in data
            if name not in known
        }
        try:
            values = super().to_internal_value(data)
        except ValidationError as fault:
            found: Any = fault.detail
            raise ValidationError({**unknown, **found}) from None
        if unknown:
            raise ValidationError(unknown)
        return values


class StrictCharField(serializers.CharField):
    """Text as it was sent; a number is not text."""

    default_error_messages = {WRONG_TYPE: "Text is needed."}  # noqa: RUF012

    def __init__(self, **options: Any) -> None:
        options.setdefault("trim_whitespace", False)
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail(WRONG_TYPE)
        return super().to_internal_value(data)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        # The framework calls blank what is blank once trimmed, and takes "" before the type.
        if data is not serializers.empty and data is not None and not isinstance(data, str):
            self.fail(WRONG_TYPE)
        return super().run_validation(data)


class StrictIntegerField(serializers.IntegerField):
    """A whole number; neither a text of digits, nor true, nor 1.0."""

    default_error_messages = {WRONG_TYPE: "A whole number is needed."}  # noqa: RUF012

    def __init__(self, **options: Any) -> None:
        options.setdefault("min_value", -_LARGEST)
        options.setdefault("max_value", _LARGEST)
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail(WRONG_TYPE)
        return data


class StrictBooleanField(serializers.BooleanField):
    """True or false; not 0, "yes" or null."""

    default_error_messages = {WRONG_TYPE: "true or false is needed."}  # noqa: RUF012

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail(WRONG_TYPE)
        return data


class StrictChoiceField(serializers.ChoiceField):
    """One of the given words."""

    default_error_messages = {WRONG_TYPE: "Text is needed."}  # noqa: RUF012

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail(WRONG_TYPE)
        return super().to_internal_value(data)


class StrictIdField(serializers.UUIDField):
    """An id. A text that is none names nothing that exists, so it is `invalid`, not `malformed`."""

    default_error_messages = {  # noqa: RUF012
        WRONG_TYPE: "An id is text.",
        "does_not_exist": "There is nothing with this id.",
    }

    def to_internal_value(self, data: Any) -> UUID:
        if not isinstance(data, str):
            self.fail(WRONG_TYPE)
        try:
            return UUID(data)
        except ValueError:
            self.fail("does_not_exist")


class StrictDateTimeField(serializers.DateTimeField):
    """An RFC 3339 time with its zone; numbers and local times are refused."""

    default_error_messages = {  # noqa: RUF012
        WRONG_TYPE: "A time is text.",
        "not_rfc3339": "An RFC 3339 time with its zone is needed, such as 2026-01-31T09:30:00Z.",
    }

    def to_internal_value(self, value: Any) -> datetime:
        if not isinstance(value, str):
            self.fail(WRONG_TYPE)
        try:
            moment = parse_datetime(value)
        except ValueError:
            moment = None
        if moment is None or moment.tzinfo is None:
            self.fail("not_rfc3339")
        try:
            return moment.astimezone(UTC)
        except OverflowError:  # a year of five digits, or before the first, once in UTC
            self.fail("not_rfc3339")
