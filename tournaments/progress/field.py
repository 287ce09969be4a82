"""The field of a stage: who is in which group, by seed, and how many rounds it will have."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.formats import FORMATS
from tournaments.pairing import designs, seeding, swiss_rounds
from tournaments.pairing.round_robin import round_robin
from tournaments.pairing.seeding import BadEntrants
from tournaments.progress.brackets import knockout_of
from tournaments.progress.group import Group

PODS_ROUNDS = 4


class UnfitField(ValueError):
    """So many entrants, or so many rounds for them, do not go with the format."""


def groups_of(
    seeded: Sequence[int], options: Mapping[str, Any], *, seed: str, stage: int
) -> tuple[tuple[int, ...], ...]:
    """Return the groups of a stage, each in the order of its own numbers.

    `seeded` are the entrants by seed. Raises UnfitField.

    >>> groups_of((1, 2, 3, 4, 5), {"groups": 2}, seed="winter", stage=1)
    ((1, 4, 5), (2, 3))
    """
    order = tuple(seeded)
    if options.get("draw") == "random":
        order = seeding.by_lot(order, seed, stage)
    groups = int(options.get("groups", 1))
    if groups == 1:
        return (order,)
    try:
        return seeding.snake_groups(order, groups)
    except BadEntrants as unfit:
        raise UnfitField(str(unfit)) from None


def planned_rounds(format_code: str, options: Mapping[str, Any], size: int) -> int:
    """Return how many rounds a group of this size plays, 0 where the results decide.

    Raises UnfitField where the format cannot be played by so many, or not in so many rounds.
    """
    _check_size(format_code, size)
    wanted = options.get("rounds")
    try:
        if format_code in {"swiss_match", "swiss_dutch"}:
            rounds = swiss_rounds.default_rounds(size) if wanted is None else int(wanted)
            if wanted is not None or size >= swiss_rounds.FEWEST_FOR_ALL_ROUNDS:
                swiss_rounds.check_swiss_rounds(size, rounds)
            return rounds
    except swiss_rounds.UnfitRounds as unfit:
        raise UnfitField(str(unfit)) from None
    if format_code == "pods":
        return PODS_ROUNDS if wanted is None else int(wanted)
    if format_code == "round_robin":
        return len(round_robin(range(1, size + 1), cycles=options["cycles"]))
    if format_code == "round_robin_tables":
        return designs.default_rounds(size) if wanted is None else int(wanted)
    return 0


def _check_size(format_code: str, size: int) -> None:
    if size < 2:
        raise UnfitField(f"Two entrants are needed; there {_are(size)}.")
    most = FORMATS[format_code].most_entrants
    if most is not None and size > most:
        raise UnfitField(f"This format takes at most {most} entrants; there {_are(size)}.")


def _are(size: int) -> str:
    return "is 1" if size == 1 else f"are {size}"


def check_group(group: Group) -> None:
    """Refuse a group that its format cannot play. Raises UnfitField."""
    planned_rounds(group.format, group.options, group.size)
    if group.format == "knockout_tables":
        try:
            knockout_of(group)
        except BadEntrants as unfit:
            raise UnfitField(str(unfit)) from None
