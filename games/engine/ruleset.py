"""Rulesets as data: a name and its options, validated (the options of the rules page)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

RESERVED_NAMES: Final = frozenset({"second-edition-2022"})


class MalformedRuleset(ValueError):
    """What was asked for has not the shape of a ruleset; `pointer` is a JSON pointer inside it."""

    def __init__(self, pointer: str, detail: str) -> None:
        super().__init__(f"{pointer}: {detail}" if pointer else detail)
        self.pointer = pointer
        self.detail = detail


class InvalidRuleset(ValueError):
    """An option is unknown, missing or out of its values; `option` names it ("" for the whole)."""

    def __init__(self, option: str, detail: str) -> None:
        super().__init__(f"{option}: {detail}" if option else detail)
        self.option = option
        self.detail = detail


class RulesetUnavailable(LookupError):
    """No ruleset has the name; `is_reserved` where one will."""

    def __init__(self, detail: str, *, is_reserved: bool = False) -> None:
        super().__init__(detail)
        self.is_reserved = is_reserved


@dataclass(frozen=True, slots=True)
class Choice:
    """An option that takes one of a few values."""

    values: tuple[Any, ...]

    def check(self, value: object) -> str | None:
        """Return what is wrong with a value, or None."""
        if any(type(value) is type(v) and value == v for v in self.values):
            return None
        return "must be one of " + ", ".join(map(_shown, self.values))


@dataclass(frozen=True, slots=True)
class Span:
    """An option that takes a whole number in a span, or null where `optional`."""

    low: int
    high: int
    optional: bool = False

    def check(self, value: object) -> str | None:
        """Return what is wrong with a value, or None."""
        if value is None and self.optional:
            return None
        if type(value) is int and self.low <= value <= self.high:
            return None
        null = " or null" if self.optional else ""
        return f"must be a whole number from {self.low} to {self.high}{null}"


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


OPTIONS: Final[Mapping[str, Choice | Span]] = {
    "target": Span(1, 5000, optional=True),
    "wild_number_points": Choice((40, 50)),
    "dealer": Choice(("draw_high", "random", "seat_0")),
    "next_dealer": Choice(("left", "winner")),
    "initial_wilds": Choice(("keep", "replace")),
    "after_draw": Choice(("drawn_card", "any")),
    "after_draw_matches": Choice(("one", "many")),
    "no_match_laydown": Choice(("mandatory", "optional", "off")),
    "bonus_laydown": Choice(("mandatory", "optional")),
    "double_colour_draw": Choice(("end_of_turn", "immediate")),
    "double_on_wild_number": Choice((True, False)),
    "dos_on_passive_draw": Choice((True, False)),
    "dos_window": Choice(("next_action", "own_next_turn", "open")),
    "dos_penalty": Span(0, 4),
    "false_catch_penalty": Span(0, 4),
    "pending_penalty_blocks_out": Choice((False, True)),
    "max_turns": Span(100, 10000),
    "on_leave": Choice(("autopilot", "remove")),
}
"""Every option with its values, the classic one first (a span's classic value is in Ruleset)."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A name and every option; the defaults are `classic-2018`.

    `base` is the printing that a custom ruleset started from, None for a printing itself.
    """

    name: str = "classic-2018"
    base: str | None = None
    target: int | None = 200
    wild_number_points: int = 40
    dealer: str = "draw_high"
    next_dealer: str = "left"
    initial_wilds: str = "keep"
    after_draw: str = "drawn_card"
    after_draw_matches: str = "one"
    no_match_laydown: str = "mandatory"
    bonus_laydown: str = "mandatory"
    double_colour_draw: str = "end_of_turn"
    double_on_wild_number: bool = True
    dos_on_passive_draw: bool = True
    dos_window: str = "next_action"
    dos_penalty: int = 2
    false_catch_penalty: int = 0
    pending_penalty_blocks_out: bool = False
    max_turns: int = 1000
    on_leave: str = "autopilot"

    def options(self) -> dict[str, Any]:
        """Return every option and its value, in the order of the rules page."""
        return {name: getattr(self, name) for name in OPTIONS}

    def to_json(self) -> dict[str, Any]:
        """Return the stored form: `name`, `base` for a custom ruleset, and every option."""
        base = {} if self.base is None else {"base": self.base}
        return {"name": self.name, **base, **self.options()}


_CLASSIC: Final = Ruleset()
RULESETS: Final[Mapping[str, Ruleset]] = {
    r.name: r
    for r in (
        _CLASSIC,
        replace(_CLASSIC, name="reprint-2021", target=None),
        replace(_CLASSIC, name="reprint-2021-points", target=500, wild_number_points=50),
    )
}
"""The printings by name."""

CUSTOM_NAME: Final = "custom"
assert [f.name for f in fields(Ruleset)] == ["name", "base", *OPTIONS]


def named_ruleset(name: str) -> Ruleset:
    """Return a printing by its name; RulesetUnavailable where it is reserved or unknown."""
    if name in RESERVED_NAMES:
        raise RulesetUnavailable(
            f"{name} is another game whose full rules are not available; the name is reserved",
            is_reserved=True,
        )
    try:
        return RULESETS[name]
    except KeyError:
        raise RulesetUnavailable(f"there is no ruleset named {name!r}") from None


def _check_options(options: Mapping[str, object]) -> None:
    for option, value in options.items():
        if option not in OPTIONS:
            raise InvalidRuleset(option, "is not an option of a ruleset")
        detail = OPTIONS[option].check(value)
        if detail is not None:
            raise InvalidRuleset(option, detail)


def custom_ruleset(base: str, options: Mapping[str, Any]) -> Ruleset:
    """Return the printing `base` with `options` changed, under the name `custom`.

    Raises RulesetUnavailable for the base, InvalidRuleset for an option.
    """
    printing = named_ruleset(base)
    _check_options(options)
    return replace(printing, name=CUSTOM_NAME, base=base, **options)


def ruleset_from_request(asked: object) -> Ruleset:
    """Return the ruleset that a client asks for: a name, or `{"base", "options"}`.

    Raises MalformedRuleset, RulesetUnavailable or InvalidRuleset.
    """
    if isinstance(asked, str):
        return named_ruleset(asked)
    if not isinstance(asked, Mapping):
        raise MalformedRuleset("", "must be a name or an object with base and options")
    for key in asked:
        if key not in ("base", "options"):
            raise MalformedRuleset(f"/{key}", "is not known here; base and options are")
    base, options = asked.get("base", _CLASSIC.name), asked.get("options", {})
    if not isinstance(base, str):
        raise MalformedRuleset("/base", "must be the name of a ruleset")
    if not isinstance(options, Mapping):
        raise MalformedRuleset("/options", "must be an object")
    return custom_ruleset(base, options)


def ruleset_from_json(stored: object) -> Ruleset:
    """Return the ruleset of a stored form, which holds a name and every option.

    A printing's options must be the printing's own, so that a name cannot lie about the rules.
    Raises InvalidRuleset.
    """
    if not isinstance(stored, Mapping):
        raise InvalidRuleset("", "must be an object")
    options = {key: value for key, value in stored.items() if key not in ("name", "base")}
    for option in OPTIONS:
        if option not in options:
            raise InvalidRuleset(option, "is missing")
    _check_options(options)
    name, base = stored.get("name"), stored.get("base")
    if name == CUSTOM_NAME:
        if not isinstance(base, str) or base not in RULESETS:
            raise InvalidRuleset("base", "must be the name of a printing")
        return Ruleset(name=CUSTOM_NAME, base=base, **options)
    if "base" in stored or not isinstance(name, str) or name not in RULESETS:
        raise InvalidRuleset("name", f"must be {CUSTOM_NAME} with a base, or a printing")
    if options != RULESETS[name].options():
        raise InvalidRuleset("name", f"the options are not those of {name}")
    return RULESETS[name]
