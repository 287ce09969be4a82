"""What a changed result means for tables that followed from it: in knockouts, and later stages."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import QuerySet

from dosleague.audit import Author
from games.models import Game
from tournaments.models import Match, MatchGame, Stage, StageRound, Tournament
from tournaments.progress.brackets import bracket_of, tables_view, winners
from tournaments.progress.group import Group, KeyedResult, NextTable, winner_of
from tournaments.progress.next_round import next_round
from tournaments.selectors.play import StageField, entrants_by_id, stage_field
from tournaments.services.game_rulings import void
from tournaments.services.results import Outcome
from tournaments.services.tables import give_up_game, open_match
from tournaments.values import TableResult

_ELIMINATIONS = frozenset({"single_elimination", "double_elimination"})


@dataclass(frozen=True, slots=True)
class Consequence:
    """A later table that no longer fits.

    `before` are its entrants, `after` the new ones in seat order; without any it is thrown away,
    and paired anew once it can be. `has_begun` says that somebody has played there.
    """

    match: Match
    before: tuple[UUID, ...]
    after: tuple[UUID, ...]
    has_begun: bool

    @property
    def told(self) -> str:
        """A sentence that names the table."""
        what = "has been played on" if self.has_begun else "gets other entrants"
        number = self.match.round.number
        return f"Table {self.match.table} of round {number} {what}."


def consequences(match: Match, outcome: Outcome) -> list[Consequence]:
    """Return what another outcome of a match means for later tables, in their order.

    In stages that are paired freely or by a schedule nothing follows: published rounds stay. A
    later stage that has begun is thrown away as a whole.
    """
    stage = match.round.stage
    found = [*_in_stage(match, outcome)] if match.result_id is not None else []
    later = Match.objects.filter(
        round__tournament=stage.tournament_id, round__stage__number__gt=stage.number
    )
    found += [_thrown_away(one) for one in _in_order(later)]
    return found


def _in_order(matches: QuerySet[Match]) -> list[Match]:
    query = matches.select_related("round__stage", "result")
    return list(query.order_by("round__number", "table"))


def _thrown_away(match: Match) -> Consequence:
    return _consequence(match, ())


def _consequence(match: Match, after: Sequence[UUID]) -> Consequence:
    before = tuple(UUID(one) for one in match.entrants)
    return Consequence(match, before, tuple(after), has_begun(match))


def has_begun(match: Match) -> bool:
    """Say whether somebody has played at a table."""
    return match.games.filter(game__started_at__isnull=False).exists()


def _in_stage(match: Match, outcome: Outcome) -> list[Consequence]:
    stage = match.round.stage
    if stage.format not in _ELIMINATIONS | {"knockout_tables"}:
        return []
    field = stage_field(stage)
    group = field.groups[match.group]
    changed = _with_outcome(field, match, outcome)
    later = Match.objects.filter(
        round__stage=stage, round__number__gt=match.round.number, group=match.group
    )
    if stage.format == "knockout_tables":
        return _of_tables(field, changed, match, _in_order(later))
    before = winners(group)
    if match.key not in before:
        return []
    new = winner_of(next(one.result for one in changed.results if one.key == match.key))
    by_key = {one.key: one for one in _in_order(later)}
    found = []
    for effect in bracket_of(group).after_change(before, match.key, new).effects:
        if effect.match in by_key:
            sides = [side for side in effect.after if side is not None]
            is_whole = len(sides) == 2 and not by_key[effect.match].bye
            ids = field.ids(match.group, sides) if is_whole else []
            found.append(_consequence(by_key[effect.match], ids))
    return found


def _with_outcome(field: StageField, match: Match, outcome: Outcome) -> Group:
    """Return the group of a match as if it had ended so."""
    group = field.groups[match.group]
    places = field.places
    result = TableResult(
        match.round.number_in_stage,
        tuple(places[UUID(one)].number for one in match.entrants),
        outcome.kind,
        outcome.places,
        outcome.points,
        outcome.scores,
    )
    changed = tuple(
        KeyedResult(one.key, result) if one.key == match.key else one for one in group.results
    )
    return replace(group, results=changed)


def _of_tables(
    field: StageField, changed: Group, match: Match, later: list[Match]
) -> list[Consequence]:
    """Return the later tables of a knockout at tables: all of them, unless they stay the same."""
    if not later:
        return []
    number = match.round.number_in_stage
    until = replace(
        changed, results=tuple(one for one in changed.results if one.result.round <= number)
    )
    following: tuple[NextTable, ...] = ()
    if not tables_view(until).finished:
        following = next_round(until, number + 1)
    wanted = {
        tuple(str(one) for one in field.ids(match.group, table.entrants)) for table in following
    }
    first = later[0].round_id
    if {tuple(one.entrants) for one in later if one.round_id == first} == wanted:
        return []
    return [_thrown_away(one) for one in later]


def carry_out(
    tournament: Tournament, found: Sequence[Consequence], *, reason: str, by: Author
) -> None:
    """Seat the new entrants, or throw tables away; their games count for nothing."""
    entrants = entrants_by_id(tournament) if found else {}
    for one in found:
        match = one.match
        match.round.tournament = match.round.stage.tournament = tournament
        for game in match.games.select_related("game"):
            _let_count_for_nothing(game, reason=reason, by=by)
        if one.after:
            match.games.all().delete()
            match.entrants = [str(entrant) for entrant in one.after]
            match.result, match.opened = None, False
            match.save(update_fields=["entrants", "result", "opened"])
            match.results.all().delete()
            open_match(match, entrants)
            _reopen(match.round)
        else:
            match.delete()
    _drop_empty_rounds(tournament)


def _let_count_for_nothing(match_game: MatchGame, *, reason: str, by: Author) -> None:
    if match_game.game.status in (Game.Status.OPEN, Game.Status.RUNNING):
        give_up_game(match_game)
    elif match_game.game.rated:
        void(match_game, reason=reason, by=by)


def _reopen(stage_round: StageRound) -> None:
    """Let a round be played on in which a table has lost its result."""
    if stage_round.status == StageRound.Status.CLOSED:
        stage_round.status = StageRound.Status.RUNNING
        stage_round.closed_at = None
        stage_round.save(update_fields=["status", "closed_at"])


def _drop_empty_rounds(tournament: Tournament) -> None:
    """Delete rounds and stages of which nothing is left; the stage before them is open again."""
    tournament.rounds.filter(matches=None).delete()
    begun = tournament.stages.filter(started_at__isnull=False, number__gt=1, rounds=None)
    for stage in begun:
        stage.field, stage.rounds_planned = None, []
        stage.started_at = stage.finished_at = None
        stage.save(update_fields=["field", "rounds_planned", "started_at", "finished_at"])
    last = Stage.objects.filter(tournament=tournament, started_at__isnull=False).last()
    if last is not None and tournament.rounds.exclude(status=StageRound.Status.CLOSED).exists():
        tournament.stages.filter(pk=last.pk).update(finished_at=None)
