"""The dates of a rule: a local day has its own, whatever the clocks do."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice, takewhile
from typing import Final
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.recurrence import BadRule, Date, check_rule, dates, moment_of, zone_names

RIGA: Final = ZoneInfo("Europe/Riga")
NOON: Final = datetime(2026, 10, 20, 12, 20, 31, tzinfo=UTC)


def found(rule: str, begins: datetime = NOON, zone: ZoneInfo = RIGA) -> Iterator[Date]:
    return dates(rule, zone, begins)


def locals_of(rule: str, count: int = 3, begins: datetime = NOON) -> list[str]:
    """Return the first local times of a rule."""
    return [date.local.isoformat(" ", "minutes") for date in islice(found(rule, begins), count)]


def moments(rule: str, begins: datetime, count: int) -> list[str]:
    """Return the first moments of a rule."""
    return [f"{date.moment:%d %H:%M}" for date in islice(found(rule, begins), count)]


@pytest.mark.parametrize(
    "rule, times",
    [
        ("FREQ=DAILY;BYHOUR=18", ["2026-10-20 18:00", "2026-10-21 18:00", "2026-10-22 18:00"]),
        ("FREQ=DAILY", ["2026-10-21 15:00", "2026-10-22 15:00", "2026-10-23 15:00"]),
        ("freq=daily;byhour=18;byminute=30;count=1", ["2026-10-20 18:30"]),
        ("RRULE:FREQ=DAILY;BYHOUR=18;UNTIL=20261021", ["2026-10-20 18:00", "2026-10-21 18:00"]),
        ("FREQ=DAILY;BYHOUR=18;UNTIL=20261021T145959Z", ["2026-10-20 18:00"]),
        ("FREQ=DAILY;BYHOUR=18;UNTIL=20261021T180000", ["2026-10-20 18:00", "2026-10-21 18:00"]),
        ("FREQ=HOURLY", ["2026-10-20 16:00", "2026-10-20 17:00", "2026-10-20 18:00"]),
        (
            "FREQ=WEEKLY;BYDAY=MO,TH;BYHOUR=20",
            ["2026-10-22 20:00", "2026-10-26 20:00", "2026-10-29 20:00"],
        ),
        (
            "FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=20",
            ["2026-10-30 20:00", "2026-11-27 20:00", "2026-12-25 20:00"],
        ),
        (
            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYHOUR=9",
            ["2028-02-29 09:00", "2032-02-29 09:00", "2036-02-29 09:00"],
        ),
    ],
)
def test_dates_are_local_times(rule: str, times: list[str]) -> None:
    check_rule(rule, RIGA, NOON)
    assert locals_of(rule) == times


def test_a_time_that_the_clocks_jump_over_happens_when_the_jump_ends() -> None:
    begins = datetime(2027, 3, 27, tzinfo=UTC)
    found = moments("FREQ=DAILY;BYHOUR=3;BYMINUTE=30", begins, 3)
    assert found == ["27 01:30", "28 01:00", "29 00:30"]


def test_a_time_that_comes_twice_happens_the_first_time() -> None:
    begins = datetime(2026, 10, 24, tzinfo=UTC)
    found = moments("FREQ=DAILY;BYHOUR=3;BYMINUTE=30", begins, 3)
    assert found == ["24 00:30", "25 00:30", "26 01:30"]


def test_every_hour_has_one_date_also_where_an_hour_is_missing() -> None:
    begins = datetime(2027, 3, 27, 23, 30, tzinfo=UTC)
    assert moments("FREQ=HOURLY", begins, 4) == ["28 00:00", "28 01:00", "28 02:00", "28 03:00"]


def test_every_hour_has_one_date_also_where_an_hour_comes_twice() -> None:
    begins = datetime(2026, 10, 24, 22, 30, tzinfo=UTC)
    assert moments("FREQ=HOURLY", begins, 4) == ["24 23:00", "25 00:00", "25 02:00", "25 03:00"]


def test_a_day_that_a_place_has_left_out_happens_when_the_next_one_begins() -> None:
    apia = ZoneInfo("Pacific/Apia")  # went from 29 to 31 December 2011
    moment = moment_of(datetime(2011, 12, 30, 18, 0), apia)  # noqa: DTZ001 - a local time
    assert moment.astimezone(apia).isoformat() == "2011-12-31T00:00:00+14:00"


@given(
    zone=st.sampled_from(
        ["Europe/Riga", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "UTC"]
    ),
    hour=st.integers(0, 23),
    minute=st.integers(0, 59),
    day=st.integers(0, 700),
)
def test_each_local_day_has_its_date(zone: str, hour: int, minute: int, day: int) -> None:
    place = ZoneInfo(zone)
    begins = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=day)
    rule = f"FREQ=DAILY;BYHOUR={hour};BYMINUTE={minute}"
    until = begins + timedelta(days=60)
    got = list(takewhile(lambda date: date.moment < until, found(rule, begins, place)))
    days = [date.local.date() for date in got]
    assert days == [days[0] + timedelta(days=at) for at in range(len(days))]
    assert all(date.moment.astimezone(place).date() == date.local.date() for date in got)


@pytest.mark.parametrize(
    "rule, told",
    [
        ("", "A rule has parts like FREQ=DAILY; nothing is none."),
        ("daily", "A rule has parts like FREQ=DAILY; DAILY is none."),
        ("FREQ=DAILY;BYEASTER=0", "A rule has parts like FREQ=DAILY; BYEASTER=0 is none."),
        ("FREQ=DAILY;FREQ=DAILY", "FREQ is given twice."),
        ("BYHOUR=18", "FREQ is one of YEARLY, MONTHLY, WEEKLY, DAILY, HOURLY."),
        ("FREQ=MINUTELY", "FREQ is one of YEARLY, MONTHLY, WEEKLY, DAILY, HOURLY."),
        ("FREQ=DAILY\nEXDATE:20270101", "FREQ is one of"),
        ("FREQ=DAILY;BYHOUR=\uff11", "A rule is written in plain letters and digits."),
        ("FREQ=DAILY;INTERVAL=0", "INTERVAL is a number from 1 to 1000."),
        ("FREQ=DAILY;COUNT=99999999999", "COUNT is a number from 1 to 10000."),
        ("FREQ=DAILY;COUNT=2;UNTIL=20270101", "COUNT and UNTIL do not go together."),
        ("FREQ=DAILY;BYMINUTE=0,30", "There is at most one date an hour"),
        ("FREQ=DAILY;BYSECOND=30", "There is at most one date an hour"),
        ("FREQ=DAILY;UNTIL=soon", "UNTIL is a day like 20270131"),
        ("FREQ=DAILY;UNTIL=20270131Z", "UNTIL is a day like 20270131"),
        ("FREQ=DAILY;BYHOUR=24", "It cannot be followed"),
        ("FREQ=DAILY;BYDAY=XX", "It cannot be followed"),
        ("FREQ=DAILY;BYSETPOS=0", "It cannot be followed"),
        ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "It has no date at all."),
        ("FREQ=DAILY;INTERVAL=7;BYDAY=MO", "It has no date at all."),
    ],
)
def test_rules_that_cannot_be_followed(rule: str, told: str) -> None:
    with pytest.raises(BadRule, match=r"^") as caught:
        check_rule(rule, RIGA, NOON)
    assert str(caught.value).startswith(told)


def test_places_are_known_by_their_names() -> None:
    assert {"Europe/Riga", "UTC", "America/Sao_Paulo"} <= zone_names()
    assert "Europe/Atlantis" not in zone_names()
