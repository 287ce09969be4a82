"""Stages as an organiser asks for them, judged against the formats."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dosleague.api.problems import FieldError, Problem, field_error
from dosleague.api.serializers import UNKNOWN_FIELD, WRONG_TYPE
from tournaments.formats import (
    FORMATS,
    MOST_ADVANCING,
    NEUTRAL,
    Flag,
    Format,
    Option,
    Whole,
    defaults,
)
from tournaments.progress.field import UnfitField, groups_of, planned_rounds
from tournaments.standings.tie_breaks import UnfitTieBreak, named_tie_breaks

_SHAPE = frozenset({WRONG_TYPE, UNKNOWN_FIELD, "required"})
_COMMON = frozenset({"format", "tie_breaks", "advance"})


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A stage to be: its format, and every option of that format.

    The options hold `tie_breaks`, empty for a knockout, and `advance`, None for the last stage.
    """

    format: Format
    options: Mapping[str, Any]


def planned_stages(asked: Sequence[Any]) -> list[StagePlan]:
    """Return the stages that were asked for, with what was left out filled in.

    All faults are told at once, with pointers under `/stages`. Raises Problem: `malformed` for
    what no format has or is of a wrong type, `invalid` for values that will not do.
    """
    faults: list[FieldError] = []
    stages = []
    for index, value in enumerate(asked):
        pointer = f"/stages/{index}"
        found = list(_faults(value, pointer, is_last=index == len(asked) - 1))
        faults += found
        if not found:
            stages.append(_plan(value))
    if not faults:
        faults += _faults_of_the_whole(stages)
    check_faults(faults)
    return stages


def planned_stage(asked: Any, pointer: str) -> StagePlan:
    """Return a stage that is alone, with what was left out filled in; see `planned_stages`."""
    check_faults(list(_faults(asked, pointer, is_last=True)))
    return _plan(asked)


def asked_stage(plan: StagePlan) -> dict[str, Any]:
    """Return a stage as it would be asked for, everything filled in."""
    options = dict(plan.options)
    if plan.format.is_knockout:
        del options["tie_breaks"]
    if options["advance"] is None:
        del options["advance"]
    return {"format": plan.format.code, **options}


def check_faults(faults: list[FieldError]) -> None:
    """Raise the Problem that tells all these faults, if there are any."""
    if faults:
        shape = any(fault["code"] in _SHAPE for fault in faults)
        detail = f"{faults[0]['pointer']}: {faults[0]['detail']}"
        raise Problem("malformed" if shape else "invalid", detail, errors=faults)


def _plan(asked: Mapping[str, Any]) -> StagePlan:
    found = FORMATS[asked["format"]]
    order = () if found.is_knockout else named_tie_breaks(asked.get("tie_breaks", found.tie_breaks))
    options = {
        **defaults(found),
        **{name: value for name, value in asked.items() if name in found.options},
        "tie_breaks": [step.code for step in order],
        "advance": None,
    }
    if asked.get("advance") is not None:
        options["advance"] = {"best_runners_up": 0, **asked["advance"]}
    return StagePlan(found, options)


def _faults(asked: Any, pointer: str, *, is_last: bool) -> Iterator[FieldError]:
    if not isinstance(asked, dict):
        yield field_error(pointer, WRONG_TYPE, "An object is needed.")
        return
    if "format" not in asked:
        yield field_error(f"{pointer}/format", "required", "This field is required.")
        return
    code = asked["format"]
    if not isinstance(code, str):
        yield field_error(f"{pointer}/format", WRONG_TYPE, "Text is needed.")
        return
    if code not in FORMATS:
        detail = f"A format is one of {', '.join(FORMATS)}."
        yield field_error(f"{pointer}/format", "invalid_choice", detail)
        return
    found = FORMATS[code]
    for name, value in asked.items():
        at = f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}"
        if name in found.options:
            yield from _faults_of_option(found.options[name], value, at)
        elif _is_strange(found, name, value):
            yield field_error(at, UNKNOWN_FIELD, f"A stage of {code} has no such option.")
    if "tie_breaks" in asked and not found.is_knockout:
        yield from _faults_of_order(found, asked["tie_breaks"], f"{pointer}/tie_breaks")
    yield from _faults_of_advance(found, asked.get("advance"), f"{pointer}/advance", is_last)


def _is_strange(found: Format, name: str, value: Any) -> bool:
    """Say whether a format knows nothing of an option, and it is not as if it were not there."""
    if name in _COMMON and not (name == "tie_breaks" and found.is_knockout):
        return False
    return name not in NEUTRAL or type(value) is bool or value != NEUTRAL[name]


