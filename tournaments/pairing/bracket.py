"""A bracket as a plain value: matches that feed each other, and what results make of them.

Whoever loses or wins a match moves on to the matches that name it as a source. A side that nobody
can come to is empty: the opponent advances without a game. What happens in time (tables, games,
deadlines) is not known here; results come in as the winner of a match, or None where both failed
to appear.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum, StrEnum

from tournaments.pairing.seeding import check_entrants


class BadResult(ValueError):
    """A result names a match or a winner that the bracket does not have there."""


class Section(StrEnum):
    """A part of a bracket; `MAIN` is all of single elimination but its placement games."""

    MAIN = "main"
    PLACEMENT = "placement"
    UPPER = "upper"
    LOWER = "lower"
    FINAL = "final"


class SourceKind(StrEnum):
    """What fills a side of a match."""

    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"


class Gap(Enum):
    """A side without an entrant: `OPEN`, not known yet; `EMPTY`, nobody will come."""

    OPEN = "open"
    EMPTY = "empty"


class Status(StrEnum):
    """Where a match stands. `BY_ABSENCE`: decided without a game, for want of an opponent."""

    WAITING = "waiting"
    READY = "ready"
    DECIDED = "decided"
    BY_ABSENCE = "by_absence"
    NOT_NEEDED = "not_needed"


Side = int | Gap
Sides = tuple[Side, Side]
Results = Mapping[str, int | None]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a side comes from: the seed `of`, or the winner or loser of the match `of`."""

    kind: SourceKind
    of: int | str

    def as_data(self) -> dict[str, object]:
        name = "seed" if self.kind is SourceKind.SEED else "match"
        return {"kind": self.kind.value, name: self.of}


def winner_of(match: str) -> Source:
    """Return the source "winner of that match"."""
    return Source(SourceKind.WINNER, match)


def loser_of(match: str) -> Source:
    """Return the source "loser of that match"."""
    return Source(SourceKind.LOSER, match)


