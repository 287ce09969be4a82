"""The paths of the games app under `/api/v1`."""

from django.urls import path

from games.api import events, games, players, ratings, records, rules, rulesets, turns

urlpatterns = [
    # Tried in this order: what every turn asks for comes first.
    path("games", games.GamesView.as_view()),
    path("games/<str:game_id>", games.GameView.as_view()),
    path("games/<str:game_id>/join", games.JoinView.as_view()),
    path("games/<str:game_id>/leave", games.LeaveView.as_view()),
    path("games/<str:game_id>/turns", turns.TurnsView.as_view()),
    path("games/<str:game_id>/calls", turns.CallsView.as_view()),
    path("games/<str:game_id>/events", events.EventsView.as_view()),
    path("games/<str:game_id>/record", records.RecordView.as_view()),
    path("games/<str:game_id>/ratings", ratings.GameRatingsView.as_view()),
    path("games/<str:game_id>/win-chance", ratings.WinChanceView.as_view()),
    path("players", players.PlayersView.as_view()),
    path("players/<str:player_id>", players.PlayerView.as_view()),
    path("players/<str:player_id>/ratings", ratings.PlayerRatingsView.as_view()),
    path("players/<str:player_id>/ratings/<str:pool>/history", ratings.RatingHistoryView.as_view()),
    path("players/<str:player_id>/against/<str:other_id>", ratings.HeadToHeadView.as_view()),
    path("leaderboards/<str:pool>", ratings.LeaderboardView.as_view()),
    path("me", players.MeView.as_view()),
    path("me/erase", players.EraseView.as_view()),
    path("tokens", players.TokensView.as_view()),
    path("tokens/<str:token_id>", players.TokenView.as_view()),
    path("bots", players.BotsView.as_view()),
    path("rulesets", rulesets.RulesetsView.as_view()),
    path("rulesets/<str:name>", rulesets.RulesetView.as_view()),
    path("records", records.RecordsView.as_view()),
    path("rules/apply", rules.ApplyView.as_view()),
    path("rules/legal-actions", rules.LegalActionsView.as_view()),
    path("rules/verify", rules.VerifyView.as_view()),
]
