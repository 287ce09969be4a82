"""An organiser's own pairing of a draft."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from dosleague.api.problems import FieldError, field_error
from dosleague.audit import Author, note
from tournaments.models import Entrant, Match, StageRound
from tournaments.progress.next_round import wins_needed
from tournaments.selectors.play import Place, stage_field
from tournaments.selectors.tournaments import subject_of
from tournaments.services.rounds import found_round, is_freely_paired, round_conflict, running
from tournaments.services.stages import check_faults

_REASON = "Set by the organiser."


@dataclass(frozen=True, slots=True)
class AskedTable:
    """A table as an organiser wants it, in seat order; a `locked` one stays when paired again."""

    entrants: tuple[UUID, ...]
    bye: bool = False
    locked: bool = True


def set_pairings(
    *, tournament_id: UUID, number: int, tables: Sequence[AskedTable], by: Author, reason: str = ""
) -> StageRound:
    """Let a draft have these tables, which seat everybody who plays once.

    Raises Problem: `not_found`, `forbidden`, `conflict` where the round is no draft or its tables
    follow from a schedule, and `invalid` with a fault for each table.
    """
    with transaction.atomic():
        tournament = running(tournament_id, by)
        draft = found_round(tournament, number)
        if draft.status != StageRound.Status.DRAFT:
            raise round_conflict(draft, "Only a draft is changed.")
        if not is_freely_paired(draft):
            raise round_conflict(draft, "Its tables follow from the format and cannot be changed.")
        field = stage_field(draft.stage)
        playing = {
            one: place
            for one, place in field.places.items()
            if place.number not in field.groups[place.group].away
        }
        sizes = {2} if draft.stage.format != "pods" else {2, 3, 4}
        check_faults(list(_faults(tables, playing, sizes)))
        before = [match.entrants for match in draft.matches.order_by("table")]
        needed = wins_needed(field.groups[0])
        draft.matches.all().delete()
        Match.objects.bulk_create(
            [
                Match(
                    round=draft,
                    group=playing[table.entrants[0]].group,
                    table=at,
                    entrants=[str(one) for one in table.entrants],
                    bye=table.bye,
                    locked=table.locked,
                    wins_needed=[] if table.bye else [needed] * len(table.entrants),
                    reason=_REASON,
                )
                for at, table in enumerate(sorted(tables, key=lambda one: one.bye), start=1)
            ],
            batch_size=500,
        )
        after = [[str(one) for one in table.entrants] for table in tables]
        note(
            by,
            "round.pairings",
            subject_of(tournament),
            before={"round": number, "tables": before},
            after={"round": number, "tables": after},
            reason=reason,
        )
        return draft


def _faults(
    tables: Sequence[AskedTable], playing: Mapping[UUID, Place], sizes: set[int]
) -> Iterator[FieldError]:
    named = Counter(one for table in tables for one in table.entrants)
    for at, table in enumerate(tables):
        pointer = f"/pairings/{at}"
        unknown = [index for index, one in enumerate(table.entrants) if one not in playing]
        for index in unknown:
            detail = "This entrant does not play in the round."
            yield field_error(f"{pointer}/entrants/{index}", "does_not_exist", detail)
        for index, one in enumerate(table.entrants):
            if named[one] > 1:
                detail = "An entrant sits at one table."
                yield field_error(f"{pointer}/entrants/{index}", "repeated", detail)
        if len(table.entrants) not in ({1} if table.bye else sizes):
            wanted = "1" if table.bye else " or ".join(map(str, sorted(sizes)))
            yield field_error(f"{pointer}/entrants", "size", f"It seats {wanted}.")
        if not unknown and len({playing[one].group for one in table.entrants}) > 1:
            detail = "Entrants of different groups do not meet."
            yield field_error(f"{pointer}/entrants", "group", detail)
    missing = playing.keys() - named.keys()
    if missing:
        names = Entrant.objects.filter(pk__in=missing).values_list("player__name", flat=True)
        shown = ", ".join(sorted(names)[:20])
        yield field_error("/pairings", "missing", f"Without a table: {shown}.")
