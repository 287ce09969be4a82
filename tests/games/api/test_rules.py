"""The rules without a game: the positions of the rules page over HTTP, and checking records."""

import copy
from typing import Any, Final

import pytest

from games.engine.record import record_digest
from games.engine.ruleset import RULESETS
from games.simulation import Simulation, simulated_game
from tests.games.caller import Caller, pointers, read, told

APPLY: Final = "/rules/apply"
LEGAL: Final = "/rules/legal-actions"


def position(hands: list[str], centre: str, draw: str = "", **more: Any) -> dict[str, Any]:
    return {
        "hands": [hand.split() for hand in hands],
        "centre": centre.split(),
        "draw_pile": draw.split(),
        "turn": 0,
        **more,
    }


def applied(place: dict[str, Any], text: str, **more: Any) -> Any:
    body = {"position": place, "text": text, **more}
    return Caller().post(APPLY, body)


OTHER: Final = "B1 B3 B4"
FULL: Final = "G3 G4 G5 G6"


def colour_match(hand: str, centre: str, turn: str) -> str:
    place = position([f"{hand} Y10 Y10 G10", OTHER], centre, FULL)
    events = read(applied(place, turn))["events"]
    (matched,) = [event for event in events if event["type"] == "matched"]
    found: str = matched["colour_match"]
    return found


@pytest.mark.parametrize(
    "centre, hand, turn, expected",
    [
        ("R7 B9", "R4 R3", "R4+R3>R7", "double"),
        ("R7 B9", "R4 B3", "R4+B3>R7", "none"),
        ("R7 B9", "B4 B3", "B4+B3>R7", "none"),
        ("R7 B9", "W R5", "W:R+R5>R7", "double"),
        ("R7 B9", "W R5", "W:B+R5>R7", "none"),
        ("W B9", "R1 R1", "R1+R1>W", "double"),
        ("W B9", "R1 B1", "R1+B1>W", "none"),
        ("W B9", "R#", "R#>W", "single"),
        ("W B9", "W", "W>W", "single"),
        ("B9 R7", "R#", "R#>B9", "none"),
        ("R9 R7", "R#", "R#>R9", "single"),
        ("B# R7", "B5 B3", "B5+B3>B#", "double"),
        ("B# R7", "B9 B#", "B9+B#>B#", "double"),
        ("G1 R7", "G#", "G#>G1", "single"),
        ("G1 R7", "B1", "B1>G1", "none"),
        ("G3 R7", "W B1", "W+B1>G3", "none"),
        ("G3 R7", "W G#", "W+G#>G3", "double"),
    ],
)
def test_what_matches(centre: str, hand: str, turn: str, expected: str) -> None:
    assert colour_match(hand, centre, turn) == expected


@pytest.mark.parametrize(
    "centre, hand, turn, index, rule",
    [
        ("R7 B9", "W R5", "W>R7", 0, "R22"),
        ("W B9", "R1 W", "R1>W", 0, "R24"),
        ("W B9", "W R1", "W+R1>W", 0, "R28"),
        ("R9 R7", "R# R1", "R#:11>R9", 0, "R23"),
        ("B# R7", "B5 B6", "B5+B6>B#", 0, "R26"),
        ("B# R7", "B10 B#", "B10+B#>B#", 0, "R26"),
        ("R7 B9", "B7 Y7", "B7>R7 Y7>R7", 1, "R17"),
        ("R7 B9", "R7 Y1", "R7>R7 D", 1, "R16"),
        ("R7 B9", "R7 Y1", ".", 0, "R15"),
        ("R7 B9", "R7 Y1", "/Y1", 0, "R14"),
        ("R7 B9", "R7 Y1", "1:D", 0, "R12"),
        ("R7 B9", "R7 Y1", "D R7>R7", 1, "R36"),
        ("R7 B9", "R7 Y1", "D .", 1, "R38"),
        ("R7 B9", "R7 Y1", "3:?0", 0, "R1"),
    ],
)
def test_what_the_rules_refuse(centre: str, hand: str, turn: str, index: int, rule: str) -> None:
    """A refusal, of a wrong seat too, has the rule and the index, and no position."""
    place = position([f"{hand} Y10 Y10", OTHER], centre, FULL)
    problem = told(applied(place, turn), 422, "illegal_action")
    assert (problem["index"], problem["rule"]) == (index, rule)
    assert "position" not in problem


