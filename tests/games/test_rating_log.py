"""The log of a pool: voids, corrections and arrivals end in the same ratings, to the last bit."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from time import process_time

import pytest
from openskill.models import PlackettLuce

from games.ratings.log import (
    EMPTY,
    ConflictingLog,
    GameCorrected,
    GameFinished,
    GameVoided,
    LogEntry,
    Pool,
    changes,
    counted_games,
    replay,
)
from games.ratings.model import BETA, UnratableGame, after_idleness
from games.ratings.rating import NEWCOMER

START = datetime(2026, 1, 1, tzinfo=UTC)


def season(games: int, seed: int = 1, players: int = 20) -> list[GameFinished]:
    """Return rated games of 2 to 4 seats with ties, some of them ended in the same second."""
    chance = Random(seed)
    names = [f"player-{number:03}" for number in range(players)]
    told = []
    for number in range(games):
        seats = chance.choice((2, 3, 4))
        scores = [chance.randint(0, 5) for _ in range(seats)]
        places = tuple(1 + sum(other > own for other in scores) for own in scores)
        at = START + timedelta(hours=number // 3, days=chance.choice((0, 0, 0, 40)))
        seated = tuple(chance.sample(names, seats))
        told.append(GameFinished(f"game-{number:05}", at, seated, places))
    return told


def pool_of(log: Sequence[LogEntry]) -> Pool:
    return replay(counted_games(log))


def test_a_voided_game_is_as_if_it_had_never_been() -> None:
    games = season(60)
    for voided in games[::13]:
        without = [game for game in games if game != voided]
        log: list[LogEntry] = [*games, GameVoided(voided.game)]
        assert pool_of(log).digest() == pool_of(without).digest()


def test_who_played_only_the_voided_game_leaves_no_trace() -> None:
    game = GameFinished("g", START, ("ann", "bo"), (1, 2))
    pool = pool_of([game, GameVoided("g")])
    assert pool.digest() == EMPTY.digest() != pool_of([game]).digest()
    assert pool.players == {}


def test_a_win_never_lowers_a_rating_after_a_void_in_mid_history() -> None:
    games = [replace(game, places=tuple(range(1, len(game.places) + 1))) for game in season(80)]
    players = dict(pool_of([*games[:40], GameVoided(games[20].game)]).players)
    for game in counted_games(games[40:]):
        made = changes(game, players)
        assert made[0].after.rating.mu > made[0].prior.mu
        players.update({change.player: change.after for change in made})


def test_the_order_of_arrival_is_nothing_after_a_replay() -> None:
    games = season(80)
    corrected = GameCorrected("game-00011", games[11].places[::-1])
    log: list[LogEntry] = [*games, GameVoided("game-00007"), corrected]
    expected = pool_of(log).digest()
    for seed in range(5):
        arrived = list(log)
        Random(seed).shuffle(arrived)
        assert pool_of(arrived).digest() == expected


def test_seats_are_nothing_to_a_whole_log() -> None:
    games = season(80)
    turned = [replace(game, players=game.players[::-1], places=game.places[::-1]) for game in games]
    assert pool_of(turned).digest() == pool_of(games).digest()


def test_game_by_game_is_the_same_as_a_full_replay() -> None:
    games = counted_games(season(60))
    pool = EMPTY
    for game in games:
        pool = replay([game], pool)
    assert pool == replay(games)
    assert pool.digest() == replay(games).digest()


def test_a_replay_goes_on_from_a_checkpoint() -> None:
    games = counted_games(season(60))
    checkpoint = replay(games[:35])
    before = checkpoint.digest()
    assert replay(games[35:], checkpoint) == replay(games)
    assert checkpoint.digest() == before


def test_a_corrected_game_counts_with_its_new_places() -> None:
    game = GameFinished("g", START, ("ann", "bo"), (1, 2))
    corrected = pool_of([game, GameCorrected("g", (2, 1))])
    assert corrected.digest() == pool_of([replace(game, places=(2, 1))]).digest()


def test_the_last_ruling_on_a_game_holds() -> None:
    game = GameFinished("g", START, ("ann", "bo"), (1, 2))
    restored: list[LogEntry] = [game, GameVoided("g"), GameCorrected("g", (1, 2))]
    assert pool_of(restored).digest() == pool_of([game]).digest()
    assert pool_of([*restored, GameVoided("g")]).digest() == EMPTY.digest()


def test_a_repeated_entry_changes_nothing() -> None:
    games = season(10)
    assert pool_of([*games, *games]).digest() == pool_of(games).digest()


def test_games_of_the_same_instant_go_by_id() -> None:
    one = GameFinished("a", START, ("ann", "bo"), (1, 2))
    other = GameFinished("b", START, ("bo", "cy"), (1, 2))
    assert counted_games([other, one]) == [one, other]


def test_a_log_does_not_contradict_itself() -> None:
    game = GameFinished("g", START, ("ann", "bo"), (1, 2))
    with pytest.raises(ConflictingLog, match="game g in two ways"):
        counted_games([game, replace(game, places=(2, 1))])
    with pytest.raises(ConflictingLog, match="rules on game h and does not have it"):
        counted_games([game, GameVoided("h")])


def test_a_replay_refuses_games_out_of_order() -> None:
    first, second = counted_games(season(2))
    with pytest.raises(ConflictingLog, match="does not come after"):
        replay([second, first])
    with pytest.raises(ConflictingLog, match="does not come after"):
        replay([second], replay([first, second]))


@pytest.mark.parametrize(
    "players, places, sentence",
    [
        (("ann", "ann"), (1, 2), "sits twice"),
        (("ann", "bo", "cy"), (1, 2), "not one place a player"),
        (("ann", "bo"), (1, 3), "are not places"),
    ],
)
def test_a_log_takes_only_games_that_can_be_rated(
    players: tuple[str, ...], places: tuple[int, ...], sentence: str
) -> None:
    with pytest.raises(UnratableGame, match=sentence):
        GameFinished("g", START, players, places)


def test_the_end_of_a_game_knows_its_zone() -> None:
    with pytest.raises(UnratableGame, match="zone"):
        GameFinished("g", START.replace(tzinfo=None), ("ann", "bo"), (1, 2))


def test_a_change_tells_what_it_was_reckoned_from() -> None:
    games = [
        GameFinished("a", START, ("ann", "bo"), (1, 2)),
        GameFinished("b", START + timedelta(days=100), ("bo", "cy"), (1, 2)),
    ]
    bo, cy = changes(games[1], replay(games[:1]).players)
    assert (bo.player, bo.place, bo.after.games) == ("bo", 1, 2)
    assert bo.before is not None
    assert bo.prior == after_idleness(bo.before.rating, timedelta(days=100))
    assert bo.prior.sigma > bo.before.rating.sigma
    assert (cy.before, cy.prior, cy.after.games) == (None, NEWCOMER, 1)
    assert cy.after.last_played_at == games[1].finished_at


def test_a_replay_costs_at_most_a_few_times_the_library(stress: bool) -> None:
    games = counted_games(season(50_000 if stress else 2_000, players=500))
    model = PlackettLuce(beta=BETA)

    def library() -> None:
        for game in games:
            teams = [[model.rating()] for _ in game.places]
            model.rate(teams, ranks=[float(place) for place in game.places])

    assert cpu_seconds(lambda: replay(games)) < 3 * cpu_seconds(library)


def cpu_seconds(run: Callable[[], object]) -> float:
    """Return the least CPU time of three runs."""
    times = []
    for _ in range(3):
        start = process_time()
        run()
        times.append(process_time() - start)
    return min(times)
