"""Players of another server, or of an earlier time, as players of this one."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from itertools import count
from typing import Final
from uuid import UUID

from django.db.models.functions import Lower

from games.bots.registry import BOTS
from games.models import Player
from games.selectors.players import is_reserved_name

_LONGEST_NAME: Final = 30
_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class PlayerToImport:
    """Somebody who played elsewhere; `bot` names the built-in bot that played for it."""

    id: UUID
    name: str
    kind: str
    bot: str = ""


def import_players(plans: Sequence[PlayerToImport]) -> list[Player]:
    """Write players whom nobody can sign in as, each under its name or the next that is free.

    They are never anybody's who is here already, whatever their names.
    """
    taken = _taken(plan.name for plan in plans)
    players = []
    for plan in plans:
        player = Player(
            id=plan.id,
            name=_free_name(plan.name, taken),
            kind=plan.kind,
            bot=plan.bot if plan.bot in BOTS else "",
            is_active=False,
        )
        player.set_unusable_password()
        taken.add(player.name.lower())
        players.append(player)
    return Player.objects.bulk_create(players, batch_size=_AT_ONCE)


def _taken(names: Iterable[str]) -> set[str]:
    """Return those of some names that players have, in lower case."""
    wanted = [name.lower() for name in names]
    taken: set[str] = set()
    for start in range(0, len(wanted), _AT_ONCE):
        batch = wanted[start : start + _AT_ONCE]
        rows = Player.objects.annotate(lower=Lower("name")).filter(lower__in=batch)
        taken.update(rows.values_list("lower", flat=True))
    return taken


def _free_name(name: str, taken: Set[str]) -> str:
    """Return a name, with the first suffix that makes it free where it is not."""
    if not is_reserved_name(name) and name.lower() not in taken:
        return name
    stem = f"was-{name}" if is_reserved_name(f"{name}-2") else name
    for number in count(2):
        suffix = f"-{number}"
        candidate = f"{stem[: _LONGEST_NAME - len(suffix)]}{suffix}"
        lower = candidate.lower()
        if lower not in taken and not Player.objects.filter(name__iexact=candidate).exists():
            return candidate
    raise AssertionError("there is a free number")
