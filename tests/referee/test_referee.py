"""The referee plays the positions of the rules, and whole games without losing a card."""

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.referee import Table
from tests.referee.cards import full_deck, in_order
from tests.referee.deal import highest_drawer
from tests.referee.scoring import card_points, final_places

VALUES: dict[str, list[Any]] = {
    "target": [200, None, 60],
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
    "dos_penalty": [2, 0, 1, 4],
    "false_catch_penalty": [0, 1, 4],
    "pending_penalty_blocks_out": [False, True],
    "max_turns": [1000, 100],
    "on_leave": ["autopilot", "remove"],
}
CLASSIC = {"name": "classic-2018", **{name: values[0] for name, values in VALUES.items()}}


def read_action(text: str, turn: int) -> tuple[int, dict[str, Any]]:
    """Read the text notation, `1:?0` for another seat; `leave` and `timeout` besides."""
    seat = turn
    if text[0].isdigit():
        seat, text = int(text[0]), text[2:]
    if text in {"leave", "timeout"}:
        return seat, {"type": text}
    flag = {"call": True} if len(text) > 1 and text.endswith("!") else {}
    text = text.rstrip("!") or "!"
    if text[0] == "?":
        return seat, {"type": "catch", "target_seat": int(text[1:])}
    if text[0] == "/":
        return seat, {"type": "lay", "card": text[1:], **flag}
    if ">" in text:
        cards, target = text.split(">")
        return seat, {"type": "match", "target": target, "cards": cards.split("+"), **flag}
    return seat, {"type": {"D": "draw", ".": "end", "!": "call"}[text], **flag}


@dataclass
class Row:
    """One row of section 4: a position, actions (`~` before a refused one), what must hold."""

    name: str
    centre: str
    hands: str  # hands divided by `|`
    script: str
    expect: dict[str, Any] = field(default_factory=dict)
    draw_pile: str = "G3 G4 G5 G6 G7 G8"
    discard_pile: str = ""
    scores: list[int] | None = None
    options: dict[str, Any] = field(default_factory=dict)

    def set_up(self) -> Table:
        hands = [hand.split() for hand in self.hands.split("|")]
        position = {
            "hands": hands,
            "centre": self.centre.split(),
            "draw_pile": self.draw_pile.split(),
            "discard_pile": self.discard_pile.split(),
            "turn": 0,
            "scores": self.scores or [0] * len(hands),
        }
        return Table.from_position({**CLASSIC, **self.options}, position, b"seed")


def kinds(*kind: str) -> dict[str, Any]:
    return {"kinds": list(kind)}


IDLE = "|Y1 Y3 Y4"
ANY: dict[str, Any] = {"after_draw": "any"}
MANY: dict[str, Any] = {"after_draw_matches": "many"}
OPTIONAL: dict[str, Any] = {"no_match_laydown": "optional", "bonus_laydown": "optional"}
BLOCKS: dict[str, Any] = {"pending_penalty_blocks_out": True}
IMMEDIATE: dict[str, Any] = {"double_colour_draw": "immediate"}
REMOVE: dict[str, Any] = {"on_leave": "remove"}
OWN: dict[str, Any] = {"dos_window": "own_next_turn"}
OVER = {"phase": "over", "winner": 0}

