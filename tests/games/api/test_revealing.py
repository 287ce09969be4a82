"""What one list may hold: nothing may depend on a card that it reveals."""

from dataclasses import dataclass, field
from typing import Any, Final

import pytest

from tests.games.caller import Caller, told
from tests.games.tables import lay_out, quick_game, version_of

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Case:
    """A turn on a table; `blind` is the index of the action that may not stand there."""

    turn: str
    blind: int | None = None
    hand: str = "R7 R4 R3 G1 Y5"
    centre: str = "R7 B9"
    draw: str = "G3 G4 G5 G6"
    options: dict[str, Any] = field(default_factory=dict)
    rule: str | None = None
    """The rule that refuses a list that may be sent; None where it is accepted."""


CASES: Final = {
    "draw, then the lay-down of a card held": Case("D /G1"),
    "draw, then a match with a card held": Case("D R7>R7", 1),
    "draw, then a match with the drawn card": Case("D G3>B9", 1),
    "draw, then the lay-down of the drawn card": Case("D /G3", 1),
    "draw, then the lay-down of a card that nobody holds": Case("D /W", 1),
    "draw, then an end": Case("D .", rule="R38"),
    "draw, then an end, where that is legal": Case("D .", options={"no_match_laydown": "off"}),
    "draw, then a second draw": Case("D D", 1),
    "draw, then a call": Case("D !", 1),
    "draw, then a catch": Case("D ?1", 1),
    "a drawn card that could be one held": Case("D /G1 /G1", 2, draw="G1 G3"),
    "end that refills, then the lay-down of a card held": Case("R7>R7 . /G1"),
    "end that refills, then the lay-down of one not held": Case("R7>R7 . /W", 2),
    "end that refills, then the lay-down of one just played": Case("R7>R7 . /R7", 2),
    "end that refills twice, two lay-downs": Case("R7>R7 B9>B9 . /G1 /Y5", hand="R7 B9 G1 Y5 Y6"),
    "end that would refill from empty piles": Case("R7>R7 . /W", 2, draw=""),
    "end without a refill": Case("R7>R7 . /W", centre="R7 B9 Y1", rule="R4"),
    "end without a refill, then a card held": Case("R7>R7 . /G1", centre="R7 B9 Y1"),
    "matches before an end": Case("R4+R3>R7 B9>B9 .", hand="R4 R3 B9 G1 Y5"),
    "the last card, then the next deal": Case("R7>R7 D", 1, hand="R7"),
    "an illegal action first": Case(". D R7>R7", 2),
    "whether legal or not": Case("D R3>R7", 1),
}


@pytest.mark.parametrize("name", CASES)
def test_nothing_may_depend_on_a_revealed_card(ada: Caller, bob: Caller, name: str) -> None:
    case = CASES[name]
    game = quick_game(ada, bob, **case.options)
    lay_out(game, [case.hand, "B1 B3 G4"], case.centre, case.draw)
    version = version_of(game)
    answer = ada.turn(game, version, case.turn)
    if case.blind is not None:
        problem = told(answer, 422, "reveals_hidden_card")
        assert (problem["index"], problem["version"]) == (case.blind, version)
    elif case.rule is not None:
        assert told(answer, 422, "illegal_action")["rule"] == case.rule
    else:
        assert answer.status_code == 201, answer.content
    assert version_of(game) == version + (answer.status_code == 201)


def test_a_refused_list_reveals_nothing(ada: Caller, bob: Caller) -> None:
    """Two tables that differ in the next card alone answer the same."""
    answers = []
    for draw in ("G3 G4", "B9 G4"):
        game = quick_game(ada, bob)
        lay_out(game, ["R7 R4 G1", "B1 B3 G5"], "R7 B9", draw)
        problem = told(ada.turn(game, version_of(game), "D B9>B9"), 422, "reveals_hidden_card")
        del problem["request_id"]
        answers.append(problem)
    assert answers[0] == answers[1]
