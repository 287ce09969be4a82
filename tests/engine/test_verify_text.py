"""No character of a record can change unnoticed, and no other spelling stands for the same record.

A record under test is of a whole short game. Only white space and the names of the seats are free.
"""

import json
import re
from collections.abc import Iterator
from typing import Final

import pytest

from games.engine.strict_json import NotStrictJson, canonical_json, strict_documents
from games.engine.verify import RecordFault, verify_text
from tests.engine.records import Record, play, resealed, short_ruleset

NAME: Final = re.compile(r'"name": "([^"]*)", "kind"')
PUNCTUATION: Final = '"\\/,:.-+ {}[]\ufeff\0'


@pytest.fixture(scope="module")
def record() -> Record:
    """Return a record whose game and entropy hold quotes, escapes and letters beyond ASCII."""
    played = resealed({**play(short_ruleset()).record, "game": 'a "game"/\u00e9\n\u20ac\\u00E9'})
    assert not played["game"].isascii()
    return played


@pytest.fixture(scope="module")
def text(record: Record) -> str:
    """Return the record with letters beyond ASCII both as escapes and as they are."""
    text = json.dumps(record).replace("\\u20ac", "\u20ac")
    assert ("\u20ac" in text, "\\u00e9" in text, "\\ud83d" in text) == (True, True, True)
    return text


def guarded(text: str) -> Iterator[int]:
    """Yield the place of every character but the white space and the names."""
    free = {at for name in NAME.finditer(text) for at in range(*name.span(1))}
    quoted = escaped = False
    for at, character in enumerate(text):
        if not quoted and character in " \t\r\n":
            continue
        if character == '"' and not escaped:
            quoted = not quoted
        escaped = character == "\\" and not escaped
        if at not in free:
            yield at


def substitutes(character: str, at: int, *, many: bool) -> set[str]:
    """Return characters to put in a place: a digit or letter beside it, the other case, a sign."""
    beside = {chr(ord(character) + 1), chr(max(ord(character) - 1, 32)), character.swapcase()}
    signs = set(map(chr, range(127))) if many else {PUNCTUATION[at % len(PUNCTUATION)], "0"}
    return (beside | signs) - {character}


@pytest.mark.parametrize("escaped", [True, False])
def test_letters_beyond_ascii_are_escaped_or_not(record: Record, *, escaped: bool) -> None:
    assert verify_text(json.dumps(record, ensure_ascii=escaped)) == 1


def test_record_is_verified_as_it_is(text: str) -> None:
    assert verify_text(text) == 1


def test_no_character_can_change_unnoticed(text: str, stress: bool) -> None:
    unnoticed = []
    tried = 0
    for at in guarded(text):
        for other in sorted(substitutes(text[at], at, many=stress)):
            tried += 1
            try:
                verify_text(text[:at] + other + text[at + 1 :])
            except RecordFault:
                continue
            unnoticed.append((at, text[max(0, at - 20) : at + 20], other))
    assert unnoticed == []
    assert tried > 3 * 1_500


def test_no_character_can_be_left_out_unnoticed(text: str) -> None:
    for at in guarded(text):
        with pytest.raises(RecordFault):
            verify_text(text[:at] + text[at + 1 :])


@pytest.mark.parametrize("name", ["", "B", "Zo\u00eb \u4e2d", "x" * 500, 'quoted \\"', "\\u00eb"])
def test_name_is_free(name: str, text: str) -> None:
    assert "Anna" in text
    assert verify_text(text.replace("Anna", name)) == 1


@pytest.mark.parametrize("indent", [None, 0, 2, "\t"])
def test_white_space_is_free(indent: int | str | None, record: Record) -> None:
    assert verify_text("\n " + json.dumps(record, indent=indent) + " \r\n\t") == 1


def test_order_of_fields_is_free(record: Record) -> None:
    assert verify_text(json.dumps(record, sort_keys=True)) == 1


# --- the same value in another spelling

FIRST_SEAT: Final = '"seats": [{"seat": 0,'
TARGET: Final = '"target": 1,'
ROUND: Final = '"number": 1,'


@pytest.mark.parametrize(
    "spelt, otherwise",
    [
        (FIRST_SEAT, FIRST_SEAT.replace("0", number))
        for number in ("-0", "0.0", "0e0", "-0.0", "00", "+0", "0x0", "\u0660", "false")
    ]
    + [
        (part, part.replace("1", number))
        for part in (TARGET, ROUND)
        for number in ("1.0", "1e0", "1E0", "10e-1", "01", "0.1e1", "true", '"1"', "\uff11")
    ]
    + [
        (ROUND, ROUND.replace("1", number))
        for number in ("NaN", "Infinity", "-Infinity", "1" * 19, "9" * 5_000, "1" + "0" * 400)
    ],
)
def test_number_is_written_in_one_way(spelt: str, otherwise: str, text: str) -> None:
    assert text.count(spelt) == 1
    with pytest.raises(RecordFault):
        verify_text(text.replace(spelt, otherwise))


def test_escape_is_written_in_lower_case(record: Record) -> None:
    text = json.dumps(record)
    assert "caf\\u00e9" in text
    for upper in ("caf\\u00E9", "caf\\U00e9"):
        with pytest.raises(RecordFault, match="record 1"):
            verify_text(text.replace("caf\\u00e9", upper))


def test_backslash_before_a_u_is_no_escape(record: Record) -> None:
    """The game's name ends with a backslash, then `u00E9`: five plain characters."""
    assert "\\\\u00E9" in json.dumps(record)
    assert verify_text(json.dumps(record)) == 1


