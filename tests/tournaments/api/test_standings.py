"""Standings and brackets over HTTP: the worked examples, and what is refused."""

from typing import Any

import pytest

from tests.games.caller import Caller, pointers, read, told
from tests.tournaments.cups import SWISS, cup, lay_out
from tests.tournaments.laid_out import played_stage, start_numbers, write_results
from tests.tournaments.play import bots, play_game, play_on, running_games, started
from tests.tournaments.standings.results import PODS_TEN, SWISS_SEVEN, bye
from tournaments.lifecycle import State
from tournaments.models import Match, Tournament
from tournaments.pairing.double_elimination import double_elimination
from tournaments.services.progress import advance_fully
from tournaments.values import ResultKind, TableResult

pytestmark = pytest.mark.django_db
TIE_BREAKS = ("buchholz_cut_1", "buchholz", "sonneborn_berger", "direct_encounter", "wins_played")


def standings(caller: Caller, tournament: Tournament, query: str = "") -> dict[str, Any]:
    found: dict[str, Any] = read(caller.get(f"/tournaments/{tournament.id}/standings{query}"))
    return found


def bracket(caller: Caller, tournament: Tournament, query: str = "") -> dict[str, Any]:
    found: dict[str, Any] = read(caller.get(f"/tournaments/{tournament.id}/bracket{query}"))
    return found


def test_the_worked_example_of_a_swiss_of_seven(ada: Caller, nobody: Caller) -> None:
    order = [*TIE_BREAKS, "median_buchholz", "progressive", "share", "lot"]
    stage = {"format": "swiss_match", "rounds": 4, "tie_breaks": order}
    tournament = played_stage(ada.player, 7, SWISS_SEVEN, stage)
    numbers = start_numbers(tournament)
    found = standings(nobody, tournament)
    assert (found["after_round"], found["stage"], found["provisional"]) == (4, 1, False)
    assert [column["code"] for column in found["columns"]] == ["points", *order]
    assert found["columns"][1]["name"] == "Buchholz Cut-1"
    rows = [
        (
            item["rank"],
            numbers[item["entrant"]],
            *(item["values"][code] for code in ("points", *TIE_BREAKS[:3])),
            item["decided_by"],
        )
        for item in found["items"]
    ]
    assert rows == [
        (1, 5, 3, 9, 11, 8, None),
        (2, 2, 3, 8, 9, 6, "buchholz_cut_1"),
        (3, 3, 3, 7, 8, 5, "buchholz_cut_1"),
        (4, 1, 3, 6, 7, 4, "buchholz_cut_1"),
        (5, 4, 2, 8, 9, 3, "points"),
        (6, 7, 1, 8, 9, 1, "points"),
        (7, 6, 1, 7, 8, 1, "buchholz_cut_1"),
    ]
    assert found["items"][0]["values"]["direct_encounter"] is None
    first = found["items"][0]["player"]
    assert first.keys() == {"id", "name", "kind"}


def test_the_worked_example_of_pods_of_ten(ada: Caller, nobody: Caller) -> None:
    tournament = played_stage(ada.player, 10, PODS_TEN, {"format": "pods", "rounds": 3})
    numbers = start_numbers(tournament)
    found = standings(nobody, tournament)
    assert [numbers[item["entrant"]] for item in found["items"]] == [4, 5, 3, 1, 2, 9, 8, 6, 7, 10]
    assert [item["values"]["points"] for item in found["items"]] == [
        *(30, 30, 24, 24, 22, 18, 12, 8, 8, 4)
    ]
    assert found["items"][0]["values"]["share"] == pytest.approx(0.4359, abs=5e-5)
    assert found["items"][1]["decided_by"] == "share"
    assert found["items"][3]["decided_by"] == "table_wins"


def double_elimination_of_six(ada: Caller) -> Tournament:
    """Return the worked example: eleven games, the last one a reset."""
    tournament = started(ada.player, bots(6), {"format": "double_elimination"}, advance="manual")
    pure = double_elimination(range(1, 7))
    winners = dict(enumerate([4, 6, 1, 2, 6, 3, 2, 3, 1, 1, 2], start=1))
    results: dict[str, int | None] = {}
    told: list[TableResult] = []
    keys: list[str] = []
    number = 0
    while ready := pure.at(results).ready:
        number += 1
        for view in ready:
            assert view.match.number is not None
            winner = winners[view.match.number]
            results[view.id] = winner
            one, other = view.entrants
            assert one is not None
            assert other is not None
            places = (1, 2) if winner == one else (2, 1)
            points = (1.0, 0.0) if winner == one else (0.0, 1.0)
            told.append(
                TableResult(number, (one, other), ResultKind.PLAYED, places, points, (200, 90))
            )
            keys.append(view.id)
    write_results(tournament, told, keys=keys)
    return tournament


