"""Tournament reports in FIDE's text format: TRF16 with two common extensions, or TRF26.

One line a player in fixed columns: 1–3 `001`, 5–8 start number, 10 sex, 11–13 title, 15–47 name,
49–52 rating, 54–56 federation, 58–68 FIDE number, 70–79 birth, 81–84 points, 86–89 rank, then ten
columns a round from column 90: opponent, who had White (who started), result. Lines end in LF. Only
tables of two fit the format.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from unicodedata import normalize

from tournaments.values import Pairing, ResultKind, TableResult

MOST_PLAYERS = 9999  # four columns
UNDECOMPOSED = str.maketrans(
    {"ß": "ss", "Æ": "AE", "æ": "ae", "Ø": "O", "ø": "o", "Ł": "L", "ł": "l", "Đ": "D", "đ": "d"}
    | {"Œ": "OE", "œ": "oe", "Þ": "Th", "þ": "th", "Ð": "D", "ð": "d"}
)


class Dialect(StrEnum):
    """The edition of the format: every tool reads TRF16, TRF26 names more of the rules."""

    TRF16 = "trf16"
    TRF26 = "trf26"


class Unreportable(ValueError):
    """The format has no place for this: too many players, or a table of more than two."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player as reported; `rank` is its place in the standings, `rating` 0 while it has none."""

    entrant: int
    name: str
    rank: int
    rating: int = 0
    title: str = ""
    federation: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """What the head of a report says; an empty text leaves its line out.

    Dates are written YYYY/MM/DD. `type_code` (192), `tie_breaks` (202, without the points) and
    `apart` (260) appear in TRF26 alone.
    """

    name: str
    rounds: int
    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    type: str = "Individual: Swiss-System"
    arbiter: str = ""
    time_control: str = ""
    type_code: str = "CUSTOM_SWISS"
    tie_breaks: tuple[str, ...] = ()
    apart: tuple[tuple[int, int], ...] = ()


def report(
    event: Event,
    players: Iterable[Player],
    results: Iterable[TableResult],
    *,
    upcoming: Pairing | None = None,
    dialect: Dialect = Dialect.TRF16,
) -> str:
    """Return the report of an event after the rounds in `results`, with the next round if paired.

    A player without a table in a round is absent from it (`Z`). In the upcoming round results are
    blank. Raises `Unreportable`.

    >>> game = TableResult(1, (2, 1), ResultKind.PLAYED, (1, 2), (1.0, 0.0), (205, 90))
    >>> text = report(Event("Cup", 1), [Player(1, "Ada", 2, 1600), Player(2, "Bo", 1)], [game])
    >>> text.splitlines()[-1][80:]
    ' 1.0    1     1 w 1'
    """
    squad = sorted(players, key=lambda player: player.entrant)
    if len(squad) > MOST_PLAYERS or (squad and squad[-1].entrant > MOST_PLAYERS):
        raise Unreportable(f"A report has room for {MOST_PLAYERS} players.")
    closed = tuple(results)
    last = max((result.round for result in closed), default=0)
    blocks = _blocks(closed)
    if upcoming is not None:
        last += 1
        blocks |= _upcoming_blocks(upcoming, last)
    points: dict[int, float] = {}
    for result in closed:
        for entrant in result.entrants:
            points[entrant] = points.get(entrant, 0.0) + result.points_of(entrant)
    lines = _head(event, squad, closed, dialect)
    for player in squad:
        line = _player_line(player, points.get(player.entrant, 0.0))
        for number in range(1, last + 1):
            line += blocks.get((player.entrant, number), "  0000 - Z")
        lines.append(line)
    return "\n".join(lines) + "\n"


def _player_line(player: Player, points: float) -> str:
    return (
        f"001 {player.entrant:>4}  {folded(player.title):>3.3} "
        f"{folded(player.name) or f'Player {player.entrant}':<33.33} {player.rating or '':>4} "
        f"{folded(player.federation):>3.3} {'':>11} {'':>10} {points:>4.1f} {player.rank:>4}"
    )


