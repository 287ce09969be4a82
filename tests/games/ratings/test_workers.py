"""Many workers on one PostgreSQL: each game is rated once, and the order of delivery is nothing."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from queue import Empty, SimpleQueue
from random import Random
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django import DjangoDbBlocker

from games.models import Game, RatingHistory, RatingLogEntry, RatingPool
from games.ratings.model import ALGORITHM
from games.selectors.ratings import counting_ratings
from games.services.ratings import rate_game
from games.services.recomputation import differences
from games.services.rulings import restore_game, void_game
from tests.games.concurrency.stores import connected_to, migrate, postgresql_database
from tests.games.ratings.seasons import POOL, expected, new_players, season, stored, told_of

WORKERS = 10
POOLS = {POOL: (2, 3, 4), "classic-2018.2p": (2,), "classic-2018.multi": (3, 4)}


@contextmanager
def fresh_league(blocker: DjangoDbBlocker) -> Iterator[None]:
    """Have Django use a PostgreSQL database of this test's own."""
    with postgresql_database() as url, blocker.unblock():
        migrate(url)
        with connected_to(url):
            yield


@pytest.fixture
def league(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with fresh_league(django_db_blocker):
        yield


@pytest.fixture
def tell(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Print a figure where whoever runs the tests sees it."""

    def say(figure: str) -> None:
        with capsys.disabled():
            print(f"\n    {figure}")  # noqa: T201 - figures are what a big run is for

    return say


def worked_off(deliveries: Sequence[UUID], act: Callable[[UUID], object]) -> None:
    """Let ten workers take deliveries from one queue, in order, until there are none."""
    queue: SimpleQueue[UUID] = SimpleQueue()
    for game in deliveries:
        queue.put(game)
    failures: list[BaseException] = []

    def work() -> None:
        try:
            while True:
                act(queue.get_nowait())
        except Empty:
            pass
        except BaseException as failure:  # noqa: BLE001 - told to the test
            failures.append(failure)
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(WORKERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def check(games: Sequence[Game]) -> None:
    """See that every pool is what a full replay gives, and that everything was told once."""
    for name, seats in POOLS.items():
        assert stored(name) == expected(games, seats)
        assert differences(name=name) == []
        pool = RatingPool.objects.get(pk=name)
        positions = list(
            RatingLogEntry.objects.filter(pool=pool)
            .order_by("position")
            .values_list("position", flat=True)
        )
        assert positions == list(range(1, pool.position + 1))
    told = RatingHistory.objects.filter(cause=RatingHistory.Cause.GAME).count()
    assert told == sum(2 * game.seat_count for game in games)


def test_ten_workers_and_two_deliveries_in_random_order(
    league: None, stress: bool, tell: Callable[[str], None]
) -> None:
    games = season(new_players(200 if stress else 20), 2_000 if stress else 80, seed=3)
    deliveries = [game.id for game in games] * 2
    Random(3).shuffle(deliveries)
    start = time.perf_counter()
    worked_off(deliveries, lambda game: rate_game(game_id=game))
    seconds = time.perf_counter() - start
    check(games)
    pool = RatingPool.objects.get(pk=POOL)
    tell(
        f"{len(deliveries)} deliveries of {len(games)} games to {WORKERS} workers: "
        f"{seconds:.1f} s, {pool.generation - 1} replays, hash {pool.hash}"
    )


def test_rulings_while_games_are_rated(league: None) -> None:
    games = season(new_players(12), 60, seed=4)
    for game in games[:20]:
        rate_game(game_id=game.id)
    ruled = {game.id for game in games[:20:4]}

    def act(game: UUID) -> None:
        if game in ruled:
            void_game(game_id=game, reason="A test.")
            rate_game(game_id=game)
            restore_game(game_id=game, reason="A test.")
        rate_game(game_id=game)

    worked_off([game.id for game in games[20:]] + sorted(ruled), act)
    check(games)


def test_readers_see_one_generation_or_the_other(league: None) -> None:
    """A board read while pools are replayed has every player once, never none and never two."""
    players = new_players(10)
    games = season(players, 40, seed=6)
    for game in games:
        rate_game(game_id=game.id)
    done = threading.Event()
    seen: list[int] = []

    def watch() -> None:
        while not done.is_set():
            seen.append(counting_rows())
        connection.close()

    watcher = threading.Thread(target=watch)
    watcher.start()
    for number in range(10):
        void_game(game_id=games[0].id, reason="A test.")
        rate_game(game_id=games[0].id)
        restore_game(game_id=games[0].id, reason=f"A test, {number}.")
        rate_game(game_id=games[0].id)
    done.set()
    watcher.join()
    assert set(seen) == {len(players)}


def counting_rows() -> int:
    return counting_ratings().filter(pool=POOL).count()


def log_all(games: Sequence[Game]) -> None:
    """Put games into the log of their common pool as if they had been worked in one by one."""
    RatingPool.objects.create(name=POOL, algorithm=ALGORITHM, position=len(games))
    entries = [
        RatingLogEntry(
            pool_id=POOL,
            position=position,
            kind=RatingLogEntry.Kind.FINISHED,
            game_id=UUID(told.game),
            finished_at=told.finished_at,
            players=told.players,
            places=told.places,
        )
        for position, told in enumerate(told_of(games), start=1)
    ]
    RatingLogEntry.objects.bulk_create(entries, batch_size=2_000)


def test_a_big_pool_is_recomputed(
    django_db_blocker: DjangoDbBlocker, stress: bool, tell: Callable[[str], None]
) -> None:
    with fresh_league(django_db_blocker):
        games = season(new_players(1_000 if stress else 30), 100_000 if stress else 300, seed=8)
        log_all(games)
        hashes = {}
        for arguments in ((POOL,), ("--check", POOL)):
            start = time.perf_counter()
            call_command("recompute_ratings", *arguments, stdout=StringIO())
            seconds = time.perf_counter() - start
            hashes[arguments] = RatingPool.objects.get(pk=POOL).hash
            tell(
                f"recompute_ratings {' '.join(arguments)}, {len(games)} games on PostgreSQL: "
                f"{seconds:.1f} s, {len(games) / seconds:,.0f} games/s"
            )
        assert len(set(hashes.values())) == 1
        assert stored() == expected(games)
