"""Repeated turns and calls: the key and the answer live on the submission row."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID

from django.db import IntegrityError

from dosleague.api.problems import Problem
from games.models import Submission
from games.services.table import Origin

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """The answer of the first of several equal requests, as it was sent."""

    body: str
    version: int


def once(
    game_id: UUID, kind: Submission.Kind, origin: Origin, submit: Callable[[], T]
) -> T | KeptAnswer:
    """Submit, or return the kept answer where the same request was accepted before.

    A repetition is only looked for where the submission is refused, so that an accepted one costs
    no statement for it: a repeated turn is stale, and a repeated call runs into the unique key.
    Raises Problem: what `submit` raises, or `idempotency_key_reused`.
    """
    try:
        return submit()
    except (Problem, IntegrityError):
        kept = _kept_answer(game_id, kind, origin)
        if kept is None:
            raise
        return kept


def _kept_answer(game_id: UUID, kind: Submission.Kind, origin: Origin) -> KeptAnswer | None:
    if origin.key is None or origin.player is None:
        return None
    earlier = (
        Submission.objects.filter(game=game_id, player=origin.player, kind=kind, key=origin.key)
        .only("fingerprint", "answer", "version")
        .first()
    )
    if earlier is None:
        return None
    if earlier.fingerprint != origin.fingerprint:
        raise Problem("idempotency_key_reused", "This key came with another request before.")
    return KeptAnswer(earlier.answer, earlier.version)
