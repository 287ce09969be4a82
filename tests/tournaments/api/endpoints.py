"""Every endpoint of the tournaments app, with a request that works; each is asked the same."""

from typing import Any, Final

from tests.tournaments.api.endpoints_of_leagues import LEAGUES, SCHEDULES
from tests.tournaments.api.endpoints_of_play import PLAY
from tests.tournaments.api.endpoints_of_reading import READING
from tests.tournaments.api.world import REASON, Endpoint
from tournaments.lifecycle import State

CUP: Final = {"name": "Cup", "stages": [{"format": "swiss_match"}]}


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
        wrong=REASON,
    )


def _entry(word: str, state: State, status: str, *, own: bool = True) -> Endpoint:
    return Endpoint(
        "POST",
        f"tournaments/<id>/entrants/<id>/{word}",
        lambda world: f"{world.entrant(state, status)}/{word}",
        needs=_OWN if own else ("organise",),
        organisers=True,
        wrong=REASON,
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
                {**CUP, "stages": [{"format": "single_elimination", "tie_breaks": ["lot"]}]},
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
    *PLAY,
    *READING,
    *LEAGUES,
    *SCHEDULES,
)
