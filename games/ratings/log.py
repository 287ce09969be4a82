"""A pool's ratings as a fold over its games: nothing is ever taken back, only played again.

The log only grows. Updates do not commute and have no inverse, so a void or a correction means a
replay without the game or with its new places, and ratings are the same whatever order the log's
entries came in.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import blake2b

from games.ratings.model import ALGORITHM, UnratableGame, after_idleness, check_places, rate
from games.ratings.rating import NEWCOMER, Rating


class ConflictingLog(ValueError):
    """Two entries of a log tell of the same game differently, or of a game that it lacks."""


@dataclass(frozen=True, slots=True)
class GameFinished:
    """A rated game: `players` by seat, `places` shared where tied. Raises UnratableGame.

    Players and games are named by text that sorts always alike (their ids); times know their zone.
    """

    game: str
    finished_at: datetime
    players: tuple[str, ...]
    places: tuple[int, ...]

    def __post_init__(self) -> None:
        check_places(self.places)
        if len(self.players) != len(self.places):
            raise UnratableGame(f"game {self.game} has not one place a player")
        if len(set(self.players)) != len(self.players):
            raise UnratableGame(f"a player sits twice in game {self.game}")
        if self.finished_at.tzinfo is None:
            raise UnratableGame(f"the end of game {self.game} does not know its zone")

    @property
    def moment(self) -> tuple[datetime, str]:
        """Where the game stands in the order of all games."""
        return self.finished_at, self.game


@dataclass(frozen=True, slots=True)
class GameVoided:
    """The game counts for nothing."""

    game: str


@dataclass(frozen=True, slots=True)
class GameCorrected:
    """The game counts with these places; after a void it counts again."""

    game: str
    places: tuple[int, ...]


LogEntry = GameFinished | GameVoided | GameCorrected


@dataclass(frozen=True, slots=True)
class Rated:
    """A player in a pool: the rating after so many games, the last of them then."""

    rating: Rating
    games: int
    last_played_at: datetime


@dataclass(frozen=True, slots=True)
class Change:
    """What a game did to one seat's rating.

    `before` is None at a player's first game. `prior` is what the game was reckoned from: `before`
    grown less certain by idleness, or a newcomer's rating.
    """

    player: str
    place: int
    before: Rated | None
    prior: Rating
    after: Rated


@dataclass(frozen=True, slots=True)
class Pool:
    """The ratings of all players of a pool, and the last game in them."""

    players: Mapping[str, Rated] = field(default_factory=dict)
    last: tuple[datetime, str] | None = None

    def digest(self) -> str:
        """Return 32 hex digits over the algorithm and every bit of every rating.

        Equal digests are equal ratings; who has no game left in the log leaves no trace.
        """
        state = blake2b(ALGORITHM.encode(), digest_size=16)
        for player in sorted(self.players):
            rated = self.players[player]
            mu, sigma = rated.rating.mu.hex(), rated.rating.sigma.hex()
            at = rated.last_played_at.timestamp().hex()
            state.update(f"\n{player}\t{mu}\t{sigma}\t{rated.games}\t{at}".encode())
        return state.hexdigest()


EMPTY = Pool()


def counted_games(log: Iterable[LogEntry]) -> list[GameFinished]:
    """Return the games that count, in the order of all games: by the end, then by id.

    Of voids and corrections of one game the last holds; a repeated entry changes nothing, and a
    void may come before its game. Raises ConflictingLog.
    """
    games: dict[str, GameFinished] = {}
    rulings: dict[str, GameVoided | GameCorrected] = {}
    for entry in log:
        if isinstance(entry, GameFinished):
            if games.setdefault(entry.game, entry) != entry:
                raise ConflictingLog(f"the log tells of game {entry.game} in two ways")
        else:
            rulings[entry.game] = entry
    for game, ruling in rulings.items():
        if game not in games:
            raise ConflictingLog(f"the log rules on game {game} and does not have it")
        if isinstance(ruling, GameVoided):
            del games[game]
        else:
            games[game] = replace(games[game], places=ruling.places)
    return sorted(games.values(), key=lambda game: game.moment)


def changes(game: GameFinished, players: Mapping[str, Rated]) -> tuple[Change, ...]:
    """Return what a game changes, by seat, from its players' ratings before it."""
    former = [players.get(player) for player in game.players]
    priors = [
        NEWCOMER
        if rated is None
        else after_idleness(rated.rating, game.finished_at - rated.last_played_at)
        for rated in former
    ]
    return tuple(
        [
            Change(
                player,
                place,
                before,
                prior,
                Rated(rating, 1 if before is None else before.games + 1, game.finished_at),
            )
            for player, place, before, prior, rating in zip(
                game.players, game.places, former, priors, rate(game.places, priors), strict=True
            )
        ]
    )


def played_on(
    games: Iterable[GameFinished], players: dict[str, Rated]
) -> Iterator[tuple[GameFinished, tuple[Change, ...]]]:
    """Play the games in turn, writing each into `players`, and yield what each changed."""
    for game in games:
        made = changes(game, players)
        for change in made:
            players[change.player] = change.after
        yield game, made


def replay(games: Iterable[GameFinished], start: Pool = EMPTY) -> Pool:
    """Return the pool after games that stand in the order of all games, on from `start`.

    `start` may be any pool before them (a checkpoint, or the pool before the newest game).
    Raises ConflictingLog where a game does not come after the one before it.

    >>> from datetime import UTC
    >>> game = GameFinished("g1", datetime(2026, 1, 1, tzinfo=UTC), ("ann", "bo"), (1, 2))
    >>> replay([game]).players["ann"].rating.public
    1565
    >>> replay(counted_games([game, GameVoided("g1")])).digest() == EMPTY.digest()
    True
    """
    players = dict(start.players)
    last = start.last
    for game, _ in played_on(games, players):
        if last is not None and game.moment <= last:
            raise ConflictingLog(f"game {game.game} does not come after game {last[1]}")
        last = game.moment
    return Pool(players, last)
