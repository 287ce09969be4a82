"""What greedy plays in positions laid out for it. Two seats unless said; seat 0 is to act."""

import random
from collections.abc import Iterator
from typing import Any, Final

import pytest

from games.bots.greedy import CARD_WORTH, FORCED_DRAW_WORTH, GOING_OUT_WORTH, KEEP_WORTH, GreedyBot
from games.engine.actions import Match
from games.engine.legal import turn_options
from games.engine.matching import DOUBLE_COLOUR, PLAIN
from games.engine.observation import observe
from games.engine.play import apply, apply_all
from games.engine.position import position_from_json
from games.engine.ruleset import RULESETS
from games.engine.state import GameState
from tests.bots.seats import chosen
from tests.engine.strategies import random_position
from tests.engine.table import Table, lay_out

GREEDY: Final = GreedyBot()


@pytest.mark.parametrize(
    "centre, hand, plan",
    [
        pytest.param("R7 B9", "B7 G1 G1 G1", "B7>R7 .", id="one match"),
        pytest.param("R7 B9", "B7 Y9 G1 G1 G1", "B7>R7 Y9>B9 .", id="a match on each centre card"),
        pytest.param("R7 Y9", "B7 B4 G3 G10 Y10 R10", "G3+B4>R7 .", id="two cards before one"),
        pytest.param("Y7 G4", "B4 B3 R3 R1 G10 G10 R10", "R3+B4>Y7 R1+B3>G4 .", id="two doubles"),
        pytest.param("R7 R7 B9", "G7 Y7 G1 G1 G1", "Y7>R7 G7>R7 .", id="equal centre cards"),
        pytest.param("R7 Y10", "R7 B7 G1 G1 G1", "R7>R7 .", id="single colour match"),
        pytest.param("R7 Y10", "R4 R3 B4 G1 G1 G1", "R3+R4>R7 .", id="double colour match"),
        pytest.param("R7 Y10", "R7 R4 R3 G1 G1 G1", "R3+R4>R7 .", id="double colour before single"),
        pytest.param("R7 Y10", "R7 B4 B3 G1 G1 G1", "R7>R7 .", id="bonus keeps the small numbers"),
        pytest.param("R7 R6", "R7 R# G1 G1 G1", "R#>R6 R7>R7 .", id="wild where it is needed"),
        pytest.param("B7", "G7 R# G10 Y10 B10", "G7>B7 .", id="number before Wild #"),
        pytest.param("B4 Y9", "W W B1 B3 R10 G10", "B1+B3>B4 .", id="numbers before two Wild DOS"),
        pytest.param("B4", "R# G# G1 G3 R10 Y10", "G1+G3>B4 .", id="numbers before two wilds"),
        pytest.param("B3", "W R# G1 R10 G10", "G1+W>B3 .", id="Wild DOS before Wild #"),
        pytest.param("R7 B9", "G1 G1 G3 Y1", "D", id="a draw where nothing matches"),
    ],
)
def test_greedy_takes_the_plan_that_sheds_most(centre: str, hand: str, plan: str) -> None:
    assert chosen(GREEDY, lay_out(centre, hand)) == plan


@pytest.mark.parametrize(
    "centre, hand, turn",
    [
        pytest.param("R7 B9", "B7", "B7>R7", id="a single"),
        pytest.param("R7 B9", "R4 G3", "R4+G3>R7", id="a double"),
        pytest.param("R7 B9", "G7 G9", "G7>R7! G9>B9", id="two singles"),
        pytest.param("R7 B9", "R7 G1", "R7>R7 . /G1", id="a colour match and its lay-down"),
        pytest.param("R7 B9", "R7 B9 G1 G1", "R7>R7 B9>B9! . /G1 /G1", id="two of each"),
        pytest.param("R7 B9", "R4 R3 G1", "R3+R4>R7 . /G1", id="a double colour match"),
        pytest.param("R7 G7", "R7 G1 B7", "R7>R7! B7>G7 . /G1", id="a number and a colour match"),
    ],
)
def test_greedy_goes_out_when_it_can(centre: str, hand: str, turn: str) -> None:
    table, played = lay_out(centre, hand), []
    for _ in range(6):
        if table.state.is_over:
            break
        submission = chosen(GREEDY, table)
        played += submission.split()
        table.play(submission)
    assert table.outcome[0] == 0
    assert sorted(" ".join(played).replace("!", "").split()) == sorted(
        turn.replace("!", "").split()
    )


