"""Dry runs: what is asked for, and what every act answers to it."""

from typing import Final

from dosleague.api.schema.operations import parameter
from dosleague.api.schema.shapes import FLAG, Component, list_of, shape, text

OUTLOOK: Final = Component(
    "Outlook",
    shape(
        {
            "would": list_of(text("A sentence: what the act would do.")),
            "blocking": list_of(text("A sentence: what is in the way.")),
        }
    ),
)
DRY_RUN: Final = parameter(
    "dry_run",
    "query",
    "Only say what the act would do, and what is in its way; nothing is changed.",
    {**FLAG, "default": False},
)
