"""Playing tournaments through in a test: the games of bots are played where they are made."""

from collections.abc import Iterable, Sequence
from typing import Any, Final
from uuid import UUID

from games.engine.ruleset import RULESETS
from games.models import Game, Player
from games.services.automatic import play_autopilot, play_bot
from games.services.bots import name_bot
from games.services.games import Clock
from tests.tournaments.cups import KINDS, by
from tournaments.lifecycle import Act
from tournaments.models import Entrant, Match, StageRound, Tournament
from tournaments.selectors.play import group_rankings, stage_field
from tournaments.services.acts import do_act
from tournaments.services.creation import RegistrationPlan, TournamentPlan, create_tournament
from tournaments.services.progress import advance_fully
from tournaments.services.registration import add_entrants
from tournaments.services.stages import planned_stages

QUICK: Final = "reprint-2021"
"""A printing whose games are short."""
MOST_SUBMISSIONS: Final = 2_000
MOST_ROUNDS: Final = 200


def bots(count: int) -> list[Player]:
    """Return built-in bots of their own names."""
    there = Player.objects.count()
    return [name_bot(bot="random", name=f"Bot-{there + at:03}") for at in range(count)]


def opened(
    owner: Player, players: Iterable[Player], *stages: dict[str, Any], **terms: Any
) -> Tournament:
    """Return a tournament with a field, whose registration is open."""
    plan = TournamentPlan(
        **{
            "name": "Winter Cup",
            "ruleset": RULESETS[QUICK],
            "clock": Clock(60, 120, 3),
            "registration": RegistrationPlan(kinds=KINDS),
            "stages": planned_stages(stages),
            "seed": "winter",
            **terms,
        }
    )
    tournament = create_tournament(plan=plan, by=by(owner))
    do_act(tournament_id=tournament.id, act=Act.OPEN_REGISTRATION, by=by(owner))
    add_entrants(tournament, list(players))
    return tournament


def started(
    owner: Player, players: Iterable[Player], *stages: dict[str, Any], **terms: Any
) -> Tournament:
    """Return a tournament that has just started."""
    tournament = opened(owner, players, *stages, **terms)
    do_act(tournament_id=tournament.id, act=Act.START, by=by(owner))
    tournament.refresh_from_db()
    return tournament


def play_game(game_id: UUID) -> Game:
    """Let the bots of a game play it to its end."""
    for _ in range(MOST_SUBMISSIONS):
        game = Game.objects.only("status", "version").get(pk=game_id)
        if game.status != Game.Status.RUNNING:
            return game
        if not play_bot(game_id=game_id, version=game.version):
            assert play_autopilot(game_id=game_id, version=game.version), "a person is to act"
    raise AssertionError("the game has no end")


def running_games(tournament: Tournament) -> list[UUID]:
    """Return the games that are being played."""
    games = Game.objects.filter(tournament=tournament.id, status=Game.Status.RUNNING)
    return list(games.order_by("created_at", "id").values_list("id", flat=True))


def play_round(tournament: Tournament) -> None:
    """Play all games that are going on, then let follow what follows."""
    for game_id in running_games(tournament):
        play_game(game_id)
    advance_fully(tournament_id=tournament.id)


def play_on(tournament: Tournament) -> Tournament:
    """Play a tournament that advances by itself to its end."""
    for _ in range(MOST_ROUNDS):
        tournament.refresh_from_db()
        if tournament.status != Tournament.Status.RUNNING:
            return tournament
        play_round(tournament)
    raise AssertionError("the tournament has no end")


def entrant_of(tournament: Tournament, number: int) -> Entrant:
    """Return an entrant by its start number."""
    return tournament.entrants.select_related("player").get(start_number=number)


def tables(stage_round: StageRound) -> list[tuple[int, ...]]:
    """Return the start numbers of each table in seat order."""
    numbers = {
        str(one.id): one.start_number or 0
        for one in Entrant.objects.filter(tournament=stage_round.tournament_id)
    }
    matches = Match.objects.filter(round=stage_round).order_by("table")
    return [tuple(numbers[one] for one in match.entrants) for match in matches]


def ranks(tournament: Tournament, stage_number: int = 1) -> Sequence[tuple[int, int]]:
    """Return (rank, start number) of a stage's first group as it stands."""
    stage = tournament.stages.select_related("tournament").get(number=stage_number)
    field = stage_field(stage)
    played = stage.rounds.exclude(status=StageRound.Status.DRAFT).count()
    numbers = dict(tournament.entrants.values_list("id", "start_number"))
    (table, *_) = group_rankings(field, played)
    return [(row.rank, numbers[field.ids(0, [row.entrant])[0]] or 0) for row in table.rows]
