"""Turns over HTTP: a list of actions on a version, all of it or nothing."""

from typing import Any, Final

import pytest

from games.models import Submission
from games.selectors.views import _seen_of_stored
from tests.games.caller import Caller, pointers, read, told
from tests.games.tables import card_count, lay_out, quick_game, state_of, version_of

pytestmark = pytest.mark.django_db

DOUBLE: Final = {"type": "match", "target": "R7", "cards": ["R4", "R3"]}
END: Final = {"type": "end"}


@pytest.fixture
def game(ada: Caller, bob: Caller) -> str:
    """Ada is to act on R7 and B9 with five cards."""
    game = quick_game(ada, bob)
    lay(game)
    return game


def lay(game: str) -> None:
    hands = ["R3 R4 G1 Y5 B9", "B1 B3 G4"]
    lay_out(game, hands, "R7 B9", "G3 G5 G6 G7", discard_pile=["Y1", "Y3"])


def frozen(game: str) -> tuple[Any, int, int]:
    """Return all that a refused turn must leave as it is."""
    count = Submission.objects.filter(game_id=game).count()
    return state_of(game), version_of(game), count


def test_several_actions_are_one_submission(ada: Caller, bob: Caller, game: str) -> None:
    version = version_of(game)
    answer = read(ada.turn(game, version, [DOUBLE, END, {"type": "lay", "card": "G1"}]), 201)
    assert answer["version"] == answer["game"]["version"] == version + 1
    assert [event["type"] for event in answer["events"]] == [
        *("matched", "discarded", "centre_refilled", "laid", "forced_draw", "turn_started"),
    ]
    view = answer["game"]
    assert view["round"]["centre"] == ["B9", "G3", "G1"]
    assert (view["round"]["turn"], view["round"]["turn_number"]) == (1, 2)
    assert (view["you"]["hand"], view["you"]["legal_actions"]) == (
        ["Y5", "B9"],
        [{"type": "call"}],
    )
    assert view["seats"][0]["owes_call"]
    (message,) = bob.events(game, version)
    assert (message["version"], message["seat"]) == (version + 1, 0)
    assert message["actions"] == [
        {"seat": 0, **DOUBLE},
        {"seat": 0, **END},
        {"seat": 0, "type": "lay", "card": "G1"},
    ]


def test_the_answer_is_the_callers_view(ada: Caller, game: str) -> None:
    answer = read(ada.turn(game, version_of(game), [DOUBLE]), 201)
    assert answer["game"] == ada.view(game)
    assert answer["game"]["round"]["matched"] == [
        {"target": "R7", "cards": ["R4", "R3"], "colour_match": "double"}
    ]
    assert answer["game"]["round"]["centre"] == ["B9"]
    assert answer["game"]["you"]["bonus_lay_downs"] == 1


def test_a_look_is_worked_out_once_for_each_viewer_and_state(
    ada: Caller, bob: Caller, game: str
) -> None:
    first = ada.view(game)
    known = _seen_of_stored.cache_info()
    assert ada.view(game) == first
    assert _seen_of_stored.cache_info()[:2] == (known.hits + 1, known.misses)
    assert bob.view(game)["you"] != first["you"]
    assert _seen_of_stored.cache_info()[:2] == (known.hits + 1, known.misses + 1)
    answer = ada.turn(game, version_of(game), "D")
    assert answer.status_code == 201
    assert ada.view(game) == answer.json()["game"] != first


@pytest.mark.parametrize(
    "turn, index, rule",
    [
        ("R4+R3>R7 B9>R7", 1, "R17"),
        ("R4+R3>R7 R3>B9", 1, "R4"),
        ("R4+R3>R7 B9>B9 D", 2, "R16"),
        ("B9>B9 /G1", 1, "R19"),
        (".", 0, "R15"),
        ("/G1", 0, "R14"),
        ("R4+G1>R7", 0, "R21"),
        ("Y5>B9", 0, "R20"),
        ("Y5>G5", 0, "R18"),
        ("R4:Y+R3>R7", 0, "R29"),
        ("R4+R3>R7!", 0, "R56"),
        ("!", 0, "R56"),
        ("?0", 0, "R57"),
        ("?1", 0, "R55"),
        ("?7", 0, "R1"),
    ],
)
def test_a_turn_is_accepted_whole_or_not_at_all(
    ada: Caller, game: str, turn: str, index: int, rule: str
) -> None:
    before = frozen(game)
    problem = told(ada.turn(game, version_of(game), turn), 422, "illegal_action")
    assert (problem["index"], problem["rule"]) == (index, rule)
    assert problem["version"] == version_of(game)
    assert problem["turn"] == 0
    assert problem["legal_actions"] == ada.view(game)["you"]["legal_actions"]
    assert frozen(game) == before


