"""Rulesets as data: the printings, custom ones, and what is no ruleset."""

from typing import Any

import pytest
from hypothesis import given

from games.engine.ruleset import (
    OPTIONS,
    RULESETS,
    InvalidRuleset,
    MalformedRuleset,
    Ruleset,
    RulesetUnavailable,
    custom_ruleset,
    named_ruleset,
    ruleset_from_json,
    ruleset_from_request,
)
from tests.engine.strategies import rulesets

CLASSIC = {
    "target": 200,
    "wild_number_points": 40,
    "dealer": "draw_high",
    "next_dealer": "left",
    "initial_wilds": "keep",
    "after_draw": "drawn_card",
    "after_draw_matches": "one",
    "no_match_laydown": "mandatory",
    "bonus_laydown": "mandatory",
    "double_colour_draw": "end_of_turn",
    "double_on_wild_number": True,
    "dos_on_passive_draw": True,
    "dos_window": "next_action",
    "dos_penalty": 2,
    "false_catch_penalty": 0,
    "pending_penalty_blocks_out": False,
    "max_turns": 1000,
    "on_leave": "autopilot",
}
"""The options of `classic-2018`, as the page of the rules gives them."""

PRINTINGS: dict[str, dict[str, Any]] = {
    "classic-2018": {},
    "reprint-2021": {"target": None},
    "reprint-2021-points": {"target": 500, "wild_number_points": 50},
}
CHOICES: dict[str, list[Any]] = {
    "wild_number_points": [40, 50],
    "dealer": ["draw_high", "random", "seat_0"],
    "next_dealer": ["left", "winner"],
    "initial_wilds": ["keep", "replace"],
    "after_draw": ["drawn_card", "any"],
    "after_draw_matches": ["one", "many"],
    "no_match_laydown": ["mandatory", "optional", "off"],
    "bonus_laydown": ["mandatory", "optional"],
    "double_colour_draw": ["end_of_turn", "immediate"],
    "double_on_wild_number": [True, False],
    "dos_on_passive_draw": [True, False],
    "dos_window": ["next_action", "own_next_turn", "open"],
    "pending_penalty_blocks_out": [False, True],
    "on_leave": ["autopilot", "remove"],
}
SPANS = {
    "target": (1, 5000),
    "dos_penalty": (0, 4),
    "false_catch_penalty": (0, 4),
    "max_turns": (100, 10000),
}
NEVER: list[Any] = ["", "none", 2.0, 40.0, -1, 10**6, [], {}, [40], "2", "true"]


def fault(stored: object) -> str:
    """Return the option for which a stored form is refused."""
    with pytest.raises(InvalidRuleset) as refused:
        ruleset_from_json(stored)
    return refused.value.option


@pytest.mark.parametrize("name", PRINTINGS)
def test_printing_differs_from_the_classic_only_where_it_says(name: str) -> None:
    assert named_ruleset(name).to_json() == {"name": name, **CLASSIC, **PRINTINGS[name]}


def test_there_are_no_other_printings() -> None:
    assert list(RULESETS) == list(PRINTINGS)


def test_every_option_is_tried_here() -> None:
    assert CHOICES.keys() | SPANS.keys() == OPTIONS.keys() == CLASSIC.keys()


@pytest.mark.parametrize("asked", ["second-edition-2022", {"base": "second-edition-2022"}])
def test_second_edition_is_reserved_and_says_why(asked: object) -> None:
    with pytest.raises(RulesetUnavailable, match=r"another game .* rules are not available"):
        ruleset_from_request(asked)


@pytest.mark.parametrize("name", ["", "classic", "Classic-2018", "custom", "classic-2018 "])
def test_unknown_name_is_told_back(name: str) -> None:
    with pytest.raises(RulesetUnavailable, match=repr(name)):
        named_ruleset(name)


@pytest.mark.parametrize(
    "option, value", [(option, value) for option, values in CHOICES.items() for value in values]
)
def test_choice_takes_each_of_its_values(option: str, value: object) -> None:
    ruleset = custom_ruleset("reprint-2021", {option: value})
    assert (ruleset.name, ruleset.base) == ("custom", "reprint-2021")
    assert ruleset.options() == {**CLASSIC, "target": None, option: value}


@pytest.mark.parametrize("option", SPANS)
def test_span_takes_its_ends_and_nothing_beyond(option: str) -> None:
    low, high = SPANS[option]
    for value in (low, high):
        assert custom_ruleset("classic-2018", {option: value}).options()[option] == value
    for value in (low - 1, high + 1):
        with pytest.raises(InvalidRuleset, match=f"{option}: must be a whole number from {low}"):
            custom_ruleset("classic-2018", {option: value})


def test_only_the_target_may_be_null() -> None:
    assert custom_ruleset("classic-2018", {"target": None}).target is None
    for option in OPTIONS.keys() - {"target"}:
        with pytest.raises(InvalidRuleset):
            custom_ruleset("classic-2018", {option: None})


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("value", NEVER, ids=repr)
def test_value_that_no_option_takes_is_refused_by_each(option: str, value: object) -> None:
    with pytest.raises(InvalidRuleset) as refused:
        custom_ruleset("classic-2018", {option: value})
    assert refused.value.option == option


