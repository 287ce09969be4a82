"""Seasons: drafts with divisions, opened when their fixtures are drawn up."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Max

from dosleague.api.clock import database_now
from dosleague.api.problems import Problem, field_error
from dosleague.audit import Author, note
from games.engine.ruleset import ruleset_from_json
from games.models import Player
from games.services.games import Clock
from tournaments.formats import TABLES_MOST
from tournaments.lifecycle import Act, State, told
from tournaments.models import Division, Entrant, League, Season, Tournament
from tournaments.selectors.tournaments import HOLDING
from tournaments.services.access import in_name_of
from tournaments.services.acts import do_act
from tournaments.services.asked_players import AskedPlayer, players_of
from tournaments.services.creation import RegistrationPlan, TournamentPlan, create_tournament
from tournaments.services.leagues import subject_of, taken_league, taken_season
from tournaments.services.registration import add_entrants
from tournaments.services.stages import planned_stages

_DAY = 24
_HOUR_SECONDS = 3_600
_STARTS = {
    State.DRAFT: (Act.OPEN_REGISTRATION, Act.START),
    State.REGISTRATION: (Act.START,),
    State.REGISTRATION_CLOSED: (Act.START,),
    State.RUNNING: (),
}
"""What brings a division from its state to play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPlan:
    """When a season begins, None: when its owner says; and the time for each round."""

    starts_at: datetime | None
    round_hours: int


def create_season(*, league_id: UUID, plan: SeasonPlan, by: Author) -> Season:
    """Make a draft of the next season, without divisions.

    Raises Problem: `not_found`, `forbidden`, `invalid` for a time that is over, `conflict` while
    there is another draft.
    """
    with transaction.atomic():
        league = taken_league(league_id, by)
        season = new_season(league, plan)
        note(by, "season.create", subject_of(league), after={"season": season.number})
        return season


def new_season(league: League, plan: SeasonPlan) -> Season:
    """Make a draft in a locked league. Raises Problem: `invalid`, `conflict`."""
    if plan.starts_at is not None and plan.starts_at <= database_now():
        detail = "It is over; a season without a time is opened by its owner."
        errors = [field_error("/starts_at", "order", detail)]
        raise Problem("invalid", detail, errors=errors)
    if league.seasons.filter(opened_at=None).exists():
        detail = "There is a draft of a season already."
        raise Problem("conflict", detail, blocking=[detail])
    last: int | None = league.seasons.aggregate(last=Max("number"))["last"]
    return Season.objects.create(
        league=league,
        number=(last or 0) + 1,
        starts_at=plan.starts_at,
        round_hours=plan.round_hours,
    )


def add_division(*, season_id: UUID, entrants: Sequence[AskedPlayer], by: Author) -> Division:
    """Add a division below the last one of a draft, its entrants in the order of their seeds.

    Raises Problem: `not_found`, `forbidden`, `conflict`, `name_taken`, and `invalid` for who is not
    there, is named twice or plays in another division.
    """
    with transaction.atomic():
        season = _draft(season_id, by)
        players = players_of(entrants, "/entrants")
        _check_new(season, players)
        division = new_division(season, players, by)
        note(
            by,
            "season.division",
            subject_of(season.league),
            after={
                "season": season.number,
                "division": division.number,
                "players": [str(one.id) for one in players],
            },
        )
        return division


def _draft(season_id: UUID, by: Author) -> Season:
    season = taken_season(season_id, by)
    if season.opened_at is not None:
        detail = f"Season {season.number} has been opened."
        raise Problem("conflict", detail, blocking=[detail])
    return season


def _check_new(season: Season, players: Sequence[Player]) -> None:
    there = Entrant.objects.filter(tournament__division__season=season, player__in=players)
    names = sorted(there.values_list("player__name", flat=True))
    if names:
        detail = f"In another division already: {', '.join(names)}."
        raise Problem("conflict", detail, blocking=[detail])


def new_division(season: Season, players: Sequence[Player], by: Author) -> Division:
    """Make the next division of a draft: a tournament with these entrants, by seed."""
    league = season.league
    number = season.divisions.count() + 1
    tournament = create_tournament(
        plan=TournamentPlan(
            **league_terms(league, cap=TABLES_MOST),
            name=f"{league.name}: season {season.number}, division {number}",
            stages=planned_stages([league.stage]),
            no_show_seconds=patience(season),
            round_hours=season.round_hours,
        ),
        by=by,
        owner=league.owner,
    )
    entrants = add_entrants(tournament, players)
    for seed, entrant in enumerate(entrants, start=1):
        entrant.seed = seed
    Entrant.objects.bulk_update(entrants, ["seed"], batch_size=500)
    return Division.objects.create(season=season, number=number, tournament=tournament)


