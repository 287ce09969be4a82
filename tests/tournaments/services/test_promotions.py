"""From one season to the next, by what was played."""

from typing import Any

import pytest

from dosleague.models import AuditEntry
from games.models import Player
from games.services.bots import name_bot
from tests.games.caller import Caller
from tests.tournaments.cups import by, last_act
from tests.tournaments.leagues import (
    all_names,
    decide,
    decide_all,
    eight,
    followed,
    foreseen,
    league,
    not_followed,
    opened,
    people,
    play_season,
    reasons,
)
from tests.tournaments.play import bots, play_on
from tournaments.models import Division, Entrant, League, Match, PlayOff, Season, Tournament
from tournaments.selectors.divisions import final_table
from tournaments.services import forecasts
from tournaments.services.entries import withdraw
from tournaments.services.play_offs import hold_play_offs
from tournaments.services.registration import NamedBot
from tournaments.services.results import Outcome, record_result
from tournaments.values import ResultKind

pytestmark = pytest.mark.django_db


def rows() -> list[Any]:
    kept = (League, Season, Division, PlayOff, Tournament, Entrant, Player, AuditEntry)
    return [sorted(model.objects.values_list(), key=str) for model in kept]


@pytest.fixture
def season(ada: Caller) -> Season:
    """A season of two divisions in which the names have decided every match."""
    return decide(opened(league(ada.player), *eight()))


def test_the_last_go_down_and_the_first_go_up(season: Season) -> None:
    assert reasons(foreseen(season)) == {"Dee": "relegated", "Eva": "promoted"}
    following = followed(season)
    assert all_names(following) == [["Ann", "Ben", "Cid", "Eva"], ["Dee", "Fay", "Gus", "Hal"]]
    assert (following.number, following.opened_at) == (2, None)
    assert last_act().act == "season.next"


def test_a_dry_run_changes_nothing(season: Season) -> None:
    before = rows()
    forecast = foreseen(season, newcomers=[NamedBot("random", "Rolf")])
    assert forecast["would"] == ["Season 2 is made, a draft with divisions of 4, 5."]
    assert reasons(forecast)["Rolf"] == "newcomer"
    assert forecast["blocking"] == []
    assert rows() == before


def test_the_dry_run_tells_what_is_made(season: Season) -> None:
    forecast = foreseen(season)
    following = followed(season)
    told = [[one["name"] for one in division] for division in forecast["divisions"]]
    assert all_names(following) == told
    kept = [(one["player"], one["reason"]) for one in following.moves]
    assert kept == [(str(one["player"]["id"]), one["reason"]) for one in forecast["moves"]]


def test_nothing_follows_before_everything_is_played(ada: Caller) -> None:
    season = opened(league(ada.player), *eight())
    decide_all(season.divisions.get(number=1).tournament)
    assert not_followed(season).extra["blocking"] == ["Division 2 is not finished."]
    assert foreseen(season)["blocking"] == ["Division 2 is not finished."]


def test_a_season_is_followed_once(season: Season) -> None:
    followed(season)
    assert not_followed(season).extra["blocking"] == ["Season 2 is there already."]
    assert Season.objects.count() == 2


def test_who_has_withdrawn_leaves_and_the_best_from_below_fill(ada: Caller) -> None:
    upper, lower = eight()
    season = opened(league(ada.player), upper, [*lower, *people("Ida")])
    top = season.divisions.get(number=1).tournament
    ben = top.entrants.select_related("player").get(player__name="Ben")
    withdraw(tournament_id=top.id, entrant_id=ben.id, by=by(ben.player))
    decide(season)
    assert reasons(foreseen(season)) == {
        "Ben": "withdrawn",
        "Dee": "relegated",
        "Eva": "promoted",
        "Fay": "fills_a_place",
    }
    assert all_names(followed(season)) == [
        ["Ann", "Cid", "Eva", "Fay"],
        ["Dee", "Gus", "Hal", "Ida"],
    ]


def test_a_last_division_that_gets_too_small_joins_the_one_above(season: Season) -> None:
    (ann,) = people("Ann")
    following = followed(season, withdrawals=[ann.id])
    assert all_names(following) == [["Ben", "Cid", "Eva", "Fay", "Dee", "Gus", "Hal"]]


