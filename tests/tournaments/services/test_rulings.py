"""Results set and corrected by organisers, and what follows at later tables (P13)."""

from typing import Any

import pytest
from django.db import OperationalError

from dosleague.api.problems import Problem
from games.models import Game, Player, RatingLogEntry, RatingPool
from games.selectors.ratings import counting_ratings
from games.services.ratings import rate_game
from games.services.recomputation import differences
from games.services.rulings import void_game
from games.services.seats import join_game
from tests.games.caller import Caller
from tests.tournaments.cups import by, last_act
from tests.tournaments.play import (
    bots,
    entrant_of,
    play_game,
    play_on,
    play_round,
    ranks,
    running_games,
    started,
)
from tournaments.lifecycle import Act
from tournaments.models import Match, MatchResult, Organiser, Tournament
from tournaments.services.acts import do_act
from tournaments.services.foresight import foreseen_ruling
from tournaments.services.progress import advance_fully
from tournaments.services.rulings import Ruled, Ruling, set_result
from tournaments.values import ResultKind

pytestmark = pytest.mark.django_db
KNOCKOUT = {"format": "single_elimination"}
FIRST_WINS = Ruling(ResultKind.PLAYED, (1, 2), (200, 90))
SECOND_WINS = Ruling(ResultKind.PLAYED, (2, 1), (90, 200))


@pytest.fixture
def owner(ada: Caller) -> Player:
    return ada.player


def rule(match: Match, ruling: Ruling, owner: Player, **more: Any) -> Ruled:
    return set_result(
        **{
            "tournament_id": match.round.tournament_id,
            "match_id": match.id,
            "ruling": ruling,
            "by": by(owner),
            "reason": "seen on the table",
            **more,
        }
    )


def keyed(tournament: Tournament, key: str) -> Match:
    matches = Match.objects.select_related("round", "result")
    return matches.get(round__tournament=tournament, key=key)


def other(match: Match) -> Ruling:
    """Return the ruling that turns a result round."""
    assert match.result is not None
    return SECOND_WINS if match.result.places == [1, 2] else FIRST_WINS


def everything() -> list[Any]:
    kept = (Match, MatchResult, Game, RatingLogEntry)
    return [sorted(model.objects.values_list(), key=str) for model in kept]


def test_a_correction_is_a_new_version_with_its_reason(owner: Player) -> None:
    tournament = started(owner, bots(4), {"format": "round_robin"})
    play_round(tournament)
    match = Match.objects.select_related("round", "result").filter(result__isnull=False)[0]
    before = match.result
    assert before is not None
    rule(match, other(match), owner)
    versions = list(match.results.order_by("version").values_list("version", "reason"))
    assert versions == [(1, ""), (2, "seen on the table")]
    match.refresh_from_db()
    assert match.result is not None
    assert match.result.places == before.places[::-1]
    assert match.result.points == before.points[::-1]
    entry = last_act()
    assert (entry.act, entry.reason) == ("match.result", "seen on the table")
    assert entry.before["result"]["version"] == 1
    assert entry.after["result"]["version"] == 2


def test_standings_follow_a_correction(owner: Player) -> None:
    tournament = play_on(started(owner, bots(4), {"format": "round_robin"}))
    for match in Match.objects.select_related("round", "result"):
        winner = entrant_of(tournament, 3)
        if str(winner.id) in match.entrants:
            wins = FIRST_WINS if match.entrants[0] == str(winner.id) else SECOND_WINS
            rule(match, wins, owner)
    assert ranks(tournament)[0] == (1, 3)


