"""Players as they are asked for in lists: by their ids, or as built-in bots of a new name."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID

from dosleague.api.problems import FieldError, Problem, field_error
from games.models import Player
from games.services.bots import name_bot
from tournaments.services.registration import NamedBot
from tournaments.services.stages import check_faults

AskedPlayer = UUID | NamedBot


def players_of(asked: Sequence[AskedPlayer], pointer: str) -> list[Player]:
    """Return players in the order of a list; the bots are made.

    Raises Problem: `invalid` for who is not there or is named twice, `name_taken`.
    """
    ids = [one for one in asked if isinstance(one, UUID)]
    known = Player.objects.filter(is_active=True).in_bulk(ids)
    check_faults(list(_faults(asked, known, pointer)))
    found = []
    for at, one in enumerate(asked):
        if isinstance(one, UUID):
            found.append(known[one])
        else:
            with below(f"{pointer}/{at}"):
                found.append(name_bot(bot=one.bot, name=one.name))
    return found


def _faults(
    asked: Sequence[AskedPlayer], known: dict[UUID, Player], pointer: str
) -> Iterator[FieldError]:
    seen = set()
    for at, one in enumerate(asked):
        if not isinstance(one, UUID):
            continue
        if one not in known:
            detail = "There is no such player."
            yield field_error(f"{pointer}/{at}/player", "does_not_exist", detail)
        elif one in seen:
            yield field_error(f"{pointer}/{at}/player", "repeated", "A player is named once.")
        seen.add(one)


@contextmanager
def below(pointer: str) -> Iterator[None]:
    """Tell the faults of a part as those of the whole: their pointers begin with `pointer`."""
    try:
        yield
    except Problem as problem:
        if problem.errors:
            problem.errors = [
                field_error(pointer + one["pointer"], one["code"], one["detail"])
                for one in problem.errors
            ]
        raise
