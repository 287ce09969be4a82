"""What follows from a season that is over, by the pure rules: who moves, what is played off.

Nothing is written here.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from dosleague.api.problems import FieldError, field_error
from games.engine.ruleset import ruleset_from_json
from games.models import Player
from games.ratings.pools import ALL, pool_stem
from games.selectors.ratings import counting_ratings
from tournaments.formats import TABLES_MOST
from tournaments.models import PlayOff, Season, Tournament
from tournaments.pairing import seasons
from tournaments.pairing.seasons import NextSeason, PlayOffNeeded
from tournaments.selectors.divisions import FinalRow, final_table
from tournaments.selectors.leagues import OVER
from tournaments.selectors.play_offs import order_of
from tournaments.services.leagues import SMALLEST
from tournaments.services.stages import check_faults

_UNRATED = float("-inf")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A play-off that has to be held: for a place in a division, among players, the best first."""

    kind: str
    division: int
    players: tuple[UUID, ...]
    told: str

    @property
    def key(self) -> str:
        """The same for the same players."""
        return ",".join(sorted(map(str, self.players)))


@dataclass(frozen=True, slots=True)
class Forecast:
    """The season to come: its divisions by seed, every move, and what has to be played off first.

    `blocking` has a sentence for all that is in the way.
    """

    divisions: tuple[tuple[UUID, ...], ...] = ()
    moves: tuple[dict[str, Any], ...] = ()
    wanted: tuple[Wanted, ...] = ()
    blocking: tuple[str, ...] = ()


@dataclass(slots=True)
class _Numbers:
    """Players as the pure rules know them: by number."""

    ids: list[UUID] = field(default_factory=list)
    by_id: dict[UUID, int] = field(default_factory=dict)

    def of(self, player: UUID) -> int:
        """Return a player's number, a new one for a new player."""
        if player not in self.by_id:
            self.ids.append(player)
            self.by_id[player] = len(self.ids)
        return self.by_id[player]

    def player(self, number: int) -> UUID:
        return self.ids[number - 1]


def forecast_of(
    season: Season, newcomers: Sequence[Player], withdrawals: Collection[UUID]
) -> Forecast:
    """Return the season to come. Raises Problem `invalid` for who leaves or joins and cannot."""
    in_the_way = tuple(_unfinished(season))
    if in_the_way:
        return Forecast(blocking=in_the_way)
    tables = [final_table(one) for one in season.divisions.order_by("number")]
    _check_changes(tables, newcomers, withdrawals)
    numbers = _Numbers()
    rows = [[_row(one, numbers) for one in table] for table in tables]
    ties, winners = _played_off(season, numbers)
    try:
        found = seasons.next_season(
            rows,
            withdrawals=_leaving(tables, withdrawals, numbers),
            newcomers=_joining(season, newcomers, numbers),
            rules=_rules(season),
            decided=ties,
            play_off_winners=winners,
        )
    except PlayOffNeeded as needed:
        wanted = tuple(_tie(group, tables, numbers) for group in needed.tied)
        return Forecast(wanted=wanted, blocking=tuple(one.told for one in wanted))
    return _told(found, tables, numbers)


def _unfinished(season: Season) -> Iterable[str]:
    if season.league.seasons.filter(number__gt=season.number).exists():
        yield f"Season {season.number + 1} is there already."
    if season.opened_at is None:
        yield f"Season {season.number} is a draft."
        return
    for division in season.divisions.select_related("tournament").order_by("number"):
        status = division.tournament.status
        if status not in OVER:
            yield f"Division {division.number} is not finished."
        elif status == Tournament.Status.CANCELLED:
            yield f"Division {division.number} was cancelled, so nobody has a place in it."


