"""Voids, restores and corrections: a replay, an entry in the audit log, and nothing untold."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from dosleague.api.problems import Problem
from dosleague.audit import Author
from dosleague.models import AuditEntry
from games import outbox
from games.models import Game, Player, PlayerRating, RatingHistory, RatingLogEntry, RatingPool
from games.ratings.log import EMPTY
from games.services.ratings import rate_game
from games.services.recomputation import differences, recompute_pool
from games.services.rulings import correct_game, restore_game, void_game
from tests.games.ratings.seasons import (
    POOL,
    expected,
    game,
    new_players,
    rate_all,
    season,
    stored,
)

pytestmark = pytest.mark.django_db
Captured = Callable[..., AbstractContextManager[list[Any]]]
WHY = "Two accounts of one person."


@pytest.fixture
def players(db: None) -> list[Player]:
    return new_players(8)


def void(one: Game) -> None:
    void_game(game_id=one.id, reason=WHY)
    rate_game(game_id=one.id)


def restore(one: Game) -> None:
    restore_game(game_id=one.id, reason="They are two.")
    rate_game(game_id=one.id)


def test_a_voided_game_is_as_if_it_had_never_been(players: list[Player]) -> None:
    games = season(players, 30)
    rate_all(games)
    for one in (games[0], games[14], games[-1]):
        void(one)
    left = [*games[1:14], *games[15:-1]]
    assert stored() == expected(left)
    assert RatingPool.objects.get(pk=POOL).games == 27
    assert differences(name=POOL) == []


def test_a_restored_game_leaves_the_hash_as_it_was(players: list[Player]) -> None:
    games = season(players, 30)
    rate_all(games)
    before = stored()
    for one in (games[0], games[14], games[-1]):
        void(one)
        assert stored() != before
        restore(one)
        assert stored() == before
    assert differences(name=POOL) == []


def test_every_pool_of_a_game_follows(players: list[Player]) -> None:
    one = game(players[:2], [1, 2])
    rate_all([one])
    void(one)
    for name in (POOL, "classic-2018.2p"):
        assert stored(name) == EMPTY
        assert RatingPool.objects.get(pk=name).generation == 2
    assert not PlayerRating.objects.exists()


def test_history_keeps_what_was_told_and_says_what_was_recalculated(
    players: list[Player],
) -> None:
    a, b, c = players[:3]
    one, other = game([a, b], [1, 2]), game([b, c], [1, 2], day=1)
    rate_all([one, other])
    told = list(RatingHistory.objects.filter(pool=POOL).order_by("id").values_list())
    void(one)
    now = RatingHistory.objects.filter(pool=POOL).order_by("id")
    assert list(now.values_list())[: len(told)] == told
    entries = {entry.player_id: entry for entry in now[len(told) :]}
    assert entries.keys() == {a.id, b.id, c.id}
    assert {(entry.cause, entry.game_id) for entry in entries.values()} == {
        ("recalculated", one.id)
    }
    assert (entries[a.id].place, entries[c.id].place) == (1, None)
    assert (entries[a.id].mu, round(entries[a.id].sigma, 4)) == (25.0, 8.3333)
    assert round(entries[b.id].mu, 6) == 26.634439
    assert not PlayerRating.objects.filter(player=a).exists()


def test_a_corrected_game_counts_with_its_new_places(players: list[Player]) -> None:
    one, other = game(players[:2], [1, 2]), game(players[1:3], [1, 2], day=1)
    rate_all([one, other])
    correct_game(game_id=one.id, places=[2, 1], reason="The seats were mixed up.")
    rate_game(game_id=one.id)
    assert one.result is not None
    one.result["places"] = [2, 1]
    assert stored() == expected([one, other])
    one.refresh_from_db()
    assert one.result["places"] == [1, 2], "the game itself stays as it was played"
    void(one)
    assert stored() == expected([other])
    restore(one)
    assert stored() == expected([one, other])


def test_a_ruling_before_the_game_is_rated(players: list[Player]) -> None:
    one, other = game(players[:2], [1, 2]), game(players[1:3], [1, 2], day=1)
    rate_all([other])
    void_game(game_id=one.id, reason=WHY)
    rate_game(game_id=one.id)
    assert stored() == expected([other])
    assert not RatingHistory.objects.filter(game=one).exists()
    restore(one)
    assert stored() == expected([one, other])


def test_a_ruling_leaves_an_audit_entry_and_is_queued(
    players: list[Player],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Captured,
) -> None:
    queued: list[tuple[Any, ...]] = []
    monkeypatch.setattr(outbox, "send", lambda *task: queued.append(task))
    one = game(players[:2], [1, 2])
    author = Author(players[7], "127.0.0.1", "api")
    with django_capture_on_commit_callbacks(execute=True):
        void_game(game_id=one.id, reason=WHY, author=author)
    assert queued == [(outbox.RATE, one.id, 1)]
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.subject) == ("game.voided", f"game:{one.id}")
    assert (entry.actor, entry.channel, entry.reason) == (players[7], "api", WHY)
    assert entry.before == {"kind": "game_finished", "places": [1, 2]}
    assert entry.after == {"kind": "game_voided", "places": []}


def refused(code: str, act: Callable[..., None], **asked: Any) -> None:
    with pytest.raises(Problem) as refusal:
        act(**asked)
    assert refusal.value.code == code


def test_what_is_refused(players: list[Player]) -> None:
    one, unrated = game(players[:2], [1, 2]), game(players[:2], [1, 2], rated=False)
    rate_all([one])
    why = {"reason": WHY}
    refused("not_found", void_game, game_id=uuid4(), **why)
    refused("conflict", void_game, game_id=unrated.id, **why)
    refused("invalid", void_game, game_id=one.id, reason=" ")
    refused("conflict", restore_game, game_id=one.id, **why)
    void(one)
    refused("conflict", void_game, game_id=one.id, **why)
    for places in ([1], [1, 3], [1, 2, 3]):
        refused("invalid", correct_game, game_id=one.id, places=places, **why)
    assert RatingLogEntry.objects.filter(pool=POOL).count() == 2
    assert AuditEntry.objects.count() == 1


def test_random_rulings_and_arrivals_end_in_what_the_log_says(stress: bool) -> None:
    """Incremental, full replay, and replay after void and restore give one hash."""
    games = season(new_players(30 if stress else 10), 2_000 if stress else 60, seed=5)
    chance = Random(5)
    arrivals = [*games]
    for index in range(0, len(arrivals) - 3, 3):  # as commits overtake one another
        arrivals[index : index + 3] = chance.sample(arrivals[index : index + 3], 3)
    voided: set[int] = set()
    for index, one in enumerate(arrivals):
        rate_game(game_id=one.id)
        if index % 10 == 9:
            chosen = chance.randrange(max(0, index - 100), index)
            voided.symmetric_difference_update({chosen})
            (void if chosen in voided else restore)(arrivals[chosen])
    assert stored() == expected(without(arrivals, voided))
    for index in voided:
        restore(arrivals[index])
    assert stored() == expected(games)
    assert differences(name=POOL) == []
    before = RatingPool.objects.get(pk=POOL)
    assert recompute_pool(name=POOL) == before.hash
    assert RatingPool.objects.get(pk=POOL).generation == before.generation + 1
    assert stored() == expected(games)


def without(games: Sequence[Game], voided: set[int]) -> list[Game]:
    return [one for index, one in enumerate(games) if index not in voided]


def test_incremental_is_full_replay_over_many_games(stress: bool) -> None:
    games = season(new_players(500 if stress else 15), 20_000 if stress else 120, seed=9)
    rate_all(games)
    pool = RatingPool.objects.get(pk=POOL)
    assert pool.generation == 1, "games in order need no replay"
    whole = expected(games)
    assert stored() == whole
    chosen = Random(9).sample(games, 3)
    for one in chosen:
        void(one)
    assert stored() == expected([one for one in games if one not in chosen])
    for one in chosen:
        restore(one)
    assert stored() == whole
    assert RatingPool.objects.get(pk=POOL).hash == pool.hash == recompute_pool(name=POOL)
