"""R73: what everybody sees, what a seat alone sees, and what nobody is sent."""

import json
from typing import Any

import pytest

from games.engine.events import event_to_json
from games.engine.observation import observe
from tests.engine.table import Table, lay_out


def middle_of_a_turn() -> Table:
    table = lay_out("R7 B9", "Y1", "G3 G4", "B1 B3", draw="R10 R9", scores=[1, 2, 3])
    return table.play("D")


def seen_by(seat: int | None) -> dict[str, Any]:
    return observe(middle_of_a_turn().state, seat).to_json()


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_r73_hand_sizes_scores_and_duties_are_public(viewer: int | None) -> None:
    seats = seen_by(viewer)["seats"]
    assert [(s["cards"], s["score"], s["owes_call"]) for s in seats] == [
        (2, 1, True),
        (2, 2, False),
        (2, 3, False),
    ]


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_r73_centre_row_piles_dealer_and_phase_are_public(viewer: int | None) -> None:
    shown = seen_by(viewer)["round"]
    assert {name: shown[name] for name in ("centre", "draw_pile", "dealer", "phase")} == {
        "centre": ["R7", "B9"],
        "draw_pile": 108 - 2 - 6,
        "dealer": 2,
        "phase": "drawn",
    }


def test_r73_discard_pile_is_public() -> None:
    table = lay_out("R7 B9", "B7 Y1 Y3 Y4").play("B7>R7 .")
    assert len(observe(table.state, None).discard_pile) == 2


def test_r73_seat_sees_its_own_hand() -> None:
    assert seen_by(1)["you"]["hand"] == ["G3", "G4"]


def test_r73_seat_sees_the_face_that_it_drew() -> None:
    assert seen_by(0)["you"]["drawn"] == "R10"


@pytest.mark.parametrize("viewer", [None, 1, 2])
def test_r73_nobody_else_sees_the_face_that_was_drawn(viewer: int | None) -> None:
    assert "R10" not in json.dumps(seen_by(viewer))


def test_r73_spectator_sees_no_hand() -> None:
    assert seen_by(None)["you"] is None


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_r73_order_of_the_draw_pile_is_sent_to_nobody(viewer: int | None) -> None:
    assert "R9" not in json.dumps(seen_by(viewer))


@pytest.mark.parametrize(
    "words, kind",
    [
        pytest.param("D", "drew", id="draw"),
        pytest.param("R4+R3>R7 . /Y1", "forced_draw", id="double colour match draw"),
        pytest.param("R4+R3>R7 1:?0 . /Y1", "penalty_taken", id="penalty"),
    ],
)
def test_r73_cards_that_are_taken_are_shown_to_their_owner_only(words: str, kind: str) -> None:
    table = lay_out("R7 B9 B8", "R4 R3 Y1 Y3", draw="R10 R9 R8").play(words)
    (taken,) = (event for event in table.events if event.type == kind)
    field = "card" if kind == "drew" else "cards"
    owner = event_to_json(taken, None)["seat"]
    assert event_to_json(taken, owner)[field] is not None
    assert [event_to_json(taken, viewer)[field] for viewer in (None, 1 - owner)] == [None, None]


def test_r73_number_of_cards_that_are_taken_is_public() -> None:
    table = lay_out("R7 B9 B8", "B7 Y1 Y3").play("B7>R7 1:?0 .")
    (taken,) = (event for event in table.events if event.type == "penalty_taken")
    assert event_to_json(taken, 1)["count"] == 2


def test_r73_hands_are_shown_once_the_round_is_over() -> None:
    table = lay_out("R7 B9", "R7", "W G3").play("R7>R7")
    (ended,) = (event for event in table.events if event.type == "round_ended")
    assert event_to_json(ended, None)["hands"] == [[], ["G3", "W"]]
