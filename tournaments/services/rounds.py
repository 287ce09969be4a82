"""Rounds: paired, paired again, changed by an organiser, published, closed."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from dosleague.api.clock import database_now
from dosleague.api.problems import Problem
from dosleague.audit import Author, note
from tournaments import outbox
from tournaments.lifecycle import State
from tournaments.models import Match, StageRound, Tournament
from tournaments.pairing.refusals import BadRequestToPair, NoPairing, UnlawfulPairing
from tournaments.progress.group import NextTable
from tournaments.progress.next_round import FREELY_PAIRED, next_round
from tournaments.selectors.play import StageField, last_round, open_tables, stage_field
from tournaments.selectors.tournaments import subject_of
from tournaments.services import counting, stage_changes
from tournaments.services.access import DIRECTORS, check_organises, state_conflict, taken
from tournaments.services.duplicates import draw_deals
from tournaments.services.gone import withdraw_gone
from tournaments.services.results import record_byes

Status = StageRound.Status
_TELLS_OPEN_TABLES = 20


@dataclass(frozen=True, slots=True)
class Wishes:
    """What an organiser adds to a request to pair: `redo` throws the draft away but for its locked
    tables, `allow_rematch` lets entrants meet again where nothing else is left.
    """

    redo: bool = False
    allow_rematch: bool = False


def pair_round(
    *, tournament_id: UUID, number: int, by: Author, wishes: Wishes | None = None, reason: str = ""
) -> StageRound:
    """Pair a round: a draft. One that is there already is returned as it is, unless to be redone.

    Raises Problem: `not_found` also for a round that is not next, `forbidden`, `conflict`,
    `round_has_open_tables` with the tables of the round before.
    """
    wishes = wishes or Wishes()
    with transaction.atomic():
        tournament = running(tournament_id, by)
        withdraw_gone(tournament)
        there = find_round(tournament, number)
        if there is not None and not (wishes.redo and there.status == Status.DRAFT):
            if wishes.redo:
                raise round_conflict(there, "Only a draft is paired again.")
            return there
        made = _paired(tournament, number, there, wishes)
        before = None if there is None else {"round": number}
        note(
            by,
            "round.pair",
            subject_of(tournament),
            before=before,
            after={"round": number, "allow_rematch": wishes.allow_rematch},
            reason=reason,
        )
        return made


def running(tournament_id: UUID, by: Author) -> Tournament:
    """Return a locked tournament that runs, for one of its directors.

    Raises Problem: `not_found`, `forbidden`, `conflict`.
    """
    tournament = taken(tournament_id, by)
    check_organises(tournament, by, DIRECTORS)
    if tournament.state is not State.RUNNING:
        raise state_conflict(tournament.state, "Rounds are played while a tournament runs.")
    return tournament


def find_round(tournament: Tournament, number: int) -> StageRound | None:
    """Return a round by its number through all stages, None if there is none yet."""
    return tournament.rounds.select_related("stage", "tournament").filter(number=number).first()


def _paired(
    tournament: Tournament, number: int, draft: StageRound | None, wishes: Wishes
) -> StageRound:
    locked: list[Match] = []
    if draft is None:
        counting.count_finished_games(tournament)
        last = last_round(tournament)
        if number != (0 if last is None else last.number) + 1:
            raise Problem("not_found", f"There is no round {number} to be paired.")
        if last is not None:
            check_closed(last)
    else:
        locked = list(draft.matches.filter(locked=True))
    try:
        made = make_round(tournament, locked=locked, allow_rematch=wishes.allow_rematch)
    except NoPairing as refused:
        choices = [choice.value for choice in refused.choices]
        raise Problem("conflict", str(refused), blocking=[str(refused)], choices=choices) from None
    except (BadRequestToPair, UnlawfulPairing) as refused:
        raise Problem("conflict", str(refused), blocking=[str(refused)]) from None
    if made is None:
        detail = "Everything has been played: finish the tournament."
        raise Problem("conflict", detail, state=tournament.state.value, blocking=[detail])
    return made


def check_closed(stage_round: StageRound) -> None:
    """Refuse while a round is not closed. Raises Problem `round_has_open_tables` or `conflict`."""
    if stage_round.status == Status.CLOSED:
        return
    tables = open_tables(stage_round)
    if tables:
        raise has_open_tables(stage_round, tables)
    raise round_conflict(stage_round, "It is not closed.")


def has_open_tables(stage_round: StageRound, tables: Sequence[int]) -> Problem:
    """Return the Problem of a round that is still being played."""
    shown = [f"Table {table} of round {stage_round.number} is open." for table in tables]
    detail = f"Round {stage_round.number} has open tables: {len(tables)}."
    return Problem("round_has_open_tables", detail, blocking=shown[:_TELLS_OPEN_TABLES])


def round_conflict(stage_round: StageRound, detail: str) -> Problem:
    """Return the Problem of an act that has no place in a round's status."""
    told = f"Round {stage_round.number} is {stage_round.status}."
    return Problem("conflict", f"{told} {detail}", state=stage_round.status, blocking=[told])


