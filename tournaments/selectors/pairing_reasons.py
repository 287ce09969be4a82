"""Why those of a table meet: the reason, and what the pairing went by."""

from typing import Any
from uuid import UUID

from tournaments.models import Match, StageRound, Tournament
from tournaments.progress.inputs import Inputs, inputs
from tournaments.selectors.play import StageField, stage_field
from tournaments.selectors.rounds import plain
from tournaments.selectors.standings import NotShown, players_of


def explained_pairing(
    tournament: Tournament, number: int, table: int, *, shows_drafts: bool
) -> dict[str, Any]:
    """Return why these meet. Raises NotShown for a round or table that is not there, or a draft."""
    stage_round = (
        tournament.rounds.select_related("stage__tournament").filter(number=number).first()
    )
    if stage_round is None or (stage_round.status == StageRound.Status.DRAFT and not shows_drafts):
        raise NotShown(f"There is no round {number}.")
    matches = list(stage_round.matches.order_by("table"))
    match = next((one for one in matches if one.table == table), None)
    if match is None:
        raise NotShown(f"There is no table {table} in round {number}.")
    field = stage_field(stage_round.stage, rounds=stage_round.number_in_stage - 1)
    seated = [
        UUID(one) for other in matches if other.group == match.group for one in other.entrants
    ]
    return {
        "round": number,
        "stage": stage_round.stage.number,
        "format": stage_round.stage.format,
        "group": match.group + 1,
        "table": table,
        "match": match.id,
        "key": match.key or None,
        "bye": match.bye,
        "locked": match.locked,
        "reason": match.reason,
        "seed": tournament.seed,
        "entrants": _entrants(field, stage_round, match, seated),
    }


def _entrants(
    field: StageField, stage_round: StageRound, match: Match, seated: list[UUID]
) -> list[dict[str, Any]]:
    """Return the entrants of a table in seat order, each with what its pairing went by."""
    players = players_of(stage_round.tournament_id)
    places = field.places
    group = field.groups[match.group]
    ids = [UUID(one) for one in match.entrants]
    known = inputs(
        group,
        stage_round.number_in_stage,
        [places[one].number for one in ids],
        [places[one].number for one in seated],
    )
    before = stage_round.number - stage_round.number_in_stage
    return [
        {"entrant": one, "player": players[one], **_inputs_shape(field, match.group, own, before)}
        for one, own in zip(ids, known, strict=True)
    ]


def _inputs_shape(field: StageField, group: int, own: Inputs, before: int) -> dict[str, Any]:
    """Return what is known of an entrant; `before` rounds were played in earlier stages."""
    entrants = field.entrants[group]
    return {
        "number": own.entrant,
        "points": plain(own.points),
        "rank": own.rank,
        "meetings": [
            {"entrant": entrants[other - 1], "rounds": [before + number for number in rounds]}
            for other, rounds in own.meetings.items()
        ],
        "byes": own.byes,
        "unplayed": own.unplayed,
        "starts": own.starts,
        "balance": own.balance,
        "floats": None if own.floats is None else [step.value for step in own.floats],
        "lot": None
        if own.lot is None
        else {
            "for": own.lot.purpose,
            "text": own.lot.text,
            "value": f"{own.lot.value:032x}",
        },
    }
