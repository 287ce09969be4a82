"""What the endpoints of the tournaments app are asked about."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from dosleague.api.json import JSON
from tests.games.caller import Caller, newcomer
from tests.tournaments.cups import by, cup, entered, lay_out
from tournaments.lifecycle import State
from tournaments.models import Entrant, Match, StageRound, Tournament
from tournaments.selectors.archives import archive_text
from tournaments.services.registration import add_entrants
from tournaments.services.rounds import close_round, pair_round, publish_round
from tournaments.services.rulings import Ruling, set_result
from tournaments.services.stages import planned_stages
from tournaments.values import ResultKind

REASON: Final[tuple[tuple[Any, str], ...]] = (
    ([], ""),
    ({"surprise": 1}, "/surprise"),
    ({"reason": 1}, "/reason"),
)
"""Wrong bodies of an act that takes nothing but a reason."""


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
        return self.cup.entrants.get(player=self.bob.player)

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

    def eight(self, state: State) -> str:
        """Return the cup's path once it is in a state and eight are here to play, by hand."""
        if self.cup.entrants.count() == 1:
            entered(self.cup, *(f"Player{number}" for number in range(2, 9)))
        Tournament.objects.update(advance=Tournament.Advance.MANUAL, check_in=False)
        self.cup.refresh_from_db()
        self.cup.entrants.update(status="registered")
        path = self.path(state)
        if state is State.RUNNING:
            for number, one in enumerate(self.cup.entrants.order_by("queue_number"), start=1):
                one.status, one.start_number = Entrant.Status.ACTIVE, number
                one.save()
        return path

    def read_of(self, rest: str) -> str:
        """Return a path below the cup's once round 1 is closed."""
        return f"{self.round('closed').removesuffix('/rounds/1')}/{rest}"

    def bracket(self) -> str:
        """Return the path of the cup's bracket, once it is a knockout of eight."""
        path = self.eight(State.RUNNING)
        (plan,) = planned_stages([{"format": "single_elimination"}])
        options = {"rounds": 5, **plan.options}
        self.cup.stages.update(format=plan.format.code, options=options)
        return f"{path}/bracket"

    @cached_property
    def archive(self) -> dict[str, Any]:
        """The archive of the cup, which is cancelled."""
        cancelled = lay_out(self.cup, State.CANCELLED)
        archive: dict[str, Any] = json.loads("".join(archive_text(cancelled, shows_seed=True)))
        return archive

    @property
    def importing(self) -> str:
        """The path at which the archive is taken in."""
        assert self.archive
        return "/tournaments/import"

    def round(self, status: str) -> str:
        """Return the path of round 1 once it has a status; empty where it is yet to be paired."""
        if self.cup.rounds.exists():  # laid out before, for the same request
            return f"/tournaments/{self.cup.id}/rounds/1"
        path = self.eight(State.RUNNING)
        asked: dict[str, Any] = {
            "tournament_id": self.cup.id,
            "number": 1,
            "by": by(self.ada.player),
        }
        if status:
            pair_round(**asked)
        if status in {"published", "decided", "closed"}:
            publish_round(**asked)
        if status in {"decided", "closed"}:
            ruling = Ruling(ResultKind.PLAYED, (1, 2), (200, 90))
            for match in self.matches:
                set_result(
                    tournament_id=self.cup.id,
                    match_id=match.id,
                    ruling=ruling,
                    by=by(self.ada.player),
                    reason="played elsewhere",
                )
        if status == "closed":
            close_round(**asked)
        return f"{path}/rounds/1"

    @property
    def matches(self) -> list[Match]:
        """The matches of round 1."""
        first = StageRound.objects.get(tournament=self.cup, number=1)
        return list(first.matches.order_by("table"))


@dataclass(frozen=True)
class Endpoint:
    """One method of one path; `path` lays out the world and returns the path that works.

    `thing` is the id in the path, `hidden` that of another such thing, which others do not know of;
    None where everybody knows of all. `part` is the second part of the path that names something.
    `subject` is how that begins of which the log tells once.
    `needs` are the scopes of which one is needed, the first of which is told; `organisers` says
    that others are forbidden. `wrong` pairs bodies of a wrong shape with the pointer told. `file`
    is the media type of an answer that is a file.
    """

    method: str
    route: str
    path: Callable[[World], str]
    status: int = 200
    body: Callable[[World], Any] = lambda _: {}
    thing: Callable[[World], str] = lambda world: str(world.cup.id)
    hidden: Callable[[World], str] | None = lambda world: world.draft
    subject: str = "tournament:"
    part: Callable[[World], str] = lambda world: f"/{world.entry.id}"
    needs: tuple[str, ...] = ()
    organisers: bool = False
    exportable: bool = False
    content_type: str = JSON
    file: str = ""
    wrong: tuple[tuple[Any, str], ...] = ()

    def __str__(self) -> str:
        return f"{self.method} {self.route}"

    def ask(self, caller: Caller, world: World, **changed: Any) -> Any:
        """Ask what works, but for what is changed: `path`, `query`, and parts of `Caller.ask`."""
        path = changed.pop("path", None) or self.path(world)
        query = changed.pop("query", "")
        path += query.replace("?", "&") if "?" in path else query
        given: dict[str, Any] = {"content_type": self.content_type}
        if self.method != "GET":
            given["body"] = self.body(world)
        return caller.ask(changed.pop("method", self.method), path, **{**given, **changed})
