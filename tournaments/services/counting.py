"""What follows at the tables: games that ended are counted, tables are opened, the absent forfeit.

Each function looks in the database for what is due and does it, so it may be called at any time and
as often as wanted. All expect the tournament's row to be locked.
"""

from uuid import UUID

from django.db.models.functions import Now

from games.models import Game
from tournaments.models import Match, MatchGame, StageRound, Tournament
from tournaments.selectors.due import TO_BE_PLAYED
from tournaments.selectors.play import entrants_at
from tournaments.services.tables import count_game, go_on_without, open_match

AT_ONCE = 50
"""How many tables are opened in one transaction: the next ones follow in another."""
_OVER = (Game.Status.FINISHED, Game.Status.ABORTED)


def count_finished_games(tournament: Tournament) -> int:
    """Work every game that is over into its match; return how many there were."""
    games = list(
        MatchGame.objects.filter(
            match__round__tournament=tournament, counted=False, game__status__in=_OVER
        )
        .select_related("match__round__stage")
        .order_by("id")
    )
    if games:
        entrants = entrants_at(one.match for one in games)
        for one in games:
            one.match.round.tournament = tournament
            count_game(one.match, one, entrants)
    return len(games)


def open_tables(stage_round: StageRound) -> int:
    """Make the games of the next tables that have none; return how many."""
    matches = list(stage_round.matches.filter(opened=False).order_by("table")[:AT_ONCE])
    if matches:
        entrants = entrants_at(matches)
        for match in matches:
            match.round = stage_round
            open_match(match, entrants)
    return len(matches)


def open_more_tables(tournament: Tournament) -> int:
    """Make the games of the next tables of published rounds that have none; return how many.

    Fixtures whose time has not come are left.
    """
    rounds = tournament.rounds.filter(TO_BE_PLAYED, status__in=StageRound.PLAYED_NOW).order_by(
        "number"
    )
    for stage_round in rounds.select_related("stage"):
        stage_round.tournament = tournament
        opened = open_tables(stage_round)
        if opened:
            return opened
    return 0


def forfeit_no_shows(tournament: Tournament) -> int:
    """Let those forfeit who have not joined their open game in time; return how many tables."""
    late = list(
        MatchGame.objects.filter(
            match__round__tournament=tournament,
            counted=False,
            no_show_at__lte=Now(),
            game__status=Game.Status.OPEN,
        )
        .select_related("match__round__stage", "game")
        .order_by("id")
    )
    done = 0
    if late:
        entrants = entrants_at(one.match for one in late)
        for one in late:
            one.match.round.tournament = tournament
            gone = _not_there(one)
            if gone:
                reason = "Not at the table in time."
                go_on_without(one.match, one, gone, entrants, reason=reason)
                done += 1
    return done


def _not_there(match_game: MatchGame) -> set[UUID]:
    """Return the entrants who have not joined a game."""
    empty = match_game.game.seats.filter(player=None).values_list("number", flat=True)
    return {UUID(match_game.seats[number]) for number in empty}


def note_running(tournament: Tournament) -> int:
    """Note of published rounds that their play has begun; return how many."""
    begun = Match.objects.filter(games__game__started_at__isnull=False).values("round")
    published = tournament.rounds.filter(status=StageRound.Status.PUBLISHED, pk__in=begun)
    return published.update(status=StageRound.Status.RUNNING)
