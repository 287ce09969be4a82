"""Standings as CSV, and stages of two-player rounds as tournament reports (TRF)."""

import csv
import io
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.db.models import Min

from games.ratings.rating import Rating
from tournaments.models import Entrant, Match, Organiser, StageRound, Tournament
from tournaments.progress.group import Group
from tournaments.progress.ranking import Ranking
from tournaments.selectors.play import StageField
from tournaments.selectors.standings import (
    StageTables,
    check_group,
    find_stage,
    players_of,
    published_rounds,
    standings_shape,
    tables_after,
)
from tournaments.trf import Dialect, Event, Player, Unreportable, report
from tournaments.values import Pairing, Table

_TYPES: Final[Mapping[str, tuple[str, str]]] = {
    "swiss_match": ("Individual: Swiss-System", "CUSTOM_SWISS"),
    "swiss_dutch": ("Individual: Swiss-System (Dutch)", "FIDE_DUTCH"),
    "round_robin": ("Individual: Round-Robin", "CUSTOM_ROUNDROBIN"),
}
_FIDE_CODES: Final[Mapping[str, str]] = {
    "buchholz": "BH",
    "buchholz_cut_1": "BH/C1",
    "median_buchholz": "BH/M1",
    "sonneborn_berger": "SB",
    "direct_encounter": "DE",
    "wins": "WIN",
    "wins_played": "WON",
    "progressive": "PS",
}
"""What FIDE calls the tie-breaks that it knows."""
_HIGHEST_RATING: Final = 9999  # four columns
_RISKY: Final = ("=", "+", "-", "@", "\t", "\r")


def harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula.

    >>> harmless("=1+1"), harmless("Ada")
    ("'=1+1", 'Ada')
    """
    return f"'{text}" if text.startswith(_RISKY) else text


def standings_csv(found: StageTables, group: int | None = None) -> str:
    """Return a stage's tables as CSV (RFC 4180) with a header; raises NotShown for a bad group."""
    shape = standings_shape(found, group)
    codes = [column["code"] for column in shape["columns"]]
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(["group", "rank", "entrant", "name", "kind", *codes, "decided_by"])
    for item in shape["items"]:
        name, kind = item["player"]["name"], item["player"]["kind"]
        values = [item["values"].get(code) for code in codes]
        row = [item["group"], item["rank"], item["entrant"], harmless(name), kind, *values]
        writer.writerow([*row, item["decided_by"]])
    return text.getvalue()


def trf_report(
    tournament: Tournament,
    dialect: Dialect,
    stage_number: int | None = None,
    group: int | None = None,
) -> str:
    """Return the report of a group of a stage, by default the first of the first.

    The first published round that has open tables is in it without results, and none after that.
    Raises NotShown for what is not there, Unreportable where the format has no place for the stage.
    """
    stage = find_stage(tournament, 1 if stage_number is None else stage_number)
    if stage.format not in _TYPES:
        raise Unreportable(
            f"Stage {stage.number} is played as {stage.format}: a report takes Swiss rounds and "
            "round robins of two. Export it as JSON or CSV."
        )
    rounds = list(published_rounds(tournament).filter(stage=stage))
    waiting = Match.objects.filter(round__in=rounds, result=None)
    first_open = waiting.aggregate(first=Min("round__number_in_stage"))["first"]
    going_on = None
    if first_open is not None:
        going_on = rounds[first_open - 1]
        del rounds[first_open - 1 :]
    nothing = StageRound(stage=stage, tournament=tournament, number=0, number_in_stage=0)
    found = tables_after(rounds[-1] if rounds else nothing)
    check_group(found.field, group)
    at = 0 if group is None else group - 1
    return report(
        _event(tournament, found.field, at),
        _players(found.field, found.tables[at], at),
        found.field.groups[at].plain_results,
        upcoming=None if going_on is None else _upcoming(found.field, going_on, at),
        dialect=dialect,
    )


def _event(tournament: Tournament, field: StageField, at: int) -> Event:
    group = field.groups[at]
    kind, type_code = _TYPES[group.format]
    owner = tournament.organisers.filter(role=Organiser.Role.OWNER).select_related("player").first()
    stages = tournament.stages.count()
    name = tournament.name if stages == 1 else f"{tournament.name}, stage {field.stage.number}"
    return Event(
        name=name if len(field.groups) == 1 else f"{name}, group {at + 1}",
        rounds=max(group.rounds, max((one.round for one in group.plain_results), default=0)),
        start=_date(field.stage.started_at),
        end=_date(field.stage.finished_at),
        type=kind,
        arbiter="" if owner is None else owner.player.name,
        time_control=_time_control(tournament.clock),
        type_code=type_code,
        tie_breaks=tuple(
            _FIDE_CODES[code] for code in group.options["tie_breaks"] if code in _FIDE_CODES
        ),
    )


def _date(moment: datetime | None) -> str:
    return "" if moment is None else f"{moment:%Y/%m/%d}"


def _time_control(clock: Mapping[str, Any]) -> str:
    turn, bank = clock["turn_seconds"], clock["bank_seconds"]
    return f"{turn} s a turn, {bank} s for the game"


def _players(field: StageField, table: Ranking, at: int) -> list[Player]:
    ids = field.entrants[at]
    shown = players_of(field.stage.tournament_id)
    rated = Entrant.objects.filter(tournament=field.stage.tournament_id, rating__isnull=False)
    ratings = dict(rated.values_list("id", "rating"))
    return [
        Player(
            entrant=row.entrant,
            name=shown[ids[row.entrant - 1]]["name"],
            rank=row.rank,
            rating=_whole(ratings.get(ids[row.entrant - 1])),
        )
        for row in table.rows
    ]


def _whole(rating: float | None) -> int:
    """Return a rating as people see ratings, in four digits; 0 for none."""
    return 0 if rating is None else min(max(Rating(rating).public, 1), _HIGHEST_RATING)


def _upcoming(field: StageField, stage_round: StageRound, at: int) -> Pairing:
    """Return a round's tables by number; where all rest in turn, a rest is no bye."""
    places = {str(one): place.number for one, place in field.places.items()}
    matches = stage_round.matches.filter(group=at).order_by("table")
    group: Group = field.groups[at]
    return Pairing(
        tuple(
            Table(tuple(places[one] for one in match.entrants), match.bye)
            for match in matches
            if not (match.bye and group.format == "round_robin")
        )
    )
