"""What a game and a state take in a table: sizes, which no machine's speed changes."""

import zlib
from statistics import fmean

import pytest

from games.engine.snapshot import to_snapshot
from tests.benchmarks.games import notation_of, played_rounds, positions

PAIRINGS = [("greedy", "greedy"), ("greedy", "random")]
MOST_GAME_BYTES = 1_500
MOST_SNAPSHOT_BYTES = 600


@pytest.mark.parametrize("bots", PAIRINGS)
def test_finished_two_player_game_is_small_in_compact_notation(bots: tuple[str, str]) -> None:
    texts = ["\n\n".join(notation_of(played_rounds(bots, game))) for game in range(25)]
    assert fmean(len(zlib.compress(text.encode(), 9)) for text in texts) <= MOST_GAME_BYTES


@pytest.mark.parametrize(
    "bots", [*PAIRINGS, ("random", "random"), ("random", "greedy", "eager", "random")]
)
def test_no_snapshot_of_a_game_is_large(bots: tuple[str, ...]) -> None:
    snapshots = [to_snapshot(state) for game in range(3) for state in positions(bots, game)]
    assert max(map(len, snapshots)) <= MOST_SNAPSHOT_BYTES
