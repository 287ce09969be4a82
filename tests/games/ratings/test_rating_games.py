"""A finished rated game is rated exactly once, in its pools, whenever it comes."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db.models import F
from django.utils import timezone

from games import outbox, tasks
from games.engine.ruleset import custom_ruleset
from games.models import Game, Player, PlayerRating, RatingHistory, RatingLogEntry, RatingPool
from games.services.ending import abort_game
from games.services.games import GamePlan, SeatPlan, create_game
from games.services.ratings import log_game, rate_game, work_in_log
from games.services.recomputation import differences
from tests.games.caller import Caller
from tests.games.ratings.seasons import (
    POOL,
    expected,
    game,
    new_players,
    rate_all,
    season,
    stored,
)
from tests.games.tables import play_out, row

pytestmark = pytest.mark.django_db
Captured = Callable[..., AbstractContextManager[list[Any]]]


@pytest.fixture
def players(db: None) -> list[Player]:
    return new_players(8)


def history(player: Player, pool: str = POOL) -> list[RatingHistory]:
    return list(RatingHistory.objects.filter(player=player, pool=pool).order_by("id"))


def test_a_game_is_rated_in_its_two_pools(players: list[Player]) -> None:
    two = game(players[:2], [1, 2])
    three = game(players[2:5], [2, 1, 3], day=1)
    rate_all([two, three])
    assert stored(POOL) == expected([two, three])
    assert stored("classic-2018.2p") == expected([two])
    assert stored("classic-2018.multi") == expected([three])


def test_a_winner_rises_and_is_told_so(players: list[Player]) -> None:
    played = game(players[:2], [1, 2])
    assert rate_game(game_id=played.id)
    (won,), (lost,) = history(players[0]), history(players[1])
    assert (won.cause, won.game_id, won.at) == ("game", played.id, played.finished_at)
    assert (won.place, won.seats, won.mu_before) == (1, 2, 25.0)
    assert round(won.mu, 6) == 26.634439
    assert round(lost.mu, 6) == 23.365561
    assert PlayerRating.objects.get(player=players[0], pool=POOL).public == 1565


def test_a_game_rated_twice_is_rated_once(players: list[Player]) -> None:
    played = game(players[:2], [1, 2])
    assert rate_game(game_id=played.id)
    before = stored()
    assert not rate_game(game_id=played.id)
    assert not work_in_log(POOL)
    assert stored() == before == expected([played])
    assert RatingLogEntry.objects.filter(pool=POOL).count() == len(history(players[0])) == 1


@pytest.mark.parametrize(
    "terms", [{"rated": False}, {"status": "aborted"}, {"status": "running", "finished_at": None}]
)
def test_a_game_that_does_not_count_is_left_alone(
    players: list[Player], terms: dict[str, Any]
) -> None:
    played = game(players[:2], [1, 2], **terms)
    assert not rate_game(game_id=played.id)
    assert not RatingPool.objects.exists()


def test_a_game_that_is_not_there_is_left_alone(db: None) -> None:
    assert not rate_game(game_id=uuid4())


def test_a_custom_ruleset_has_pools_of_its_own(players: list[Player]) -> None:
    ruleset = custom_ruleset("classic-2018", {"dos_penalty": 4})
    rate_all([game(players[:2], [1, 2], ruleset=ruleset.to_json())])
    names = set(RatingPool.objects.values_list("name", flat=True))
    assert names == {"custom-3adf5612.all", "custom-3adf5612.2p"}


def test_a_late_earlier_game_rewinds_its_pool(players: list[Player]) -> None:
    a, b, c, d = players[:4]
    late = game([a, b], [2, 1], day=0)
    first, second = game([a, c], [1, 2], day=1), game([c, d], [1, 2], day=2)
    rate_all([first, second])
    assert RatingPool.objects.get(pk=POOL).generation == 1
    rate_all([late])
    assert stored() == expected([late, first, second])
    assert RatingPool.objects.get(pk=POOL).generation == 2
    causes = [(one.cause, one.game_id) for one in history(a)]
    assert causes == [("game", first.id), ("game", late.id), ("recalculated", late.id)]
    told, lately, now = history(a)
    assert (lately.mu_before, lately.place) == (25.0, 2)
    assert (now.mu_before, now.place) == (lately.mu, 2)
    assert now.mu != told.mu
    assert [one.cause for one in history(b)] == ["game"]
    assert [(one.cause, one.place) for one in history(d)] == [("game", 2), ("recalculated", None)]
    assert differences(name=POOL) == []


def test_a_late_game_leaves_strangers_to_it_as_they_were(players: list[Player]) -> None:
    a, b, c, d = players[:4]
    late, known = game([a, b], [1, 2], day=0), game([c, d], [1, 2], day=1)
    rate_all([known, late])
    assert [one.cause for one in history(c)] == ["game"]
    assert stored() == expected([late, known])


def test_games_of_the_same_instant_go_by_id(players: list[Player]) -> None:
    first, second = game(players[:2], [1, 2]), game(players[1:3], [1, 2])
    rate_all([second, first])
    assert stored() == expected([first, second])


def test_what_waits_for_a_pool_is_worked_in_together(players: list[Player]) -> None:
    games = season(players, 12)
    rate_all(games[:4])
    pool = RatingPool.objects.get(pk=POOL)
    for one in [*games[8:], *games[4:8]]:
        log_game(one.id)
    assert work_in_log(POOL)
    assert stored() == expected(games)
    pool.refresh_from_db()
    assert (pool.position, pool.games) == (12, 12)
    positions = RatingLogEntry.objects.filter(pool=POOL).order_by("position")
    assert list(positions.values_list("position", flat=True)) == list(range(1, 13))


def test_any_order_of_arrival_gives_the_same_hash(stress: bool) -> None:
    games = season(new_players(12), 300 if stress else 40)
    Random(7).shuffle(games)
    rate_all([*games, *games[:10]])
    assert stored() == expected(games)
    for name, seats in (("classic-2018.2p", [2]), ("classic-2018.multi", [3, 4])):
        assert stored(name) == expected(games, seats)
        assert differences(name=name) == []


def test_another_algorithm_plays_the_whole_log_again(players: list[Player]) -> None:
    games = season(players, 10)
    rate_all(games[:9])
    RatingPool.objects.filter(pk=POOL).update(algorithm="elo/0", hash="f" * 32)
    PlayerRating.objects.filter(pool=POOL).update(mu=30.0)
    rate_all(games[9:])
    assert stored() == expected(games)
    assert differences(name=POOL) == []


def test_a_played_game_is_queued_rated_and_only_then_followed(
    ada: Caller,
    bob: Caller,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Captured,
) -> None:
    queued: list[str] = []
    monkeypatch.setattr(outbox, "send", lambda task, *_: queued.append(task))
    ruleset = custom_ruleset("classic-2018", {"target": None})
    plan = GamePlan(ruleset, [SeatPlan(ada.player), SeatPlan(bob.player)], rated=True)
    with django_capture_on_commit_callbacks(execute=True):
        played = str(create_game(plan=plan, creator=ada.player).game.id)
        play_out(played, [ada, bob])
    assert queued == [outbox.RATE, outbox.CONCLUDE]
    tasks.conclude(played, row(played).version)
    assert row(played).followed == row(played).version
    assert PlayerRating.objects.filter(pool="reprint-2021.2p").count() == 2
    assert RatingLogEntry.objects.filter(game=UUID(played), position__isnull=False).count() == 2


def test_an_aborted_game_is_not_queued_for_rating(
    ada: Caller,
    bob: Caller,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Captured,
) -> None:
    queued: list[str] = []
    monkeypatch.setattr(outbox, "send", lambda task, *_: queued.append(task))
    plan = GamePlan(
        custom_ruleset("classic-2018", {}),
        [SeatPlan(ada.player), SeatPlan(bob.player)],
        rated=True,
    )
    with django_capture_on_commit_callbacks(execute=True):
        table = create_game(plan=plan, creator=ada.player)
        abort_game(game_id=table.game.id)
    assert queued == [outbox.CONCLUDE]
    tasks.rate(str(table.game.id), 2)
    assert not RatingPool.objects.exists()


def test_the_sweep_finds_a_game_whose_rating_was_lost(
    players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    queued: list[tuple[str, str]] = []
    monkeypatch.setattr(outbox, "send", lambda task, game, _: queued.append((task, str(game))))
    played = game(players[:2], [1, 2])
    tasks.sweep()
    assert queued == [(outbox.CONCLUDE, str(played.id))]
    monkeypatch.setattr("games.services.ratings.work_in_log", lambda _: False)
    Game.objects.update(followed=F("version"))
    rate_game(game_id=played.id)
    tasks.sweep()
    assert len(queued) == 1, "it may still be at work"
    RatingLogEntry.objects.update(at=timezone.now() - timedelta(seconds=10))
    tasks.sweep()
    assert queued[1:] == [(outbox.RATE, str(played.id))]


def test_a_rating_that_fails_leaves_the_game_to_the_sweep(
    players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: Any) -> bool:
        raise RuntimeError

    played = game(players[:2], [1, 2])
    monkeypatch.setattr("games.services.ratings.rate_game", fail)
    with pytest.raises(RuntimeError):
        tasks.conclude(str(played.id), played.version)
    played.refresh_from_db()
    assert played.followed == 0
