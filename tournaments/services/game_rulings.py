"""What a ruling on a match means for the ratings that its games gave.

The ratings are played anew in the transaction of the ruling, so that result, standings, ratings and
leaderboards change together or not at all.
"""

from collections.abc import Sequence

from dosleague.audit import Author
from games.models import Game, RatingLogEntry
from games.services.ratings import rate_game
from games.services.rulings import correct_game, void_game
from tournaments.models import Match, MatchGame
from tournaments.services.results import Outcome
from tournaments.values import ResultKind

_UNREASONED = "ruled by an organiser"


def rule_on_games(match: Match, outcome: Outcome, *, reason: str, by: Author) -> None:
    """Let the rated games of a match count as its new result says.

    A match that was not played has no game that counts. Where the places of its one game were
    corrected the game counts with these; those of a best-of-n stay as they were played.
    """
    games = list(
        match.games.filter(game__status=Game.Status.FINISHED, game__rated=True)
        .select_related("game")
        .order_by("number")
    )
    if outcome.kind is not ResultKind.PLAYED:
        for one in games:
            void(one, reason=reason, by=by)
    elif games and max(match.wins_needed) == 1:
        last = games[-1]
        places = [outcome.places[match.entrants.index(entrant)] for entrant in last.seats]
        correct(last, places, reason=reason, by=by)


def void(match_game: MatchGame, *, reason: str, by: Author) -> None:
    """Let a game count for nothing; one that is void already stays so."""
    game = match_game.game
    ruling = RatingLogEntry.objects.filter(game=game).order_by("-id").first()
    if ruling is not None and ruling.kind == RatingLogEntry.Kind.VOIDED:
        return
    void_game(game_id=game.id, reason=reason or _UNREASONED, author=by, tournament=game.tournament)
    rate_game(game_id=game.id)


def correct(match_game: MatchGame, places: Sequence[int], *, reason: str, by: Author) -> None:
    """Let a game count with other places, by seat."""
    game = match_game.game
    correct_game(
        game_id=game.id,
        places=places,
        reason=reason or _UNREASONED,
        author=by,
        tournament=game.tournament,
    )
    rate_game(game_id=game.id)
