"""Why: pairings and ranks explained over HTTP."""

from typing import Any
from uuid import uuid4

import pytest

from tests.games.caller import Caller, pointers, read, told
from tests.tournaments.laid_out import played_stage, start_numbers, write_results
from tests.tournaments.play import bots, play_on, play_round, started
from tests.tournaments.standings.results import PODS_TEN, SWISS_SEVEN, forfeited, won
from tournaments.lots import lot
from tournaments.models import Entrant, Tournament

pytestmark = pytest.mark.django_db
SWISS = {"format": "swiss_match", "rounds": 4}


def pairing(caller: Caller, tournament: Tournament, number: int, table: int) -> dict[str, Any]:
    path = f"/tournaments/{tournament.id}/explain/pairing?round={number}&table={table}"
    found: dict[str, Any] = read(caller.get(path))
    return found


def rank(caller: Caller, tournament: Tournament, number: int, query: str = "") -> dict[str, Any]:
    entrant = tournament.entrants.get(start_number=number)
    path = f"/tournaments/{tournament.id}/explain/rank?entrant={entrant.id}{query}"
    found: dict[str, Any] = read(caller.get(path))
    return found


def test_what_a_pairing_went_by(ada: Caller, nobody: Caller) -> None:
    tournament = played_stage(ada.player, 7, SWISS_SEVEN, SWISS)
    numbers = start_numbers(tournament)
    found = pairing(nobody, tournament, 4, 1)
    assert (found["round"], found["table"], found["format"]) == (4, 1, "swiss_match")
    assert (found["reason"], found["seed"], found["locked"]) == ("As told.", "winter", False)
    two, three = found["entrants"]
    assert [numbers[one["entrant"]] for one in (two, three)] == [2, 3]
    assert (two["number"], two["points"], two["rank"]) == (2, 2, 3)
    assert (three["points"], three["rank"], three["starts"], three["balance"]) == (3, 1, 2, 1)
    assert two["floats"] == ["none", "none", "down"]
    assert two["unplayed"] == 1
    assert two["meetings"] == [{"entrant": three["entrant"], "rounds": []}]
    assert two["lot"]["text"] == "winter:1:4:pair:2"
    later = pairing(nobody, tournament, 4, 4)
    assert later["bye"]
    assert later["entrants"][0]["byes"] == 0


def test_former_meetings_are_told_with_their_rounds(ada: Caller, nobody: Caller) -> None:
    tournament = played_stage(ada.player, 10, PODS_TEN, {"format": "pods", "rounds": 3})
    numbers = start_numbers(tournament)
    table = pairing(nobody, tournament, 3, 1)["entrants"]
    met = {
        numbers[one["entrant"]]: {
            numbers[other["entrant"]]: other["rounds"] for other in one["meetings"]
        }
        for one in table
    }
    assert met[7] == {3: [], 2: [2], 10: [1]}
    seven = next(one for one in table if one["number"] == 7)
    drawn = lot("winter", "1", 3, "seat", 7)
    assert seven["lot"] == {"for": "seat", "text": "winter:1:3:seat:7", "value": f"{drawn:032x}"}
    assert (seven["floats"], seven["balance"]) == (None, None)


@pytest.mark.parametrize(
    "code", ["single_elimination", "double_elimination", "round_robin", "knockout_tables", "pods"]
)
def test_every_table_of_every_format_has_its_reason(ada: Caller, nobody: Caller, code: str) -> None:
    tournament = play_on(started(ada.player, bots(5), {"format": code}))
    for stage_round in tournament.rounds.all():
        for match in stage_round.matches.all():
            found = pairing(nobody, tournament, stage_round.number, match.table)
            assert found["reason"]
            assert [one["entrant"] for one in found["entrants"]] == match.entrants


def test_a_draft_is_explained_to_its_organisers(ada: Caller, bob: Caller, nobody: Caller) -> None:
    tournament = started(ada.player, bots(5), {"format": "pods", "rounds": 2}, advance="manual")
    read(ada.post(f"/tournaments/{tournament.id}/rounds/1/pair"))
    assert pairing(ada, tournament, 1, 1)["reason"]
    path = f"/tournaments/{tournament.id}/explain/pairing?round=1&table=1"
    for caller in (bob, nobody):
        told(caller.get(path), 404, "not_found")


def test_a_pairing_that_is_not_there(ada: Caller, nobody: Caller) -> None:
    tournament = played_stage(ada.player, 7, SWISS_SEVEN, SWISS)
    path = f"/tournaments/{tournament.id}/explain/pairing"
    for query in ("round=5&table=1", "round=1&table=5"):
        told(nobody.get(f"{path}?{query}"), 404, "not_found")
    assert pointers(told(nobody.get(path), 400, "malformed")) == ["?round"]
    assert pointers(told(nobody.get(f"{path}?round=1"), 400, "malformed")) == ["?table"]
    told(nobody.get(f"{path}?round=0&table=1"), 400, "malformed")


