"""Actions in JSON: what is read is written as it was, and what is no action is named."""

from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.actions import (
    Abort,
    Action,
    Call,
    Catch,
    Draw,
    End,
    Lay,
    Leave,
    MalformedAction,
    Match,
    Stop,
    Timeout,
    action_from_json,
    action_to_json,
    card_text,
    face_of,
    is_declared,
    named_card,
    stated_colour,
    stated_number,
)
from games.engine.cards import FACE_NAMES, UnknownFace, face
from games.engine.notation import format_action, parse_action
from tests.engine.table import lay_out

Shape = dict[str, Any]


def card_names() -> st.SearchStrategy[str]:
    """Return every card with every declaration that can be written, fitting or not."""
    declaration = st.sampled_from(["", *(f":{d}" for d in "RYGB"), *(f":{n}" for n in range(13))])
    return st.builds(str.__add__, st.sampled_from(FACE_NAMES), declaration)


def shapes() -> st.SearchStrategy[Shape]:
    """Return the JSON of every action that a seat can send."""
    call = st.fixed_dictionaries({}, optional={"call": st.just(True)})
    cards = st.lists(card_names(), min_size=1, max_size=2)
    match = st.fixed_dictionaries(
        {"type": st.just("match"), "target": card_names(), "cards": cards}
    )
    lay = st.fixed_dictionaries({"type": st.just("lay"), "card": card_names()})
    draw = st.fixed_dictionaries({"type": st.just("draw")})
    seat = st.integers(0, 9)
    return st.one_of(
        st.builds(lambda shape, flag: {**shape, **flag}, st.one_of(match, lay, draw), call),
        st.fixed_dictionaries({"type": st.sampled_from(["end", "call"])}),
        st.fixed_dictionaries({"type": st.just("catch"), "target_seat": seat}),
    )


@given(shapes())
def test_action_is_written_as_it_was_read(shape: Shape) -> None:
    assert action_to_json(action_from_json(shape)) == shape


@given(shapes())
def test_action_goes_through_notation_and_back(shape: Shape) -> None:
    action = action_from_json(shape)
    assert parse_action(format_action(action)) == action


@given(shapes())
def test_json_reads_as_its_notation_does(shape: Shape) -> None:
    match shape["type"]:
        case "match":
            text = f"{'+'.join(shape['cards'])}>{shape['target']}"
        case "lay":
            text = f"/{shape['card']}"
        case "catch":
            text = f"?{shape['target_seat']}"
        case other:
            text = {"draw": "D", "end": ".", "call": "!"}[other]
    assert format_action(action_from_json(shape)) == text + ("!" if "call" in shape else "")


@pytest.mark.parametrize(
    "kind, action",
    [
        *[("end", End()), ("call", Call()), ("timeout", Timeout())],
        *[("leave", Leave()), ("stop", Stop()), ("abort", Abort())],
    ],
)
def test_action_that_is_only_a_type(kind: str, action: Action) -> None:
    assert action_from_json({"type": kind}) == action
    assert action_to_json(action) == {"type": kind}


def test_match_of_the_page() -> None:
    shape = {"type": "match", "target": "R7", "cards": ["R4", "R3"], "call": True}
    assert action_from_json(shape) == Match(face("R7"), (face("R4"), face("R3")), call=True)


def test_order_of_the_cards_is_kept() -> None:
    shape = {"type": "match", "target": "R7", "cards": ["R4", "R3"]}
    assert action_to_json(action_from_json(shape))["cards"] == ["R4", "R3"]


@given(shapes(), st.sampled_from(["none", "single", "double", None, 7]), st.booleans())
def test_what_a_listed_action_carries_besides_is_ignored(
    shape: Shape, colour_match: object, makes_two: bool
) -> None:
    listed = {**shape, "colour_match": colour_match, "makes_two": makes_two}
    assert action_from_json(listed) == action_from_json(shape)


def test_flag_that_is_not_set_is_left_out() -> None:
    assert action_from_json({"type": "draw", "call": False}) == Draw()
    assert action_to_json(Lay(face("G1"))) == {"type": "lay", "card": "G1"}


MATCH: Final[Shape] = {"type": "match", "target": "R7", "cards": ["R7"]}


