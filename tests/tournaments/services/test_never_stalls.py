"""What would have kept a tournament waiting, lost a result or dealt known cards; each once did."""

from datetime import timedelta
from typing import Any

import pytest

from dosleague.api.clock import database_now
from dosleague.api.problems import Problem
from games.engine.ruleset import RULESETS
from games.models import Game
from games.services.deal_groups import unseal
from games.services.games import Clock, GamePlan, SeatPlan, create_game
from games.services.seats import join_game
from tests.games.caller import Caller, read
from tests.tournaments.cups import by
from tests.tournaments.play import bots, play_game, play_on, play_round, running_games, started
from tournaments.models import Match, MatchGame, Tournament
from tournaments.selectors.due import due_tournaments
from tournaments.services.entries import withdraw
from tournaments.services.progress import advance, advance_fully
from tournaments.services.rounds import close_round, pair_round, publish_round
from tournaments.services.stages import planned_stages

pytestmark = pytest.mark.django_db
SWISS = {"format": "swiss_match", "rounds": 1}


def duplicate_cup(ada: Caller, *players: Any) -> Tournament:
    return started(ada.player, players, SWISS, deals="duplicate", no_show_seconds=3600)


def time_is_up() -> None:
    MatchGame.objects.update(no_show_at=database_now() - timedelta(seconds=1))


def reserved_for(caller: Caller) -> Game:
    return Game.objects.get(seats__reserved_for=caller.player)


def test_tables_with_shared_deals_start_when_the_last_player_sits(
    ada: Caller, bob: Caller, cleo: Caller
) -> None:
    cup = duplicate_cup(ada, bob.player, *bots(2), cleo.player)
    assert due_tournaments() == []
    for caller in (bob, cleo):
        join_game(game_id=reserved_for(caller).id, player=caller.player)
    assert due_tournaments() == [cup.id], "the sweep finds it"
    advance_fully(tournament_id=cup.id)
    assert {game.status for game in Game.objects.all()} == {"running"}


def test_a_full_table_with_shared_deals_does_not_wait_for_the_absent_for_ever(
    ada: Caller, bob: Caller, cleo: Caller
) -> None:
    cup = duplicate_cup(ada, bob.player, *bots(2), cleo.player)
    first = reserved_for(bob)
    join_game(game_id=first.id, player=bob.player)
    time_is_up()
    assert advance_fully(tournament_id=cup.id) < 10
    first.refresh_from_db()
    assert first.status == "running"
    assert [one.result.kind for one in Match.objects.exclude(result=None) if one.result] == [
        "forfeit"
    ]


def test_a_game_played_again_is_not_dealt_the_published_cards(ada: Caller, nobody: Caller) -> None:
    cup = started(
        ada.player, bots(8), {"format": "single_elimination"}, deals="duplicate", advance="manual"
    )
    for number in (1, 2):
        asked: dict[str, Any] = {"tournament_id": cup.id, "number": number, "by": by(ada.player)}
        pair_round(**asked)
        publish_round(**asked)
        play_round(cup)
        for game_id in running_games(cup):
            play_game(game_id)
        advance_fully(tournament_id=cup.id)
        if number == 1:
            close_round(**asked)
    second = cup.rounds.get(number=2)
    assert second.deal_group is not None
    assert unseal(deal_group=second.deal_group)
    known = {
        read(nobody.get(f"/games/{one.games.get().game_id}"))["secret"]
        for one in second.matches.all()
    }
    match = Match.objects.select_related("result").get(round__number=1, table=1)
    assert match.result is not None
    body = {
        "kind": "played",
        "places": match.result.places[::-1],
        "reason": "mistyped",
        "recompute": True,
    }
    read(ada.ask("PUT", f"/tournaments/{cup.id}/matches/{match.id}/result", body))
    again = Game.objects.get(tournament=cup.id, status="running")
    assert bytes(again.secret).hex() not in known


@pytest.mark.parametrize("size", [5, 6, 9])
@pytest.mark.parametrize("code", ["single_elimination", "double_elimination"])
def test_who_has_a_bye_has_no_match_in_the_same_round(ada: Caller, code: str, size: int) -> None:
    cup = play_on(started(ada.player, bots(size), {"format": code}))
    for stage_round in cup.rounds.all():
        seated = [one for match in stage_round.matches.all() for one in match.entrants]
        assert len(seated) == len(set(seated)), stage_round.number
    if code == "single_elimination":
        byes = Match.objects.filter(round__tournament=cup, bye=True)
        assert {match.round.number for match in byes.select_related("round")} <= {1}


def test_a_ruling_at_one_of_several_open_tables_can_be_foreseen(ada: Caller) -> None:
    cup = started(ada.player, bots(8), {"format": "knockout_tables"})
    match = Match.objects.filter(round__tournament=cup).order_by("table")[0]
    body = {"kind": "played", "places": [1, 2, 3, 4], "reason": "seen"}
    path = f"/tournaments/{cup.id}/matches/{match.id}/result?dry_run=true"
    assert read(ada.ask("PUT", path, body))["blocking"] == []