def test_text_is_the_same_turn(ada: Caller, bob: Caller, game: str) -> None:
    written = read(ada.turn(game, version_of(game), "R4+R3>R7 . /G1"), 201)
    actions = bob.events(game, written["version"] - 1)[0]["actions"]
    lay(game)
    listed = read(
        ada.turn(game, version_of(game), [DOUBLE, END, {"type": "lay", "card": "G1"}]), 201
    )
    assert bob.events(game, listed["version"] - 1)[0]["actions"] == actions
    assert written["events"] == listed["events"]


def test_stale_turn_says_how_the_game_stands(ada: Caller, bob: Caller, game: str) -> None:
    """P02: a move on an old state is answered, never dropped."""
    version = version_of(game)
    read(ada.turn(game, version, [DOUBLE]), 201)
    before = frozen(game)
    for caller, actions in ((ada, ada.view(game)["you"]["legal_actions"]), (bob, [])):
        problem = told(caller.turn(game, version, [{"type": "draw"}]), 412, "stale_version")
        assert (problem["version"], problem["turn"]) == (version + 1, 0)
        assert problem["legal_actions"] == actions
    told(ada.turn(game, version + 2, [END]), 412, "stale_version")
    assert frozen(game) == before


def test_not_your_turn_is_not_an_illegal_card(bob: Caller, game: str) -> None:
    """B34: whose turn it is has a code of its own."""
    problem = told(bob.turn(game, version_of(game), "Y9>R7"), 409, "not_your_turn")
    assert (problem["turn"], problem["legal_actions"]) == (0, [])


@pytest.mark.parametrize("tag", ['"{}"', "{}", ' "{}" '])
def test_version_as_if_match(ada: Caller, game: str, tag: str) -> None:
    version = version_of(game)
    headers = {"If_Match": tag.format(version)}
    answer = ada.post(f"/games/{game}/turns", {"actions": [DOUBLE]}, **headers)
    assert read(answer, 201)["version"] == version + 1


def test_version_in_both_places(ada: Caller, game: str) -> None:
    version = version_of(game)
    body = {"version": version, "actions": [DOUBLE]}
    told(ada.post(f"/games/{game}/turns", body, If_Match=f'"{version + 1}"'), 400, "malformed")
    read(ada.post(f"/games/{game}/turns", body, If_Match=f'"{version}"'), 201)


@pytest.mark.parametrize("tag", ["*", 'W/"1"', '"1", "2"', '"01"', "", "-1", '"99999999999"'])
def test_if_match_that_names_no_version(ada: Caller, game: str, tag: str) -> None:
    answer = ada.post(f"/games/{game}/turns", {"actions": [DOUBLE]}, If_Match=tag)
    told(answer, 400, "malformed")


def test_stale_if_match(ada: Caller, game: str) -> None:
    answer = ada.post(f"/games/{game}/turns", {"actions": [DOUBLE]}, If_Match='"0"')
    assert told(answer, 412, "stale_version")["version"] == version_of(game)


def test_answers_carry_their_version(ada: Caller, game: str) -> None:
    version = version_of(game)
    for answer, number in (
        (ada.get(f"/games/{game}"), version),
        (ada.turn(game, version, [DOUBLE]), version + 1),
        (ada.get(f"/games/{game}"), version + 1),
    ):
        assert answer["ETag"] == f'"{number}"'
        assert answer["Vary"] == "Authorization"
        assert answer["Cache-Control"] == "private"


LAID: Final[dict[str, tuple[str, str, dict[str, Any]]]] = {
    "single, double, lay-down": ("R3 R4 G1 Y5 B9 W R#", "R7 B9 W G#", {}),
    "hand of three": ("R3 R4 W", "R7 W", {}),
    "after a draw": ("R3 R4 R7", "R7 B9", {"phase": "drawn", "drawn": "R7"}),
    "bonus owed": ("R3 R4 R4", "R7 B9", {"phase": "lay", "bonus_lay_downs": 1}),
    "a call and a catch": ("R3 R4", "R7 B9", {"turn_number": 2, "duties": [1, 1]}),
}


@pytest.mark.parametrize("name", LAID)
def test_listed_actions_are_accepted_as_they_are(ada: Caller, game: str, name: str) -> None:
    hand, centre, more = LAID[name]
    theirs = "B1 B3" if "duties" in more else "B1 B3 G4"

    def place() -> dict[str, Any]:
        lay_out(game, [hand, theirs], centre, "G3 G5 G6 G7 Y9", **more)
        return ada.view(game)

    listed = place()["you"]["legal_actions"]
    assert listed
    for action in listed:
        view = place()
        assert view["you"]["legal_actions"] == listed
        answer = read(ada.turn(game, view["version"], [action]), 201)
        if action.get("makes_two"):
            assert answer["game"]["seats"][0]["cards"] == 2
        if action["type"] == "match":
            matched = next(event for event in answer["events"] if event["type"] == "matched")
            assert matched["colour_match"] == action["colour_match"]


