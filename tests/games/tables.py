"""Games as the tests need them: opened over HTTP, laid out card by card, or played to the end."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from django.db import transaction

from games.engine.position import position_from_json
from games.engine.ruleset import custom_ruleset
from games.engine.snapshot import to_snapshot
from games.engine.state import GameState
from games.models import Game
from games.services.automatic import play_autopilot, play_bot
from games.services.games import Clock, GamePlan, SeatPlan, create_game
from games.services.table import load_state, start_clock, take_table
from tests.games.caller import Caller, read

SHORT: Final = {"base": "classic-2018", "options": {"target": None}}
"""One round, so that a game is soon over."""
CLOCK: Final = {"turn_seconds": 60, "bank_seconds": 30, "max_timeouts": 3}


def open_game(creator: Caller, seats: Sequence[Any], **terms: Any) -> dict[str, Any]:
    """Open a game over HTTP; a seat is `me`, `open`, a bot's name or a caller to reserve it for."""
    body = {"seats": [_seat(seat) for seat in seats], **terms}
    game: dict[str, Any] = read(creator.post("/games", body), 201)
    return game


def _seat(seat: Any) -> dict[str, str]:
    if isinstance(seat, Caller):
        return {"kind": "player", "player": seat.id}
    if seat in ("me", "open"):
        return {"kind": seat}
    return {"kind": "bot", "bot": seat}


def seated_game(*callers: Caller, **terms: Any) -> str:
    """Start a game of some callers, in order of the seats, over HTTP; return its id."""
    first, *others = callers
    game: str = open_game(first, ["me", *others], **terms)["id"]
    for other in others:
        read(other.post(f"/games/{game}/join", {}))
    return game


def quick_game(*callers: Caller, clock: Clock | None = None, **options: Any) -> str:
    """Start a game of some callers by the service alone; return its id."""
    ruleset = custom_ruleset("classic-2018", options)
    seats = [SeatPlan(caller.player) for caller in callers]
    plan = GamePlan(ruleset=ruleset, seats=seats, clock=clock)
    return str(create_game(plan=plan, creator=callers[0].player).game.id)


def cards(text: str) -> list[str]:
    return text.split()


def lay_out(game: str, hands: Sequence[str], centre: str, draw: str = "", **more: Any) -> None:
    """Put cards on the table of a running game, the draw pile's top first; its version stays.

    The seat to act is 0 unless `turn` says otherwise, and its time begins now.
    """
    position = {
        "hands": [cards(hand) for hand in hands],
        "centre": cards(centre),
        "draw_pile": cards(draw),
        "turn": 0,
        **more,
    }
    with transaction.atomic():
        table = take_table(row(game).id)
        seed = table.playing.seed
        table.state = position_from_json(position, table.game.rules, seed)
        table.state.single_round = False
        table.game.state = to_snapshot(table.state)
        start_clock(table)
        table.game.save()


def row(game: str) -> Game:
    return Game.objects.get(pk=game)


def state_of(game: str) -> GameState:
    """Return the whole state of a started game, every hand open."""
    found = row(game)
    state = load_state(found, list(found.seats.order_by("number")))
    assert state is not None
    return state


def card_count(game: str) -> int:
    return state_of(game).round.card_count()


def version_of(game: str) -> int:
    return row(game).version


def turn_of(game: str) -> int:
    return state_of(game).round.turn


def pass_time(game: str, **time: float) -> None:
    """Let time go by for one game: everything that it dates from is moved into the past."""
    passed = timedelta(**time)
    found = row(game)
    for name in ("created_at", "started_at", "turn_started_at", "deadline", "due_at"):
        moment = getattr(found, name)
        if moment is not None:
            setattr(found, name, moment - passed)
    found.save()


def play_automatic(game: str) -> bool:
    """Let a bot or autopilot act once if one is due; say whether it did."""
    found = row(game)
    return play_bot(game_id=found.id, version=found.version) or play_autopilot(
        game_id=found.id, version=found.version
    )


def chosen(you: dict[str, Any]) -> dict[str, Any]:
    """Return an action of a listed few: a match before a draw, calling where it makes two."""
    order = ("call", "catch", "match", "lay", "draw", "end")
    action: dict[str, Any] = min(you["legal_actions"], key=lambda one: order.index(one["type"]))
    return {**action, "call": True} if action.get("makes_two") else action


def act(caller: Caller, game: str, view: dict[str, Any]) -> dict[str, Any]:
    """Let a caller take one step of the own turn; return the answer."""
    action = chosen(view["you"])
    if action["type"] in ("call", "catch"):
        answer: dict[str, Any] = read(caller.post(f"/games/{game}/calls", action), 201)
    else:
        answer = read(caller.turn(game, view["version"], [action]), 201)
    return answer


def play_out(game: str, callers: Sequence[Caller | None], most: int = 2_000) -> None:
    """Play a game to its end by what is listed; a seat of None is a bot's."""
    for _ in range(most):
        found = row(game)
        if found.status != Game.Status.RUNNING:
            return
        caller = callers[turn_of(game)]
        if caller is None or not caller.view(game)["you"]["legal_actions"]:
            assert play_automatic(game)
        else:
            act(caller, game, caller.view(game))
    raise AssertionError(f"the game is not over after {most} submissions")
