"""How many games somebody may have, asked by many requests of theirs at once."""

from collections import Counter
from functools import partial

import httpx
import pytest

from dosleague.api.problems import Problem
from dosleague.audit import Author
from games.engine.ruleset import RULESETS
from games.models import Game, Seat
from games.services.erasure import erase_player
from games.services.games import GamePlan, SeatPlan, create_game
from games.services.room import MAX_OPEN_GAMES, MAX_RUNNING_GAMES
from games.services.seats import join_game
from tests.games.concurrency.tables import Person, at_once, in_process, new_person

pytestmark = pytest.mark.usefixtures("database")

ANYBODY = GamePlan(RULESETS["classic-2018"], [SeatPlan(), SeatPlan()])


def opened(person: Person) -> httpx.Response:
    body = {"seats": [{"kind": "open"}, {"kind": "open"}]}
    with in_process() as client:
        return client.post("/api/v1/games", json=body, headers=person.headers)


def sat_down(game: Game, person: Person) -> str:
    """Join a game; return what came of it."""
    try:
        join_game(game_id=game.id, player=person.player)
    except Problem as problem:
        return problem.code
    return "seated"


def erased(person: Person) -> str:
    erase_player(player_id=person.player.id, by=Author(person.player, "", "api"))
    return "erased"


def test_no_more_games_are_opened_at_once_than_may_be() -> None:
    person = new_person()
    answers = at_once([partial(opened, person)] * (MAX_OPEN_GAMES + 4))
    counts = Counter(answer.status_code for answer in answers)
    assert counts == {201: MAX_OPEN_GAMES, 409: 4}
    assert Game.objects.filter(created_by=person.player).count() == MAX_OPEN_GAMES


def test_no_more_games_are_joined_at_once_than_may_be() -> None:
    person = new_person()
    games = [create_game(plan=ANYBODY, creator=None).game for _ in range(MAX_RUNNING_GAMES + 4)]
    told = at_once([partial(sat_down, game, person) for game in games])
    assert Counter(told) == {"seated": MAX_RUNNING_GAMES, "too_many_games": 4}


def test_who_is_erased_while_joining_sits_nowhere() -> None:
    for _ in range(3):
        person = new_person()
        games = [create_game(plan=ANYBODY, creator=None).game for _ in range(5)]
        acts = [partial(sat_down, game, person) for game in games]
        told = at_once([*acts[:3], partial(erased, person), *acts[3:]])
        assert set(told) <= {"seated", "erased", "not_authenticated"}
        assert not Seat.objects.filter(player=person.player, game__in=games).exists()