# fmt: off
ROWS = [
    # matches and their bonuses
    Row("R7 single, lay-down", "R7 B9", "R7 Y1 Y3" + IDLE, "R7>R7 . /Y1",
        {"discard_pile": "R7 R7", "centre": "Y1 G3 B9", "turn": 1}),
    Row("R31 double colour", "R7", "R4 R3 Y1" + IDLE, "R4+R3>R7", kinds("double")),
    Row("R33 one of two", "R7", "R4 B3 Y1" + IDLE, "R4+B3>R7", kinds("none")),
    Row("R33 same as each other", "R7", "B4 B3 Y1" + IDLE, "B4+B3>R7", kinds("none")),
    Row("R32 W as red", "R7", "W R5 Y1" + IDLE, "W:R+R5>R7", kinds("double")),
    Row("R35 W as blue", "R7", "W R5 Y1" + IDLE, "~R20:W>R7 W:B+R5>R7", kinds("none")),
    Row("R24 on W", "W W", "R1 R1 B1 W R# Y9" + IDLE,
        "~R20:R1>W R1+R1>W ~R21:W+B1>W R#>W", kinds("double", "single")),
    Row("R32 on W", "W W", "R1 B1 W R# Y9" + IDLE, "R1+B1>W W>W", kinds("none", "single")),
    Row("R23 R# on 9", "B9 R9", "R# R# Y1" + IDLE,
        "~R23:R#:11>B9 ~R23:R#:0>R9 R#>B9 R#:9>R9", kinds("none", "single")),
    Row("R26 on B#", "B# B#", "B5 B3 B6 B9 B10 B# Y1" + IDLE,
        "~R21:B5+B6>B# ~R21:B10+B#>B# B5+B3>B# B9+B#>B#", kinds("double", "double")),
    Row("R26 off", "B#", "B5 B3 Y1" + IDLE, "~R26:B5+B3>B# B5>B#", kinds("single"),
        options={"double_on_wild_number": False}),
    Row("R28 on G1", "G1 G1", "W R# G# B1 Y1" + IDLE,
        "~R21:W+B1>G1 ~R21:R#+G#>G1 ~R21:B1+Y1>G1 G#>G1 B1>G1", kinds("single", "none")),
    Row("R28 on G3", "G3 G3", "W W B1 G# Y9" + IDLE, "W+B1>G3 W+G#>G3", kinds("none", "double")),
    Row("R29 declarations refused", "R7 W", "R7 W R# Y1" + IDLE,
        "~R29:R7:7>R7 ~R29:W:2>W ~R29:R#:R>R7 ~R20:R#:3>W D ~R29:/W:R", {"phase": "drawn"}),
    Row("R17 one match each", "R7 B9", "B7 Y7 Y1" + IDLE, "B7>R7 ~R17:Y7>R7", kinds("none")),
    Row("R34 two bonuses", "R7 R7", "R7 R7 Y1" + IDLE, "R7>R7 R7>R7", {"bonus_lay_downs": 2}),
    Row("R4 held twice", "R6 R7", "R3 W Y1" + IDLE, "~R4:R3+R3>R6 ~R4:B7>R7", {"phase": "play"}),
    # a turn
    Row("R14 to R16", "R7 B9", "R7 Y1 Y3" + IDLE, "~R15:. ~R14:/Y1 R7>R7 ~R16:D",
        {"phase": "matching"}),
    Row("R36 drawn card", "B7 R9", "R7 Y1 Y3" + IDLE, "D ~R36:R7>B7 ~R16:D", {"drawn": "G3"}),
    Row("R36 any", "B7 R9", "R7 Y1 Y3" + IDLE, "D R7>B7", kinds("none"), options=ANY),
    Row("R36 half of a double", "B7 R9", "B3 R9 Y1" + IDLE, "D G4+B3>B7 ~R36:R9>R9 .",
        {"turn": 1, "centre": "R9 G5"}, draw_pile="G4 G5"),
    Row("R36 many", "B7 R9", "B3 R9 Y1" + IDLE, "D G4+B3>B7 R9>R9", kinds("none", "single"),
        draw_pile="G4 G5", options=MANY),
    Row("R38 must lay", "B7 R9", "R4 Y1" + IDLE, "D ~R38:. /Y1", {"turn": 1, "centre": "R9 Y1 B7"}),
    Row("R38 optional", "B7", "R4 Y1" + IDLE, "D .", {"turn": 1, "centre": "G4 B7"},
        options=OPTIONAL),
    Row("R38 off", "B7", "R4 Y1" + IDLE, "D ~R38:/Y1 .", {"turn": 1},
        options={"no_match_laydown": "off"}),
    Row("R43 as far as the hand lasts", "R7 B7 G7", "R7 B7 G7 Y1 Y3" + IDLE,
        "R7>R7 B7>B7 G7>G7 . /Y1 ~R43:. /Y3", {**OVER, "scores": [8, 0]}),
    Row("R43 optional", "R7 B7", "R7 B7 Y1 Y3" + IDLE, "R7>R7 B7>B7 . /Y1 .",
        {"turn": 1, "hands": "Y3" + IDLE}, options=OPTIONAL),
    Row("R44 passes", "R7 B7", "R3 R4 B3 B4 Y1 Y3 Y4|Y5|Y6", "R3+R4>R7 B3+B4>B7 . /Y1 /Y3",
        {"hands": "Y4|Y5 G5 G7|Y6 G6 G8", "owes": [False, False, False]}),
    Row("R44 immediate", "R7 B7", "R3 R4 Y1 Y3|Y5|Y6", "R3+R4>R7 1:! ~R56:1:! 0:?2",
        {"hands": "Y1 Y3|Y5 G3|Y6 G4 G5 G6", "owes": [True, False, False]}, options=IMMEDIATE),
    # going out
    Row("R61 draws count", "R7 B9", "R4 R3|R3 W", "R4+R3>R7", {**OVER, "scores": [63, 0]},
        draw_pile="B#"),
    Row("R61 no refill", "R7 B9", "R7|R3", "R7>R7", {**OVER, "centre": "B9"}),
    Row("R61 E5 is left out", "R7 B9 Y6", "R7 B9 Y6|R3", "R7>R7 1:?0 B9>B9 Y6>Y6", OVER),
    Row("R61 penalty blocks", "R7 B9 Y6", "R7 B9 Y6|R3", "R7>R7 1:?0 B9>B9 Y6>Y6 ! ~R56:!",
        {"phase": "matching", "hands": "G3 G4|R3", "pending": [0, 0]}, options=BLOCKS),
    Row("R61 the turn goes on", "R7 B9 Y6", "R7 B9 Y6|R3", "R7>R7 1:?0 B9>B9 Y6>Y6 . /G3 /G4",
        {**OVER, "scores": [3, 0], "centre": "G3 G4 G5 G6"}, options=BLOCKS),
    Row("R63 exactly 200", "R7", "R7|B10 W W", "R7>R7", {"ended": "target"}, scores=[150, 0]),
    Row("R63 not yet", "R7", "R7|R1", "R7>R7", {"ended": None, "scores": [199, 0]},
        scores=[198, 0]),
    Row("R63 more than 200", "R7", "R7|B# W B5 Y10", "R7>R7", {"scores": [225, 0]},
        scores=[150, 0]),
    Row("R63 one round", "R7", "R7|R1", "R7>R7", {"ended": "one_round"}, options={"target": None}),
    # calls and catches
    Row("R52 caught in the own turn", "R7 B9", "B7 Y1 Y3" + IDLE,
        "~R57:?0 B7>R7 ~R57:?0 1:?0 ~R58:1:?0 .", {"turn": 1, "hands": "Y1 Y3 G4 G5" + IDLE}),
    Row("R56 with the flag", "R7 B9", "B7 Y1 Y3" + IDLE, "B7>R7! ~R58:1:?0 ~R56:!",
        {"hands": "Y1 Y3" + IDLE}),
    Row("R56 flag too early", "R7 B9", "B7 Y1 Y3 Y4" + IDLE, "~R56:B7>R7! ~R56:D!",
        {"phase": "play"}),
    Row("R56 flag on a draw", "R7 B9", "B8" + IDLE, "D! ~R58:1:?0", {"owes": [False, False]}),
    Row("R55 the hand leaves two", "R7", "R4 R3 Y1 Y3" + IDLE, "R4+R3>R7 . /Y1 ~R58:1:?0",
        {"turn": 1, "hands": "Y3|Y1 Y3 Y4 G5"}),
    Row("R51 only one catch counts", "R7 B9", "B7 Y1 Y3|Y1|Y3", "B7>R7 . 1:?0 ~R58:2:?0",
        {"hands": "Y1 Y3 G4 G5|Y1|Y3", "turn": 1}),
    Row("R55 lapsed by a draw", "R7 B9", "B7 Y1 Y3" + IDLE, "B7>R7 . 1:D ~R58:1:?0 ~R56:0:!",
        {"phase": "drawn"}),
    Row("R55 own next turn", "R7 B9", "B7 Y1 Y3" + IDLE, "B7>R7 . 1:D 1:/Y1 1:?0 ~R58:1:?0",
        {"turn": 0, "hands": "Y1 Y3|Y3 Y4 G4", "pending": [2, 0]}, options=OWN),
    Row("R58 at a price", "R7 B9", "B7 Y1 Y3" + IDLE, "1:?0",
        {"hands": "Y1 Y3 B7|Y1 Y3 Y4 G3"}, options={"false_catch_penalty": 1}),
    Row("R50 no calls", "R7 B9", "B7 Y1 Y3" + IDLE, "~R50:B7>R7! B7>R7 ~R50:! ~R50:1:?0",
        {"owes": [False, False]}, options={"dos_penalty": 0}),
    # dry piles
    Row("R66 reshuffle", "R7 B9", "Y1 Y3" + IDLE, "D", {"piles": (29, 0)}, draw_pile="",
        discard_pile="R1 " * 30),
    Row("R68 one card left", "R7 B9", "Y1 Y3" + IDLE, "D /Y1 1:?0",
        {"piles": (0, 0), "hands": "Y3 G3 G4" + IDLE}, draw_pile="G3 G4"),
    Row("R68 nothing drawn", "R7 B9", "R7" + IDLE, "~R56:D! D ~R68:R7>R7 /R7", OVER,
        draw_pile="", options=ANY),
    # leaving
    Row("R71 leaves an open turn", "R7 B9", "R3 R4 Y1 Y3|Y5|Y6", "R3+R4>R7 leave ~R71:0:D",
        {"turn": 1, "centre": "G3 B9", "discard_pile": "R3 R4 R7 Y1 Y3", "hands": "|Y5|Y6",
         "owes": [False, False, False]}, options=REMOVE),
    Row("R71 autopilot", "R7 B9", "R7 B9 Y1" + IDLE, "timeout", {"turn": 1, "centre": "R7 R7 B9"}),
    Row("R71 autopilot after a match", "R7 B9", "R7 B9 Y1 Y3" + IDLE, "R7>R7 timeout",
        {"turn": 1, "centre": "Y1 G3 B9", "owes": [True, False]}),
    Row("R71 autopilot goes out", "R7 B9", "R7|Y5|Y6", "leave timeout",
        {"phase": "over", "winner": None, "scores": [0, 0, 0]}, draw_pile=""),
    Row("R71 plays on", "R7 B9", "R7 Y1|Y5|Y6", "leave ~R71:0:D timeout",
        {"turn": 1, "left": [0], "hands": "Y1 G3|Y5|Y6"}),
    Row("R71 two players", "R7 B9", "R7 Y1|Y5", "leave", {"ended": "leave", "winner": None}),
]
# fmt: on