def test_the_worked_example_of_a_double_elimination_of_six(ada: Caller, nobody: Caller) -> None:
    tournament = double_elimination_of_six(ada)
    numbers = start_numbers(tournament)
    found = bracket(nobody, tournament)
    assert (found["stage"], found["format"], found["finished"]) == (1, "double_elimination", True)
    assert numbers[found["winner"]] == 2
    places = {numbers[one["entrant"]]: (one["first"], one["last"]) for one in found["places"]}
    assert places == {2: (1, 1), 1: (2, 2), 3: (3, 3), 6: (4, 4), 4: (5, 6), 5: (5, 6)}
    played = {one["number"]: one for one in found["matches"] if one["number"]}
    assert [numbers[played[11]["entrants"][at]] for at in (0, 1)] == [2, 1]
    assert numbers[played[11]["winner"]] == 2
    assert played[1]["match"] == str(Match.objects.get(key=played[1]["key"]).id)
    assert played[1]["round"] == 1
    first = next(one for one in found["matches"] if one["key"] == "U1-1")
    assert (first["status"], first["match"], first["number"]) == ("by_absence", None, None)
    assert first["sources"] == [{"kind": "seed", "seed": 1}, {"kind": "seed", "seed": 8}]
    table = standings(nobody, tournament)
    assert [column["code"] for column in table["columns"]] == ["place", "wins"]
    assert [(item["rank"], numbers[item["entrant"]]) for item in table["items"]] == [
        *((1, 2), (2, 1), (3, 3), (4, 6), (5, 4), (5, 5))
    ]
    assert [item["decided_by"] for item in table["items"]] == [None, *["place"] * 4, None]


def test_a_bracket_shows_what_is_to_come(ada: Caller, nobody: Caller) -> None:
    tournament = started(ada.player, bots(5), {"format": "single_elimination", "bronze": True})
    found = bracket(nobody, tournament)
    assert not found["finished"]
    assert found["winner"] is None
    by_key = {one["key"]: one for one in found["matches"]}
    assert by_key["R3-1"]["entrants"] == [None, None]
    assert by_key["R3-1"]["sources"][0] == {"kind": "winner", "match": "R2-1"}
    assert (by_key["R3-1"]["status"], by_key["R3-1"]["games"]) == ("waiting", [])
    ready = [one for one in found["matches"] if one["status"] == "ready"]
    shown = {one["key"]: (one["round"], len(one["games"])) for one in ready}
    assert shown == {"R1-2": (1, 1), "R2-2": (None, 0)}, "2 and 3 have a bye in round 1"
    play_on(tournament)
    found = bracket(nobody, tournament)
    assert found["finished"]
    assert [(one["first"], one["last"]) for one in found["places"]] == [
        *((1, 1), (2, 2), (3, 3), (4, 4), (5, 5))
    ]


def test_a_draft_is_not_in_the_bracket(ada: Caller) -> None:
    tournament = started(ada.player, bots(4), {"format": "single_elimination"}, advance="manual")
    read(ada.post(f"/tournaments/{tournament.id}/rounds/1/pair"))
    found = bracket(ada, tournament)
    assert [one["match"] for one in found["matches"]] == [None, None, None]
    read(ada.post(f"/tournaments/{tournament.id}/rounds/1/publish"))
    assert [one["round"] for one in bracket(ada, tournament)["matches"]] == [1, 1, None]


def test_the_rounds_of_a_knockout_at_tables(ada: Caller, nobody: Caller) -> None:
    tournament = started(ada.player, bots(6), {"format": "knockout_tables"})
    first, _ = running_games(tournament)
    play_game(first)
    advance_fully(tournament_id=tournament.id)
    found = bracket(nobody, tournament)
    assert [table["decided"] for table in found["rounds"][0]["tables"]] == [False, False]
    assert found["places"] == []
    play_on(tournament)
    found = bracket(nobody, tournament)
    assert found["finished"]
    semi, final = found["rounds"]
    going = {one for table in semi["tables"] for one in table["goes_on"]}
    assert going == set(final["tables"][0]["entrants"])
    assert [len(table["goes_on"]) for table in semi["tables"]] == [2, 2]
    assert final["tables"][0]["goes_on"] == []
    assert found["places"][0]["entrant"] == found["winner"]


@pytest.mark.parametrize("what", ["standings", "bracket"])
def test_what_is_not_there(ada: Caller, nobody: Caller, what: str) -> None:
    tournament = played_stage(ada.player, 7, [*SWISS_SEVEN], SWISS[0])
    path = f"/tournaments/{tournament.id}/{what}"
    assert "stage 2" in told(nobody.get(f"{path}?stage=2"), 404, "not_found")["detail"]
    for bad in ("0", "-1", "x", "1.5", "9" * 10, "%C2%B9"):
        answer = nobody.get(f"{path}?stage={bad}")
        assert pointers(told(answer, 400, "malformed")) == ["?stage"]
    draft = lay_out(cup(ada.player), State.REGISTRATION)
    told(nobody.get(f"/tournaments/{draft.id}/{what}"), 404, "not_found")


def test_rounds_and_groups_that_are_not_there(ada: Caller, nobody: Caller) -> None:
    tournament = played_stage(ada.player, 7, SWISS_SEVEN, SWISS[0])
    path = f"/tournaments/{tournament.id}/standings"
    for query in ("after_round=5", "group=2", "after_round=999999999"):
        told(nobody.get(f"{path}?{query}"), 404, "not_found")
    for query in ("after_round=0", "group=one"):
        told(nobody.get(f"{path}?{query}"), 400, "malformed")


def test_only_knockouts_have_a_bracket(ada: Caller, nobody: Caller) -> None:
    tournament = played_stage(ada.player, 5, [bye(1, 5)], {"format": "round_robin"})
    answer = nobody.get(f"/tournaments/{tournament.id}/bracket")
    assert "only knockouts" in told(answer, 404, "not_found")["detail"]