def _faults_of_option(option: Option, value: Any, at: str) -> Iterator[FieldError]:
    if isinstance(option, Flag):
        if not isinstance(value, bool):
            yield field_error(at, WRONG_TYPE, "true or false is needed.")
    elif isinstance(option, Whole):
        if value is None and option.default is None:
            return
        if type(value) is not int:
            yield field_error(at, WRONG_TYPE, "A whole number is needed.")
        elif not option.low <= value <= option.high or (option.odd and value % 2 == 0):
            odd = "an odd number" if option.odd else "a number"
            detail = f"It is {odd} from {option.low} to {option.high}."
            yield field_error(at, "out_of_range", detail)
    elif not isinstance(value, str):
        yield field_error(at, WRONG_TYPE, "Text is needed.")
    elif value not in option.words:
        yield field_error(at, "invalid_choice", f"It is one of {', '.join(option.words)}.")


def _faults_of_order(found: Format, codes: Any, at: str) -> Iterator[FieldError]:
    if not isinstance(codes, list):
        yield field_error(at, WRONG_TYPE, "A list is needed.")
        return
    strange = [index for index, code in enumerate(codes) if not isinstance(code, str)]
    for index in strange:
        yield field_error(f"{at}/{index}", WRONG_TYPE, "Text is needed.")
    if strange:
        return
    try:
        order = named_tie_breaks(codes)
    except UnfitTieBreak as unfit:
        sentence = str(unfit)
        yield field_error(at, "tie_break", f"{sentence[0].upper()}{sentence[1:]}.")
        return
    if found.largest_table > 2:
        for step in order:
            if step.two_players_only:
                detail = f"{step.name} is made for tables of two."
                yield field_error(at, "tie_break", detail)


def _faults_of_advance(found: Format, value: Any, at: str, is_last: bool) -> Iterator[FieldError]:
    if value is None:
        if not is_last:
            detail = "A stage that another follows says who advances."
            yield field_error(at, "advance", detail)
        return
    if not isinstance(value, dict):
        yield field_error(at, WRONG_TYPE, "An object is needed.")
        return
    if "per_group" not in value:
        yield field_error(f"{at}/per_group", "required", "This field is required.")
    for name, given in value.items():
        low = {"per_group": 1, "best_runners_up": 0}.get(name)
        if low is None:
            step = name.replace("~", "~0").replace("/", "~1")
            yield field_error(f"{at}/{step}", UNKNOWN_FIELD, "There is no such field.")
        else:
            yield from _faults_of_option(Whole(low, MOST_ADVANCING, 0), given, f"{at}/{name}")
    if is_last:
        yield field_error(at, "advance", "Nobody advances from the last stage.")
    elif found.is_knockout:
        yield field_error(at, "advance", "A knockout is the last stage.")


def _faults_of_the_whole(stages: Sequence[StagePlan]) -> Iterator[FieldError]:
    """Yield what is wrong between stages: cuts that need byes, and draws without groups."""
    for index, stage in enumerate(stages):
        pointer = f"/stages/{index}"
        former = stages[index - 1] if index else None
        if stage.options.get("draw") == "groups_apart" and (
            former is None or former.options["groups"] < 2
        ):
            detail = "There are no groups before this stage to keep apart."
            yield field_error(f"{pointer}/draw", "draw", detail)
        if former is not None:
            faults = list(_faults_of_cut(former, stage.format, f"/stages/{index - 1}/advance"))
            yield from faults or _faults_of_field(former, stage, pointer)


def _faults_of_field(former: StagePlan, stage: StagePlan, pointer: str) -> Iterator[FieldError]:
    """Yield why a stage cannot be played by as many as the one before sends on."""
    size = advancing(former)
    try:
        for group in groups_of(range(1, size + 1), stage.options, seed="", stage=0):
            planned_rounds(stage.format.code, stage.options, len(group))
    except UnfitField as unfit:
        yield field_error(pointer, "field", f"{size} go on to it. {unfit}")


def _faults_of_cut(former: StagePlan, to: Format, at: str) -> Iterator[FieldError]:
    advance = former.options["advance"]
    size = advancing(former)
    if advance["best_runners_up"] >= former.options["groups"] > 1:
        detail = "Fewer runners-up than groups advance; else let one more of each group."
        yield field_error(f"{at}/best_runners_up", "advance", detail)
    if former.options["groups"] == 1 and advance["best_runners_up"]:
        detail = "Runners-up are compared between groups; there is one group."
        yield field_error(f"{at}/best_runners_up", "advance", detail)
    if size < 2:
        yield field_error(at, "advance", "At least two advance.")
    elif to.is_knockout and to.largest_table == 2 and size & (size - 1):
        detail = f"{size} advance; a knockout after a stage takes 2, 4, 8, 16 …, without byes."
        yield field_error(at, "advance", detail)


def advancing(stage: StagePlan) -> int:
    """Return how many go on from a stage that is not the last."""
    advance = stage.options["advance"]
    return int(advance["per_group"] * stage.options["groups"] + advance["best_runners_up"])