@pytest.mark.parametrize(
    "value, pointer",
    [
        *[(None, ""), ([], ""), ("draw", ""), (7, ""), (True, "")],
        *[({}, "/type"), ({"type": None}, "/type"), ({"type": "Draw"}, "/type")],
        *[({"type": "pass"}, "/type"), ({"type": ["draw"]}, "/type"), ({"type": {}}, "/type")],
        *[({**MATCH, "cards": None}, "/cards"), ({**MATCH, "cards": []}, "/cards")],
        *[({**MATCH, "cards": "R7"}, "/cards"), ({**MATCH, "cards": ["R7"] * 3}, "/cards")],
        *[({**MATCH, "cards": ["R7", wrong]}, "/cards/1") for wrong in (None, 7, "R2", "r7", "")],
        *[({**MATCH, "cards": [[], "R7"]}, "/cards/0"), ({**MATCH, "target": "X"}, "/target")],
        *[({**MATCH, "target": None}, "/target"), ({**MATCH, "call": 1}, "/call")],
        *[({"type": "match", "cards": ["R7"]}, "/target"), ({"type": "match"}, "/cards")],
        *[({**MATCH, "call": None}, "/call"), ({**MATCH, "call": "true"}, "/call")],
        *[({"type": "draw", "call": 0}, "/call"), ({"type": "lay"}, "/card")],
        *[({"type": "lay", "card": card}, "/card") for card in (None, 5, ["G1"], "G2", "G1 ")],
        *[
            ({"type": "lay", "card": "G1", "call": []}, "/call"),
            ({"type": "catch"}, "/target_seat"),
        ],
        *[
            ({"type": "catch", "target_seat": seat}, "/target_seat")
            for seat in (-1, True, "1", 1.0, None)
        ],
    ],
    ids=str,
)
def test_what_is_no_action_is_named(value: object, pointer: str) -> None:
    with pytest.raises(MalformedAction) as malformed:
        action_from_json(value)
    assert malformed.value.pointer == pointer


@pytest.mark.parametrize("field", ["seat", "card", "at", "Type", "target_seats", ""])
def test_unknown_field_is_refused(field: str) -> None:
    for shape in (MATCH, {"type": "draw"}, {"type": "end"}, {"type": "catch", "target_seat": 0}):
        with pytest.raises(MalformedAction) as malformed:
            action_from_json({**shape, field: 0})
        assert malformed.value.pointer == f"/{field}"


@pytest.mark.parametrize("kind", ["end", "call", "catch", "timeout"])
def test_only_a_match_a_draw_or_a_lay_down_can_call(kind: str) -> None:
    with pytest.raises(MalformedAction) as malformed:
        action_from_json({"type": kind, "target_seat": 0, "call": True})
    assert malformed.value.pointer in {"/call", "/target_seat"}


# --- named cards


@given(card_names())
def test_named_card_is_written_as_it_was_read(name: str) -> None:
    card = named_card(name)
    assert card_text(card) == name
    assert FACE_NAMES[face_of(card)] == name.partition(":")[0]
    assert is_declared(card) == (":" in name)


@pytest.mark.parametrize(
    "name, colour, number",
    [
        *[("W", None, None), ("R7", None, None), ("W:R", 0, None), ("W:B", 3, None)],
        *[("R#:1", None, 1), ("R#:10", None, 10), ("R#:0", None, 0), ("G#:999", None, 999)],
    ],
)
def test_declaration_is_a_colour_or_a_number(
    name: str, colour: int | None, number: int | None
) -> None:
    card = named_card(name)
    assert (stated_colour(card), stated_number(card)) == (colour, number)


@pytest.mark.parametrize(
    "name",
    [
        *("", ":", "R", "R2", "R11", "r7", "#", "R #", "W#", "RW", "R7 ", " R7", "\u00c57"),
        *("W:", "W:r", "W:RY", "W:X", "W: R", "W:R:Y", "R#:", "R#:07", "R#:-1", "R#:+1", "R#:1.0"),
        *("R#:1000", "R#:\u0667", "R#:1e1", "R#:\n7"),
    ],
)
def test_what_is_no_card_is_refused(name: str) -> None:
    with pytest.raises(UnknownFace):
        named_card(name)


@pytest.mark.parametrize(
    "turn, rule",
    [
        *[("R#:0>R7", "R23"), ("R#:11>R7", "R23"), ("R#:999>R7", "R23"), ("R4+R#:0>R7", "R23")],
        *[("R#:R>R7", "R29"), ("R7:7>R7", "R29"), ("R7:R>R7", "R29"), ("R7>R7:7", "R29")],
        *[("W:2>W", "R29"), ("W>W:2", "R29"), ("R7>R7:R", "R29"), ("W+R4:4>R6", "R29")],
        *[("R7>G#:11", "R23"), ("R7>G#:0", "R23"), ("R7>G#:G", "R29")],
        *[("D /W:R", "R29"), ("D /R#:7", "R29"), ("D /R7:7", "R29")],
    ],
)
def test_declaration_that_no_card_can_carry_is_read_and_then_refused(turn: str, rule: str) -> None:
    assert lay_out("R7 R6 W G#", "R7 R4 R# W", draw="Y1").why_not(turn) == rule


def test_seat_that_no_table_has_is_read_and_then_refused() -> None:
    assert action_from_json({"type": "catch", "target_seat": 12}) == Catch(12)
    assert lay_out("R7", "R7").why_not("?9") == "R1"
