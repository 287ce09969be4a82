"""From one season of a league to the next: who moves up, down, in and out."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum


class BadSeason(ValueError):
    """These tables or rules make no next season."""


class PlayOffNeeded(ValueError):
    """Players are tied at a line that decides who moves; lots never do.

    `tied` are the groups of players who have to play it off, each in one division.
    """

    def __init__(self, tied: tuple[tuple[int, ...], ...]) -> None:
        groups = "; ".join(", ".join(map(str, group)) for group in tied)
        super().__init__(f"A play-off has to decide the order of players {groups}.")
        self.tied = tied


class Reason(StrEnum):
    """Why a player is in the next season's division, or in none."""

    STAYS = "stays"
    RELEGATED = "relegated"
    INACTIVE = "inactive"
    LOST_PLAY_OFF = "lost_play_off"
    PROMOTED = "promoted"
    WON_PLAY_OFF = "won_play_off"
    FILLS_A_PLACE = "fills_a_place"
    NEWCOMER = "newcomer"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Row:
    """A player's line in the final table of a division.

    `rank` counts from 1 and is shared by those whom head-to-head, wins and share leave tied.
    `played` and `scheduled` are games of the season: fewer than half played is inactive.
    """

    player: int
    rank: int
    played: int
    scheduled: int

    @property
    def is_active(self) -> bool:
        return 2 * self.played >= self.scheduled


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody who joins the league; `rating` as in seeding (the higher, the better)."""

    player: int
    rating: float


@dataclass(frozen=True, slots=True)
class Rules:
    """How many change places at every line between two divisions, and how large divisions are.

    `movers` go up and as many down. `playoff_slots` further places on each side of a line are
    played off, the last of the upper division's against the first of the lower one's. New
    divisions have `size` players; fewer than `smallest` join the division above instead.
    """

    movers: int = 2
    playoff_slots: int = 0
    size: int = 8
    smallest: int = 4


@dataclass(frozen=True, slots=True)
class Move:
    """Where a player was and will be, divisions counted from 1 at the top; None: in none."""

    player: int
    before: int | None
    after: int | None
    reason: Reason


@dataclass(frozen=True, slots=True)
class PlayOff:
    """A game for a place in division `division`, its holder against the one below who wants it."""

    division: int
    holder: int
    challenger: int


@dataclass(frozen=True, slots=True)
class NextSeason:
    """The divisions from the top, each in seed order, every move, and play-offs without a result.

    As long as `open_play_offs` is not empty, their holders are shown as staying.
    """

    divisions: tuple[tuple[int, ...], ...]
    moves: tuple[Move, ...]
    open_play_offs: tuple[PlayOff, ...]


DEFAULT_RULES = Rules()


def next_season(
    tables: Sequence[Iterable[Row]],
    *,
    withdrawals: Collection[int] = (),
    newcomers: Iterable[Newcomer] = (),
    rules: Rules = DEFAULT_RULES,
    decided: Iterable[Sequence[int]] = (),
    play_off_winners: Collection[int] = (),
) -> NextSeason:
    """Return the next season after these final tables, the top division first.

    In this order: the withdrawn leave; the last of each division go down, the inactive before
    all others and all of them; as many active players go up from below; the best runners-up of
    the division below fill what is still free; newcomers fill what is left, by rating, in new
    divisions below if there are too many. If nobody below could take their places, those who
    would go down stay. Every division but the last keeps its size, unless all of the next one
    went up and still were too few; a last division that gets too small joins the one above,
    if nobody in it has come up already. Nobody moves by more than one division.

    `decided` are groups of tied players in the order in which they came out of a play-off;
    `play_off_winners` those who won for `playoff_slots`.

    Raises `PlayOffNeeded` for a tie at a line, `BadSeason` for no table, a player named twice or
    rules that are not numbers from 0.

    >>> upper = [Row(player, player, 14, 14) for player in (1, 2, 3, 4)]
    >>> lower = [Row(player, player - 4, 14, 14) for player in (5, 6, 7, 8)]
    >>> next_season([upper, lower], rules=Rules(movers=1)).divisions
    ((1, 2, 3, 5), (4, 6, 7, 8))
    """
    rows = [list(table) for table in tables]
    joining = sorted(newcomers, key=lambda new: (-new.rating, new.player))
    _check(rows, joining, rules)
    season = _Season(rows, frozenset(withdrawals), rules, decided)
    for line in range(1, len(rows)):
        season.cross(line, play_off_winners)
    if season.tied:
        raise PlayOffNeeded(tuple(season.tied))
    season.join(joining)
    return season.result()


def _check(rows: Sequence[Sequence[Row]], joining: Sequence[Newcomer], rules: Rules) -> None:
    players = [row.player for table in rows for row in table] + [new.player for new in joining]
    if not rows:
        raise BadSeason("A season has at least one division.")
    if len(set(players)) != len(players):
        raise BadSeason("A player is in two places of the season.")
    if min(rules.movers, rules.playoff_slots) < 0 or not 1 <= rules.smallest <= rules.size:
        raise BadSeason("The numbers that move are 0 or more, and 1 ≤ smallest ≤ size.")


@dataclass(slots=True)
class _Division:
    """A division while it changes: who may still move, and who has come from where."""

    size: int
    pool: list[Row]
    from_above: list[int] = field(default_factory=list)
    from_below: list[int] = field(default_factory=list)
    new: list[int] = field(default_factory=list)

    @property
    def players(self) -> list[int]:
        """All players in seed order."""
        stay = [row.player for row in self.pool]
        return [*self.from_above, *stay, *self.from_below, *self.new]


class _Season:
    """The steps to the next season, from the top line down."""

    def __init__(
        self,
        tables: Sequence[Sequence[Row]],
        withdrawn: frozenset[int],
        rules: Rules,
        decided: Iterable[Sequence[int]],
    ) -> None:
        self.rules = rules
        self.decided = {
            player: (group, at)
            for group, players in enumerate(decided)
            for at, player in enumerate(players)
        }
        self.before = {
            row.player: at
            for at, table in enumerate(tables, 1)
            for row in sorted(table, key=self._order)
        }
        self.divisions: list[_Division] = []
        for table in tables:
            pool = sorted((r for r in table if r.player not in withdrawn), key=self._order)
            self.divisions.append(_Division(len(table), pool))
        self.reasons = dict.fromkeys(self.before, Reason.STAYS)
        self.reasons |= {p: Reason.WITHDRAWN for p in self.before if p in withdrawn}
        self.tied: list[tuple[int, ...]] = []
        self.open_play_offs: list[PlayOff] = []
        self.settled: set[int] = set()  # challengers who failed: they stay

    def _order(self, row: Row) -> tuple[int, int, int]:
        return row.rank, self.decided.get(row.player, (0, 0))[1], row.player

    def cross(self, line: int, play_off_winners: Collection[int]) -> None:
        """Let players change between division `line` (from 1) and the one below.

        As many more go up than down as there are free places above: these are the best
        runners-up. Inactive players go up only where nobody else is there to fill a place.
        """
        upper, lower = self.divisions[line - 1], self.divisions[line]
        free = upper.size - len(upper.players)
        can_fall = [row for row in reversed(upper.pool) if row.player not in self.settled]
        falling = sorted(can_fall, key=lambda row: row.is_active)
        rising = sorted(lower.pool, key=lambda row: not row.is_active)
        active = sum(row.is_active for row in rising)
        inactive = sum(not row.is_active for row in falling)
        down = max(0, min(max(self.rules.movers, inactive), len(falling), active - free))
        up = min(down + free, len(rising))
        slots = max(0, min(self.rules.playoff_slots, len(falling) - down, active - up))
        self._note_ties(falling, down, slots)
        self._note_ties(rising, up, slots)
        play_offs = [
            PlayOff(line, falling[down + at].player, rising[up + at].player) for at in range(slots)
        ]
        self._move(line, falling[:down], rising[:up])
        for play_off in play_offs:
            self._play_off(play_off, play_off_winners)

    def _note_ties(self, rows: Sequence[Row], moving: int, slots: int) -> None:
        """Note the ties at the line after those who move, and around those who play off."""
        for line in range(max(moving, 1), min(moving + slots, len(rows) - 1) + 1):
            last, first = rows[line - 1], rows[line]
            alike = (last.rank, last.is_active) == (first.rank, first.is_active)
            if moving + slots and alike and not self._is_decided(last, first):
                group = tuple(sorted(row.player for row in rows if row.rank == last.rank))
                if group not in self.tied:
                    self.tied.append(group)

    def _is_decided(self, one: Row, other: Row) -> bool:
        groups = [self.decided.get(row.player, (-1, 0))[0] for row in (one, other)]
        return groups[0] == groups[1] != -1

    def _move(self, line: int, falling: Sequence[Row], rising: Sequence[Row]) -> None:
        upper, lower = self.divisions[line - 1], self.divisions[line]
        for row in falling:
            self.reasons[row.player] = Reason.RELEGATED if row.is_active else Reason.INACTIVE
        for at, row in enumerate(rising):
            promoted = at < min(len(falling), self.rules.movers)
            self.reasons[row.player] = Reason.PROMOTED if promoted else Reason.FILLS_A_PLACE
        lower.from_above = [row.player for row in upper.pool if row in falling]
        upper.pool = [row for row in upper.pool if row not in falling]
        upper.from_below = [row.player for row in rising]
        lower.pool = [row for row in lower.pool if row not in rising]

    def _play_off(self, play_off: PlayOff, winners: Collection[int]) -> None:
        upper, lower = self.divisions[play_off.division - 1 : play_off.division + 1]
        holder, challenger = play_off.holder, play_off.challenger
        if holder in winners and challenger in winners:
            raise BadSeason(f"Only one of {holder} and {challenger} can win their play-off.")
        if challenger in winners:
            self.reasons[holder] = Reason.LOST_PLAY_OFF
            self.reasons[challenger] = Reason.WON_PLAY_OFF
            upper.pool = [row for row in upper.pool if row.player != holder]
            lower.pool = [row for row in lower.pool if row.player != challenger]
            lower.from_above.insert(0, holder)
            upper.from_below.append(challenger)
            return
        self.settled.add(challenger)
        if holder not in winners:
            self.open_play_offs.append(play_off)

    def join(self, joining: Sequence[Newcomer]) -> None:
        """Let newcomers, the best first, fill what is free from the top, then divisions below."""
        self.reasons |= {new.player: Reason.NEWCOMER for new in joining}
        waiting = [new.player for new in joining]
        last = self.divisions[-1]
        last.size = max(last.size, self.rules.size)
        for division in self.divisions:
            free = max(0, division.size - len(division.players))
            division.new, waiting = waiting[:free], waiting[free:]
        if len(waiting) < self.rules.smallest:
            last.new += waiting
            waiting = []
        count = -(-len(waiting) // self.rules.size)
        for left in range(count, 0, -1):
            share = -(-len(waiting) // left)
            self.divisions.append(_Division(share, [], new=waiting[:share]))
            waiting = waiting[share:]
        self._join_last_two()

    def _join_last_two(self) -> None:
        """Let a last division that has become too small join the one above.

        It stays as it is if somebody in it has come from below: that would be two steps.
        """
        while len(self.divisions) > 1 and not self.divisions[-1].players:
            self.divisions.pop()
        players = self.divisions[-1].players
        came_up = any(self.before.get(player, 0) > len(self.divisions) for player in players)
        if len(self.divisions) == 1 or len(players) >= self.rules.smallest or came_up:
            return
        last = self.divisions.pop()
        above = self.divisions[-1]
        number = len(self.divisions)
        for player in last.players:
            above.new.append(player)
            if player in self.before:
                back = self.before[player] == number
                self.reasons[player] = Reason.STAYS if back else Reason.FILLS_A_PLACE

    def result(self) -> NextSeason:
        """Return the divisions and the moves, in the order of the old tables, newcomers last."""
        divisions = tuple(tuple(division.players) for division in self.divisions)
        after = {player: at for at, players in enumerate(divisions, 1) for player in players}
        moves = tuple(
            Move(player, self.before.get(player), after.get(player), reason)
            for player, reason in self.reasons.items()
        )
        return NextSeason(divisions, moves, tuple(self.open_play_offs))