def seen(table: Table, what: str) -> Any:
    """Return what a row expects, in the form in which the row writes it."""
    views = {
        "kinds": [match["colour_match"] for match in table.matched],
        "centre": " ".join(in_order(table.centre)),
        "discard_pile": " ".join(in_order(table.discard_pile)),
        "hands": "|".join(" ".join(hand) for hand in table.hands),
        "piles": (len(table.draw_pile), len(table.discard_pile)),
        "winner": table.rounds_finished[-1]["winner"] if table.rounds_finished else None,
        "ended": table.result["ended"] if table.result else None,
    }
    return views[what] if what in views else getattr(table, what)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_position_of_the_rules(row: Row) -> None:
    table = row.set_up()
    for step in row.script.split():
        rule, _, text = step[1:].partition(":") if step[0] == "~" else (None, "", step)
        seat, action = read_action(text, table.turn)
        assert table.act(seat, action) == rule, step
    for what, value in row.expect.items():
        assert seen(table, what) == value, what


def test_tied_drawers_draw_again() -> None:
    assert highest_drawer(["R9", "W", "B9", "R1", "Y#", "R10"], 3) == 0
    assert highest_drawer(["W", "R#", "B1", "R3"], 2) == 1


def test_deck_has_108_cards_and_1036_points() -> None:
    assert len(full_deck()) == 108
    assert sum(card_points(face, 40) for face in full_deck()) == 1036
    assert sum(card_points(face, 50) for face in full_deck()) == 1116