@pytest.mark.parametrize("option", OPTIONS)
def test_truth_is_no_number_and_a_number_no_truth(option: str) -> None:
    wrong = [0, 1] if isinstance(CLASSIC[option], bool) else [True, False]
    for value in wrong:
        with pytest.raises(InvalidRuleset, match=option):
            custom_ruleset("classic-2018", {option: value})


def test_choice_names_its_values_as_json_writes_them() -> None:
    with pytest.raises(InvalidRuleset, match="must be one of true, false"):
        custom_ruleset("classic-2018", {"double_on_wild_number": "yes"})


@pytest.mark.parametrize("option", ["Target", "targets", "name", "base", ""])
def test_unknown_option_is_refused(option: str) -> None:
    with pytest.raises(InvalidRuleset, match="is not an option of a ruleset"):
        custom_ruleset("classic-2018", {option: 200})


# --- what a client asks for


@pytest.mark.parametrize(
    "asked, base, target",
    [
        ({}, "classic-2018", 200),
        ({"base": "reprint-2021-points"}, "reprint-2021-points", 500),
        ({"options": {"target": 50}}, "classic-2018", 50),
        ({"base": "reprint-2021", "options": {"target": 7}}, "reprint-2021", 7),
    ],
)
def test_custom_ruleset_starts_from_its_base(asked: dict[str, Any], base: str, target: int) -> None:
    ruleset = ruleset_from_request(asked)
    assert (ruleset.name, ruleset.base, ruleset.target) == ("custom", base, target)


@pytest.mark.parametrize("name", PRINTINGS)
def test_name_alone_is_the_printing_itself(name: str) -> None:
    assert ruleset_from_request(name) is RULESETS[name]


@pytest.mark.parametrize(
    "asked, pointer",
    [
        (None, ""),
        (7, ""),
        (["classic-2018"], ""),
        ({"name": "classic-2018"}, "/name"),
        ({"target": 5}, "/target"),
        ({"base": None}, "/base"),
        ({"base": ["classic-2018"]}, "/base"),
        ({"options": None}, "/options"),
        ({"options": ["target"]}, "/options"),
    ],
)
def test_request_of_another_shape_names_the_place(asked: object, pointer: str) -> None:
    with pytest.raises(MalformedRuleset) as refused:
        ruleset_from_request(asked)
    assert refused.value.pointer == pointer


def test_option_out_of_its_values_is_named() -> None:
    with pytest.raises(InvalidRuleset) as refused:
        ruleset_from_request({"options": {"target": 0}})
    assert refused.value.option == "target"


# --- the stored form


@given(rulesets())
def test_stored_form_is_read_back_as_it_was(ruleset: Ruleset) -> None:
    assert ruleset_from_json(ruleset.to_json()) == ruleset


@pytest.mark.parametrize("name", PRINTINGS)
def test_stored_printing_is_read_back_as_it_was(name: str) -> None:
    assert ruleset_from_json(RULESETS[name].to_json()) is RULESETS[name]


@pytest.mark.parametrize("option", OPTIONS)
def test_stored_form_holds_every_option(option: str) -> None:
    stored = custom_ruleset("classic-2018", {}).to_json()
    del stored[option]
    assert fault(stored) == option


@pytest.mark.parametrize(
    "changes, option",
    [
        pytest.param({"name": "classic-2018", "target": 100}, "name", id="options of another"),
        pytest.param({"name": "reprint-2021"}, "name", id="name of another"),
        pytest.param({"name": "house"}, "name", id="unknown name"),
        pytest.param({"name": None}, "name", id="null name"),
        pytest.param({"name": ["custom"]}, "name", id="list for a name"),
        pytest.param({"name": "second-edition-2022"}, "name", id="reserved name"),
        pytest.param({"name": "custom"}, "base", id="custom without a base"),
        pytest.param({"name": "custom", "base": "custom"}, "base", id="base that is no printing"),
        pytest.param({"name": "custom", "base": ["classic-2018"]}, "base", id="list for a base"),
        pytest.param({"base": "classic-2018"}, "name", id="printing with a base"),
        pytest.param({"base": None}, "name", id="printing with a null base"),
        pytest.param({"house_rule": 1}, "house_rule", id="unknown option"),
        pytest.param({"dos_penalty": True}, "dos_penalty", id="truth for a number"),
        pytest.param({"dos_on_passive_draw": 1}, "dos_on_passive_draw", id="number for a truth"),
    ],
)
def test_stored_form_that_lies_is_refused(changes: dict[str, Any], option: str) -> None:
    assert fault({**RULESETS["classic-2018"].to_json(), **changes}) == option


@pytest.mark.parametrize("stored", [None, "classic-2018", [], 7])
def test_stored_form_is_an_object(stored: object) -> None:
    assert fault(stored) == ""


def test_ruleset_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        RULESETS["classic-2018"].target = 5  # type: ignore[misc]
