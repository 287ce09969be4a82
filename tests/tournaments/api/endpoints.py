"""Every endpoint of the tournaments app, with a request that works; each is asked the same."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from dosleague.api.json import JSON
from tests.games.caller import Caller, newcomer
from tests.tournaments.cups import cup, lay_out
from tournaments.lifecycle import State
from tournaments.models import Entrant, Tournament
from tournaments.services.registration import add_entrants

CUP: Final = {"name": "Cup", "stages": [{"format": "swiss_match"}]}


class World:
    """A cup of Ada's that Bob has entered; Cleo has not, and is nobody here."""

    def __init__(self, ada: Caller, bob: Caller, cleo: Caller) -> None:
        self.ada = ada
        self.bob = bob
        self.cleo = cleo

    @cached_property
    def cup(self) -> Tournament:
        tournament = cup(self.ada.player, check_in=True)
        lay_out(tournament, State.REGISTRATION)
        add_entrants(tournament, [self.bob.player])
        return tournament

    @property
    def entry(self) -> Entrant:
        return self.cup.entrants.get()

    @cached_property
    def draft(self) -> str:
        """A draft of Bob's."""
        return str(cup(self.bob.player).id)

    @cached_property
    def stranger(self) -> Caller:
        return newcomer("Stranger")

    def path(self, state: State) -> str:
        """Return the cup's path once it is in a state."""
        lay_out(self.cup, state)
        return f"/tournaments/{self.cup.id}"

    def entrant(self, state: State = State.REGISTRATION, status: str = "registered") -> str:
        """Return the path of Bob's entry once the cup is in a state and the entry has a status."""
        path = self.path(state)
        self.cup.entrants.update(status=status, checked_in_at=None)
        return f"{path}/entrants/{self.entry.id}"


@dataclass(frozen=True)
class Endpoint:
    """One method of one path; `path` lays out the world and returns the path that works.

    `needs` are the scopes of which one is needed, the first of which is told; `organisers` says
    that others are forbidden. `wrong` pairs bodies of a wrong shape with the pointer told.
    """

    method: str
    route: str
    path: Callable[[World], str]
    status: int = 200
    body: Callable[[World], Any] = lambda _: {}
    needs: tuple[str, ...] = ()
    organisers: bool = False
    exportable: bool = False
    content_type: str = JSON
    wrong: tuple[tuple[Any, str], ...] = ()

    def __str__(self) -> str:
        return f"{self.method} {self.route}"

    def ask(self, caller: Caller, world: World, **changed: Any) -> Any:
        """Ask what works, but for what is changed: `path`, `query`, and parts of `Caller.ask`."""
        path = changed.pop("path", None) or self.path(world)
        path += changed.pop("query", "")
        given: dict[str, Any] = {"content_type": self.content_type}
        if self.method != "GET":
            given["body"] = self.body(world)
        return caller.ask(changed.pop("method", self.method), path, **{**given, **changed})


_REASON: Final[tuple[tuple[Any, str], ...]] = (
    ([], ""),
    ({"surprise": 1}, "/surprise"),
    ({"reason": 1}, "/reason"),
)
_OWN: Final = ("play", "organise")


def _stage(**more: Any) -> dict[str, Any]:
    return {**CUP, "stages": [{"format": "swiss_match", **more}]}


def _act(word: str, state: State) -> Endpoint:
    return Endpoint(
        "POST",
        f"tournaments/<id>/{word}",
        lambda world: f"{world.path(state)}/{word}",
        needs=("organise",),
        organisers=True,
        wrong=_REASON,
    )


def _entry(word: str, state: State, status: str, *, own: bool = True) -> Endpoint:
    return Endpoint(
        "POST",
        f"tournaments/<id>/entrants/<id>/{word}",
        lambda world: f"{world.entrant(state, status)}/{word}",
        needs=_OWN if own else ("organise",),
        organisers=True,
        wrong=_REASON if word != "check-in" else (([], ""), ({"reason": "x"}, "/reason")),
    )


