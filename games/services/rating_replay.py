"""Games worked into a pool's ratings: at the end, or as a replay from where the log changed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from uuid import UUID

from django.utils import timezone

from games.models import PlayerRating, RatingChange, RatingHistory, RatingLogEntry, RatingPool
from games.ratings.fingerprint import changed_hash, pool_hash
from games.ratings.log import (
    Change,
    GameCorrected,
    GameFinished,
    GameVoided,
    Rated,
    counted_games,
    played_on,
)
from games.ratings.model import ALGORITHM
from games.ratings.rating import NEWCOMER
from games.services.rating_rows import (
    Moment,
    before,
    changes_from,
    current,
    from_moment,
    game_told,
    games_of,
    logged,
    of_players,
    save_changes,
    save_history,
    save_ratings,
)

_CHUNK = 2_000
OnGames = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Replay:
    """Games to play, and what they are played on.

    `games` are all that count from `since` on (None: from the beginning, and then `start` is
    empty). `start` are the ratings of their players before, `former` the ratings that count so far
    of everybody whom the replay may change. `announced` names the games that are told for the
    first time; `cause` is the game that brought the replay about.
    """

    since: Moment | None
    games: Sequence[GameFinished]
    start: Mapping[str, Rated]
    former: Mapping[str, Rated]
    announced: frozenset[str]
    cause: GameFinished | None


def work_in(pool: RatingPool, pending: Sequence[RatingLogEntry]) -> None:
    """Work entries of the log into the ratings of a pool whose row is locked.

    Games behind all others are played on; anything else is a replay from the earliest game that
    the entries concern, into a new generation.
    """
    standing = _standing(pool, pending)
    finished = {str(e.game_id) for e in pending if e.kind == RatingLogEntry.Kind.FINISHED}
    concerned = sorted((was for was, _ in standing.values()), key=lambda game: game.moment)
    announced = frozenset(g for g, (_, now) in standing.items() if g in finished and now)
    if pool.algorithm != ALGORITHM:
        _play(pool, _from_the_beginning(pool, announced, concerned[0]), None)
        return
    cause = concerned[0]
    last = pool.last
    is_late = last is not None and cause.moment <= last
    tail = changes_from(pool, cause.moment) if is_late else []
    games = [game for game in games_of(tail) if game.game not in standing]
    games += [now for _, now in standing.values() if now is not None]
    games.sort(key=lambda game: game.moment)
    players = {str(row.player_id) for row in tail}
    players.update(player for game in games for player in game.players)
    former = current(pool, players)
    start = _before(tail, former)
    _play(pool, Replay(cause.moment, games, start, former, announced, cause), tail)


def replay_whole(pool: RatingPool, on_games: OnGames = lambda _: None) -> None:
    """Play the whole log of a pool whose row is locked into a new generation."""
    replay = _from_the_beginning(pool, frozenset(), None)
    _play(pool, replay, None, on_games)


def log_of(pool: RatingPool) -> Iterator[RatingLogEntry]:
    """Yield the entries that have their place in a pool's log, in order."""
    entries = pool.log.filter(position__isnull=False).order_by("position")
    return entries.iterator(chunk_size=_CHUNK)


def _standing(
    pool: RatingPool, pending: Sequence[RatingLogEntry]
) -> dict[str, tuple[GameFinished, GameFinished | None]]:
    """Return each concerned game as it finished, and as it counts now (None: it does not)."""
    concerned = {entry.game_id for entry in pending}
    kind = RatingLogEntry.Kind.FINISHED
    standing: dict[str, tuple[GameFinished, GameFinished | None]] = {}
    for entry in pool.log.filter(game__in=concerned, kind=kind):
        game = logged(entry)
        assert isinstance(game, GameFinished)
        standing[game.game] = game, game
    for entry in pending:
        ruling = logged(entry)
        was, now = standing[ruling.game]
        if isinstance(ruling, GameVoided):
            now = None
        elif isinstance(ruling, GameCorrected):
            now = replace(was, places=ruling.places)
        standing[ruling.game] = was, now
    return standing


def _before(tail: Sequence[RatingChange], former: Mapping[str, Rated]) -> dict[str, Rated]:
    """Return ratings as they stood before the changes of `tail`."""
    start = dict(former)
    seen: set[str] = set()
    for change in tail:
        player = str(change.player_id)
        if player in seen:
            continue
        seen.add(player)
        rated = before(change)
        if rated is None:
            del start[player]
        else:
            start[player] = rated
    return start


