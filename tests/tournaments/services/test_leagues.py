"""Leagues, and the drafts of their seasons."""

from datetime import timedelta
from typing import Any

import pytest

from dosleague.api.clock import database_now
from dosleague.api.problems import Problem
from dosleague.models import AuditEntry
from games.models import Player
from tests.games.caller import Caller
from tests.tournaments.cups import by, last_act
from tests.tournaments.leagues import all_names, drafted, eight, league, opened, people
from tournaments.lifecycle import Act
from tournaments.models import Division, Season, StageRound, Tournament
from tournaments.selectors.due import due_seasons
from tournaments.selectors.leagues import known_seasons
from tournaments.services.acts import do_act
from tournaments.services.registration import NamedBot, add_entrants
from tournaments.services.seasons import (
    SeasonPlan,
    add_division,
    create_season,
    drop_season,
    open_due_season,
    open_season,
)

pytestmark = pytest.mark.django_db


def refused(act: Any, **asked: Any) -> Problem:
    with pytest.raises(Problem) as caught:
        act(**asked)
    return caught.value


def test_a_division_is_ranked_without_lots_by_default(ada: Caller) -> None:
    two = league(ada.player).stage["tie_breaks"]
    tables = league(ada.player, stage={"format": "round_robin_tables"}).stage["tie_breaks"]
    assert two == ["points", "direct_encounter", "wins_played", "share"]
    assert tables == ["points", "direct_encounter", "table_wins", "share"]


@pytest.mark.parametrize(
    "terms, pointer",
    [
        ({"stage": {"format": "swiss_match"}}, "/stage/format"),
        ({"stage": {"format": "single_elimination"}}, "/stage/format"),
        ({"stage": {"format": "round_robin", "groups": 2}}, "/stage/groups"),
        ({"stage": {"format": "round_robin", "cycles": 9}}, "/stage/cycles"),
        ({"stage": {"format": "chess"}}, "/stage/format"),
        ({"name": "a\tb"}, "/name"),
        ({"movers": 3}, "/movers"),
        ({"movers": 1, "playoff_slots": 2}, "/movers"),
    ],
)
def test_terms_that_do_not_go_together(ada: Caller, terms: dict[str, Any], pointer: str) -> None:
    problem = refused(league, owner=ada.player, **terms)
    assert problem.code == "invalid"
    assert [error["pointer"] for error in problem.errors or []] == [pointer]


def test_a_division_is_a_draft_of_a_tournament(ada: Caller) -> None:
    season = drafted(league(ada.player), *eight())
    division = season.divisions.get(number=2)
    tournament = division.tournament
    assert tournament.name == "Coast: season 1, division 2"
    assert (tournament.status, tournament.round_hours) == ("draft", 24)
    assert tournament.stages.get().format == "round_robin"
    assert all_names(season) == [["Ann", "Ben", "Cid", "Dee"], ["Eva", "Fay", "Gus", "Hal"]]


def test_a_division_may_hold_new_bots(ada: Caller) -> None:
    season = drafted(league(ada.player))
    entrants = [NamedBot("greedy", "Greta"), NamedBot("random", "Rolf")]
    add_division(season_id=season.id, entrants=entrants, by=by(ada.player))
    assert all_names(season) == [["Greta", "Rolf"]]


def test_nobody_is_in_two_divisions(ada: Caller) -> None:
    season = drafted(league(ada.player), people("Ann", "Ben"))
    (ann,) = people("Ann")
    problem = refused(add_division, season_id=season.id, entrants=[ann.id], by=by(ada.player))
    assert (problem.code, problem.detail) == ("conflict", "In another division already: Ann.")


def test_a_list_names_players_that_there_are_and_each_once(ada: Caller) -> None:
    season = drafted(league(ada.player))
    (ann,) = people("Ann")
    asked = [ann.id, season.id, ann.id]
    problem = refused(add_division, season_id=season.id, entrants=asked, by=by(ada.player))
    told = [(error["pointer"], error["code"]) for error in problem.errors or []]
    assert told == [
        ("/entrants/1/player", "does_not_exist"),
        ("/entrants/2/player", "repeated"),
    ]


def test_a_bot_that_there_is_not_is_told_with_its_place(ada: Caller) -> None:
    season = drafted(league(ada.player))
    asked = [NamedBot("random", "Rolf"), NamedBot("wise", "Will")]
    problem = refused(add_division, season_id=season.id, entrants=asked, by=by(ada.player))
    assert [error["pointer"] for error in problem.errors or []] == ["/entrants/1/bot"]
    assert not Player.objects.filter(name="Rolf").exists()


def test_there_is_one_draft_at_a_time(ada: Caller) -> None:
    made = league(ada.player)
    drafted(made)
    plan = SeasonPlan(starts_at=None, round_hours=1)
    problem = refused(create_season, league_id=made.id, plan=plan, by=by(ada.player))
    assert problem.code == "conflict"


def test_a_season_begins_in_the_future(ada: Caller) -> None:
    plan = SeasonPlan(starts_at=database_now(), round_hours=1)
    made = league(ada.player)
    problem = refused(create_season, league_id=made.id, plan=plan, by=by(ada.player))
    assert [error["pointer"] for error in problem.errors or []] == ["/starts_at"]


