"""Tournaments as files: reports that others read, tables without formulas, whole archives."""

import csv
import hashlib
import io
import json
from typing import Any

import pytest

from games.engine.strict_json import canonical_json
from games.engine.verify import verify_record
from games.models import Game, Player
from games.services.rounds import game_record
from tests.games.caller import Caller, read, told
from tests.tournaments.cups import SWISS, cup, lay_out
from tests.tournaments.laid_out import played_stage, start_numbers
from tests.tournaments.play import bots, play_game, play_on, play_round, running_games, started
from tests.tournaments.standings.results import PODS_TEN, SWISS_SEVEN
from tests.tournaments.test_trf import LINES, player_lines
from tournaments.lifecycle import State
from tournaments.models import Tournament
from tournaments.pairing.swiss_dutch import check
from tournaments.services.progress import advance_fully

pytestmark = pytest.mark.django_db
DUTCH = {"format": "swiss_dutch", "rounds": 4}


def trf(caller: Caller, tournament: Tournament, query: str = "") -> str:
    answer = caller.get(f"/tournaments/{tournament.id}/exports/trf{query}")
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "text/plain; charset=us-ascii"
    return str(answer.content.decode("ascii"))


def table(caller: Caller, tournament: Tournament, query: str = "") -> list[list[str]]:
    answer = caller.get(f"/tournaments/{tournament.id}/exports/csv{query}")
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    text = answer.content.decode()
    assert text.endswith("\r\n")
    return list(csv.reader(io.StringIO(text, newline="")))


def archive(caller: Caller, tournament: Tournament) -> dict[str, Any]:
    answer = caller.get(f"/tournaments/{tournament.id}/exports/json")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    found: dict[str, Any] = json.loads(answer.getvalue())
    return found


def test_the_worked_example_as_a_report(ada: Caller, nobody: Caller) -> None:
    tournament = played_stage(ada.player, 7, SWISS_SEVEN, SWISS[0] | {"rounds": 4})
    text = trf(nobody, tournament)
    lines = [line[80:84] + line[89:] for line in player_lines(text)]
    assert lines == [line[:4] + line[9:] for line in LINES]
    assert [int(line[85:89]) for line in player_lines(text)] == [4, 2, 3, 5, 1, 7, 6]
    head = text.splitlines()
    assert head[0] == "012 Winter Cup"
    assert "092 Individual: Swiss-System" in head
    assert "102 Ada" in head
    assert "XXR 4" in head
    newer = trf(nobody, tournament, "?dialect=trf26")
    assert "192 CUSTOM_SWISS" in newer
    assert "202 BH/C1,BH,SB,DE,WON" in newer
    assert newer.splitlines()[-7:] == head[-7:]


def test_the_referee_accepts_a_played_dutch_tournament(ada: Caller, nobody: Caller) -> None:
    tournament = play_on(started(ada.player, bots(9), DUTCH))
    verdict = check(trf(nobody, tournament))
    assert (verdict.rounds, verdict.matched, verdict.differences) == (4, 4, ())


def test_a_round_that_is_played_stands_in_the_report_without_results(
    ada: Caller, nobody: Caller
) -> None:
    tournament = started(ada.player, bots(6), DUTCH | {"rounds": 2})
    assert {line[89:] for line in player_lines(trf(nobody, tournament))} == {
        *("     4 w  ", "     1 b  ", "     5 b  ", "     2 w  ", "     6 w  ", "     3 b  ")
    }
    play_game(running_games(tournament)[0])
    advance_fully(tournament_id=tournament.id)
    assert all(line.endswith(" ") for line in player_lines(trf(nobody, tournament)))
    play_round(tournament)
    lines = player_lines(trf(nobody, tournament))
    assert all(line[98] in "01" and line[108] == " " for line in lines)


def test_a_draft_is_in_no_report(ada: Caller) -> None:
    tournament = started(ada.player, bots(6), DUTCH | {"rounds": 2}, advance="manual")
    before = trf(ada, tournament)
    read(ada.post(f"/tournaments/{tournament.id}/rounds/1/pair"))
    assert trf(ada, tournament) == before
    read(ada.post(f"/tournaments/{tournament.id}/rounds/1/publish"))
    assert trf(ada, tournament) != before


def test_each_group_of_a_round_robin_has_its_report(ada: Caller, nobody: Caller) -> None:
    stage = {"format": "round_robin", "groups": 2}
    tournament = play_on(started(ada.player, bots(6), stage))
    first, second = (trf(nobody, tournament, f"?group={group}") for group in (1, 2))
    assert first.splitlines()[0] == "012 Winter Cup, group 1"
    assert second.splitlines()[0] == "012 Winter Cup, group 2"
    assert len(player_lines(first)) == len(player_lines(second)) == 3
    assert first == trf(nobody, tournament)
    rests = [line.count("0000 - Z") for line in player_lines(first)]
    assert rests == [1, 1, 1]
    told(nobody.get(f"/tournaments/{tournament.id}/exports/trf?group=3"), 404, "not_found")