@pytest.mark.parametrize(
    "centre, hand, plan",
    [
        ("R7 B9", "B7 G1 G1", "B7>R7! ."),
        ("R7 B9", "B4 G3 R1 R1", "G3+B4>R7! ."),
        ("R7 B9", "G7 Y9 G1", "G7>R7! Y9>B9 ."),
        ("R7 B9", "G7 Y9 G1 G1", "G7>R7 Y9>B9! ."),
        ("R7 B9", "G7 Y9 G1 G1 G1", "G7>R7 Y9>B9 ."),
        ("R7 B9", "G1", "D!"),
        ("R7 B9", "G1 G1", "D"),
    ],
)
def test_greedy_calls_with_the_act_that_leaves_two(centre: str, hand: str, plan: str) -> None:
    assert chosen(GREEDY, lay_out(centre, hand)) == plan


@pytest.mark.parametrize(
    "centre, hand, plan", [("R7 B9", "B7 G1 G1", "B7>R7 ."), ("R7 B9", "G1", "D")]
)
def test_greedy_calls_nothing_where_there_are_no_calls(centre: str, hand: str, plan: str) -> None:
    assert chosen(GREEDY, lay_out(centre, hand, dos_penalty=0)) == plan


@pytest.mark.parametrize("hand, draw, laid", [("G1 G10", "Y3", "/G10!"), ("G1 G1 G5", "Y3", "/G5")])
def test_greedy_calls_with_the_lay_down_that_leaves_two(hand: str, draw: str, laid: str) -> None:
    assert chosen(GREEDY, lay_out("R7 B9", hand, draw=draw).play("D")) == laid


def test_greedy_calls_with_a_bonus_lay_down() -> None:
    assert chosen(GREEDY, lay_out("R7 B9", "R7 G1 G3 G5").play("R7>R7 .")) == "/G5!"


def test_lay_down_has_no_call_where_there_are_no_calls() -> None:
    table = lay_out("R7 B9", "G1 G10", draw="Y3", dos_penalty=0).play("D")
    assert chosen(GREEDY, table) == "/G10"


@pytest.mark.parametrize(
    "hand, laid",
    [
        ("W R# G1 G10", "/G10"),
        ("W R# G8 G1", "/G8"),
        ("W R# R# Y#", "/W"),
        ("R# R# Y# B#", "/R#"),
        ("G1 R1 B1 G3", "/G3"),
    ],
)
def test_greedy_lays_the_card_least_worth_keeping(hand: str, laid: str) -> None:
    assert chosen(GREEDY, lay_out("Y3 Y5", hand, phase="lay", bonus_lay_downs=1)) == laid


@pytest.mark.parametrize(
    "options, drawn, answer",
    [
        ({}, "B4", "G3+B4>R7"),
        ({}, "R7", "R7>R7"),
        ({"after_draw": "any"}, "Y10", "B9>B9"),
        ({"no_match_laydown": "off"}, "Y10", "."),
        ({"no_match_laydown": "optional"}, "Y10", "/Y10"),
    ],
)
def test_greedy_after_a_draw(options: dict[str, Any], drawn: str, answer: str) -> None:
    """The hand could match the blue 9 by itself, which only `after_draw: any` lets it do."""
    table = lay_out("R7 B9", "B9 G3 G1 G1 G1", draw=drawn, **options).play("D")
    assert chosen(GREEDY, table) == answer


def test_greedy_ends_after_the_one_match_that_a_draw_allows() -> None:
    table = lay_out("R7 B9", "Y9 G3 G1 G1 G1", draw="B7").play("D B7>R7")
    assert chosen(GREEDY, table) == "."


# --- catching


def owing() -> Table:
    """Return a table at which seat 1's two cards owe a call since the turn before this one."""
    return lay_out("R7 B9", "B7 Y3 G1 G1", "G5 Y5", turn_number=2, duties=[0, 1])


def test_greedy_catches_before_it_plays() -> None:
    assert chosen(GREEDY, owing()) == "?1"


