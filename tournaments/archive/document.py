"""The archive of a tournament, `dos-tournament/1`: its shape and its digest.

One JSON document in canonical form, but for the digest at its end: the hex SHA-256 of the canonical
JSON of all the rest.
"""

import hashlib
import re
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from games.engine.strict_json import canonical_json
from tournaments.archive.shapes import (
    ArchiveFault,
    an_id,
    any_number,
    any_object,
    anything,
    check_type,
    flag,
    list_of,
    object_of,
    or_null,
    text,
    utc_time,
    whole,
    word,
)
from tournaments.archive.wholeness import faults
from tournaments.formats import FORMATS, MOST_STAGES
from tournaments.values import ResultKind

FORMAT: Final = "dos-tournament/1"
ENDED: Final = ("finished", "cancelled")
_MOST_ROUNDS: Final = 1_000
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,30}")


def archive_digest(archive: Mapping[str, Any]) -> str:
    """Return the hex digest of an archive: SHA-256 of its canonical JSON without `digest`."""
    rest = {key: value for key, value in archive.items() if key != "digest"}
    return hashlib.sha256(canonical_json(rest).encode()).hexdigest()


def _player_name(value: Any, where: str) -> None:
    check_type(value, str, where, "text")
    if not _NAME.fullmatch(value):
        raise ArchiveFault(where, "A name is 1 to 30 of A–Z, a–z, 0–9, - and _.")


_KIND: Final = word("human", "client", "bot")
_FROM_1: Final = partial(whole, low=1)
_SMALL: Final = partial(whole, low=1, high=32_767)
_PERHAPS_TIME: Final = or_null(utc_time)
_TOURNAMENT: Final = object_of(
    {
        "id": an_id,
        "name": partial(text, most=100),
        "status": word(*ENDED, "draft", "registration", "check_in", "running"),
        "ruleset": any_object,
        "rated": flag,
        "clock": object_of({"turn_seconds": _FROM_1, "bank_seconds": whole, "max_timeouts": whole}),
        "deals": word("independent", "duplicate"),
        "advance": word("automatic", "manual"),
        "no_show_seconds": whole,
        "round_hours": or_null(_FROM_1),
        "start_at": _PERHAPS_TIME,
        "seed": or_null(partial(text, most=200)),
        "registration": object_of(
            {
                "cap": or_null(_FROM_1),
                "check_in": flag,
                "opens_at": _PERHAPS_TIME,
                "closes_at": _PERHAPS_TIME,
                "kinds": list_of(_KIND, 1, 3),
            }
        ),
        "published_at": _PERHAPS_TIME,
        "started_at": _PERHAPS_TIME,
        "finished_at": _PERHAPS_TIME,
    }
)
_ENTRANT: Final = object_of(
    {
        "id": an_id,
        "player": object_of(
            {"id": an_id, "name": _player_name, "kind": _KIND, "bot": partial(text, most=30)}
        ),
        "status": word(
            *("registered", "waiting", "checked_in", "active", "withdrawn", "disqualified")
        ),
        "queue_number": whole,
        "seed": or_null(_FROM_1),
        "rating": or_null(any_number),
        "start_number": or_null(_FROM_1),
        "entered_in": whole,
        "absent_from": or_null(whole),
        "registered_at": utc_time,
        "checked_in_at": _PERHAPS_TIME,
    }
)
_STAGE: Final = object_of(
    {
        "number": _SMALL,
        "format": word(*FORMATS),
        "options": any_object,
        "field": or_null(list_of(list_of(an_id), 1, 64)),
        "rounds_planned": list_of(whole, 0, 64),
        "started_at": _PERHAPS_TIME,
        "finished_at": _PERHAPS_TIME,
    }
)
_RESULT: Final = object_of(
    {
        "version": _FROM_1,
        "kind": word(*(kind.value for kind in ResultKind)),
        "places": list_of(partial(whole, low=1, high=4), 0, 4),
        "scores": list_of(whole, 0, 4),
        "points": list_of(any_number, 0, 4),
        "reason": text,
        "at": utc_time,
    }
)
_PAIRING: Final = object_of(
    {
        "match": an_id,
        "group": _SMALL,
        "table": _FROM_1,
        "key": or_null(partial(text, most=20)),
        "entrants": list_of(an_id, 1, 4),
        "bye": flag,
        "locked": flag,
        "opened": flag,
        "wins_needed": list_of(partial(whole, low=1, high=9), 0, 4),
        "reason": partial(text, most=2_000),
        "results": list_of(_RESULT, 0, 1_000),
        "games": list_of(
            object_of(
                {
                    "game": an_id,
                    "number": _SMALL,
                    "seats": list_of(an_id, 2, 4),
                    "no_show_at": utc_time,
                    "counted": flag,
                }
            ),
            0,
            1_000,
        ),
    }
)
_ROUND: Final = object_of(
    {
        "number": _FROM_1,
        "stage": _SMALL,
        "number_in_stage": _FROM_1,
        "status": word("published", "running", "closed"),
        "published_at": _PERHAPS_TIME,
        "play_from": _PERHAPS_TIME,
        "play_by": _PERHAPS_TIME,
        "closed_at": _PERHAPS_TIME,
        "pairings": list_of(_PAIRING),
    }
)
_GAME: Final = object_of(
    {
        "game": an_id,
        "status": word("open", "running", "finished", "aborted"),
        "created_at": utc_time,
        "record": or_null(any_object),
    }
)
_ARCHIVE: Final = object_of(
    {
        "format": word(FORMAT),
        "tournament": _TOURNAMENT,
        "organisers": list_of(
            object_of({"name": _player_name, "role": word("owner", "director", "scorer")})
        ),
        "entrants": list_of(_ENTRANT),
        "stages": list_of(_STAGE, 1, MOST_STAGES),
        "rounds": list_of(_ROUND, 0, _MOST_ROUNDS),
        "games": list_of(_GAME),
        "standings": list_of(anything, 0, MOST_STAGES),
        "digest": partial(text, most=64),
    }
)


def check_archive(archive: object) -> None:
    """Refuse what is no archive of a tournament that has ended. Raises ArchiveFault.

    The shape comes first, then the digest, then whether its parts go together. Records of games
    are verified by who imports them, and standings worked out again.
    """
    _ARCHIVE(archive, "")
    assert isinstance(archive, dict)
    if archive["digest"] != archive_digest(archive):
        raise ArchiveFault("/digest", "The archive is not what was exported.")
    if archive["tournament"]["status"] not in ENDED:
        detail = "Only a tournament that is finished or cancelled is imported."
        raise ArchiveFault("/tournament/status", detail)
    for where, detail in faults(archive):
        raise ArchiveFault(where, detail)