ENDPOINTS: Final = (
    Endpoint("GET", "tournaments", lambda _: "/tournaments", exportable=True),
    Endpoint(
        "POST",
        "tournaments",
        lambda _: "/tournaments",
        201,
        body=lambda _: CUP,
        needs=("organise",),
        wrong=(
            (None, ""),
            ({"name": "Cup"}, "/stages"),
            ({**CUP, "surprise": 1}, "/surprise"),
            ({**CUP, "name": 1}, "/name"),
            ({**CUP, "rated": 1}, "/rated"),
            ({**CUP, "clock": None}, "/clock"),
            ({**CUP, "clock": {}}, "/clock/turn_seconds"),
            ({**CUP, "ruleset": 1}, "/ruleset"),
            ({**CUP, "seed": 7}, "/seed"),
            ({**CUP, "start_at": 7}, "/start_at"),
            ({**CUP, "no_show_seconds": "7"}, "/no_show_seconds"),
            ({**CUP, "registration": {"kinds": "bot"}}, "/registration/kinds"),
            ({**CUP, "registration": {"cap": 8.0}}, "/registration/cap"),
            ({**CUP, "registration": {"x": 1}}, "/registration/x"),
            ({**CUP, "stages": {}}, "/stages"),
            ({**CUP, "stages": [1]}, "/stages/0"),
            ({**CUP, "stages": [{}]}, "/stages/0/format"),
            ({**CUP, "stages": [{"format": 1}]}, "/stages/0/format"),
            (_stage(cycles=2), "/stages/0/cycles"),
            (_stage(rounds="5"), "/stages/0/rounds"),
            (_stage(groups=None), "/stages/0/groups"),
            (_stage(tie_breaks="lot"), "/stages/0/tie_breaks"),
            (_stage(tie_breaks=["lot", 1]), "/stages/0/tie_breaks/1"),
            (
                {**CUP, "stages": [{"format": "single_elimination", "tie_breaks": []}]},
                "/stages/0/tie_breaks",
            ),
        ),
    ),
    Endpoint("GET", "tournaments/<id>", lambda world: world.path(State.REGISTRATION)),
    _act("open-registration", State.DRAFT),
    _act("close-registration", State.REGISTRATION),
    _act("open-check-in", State.REGISTRATION_CLOSED),
    _act("close-check-in", State.CHECK_IN),
    _act("cancel", State.RUNNING),
    Endpoint(
        "PUT",
        "tournaments/<id>/organisers",
        lambda world: f"{world.path(State.REGISTRATION)}/organisers",
        body=lambda world: {"organisers": [{"player": world.ada.id, "role": "owner"}]},
        needs=("organise",),
        organisers=True,
        wrong=(
            ([], ""),
            ({}, "/organisers"),
            ({"organisers": {}}, "/organisers"),
            ({"organisers": [{"role": "owner"}]}, "/organisers/0/player"),
            ({"organisers": [{"player": 1, "role": "owner"}]}, "/organisers/0/player"),
        ),
    ),
    Endpoint(
        "GET",
        "tournaments/<id>/audit",
        lambda world: f"{world.path(State.REGISTRATION)}/audit",
        needs=("organise", "admin"),
        organisers=True,
    ),
    Endpoint(
        "GET",
        "tournaments/<id>/entrants",
        lambda world: f"{world.path(State.REGISTRATION)}/entrants",
        exportable=True,
    ),
    Endpoint(
        "POST",
        "tournaments/<id>/entrants",
        lambda world: f"{world.path(State.REGISTRATION)}/entrants",
        201,
        needs=("play",),
        wrong=(
            ([], ""),
            ({"surprise": 1}, "/surprise"),
            ({"player": 1}, "/player"),
            ({"bot": "greedy"}, "/name"),
            ({"name": "Greta"}, "/bot"),
            ({"bot": 1, "name": "Greta"}, "/bot"),
        ),
    ),
    Endpoint(
        "PUT",
        "tournaments/<id>/entrants/seeds",
        lambda world: f"{world.path(State.REGISTRATION)}/entrants/seeds",
        body=lambda world: {"seeds": [str(world.entry.id)]},
        needs=("organise",),
        organisers=True,
        wrong=(([], ""), ({}, "/seeds"), ({"seeds": "x"}, "/seeds"), ({"seeds": [1]}, "/seeds/0")),
    ),
    Endpoint(
        "POST",
        "tournaments/<id>/entrants/import",
        lambda world: f"{world.path(State.REGISTRATION)}/entrants/import",
        201,
        body=lambda world: f"name\n{world.stranger.player.name}\n".encode(),
        needs=("organise",),
        organisers=True,
        content_type="text/csv",
        wrong=(
            (b"", ""),
            (b"\xff", ""),
            (b"name\nA\0da\n", ""),
            (b"player\nAda\n", "/1"),
            (b"name,name\nAda,Ada\n", "/1"),
            (b'name\n"Ada\n', "/2"),
        ),
    ),
    _entry("check-in", State.CHECK_IN, "registered"),
    _entry("withdraw", State.REGISTRATION, "registered"),
    _entry("return", State.REGISTRATION, "withdrawn"),
    _entry("disqualify", State.REGISTRATION, "registered", own=False),
)