def test_greedy_catches_even_where_it_could_go_out() -> None:
    assert chosen(GREEDY, lay_out("R7 B9", "B7", "G5 Y5", turn_number=2, duties=[0, 1])) == "?1"


def test_greedy_catches_one_after_the_other() -> None:
    table = lay_out("R7 B9", "B7 G1", "G5 Y5", "G6 Y6", turn_number=3, duties=[0, 1, 2])
    assert chosen(GREEDY, table) == "?1"
    assert chosen(GREEDY, table.play("?1")) == "?2"


@pytest.mark.parametrize("so_far, answer", [("B7>R7", "."), ("D", "/Y10")])
def test_greedy_catches_nobody_once_it_has_acted(so_far: str, answer: str) -> None:
    table = lay_out("R7 B9", "B7 G1 G1 G1", "G5 Y5", draw="Y10", dos_window="open", duties=[0, 1])
    assert "?1" in table.play(so_far).listed(0)
    assert chosen(GREEDY, table) == answer


def test_greedy_calls_first_what_it_owes_itself() -> None:
    table = lay_out("R7 B9", "B7 G1", "G5 Y5", turn_number=3, duties=[2, 1])
    assert chosen(GREEDY, table) == "!"
    assert chosen(GREEDY, table.play("!")) == "?1"


def test_chance_changes_nothing_for_greedy() -> None:
    table = lay_out("Y7 G4", "B4 B3 R3 R1 G10 G10")
    assert len({chosen(GREEDY, table, chance) for chance in range(20)}) == 1


# --- against every plan there is


def worth(state: GameState, gain: int) -> int:
    """Return what greedy holds a plan to be worth that has come to this state."""
    hand, bonuses = len(state.round.hands[0]), state.round.bonuses
    laid = min(hand, bonuses)
    return gain + laid * CARD_WORTH + (GOING_OUT_WORTH if laid == hand else 0)


def plan_worths(state: GameState, gain: int = 0) -> Iterator[int]:
    """Yield the worth of every set of matches that can be made from here on, in any order."""
    yield worth(state, gain)
    if state.is_over:
        return
    for option in turn_options(state):
        if isinstance(option.action, Match):
            after, _ = apply(state, 0, option.action)
            yield from plan_worths(after, gain + gain_of(state, after, option.action))


def gain_of(before: GameState, after: GameState, action: Match) -> int:
    """Return the worth of a match but for its lay-down."""
    gain = sum(CARD_WORTH - KEEP_WORTH[card] for card in action.cards)
    kinds = [match.kind for match in after.round.matched]
    kind = kinds[-1] if kinds else PLAIN
    opponents = before.seats - 1
    return gain + (opponents * FORCED_DRAW_WORTH if kind == DOUBLE_COLOUR else 0)


def chosen_worth(state: GameState) -> int:
    gain = 0
    for action in GREEDY.choose(observe(state, 0), random.Random(0)):
        if isinstance(action, Match):
            before, (state, _) = state, apply_all(state, [(0, action)])
            gain += gain_of(before, state, action)
    return worth(state, gain)


def test_no_plan_is_worth_more_than_the_one_that_greedy_takes(stress: bool) -> None:
    compared = 0
    for seed in range(3_000 if stress else 120):
        position = random_position(random.Random(seed)) | {"turn": 0}
        if len(position["centre"]) > 4 or len(position["hands"][0]) > 6:
            continue
        state = position_from_json(position, RULESETS["classic-2018"], bytes(32))
        best = max(plan_worths(state))
        found = chosen_worth(state)
        assert found == best or (found >= GOING_OUT_WORTH <= best)
        compared += best > 0
    assert compared > 30


def test_hand_that_a_penalty_fills_again_is_played_on() -> None:
    """R61: with the penalty before going out, greedy finds itself with cards and ends."""
    rules: dict[str, Any] = {"pending_penalty_blocks_out": True, "dos_window": "open"}
    table = lay_out("R7 B9", "B7 G9", "G5 Y5 Y6", draw="Y1 Y1", **rules, duties=[1, 0])
    table.play("1:?0")
    assert chosen(GREEDY, table) == "B7>R7 G9>B9"
    assert chosen(GREEDY, table.play("B7>R7 G9>B9")) == "."