def league_terms(league: League, *, cap: int | None = None) -> dict[str, Any]:
    """Return the terms of every tournament of a league."""
    return {
        "ruleset": ruleset_from_json(league.ruleset),
        "clock": Clock(**league.clock),
        "registration": RegistrationPlan(kinds=Player.Kind.values, cap=cap),
        "rated": league.rated,
    }


def patience(season: Season) -> int:
    """Return the seconds to wait for players where no fixture says: a round's, at most a day."""
    return min(season.round_hours, _DAY) * _HOUR_SECONDS


def open_season(
    *, season_id: UUID, by: Author, starts_at: datetime | None = None, reason: str = ""
) -> Season:
    """Draw up the fixtures of a draft: every division starts, and all its rounds are published.

    `starts_at` replaces the draft's own. Raises Problem: `not_found`, `forbidden`, `conflict` with
    what is `blocking`, of all divisions at once.
    """
    with transaction.atomic():
        season = _draft(season_id, by)
        if starts_at is not None:
            season.starts_at = starts_at
        divisions = list(season.divisions.select_related("tournament").order_by("number"))
        if not divisions:
            detail = "The season has no division."
            raise Problem("conflict", detail, blocking=[detail])
        blocking = list(_in_two(season))
        blocking += [one for division in divisions for one in _start(division, season, by)]
        if blocking:
            raise Problem("conflict", blocking[0], blocking=blocking)
        season.opened_at = database_now()
        season.save(update_fields=["starts_at", "opened_at"])
        after = {"season": season.number, "divisions": len(divisions)}
        note(by, "season.open", subject_of(season.league), after=after, reason=reason)
        return season


def _in_two(season: Season) -> Iterator[str]:
    """Yield who is in two divisions: entrants may be added to each."""
    held = Entrant.objects.filter(tournament__division__season=season, status__in=HOLDING)
    names = held.values_list("player__name", flat=True).annotate(places=Count("id"))
    for name in names.filter(places__gt=1).order_by("player__name"):
        yield f"{name} is in two divisions."


def _start(division: Division, season: Season, by: Author) -> Iterator[str]:
    """Start a division; yield what is in the way."""
    tournament = division.tournament
    name = f"Division {division.number}"
    if tournament.state not in _STARTS:
        yield f"{name}: {told(tournament.state)}"
        return
    Tournament.objects.filter(pk=tournament.pk).update(start_at=season.starts_at)
    try:
        for act in _STARTS[tournament.state]:
            do_act(tournament_id=tournament.pk, act=act, by=by)
    except Problem as problem:
        if problem.code != "conflict":
            raise
        for sentence in problem.extra.get("blocking") or [problem.detail]:
            yield f"{name}: {sentence}"


def open_due_season(*, season_id: UUID) -> bool:
    """Open a draft whose time has come; say whether it was. Safe to repeat, and at once.

    One that cannot be opened loses its time, so that its owner opens it; the log tells why.
    """
    with transaction.atomic():
        season = Season.objects.filter(pk=season_id).select_related("league__owner").first()
        if season is None:
            return False
        by = in_name_of(season.league.owner)
        league = taken_league(season.league_id, by)
        season.refresh_from_db()
        is_due = season.starts_at is not None and season.starts_at <= database_now()
        if season.opened_at is not None or not is_due:
            return False
        try:
            with transaction.atomic():
                open_season(season_id=season_id, by=by, reason="Its time has come.")
        except Problem as problem:
            season.starts_at = None
            season.save(update_fields=["starts_at"])
            after = {"season": season.number, "starts_at": None}
            note(by, "season.stays", subject_of(league), after=after, reason=problem.detail)
            return False
        return True


def drop_season(*, season_id: UUID, by: Author, reason: str = "") -> None:
    """Throw a draft away; the tournaments of its divisions are cancelled.

    Raises Problem: `not_found`, `forbidden`, `conflict`.
    """
    with transaction.atomic():
        season = _draft(season_id, by)
        for division in season.divisions.select_related("tournament"):
            if division.tournament.state not in {State.CANCELLED, State.FINISHED}:
                told_why = reason or "The draft of the season was thrown away."
                do_act(tournament_id=division.tournament_id, act=Act.CANCEL, by=by, reason=told_why)
        before = {"season": season.number}
        note(by, "season.drop", subject_of(season.league), before=before, reason=reason)
        season.delete()
