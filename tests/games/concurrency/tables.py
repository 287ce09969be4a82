"""Games to fight over, the people who sit there, and acts that begin at the same moment."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from secrets import token_hex
from typing import Any, TypeVar

import httpx
from django.db import connection, connections
from django.db.models.functions import Now

from dosleague.api.tokens import issue_token
from dosleague.wsgi import application
from games.engine.ruleset import RULESETS, Ruleset
from games.engine.verify import verify_record
from games.models import Game, Player, Submission
from games.selectors.players import built_in_bots
from games.services.games import Clock, GamePlan, SeatPlan, create_game
from games.services.rounds import game_record

T = TypeVar("T")
CLASSIC = RULESETS["classic-2018"]


@dataclass(frozen=True, slots=True)
class Person:
    """A player with a token of theirs."""

    player: Player
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game and who sits there, by seat; None is a bot."""

    id: str
    people: tuple[Person | None, ...]

    @property
    def path(self) -> str:
        return f"/api/v1/games/{self.id}"

    @property
    def game(self) -> Game:
        """The game as it stands in the database now."""
        return Game.objects.get(pk=self.id)

    def log(self) -> list[Submission]:
        """The accepted submissions, in order."""
        return list(Submission.objects.filter(game_id=self.id).order_by("version"))

    def set(self, **columns: Any) -> None:
        """Change columns of the game's row, as if time had passed."""
        Game.objects.filter(pk=self.id).update(**columns)


def new_person() -> Person:
    player = Player.objects.create_user(f"p-{token_hex(8)}")
    return Person(player, issue_token(player)[1])


def new_sitting(
    *people: Person | None,
    clock: Clock | None = None,
    bot: str = "eager",
    bot_delay_ms: int = 0,
    rules: Ruleset = CLASSIC,
) -> Sitting:
    """Start a game between people, with a bot where None stands."""
    seats = [
        SeatPlan(built_in_bots()[bot] if person is None else person.player) for person in people
    ]
    plan = GamePlan(rules, seats, clock=clock, bot_delay_ms=bot_delay_ms)
    return Sitting(str(create_game(plan=plan, creator=None).game.id), people)


def new_duel(clock: Clock | None = None) -> Sitting:
    """Start a game between two new people."""
    return new_sitting(new_person(), new_person(), clock=clock)


def in_process() -> httpx.Client:
    """Return a client of the service in this process, through WSGI."""
    return httpx.Client(transport=httpx.WSGITransport(app=application), base_url="http://127.0.0.1")


def at_once(acts: Sequence[Callable[[], T]]) -> list[T]:
    """Run acts in threads of their own, all let go together; return what they return, in order."""
    gate = threading.Barrier(len(acts), timeout=30)

    def run(act: Callable[[], T]) -> T:
        try:
            connection.ensure_connection()  # what takes longest comes before the start
            gate.wait()
            return act()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [done.result() for done in [pool.submit(run, act) for act in acts]]


def to_act(sitting: Sitting, client: httpx.Client) -> tuple[Person, dict[str, Any]]:
    """Return the person who is to act, and the game as they see it, while others play on."""
    turn = next(seat for seat, person in enumerate(sitting.people) if person is not None)
    while True:
        person = sitting.people[turn]
        assert person is not None, "a bot is to act"
        seen: dict[str, Any] = client.get(sitting.path, headers=person.headers).json()
        assert seen["status"] == "running"
        if seen["round"]["turn"] == turn:
            return person, seen
        turn = seen["round"]["turn"]


def a_turn(seen: dict[str, Any], pick: int = -1) -> dict[str, Any]:
    """Return the body of a turn of one legal action."""
    options = [one for one in seen["you"]["legal_actions"] if one["type"] not in ("call", "catch")]
    return {"version": seen["version"], "actions": [options[pick % len(options)]]}


def database_delay(milliseconds: float) -> Any:
    """Return the database's time so many milliseconds from now, for a column."""
    return Now() + timedelta(milliseconds=milliseconds)


def assert_whole(sitting: Sitting) -> None:
    """Assert that each version is in the log once, and that a game that is over checks."""
    game = sitting.game
    assert [one.version for one in sitting.log()] == list(range(1, game.version + 1))
    if game.finished_at is not None:
        assert_record(game)


def assert_record(game: Game) -> None:
    """Assert that a finished game's record checks, and holds what the log holds."""
    seats = list(game.seats.select_related("player").order_by("number"))
    record = game_record(game, seats)
    verify_record(record)
    recorded = [action for one in record["rounds"] for action in one["actions"]]
    log = game.submissions.order_by("version").values_list("actions", flat=True)
    assert recorded == [action for actions in log for action in actions]
