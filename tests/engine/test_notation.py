"""Text notation: turns and whole rounds are read as they were written."""

import random

import pytest

from games.engine.actions import (
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
    named_card,
)
from games.engine.cards import face
from games.engine.notation import (
    SeatedAction,
    format_action,
    format_round,
    format_turn,
    parse_action,
    parse_round,
    parse_turn,
)
from games.engine.play import apply_all, new_game
from games.engine.refusals import Illegal
from games.engine.state import GameState
from tests.engine.records import CLASSIC
from tests.engine.strategies import Step, deal_seed, random_ruleset, steps
from tests.engine.table import lay_out

R7, R4, R3, G1 = map(face, ("R7", "R4", "R3", "G1"))


@pytest.mark.parametrize(
    "text, action",
    [
        ("R4+R3>R7", Match(R7, (R4, R3))),
        ("R7>R7", Match(R7, (R7,))),
        ("R7>R7!", Match(R7, (R7,), call=True)),
        ("W:R+R#:5>G#:7", Match(named_card("G#:7"), (named_card("W:R"), named_card("R#:5")))),
        ("R#>R#!", Match(face("R#"), (face("R#"),), call=True)),
        ("D", Draw()),
        ("D!", Draw(call=True)),
        ("/G1", Lay(G1)),
        ("/G1!", Lay(G1, call=True)),
        ("/W:R", Lay(named_card("W:R"))),
        (".", End()),
        ("!", Call()),
        ("?2", Catch(2)),
    ],
)
def test_action_in_notation(text: str, action: Action) -> None:
    assert parse_action(text) == action
    assert format_action(action) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "!!", ".!", "?", "?!", "?2!", "?x", "?12", "?-1", "?\u0662", "d", "D!!", "DD"),
        *("R7", "R7>", ">R7", "R7>R7>R7", "R7+R7", "R4+R3+R1>R8", "R4+>R4", "+R4>R4", "R4 >R4"),
        *("R7>R7!!", "R7!>R7", "R2>R2", "r7>r7", "/", "/!", "//G1", "/G1+G3", "/G2", "R7>R7:"),
        *("1:", "1:D", "T", "L", "S", "A", "timeout"),
    ],
)
def test_what_is_no_action_of_a_player_is_refused(text: str) -> None:
    with pytest.raises(MalformedAction):
        parse_action(text)


def test_turn_of_the_page() -> None:
    text = "R4+R3>R7 W:R+R5>B7 1:?0 . /G1!"
    turn = parse_turn(text)
    assert [seat for seat, _ in turn] == [None, None, 1, None, None]
    assert format_turn(turn) == text


def test_blanks_between_actions_are_free() -> None:
    assert parse_turn("  D\t/G1\n 1:?0 ") == parse_turn("D /G1 1:?0")
    assert parse_turn("") == []


@pytest.mark.parametrize(
    "turn, index",
    [("X", 0), ("D X", 1), ("D /G1 1:", 2), ("D 10:?0", 1), ("D a:?0", 1), ("D 1:1:?0", 1)],
)
def test_fault_in_a_turn_is_named_by_its_place(turn: str, index: int) -> None:
    with pytest.raises(MalformedAction) as malformed:
        parse_turn(turn)
    assert malformed.value.pointer == f"/{index}"


# --- rounds


def rounds_of(seed: int, most: int) -> list[list[Step]]:
    """Return the accepted actions of a random game, round by round."""
    rng = random.Random(seed)
    state, _ = new_game(random_ruleset(rng), rng.randint(2, 4), deal_seed(rng))
    rounds: dict[int, list[Step]] = {}
    for step in steps(state, rng, most):
        rounds.setdefault(step.before.number, []).append(step)
    return list(rounds.values())


def test_round_is_read_as_it_was_written(stress: bool) -> None:
    kinds: set[type[Action]] = set()
    for seed in range(1_000 if stress else 30):
        for made in rounds_of(seed, 3_000 if stress else 150):
            actions = [(step.seat, step.action) for step in made]
            text = format_round(made[0].before, actions)
            assert parse_round(made[0].before, text) == actions
            kinds |= {type(action) for _, action in actions}
    assert kinds >= {Match, Draw, Lay, End, Call, Catch, Timeout, Leave, Stop}


def test_round_has_a_line_for_each_turn() -> None:
    for seed in range(10):
        for made in rounds_of(seed, 100):
            text = format_round(made[0].before, [(step.seat, step.action) for step in made])
            turns = {step.before.round.turn_number for step in made}
            assert len(text.splitlines()) == len(turns)


def start() -> GameState:
    return lay_out("R7 B9", "R7 G1 Y1 Y3", "G5 Y5 B9", draw="G10 G9", game=True).state


SEATED: list[SeatedAction] = [
    (0, parse_action("R7>R7")),
    (0, End()),
    (0, Lay(G1, call=True)),
    (1, Timeout()),
    (0, Draw()),
    (1, Leave()),
]


def test_only_another_seat_is_named() -> None:
    assert format_round(start(), SEATED) == "R7>R7 . /G1!\nT\nD 1:L"


def test_round_is_read_from_lines_or_from_one() -> None:
    written = format_round(start(), SEATED)
    assert parse_round(start(), written) == SEATED
    assert parse_round(start(), written.replace("\n", " ")) == SEATED
    assert apply_all(start(), SEATED)[0].result is not None


@pytest.mark.parametrize("text, action", [("S", Stop()), ("D S", Stop())])
def test_organiser_has_no_seat(text: str, action: Action) -> None:
    assert parse_round(start(), text)[-1] == (None, action)


def test_reading_a_round_leaves_its_start_alone() -> None:
    state = start()
    parse_round(state, format_round(state, SEATED))
    assert state == start()


def test_round_that_the_rules_refuse_is_not_read() -> None:
    with pytest.raises(Illegal) as refused:
        parse_round(start(), "R7>R7 D")
    assert refused.value.rule == "R16"


def test_round_that_is_no_notation_is_not_read() -> None:
    with pytest.raises(MalformedAction):
        parse_round(start(), "R7>R7 pass")


def test_round_of_a_new_game_begins_with_the_seat_left_of_the_dealer() -> None:
    state, _ = new_game(CLASSIC, 3, bytes(32))
    assert parse_round(state, "D") == [((state.round.dealer + 1) % 3, Draw())]
