"""Players in the lists of a request: by id, or as built-in bots of a new name."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.api.actions import malformed
from tournaments.api.entrants import EntrantBody, check_whom
from tournaments.services.asked_players import AskedPlayer, below
from tournaments.services.registration import NamedBot


class PlayerBody(EntrantBody):
    """A player or a bot; not nobody."""


def asked_players(bodies: Sequence[Mapping[str, Any]], pointer: str) -> list[AskedPlayer]:
    """Return whom a list names; raises Problem `malformed`."""
    return [_asked(body, f"{pointer}/{at}") for at, body in enumerate(bodies)]


def _asked(body: Mapping[str, Any], pointer: str) -> AskedPlayer:
    with below(pointer):
        check_whom(body)
        if not body:
            raise malformed("/player", "is needed, or a bot and a name")
    if "player" in body:
        player: AskedPlayer = body["player"]
        return player
    return NamedBot(body["bot"], body["name"])
