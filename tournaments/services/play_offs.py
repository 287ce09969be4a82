"""Play-offs at the end of a season: each a small knockout, begun at once."""

from collections.abc import Collection
from uuid import UUID

from django.db import transaction

from dosleague.api.problems import Problem
from dosleague.audit import Author, note
from tournaments.lifecycle import Act
from tournaments.models import PlayOff, Season, Tournament
from tournaments.selectors.leagues import players_by_id
from tournaments.services.acts import do_act
from tournaments.services.creation import TournamentPlan, create_tournament
from tournaments.services.forecasts import Wanted, forecast_of
from tournaments.services.leagues import subject_of, taken_season
from tournaments.services.registration import add_entrants
from tournaments.services.seasons import league_terms, patience
from tournaments.services.stages import planned_stages

KNOCKOUT = {"format": "single_elimination", "placement_games": True}
"""Every place is played for, so that there is an order."""


def hold_play_offs(
    *, season_id: UUID, withdrawals: Collection[UUID], by: Author, reason: str = ""
) -> list[PlayOff]:
    """Let every play-off begin that the next season needs; return those of the season, all of them.

    One that is being played stays; one that was cancelled, or ended without an order, is held
    again. Raises Problem: `not_found`, `forbidden`, `invalid`, and `conflict` before the season is
    over.
    """
    with transaction.atomic():
        season = taken_season(season_id, by)
        forecast = forecast_of(season, (), withdrawals)
        if forecast.blocking and not forecast.wanted:
            raise Problem("conflict", forecast.blocking[0], blocking=list(forecast.blocking))
        begun = [_hold(season, one, by) for one in forecast.wanted]
        tournaments = [str(one.tournament_id) for one in begun if one is not None]
        note(
            by,
            "season.play_offs",
            subject_of(season.league),
            after={"season": season.number, "tournaments": tournaments},
            reason=reason,
        )
        return list(season.play_offs.select_related("tournament").order_by("id"))


def _hold(season: Season, wanted: Wanted, by: Author) -> PlayOff | None:
    """Begin a play-off, unless it is being played."""
    there = season.play_offs.filter(kind=wanted.kind, key=wanted.key)
    former = there.select_related("tournament").first()
    if former is not None and former.tournament.status == Tournament.Status.RUNNING:
        return None
    tournament = _begun(season, wanted, by)
    if former is None:
        return PlayOff.objects.create(
            season=season,
            kind=wanted.kind,
            division=wanted.division,
            players=[str(one) for one in wanted.players],
            key=wanted.key,
            tournament=tournament,
        )
    former.tournament = tournament
    former.save(update_fields=["tournament"])
    return former


def _begun(season: Season, wanted: Wanted, by: Author) -> Tournament:
    league = season.league
    tournament = create_tournament(
        plan=TournamentPlan(
            **league_terms(league),
            name=f"{league.name}: season {season.number}, play-off",
            stages=planned_stages([KNOCKOUT]),
            no_show_seconds=patience(season),
        ),
        by=by,
        owner=league.owner,
    )
    players = players_by_id(wanted.players)
    add_entrants(tournament, [players[one] for one in wanted.players])
    for act in (Act.OPEN_REGISTRATION, Act.START):
        do_act(tournament_id=tournament.id, act=act, by=by)
    return tournament