def _from_the_beginning(
    pool: RatingPool, announced: frozenset[str], cause: GameFinished | None
) -> Replay:
    games = counted_games(logged(entry) for entry in log_of(pool))
    cause = cause or (games[0] if games else None)
    return Replay(None, games, {}, current(pool), announced, cause)


def _play(
    pool: RatingPool,
    replay: Replay,
    tail: Sequence[RatingChange] | None,
    on_games: OnGames = lambda _: None,
) -> None:
    """Play a replay and save everything that follows; `tail` is what it takes the place of."""
    is_anew = tail is None or bool(tail)
    generation = pool.generation
    if is_anew:
        pool.generation += 1
        RatingChange.objects.filter(from_moment(replay.since), pool=pool).delete()
    players = dict(replay.start)
    told = dict(replay.former)
    history: list[RatingHistory] = []
    for made in _chunks(replay, players):
        save_changes(pool, made)
        for game, changes in made:
            if game.game in replay.announced:
                history += [game_told(pool, game, change) for change in changes]
                told.update((change.player, change.after) for change in changes)
        on_games(len(made))
    touched = replay.former.keys() | players.keys()
    history += _recalculated(pool, replay, {p: (told.get(p), players.get(p)) for p in touched})
    save_history(history)
    if is_anew:
        _switch(pool, generation, touched, is_whole=replay.since is None)
    save_ratings(pool, players)
    _note(pool, replay, players, tail)


def _chunks(
    replay: Replay, players: dict[str, Rated]
) -> Iterator[list[tuple[GameFinished, tuple[Change, ...]]]]:
    made = played_on(replay.games, players)
    while chunk := list(islice(made, _CHUNK)):
        yield chunk


def _recalculated(
    pool: RatingPool,
    replay: Replay,
    ratings: Mapping[str, tuple[Rated | None, Rated | None]],
) -> list[RatingHistory]:
    """Return an entry for everybody whose rating is not the one last told."""
    cause = replay.cause
    if cause is None:
        return []
    now = timezone.now()
    counted = next((game for game in replay.games if game.game == cause.game), cause)
    entries = []
    for player in sorted(ratings):
        former, after = (NEWCOMER if r is None else r.rating for r in ratings[player])
        if former == after:
            continue
        sits = player in counted.players
        entries.append(
            RatingHistory(
                pool=pool,
                generation=pool.generation,
                player_id=UUID(player),
                game_id=UUID(cause.game),
                cause=RatingHistory.Cause.RECALCULATED,
                at=now,
                place=counted.places[counted.players.index(player)] if sits else None,
                seats=len(counted.players),
                mu_before=former.mu,
                sigma_before=former.sigma,
                mu=after.mu,
                sigma=after.sigma,
            )
        )
    return entries


def _switch(pool: RatingPool, generation: int, touched: set[str], *, is_whole: bool) -> None:
    """Take untouched ratings along into the new generation and drop the others of the old one."""
    old = PlayerRating.objects.filter(pool=pool, generation=generation)
    if is_whole:
        old.delete()
        return
    for some in of_players(touched):
        old.filter(some).delete()
    old.update(generation=pool.generation)


def _note(
    pool: RatingPool,
    replay: Replay,
    players: Mapping[str, Rated],
    tail: Sequence[RatingChange] | None,
) -> None:
    """Save the pool's row: from here on the new ratings are the ones that count."""
    replaced = pool.games if tail is None else len({row.game_id for row in tail})
    pool.games += len(replay.games) - replaced
    if replay.since is None:
        pool.hash = pool_hash(players)
    else:
        pool.hash = changed_hash(pool.hash, replay.former, players)
    pool.algorithm = ALGORITHM
    last = replay.games[-1].moment if replay.games else _last_change(pool)
    pool.last_finished_at = None if last is None else last[0]
    pool.last_game = None if last is None else UUID(last[1])
    pool.save()


def _last_change(pool: RatingPool) -> tuple[datetime, str] | None:
    last = RatingChange.objects.filter(pool=pool).order_by("-finished_at", "-game_id").first()
    return None if last is None else (last.finished_at, str(last.game_id))