def _blocks(results: Iterable[TableResult]) -> dict[tuple[int, int], str]:
    """Return the ten columns of each (player, round)."""
    blocks = {}
    for result in results:
        if len(result.entrants) > 2:
            raise Unreportable("A report takes tables of two; export larger ones as JSON or CSV.")
        for entrant, mark in zip(result.entrants, _marks(result), strict=True):
            blocks[entrant, result.round] = (
                f"  0000 - {mark}"
                if mark in _UNPAIRED or len(result.entrants) == 1
                else _block(result.entrants, entrant, mark)
            )
    return blocks


_UNPAIRED = {"U", "F", "H", "Z"}


def _marks(result: TableResult) -> Sequence[str]:
    """Return the result column of each entrant of a table."""
    if result.kind is ResultKind.VOID:
        return "Z" * len(result.entrants)
    if result.kind is ResultKind.DOUBLE_FORFEIT:
        return "-" * len(result.entrants)
    if result.kind is ResultKind.FORFEIT:
        return ["+" if place == 1 else "-" for place in result.places]
    if result.kind is ResultKind.PLAYED:
        if result.places.count(1) > 1:
            return "=="
        return ["1" if place == 1 else "0" for place in result.places]
    full = "U" if result.kind is ResultKind.BYE else "F"
    return [_off(result.points_of(entrant), full) for entrant in result.entrants]


def _off(points: float, full: str) -> str:
    if points <= 0:
        return "Z"
    return full if points >= 1 else "H"


def _block(seats: Sequence[int], entrant: int, mark: str) -> str:
    starts = seats[0] == entrant
    return f"  {seats[1] if starts else seats[0]:>4} {'w' if starts else 'b'} {mark}"


def _upcoming_blocks(pairing: Pairing, number: int) -> dict[tuple[int, int], str]:
    blocks = {}
    for table in pairing.tables:
        if len(table.entrants) > 2:
            raise Unreportable("A report takes tables of two; export larger ones as JSON or CSV.")
        for entrant in table.entrants:
            blocks[entrant, number] = (
                "  0000 - U" if table.bye else _block(table.entrants, entrant, " ")
            )
    return blocks


def _head(
    event: Event, squad: Sequence[Player], results: Sequence[TableResult], dialect: Dialect
) -> list[str]:
    told = {
        "012": event.name,
        "022": event.city,
        "032": event.federation,
        "042": event.start,
        "052": event.end,
        "062": str(len(squad)),
        "072": str(sum(player.rating > 0 for player in squad)),
        "092": event.type,
        "102": event.arbiter,
        "122": event.time_control,
    }
    lines = [f"{tag} {folded(text)}" for tag, text in told.items() if folded(text)]
    if dialect is Dialect.TRF16:
        return [*lines, f"XXR {event.rounds}", "XXC white1"]
    lines += [
        f"142 {event.rounds}",
        "152 W",
        "162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0",
        f"192 {folded(event.type_code)}",
    ]
    if event.tie_breaks:
        lines += [
            f"202 {folded(','.join(event.tie_breaks))}",
            f"212 {folded(','.join(('PTS', *event.tie_breaks)))}",
        ]
    lines += _byes_asked_for(results)
    lines += [f"260 {1:>3} {event.rounds:>3} {one:>4} {two:>4}" for one, two in event.apart]
    return lines


def _byes_asked_for(results: Iterable[TableResult]) -> list[str]:
    """Return the 240 lines: rounds off at the player's wish that gave points, by kind and round."""
    off: dict[tuple[str, int], list[int]] = {}
    for result in results:
        if result.kind is ResultKind.ABSENT:
            for entrant, mark in zip(result.entrants, _marks(result), strict=True):
                if mark != "Z":
                    off.setdefault((mark, result.round), []).append(entrant)
    return [
        f"240 {mark} {number:>3}" + "".join(f" {entrant:>4}" for entrant in sorted(entrants))
        for (mark, number), entrants in sorted(off.items())
    ]


def folded(text: str) -> str:
    """Return a text as printable ASCII on one line; what has no such form is left out.

    >>> folded("Łukasz  Müller" + chr(10) + "001")
    'Lukasz Muller 001'
    """
    plain = normalize("NFKD", text.translate(UNDECOMPOSED)).encode("ascii", "ignore").decode()
    spaced = "".join(letter if letter.isprintable() else " " for letter in plain)
    return " ".join(spaced.split())
