"""New players and their names."""

import re
from typing import Any, Final

from django.db import IntegrityError, transaction

from dosleague.api.problems import Problem, field_error
from games.models import Player
from games.selectors.players import is_reserved_name

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{3,30}")


def make_player(name: str, password: str | None, **fields: Any) -> Player:
    """Return a new player of a name that nobody has.

    Raises Problem: `invalid` for a text that is no name, `name_taken`.
    """
    if not _NAME.fullmatch(name):
        detail = "A name is 3 to 30 of A–Z, a–z, 0–9, - and _."
        raise Problem("invalid", detail, errors=[field_error("/name", "name", detail)])
    if is_reserved_name(name):
        raise Problem("name_taken", f"The name {name} is reserved.")
    try:
        with transaction.atomic():
            return Player.objects.create_user(name, password, **fields)
    except IntegrityError:
        raise Problem("name_taken", f"The name {name} is taken.") from None
