"""Fixtures: all rounds of a schedule are published at the start, each with its own time to play."""

from datetime import datetime, timedelta

from dosleague.api.clock import database_now
from tournaments.models import StageRound, Tournament
from tournaments.progress.next_round import next_round
from tournaments.selectors.play import stage_field
from tournaments.services.rounds import publish, write_tables


def publish_fixtures(tournament: Tournament) -> int:
    """Publish every round of the only stage, one behind the other; return how many there are.

    The first begins when play is to start, or now where that is over: no round has passed before it
    is published. The tournament's row is locked.
    """
    assert tournament.round_hours is not None, "fixtures have a length"
    stage = tournament.stages.get(number=1)
    stage.tournament = tournament
    field = stage_field(stage)
    length = timedelta(hours=tournament.round_hours)
    begins = _begin(tournament)
    number = 1
    while any(tables := [next_round(group, number) for group in field.groups]):
        fixture = StageRound.objects.create(
            stage=stage,
            tournament=tournament,
            number=number,
            number_in_stage=number,
            play_from=begins + (number - 1) * length,
            play_by=begins + number * length,
        )
        write_tables(fixture, field, tables, ())
        publish(fixture)
        number += 1
    return number - 1


def _begin(tournament: Tournament) -> datetime:
    this_minute = database_now().replace(second=0, microsecond=0)
    return max(this_minute, tournament.start_at or this_minute)
