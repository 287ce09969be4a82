"""The endpoints of what has come of a tournament: standings, brackets, reasons, files."""

from typing import Any, Final

from dosleague.api.json import JSON
from tests.tournaments.api.world import Endpoint, World


def _reading(rest: str, **more: Any) -> Endpoint:
    route = rest.partition("?")[0]
    return Endpoint("GET", f"tournaments/<id>/{route}", lambda w: w.read_of(rest), **more)


READING: Final = (
    _reading("standings"),
    Endpoint("GET", "tournaments/<id>/bracket", World.bracket),
    _reading("explain/pairing?round=1&table=1"),
    Endpoint(
        "GET",
        "tournaments/<id>/explain/rank",
        lambda world: f"{world.read_of('explain/rank')}?entrant={world.entry.id}",
    ),
    _reading("exports/trf", file="text/plain"),
    _reading("exports/csv", file="text/csv"),
    _reading("exports/json", file=JSON),
    Endpoint(
        "POST",
        "tournaments/import",
        lambda world: world.importing,
        201,
        body=lambda world: world.archive,
        needs=("organise",),
        wrong=((None, ""), ("archive", ""), ({}, "/format"), ({"format": 1}, "/tournament")),
    ),
)
