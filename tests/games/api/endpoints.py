"""Every endpoint of the games app, with a request that works; each is asked the same questions."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from games.engine.ruleset import RULESETS
from games.simulation import Simulation, simulated_game
from tests.games.caller import Caller, newcomer
from tests.games.tables import lay_out, open_game, quick_game, version_of

POSITION: Final = {"hands": [["R3", "R4", "Y1"], ["W"]], "centre": ["R7", "B9"], "turn": 0}
TURN: Final[list[dict[str, Any]]] = [{"type": "match", "target": "R7", "cards": ["R4", "R3"]}]


class World:
    """A league of Ada and Bob, who play; each thing is made when it is first asked for."""

    def __init__(self, ada: Caller, bob: Caller) -> None:
        self.ada = ada
        self.bob = bob

    @cached_property
    def stranger(self) -> Caller:
        return newcomer("Stranger")

    @cached_property
    def game(self) -> str:
        """Ada's turn against Bob; she owes a call."""
        game = quick_game(self.ada, self.bob)
        lay_out(game, ["R4 R3", "B1 B3 G4"], "R7 B9", "G3 G5 G6 G7", duties=[1, 0])
        return game

    @cached_property
    def open(self) -> str:
        """A game that waits for a second player besides Bob."""
        game: str = open_game(self.bob, ["me", "open"])["id"]
        return game

    @cached_property
    def left_open(self) -> str:
        """A game in which Ada sits and could leave."""
        game: str = open_game(self.ada, ["me", "open"])["id"]
        return game

    @cached_property
    def over(self) -> str:
        """A game that has ended: Bob has resigned."""
        game = quick_game(self.ada, self.bob)
        self.bob.post(f"/games/{game}/leave")
        return game

    @cached_property
    def private(self) -> str:
        """A private game of Ada and Bob."""
        game: str = open_game(self.ada, ["me", self.bob], private=True)["id"]
        return game

    @cached_property
    def record(self) -> dict[str, Any]:
        return simulated_game(Simulation(RULESETS["reprint-2021"], ("random",) * 2, "1"), 1).record

    @cached_property
    def password(self) -> str:
        """Ada's, which she has only where it is asked for."""
        self.ada.player.set_password("a long password")
        self.ada.player.save()
        return "a long password"

    @cached_property
    def token(self) -> str:
        return str(self.ada.player.tokens.earliest("created_at").id)


@dataclass(frozen=True)
class Endpoint:
    """One method of one path.

    `thing` gives the id in the path for the request that works, a second one is Bob's; `needs` is
    the scope, `token` for any, None where nobody is asked. `wrong` pairs bodies of a wrong shape
    with the pointer told.
    """

    method: str
    path: str
    status: int = 200
    thing: Callable[[World], str] = lambda _: ""
    body: Callable[[World], Any] = lambda _: None
    needs: str | None = None
    seated: bool = False
    once: bool = False
    exportable: bool = False
    wrong: tuple[tuple[Any, str], ...] = ()

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    def ask(self, caller: Caller, world: World, **changed: Any) -> Any:
        """Ask what works, but for what is changed: `thing`, `body`, `query`, and parts of `ask`."""
        thing = changed.pop("thing", None) or self.thing(world)
        path = self.path.format(thing, world.bob.id) + changed.pop("query", "")
        given = {} if self.method != "POST" else {"body": self.body(world)}
        return caller.ask(changed.pop("method", self.method), path, **{**given, **changed})


def _turn(world: World) -> dict[str, Any]:
    return {"version": version_of(world.game), "actions": TURN}


def _seats(*kinds: str) -> list[dict[str, str]]:
    return [{"kind": kind} for kind in kinds]


_SIGN_UP: Final = {"name": "Newcomer", "password": "a long password"}
_RULES_WRONG: Final[tuple[tuple[Any, str], ...]] = (
    ([], ""),
    ({}, "/position"),
    ({"position": POSITION, "surprise": 1, "text": "D"}, "/surprise"),
    ({"position": [], "text": "D"}, "/position"),
    ({"position": {"hands": 1, "centre": [], "turn": 0}, "text": "D"}, "/position/hands"),
    ({"position": POSITION, "ruleset": 1, "text": "D"}, "/ruleset"),
    ({"position": POSITION, "seed": 1, "text": "D"}, "/seed"),
    ({"position": POSITION, "seed": "XY", "text": "D"}, "/seed"),
)

