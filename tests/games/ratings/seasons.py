"""Seasons of finished rated games, made up rather than played."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Final
from uuid import UUID

from dosleague.ids import new_id
from games.engine.ruleset import RULESETS
from games.models import Game, Player, PlayerRating, RatingPool, Seat
from games.ratings.fingerprint import pool_hash
from games.ratings.log import GameFinished, Pool, Rated, counted_games, replay
from games.ratings.rating import Rating
from games.services.ratings import rate_game

START: Final = datetime(2026, 1, 1, tzinfo=UTC)
POOL: Final = "classic-2018.all"


def new_players(count: int, prefix: str = "player") -> list[Player]:
    """Return new players, made without passwords, which cost time."""
    players = [Player(name=f"{prefix}-{number:03}") for number in range(count)]
    return Player.objects.bulk_create(players)


def ended(seats: int, places: Sequence[int], at: datetime, **terms: Any) -> Game:
    """Return a game, not yet saved, that ended then with these places by seat."""
    winner = places.index(1) if list(places).count(1) == 1 else None
    result = {"winner": winner, "scores": [0] * seats, "places": list(places), "ended": "target"}
    return Game(
        **{
            "id": new_id(),
            "status": Game.Status.FINISHED,
            "version": 1,
            "ruleset": RULESETS["classic-2018"].to_json(),
            "seat_count": seats,
            "rated": True,
            "started_at": at,
            "finished_at": at,
            "secret": b"",
            "timeouts": [0] * seats,
            "banks": [0] * seats,
            "result": result,
            **terms,
        }
    )


def saved(games: Sequence[Game], seated: Sequence[Sequence[Player]]) -> list[Game]:
    """Save games with who sits there."""
    Game.objects.bulk_create(games, batch_size=1_000)
    Seat.objects.bulk_create(
        [
            Seat(game=game, number=number, player=player)
            for game, players in zip(games, seated, strict=True)
            for number, player in enumerate(players)
        ],
        batch_size=2_000,
    )
    return list(games)


def game(players: Sequence[Player], places: Sequence[int], *, day: float = 0, **terms: Any) -> Game:
    """Return one finished rated game, so many days after the season's start."""
    at = START + timedelta(days=day)
    return saved([ended(len(players), places, at, **terms)], [players])[0]


def season(players: Sequence[Player], games: int, seed: int = 1) -> list[Game]:
    """Return games of 2 to 4 seats in order, with ties, some of them ended in the same instant."""
    chance = Random(seed)
    made, seated = [], []
    for number in range(games):
        seats = chance.choice((2, 3, 4))
        scores = [chance.randint(0, 5) for _ in range(seats)]
        places = [1 + sum(other > own for other in scores) for own in scores]
        made.append(ended(seats, places, START + timedelta(hours=number // 3)))
        seated.append(chance.sample(players, seats))
    return saved(made, seated)


def told_of(games: Sequence[Game]) -> list[GameFinished]:
    """Return games as the pure fold takes them."""
    seats: dict[UUID, list[str]] = {}
    for first in range(0, len(games), 5_000):
        some = [one.id for one in games[first : first + 5_000]]
        rows = Seat.objects.filter(game__in=some).order_by("number")
        for game_id, player in rows.values_list("game", "player"):
            seats.setdefault(game_id, []).append(str(player))
    found = []
    for one in games:
        assert one.finished_at is not None
        assert one.result is not None
        places = tuple(one.result["places"])
        found.append(GameFinished(str(one.id), one.finished_at, tuple(seats[one.id]), places))
    return found


def expected(games: Sequence[Game], seats: Sequence[int] = (2, 3, 4)) -> Pool:
    """Return the pool that a full replay of games with so many seats gives, nothing stored."""
    return replay(counted_games(one for one in told_of(games) if len(one.places) in seats))


def stored(name: str = POOL) -> Pool:
    """Return a pool as its rows have it."""
    pool = RatingPool.objects.get(pk=name)
    rows = PlayerRating.objects.filter(pool=pool)
    assert {row.generation for row in rows} <= {pool.generation}, "an old generation was left"
    players = {
        str(row.player_id): Rated(Rating(row.mu, row.sigma), row.games, row.last_played_at)
        for row in rows
    }
    assert pool.hash == pool_hash(players)
    return Pool(players, pool.last)


def rate_all(games: Sequence[Game]) -> None:
    for one in games:
        rate_game(game_id=one.id)