def test_who_leaves_after_the_season_is_named(season: Season) -> None:
    (ann,) = people("Ann")
    assert reasons(foreseen(season, withdrawals=[ann.id]))["Ann"] == "withdrawn"


def test_who_is_no_longer_a_player_has_left(season: Season) -> None:
    Player.objects.filter(name="Ann").update(is_active=False)
    assert reasons(foreseen(season))["Ann"] == "withdrawn"


def test_a_division_does_not_outgrow_its_schedule(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forecasts, "TABLES_MOST", 5)
    new = people("Ivo", "Jim", "Kai")
    refusal = not_followed(season, newcomers=[one.id for one in new])
    assert refusal.extra["blocking"] == ["Division 2 would have 7 players, and has room for 5."]


def test_newcomers_join_below_by_their_order(season: Season) -> None:
    new = people("Ivo", "Jim", "Kai")
    following = followed(season, newcomers=[one.id for one in new])
    assert all_names(following)[1] == ["Dee", "Fay", "Gus", "Hal", "Ivo", "Jim", "Kai"]


def test_four_newcomers_make_a_division(season: Season) -> None:
    new = people("Ivo", "Jim", "Kai", "Leo")
    following = followed(season, newcomers=[one.id for one in new])
    assert all_names(following)[2] == ["Ivo", "Jim", "Kai", "Leo"]


def test_who_joins_is_new_and_who_leaves_was_there(season: Season) -> None:
    (ann,) = people("Ann")
    (ivo,) = people("Ivo")
    problem = not_followed(season, newcomers=[ann.id], withdrawals=[ivo.id])
    assert [error["pointer"] for error in problem.errors or []] == [
        "/withdrawals/0",
        "/newcomers/0/player",
    ]


def test_who_played_less_than_half_goes_down(ada: Caller) -> None:
    season = opened(league(ada.player), *eight())
    top = season.divisions.get(number=1).tournament
    cid = top.entrants.get(player__name="Cid")
    for match in Match.objects.filter(round__tournament=top).select_related("round__stage"):
        if str(cid.id) in match.entrants:
            record_result(match, Outcome(ResultKind.DOUBLE_FORFEIT))
    decide(season)
    table = {row.name: (row.played, row.scheduled) for row in final_table(top.division)}
    assert table == {"Ann": (2, 3), "Ben": (2, 3), "Cid": (0, 3), "Dee": (2, 3)}
    assert reasons(foreseen(season))["Cid"] == "inactive"


def test_who_wins_by_forfeit_was_there(ada: Caller) -> None:
    season = opened(league(ada.player), people("Ann", "Ben"))
    match = Match.objects.select_related("round__stage").get()
    winner = {str(one): at for at, one in enumerate(match.entrants)}
    ann = season.divisions.get().tournament.entrants.get(player__name="Ann")
    side = winner[str(ann.id)]
    places = tuple(1 if at == side else 2 for at in (0, 1))
    record_result(match, Outcome(ResultKind.FORFEIT, places, points=(0.0, 0.0)))
    table = {row.name: row.played for row in final_table(season.divisions.get())}
    assert table == {"Ann": 1, "Ben": 0}


@pytest.mark.parametrize("stage", ["round_robin", "round_robin_tables"])
def test_bots_play_a_season_and_the_next_is_made(ada: Caller, stage: str) -> None:
    made = league(ada.player, stage={"format": stage}, playoff_slots=1)
    divisions = [bots(5), bots(5)]
    season = opened(made, *divisions)
    play_season(season)
    for _ in range(3):
        forecast = foreseen(season)
        if not forecast["blocking"]:
            break
        assert forecast["play_offs"]
        for one in hold_play_offs(season_id=season.id, withdrawals=(), by=by(ada.player)):
            play_on(one.tournament)
    joins = name_bot(bot="random", name="Newcomer")
    following = followed(season, newcomers=[joins.id])
    before = {
        str(one.id): number for number, players in enumerate(divisions, start=1) for one in players
    }
    after = {
        str(player): number
        for number, player in following.divisions.values_list(
            "number", "tournament__entrants__player"
        )
    }
    assert after.keys() == before.keys() | {str(joins.id)}, "somebody was lost"
    assert all(abs(after[one] - number) <= 1 for one, number in before.items())
    assert [len(names) for names in all_names(following)] == [5, 6]
