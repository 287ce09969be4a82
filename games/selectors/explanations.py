"""Why a game changed ratings as it did, and what chances a table has."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.utils import timezone

from games.models import Game, Player, RatingChange, RatingHistory, RatingLogEntry, Seat
from games.ratings.model import after_idleness, win_chances
from games.ratings.pools import pools_of
from games.ratings.rating import NEWCOMER, Rating, is_provisional
from games.selectors.ratings import rated_players


class RatingStatus(StrEnum):
    """What ratings make of a game: nothing, not yet, changes, or nothing any more."""

    UNRATED = "unrated"
    PENDING = "pending"
    RATED = "rated"
    VOIDED = "voided"


@dataclass(frozen=True, slots=True)
class Told:
    """A rating before and after a game, as a player was told it."""

    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a game did to one seat's rating in a pool, and what was to be expected.

    `expected_place` is 1 plus the chances of each opponent to come in ahead, from the ratings
    before the game; `prior` is what the game was reckoned from, `before` grown less certain by
    idleness. `announced` is what was told at the time; of a voided game that alone is left, and
    `before` and `after` are it.
    """

    pool: str
    seat: int
    player: Player
    place: int
    expected_place: float
    win_chance: float
    prior: Rating
    before: Rating
    after: Rating
    games: int | None
    announced: Told | None


def rating_status(game: Game) -> RatingStatus:
    """Return what ratings make of a game, as the log has it."""
    if not game.rated or game.status == Game.Status.ABORTED:
        return RatingStatus.UNRATED
    entries = RatingLogEntry.objects.filter(game=game).order_by("-id")
    kinds = list(entries.values_list("kind", "position"))
    if not kinds or any(position is None for _, position in kinds):
        return RatingStatus.PENDING
    voided = kinds[0][0] == RatingLogEntry.Kind.VOIDED
    return RatingStatus.VOIDED if voided else RatingStatus.RATED


def explanations(game: Game) -> list[Explanation]:
    """Return every change of ratings that a game made, by pool and seat."""
    history = RatingHistory.objects.filter(game=game, cause=RatingHistory.Cause.GAME)
    told = {(row.pool_id, row.player_id): row for row in history.select_related("player")}
    changes = RatingChange.objects.filter(game=game).select_related("player")
    by_pool: dict[str, list[RatingChange]] = {}
    for change in changes.order_by("pool_id", "seat"):
        by_pool.setdefault(change.pool_id, []).append(change)
    if by_pool:
        return [one for pool, rows in by_pool.items() for one in _explained(pool, rows, told)]
    return _remembered(game, list(told.values()))


def _explained(
    pool: str, rows: Sequence[RatingChange], told: dict[tuple[str, UUID], RatingHistory]
) -> list[Explanation]:
    priors = [prior_of(row) for row in rows]
    chances = win_chances(priors)
    return [
        Explanation(
            pool=pool,
            seat=row.seat,
            player=row.player,
            place=row.place,
            expected_place=expected_place(priors, index),
            win_chance=chances[index],
            prior=priors[index],
            before=_rating_before(row),
            after=Rating(row.mu, row.sigma),
            games=row.games,
            announced=_told(told.get((pool, row.player_id))),
        )
        for index, row in enumerate(rows)
    ]


def _remembered(game: Game, rows: Sequence[RatingHistory]) -> list[Explanation]:
    """Return what was told of a game that counts no more."""
    seat_of = dict(Seat.objects.filter(game=game).values_list("player", "number"))
    found = []
    for pool in sorted({row.pool_id for row in rows}):
        told = [row for row in rows if row.pool_id == pool]
        told.sort(key=lambda row: seat_of[row.player_id])
        priors = [Rating(row.mu_before, row.sigma_before) for row in told]
        chances = win_chances(priors)
        for index, row in enumerate(told):
            after = Rating(row.mu, row.sigma)
            found.append(
                Explanation(
                    pool=pool,
                    seat=seat_of[row.player_id],
                    player=row.player,
                    place=row.place or 0,
                    expected_place=expected_place(priors, index),
                    win_chance=chances[index],
                    prior=priors[index],
                    before=priors[index],
                    after=after,
                    games=None,
                    announced=Told(priors[index], after),
                )
            )
    return found


def expected_place(priors: Sequence[Rating], seat: int) -> float:
    """Return the mean place to be expected of a seat: 1, and a share for each opponent ahead.

    >>> expected_place([NEWCOMER, NEWCOMER, NEWCOMER], 0)
    2.0
    """
    others = [prior for index, prior in enumerate(priors) if index != seat]
    return 1.0 + sum(win_chances([other, priors[seat]])[0] for other in others)


def prior_of(row: RatingChange) -> Rating:
    """Return the rating that a change was reckoned from."""
    return Rating(_rating_before(row).mu, row.sigma_prior)


def _rating_before(row: RatingChange) -> Rating:
    if row.mu_before is None or row.sigma_before is None:
        return NEWCOMER
    return Rating(row.mu_before, row.sigma_before)


def _told(row: RatingHistory | None) -> Told | None:
    if row is None:
        return None
    return Told(Rating(row.mu_before, row.sigma_before), Rating(row.mu, row.sigma))


@dataclass(frozen=True, slots=True)
class Chance:
    """A seat's chance to win its game; `player` is None where nobody sits or is awaited."""

    seat: int
    player: Player | None
    chance: float
    rating: Rating
    is_provisional: bool


def table_chances(game: Game, seats: Sequence[Seat]) -> tuple[str, list[Chance]]:
    """Return the pool that is looked at, and each seat's chance to win, by seat.

    It rests on ratings alone: those before the game where it has been rated, else those of now,
    less certain by idleness. An open seat counts as a newcomer's.
    """
    pool, _ = pools_of(game.rules, game.seat_count)
    players = [seat.player or seat.reserved_for for seat in seats]
    rows = RatingChange.objects.filter(pool=pool, game=game).order_by("seat")
    known = [(prior_of(row), row.games - 1) for row in rows]
    if not known:
        known = _known_now(pool, players, game.finished_at or timezone.now())
    chances = win_chances([rating for rating, _ in known])
    return pool, [
        Chance(seat.number, player, chance, rating, is_provisional(games))
        for seat, player, chance, (rating, games) in zip(
            seats, players, chances, known, strict=True
        )
    ]


def _known_now(
    pool: str, players: Sequence[Player | None], now: datetime
) -> list[tuple[Rating, int]]:
    rated = rated_players(pool, [player.id for player in players if player is not None])
    found = []
    for player in players:
        one = None if player is None else rated.get(player.id)
        if one is None:
            found.append((NEWCOMER, 0))
        else:
            found.append((after_idleness(one.rating, now - one.last_played_at), one.games))
    return found