def test_makes_two_is_listed_where_the_hand_comes_to_two(ada: Caller, game: str) -> None:
    lay_out(game, ["R3 R4 R7 W", "B1 B3 G4"], "R7 B9", "G3")
    listed = ada.view(game)["you"]["legal_actions"]
    two = {tuple(one["cards"]) for one in listed if one.get("makes_two")}
    assert two == {("R3", "R4"), ("R7", "W")}
    assert all(one["makes_two"] is True for one in listed if "makes_two" in one)
    (double,) = [one for one in listed if one.get("cards") == ["R3", "R4"]]
    answer = read(ada.turn(game, version_of(game), [{**double, "call": True}]), 201)
    assert [event["type"] for event in answer["events"]] == ["matched", "dos_called"]
    assert not answer["game"]["seats"][0]["owes_call"]


@pytest.mark.parametrize(
    "turn, colour_match",
    [("W:R+R5>R7", "double"), ("W:B+R5>R7", "none"), ("W+R5>R7", "double")],
)
def test_declarations(ada: Caller, bob: Caller, game: str, turn: str, colour_match: str) -> None:
    """B12, B31: what a wild is goes with the match, and is kept with it alone."""
    lay_out(game, ["W R5 G1 Y5", "B1 B3 G4"], "R7 B9", "G3")
    answer = read(ada.turn(game, version_of(game), turn), 201)
    assert answer["events"][0]["cards"] == ["W", "R5"]
    assert answer["events"][0]["colour_match"] == colour_match
    (action,) = bob.events(game, answer["version"] - 1)[0]["actions"]
    assert action["cards"] == turn.removesuffix(">R7").split("+")


@pytest.mark.parametrize(
    "turn, rule", [("W:7+R5>R7", "R29"), ("R#:11>R7", "R23"), ("R#:0>R7", "R23"), ("/W:R", "R14")]
)
def test_declarations_that_no_card_can_carry(ada: Caller, game: str, turn: str, rule: str) -> None:
    lay_out(game, ["W R5 R# Y5", "B1 B3 G4"], "R7 B9", "G3")
    assert told(ada.turn(game, version_of(game), turn), 422, "illegal_action")["rule"] == rule


def test_wild_is_no_colour(ada: Caller, game: str) -> None:
    """B30: only the four colours can be declared."""
    for turn in ("W:W+R5>R7", "W:X+R5>R7", "W:wild+R5>R7"):
        assert pointers(told(ada.turn(game, version_of(game), turn), 400, "malformed")) == ["/text"]


def test_at_most_64_actions(ada: Caller, game: str) -> None:
    version = version_of(game)
    problem = told(ada.turn(game, version, [END] * 64), 422, "illegal_action")
    assert problem["index"] == 0
    assert pointers(told(ada.turn(game, version, [END] * 65), 400, "malformed")) == ["/actions"]
    told(ada.turn(game, version, ". " * 64), 422, "illegal_action")
    told(ada.turn(game, version, ". " * 65), 400, "malformed")


def test_equal_faces_are_interchangeable(ada: Caller, game: str) -> None:
    """B8: two of a face need two such cards."""
    lay_out(game, ["R3 G1 Y5", "B1 B3 G4"], "R6 B9", "G3")
    assert told(ada.turn(game, version_of(game), "R3+R3>R6"), 422, "illegal_action")["rule"] == "R4"
    lay_out(game, ["R3 R3 G1 Y5", "B1 B3 G4"], "R6 B9", "G3")
    read(ada.turn(game, version_of(game), "R3+R3>R6"), 201)


def test_a_second_draw_is_refused(ada: Caller, game: str) -> None:
    """B32."""
    read(ada.turn(game, version_of(game), "D"), 201)
    assert told(ada.turn(game, version_of(game), "D"), 422, "illegal_action")["rule"] == "R16"


def test_no_card_is_lost_in_a_turn(ada: Caller, game: str) -> None:
    lay_out(game, ["R3 R4 G1 Y5 B9 G10", "B1 B3 G4"], "R7 B9", "G3 G5 G6 G7")
    before = card_count(game)
    read(ada.turn(game, version_of(game), "R4+R3>R7 B9>B9 . /G1 /Y5"), 201)
    assert card_count(game) == before