ENDPOINTS: Final = (
    Endpoint(
        "POST",
        "/players",
        201,
        body=lambda _: _SIGN_UP,
        once=True,
        wrong=(
            ([], ""),
            ({**_SIGN_UP, "surprise": 1}, "/surprise"),
            ({**_SIGN_UP, "name": 7}, "/name"),
            ({**_SIGN_UP, "password": None}, "/password"),
            ({"name": "Newcomer"}, "/password"),
        ),
    ),
    Endpoint("GET", "/players/{}", thing=lambda world: world.bob.id),
    Endpoint("GET", "/players/{}/ratings", thing=lambda world: world.bob.id),
    Endpoint(
        "GET", "/players/{}/ratings/classic-2018.2p/history", thing=lambda world: world.bob.id
    ),
    Endpoint("GET", "/players/{}/against/{}", thing=lambda world: world.ada.id),
    Endpoint("GET", "/leaderboards/{}", thing=lambda _: "classic-2018.all"),
    Endpoint("GET", "/me", needs="token"),
    Endpoint(
        "POST",
        "/me/erase",
        body=lambda world: {"password": world.password},
        needs="play",
        wrong=(
            ([], ""),
            ({}, "/password"),
            ({"password": 1}, "/password"),
            ({"password": "a long password", "surprise": 1}, "/surprise"),
        ),
    ),
    Endpoint("GET", "/tokens", needs="token"),
    Endpoint(
        "POST",
        "/tokens",
        201,
        body=lambda _: {"name": "Known", "password": "a long password"},
        once=True,
        wrong=(
            ("", ""),
            ({"name": "Known", "password": "x", "surprise": 1}, "/surprise"),
            ({"name": ["Known"], "password": "x"}, "/name"),
            ({"name": "Known", "password": 1}, "/password"),
            ({"name": "Known", "password": "x", "label": 1}, "/label"),
            ({"name": "Known", "password": "x", "scopes": "play"}, "/scopes"),
            ({"name": "Known", "password": "x", "scopes": ["play", 1]}, "/scopes/1"),
            ({"name": "Known", "password": "x", "expires_at": 1}, "/expires_at"),
        ),
    ),
    Endpoint("DELETE", "/tokens/{}", 204, thing=lambda world: world.token, needs="token"),
    Endpoint("GET", "/bots"),
    Endpoint("GET", "/rulesets"),
    Endpoint("GET", "/rulesets/{}", thing=lambda _: "classic-2018"),
    Endpoint("GET", "/games", exportable=True),
    Endpoint(
        "POST",
        "/games",
        201,
        body=lambda _: {"seats": _seats("me", "open")},
        needs="play",
        once=True,
        wrong=(
            (None, ""),
            ({"seats": _seats("me", "open"), "surprise": 1}, "/surprise"),
            ({}, "/seats"),
            ({"seats": {}}, "/seats"),
            ({"seats": [{"kind": "me"}, "open"]}, "/seats/1"),
            ({"seats": [{"kind": "me"}, {"kind": 1}]}, "/seats/1/kind"),
            ({"seats": [{"kind": "me"}, {"kind": "bot"}]}, "/seats/1/bot"),
            ({"seats": [{"kind": "me"}, {"kind": "player"}]}, "/seats/1/player"),
            ({"seats": [{"kind": "me", "bot": "greedy"}, {"kind": "open"}]}, "/seats/0/bot"),
            ({"seats": [{"kind": "me"}, {"kind": "open", "x": 1}]}, "/seats/1/x"),
            ({"seats": _seats("me", "open"), "rated": 1}, "/rated"),
            ({"seats": _seats("me", "open"), "private": "no"}, "/private"),
            ({"seats": _seats("me", "open"), "clock": 60}, "/clock"),
            ({"seats": _seats("me", "open"), "clock": {}}, "/clock/turn_seconds"),
            (
                {"seats": _seats("me", "open"), "clock": {"turn_seconds": 60.0}},
                "/clock/turn_seconds",
            ),
            ({"seats": _seats("me", "open"), "bot_delay_ms": "0"}, "/bot_delay_ms"),
            ({"seats": _seats("me", "open"), "ruleset": 1}, "/ruleset"),
            ({"seats": _seats("me", "open"), "entropy": 1}, "/entropy"),
            ({"seats": _seats("open", "open"), "entropy": "mine"}, "/entropy"),
        ),
    ),
    Endpoint("GET", "/games/{}", thing=lambda world: world.game),
    Endpoint(
        "POST",
        "/games/{}/join",
        thing=lambda world: world.open,
        body=lambda _: {"entropy": "chance"},
        needs="play",
        once=True,
        wrong=(([], ""), ({"surprise": 1}, "/surprise"), ({"entropy": 1}, "/entropy")),
    ),
    Endpoint(
        "POST",
        "/games/{}/leave",
        thing=lambda world: world.left_open,
        body=lambda _: {},
        needs="play",
        seated=True,
        once=True,
        wrong=(([], ""), ({"seat": 0}, "/seat")),
    ),
    Endpoint(
        "POST",
        "/games/{}/turns",
        201,
        thing=lambda world: world.game,
        body=_turn,
        needs="play",
        seated=True,
        once=True,
        wrong=(
            ([], ""),
            ({"version": 1}, ""),
            ({"version": 1, "actions": TURN, "text": "D"}, ""),
            ({"version": 1, "actions": TURN, "surprise": 1}, "/surprise"),
            ({"version": "1", "actions": TURN}, "/version"),
            ({"version": True, "actions": TURN}, "/version"),
            ({"version": None, "actions": TURN}, "/version"),
            ({"version": -1, "actions": TURN}, "/version"),
            ({"version": 2**31, "actions": TURN}, "/version"),
            ({"version": 1, "actions": {}}, "/actions"),
            ({"version": 1, "actions": []}, "/actions"),
            ({"version": 1, "actions": ["D"]}, "/actions/0"),
            ({"version": 1, "actions": [{"type": "pass"}]}, "/actions/0/type"),
            ({"version": 1, "actions": [*TURN, {"type": "draw", "x": 1}]}, "/actions/1/x"),
            ({"version": 1, "actions": [{"type": "timeout"}]}, "/actions/0/type"),
            ({"version": 1, "actions": [{"type": "leave"}]}, "/actions/0/type"),
            ({"version": 1, "actions": [{"type": "stop"}]}, "/actions/0/type"),
            ({"version": 1, "actions": [{"type": "lay", "card": "R2"}]}, "/actions/0/card"),
            ({"version": 1, "actions": [{"type": "draw", "call": 1}]}, "/actions/0/call"),
            ({"version": 1, "text": 1}, "/text"),
            ({"version": 1, "text": "R4+R3>"}, "/text"),
            ({"version": 1, "text": "1:D"}, "/text"),
            ({"version": 1, "text": ""}, "/actions"),
        ),
    ),
    Endpoint(
        "POST",
        "/games/{}/calls",
        201,
        thing=lambda world: world.game,
        body=lambda _: {"type": "call"},
        needs="play",
        seated=True,
        once=True,
        wrong=(
            ([], ""),
            ({"type": "call", "surprise": 1}, "/surprise"),
            ({"type": "draw"}, "/type"),
            ({"type": "leave"}, "/type"),
            ({"type": 1}, "/type"),
            ({"type": "catch"}, "/target_seat"),
            ({"type": "catch", "target_seat": "1"}, "/target_seat"),
            ({"text": "D"}, "/type"),
            ({"text": "! !"}, "/actions"),
            ({"text": "!", "type": "call"}, "/type"),
        ),
    ),
    Endpoint("GET", "/games/{}/events", thing=lambda world: world.game),
    Endpoint("GET", "/games/{}/record", thing=lambda world: world.over),
    Endpoint("GET", "/games/{}/ratings", thing=lambda world: world.over),
    Endpoint("GET", "/games/{}/win-chance", thing=lambda world: world.game),
    Endpoint("GET", "/records", exportable=True),
    Endpoint(
        "POST",
        "/rules/apply",
        body=lambda _: {"position": POSITION, "text": "R4+R3>R7"},
        wrong=(
            *_RULES_WRONG,
            ({"position": POSITION}, ""),
            ({"position": POSITION, "actions": {}}, "/actions"),
            ({"position": POSITION, "actions": [1]}, "/actions/0"),
            ({"position": POSITION, "actions": [{"type": "draw"}]}, "/actions/0/seat"),
            (
                {"position": POSITION, "actions": [{"seat": True, "type": "draw"}]},
                "/actions/0/seat",
            ),
            ({"position": POSITION, "actions": [{"seat": 0, "type": "pass"}]}, "/actions/0/type"),
        ),
    ),
    Endpoint(
        "POST",
        "/rules/legal-actions",
        body=lambda _: {"position": POSITION},
        wrong=tuple(
            ({k: v for k, v in body.items() if k != "text"} if isinstance(body, dict) else body, at)
            for body, at in _RULES_WRONG
        ),
    ),
    Endpoint("POST", "/rules/verify", body=lambda world: world.record),
)