def test_a_whole_turn() -> None:
    place = position(["R7 Y1 Y3 Y4 Y5", OTHER], "R7 B9", "G3 G4")
    answer = read(applied(place, "R7>R7 . /Y1"))
    after = answer["position"]
    assert sorted(after["discard_pile"]) == ["R7", "R7"]
    assert after["centre"] == ["B9", "G3", "Y1"]
    assert (after["turn"], answer["over"], answer["winner"], answer["points"]) == (
        1,
        False,
        None,
        0,
    )
    assert answer["legal_actions"][0] == []
    assert {"type": "draw"} in answer["legal_actions"][1]


def test_the_last_two_cards() -> None:
    place = position(["R4 R3", "R3 W"], "R7 B9", "B#")
    answer = read(applied(place, "R4+R3>R7"))
    assert (answer["over"], answer["winner"], answer["points"]) == (True, 0, 63)
    assert answer["legal_actions"] == [[], []]
    drawn = next(event for event in answer["events"] if event["type"] == "forced_draw")
    assert drawn["cards"] == ["B#"]


def test_draws_go_round_the_table() -> None:
    hand = "R4 R3 G4 G3 Y1 Y1 Y3"
    place = position([hand, OTHER, OTHER.replace("B1", "R1")], "R7 G7", "B8 B9 R1 R3 R4 R5 R6")
    after = read(applied(place, "R4+R3>R7 G4+G3>G7 . /Y1 /Y1"))["position"]
    assert after["centre"][:2] == ["B8", "B9"]
    assert {"R1", "R4"} <= set(after["hands"][1])
    assert {"R3", "R5"} <= set(after["hands"][2])


def test_one_catch_of_two() -> None:
    hands = ["R3 R4", OTHER, "Y1 Y3 Y4"]
    place = position(hands, "R7 B9", FULL, turn=1, turn_number=2, duties=[1, 0, 0])
    after = read(applied(place, "1:?0"))["position"]
    assert len(after["hands"][0]) == 4
    problem = told(applied(place, "1:?0 2:?0"), 422, "illegal_action")
    assert (problem["index"], problem["rule"]) == (1, "R49")


def test_a_reshuffle_needs_a_seed(nobody: Caller) -> None:
    place = position(["R3 R4 R5", OTHER], "R7 B9", discard_pile=["G3", "G4", "G5"])
    assert "position" not in told(applied(place, "D"), 422, "seed_required")
    first, again = (read(applied(place, "D", seed="00ff")) for _ in range(2))
    assert first == again
    assert len(first["position"]["draw_pile"]) == 2
    assert first["position"]["reshuffles"] == 1
    read(nobody.post(LEGAL, {"position": place}))


@pytest.mark.parametrize("seed", ["", "0", "0G", "AB", "00" * 65, None, 7])
def test_seeds(seed: Any) -> None:
    place = position(["R3 R4 R5", OTHER], "R7 B9", FULL)
    answer = applied(place, "D", seed=seed)
    if seed is None:
        read(answer)
    else:
        assert pointers(told(answer, 400, "malformed")) == ["/seed"]


def test_a_returned_position_can_be_sent_back(nobody: Caller) -> None:
    """Step by step is the same as all at once, and `legal-actions` lists the same."""
    place = position(["R7 R4 R3 Y1 Y3 Y4 Y5"], "R7 G7", FULL)
    place["hands"].append(OTHER.split())
    turn = "R7>R7 R4+R3>G7 . /Y1 1:D 1:/B1 D"
    whole = read(applied(place, turn))
    for word in turn.split():
        step = read(applied(place, word))
        place = step["position"]
        listed = read(nobody.post(LEGAL, {"position": place}))
        assert listed == {**step, "events": []}
    assert place == whole["position"]


def test_actions_as_json(nobody: Caller) -> None:
    place = position(["R7 Y1 Y3 Y4", OTHER], "R7 B9", "G3 G4")
    actions = [
        {"seat": 0, "type": "match", "target": "R7", "cards": ["R7"]},
        {"seat": 0, "type": "end"},
        {"seat": 0, "type": "lay", "card": "Y1"},
    ]
    body = {"position": place, "actions": actions}
    assert read(nobody.post(APPLY, body)) == read(applied(place, "R7>R7 . /Y1"))