@pytest.mark.parametrize("code", ["pods", "single_elimination", "knockout_tables"])
def test_what_fits_no_report_says_why(ada: Caller, nobody: Caller, code: str) -> None:
    tournament = started(ada.player, bots(6), {"format": code})
    problem = told(nobody.get(f"/tournaments/{tournament.id}/exports/trf"), 409, "conflict")
    assert code in problem["blocking"][0]


def test_reports_that_are_not_there(ada: Caller, nobody: Caller) -> None:
    tournament = lay_out(cup(ada.player), State.REGISTRATION)
    path = f"/tournaments/{tournament.id}/exports"
    for what in ("trf", "csv", "trf?stage=2"):
        told(nobody.get(f"{path}/{what}"), 404, "not_found")
    told(nobody.get(f"{path}/trf?dialect=trf06"), 400, "malformed")
    told(nobody.get(f"{path}/trf?stage=zero"), 400, "malformed")


def test_standings_as_a_table(ada: Caller, nobody: Caller) -> None:
    tournament = played_stage(ada.player, 10, PODS_TEN, {"format": "pods", "rounds": 3})
    Player.objects.filter(entries__start_number=4).update(name="=SUM(A1)")
    Player.objects.filter(entries__start_number=5).update(name="@home, or not")
    header, *rows = table(nobody, tournament)
    assert header == [
        *("group", "rank", "entrant", "name", "kind", "points", "table_wins", "share"),
        *("opponents_percentage", "lot", "decided_by"),
    ]
    numbers = start_numbers(tournament)
    assert [numbers[row[2]] for row in rows] == [4, 5, 3, 1, 2, 9, 8, 6, 7, 10]
    assert [row[3] for row in rows[:2]] == ["'=SUM(A1)", "'@home, or not"]
    assert rows[0][5:7] == ["30", "2"]
    assert [row[-1] for row in rows[:3]] == ["", "share", "points"]
    assert len(table(nobody, tournament, "?after_round=1")) == 11


def test_an_archive_holds_everything_and_its_digest(ada: Caller, nobody: Caller) -> None:
    tournament = play_on(started(ada.player, bots(5), {"format": "swiss_match", "rounds": 2}))
    answer = nobody.get(f"/tournaments/{tournament.id}/exports/json")
    text = answer.getvalue().decode()
    name = f"tournament-{tournament.id}.json"
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    found = json.loads(text)
    digest = found.pop("digest")
    assert hashlib.sha256(canonical_json(found).encode()).hexdigest() == digest
    assert text == f'{canonical_json(found)[:-1]},"digest":"{digest}"}}'
    assert found["format"] == "dos-tournament/1"
    assert found["organisers"] == [{"name": "Ada", "role": "owner"}]
    assert found["tournament"]["seed"] == "winter"
    assert [one["player"]["kind"] for one in found["entrants"]] == ["bot"] * 5
    assert len(found["games"]) == 4
    for one in found["games"]:
        verify_record(one["record"])
        game = Game.objects.get(pk=one["game"])
        assert one["record"] == game_record(game, list(game.seats.order_by("number")))
    (standings,) = found["standings"]
    shown = read(nobody.get(f"/tournaments/{tournament.id}/standings"))
    assert standings["items"] == [
        {key: value for key, value in item.items() if key != "player"} for item in shown["items"]
    ]
    byes = [one for played in found["rounds"] for one in played["pairings"] if one["bye"]]
    assert [one["results"][0]["kind"] for one in byes] == ["bye", "bye"]


def test_sealed_games_give_nothing_away(ada: Caller, nobody: Caller) -> None:
    stage = {"format": "swiss_match", "rounds": 2}
    tournament = started(ada.player, bots(6), stage, deals="duplicate")
    advance_fully(tournament_id=tournament.id)
    first, *_ = running_games(tournament)
    play_game(first)
    advance_fully(tournament_id=tournament.id)
    assert Game.objects.get(pk=first).status == Game.Status.FINISHED
    found = archive(nobody, tournament)
    assert [one["record"] for one in found["games"]] == [None, None, None]
    secret = bytes(Game.objects.get(pk=first).secret).hex()
    assert secret not in json.dumps(found)


def test_the_seed_is_not_told_before_play(ada: Caller, nobody: Caller) -> None:
    tournament = lay_out(cup(ada.player), State.REGISTRATION)
    assert archive(nobody, tournament)["tournament"]["seed"] is None
    assert archive(ada, tournament)["tournament"]["seed"] == "winter"


def test_a_file_comes_in_its_own_form_alone(ada: Caller, nobody: Caller) -> None:
    tournament = played_stage(ada.player, 7, SWISS_SEVEN, SWISS[0])
    path = f"/tournaments/{tournament.id}/exports"
    for what, right, wrong in (
        ("trf", "text/*", "application/json"),
        ("csv", "text/csv", "text/plain"),
        ("json", "application/json", "text/csv"),
    ):
        assert nobody.get(f"{path}/{what}", Accept=right).status_code == 200
        told(nobody.get(f"{path}/{what}", Accept=wrong), 406, "not_acceptable")
