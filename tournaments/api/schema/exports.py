"""Tournaments as files, going out and coming in."""

from typing import Any, Final

from dosleague.api.schema.operations import LOCATION, Answer, Caller, Operation, parameter
from dosleague.api.schema.shapes import HASH, Component, list_of, shape, text
from tournaments.api.schema.standings import AFTER_ROUND, GROUP, STAGE
from tournaments.api.schema.tournaments import TOURNAMENT
from tournaments.archive.document import FORMAT
from tournaments.trf import Dialect

_TAG: Final = "exports"
PLAIN: Final = "text/plain"
CSV: Final = "text/csv"
_OBJECTS: Final[dict[str, Any]] = list_of({"type": "object"})
_ARCHIVE: Final = Component(
    "TournamentArchive",
    shape(
        {
            "format": text(const=FORMAT),
            "tournament": {"type": "object", "description": "Its terms, status and times."},
            "organisers": _OBJECTS,
            "entrants": _OBJECTS,
            "stages": _OBJECTS,
            "rounds": {**_OBJECTS, "description": "With tables, games and all results."},
            "games": {**_OBJECTS, "description": "Each with its `dos-record/1`, if it has one."},
            "standings": {**_OBJECTS, "description": "Of each stage, after its last round."},
            "digest": HASH,
        },
        description="The digest is the SHA-256 of the canonical JSON of all the rest.",
    ),
)
EXPORT_REPORT: Final = Operation(
    id="exportReport",
    tag=_TAG,
    summary="Return a stage of Swiss rounds or a round robin of two as a tournament report (TRF)",
    description="With the round that is paired and published; by default of the first stage and "
    "group.",
    parameters=(
        STAGE,
        GROUP,
        parameter(
            "dialect",
            "query",
            "The edition of the format.",
            text(enum=[dialect.value for dialect in Dialect], default=Dialect.TRF16.value),
        ),
    ),
    answers={200: Answer("The report.", text(), media_type=PLAIN)},
    refusals=("not_found", "conflict"),
)
EXPORT_STANDINGS: Final = Operation(
    id="exportStandings",
    tag=_TAG,
    summary="Return standings as CSV with a header",
    description="A name that a spreadsheet would take for a formula begins with an apostrophe.",
    parameters=(AFTER_ROUND, STAGE, GROUP),
    answers={200: Answer("The table.", text(), media_type=CSV)},
    refusals=("not_found",),
)
EXPORT_ARCHIVE: Final = Operation(
    id="exportArchive",
    tag=_TAG,
    summary="Return a tournament whole, with every result and every record",
    answers={200: Answer("The archive.", _ARCHIVE)},
    refusals=("not_found",),
)
IMPORT_ARCHIVE: Final = Operation(
    id="importArchive",
    tag=_TAG,
    summary="Take in a tournament that has ended, from its archive; the caller owns it",
    description="At most 8 MiB. Everybody in it becomes a new player whom nobody can sign in as, "
    "under a name that is free. Games are checked by playing them again, and are not rated.",
    caller=Caller.KNOWN,
    scopes=("organise",),
    body=_ARCHIVE,
    answers={201: Answer("The tournament.", TOURNAMENT, headers=(LOCATION,))},
    refusals=("conflict", "invalid"),
    is_repeatable=True,
)
