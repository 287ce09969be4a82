"""The start of play, its end, and how each is undone."""

from collections.abc import Iterator

from django.db.models import QuerySet

from dosleague.api.clock import database_now
from dosleague.api.problems import Problem
from games.engine.ruleset import ruleset_from_json
from games.models import Game
from games.ratings.pools import ALL, pool_stem
from games.selectors.ratings import counting_ratings
from games.services.ending import abort_game
from tournaments import outbox
from tournaments.lifecycle import State
from tournaments.models import Entrant, StageRound, Tournament
from tournaments.progress.field import UnfitField
from tournaments.selectors.play import last_round
from tournaments.selectors.tournaments import HOLDING
from tournaments.services.counting import count_finished_games
from tournaments.services.fixtures import publish_fixtures
from tournaments.services.rounds import make_round, publish
from tournaments.services.stage_changes import begin_stage, end_stage, planned_field
from tournaments.services.tables import give_up_game

Status = Entrant.Status
_ROUND_OVER = (StageRound.Status.DRAFT, StageRound.Status.CLOSED)


def in_seed_order(tournament: Tournament) -> list[Entrant]:
    """Return who plays, in the order of the start numbers, each with its rating.

    First those whom an organiser has seeded, in that order; then by rating (mu - sigma of the
    ruleset's common pool), the highest first; then those without one, by sign-up.
    """
    entrants = list(tournament.entrants.filter(status__in=HOLDING).select_related("player"))
    pool = f"{pool_stem(ruleset_from_json(tournament.ruleset))}.{ALL}"
    rows = counting_ratings().filter(pool=pool, player__in=[one.player_id for one in entrants])
    ratings = {row.player_id: row.mu - row.sigma for row in rows}
    for one in entrants:
        one.rating = ratings.get(one.player_id)
    return sorted(entrants, key=_seeding_key)


def _seeding_key(one: Entrant) -> tuple[object, ...]:
    seed = (1, 0) if one.seed is None else (0, one.seed)
    rating = (1, 0.0) if one.rating is None else (0, -one.rating)
    return seed, rating, one.registered_at, one.id


def start_is_blocked(tournament: Tournament) -> Iterator[str]:
    """Yield why play cannot start."""
    held = tournament.entrants.filter(status__in=HOLDING)
    needs_check_in = tournament.check_in and tournament.state is not State.CHECK_IN_CLOSED
    if needs_check_in and held.filter(checked_in_at=None).exists():
        yield "Check-in has not been held."
        return
    count = held.count()
    stage = tournament.stages.get(number=1)
    stage.tournament = tournament
    if count < 2:
        yield f"Two entrants are needed; there {'is 1' if count == 1 else f'are {count}'}."
        return
    try:
        fields, _ = planned_field(stage, [one.id for one in in_seed_order(tournament)])
    except UnfitField as unfit:
        yield str(unfit)
        return
    smallest = min(map(len, fields))
    advance = stage.options["advance"]
    if advance is not None and smallest < advance["per_group"]:
        yield f"A group of {smallest} cannot send {advance['per_group']} on."


def start_would(tournament: Tournament) -> Iterator[str]:
    """Yield what the start would do."""
    count = tournament.entrants.filter(status__in=HOLDING).count()
    yield f"Play starts with {count} entrants; start numbers and ratings are frozen."
    if tournament.round_hours is not None:
        yield "Every round is published, with the time to play it in."
    elif tournament.advance == Tournament.Advance.AUTOMATIC:
        yield "Round 1 is paired and published."


def start(tournament: Tournament) -> dict[str, object]:
    """Let play start: start numbers, the first stage, and the first round where they follow by
    themselves. The tournament's status is set already.
    """
    entrants = in_seed_order(tournament)
    for number, one in enumerate(entrants, start=1):
        one.start_number = number
        one.status = Status.ACTIVE
    Entrant.objects.bulk_update(entrants, ["start_number", "rating", "status"], batch_size=500)
    stage = tournament.stages.get(number=1)
    stage.tournament = tournament
    begin_stage(stage, [one.id for one in entrants])
    if tournament.round_hours is not None:
        publish_fixtures(tournament)
    elif tournament.advance == Tournament.Advance.AUTOMATIC:
        first = make_round(tournament)
        if first is not None:
            publish(first)
    outbox.after_commit(tournament.id)
    return {"entrants": len(entrants)}