def make_round(
    tournament: Tournament, *, locked: Sequence[Match] = (), allow_rematch: bool = False
) -> StageRound | None:
    """Pair the next round of a tournament whose rounds are closed; None where all is played.

    The next stage begins where the one before is over. A draft that is there is made anew around
    its `locked` tables. Raises what `next_round` raises.
    """
    stage = stage_changes.stage_to_play(tournament)
    if stage is None:
        return None
    field = stage_field(stage)
    draft = stage.rounds.filter(status=Status.DRAFT).first()
    played = stage.rounds.exclude(status=Status.DRAFT)
    before = played.aggregate(last=Max("number_in_stage"))["last"] or 0
    tables = _tables(field, before + 1, locked, allow_rematch=allow_rematch)
    if not any(tables):
        stage_changes.end_stage(stage)
        return make_round(tournament)
    if draft is None:
        last = last_round(tournament)
        draft = StageRound.objects.create(
            stage=stage,
            tournament=tournament,
            number=(0 if last is None else last.number) + 1,
            number_in_stage=before + 1,
        )
    draft.stage, draft.tournament = stage, tournament
    write_tables(draft, field, tables, locked)
    return draft


def _tables(
    field: StageField, number: int, locked: Sequence[Match], *, allow_rematch: bool
) -> list[tuple[NextTable, ...]]:
    """Return the next tables of each group."""
    places = field.places
    kept: list[list[NextTable]] = [[] for _ in field.groups]
    for match in locked:
        numbers = tuple(places[UUID(one)].number for one in match.entrants)
        kept[match.group].append(NextTable(numbers, bye=match.bye))
    return [
        next_round(group, number, locked=kept[at], allow_rematch=allow_rematch)
        for at, group in enumerate(field.groups)
    ]


def write_tables(
    draft: StageRound,
    field: StageField,
    tables: Sequence[tuple[NextTable, ...]],
    locked: Sequence[Match],
) -> None:
    """Write the matches of a draft anew: the games first, the byes at the end."""
    kept = {(match.group, tuple(match.entrants)) for match in locked}
    draft.matches.all().delete()
    rows = [
        (group, [str(one) for one in field.ids(group, table.entrants)], table)
        for group, of_group in enumerate(tables)
        for table in of_group
    ]
    rows.sort(key=lambda row: row[2].bye)
    Match.objects.bulk_create(
        [
            Match(
                round=draft,
                group=group,
                table=number,
                key=table.key,
                entrants=ids,
                bye=table.bye,
                locked=(group, tuple(ids)) in kept,
                wins_needed=list(table.wins_needed),
                reason=table.reason,
            )
            for number, (group, ids, table) in enumerate(rows, start=1)
        ],
        batch_size=500,
    )


def publish_round(*, tournament_id: UUID, number: int, by: Author, reason: str = "") -> StageRound:
    """Publish a draft: its tables are known to all, and their games are made.

    Raises Problem: `not_found`, `forbidden`, `conflict`.
    """
    with transaction.atomic():
        tournament = running(tournament_id, by)
        stage_round = found_round(tournament, number)
        if stage_round.status != Status.DRAFT:
            raise round_conflict(stage_round, "Only a draft is published.")
        publish(stage_round)
        note(by, "round.publish", subject_of(tournament), after={"round": number}, reason=reason)
        return stage_round


def found_round(tournament: Tournament, number: int) -> StageRound:
    """Return a round by its number; raises Problem `not_found`."""
    stage_round = find_round(tournament, number)
    if stage_round is None:
        raise Problem("not_found", f"There is no round {number}.")
    return stage_round


def publish(stage_round: StageRound) -> None:
    """Publish a draft; the tournament's row is locked. Tables of fixtures are opened in time."""
    stage_round.status = Status.PUBLISHED
    stage_round.published_at = database_now()
    stage_round.save(update_fields=["status", "published_at"])
    draw_deals(stage_round)
    byes = list(stage_round.matches.filter(bye=True))
    for match in byes:
        match.round = stage_round
    record_byes(byes)
    if stage_round.play_from is None:
        counting.open_tables(stage_round)
    outbox.after_commit(stage_round.tournament_id)


def close_round(*, tournament_id: UUID, number: int, by: Author, reason: str = "") -> StageRound:
    """Close a round of which every table has its result.

    A game that has just ended is counted first, so no table is closed without its result. Raises
    Problem: `not_found`, `forbidden`, `conflict`, `round_has_open_tables`.
    """
    with transaction.atomic():
        tournament = running(tournament_id, by)
        stage_round = found_round(tournament, number)
        if stage_round.status not in StageRound.PLAYED_NOW:
            raise round_conflict(stage_round, "It is not being played.")
        counting.count_finished_games(tournament)
        tables = open_tables(stage_round)
        if tables:
            raise has_open_tables(stage_round, tables)
        close(stage_round)
        note(by, "round.close", subject_of(tournament), after={"round": number}, reason=reason)
        outbox.after_commit(tournament.id)
        return stage_round


def close(stage_round: StageRound) -> None:
    """Close a round; the tournament's row is locked and every table has its result."""
    stage_round.status = Status.CLOSED
    stage_round.closed_at = database_now()
    stage_round.save(update_fields=["status", "closed_at"])


def is_freely_paired(stage_round: StageRound) -> bool:
    """Say whether an organiser may change who meets whom."""
    return stage_round.stage.format in FREELY_PAIRED
