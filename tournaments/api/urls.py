"""The paths of the tournaments app under `/api/v1`."""

from django.urls import path

from tournaments.api import (
    acts,
    archives,
    entrants,
    entries,
    explain,
    exports,
    leagues,
    matches,
    organisers,
    rounds,
    schedules,
    seasons,
    standings,
    tournaments,
)

_ONE = "tournaments/<str:tournament_id>"
_ENTRANT = f"{_ONE}/entrants/<str:entrant_id>"
_ROUND = f"{_ONE}/rounds/<str:number>"
_LEAGUE = "leagues/<str:league_id>"
_SEASON = "seasons/<str:season_id>"
_SCHEDULE = "schedules/<str:schedule_id>"

urlpatterns = [
    path("tournaments", tournaments.TournamentsView.as_view()),
    path("tournaments/import", archives.ImportTournamentView.as_view()),
    path(_ONE, tournaments.TournamentView.as_view()),
    path(f"{_ONE}/open-registration", acts.OpenRegistrationView.as_view()),
    path(f"{_ONE}/close-registration", acts.CloseRegistrationView.as_view()),
    path(f"{_ONE}/open-check-in", acts.OpenCheckInView.as_view()),
    path(f"{_ONE}/close-check-in", acts.CloseCheckInView.as_view()),
    path(f"{_ONE}/start", acts.StartView.as_view()),
    path(f"{_ONE}/finish", acts.FinishView.as_view()),
    path(f"{_ONE}/cancel", acts.CancelView.as_view()),
    path(f"{_ONE}/undo", acts.UndoView.as_view()),
    path(f"{_ONE}/organisers", organisers.OrganisersView.as_view()),
    path(f"{_ONE}/audit", organisers.AuditView.as_view()),
    path(f"{_ONE}/entrants", entrants.EntrantsView.as_view()),
    path(f"{_ONE}/entrants/seeds", entrants.SeedsView.as_view()),
    path(f"{_ONE}/entrants/import", entrants.ImportView.as_view()),
    path(f"{_ENTRANT}/check-in", entries.CheckInView.as_view()),
    path(f"{_ENTRANT}/withdraw", entries.WithdrawView.as_view()),
    path(f"{_ENTRANT}/return", entries.ReturnView.as_view()),
    path(f"{_ENTRANT}/disqualify", entries.DisqualifyView.as_view()),
    path(f"{_ONE}/rounds", rounds.RoundsView.as_view()),
    path(_ROUND, rounds.RoundView.as_view()),
    path(f"{_ROUND}/pair", rounds.PairView.as_view()),
    path(f"{_ROUND}/pairings", rounds.PairingsView.as_view()),
    path(f"{_ROUND}/publish", rounds.PublishView.as_view()),
    path(f"{_ROUND}/close", rounds.CloseView.as_view()),
    path(f"{_ONE}/matches/<str:match_id>/result", matches.ResultView.as_view()),
    path(f"{_ONE}/standings", standings.StandingsView.as_view()),
    path(f"{_ONE}/bracket", standings.BracketView.as_view()),
    path(f"{_ONE}/explain/pairing", explain.ExplainPairingView.as_view()),
    path(f"{_ONE}/explain/rank", explain.ExplainRankView.as_view()),
    path(f"{_ONE}/exports/trf", exports.ReportView.as_view()),
    path(f"{_ONE}/exports/csv", exports.StandingsFileView.as_view()),
    path(f"{_ONE}/exports/json", exports.ArchiveView.as_view()),
    path("leagues", leagues.LeaguesView.as_view()),
    path(_LEAGUE, leagues.LeagueView.as_view()),
    path(f"{_LEAGUE}/seasons", leagues.SeasonsView.as_view()),
    path(_SEASON, leagues.SeasonView.as_view()),
    path(f"{_SEASON}/divisions", seasons.DivisionsView.as_view()),
    path(f"{_SEASON}/fixtures", seasons.FixturesView.as_view()),
    path(f"{_SEASON}/standings", seasons.StandingsView.as_view()),
    path(f"{_SEASON}/play-offs", seasons.PlayOffsView.as_view()),
    path(f"{_SEASON}/next", seasons.NextView.as_view()),
    path("schedules", schedules.SchedulesView.as_view()),
    path(_SCHEDULE, schedules.ScheduleView.as_view()),
    path(f"{_SCHEDULE}/occurrences", schedules.OccurrencesView.as_view()),
]