def test_who_was_added_to_two_divisions_is_told_before_they_start(ada: Caller) -> None:
    season = drafted(league(ada.player), *eight())
    (ann,) = people("Ann")
    add_entrants(season.divisions.get(number=2).tournament, [ann])
    problem = refused(open_season, season_id=season.id, by=by(ada.player))
    assert problem.extra["blocking"] == ["Ann is in two divisions."]


def test_a_draft_is_known_to_its_owner_alone(ada: Caller, bob: Caller) -> None:
    season = drafted(league(ada.player), *eight())
    assert list(known_seasons(ada.player)) == [season]
    assert not known_seasons(bob.player)
    assert not known_seasons(None)
    problem = refused(open_season, season_id=season.id, by=by(bob.player))
    assert problem.code == "not_found"


def test_an_operator_may_do_what_the_owner_may(ada: Caller, bob: Caller) -> None:
    season = drafted(league(ada.player))
    bob.player.is_staff = True
    operator = by(bob.player, is_operator=True)
    for players in eight():
        asked = [one.id for one in players]
        add_division(season_id=season.id, entrants=asked, by=operator)
    open_season(season_id=season.id, by=operator)
    owners = {one.organisers.get().player for one in Tournament.objects.all()}
    assert owners == {ada.player}


def test_opening_starts_every_division(ada: Caller) -> None:
    season = opened(league(ada.player), *eight())
    divisions = Division.objects.filter(season=season).select_related("tournament")
    assert {one.tournament.status for one in divisions} == {"running"}
    assert StageRound.objects.filter(tournament__division__season=season).count() == 6
    assert season.opened_at is not None


def test_a_season_is_opened_once(ada: Caller) -> None:
    season = opened(league(ada.player), *eight())
    problem = refused(open_season, season_id=season.id, by=by(ada.player))
    assert (problem.code, problem.detail) == ("conflict", "Season 1 has been opened.")


def test_all_that_is_in_the_way_is_told_and_nothing_is_opened(ada: Caller) -> None:
    season = drafted(league(ada.player), *eight(), people("Ivo"))
    third = season.divisions.get(number=2).tournament_id
    do_act(tournament_id=third, act=Act.CANCEL, by=by(ada.player))
    problem = refused(open_season, season_id=season.id, by=by(ada.player))
    assert problem.extra["blocking"] == [
        "Division 2: The tournament is cancelled.",
        "Division 3: Two entrants are needed; there is 1.",
    ]
    assert season.divisions.get(number=1).tournament.status == "draft"
    assert not StageRound.objects.exists()


def test_a_season_without_a_division_is_not_opened(ada: Caller) -> None:
    season = drafted(league(ada.player))
    problem = refused(open_season, season_id=season.id, by=by(ada.player))
    assert problem.extra["blocking"] == ["The season has no division."]


def test_a_division_that_runs_already_is_left_as_it_is(ada: Caller) -> None:
    season = drafted(league(ada.player), *eight())
    first = season.divisions.get(number=1).tournament_id
    for act in (Act.OPEN_REGISTRATION, Act.START):
        do_act(tournament_id=first, act=act, by=by(ada.player))
    rounds = list(StageRound.objects.filter(tournament=first).values_list("id", "play_from"))
    open_season(season_id=season.id, by=by(ada.player))
    assert list(StageRound.objects.filter(tournament=first).values_list("id", "play_from")) == (
        rounds
    )
    assert StageRound.objects.count() == 6


def test_a_draft_whose_time_has_come_is_opened_once(ada: Caller) -> None:
    season = drafted(league(ada.player), *eight(), starts_at=database_now())
    assert due_seasons() == [season.id]
    assert [open_due_season(season_id=season.id) for _ in range(3)] == [True, False, False]
    assert due_seasons() == []
    assert StageRound.objects.count() == 6
    entry = AuditEntry.objects.get(act="season.open")
    assert (entry.actor, entry.channel) == (ada.player, "service")


def test_a_draft_is_not_opened_before_its_time(ada: Caller) -> None:
    tomorrow = database_now() + timedelta(days=1)
    season = drafted(league(ada.player), *eight(), starts_at=tomorrow)
    assert due_seasons() == []
    assert not open_due_season(season_id=season.id)
    assert Season.objects.get().opened_at is None


def test_a_draft_that_cannot_be_opened_in_time_is_opened_by_hand(ada: Caller) -> None:
    season = drafted(league(ada.player), people("Ann"), starts_at=database_now())
    assert not open_due_season(season_id=season.id)
    season.refresh_from_db()
    assert (season.opened_at, season.starts_at) == (None, None)
    assert last_act().reason == "Division 1: Two entrants are needed; there is 1."


def test_a_draft_that_is_thrown_away_leaves_cancelled_tournaments(ada: Caller) -> None:
    season = drafted(league(ada.player), *eight())
    drop_season(season_id=season.id, by=by(ada.player))
    assert not Season.objects.exists()
    assert set(Tournament.objects.values_list("status", flat=True)) == {"cancelled"}
    assert last_act().act == "season.drop"


def test_a_season_that_was_opened_is_not_thrown_away(ada: Caller) -> None:
    season = opened(league(ada.player), *eight())
    assert refused(drop_season, season_id=season.id, by=by(ada.player)).code == "conflict"
    assert Season.objects.exists()
