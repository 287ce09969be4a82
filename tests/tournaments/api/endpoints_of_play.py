"""The endpoints of play: its start and end, rounds and results."""

from collections.abc import Callable
from typing import Any, Final

from tests.tournaments.api.world import REASON, Endpoint, World
from tournaments.lifecycle import State


def _of_organisers(method: str, route: str, path: Callable[[World], str], **more: Any) -> Endpoint:
    return Endpoint(
        method,
        f"tournaments/<id>/{route}",
        path,
        needs=("organise",),
        organisers=True,
        **{"wrong": REASON, **more},
    )


def _round(word: str, status: str, *, method: str = "POST", **more: Any) -> Endpoint:
    return _of_organisers(
        method,
        f"rounds/<id>/{word}",
        lambda world: f"{world.round(status)}/{word}",
        part=lambda _: "/1/",
        **more,
    )


def _tables(world: World) -> list[dict[str, Any]]:
    world.round("draft")
    ids = [str(one.id) for one in world.cup.entrants.order_by("queue_number")]
    return [{"entrants": ids[at : at + 2]} for at in range(0, 8, 2)]


_RULING: Final = {"kind": "played", "places": [2, 1], "scores": [90, 200], "reason": "mistyped"}

PLAY: Final = (
    _of_organisers("POST", "start", lambda w: f"{w.eight(State.REGISTRATION_CLOSED)}/start"),
    _of_organisers("POST", "finish", lambda world: f"{world.eight(State.RUNNING)}/finish"),
    _of_organisers(
        "POST",
        "undo",
        lambda world: f"{world.eight(State.RUNNING)}/undo",
        body=lambda _: {"action": "start"},
        wrong=(
            ("start", ""),
            ({}, "/action"),
            ({"action": 1}, "/action"),
            ({"action": "start", "surprise": 1}, "/surprise"),
        ),
    ),
    Endpoint(
        "GET", "tournaments/<id>/rounds", lambda world: world.round("closed").rpartition("/")[0]
    ),
    Endpoint(
        "GET",
        "tournaments/<id>/rounds/<id>",
        lambda world: world.round("published"),
        part=lambda _: "/1",
    ),
    _round("pair", "", wrong=(*REASON, ({"redo": 1}, "/redo"))),
    _round(
        "pairings",
        "draft",
        method="PUT",
        body=lambda world: {"pairings": _tables(world)},
        wrong=(
            ([], ""),
            ({}, "/pairings"),
            ({"pairings": {}}, "/pairings"),
            ({"pairings": [{}]}, "/pairings/0/entrants"),
            ({"pairings": [{"entrants": [1]}]}, "/pairings/0/entrants/0"),
        ),
    ),
    _round("publish", "draft"),
    _round("close", "decided"),
    _of_organisers(
        "PUT",
        "matches/<id>/result",
        lambda world: (
            f"{world.round('closed').split('/rounds')[0]}/matches/{world.matches[0].id}/result"
        ),
        body=lambda _: _RULING,
        part=lambda world: f"/{world.matches[0].id}",
        wrong=(
            ([], ""),
            ({**_RULING, "surprise": 1}, "/surprise"),
            ({"kind": "void"}, "/reason"),
            ({**_RULING, "places": "1"}, "/places"),
            ({**_RULING, "scores": ["1"]}, "/scores/0"),
            ({**_RULING, "recompute": 1}, "/recompute"),
        ),
    ),
)
