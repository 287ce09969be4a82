"""Every format with every small field: it finishes, or the start is refused with the reason."""

from typing import Any, Final

import pytest

from dosleague.api.problems import Problem
from games.models import Game
from tests.games.caller import Caller
from tests.tournaments.play import bots, play_on, started
from tournaments.formats import FORMATS
from tournaments.models import Entrant, Match, StageRound, Tournament

pytestmark = pytest.mark.django_db
SIZES: Final = (2, 3, 5, 6)
REFUSED: Final = {("swiss_match", 2), ("swiss_match", 3), ("swiss_dutch", 2), ("swiss_dutch", 3)}
"""Two rounds of Swiss are more than two or three entrants have."""
ROUNDS: Final = {"swiss_match": 2, "swiss_dutch": 2, "pods": 2}


def stage_of(code: str) -> dict[str, Any]:
    return {"format": code} | ({"rounds": ROUNDS[code]} if code in ROUNDS else {})


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("code", FORMATS)
def test_a_small_field_plays_to_the_end_or_is_refused(ada: Caller, code: str, size: int) -> None:
    if (code, size) in REFUSED:
        with pytest.raises(Problem) as refused:
            started(ada.player, bots(size), stage_of(code))
        assert refused.value.code == "conflict"
        assert "rounds" in refused.value.extra["blocking"][0]
        return
    tournament = play_on(started(ada.player, bots(size), stage_of(code)))
    assert tournament.status == Tournament.Status.FINISHED
    assert not tournament.rounds.exclude(status=StageRound.Status.CLOSED).exists()
    assert not Match.objects.filter(round__tournament=tournament, result=None).exists()
    games = Game.objects.filter(tournament=tournament.id)
    assert {game.status for game in games} == {Game.Status.FINISHED}


@pytest.mark.parametrize("code", ["swiss_match", "swiss_dutch", "round_robin", "pods"])
@pytest.mark.parametrize("size", SIZES)
def test_without_a_number_of_rounds_every_field_finishes(ada: Caller, code: str, size: int) -> None:
    tournament = play_on(started(ada.player, bots(size), {"format": code}))
    assert tournament.status == Tournament.Status.FINISHED


def test_one_entrant_is_too_few(ada: Caller) -> None:
    with pytest.raises(Problem) as refused:
        started(ada.player, bots(1), {"format": "pods"})
    assert refused.value.extra["blocking"] == ["Two entrants are needed; there is 1."]


def test_groups_lead_to_a_knockout(ada: Caller) -> None:
    groups = {"format": "round_robin", "groups": 2, "advance": {"per_group": 2}}
    tournament = play_on(
        started(ada.player, bots(8), groups, {"format": "single_elimination", "bronze": True})
    )
    assert tournament.status == Tournament.Status.FINISHED
    knockout = tournament.stages.get(number=2)
    first = knockout.rounds.get(number_in_stage=1)
    assert [match.bye for match in first.matches.all()] == [False, False]
    group_of = {
        one: at for at, ids in enumerate(tournament.stages.get(number=1).field or []) for one in ids
    }
    for match in first.matches.all():
        assert len({group_of[one] for one in match.entrants}) == 2, "one group met in round 1"
    assert knockout.rounds.count() == 2


@pytest.mark.parametrize("following", ["single_elimination", "pods", "knockout_tables"])
def test_a_swiss_leads_to_a_cut(ada: Caller, following: str) -> None:
    swiss = {"format": "swiss_match", "rounds": 3, "advance": {"per_group": 4}}
    last = {"format": following} | ({"rounds": 1} if following == "pods" else {})
    tournament = play_on(started(ada.player, bots(9), swiss, last))
    assert tournament.status == Tournament.Status.FINISHED
    assert len((tournament.stages.get(number=2).field or [[]])[0]) == 4


@pytest.mark.parametrize("code", ["single_elimination", "swiss_match", "round_robin"])
def test_a_match_of_three_games_ends_with_two_wins(ada: Caller, code: str) -> None:
    stage = stage_of(code) | {"best_of": 3}
    tournament = play_on(started(ada.player, bots(5), stage))
    assert tournament.status == Tournament.Status.FINISHED
    matches = Match.objects.filter(round__tournament=tournament, bye=False)
    for match in matches.select_related("result"):
        games = list(match.games.select_related("game").order_by("number"))
        assert len(games) in {2, 3}
        starters = [game.seats[0] for game in games]
        assert starters[0] == match.entrants[0]
        assert starters[1] == match.entrants[1]
        assert match.result is not None
        wins = [0, 0]
        for game in games:
            assert game.game.result is not None
            winner = game.seats[game.game.result["winner"]]
            wins[match.entrants.index(winner)] += 1
        assert max(wins) == 2
        assert match.result.places == [1 if side == 2 else 2 for side in wins]


def test_the_final_with_an_advantage_is_won_by_one_game_or_two(ada: Caller) -> None:
    stage = {"format": "double_elimination", "grand_final": "advantage"}
    tournament = play_on(started(ada.player, bots(4), stage))
    final = Match.objects.get(round__tournament=tournament, key="F-1")
    assert final.wins_needed == [1, 2]
    assert final.result is not None
    won_by_upper = final.result.places == [1, 2]
    assert final.games.count() in ({1, 2} if won_by_upper else {2})


def test_duplicate_deals_are_the_same_at_every_table(ada: Caller) -> None:
    tournament = play_on(
        started(ada.player, bots(6), {"format": "swiss_match", "rounds": 2}, deals="duplicate")
    )
    for stage_round in tournament.rounds.all():
        games = [match.games.get().game for match in stage_round.matches.all()]
        assert len({bytes(game.secret) for game in games}) == 1
        entropies = {
            tuple(game.seats.order_by("number").values_list("entropy", flat=True)) for game in games
        }
        assert len(entropies) == 1
    secrets = {bytes(one.secret) for one in tournament.rounds.all() if one.secret}
    assert len(secrets) == 2


def test_everybody_is_active_and_numbered_once_play_has_started(ada: Caller) -> None:
    tournament = started(ada.player, bots(5), {"format": "pods", "rounds": 2})
    entrants = Entrant.objects.filter(tournament=tournament).order_by("start_number")
    assert [one.start_number for one in entrants] == [1, 2, 3, 4, 5]
    assert {one.status for one in entrants} == {Entrant.Status.ACTIVE}