def test_a_table_nobody_has_begun_gets_the_other_entrant(owner: Player, bob: Caller) -> None:
    """P13: the seat is replaced, and one entrant only goes on."""
    tournament = started(owner, [bob.player, *bots(3)], KNOCKOUT, no_show_seconds=3600)
    mine = Match.objects.select_related("round").get(games__game__status="open")
    join_game(game_id=mine.games.get().game_id, player=bob.player)
    rule(mine, FIRST_WINS if _is_first(mine, bob) else SECOND_WINS, owner)
    play_round(tournament)
    final = keyed(tournament, "R2-1")
    assert Game.objects.get(pk=final.games.get().game_id).status == "open", "it waits for Bob"
    semi = next(one for one in Match.objects.filter(key__startswith="R1") if one.id != mine.id)
    semi = keyed(tournament, semi.key)
    before = set(final.entrants)
    ruled = rule(semi, other(semi), owner)
    assert [one.match.id for one in ruled.consequences] == [final.id]
    final = keyed(tournament, "R2-1")
    assert final.result is None
    assert len(before & set(final.entrants)) == 1
    assert set(final.entrants) - before == set(semi.entrants) - before
    assert tournament.rounds.count() == 2
    assert Match.objects.filter(round__number=2).count() == 1


def _is_first(match: Match, caller: Caller) -> bool:
    entrant = match.round.tournament.entrants.get(player=caller.player)
    return bool(match.entrants[0] == str(entrant.id))


def test_where_play_has_gone_on_the_correction_is_refused(owner: Player) -> None:
    tournament = started(owner, bots(4), KNOCKOUT)
    play_round(tournament)
    semi, final = keyed(tournament, "R1-1"), keyed(tournament, "R2-1")
    before = everything()
    with pytest.raises(Problem) as refused:
        rule(semi, other(semi), owner)
    assert refused.value.code == "conflict"
    told = f"Table {final.table} of round 2 has been played on."
    assert refused.value.extra["blocking"] == [told]
    outlook = foreseen_ruling(tournament.id, lambda: rule(semi, other(semi), owner))
    assert (outlook["would"], outlook["blocking"]) == ([], [told])
    assert everything() == before


def test_told_to_recompute_it_throws_away_what_no_longer_fits(owner: Player) -> None:
    tournament = started(owner, bots(4), KNOCKOUT, rated=True)
    play_round(tournament)
    semi, final = keyed(tournament, "R1-1"), keyed(tournament, "R2-1")
    game = final.games.get().game
    wanted = Ruling(**{**_fields(other(semi)), "recompute": True})
    outlook = foreseen_ruling(tournament.id, lambda: rule(semi, wanted, owner))
    (table,) = outlook["tables"]
    assert (table["round"], table["table"], table["has_begun"]) == (2, final.table, True)
    assert set(table["before"]) & set(table["after"])
    rule(semi, wanted, owner)
    game.refresh_from_db()
    assert game.status == "aborted"
    tournament = play_on(tournament)
    assert tournament.status == "finished"
    final = keyed(tournament, "R2-1")
    winner = semi.entrants[semi.results.latest("version").places.index(1)]
    assert winner in final.entrants


def _fields(ruling: Ruling) -> dict[str, Any]:
    return {"kind": ruling.kind, "places": ruling.places, "scores": ruling.scores}


def test_a_dry_run_tells_ranks_and_changes_nothing(owner: Player) -> None:
    tournament = started(owner, bots(4), {"format": "round_robin"})
    play_round(tournament)
    match = Match.objects.select_related("round", "result").filter(result__isnull=False)[0]
    before = everything()
    outlook = foreseen_ruling(tournament.id, lambda: rule(match, other(match), owner))
    assert {str(one["entrant"]) for one in outlook["standings"]} >= set(match.entrants)
    assert outlook["blocking"] == []
    assert everything() == before


