"""Dates that come again: an iCalendar rule, read as the wall clock of a place. Pure.

A date is a local time. One that the clocks jump over happens when the jump ends; one that comes
twice happens the first time only. So each local day has its own, whatever the clocks do.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from dateutil.rrule import rrule, rrulestr

FREQUENCIES: Final = ("YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY")
_BY: Final = ("BYHOUR", "BYDAY", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYMONTH", "BYSETPOS")
_PARTS: Final = frozenset(
    {"FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST", "BYMINUTE", "BYSECOND", *_BY}
)
MOST_INTERVAL: Final = 1_000
MOST_COUNT: Final = 10_000
_CYCLE: Final = 400
"""Years after which the calendar repeats itself, weekdays too."""
_LAST_CYCLE: Final = 9_600


class BadRule(ValueError):
    """The rule is none, never holds, or asks for more than one date an hour."""


@dataclass(frozen=True, slots=True)
class Date:
    """A date of a rule: the wall clock's time, and the moment."""

    local: datetime
    moment: datetime


@cache
def zone_names() -> frozenset[str]:
    """Return the names of all places whose time is known."""
    return frozenset(available_timezones())


def dates(rule: str, zone: ZoneInfo, begins: datetime) -> Iterator[Date]:
    """Yield the dates of a rule from `begins` (an aware time) on, in order, each moment once.

    Without BYHOUR it is the hour of `begins`, without BYMINUTE the full hour. Raises BadRule.

    >>> riga = ZoneInfo("Europe/Riga")
    >>> days = dates("FREQ=DAILY;BYHOUR=3;BYMINUTE=30", riga, datetime(2027, 3, 27, tzinfo=UTC))
    >>> [(str(next(days).moment)) for _ in range(3)]
    ['2027-03-27 01:30:00+00:00', '2027-03-28 01:00:00+00:00', '2027-03-29 00:30:00+00:00']
    """
    last = None
    for local in _read(rule, zone, _local(begins, zone)):
        date = Date(local, moment_of(local, zone))
        if last is None or date.moment > last:
            last = date.moment
            yield date


def check_rule(rule: str, zone: ZoneInfo, begins: datetime) -> None:
    """Refuse a rule that cannot be followed. Raises BadRule."""
    local = _local(begins, zone)
    _read(rule, zone, local)
    parts = _parts(rule)
    parts.pop("UNTIL", None)
    parts.pop("COUNT", None)
    # In the calendar's last centuries a search that finds nothing has an early end.
    later = local.replace(year=local.year + (_LAST_CYCLE - local.year) // _CYCLE * _CYCLE)
    if next(iter(_made(parts, later)), None) is None:
        raise BadRule("It has no date at all.")


def moment_of(local: datetime, zone: ZoneInfo) -> datetime:
    """Return when the wall clock of a place shows a time; both moments are in UTC.

    >>> riga = ZoneInfo("Europe/Riga")
    >>> str(moment_of(datetime(2026, 10, 25, 3, 30), riga))  # shown at 00:30 and at 01:30
    '2026-10-25 00:30:00+00:00'
    >>> str(moment_of(datetime(2027, 3, 28, 3, 30), riga))  # from 03:00 the clock jumps to 04:00
    '2027-03-28 01:00:00+00:00'
    """
    moment = local.replace(tzinfo=zone).astimezone(UTC)
    if _local(moment, zone) == local:
        return moment
    before = local.replace(tzinfo=zone, fold=1).astimezone(UTC)  # as if the jump had been made
    after = moment
    offset = after.astimezone(zone).utcoffset()
    while after - before > timedelta(seconds=1):
        middle = before + (after - before) / 2
        if middle.astimezone(zone).utcoffset() == offset:
            after = middle
        else:
            before = middle
    return after.replace(microsecond=0)


def _local(moment: datetime, zone: ZoneInfo) -> datetime:
    return moment.astimezone(zone).replace(tzinfo=None, fold=0)


def _parts(rule: str) -> dict[str, str]:
    """Return the parts of a rule by name. Raises BadRule.

    >>> _parts("FREQ=WEEKLY;BYDAY=MO,TH")
    {'FREQ': 'WEEKLY', 'BYDAY': 'MO,TH'}
    """
    parts: dict[str, str] = {}
    if not rule.isascii():
        raise BadRule("A rule is written in plain letters and digits.")
    for part in rule.upper().removeprefix("RRULE:").split(";"):
        name, sign, value = part.partition("=")
        if not sign or not value or name not in _PARTS:
            raise BadRule(f"A rule has parts like FREQ=DAILY; {part or 'nothing'} is none.")
        if name in parts:
            raise BadRule(f"{name} is given twice.")
        parts[name] = value
    return parts


def _read(rule: str, zone: ZoneInfo, begins: datetime) -> rrule:
    """Return the rule of a text, for wall clocks. Raises BadRule."""
    parts = _parts(rule)
    if parts.get("FREQ") not in FREQUENCIES:
        raise BadRule(f"FREQ is one of {', '.join(FREQUENCIES)}.")
    for name, most in (("INTERVAL", MOST_INTERVAL), ("COUNT", MOST_COUNT)):
        if name in parts and not _is_whole(parts[name], 1, most):
            raise BadRule(f"{name} is a number from 1 to {most}.")
    if "COUNT" in parts and "UNTIL" in parts:
        raise BadRule("COUNT and UNTIL do not go together.")
    if not _is_whole(parts.get("BYMINUTE", "0"), 0, 59) or parts.get("BYSECOND", "0") != "0":
        raise BadRule("There is at most one date an hour: BYMINUTE is one number, BYSECOND is 0.")
    until = parts.pop("UNTIL", None)
    made = _made(parts, begins)
    return made if until is None else made.replace(until=_until(until, zone))


def _made(parts: Mapping[str, str], begins: datetime) -> rrule:
    full = {"BYMINUTE": "0", **parts, "BYSECOND": "0"}
    text = ";".join(f"{name}={value}" for name, value in full.items())
    try:
        made = rrulestr(text, dtstart=begins.replace(microsecond=0))
    except (ValueError, TypeError, KeyError, IndexError) as fault:
        raise BadRule(f"It cannot be followed: {fault}.") from None
    assert isinstance(made, rrule)
    return made


def _is_whole(text: str, least: int, most: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 6 and least <= int(text) <= most


def _until(text: str, zone: ZoneInfo) -> datetime:
    """Return the last local time of a rule: a day, a local time, or one in UTC with a Z."""
    is_utc = text.endswith("Z")
    for form, rest in (("%Y%m%dT%H%M%S", timedelta()), ("%Y%m%d", timedelta(days=1, seconds=-1))):
        try:
            parsed = datetime.strptime(text.removesuffix("Z"), form)  # noqa: DTZ007 - local
        except ValueError:
            continue
        if is_utc and not rest:
            return _local(parsed.replace(tzinfo=UTC), zone)
        if not is_utc:
            return parsed + rest
    raise BadRule("UNTIL is a day like 20270131, or a time like 20270131T180000Z.")
