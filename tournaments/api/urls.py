"""The paths of the tournaments app under `/api/v1`."""

from django.urls import path

from tournaments.api import acts, entrants, entries, organisers, tournaments

_ONE = "tournaments/<str:tournament_id>"
_ENTRANT = f"{_ONE}/entrants/<str:entrant_id>"

urlpatterns = [
    path("tournaments", tournaments.TournamentsView.as_view()),
    path(_ONE, tournaments.TournamentView.as_view()),
    path(f"{_ONE}/open-registration", acts.OpenRegistrationView.as_view()),
    path(f"{_ONE}/close-registration", acts.CloseRegistrationView.as_view()),
    path(f"{_ONE}/open-check-in", acts.OpenCheckInView.as_view()),
    path(f"{_ONE}/close-check-in", acts.CloseCheckInView.as_view()),
    path(f"{_ONE}/cancel", acts.CancelView.as_view()),
    path(f"{_ONE}/organisers", organisers.OrganisersView.as_view()),
    path(f"{_ONE}/audit", organisers.AuditView.as_view()),
    path(f"{_ONE}/entrants", entrants.EntrantsView.as_view()),
    path(f"{_ONE}/entrants/seeds", entrants.SeedsView.as_view()),
    path(f"{_ONE}/entrants/import", entrants.ImportView.as_view()),
    path(f"{_ENTRANT}/check-in", entries.CheckInView.as_view()),
    path(f"{_ENTRANT}/withdraw", entries.WithdrawView.as_view()),
    path(f"{_ENTRANT}/return", entries.ReturnView.as_view()),
    path(f"{_ENTRANT}/disqualify", entries.DisqualifyView.as_view()),
]
