"""Pools: which games are rated together."""

from hashlib import sha256
from typing import Final

from games.engine.ruleset import RULESETS, Ruleset
from games.engine.strict_json import canonical_json

ALL: Final = "all"
TWO_PLAYERS: Final = "2p"
SEVERAL_PLAYERS: Final = "multi"
_HEX_DIGITS: Final = 8


def pool_stem(ruleset: Ruleset) -> str:
    """Return what the pools of a ruleset are called, before the dot.

    A ruleset that changes play has pools of its own; a custom one that changes nothing plays in
    its printing's.

    >>> from games.engine.ruleset import custom_ruleset
    >>> pool_stem(RULESETS["classic-2018"])
    'classic-2018'
    >>> pool_stem(custom_ruleset("classic-2018", {"dos_penalty": 4}))
    'custom-3adf5612'
    >>> pool_stem(custom_ruleset("reprint-2021", {"target": 200}))
    'classic-2018'
    """
    options = ruleset.options()
    for printing in RULESETS.values():
        if options == printing.options():
            return printing.name
    digest = sha256(canonical_json(options).encode()).hexdigest()
    return f"custom-{digest[:_HEX_DIGITS]}"


def pools_of(ruleset: Ruleset, seats: int) -> tuple[str, str]:
    """Return the two pools that a game of so many seats is rated in, the common one first.

    >>> pools_of(RULESETS["classic-2018"], 3)
    ('classic-2018.all', 'classic-2018.multi')
    """
    stem = pool_stem(ruleset)
    return f"{stem}.{ALL}", f"{stem}.{TWO_PLAYERS if seats == 2 else SEVERAL_PLAYERS}"