def test_upper_case_escape_behind_a_backslash_is_seen() -> None:
    with pytest.raises(NotStrictJson, match="upper case"):
        list(strict_documents('"\\\\\\u00E9"'))


@pytest.mark.parametrize(
    "once, twice",
    [
        pytest.param('"winner": ', '"winner": 0, "winner": ', id="a winner"),
        pytest.param('"format": ', '"format": "dos-record/1", "format": ', id="the format"),
        pytest.param('"name": "Anna"', '"name": "Anna", "name": "Anna"', id="a name"),
        pytest.param('"format": ', '"\\u0066ormat": "x", "format": ', id="spelt in two ways"),
    ],
)
def test_field_stands_once(once: str, twice: str, text: str) -> None:
    with pytest.raises(RecordFault, match="names a field twice"):
        verify_text(text.replace(once, twice, 1))


@pytest.mark.parametrize(
    "lone",
    ["\\ud83d", "\\ude3a", "\\ude3a\\ud83d", "\udcff", "a\\ud83dz", "\\ud83d\\u0041"],
)
def test_half_a_surrogate_pair_is_no_text_even_in_a_name(lone: str, text: str) -> None:
    with pytest.raises(RecordFault, match="half a surrogate pair"):
        verify_text(text.replace("Anna", lone))


@pytest.mark.parametrize("character", ["\0", "\n", "\t", "\x1f", '"', "\\x", "\\"])
def test_control_character_cannot_stand_in_a_string_unescaped(character: str, text: str) -> None:
    with pytest.raises(RecordFault):
        verify_text(text.replace("Anna", f"Anna{character}"))


def test_nul_in_an_entropy_is_refused(record: Record) -> None:
    seats = [{**record["seats"][0], "entropy": "a\0b"}, record["seats"][1]]
    with pytest.raises(RecordFault, match="record 1 /seats/0/entropy"):
        verify_text(json.dumps(resealed({**record, "seats": seats})))


# --- what is around a record


@pytest.mark.parametrize(
    "garbage",
    ["x", "}", "]", ",", "null", "0", "{}", "[]", "\0", "\ufeff", "\u00a0", "\u2028", "\x0b", "//"],
)
def test_garbage_behind_a_record_is_refused(garbage: str, text: str) -> None:
    with pytest.raises(RecordFault, match=r"record [12]"):
        verify_text(text + garbage)
    with pytest.raises(RecordFault, match=r"record [12]"):
        verify_text(f"{text}\n{garbage}")


@pytest.mark.parametrize("before", ["\ufeff", "[", "0\n", "\u00a0", "//\n", "\x0c"])
def test_garbage_before_a_record_is_refused(before: str, text: str) -> None:
    with pytest.raises(RecordFault, match="record 1"):
        verify_text(before + text)


@pytest.mark.parametrize("cut", [1, 2, 100, 1_000])
def test_record_that_is_cut_off_is_refused(cut: int, text: str) -> None:
    with pytest.raises(RecordFault, match="record 1"):
        verify_text(text[:-cut])


@pytest.mark.parametrize("pair", ["[]", '{"a":}'], ids=["lists", "objects"])
@pytest.mark.parametrize("depth", [500, 20_000])
def test_deep_nesting_is_refused(pair: str, depth: int) -> None:
    opening, closing = pair[:-1], pair[-1]
    with pytest.raises(RecordFault, match="record 1"):
        verify_text(opening * depth + "0" + closing * depth)


@pytest.mark.parametrize("field", ['"points": ', '"number": ', '"game": ', '"digest": '])
def test_nesting_is_refused_wherever_it_stands(field: str, text: str) -> None:
    """Some depths can be read and hardly be written again: none may end in anything but a fault."""
    for depth in range(880, 1_000):
        nested = f'{field}{"[" * depth}{"]" * depth}, "x": '
        with pytest.raises(RecordFault):
            verify_text(text.replace(field, nested, 1))


# --- many records


def test_records_are_counted_whatever_blanks_part_them(text: str) -> None:
    assert [verify_text(""), verify_text(" \n\t\r\n")] == [0, 0]
    assert verify_text("\n\n".join([text] * 3) + "\n") == 3


def test_first_fault_is_told_with_the_number_of_its_record(text: str) -> None:
    wrong = text.replace('"ended": "target"', '"ended": "limit"')
    passed: list[Record] = []
    with pytest.raises(RecordFault) as found:
        verify_text("\n".join([text, text, wrong, "garbage"]), passed.append)
    assert found.value.where == "record 3 /digest"
    assert len(passed) == 2


def test_rule_that_refuses_is_told(record: Record) -> None:
    forged = json.loads(json.dumps(record))
    seat = forged["rounds"][0]["actions"][0]["seat"]
    forged["rounds"][0]["actions"][0] = {"seat": seat, "type": "end"}
    with pytest.raises(RecordFault) as found:
        verify_text(json.dumps(resealed(forged)))
    assert (found.value.where, found.value.rule) == ("record 1 /rounds/0/actions/0", "R15")


def test_canonical_text_is_that_of_the_format() -> None:
    value = {"b": [1, True, None], "a": "\u00e9\n\u20ac\U0001f63a", "A": {}}
    assert canonical_json(value) == '{"A":{},"a":"\u00e9\\n\u20ac\U0001f63a","b":[1,true,null]}'