def test_places_put_those_who_left_behind() -> None:
    assert final_places(0, [200, 5, 5, 9], [0, 8, 8, 0], [3]) == [1, 2, 2, 4]
    assert final_places(2, [90, 50, 0], [0, 0, 0], [1, 0]) == [2, 3, 1]


# --- whole games


def snapshot(table: Table) -> str:
    return repr(sorted(vars(table).items()))


def some_action(table: Table, chance: random.Random) -> tuple[int, dict[str, Any]]:
    """Choose among everything that seats may do, matches first, and now and then a service act."""
    if chance.random() < 0.03 or table.turn in table.left:
        return table.turn, {"type": "timeout"}
    if chance.random() < 0.003:
        return chance.choice([s for s in range(table.seats) if s not in table.left]), {
            "type": "leave"
        }
    seats = [seat for seat in range(table.seats) if table.legal(seat)]
    seat = table.turn if chance.random() < 0.9 else chance.choice(seats)
    legal = table.legal(seat)
    matches = [action for action in legal if action["type"] == "match"]
    return seat, chance.choice(matches or legal)


def check_refusals(table: Table, chance: random.Random) -> None:
    """Unlisted actions of the player to act are refused and change nothing."""
    before = snapshot(table)
    listed = [
        {key: value for key, value in action.items() if key != "colour_match"}
        for action in table.legal(table.turn)
    ]
    faces = chance.sample(list(dict.fromkeys(full_deck())), 4)
    tries: list[dict[str, Any]] = [{"type": kind} for kind in ("draw", "end", "call")]
    tries += [{"type": "lay", "card": faces[0]}]
    tries += [{"type": "match", "target": faces[1], "cards": in_order(faces[2:])}]
    for action in tries:
        if action not in listed:
            assert table.act(table.turn, action) is not None
    assert snapshot(table) == before