def finish_is_blocked(tournament: Tournament) -> Iterator[str]:
    """Yield why a tournament cannot be finished: the tables that are open."""
    for stage_round in tournament.rounds.exclude(status__in=_ROUND_OVER):
        for match in stage_round.matches.filter(result=None).order_by("table"):
            yield f"Table {match.table} of round {stage_round.number} is open."


def finish_would(tournament: Tournament) -> Iterator[str]:
    """Yield what finishing would do."""
    last = last_round(tournament)
    played = 0 if last is None else last.number - (last.status == StageRound.Status.DRAFT)
    yield f"The tournament ends after round {played}; its standings are final."
    if last is not None and last.status == StageRound.Status.DRAFT:
        yield f"The draft of round {last.number} is thrown away."


def finish(tournament: Tournament) -> dict[str, object]:
    """End play as it stands; rounds whose tables all have results are closed."""
    count_finished_games(tournament)
    tournament.rounds.filter(status=StageRound.Status.DRAFT).delete()
    tournament.rounds.exclude(status=StageRound.Status.CLOSED).update(
        status=StageRound.Status.CLOSED, closed_at=database_now()
    )
    for stage in tournament.stages.filter(started_at__isnull=False, finished_at=None):
        end_stage(stage)
    return {}


def started_games(tournament: Tournament) -> QuerySet[Game]:
    """Return the games of a tournament in which a card was dealt."""
    return Game.objects.filter(tournament=tournament.id, started_at__isnull=False)


def undo_start_is_blocked(tournament: Tournament) -> Iterator[str]:
    """Yield why the start cannot be undone: games have begun, or results are there."""
    begun = started_games(tournament).count()
    if begun:
        yield f"Games have begun: {begun}."
    elif tournament.rounds.filter(status=StageRound.Status.CLOSED).exists():
        yield "A round has been closed."


def undo_start_would(tournament: Tournament) -> Iterator[str]:
    """Yield what undoing the start would do."""
    yield "The field can be changed again; start numbers are given up."
    rounds = tournament.rounds.count()
    if rounds:
        yield "The first round is thrown away, and its open games are aborted."


def undo_start(tournament: Tournament) -> dict[str, object]:
    """Take the start back: no round, no start numbers, everybody as before."""
    aborted = []
    for stage_round in tournament.rounds.all():
        for match in stage_round.matches.prefetch_related("games"):
            for one in match.games.all():
                give_up_game(one)
                aborted.append(str(one.game_id))
        stage_round.delete()
    tournament.stages.update(field=None, rounds_planned=[], started_at=None, finished_at=None)
    active = tournament.entrants.filter(status=Status.ACTIVE)
    active.filter(checked_in_at=None).update(status=Status.REGISTERED)
    active.filter(checked_in_at__isnull=False).update(status=Status.CHECKED_IN)
    tournament.entrants.update(start_number=None, rating=None, absent_from=None, entered_in=1)
    return {"aborted": aborted}


def undo_finish_would(tournament: Tournament) -> Iterator[str]:
    """Yield what undoing the end would do."""
    yield "The tournament runs again, and is advanced by hand from now on."


def undo_finish(tournament: Tournament) -> dict[str, object]:
    """Let a tournament run again, by hand, so that it does not end by itself at once."""
    tournament.advance = Tournament.Advance.MANUAL
    tournament.save(update_fields=["advance"])
    last = tournament.stages.filter(finished_at__isnull=False).order_by("-number").first()
    if last is not None:
        last.finished_at = None
        last.save(update_fields=["finished_at"])
    return {}


def _unfinished_games(tournament: Tournament) -> QuerySet[Game]:
    return Game.objects.filter(
        tournament=tournament.id, status__in=(Game.Status.OPEN, Game.Status.RUNNING)
    )


def cancel_would(tournament: Tournament) -> Iterator[str]:
    """Yield what cancelling would do."""
    yield "The tournament ends without a result."
    games = _unfinished_games(tournament).count()
    if games:
        yield f"Games aborted: {games}."


def cancel(tournament: Tournament) -> dict[str, object]:
    """Abort what is being played; a game that ends meanwhile is left as it ended."""
    aborted = []
    for game_id in _unfinished_games(tournament).values_list("id", flat=True):
        try:
            abort_game(game_id=game_id)
        except Problem as problem:
            if problem.code != "game_not_running":
                raise
        else:
            aborted.append(str(game_id))
    return {"aborted": aborted}
