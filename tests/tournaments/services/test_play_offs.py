"""Play-offs: what is tied at a line is played for, and never decided by a lot."""

import pytest

from dosleague.api.problems import Problem
from tests.games.caller import Caller
from tests.tournaments.cups import by
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
    reasons,
)
from tests.tournaments.play import started
from tournaments.models import PlayOff, Season, Tournament
from tournaments.selectors.play_offs import order_of
from tournaments.services.play_offs import KNOCKOUT, hold_play_offs

pytestmark = pytest.mark.django_db


def in_a_ring(names: list[str]) -> str:
    """Return who wins where Fay, Gus and Hal beat one another in turn, and Eva loses to all."""
    beaten = {("Fay", "Gus"): "Fay", ("Gus", "Hal"): "Gus", ("Fay", "Hal"): "Hal"}
    pair = tuple(sorted(names))
    if pair in beaten:
        return beaten[pair[0], pair[1]]
    return max(names) if "Eva" in names else min(names)


@pytest.fixture
def tied(ada: Caller) -> Season:
    """A season in which three share the first place of the second division."""
    return decide(opened(league(ada.player), *eight()), in_a_ring)


def held(season: Season) -> list[PlayOff]:
    owner = by(season.league.owner)
    return hold_play_offs(season_id=season.id, withdrawals=(), by=owner)


def test_lots_never_decide_who_goes_up(tied: Season) -> None:
    problem = not_followed(tied)
    told = "Tied at a line of division 2, to be played off: Fay, Gus, Hal."
    assert (problem.code, problem.extra["blocking"]) == ("conflict", [told])
    (wanted,) = problem.extra["play_offs"]
    ids = [str(one.id) for one in people("Fay", "Gus", "Hal")]
    assert (wanted["kind"], wanted["division"], sorted(wanted["players"])) == (
        "tie",
        2,
        sorted(ids),
    )
    assert foreseen(tied)["play_offs"] == [wanted]
    assert Season.objects.count() == 1


def test_a_league_ranked_by_lot_still_plays_off(ada: Caller) -> None:
    stage = {"format": "round_robin", "tie_breaks": ["points", "lot"]}
    season = decide(opened(league(ada.player, stage=stage), *eight()), in_a_ring)
    assert "to be played off" in not_followed(season).detail


def test_a_play_off_decides_a_tie(tied: Season) -> None:
    (play_off,) = held(tied)
    assert order_of(play_off) is None
    for _ in range(3):
        decide_all(play_off.tournament, max)
    play_off = PlayOff.objects.select_related("tournament").get()
    order = order_of(play_off)
    assert order is not None
    assert order[0] == people("Hal")[0].id
    assert reasons(foreseen(tied)) == {"Dee": "relegated", "Hal": "promoted"}
    assert "Hal" in all_names(followed(tied))[0]


def test_a_play_off_is_held_once(tied: Season) -> None:
    first = held(tied)
    assert held(tied) == first
    assert Tournament.objects.filter(play_off__isnull=False).count() == 1


def test_a_play_off_that_was_cancelled_is_held_again(tied: Season) -> None:
    (first,) = held(tied)
    Tournament.objects.filter(pk=first.tournament_id).update(status="cancelled")
    (second,) = held(tied)
    assert first.id == second.id
    assert first.tournament_id != second.tournament_id


def test_places_are_played_for_where_the_league_has_slots(ada: Caller) -> None:
    season = decide(opened(league(ada.player, playoff_slots=1), *eight()))
    assert foreseen(season)["blocking"] == ["Cid and Fay are to play for a place in division 1."]
    assert reasons(foreseen(season)) == {"Dee": "relegated", "Eva": "promoted"}
    (play_off,) = held(season)
    assert (play_off.kind, play_off.division) == ("place", 1)
    decide_all(play_off.tournament, max)
    assert reasons(foreseen(season)) == {
        "Dee": "relegated",
        "Eva": "promoted",
        "Cid": "lost_play_off",
        "Fay": "won_play_off",
    }
    assert all_names(followed(season)) == [
        ["Ann", "Ben", "Eva", "Fay"],
        ["Cid", "Dee", "Gus", "Hal"],
    ]


def test_a_holder_who_wins_stays(ada: Caller) -> None:
    season = decide(opened(league(ada.player, playoff_slots=1), *eight()))
    (play_off,) = held(season)
    decide_all(play_off.tournament, min)
    assert all_names(followed(season))[0] == ["Ann", "Ben", "Cid", "Eva"]


def test_nothing_is_played_off_before_the_season_is_over(ada: Caller) -> None:
    season = opened(league(ada.player), *eight())
    with pytest.raises(Problem, match="not finished") as caught:
        held(season)
    assert caught.value.code == "conflict"


def test_who_leaves_is_not_played_off(tied: Season) -> None:
    (fay,) = people("Fay")
    owner = by(tied.league.owner)
    (play_off,) = hold_play_offs(season_id=tied.id, withdrawals=[fay.id], by=owner)
    assert sorted(play_off.players) == sorted(str(one.id) for one in people("Gus", "Hal"))


@pytest.mark.parametrize("size", range(2, 9))
def test_a_play_off_of_any_size_has_an_order(ada: Caller, size: int) -> None:
    players = people(*(f"Player{number}" for number in range(size)))
    tournament = started(ada.player, players, KNOCKOUT)
    for _ in range(6):
        decide_all(tournament, max)
    tournament.refresh_from_db()
    order = order_of(PlayOff(tournament=tournament))
    assert order is not None
    assert order[0] == players[-1].id
    assert sorted(order) == sorted(one.id for one in players)