def _check_changes(
    tables: Sequence[Sequence[FinalRow]], newcomers: Sequence[Player], withdrawals: Collection[UUID]
) -> None:
    players = {row.player: row for table in tables for row in table}
    faults: list[FieldError] = []
    for at, one in enumerate(withdrawals):
        if one not in players:
            detail = "This player is in no division."
            faults.append(field_error(f"/withdrawals/{at}", "does_not_exist", detail))
    for at, player in enumerate(newcomers):
        if player.id in players:
            detail = f"{player.name} is in the league already."
            faults.append(field_error(f"/newcomers/{at}/player", "repeated", detail))
    check_faults(faults)


def _row(one: FinalRow, numbers: _Numbers) -> seasons.Row:
    return seasons.Row(numbers.of(one.player), one.rank, one.played, one.scheduled)


def _leaving(
    tables: Sequence[Sequence[FinalRow]], withdrawals: Collection[UUID], numbers: _Numbers
) -> set[int]:
    gone = [row.player for table in tables for row in table if row.has_left]
    return {numbers.of(one) for one in (*gone, *withdrawals)}


def _joining(
    season: Season, newcomers: Sequence[Player], numbers: _Numbers
) -> list[seasons.Newcomer]:
    """Return newcomers with their ratings, as in the seeding of a tournament."""
    pool = f"{pool_stem(ruleset_from_json(season.league.ruleset))}.{ALL}"
    rows = counting_ratings().filter(pool=pool, player__in=newcomers)
    ratings = {row.player_id: row.mu - row.sigma for row in rows}
    return [
        seasons.Newcomer(numbers.of(one.id), ratings.get(one.id, _UNRATED)) for one in newcomers
    ]


def _rules(season: Season) -> seasons.Rules:
    league = season.league
    return seasons.Rules(
        movers=league.movers,
        playoff_slots=league.playoff_slots,
        size=league.division_size,
        smallest=SMALLEST,
    )


def _played_off(season: Season, numbers: _Numbers) -> tuple[list[list[int]], set[int]]:
    """Return the orders in which ties were played off, and who won a place."""
    ties: list[list[int]] = []
    winners: set[int] = set()
    for one in season.play_offs.select_related("tournament").order_by("id"):
        order = order_of(one)
        if order is None:
            continue
        if one.kind == PlayOff.Kind.TIE:
            ties.append([numbers.of(player) for player in order])
        else:
            winners.add(numbers.of(order[0]))
    return ties, winners


def _tie(group: Sequence[int], tables: Sequence[Sequence[FinalRow]], numbers: _Numbers) -> Wanted:
    players = {numbers.player(number) for number in group}
    for division, table in enumerate(tables, start=1):
        tied = [row for row in table if row.player in players]
        if tied:
            names = ", ".join(row.name for row in tied)
            told = f"Tied at a line of division {division}, to be played off: {names}."
            ids = tuple(row.player for row in tied)
            return Wanted(PlayOff.Kind.TIE, division, ids, told)
    raise AssertionError("who is tied is in a table")


def _told(found: NextSeason, tables: Sequence[Sequence[FinalRow]], numbers: _Numbers) -> Forecast:
    names = {row.player: row.name for table in tables for row in table}
    wanted = []
    for one in found.open_play_offs:
        holder, challenger = numbers.player(one.holder), numbers.player(one.challenger)
        told = (
            f"{names[holder]} and {names[challenger]} are to play for a place in division "
            f"{one.division}."
        )
        place = (holder, challenger)
        wanted.append(Wanted(PlayOff.Kind.PLACE, one.division, place, told))
    too_large = [
        f"Division {number} would have {len(players)} players, and has room for {TABLES_MOST}."
        for number, players in enumerate(found.divisions, start=1)
        if len(players) > TABLES_MOST
    ]
    return Forecast(
        divisions=tuple(
            tuple(numbers.player(number) for number in division) for division in found.divisions
        ),
        moves=tuple(
            {
                "player": str(numbers.player(move.player)),
                "before": move.before,
                "after": move.after,
                "reason": move.reason.value,
            }
            for move in found.moves
        ),
        wanted=tuple(wanted),
        blocking=(*(one.told for one in wanted), *too_large),
    )