@dataclass(frozen=True, slots=True)
class Match:
    """One match of a bracket.

    `id` is made of section, round and position ("U2-1") and never changes. `number` counts the
    matches that need a game, in the order of play; None where a bye decides. `out_places` (first,
    last) is shared by all who drop out of the bracket in this round; `winner_place` is set where
    the winner's place is final. `wins_needed` are the games that each side has to win, in a match
    of one game (1, 1). `resets` names the final that this match repeats, where the side named
    second there won it.
    """

    id: str
    section: Section
    round: int
    sources: tuple[Source, Source]
    out_places: tuple[int, int] = (0, 0)
    winner_place: int | None = None
    number: int | None = None
    wins_needed: tuple[int, int] = (1, 1)
    resets: str | None = None


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match at some point of the tournament: who is there, and how it ended."""

    match: Match
    sides: Sides
    status: Status
    winner: Side = Gap.OPEN
    loser: Side = Gap.OPEN

    @property
    def id(self) -> str:
        return self.match.id

    @property
    def entrants(self) -> tuple[int | None, int | None]:
        """The entrants by side, None where none is known (yet)."""
        first, second = self.sides
        return _entrant(first), _entrant(second)

    @property
    def is_double_forfeit(self) -> bool:
        """Whether both sides failed to appear."""
        return self.status is Status.DECIDED and self.winner is Gap.EMPTY

    def as_data(self) -> dict[str, object]:
        return {
            "id": self.match.id,
            "number": self.match.number,
            "section": self.match.section.value,
            "round": self.match.round,
            "sources": [source.as_data() for source in self.match.sources],
            "wins_needed": list(self.match.wins_needed),
            "entrants": list(self.entrants),
            "status": self.status.value,
            "winner": _entrant(self.winner),
        }


@dataclass(frozen=True, slots=True)
class BracketView:
    """A bracket after some results.

    `places` gives (first, last) for everyone who is out or done: equal where the place is the
    entrant's alone. A double forfeit leaves the places it should have filled vacant.
    """

    matches: tuple[MatchView, ...]
    places: Mapping[int, tuple[int, int]]
    winner: int | None
    finished: bool

    def of(self, match: str) -> MatchView:
        """Return one match by its id; raises `BadResult` if there is none."""
        for view in self.matches:
            if view.id == match:
                return view
        raise BadResult(f"There is no match {match} in this bracket.")

    @property
    def ready(self) -> tuple[MatchView, ...]:
        """The matches that can be played now, in the order of play."""
        return tuple(view for view in self.matches if view.status is Status.READY)

    @property
    def by_absence(self) -> tuple[MatchView, ...]:
        """The matches in which somebody has advanced without a game."""
        return tuple(
            view
            for view in self.matches
            if view.status is Status.BY_ABSENCE and isinstance(view.winner, int)
        )

    def as_data(self) -> dict[str, object]:
        """Return everything as lists, dicts, text and numbers."""
        return {
            "matches": [view.as_data() for view in self.matches],
            "places": {entrant: list(place) for entrant, place in sorted(self.places.items())},
            "winner": self.winner,
            "finished": self.finished,
        }


@dataclass(frozen=True, slots=True)
class Effect:
    """What a correction does to a later match: its sides before and after, and a result undone."""

    match: str
    before: tuple[int | None, int | None]
    after: tuple[int | None, int | None]
    result_lost: bool


@dataclass(frozen=True, slots=True)
class Correction:
    """A changed result: all results that still hold, and the later matches that change."""

    results: Results
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    """Matches in the order of play (sources before what they feed), and entrants in seed order."""

    entrants: tuple[int, ...]
    matches: tuple[Match, ...]

    def at(self, results: Results) -> BracketView:
        """Return the bracket after these results (match id to winner, None: nobody appeared).

        Raises `BadResult` for an unknown match, for a match whose entrants are not both known or
        which needs no game, and for a winner who is not in it.
        """
        unknown = results.keys() - {match.id for match in self.matches}
        if unknown:
            raise BadResult(f"There is no match {min(unknown)} in this bracket.")
        views: dict[str, MatchView] = {}
        for match in self.matches:
            sides = self._sides(match, views)
            views[match.id] = _view(match, sides, results, views)
        return self._whole(views)

    def after_change(self, results: Results, match: str, winner: int | None) -> Correction:
        """Return what it means to give a match that has a result another winner.

        Results of later matches hold as long as both of their sides stay the same; else they are
        lost, and so on down the bracket. `effects` lists every later match whose sides change,
        played or not, in the order of play.

        Raises `BadResult` if that match has no result yet, or the winner was not in it.
        """
        if match not in results:
            raise BadResult(f"Match {match} has no result to correct.")
        before = self.at(results)
        kept = dict(results) | {match: winner}
        effects: list[Effect] = []
        views: dict[str, MatchView] = {}
        for old in before.matches:
            sides = self._sides(old.match, views)
            if sides != old.sides:
                kept.pop(old.id, None)
            new = _view(old.match, sides, kept, views)
            views[old.id] = new
            if sides != old.sides:
                lost = old.id in results and old.id not in kept
                effects.append(Effect(old.id, old.entrants, new.entrants, lost))
        return Correction(kept, tuple(effects))

    def _sides(self, match: Match, views: Mapping[str, MatchView]) -> Sides:
        if match.resets is not None and not _is_reset(views[match.resets]):
            return Gap.OPEN, Gap.OPEN
        first, second = match.sources
        return self._side(first, views), self._side(second, views)

    def _side(self, source: Source, views: Mapping[str, MatchView]) -> Side:
        if isinstance(source.of, int):
            return self.entrants[source.of - 1] if source.of <= len(self.entrants) else Gap.EMPTY
        view = views[source.of]
        return view.winner if source.kind is SourceKind.WINNER else view.loser

    def _whole(self, views: Mapping[str, MatchView]) -> BracketView:
        feeding = {source for match in self.matches for source in match.sources}
        places: dict[int, tuple[int, int]] = {}
        reset = {match.resets for match in self.matches}
        for view in views.values():
            if view.id in reset and _is_reset(view):
                continue
            places.update(self._places(view, feeding))
        closed = {Status.DECIDED, Status.BY_ABSENCE, Status.NOT_NEEDED}
        champion = [entrant for entrant, place in places.items() if place == (1, 1)]
        return BracketView(
            tuple(views.values()),
            places,
            champion[0] if champion else None,
            all(view.status in closed for view in views.values()),
        )

    def _places(
        self, view: MatchView, feeding: set[Source]
    ) -> Iterable[tuple[int, tuple[int, int]]]:
        """Yield the places of those for whom this match was the last."""
        moves_down = loser_of(view.id) in feeding
        first, last = view.match.out_places
        first, last = min(first, len(self.entrants)), min(last, len(self.entrants))
        if view.is_double_forfeit:
            for side in view.sides:
                if isinstance(side, int):
                    yield side, (last, last) if moves_down else (first, last)
        elif isinstance(view.loser, int) and not moves_down:
            yield view.loser, (first, last)
        if isinstance(view.winner, int) and view.match.winner_place is not None:
            yield view.winner, (view.match.winner_place, view.match.winner_place)


def make_bracket(entrants: tuple[int, ...], matches: Iterable[Match]) -> Bracket:
    """Return a bracket, its matches numbered in this order where they need a game.

    Raises `BadEntrants` for fewer than two entrants, or one named twice.
    """
    check_entrants(entrants)
    matches = tuple(matches)
    games = with_game(matches, len(entrants))
    numbers = {match.id: at for at, match in enumerate((m for m in matches if m.id in games), 1)}
    return Bracket(entrants, tuple(replace(m, number=numbers.get(m.id)) for m in matches))


def with_game(matches: Iterable[Match], entrants: int) -> frozenset[str]:
    """Return the ids of the matches that byes leave two sides for.

    A seed beyond the entrants is empty; a match with an empty side has no loser, and with two no
    winner either.
    """
    empty: set[Source] = set()
    games: set[str] = set()
    for match in matches:
        gaps = sum(
            source in empty or (isinstance(source.of, int) and source.of > entrants)
            for source in match.sources
        )
        if gaps == 0:
            games.add(match.id)
        else:
            empty.add(loser_of(match.id))
        if gaps == 2:
            empty.add(winner_of(match.id))
    return frozenset(games)


def _view(
    match: Match, sides: Sides, results: Results, views: Mapping[str, MatchView]
) -> MatchView:
    """Return how a match stands, given its sides."""
    if match.resets is not None and not _is_reset(views[match.resets]):
        final_open = views[match.resets].status in {Status.WAITING, Status.READY}
        status = Status.WAITING if final_open else Status.NOT_NEEDED
        return _unplayed(match, sides, status, results)
    if Gap.OPEN in sides:
        return _unplayed(match, sides, Status.WAITING, results)
    first, second = sides
    if isinstance(first, Gap) or isinstance(second, Gap):
        _check_no_result(match, results)
        winner = second if isinstance(first, Gap) else first
        return MatchView(match, sides, Status.BY_ABSENCE, winner, Gap.EMPTY)
    if match.id not in results:
        return MatchView(match, sides, Status.READY)
    result = results[match.id]
    if result is None:
        return MatchView(match, sides, Status.DECIDED, Gap.EMPTY, Gap.EMPTY)
    if result not in sides:
        raise BadResult(f"Entrant {result} is not in match {match.id}.")
    return MatchView(match, sides, Status.DECIDED, result, second if result == first else first)


def _unplayed(match: Match, sides: Sides, status: Status, results: Results) -> MatchView:
    _check_no_result(match, results)
    return MatchView(match, sides, status)


def _check_no_result(match: Match, results: Results) -> None:
    if match.id in results:
        raise BadResult(f"Match {match.id} has a result, but not two entrants to play it.")


def _is_reset(final: MatchView) -> bool:
    """Whether the side named second won a final against the first, so that both have one loss."""
    return (
        isinstance(final.winner, int)
        and isinstance(final.loser, int)
        and (final.winner == final.sides[1])
    )


def _entrant(side: Side) -> int | None:
    return side if isinstance(side, int) else None
