"""A pool's hash that a single game can bring up to date, whatever the size of the pool."""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Final

from games.ratings.log import Rated
from games.ratings.model import ALGORITHM

_BYTES: Final = 16
_MODULUS: Final = 1 << 8 * _BYTES
NO_HASH: Final = "0" * 2 * _BYTES
"""The hash of a pool without players."""


def fingerprint(player: str, rated: Rated) -> int:
    """Return a number over every bit of a player's rating in a pool."""
    mu, sigma = rated.rating.mu.hex(), rated.rating.sigma.hex()
    at = rated.last_played_at.timestamp().hex()
    line = f"{ALGORITHM}\t{player}\t{mu}\t{sigma}\t{rated.games}\t{at}"
    return int.from_bytes(blake2b(line.encode(), digest_size=_BYTES).digest(), "big")


def changed_hash(former: str, before: Mapping[str, Rated], after: Mapping[str, Rated]) -> str:
    """Return a pool's hash once the ratings `before` have become those of `after`.

    It is the sum of its players' fingerprints, so the order of players and changes is nothing.

    >>> from datetime import UTC, datetime
    >>> from games.ratings.rating import NEWCOMER
    >>> ann = {"ann": Rated(NEWCOMER, 1, datetime(2026, 1, 1, tzinfo=UTC))}
    >>> changed_hash(changed_hash(NO_HASH, {}, ann), ann, {}) == NO_HASH
    True
    """
    total = int(former, 16)
    total -= sum(fingerprint(player, rated) for player, rated in before.items())
    total += sum(fingerprint(player, rated) for player, rated in after.items())
    return f"{total % _MODULUS:0{2 * _BYTES}x}"


def pool_hash(players: Mapping[str, Rated]) -> str:
    """Return the hash of a whole pool: equal hashes are equal ratings, to the last bit."""
    return changed_hash(NO_HASH, {}, players)