def check_invariants(table: Table) -> None:
    on_table = table.centre + table.draw_pile + table.discard_pile
    for match in table.matched:
        on_table += [match["target"], *match["cards"]]
    for hand in table.hands:
        on_table += hand
        assert hand == in_order(hand)
    assert in_order(on_table) == full_deck()  # R5
    for seat, owes in enumerate(table.owes):
        assert not owes or len(table.hands[seat]) == 2


@pytest.mark.parametrize("number", range(40))
def test_whole_games_keep_108_cards(number: int) -> None:
    chance = random.Random(number)
    ruleset = {"name": "custom", **{name: chance.choice(of) for name, of in VALUES.items()}}
    seats = chance.choice([2, 3, 4])
    table = Table(ruleset, seats, b"%d" % number)
    again = Table(ruleset, seats, b"%d" % number)
    assert table.turn == (table.dealer + 1) % seats  # R12
    for _ in range(400):
        if table.result is not None:
            break
        check_refusals(table, chance)
        seat, action = some_action(table, chance)
        dealer, number_before = table.dealer, table.round_number
        assert table.act(seat, action) is None
        assert again.act(seat, action) is None
        check_invariants(table)
        dealt_anew = table.round_number > number_before and not table.left
        if dealt_anew and ruleset["next_dealer"] == "left":
            assert table.dealer == (dealer + 1) % seats  # R13
            assert table.turn == (dealer + 2) % seats  # R12
    assert snapshot(table) == snapshot(again)


def test_three_rounds_without_a_winner_end_the_game() -> None:
    table = Table({**CLASSIC, "max_turns": 100}, 3, b"limit")
    while table.result is None:
        table.act(table.turn, {"type": "timeout"})
    assert [finished["winner"] for finished in table.rounds_finished] == [None] * 3
    assert table.result["ended"] == "limit"
    assert table.result["winner"] is None


def test_stop_counts_as_it_stands() -> None:
    table = Table(CLASSIC, 2, b"stop")
    table.scores = [10, 20]
    assert table.act(None, {"type": "stop"}) is None
    assert table.result == {"winner": 1, "scores": [10, 20], "places": [2, 1], "ended": "stopped"}


def test_abort_counts_for_nothing() -> None:
    table = Table(CLASSIC, 2, b"abort")
    assert table.act(None, {"type": "abort"}) is None
    assert table.result == {"winner": None, "scores": [0, 0], "places": None, "ended": "abort"}