def test_a_played_game_counts_though_both_have_withdrawn_since(ada: Caller) -> None:
    """P09."""
    cup = started(ada.player, bots(4), {"format": "swiss_match", "rounds": 2})
    match = Match.objects.filter(round__tournament=cup).order_by("table")[0]
    play_game(match.games.get().game_id)
    for one in cup.entrants.filter(pk__in=match.entrants):
        withdraw(tournament_id=cup.id, entrant_id=one.id, by=by(ada.player))
    match.refresh_from_db()
    assert match.result is not None
    assert match.result.kind == "played"


def test_many_games_elsewhere_keep_nobody_from_a_table_made_anew(
    ada: Caller, bob: Caller, cleo: Caller
) -> None:
    cup = started(ada.player, [bob.player, cleo.player, *bots(2)], {"format": "pods", "rounds": 1})
    (bot,) = bots(1)
    elsewhere = GamePlan(
        RULESETS["reprint-2021"], [SeatPlan(bob.player), SeatPlan(bot)], clock=Clock(60)
    )
    for _ in range(20):
        create_game(plan=elsewhere, creator=None)
    own = Game.objects.get(tournament=cup.id)
    join_game(game_id=own.id, player=bob.player)
    time_is_up()
    while advance(tournament_id=cup.id):
        pass
    anew = Game.objects.get(tournament=cup.id, status="running")
    assert anew.seats.filter(player=bob.player).exists()


@pytest.mark.parametrize(
    "stages, pointer",
    [
        (
            [
                {"format": "swiss_match", "rounds": 3, "advance": {"per_group": 4}},
                {"format": "swiss_match", "rounds": 5},
            ],
            "/stages/1",
        ),
        (
            [
                {"format": "swiss_match", "rounds": 3, "advance": {"per_group": 4}},
                {"format": "round_robin", "groups": 3},
            ],
            "/stages/1",
        ),
        (
            [
                {"format": "swiss_match", "rounds": 3, "advance": {"per_group": 32}},
                {"format": "round_robin_tables"},
            ],
            "/stages/1",
        ),
    ],
)
def test_a_stage_that_nobody_could_play_is_refused_at_once(
    stages: list[dict[str, Any]], pointer: str
) -> None:
    with pytest.raises(Problem) as refused:
        planned_stages(stages)
    assert [one["pointer"] for one in refused.value.errors or []] == [pointer]


def test_a_field_too_small_for_the_cut_does_not_start(ada: Caller) -> None:
    swiss = {"format": "swiss_match", "rounds": 2, "advance": {"per_group": 8}}
    with pytest.raises(Problem) as refused:
        started(ada.player, bots(5), swiss, {"format": "single_elimination"})
    assert refused.value.extra["blocking"] == ["A group of 5 cannot send 8 on."]


def test_where_too_few_are_left_for_the_next_stage_the_log_says_so(ada: Caller) -> None:
    swiss = {"format": "swiss_match", "rounds": 1, "advance": {"per_group": 2}}
    cup = started(ada.player, bots(4), swiss, {"format": "single_elimination"})
    for game_id in running_games(cup):
        play_game(game_id)
    for one in list(cup.entrants.order_by("start_number"))[:3]:
        withdraw(tournament_id=cup.id, entrant_id=one.id, by=by(ada.player))
    play_on(cup)
    ended = read(ada.get(f"/tournaments/{cup.id}/audit?limit=1"))["items"][0]
    assert ended["reason"] == "Too few are left to play stage 2."


@pytest.mark.parametrize("act", ["check-in", "withdraw", "disqualify", "return"])
def test_what_is_done_about_an_entry_can_be_tried_first(ada: Caller, act: str) -> None:
    cup = started(ada.player, bots(4), {"format": "swiss_match", "rounds": 2})
    one = cup.entrants.order_by("start_number")[0]
    path = f"/tournaments/{cup.id}/entrants/{one.id}/{act}?dry_run=true"
    outlook = read(ada.post(path, {"reason": "to see"}))
    is_possible = act in {"withdraw", "disqualify"}
    assert bool(outlook["would"]) is is_possible
    assert bool(outlook["blocking"]) is not is_possible
    one.refresh_from_db()
    assert one.status == "active"


@pytest.mark.parametrize(
    "code",
    ["single_elimination", "double_elimination", "round_robin", "pods", "knockout_tables"],
)
def test_every_format_takes_what_it_has_no_use_for_where_it_says_nothing(code: str) -> None:
    neutral = {"rounds": None, "best_of": 1, "groups": 1, "advance": None}
    (stage,) = planned_stages([{"format": code, **neutral}])
    assert stage.format.code == code
    with pytest.raises(Problem) as refused:
        planned_stages([{"format": code, "cycles": None}])
    assert refused.value.code == "malformed"