@pytest.mark.parametrize(
    "ruling, kind, points",
    [
        (Ruling(ResultKind.FORFEIT, (2, 1)), "forfeit", [0, 1]),
        (Ruling(ResultKind.DOUBLE_FORFEIT), "double_forfeit", []),
        (Ruling(ResultKind.VOID), "void", []),
    ],
)
def test_a_table_that_is_played_can_be_ruled_on(
    owner: Player, ruling: Ruling, kind: str, points: list[float]
) -> None:
    tournament = started(owner, bots(4), {"format": "round_robin"})
    match = Match.objects.select_related("round").filter(games__isnull=False)[0]
    rule(match, ruling, owner)
    match.refresh_from_db()
    assert match.result is not None
    assert (match.result.kind, match.result.points) == (kind, points)
    assert match.games.get().game.status == "aborted"
    assert play_on(tournament).status == "finished"
    assert match.results.count() == 1, "the aborted game is not counted as well"


@pytest.mark.parametrize(
    "ruling, pointer",
    [
        (Ruling(ResultKind.PLAYED), "/places"),
        (Ruling(ResultKind.PLAYED, (1,)), "/places"),
        (Ruling(ResultKind.PLAYED, (2, 2)), "/places"),
        (Ruling(ResultKind.PLAYED, (1, 2), (200,)), "/scores"),
        (Ruling(ResultKind.FORFEIT, (1, 1)), "/places"),
        (Ruling(ResultKind.VOID, (1, 2)), "/places"),
        (Ruling(ResultKind.VOID, (), (1, 2)), "/scores"),
    ],
)
def test_results_that_are_none(owner: Player, ruling: Ruling, pointer: str) -> None:
    started(owner, bots(4), {"format": "round_robin"})
    match = Match.objects.select_related("round")[0]
    with pytest.raises(Problem) as refused:
        rule(match, ruling, owner)
    assert refused.value.code == "invalid"
    assert [one["pointer"] for one in refused.value.errors or []] == [pointer]


def test_byes_and_drafts_have_no_result_to_set(owner: Player) -> None:
    tournament = started(owner, bots(5), {"format": "swiss_match", "rounds": 3})
    bye = Match.objects.select_related("round").get(bye=True)
    with pytest.raises(Problem) as refused:
        rule(bye, Ruling(ResultKind.VOID), owner)
    assert refused.value.code == "conflict"
    assert tournament.rounds.count() == 1


def test_a_scorer_sets_results_and_nothing_else(owner: Player, bob: Caller, cleo: Caller) -> None:
    tournament = started(owner, bots(4), {"format": "round_robin"})
    Organiser.objects.create(tournament=tournament, player=bob.player, role="scorer")
    match = Match.objects.select_related("round")[0]
    rule(match, FIRST_WINS, owner, by=by(bob.player))
    with pytest.raises(Problem) as refused:
        rule(match, FIRST_WINS, owner, by=by(cleo.player))
    assert refused.value.code == "forbidden"
    with pytest.raises(Problem) as refused:
        do_act(tournament_id=tournament.id, act=Act.FINISH, by=by(bob.player))
    assert refused.value.code == "forbidden"


def test_rated_games_count_as_they_were_ruled(owner: Player) -> None:
    tournament = started(owner, bots(4), {"format": "round_robin"}, rated=True)
    play_round(tournament)
    match = Match.objects.select_related("round", "result").filter(result__isnull=False)[0]
    game = match.games.get().game
    from_game = RatingLogEntry.objects.filter(game=game)
    rule(match, Ruling(ResultKind.VOID), owner)
    assert set(from_game.exclude(kind="game_finished").values_list("kind", flat=True)) == {
        "game_voided"
    }
    rule(match, FIRST_WINS, owner)
    newest = from_game.latest("id")
    seats = match.games.get().seats
    assert newest.kind == "game_corrected"
    assert newest.places == ([1, 2] if seats[0] == match.entrants[0] else [2, 1])