def test_listed_actions_are_accepted(nobody: Caller) -> None:
    place = position(["R7 R4 R3 W G#", OTHER], "R7 W", FULL)
    listed = read(nobody.post(LEGAL, {"position": place}))["legal_actions"]
    assert len(listed[0]) > 5
    for seat, actions in enumerate(listed):
        for action in actions:
            sent = {"position": place, "actions": [{"seat": seat, **action}]}
            read(nobody.post(APPLY, sent))


@pytest.mark.parametrize("count, status", [(500, 422), (501, 400)])
def test_at_most_500_actions(nobody: Caller, count: int, status: int) -> None:
    place = position(["R7 R4 R3", OTHER], "R7 W", FULL)
    listed = {"position": place, "actions": [{"seat": 0, "type": "end"}] * count}
    written = {"position": place, "text": ". " * count}
    for body in (listed, written):
        answer = nobody.post(APPLY, body)
        told(answer, status, "illegal_action" if status == 422 else "malformed")


def test_options_change_what_is_legal(nobody: Caller) -> None:
    place = position(["R7 Y1 Y10", OTHER], "B7 R9", "G3")
    told(applied(place, "D R7>B7"), 422, "illegal_action")
    custom = {"base": "classic-2018", "options": {"after_draw": "any"}}
    read(applied(place, "D R7>B7", ruleset=custom))
    told(applied(place, "D", ruleset="second-edition-2022"), 422, "ruleset_unavailable")


BAD: Final[dict[str, tuple[dict[str, Any], str]]] = {
    "four of a face": ({"draw_pile": ["R7"] * 3}, "/position"),
    "no such card": ({"centre": ["R2"]}, "/position/centre/0"),
    "one hand": ({"hands": [["R3"]]}, "/position/hands"),
    "an empty hand": ({"hands": [["R3"], []]}, "/position/hands/1"),
    "no such seat": ({"turn": 2}, "/position/turn"),
    "a phase without its cards": ({"phase": "drawn"}, "/position/drawn"),
    "scores of another table": ({"scores": [0]}, "/position/scores"),
    "a negative score": ({"scores": [0, -1]}, "/position/scores/1"),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("path", [APPLY, LEGAL])
def test_positions_that_cannot_be(nobody: Caller, path: str, name: str) -> None:
    change, pointer = BAD[name]
    place = {**position(["R3 R4", OTHER], "R7 B9"), **change}
    body = {"position": place, "text": "D"} if path == APPLY else {"position": place}
    assert pointers(told(nobody.post(path, body), 422, "invalid")) == [pointer]


RECORD: Final = simulated_game(Simulation(RULESETS["classic-2018"], ("eager",) * 3, "x"), 1).record


def test_a_good_record_verifies(nobody: Caller) -> None:
    assert read(nobody.post("/rules/verify", RECORD)) == {"valid": True}


def _changed(path: str, value: Any) -> dict[str, Any]:
    record: Any = copy.deepcopy(RECORD)
    *steps, last = path.strip("/").split("/")
    inner = record
    for step in steps:
        inner = inner[int(step) if isinstance(inner, list) else step]
    inner[int(last) if isinstance(inner, list) else last] = value
    return dict(record)


@pytest.mark.parametrize(
    "path, value, where",
    [
        ("/format", "dos-record/2", "/format"),
        ("/digest", "0" * 64, "/digest"),
        ("/secret", "0" * 64, "/digest"),
        ("/surprise", 1, "/surprise"),
        ("/seats", {}, "/seats"),
        ("/rounds/0/points", 1, "/digest"),
    ],
)
def test_the_first_fault_of_a_record(nobody: Caller, path: str, value: Any, where: str) -> None:
    verdict = read(nobody.post("/rules/verify", _changed(path, value)))
    assert not verdict["valid"]
    assert verdict["fault"]["where"].startswith(where)
    assert verdict["fault"]["detail"]


def test_a_record_of_what_the_rules_refuse(nobody: Caller) -> None:
    seat = RECORD["rounds"][0]["actions"][0]["seat"]
    record = _changed("/rounds/0/actions/0", {"seat": seat, "type": "end"})
    record["digest"] = record_digest(record)
    fault = read(nobody.post("/rules/verify", record))["fault"]
    assert (fault["where"], fault["rule"]) == ("/rounds/0/actions/0", "R15")


@pytest.mark.parametrize("value", [[], "record", 1, None, {}])
def test_what_is_no_record(nobody: Caller, value: Any) -> None:
    verdict = read(nobody.post("/rules/verify", value))
    assert (verdict["valid"], verdict["fault"]["rule"]) == (False, None)