def test_what_a_rank_is_made_of(ada: Caller, nobody: Caller) -> None:
    tournament = played_stage(ada.player, 7, SWISS_SEVEN, SWISS)
    numbers = start_numbers(tournament)
    found = rank(nobody, tournament, 2)
    assert (found["rank"], found["decided_by"], found["number"]) == (2, "buchholz_cut_1", 2)
    assert (found["after_round"], found["provisional"], found["knockout"]) == (4, False, None)
    points, cut = found["steps"][:2]
    assert (points["code"], points["value"]) == ("points", 3)
    assert {numbers[one] for one in cut["tied_with"]} == {1, 3, 5}
    assert [numbers[one] for one in cut["ahead"]] == [5]
    assert {numbers[one] for one in cut["behind"]} == {1, 3}
    third = cut["contributions"][2]
    assert (third["round"], numbers[third["opponent"]], third["points"]) == (3, 6, 1)
    assert (third["why"], third["fate"], third["cut"]) == (
        *("opponent_cap", "forfeit_win", "lowest"),
    )


def test_a_rank_after_an_earlier_round(ada: Caller, nobody: Caller) -> None:
    tournament = played_stage(ada.player, 7, SWISS_SEVEN, SWISS)
    found = rank(nobody, tournament, 7, "&after_round=1")
    assert (found["after_round"], found["steps"][0]["value"]) == (1, 1)
    assert found["provisional"]


def test_rounds_are_counted_through_all_stages(ada: Caller, nobody: Caller) -> None:
    groups = {"format": "round_robin", "groups": 2, "advance": {"per_group": 2}}
    last = {"format": "pods", "rounds": 2}
    tournament = play_on(started(ada.player, bots(6), groups, last))
    stage = tournament.stages.get(number=2)
    (field,) = stage.field or []
    entrant = Entrant.objects.get(pk=field[0])
    found = rank(nobody, tournament, entrant.start_number or 0)
    assert (found["stage"], found["after_round"]) == (2, 5)
    assert [part["round"] for part in found["steps"][0]["contributions"]] == [4, 5]
    table = pairing(nobody, tournament, 5, 1)
    rounds = {n for one in table["entrants"] for other in one["meetings"] for n in other["rounds"]}
    assert rounds <= {4}
    out = tournament.entrants.exclude(pk__in=field).first()
    assert out is not None
    assert rank(nobody, tournament, out.start_number or 0)["stage"] == 1
    path = f"/tournaments/{tournament.id}/explain/rank?entrant={out.id}&after_round=5"
    assert "stage 2" in told(nobody.get(path), 404, "not_found")["detail"]


def test_where_somebody_went_out_of_a_knockout(ada: Caller, nobody: Caller) -> None:
    tournament = started(ada.player, bots(5), {"format": "single_elimination"})
    assert rank(nobody, tournament, 1)["knockout"] == {
        "first": None,
        "last": None,
        "shared_with": [],
        "out_in": None,
    }
    play_on(tournament)
    ways = [rank(nobody, tournament, number) for number in range(1, 6)]
    by_place = {one["knockout"]["first"]: one["knockout"] for one in ways}
    assert sorted(by_place) == [1, 2, 3, 5]
    assert by_place[1]["out_in"]["key"] == by_place[2]["out_in"]["key"] == "R3-1"
    assert by_place[3]["last"] == 4
    assert len(by_place[3]["shared_with"]) == 1
    assert by_place[5]["out_in"] == {**by_place[5]["out_in"], "key": "R1-2", "round": 1}
    assert all(one["steps"] == [] for one in ways)


def test_who_left_a_round_robin_early_is_told_so(ada: Caller, nobody: Caller) -> None:
    games = [won(1, 4, 1), won(1, 2, 3), forfeited(2, 3, 4), won(2, 1, 2)]
    tournament = played_stage(ada.player, 4, games, {"format": "round_robin"})
    tournament.entrants.filter(start_number=4).update(status="withdrawn", absent_from=3)
    found = rank(nobody, tournament, 4)
    assert (found["rank"], found["struck_out"], found["steps"]) == (4, True, [])
    assert not rank(nobody, tournament, 1)["struck_out"]


def test_an_entrant_that_is_not_there(ada: Caller, nobody: Caller) -> None:
    tournament = started(ada.player, bots(7), SWISS, advance="manual")
    path = f"/tournaments/{tournament.id}/explain/rank"
    entrant = tournament.entrants.get(start_number=1)
    assert pointers(told(nobody.get(path), 400, "malformed")) == ["?entrant"]
    for thing in ("nonsense", "%00", str(uuid4())):
        told(nobody.get(f"{path}?entrant={thing}"), 404, "not_found")
    told(nobody.get(f"{path}?entrant={entrant.id}"), 404, "not_found")
    write_results(tournament, SWISS_SEVEN[:2])
    told(nobody.get(f"{path}?entrant={entrant.id}&after_round=7"), 404, "not_found")
    read(nobody.get(f"{path}?entrant={entrant.id}"))


def test_a_round_going_on_is_provisional(ada: Caller, nobody: Caller) -> None:
    tournament = started(ada.player, bots(6), {"format": "swiss_match", "rounds": 2})
    assert rank(nobody, tournament, 1)["provisional"]
    play_round(tournament)
    assert rank(nobody, tournament, 1)["after_round"] == 2