def test_a_correction_before_a_cut_throws_the_next_stage_away_when_told(owner: Player) -> None:
    swiss = {"format": "swiss_match", "rounds": 2, "advance": {"per_group": 4}}
    tournament = started(owner, bots(8), swiss, KNOCKOUT)
    play_round(tournament)
    play_round(tournament)
    assert tournament.stages.get(number=2).started_at is not None
    match = Match.objects.select_related("round", "result").filter(round__number=2)[0]
    with pytest.raises(Problem) as refused:
        rule(match, other(match), owner)
    assert refused.value.extra["blocking"] == [
        "Table 1 of round 3 has been played on.",
        "Table 2 of round 3 has been played on.",
    ]
    rule(match, Ruling(**{**_fields(other(match)), "recompute": True}), owner)
    assert not tournament.rounds.filter(number__gt=2).exists()
    assert tournament.stages.get(number=2).field is None
    advance_fully(tournament_id=tournament.id)
    cut = [one for ids in tournament.stages.get(number=2).field or [] for one in ids]
    assert len(cut) == 4
    assert play_on(tournament).status == "finished"


def test_the_end_is_taken_back_before_a_knockout_is_corrected(owner: Player) -> None:
    tournament = play_on(started(owner, bots(4), KNOCKOUT))
    semi = keyed(tournament, "R1-1")
    with pytest.raises(Problem) as refused:
        rule(semi, other(semi), owner)
    assert refused.value.extra["state"] == "finished"
    do_act(tournament_id=tournament.id, act=Act.UNDO_FINISH, by=by(owner))
    rule(semi, Ruling(**{**_fields(other(semi)), "recompute": True}), owner)
    for game_id in running_games(tournament):
        play_game(game_id)
    advance_fully(tournament_id=tournament.id)
    do_act(tournament_id=tournament.id, act=Act.FINISH, by=by(owner))
    final = keyed(tournament, "R2-1")
    assert final.result is not None


def rated_cup(owner: Player) -> tuple[Tournament, Match]:
    """Return a cup whose first round was played and rated, and a match of it."""
    tournament = started(owner, bots(6), {"format": "swiss_match", "rounds": 3}, rated=True)
    play_round(tournament)
    for game in Game.objects.filter(status="finished").order_by("finished_at", "id"):
        rate_game(game_id=game.id)
    match = Match.objects.select_related("round", "result").filter(round__number=1)[0]
    return tournament, match


def what_everybody_sees(tournament: Tournament) -> list[Any]:
    """Return standings and the ratings that count."""
    rows = counting_ratings().order_by("pool", "player").values_list("pool", "player", "mu")
    return [list(ranks(tournament)), list(rows)]


def test_a_void_corrects_standings_and_ratings_together(owner: Player) -> None:
    """P14: ratings are those of a clean replay without the game, and say why."""
    tournament, match = rated_cup(owner)
    game = match.games.get().game
    before = what_everybody_sees(tournament)
    rule(match, Ruling(ResultKind.VOID), owner)
    after = what_everybody_sees(tournament)
    assert before[0] != after[0]
    assert before[1] != after[1]
    for pool in RatingPool.objects.all():
        assert differences(name=pool.name) == []
        counted = {row.game_id for row in pool.changes.all()}
        assert game.id not in counted
        told = pool.history.filter(cause="recalculated")
        assert set(told.values_list("game", flat=True)) == {game.id}
    assert RatingLogEntry.objects.latest("id").reason == "seen on the table"


def test_where_the_ratings_fail_the_result_stays_as_it_was(
    owner: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament, match = rated_cup(owner)
    before = [what_everybody_sees(tournament), everything()]

    def fail(*_: object, **__: object) -> None:
        raise OperationalError("the disk is full")

    monkeypatch.setattr("games.services.rating_replay.save_ratings", fail)
    with pytest.raises(OperationalError):
        rule(match, Ruling(ResultKind.VOID), owner)
    assert [what_everybody_sees(tournament), everything()] == before


def test_a_game_of_a_tournament_is_ruled_on_there_alone(owner: Player) -> None:
    _, match = rated_cup(owner)
    with pytest.raises(Problem) as refused:
        void_game(game_id=match.games.get().game_id, reason="cheated")
    assert refused.value.code == "conflict"
