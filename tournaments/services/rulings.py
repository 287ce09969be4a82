"""Rulings: an organiser sets or corrects the result of a match."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import transaction

from dosleague.api.problems import FieldError, Problem, field_error
from dosleague.audit import Author, note
from games.models import Player
from tournaments import outbox
from tournaments.lifecycle import State
from tournaments.models import Match, Organiser, StageRound, Tournament
from tournaments.selectors.rounds import result_shape
from tournaments.selectors.tournaments import subject_of
from tournaments.services import counting, game_rulings
from tournaments.services.access import check_organises, state_conflict, taken
from tournaments.services.consequences import Consequence, carry_out, consequences
from tournaments.services.late import throw_draft_away
from tournaments.services.results import Outcome, forfeited, played, record_result
from tournaments.services.stages import check_faults
from tournaments.services.tables import give_up_game, open_game
from tournaments.standings.points import UnfitPoints
from tournaments.values import ResultKind

RULED: Final = frozenset(
    {ResultKind.PLAYED, ResultKind.FORFEIT, ResultKind.DOUBLE_FORFEIT, ResultKind.VOID}
)
"""The kinds of result that an organiser may set."""
_PLACED = frozenset({ResultKind.PLAYED, ResultKind.FORFEIT})
_MAY_RULE = frozenset({State.RUNNING, State.FINISHED})


@dataclass(frozen=True, slots=True)
class Ruling:
    """A result as an organiser wants it, in the order of the entrants.

    `recompute` says that what has been played since on the strength of the former result is thrown
    away where it no longer fits.
    """

    kind: ResultKind
    places: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    recompute: bool = False


@dataclass(frozen=True, slots=True)
class Ruled:
    """A match with its new result, and what that changed at later tables."""

    match: Match
    consequences: tuple[Consequence, ...]


def set_result(
    *, tournament_id: UUID, match_id: UUID, ruling: Ruling, by: Author, reason: str
) -> Ruled:
    """Give a match another result, as a new version; a game of it that is played is given up.

    Ratings follow where its games are rated. Later tables of a knockout that nobody has begun get
    their new entrants. Raises Problem: `not_found`, `forbidden`, `invalid` for places that are
    none, and `conflict` with what is `blocking` where play has gone on, unless that is recomputed.
    """
    with transaction.atomic():
        tournament = taken(tournament_id, by)
        check_organises(tournament, by, Organiser.Role.values)
        if tournament.state not in _MAY_RULE:
            raise state_conflict(tournament.state, "There is nothing to rule on.")
        match = _match(tournament, match_id)
        counting.count_finished_games(tournament)
        match.refresh_from_db(fields=["result"])
        outcome = asked_outcome(match, ruling)
        found = _consequences(tournament, match, outcome, ruling)
        before = None if match.result is None else result_shape(match.result)
        _give_up(match)
        player = by.player if isinstance(by.player, Player) else None
        record_result(match, outcome, by=player, reason=reason)
        if tournament.rated:
            game_rulings.rule_on_games(match, outcome, reason=reason, by=by)
        carry_out(tournament, found, reason=reason, by=by)
        throw_draft_away(tournament)
        _note(by, match, before, found, reason)
        outbox.after_commit(tournament.id)
        return Ruled(match, tuple(found))


def _match(tournament: Tournament, match_id: UUID) -> Match:
    matches = Match.objects.select_related("round__stage", "result")
    match = matches.filter(round__tournament=tournament, pk=match_id).first()
    if match is None:
        raise Problem("not_found", "There is no such match.")
    match.round.tournament = match.round.stage.tournament = tournament
    if match.round.status == StageRound.Status.DRAFT or match.bye:
        what = "a bye" if match.bye else "in a draft"
        raise Problem("conflict", f"The table is {what}: it has no result to set.")
    return match


def asked_outcome(match: Match, ruling: Ruling) -> Outcome:
    """Return the outcome that a ruling gives a match. Raises Problem `invalid`."""
    check_faults(_faults(match, ruling))
    if ruling.kind is ResultKind.PLAYED:
        try:
            return played(match, ruling.places, ruling.scores)
        except UnfitPoints as unfit:
            fault = field_error("/places", "places", f"{str(unfit).capitalize()}.")
            raise Problem("invalid", fault["detail"], errors=[fault]) from None
    if ruling.kind is ResultKind.FORFEIT:
        return forfeited(match, ruling.places.index(1))
    return Outcome(ruling.kind)


def _faults(match: Match, ruling: Ruling) -> list[FieldError]:
    size = len(match.entrants)
    faults = []
    wanted = size if ruling.kind in _PLACED else 0
    if len(ruling.places) != wanted:
        faults.append(field_error("/places", "size", f"There are {wanted} places."))
    elif ruling.kind is ResultKind.FORFEIT and ruling.places.count(1) != 1:
        faults.append(field_error("/places", "places", "In a forfeit one side is first."))
    elif wanted == 2 and sorted(ruling.places) != [1, 2]:
        faults.append(field_error("/places", "places", "Of two, one is first and one second."))
    if len(ruling.scores) not in {0, size} or (ruling.scores and not wanted):
        faults.append(field_error("/scores", "size", f"There are {size} scores, or none."))
    return faults


def _consequences(
    tournament: Tournament, match: Match, outcome: Outcome, ruling: Ruling
) -> list[Consequence]:
    """Return what follows at later tables; raises Problem `conflict` where play has gone on."""
    found = consequences(match, outcome)
    blocking = [one.told for one in found if one.has_begun]
    if found and tournament.state is State.FINISHED:
        blocking = ["The tournament is finished, and others have played on this result."]
    elif ruling.recompute:
        blocking = []
    if blocking:
        detail = "Play has gone on from this result: ask with recompute to throw that away."
        raise Problem("conflict", detail, state=tournament.state.value, blocking=blocking)
    return found


def _give_up(match: Match) -> None:
    """Abort the game that is being played or waited for."""
    current = open_game(match)
    if current is not None:
        give_up_game(current)


def _note(
    by: Author,
    match: Match,
    before: dict[str, object] | None,
    found: Sequence[Consequence],
    reason: str,
) -> None:
    assert match.result is not None
    told = {"match": str(match.id), "table": match.table, "round": match.round.number}
    after = result_shape(match.result)
    for shape in (before, after):
        if shape is not None:
            shape["at"] = str(shape["at"])
    note(
        by,
        "match.result",
        subject_of(match.round.tournament),
        before={**told, "result": before},
        after={**told, "result": after, "tables": [one.told for one in found]},
        reason=reason,
    )
