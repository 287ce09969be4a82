"""The search of greedy is bounded by the trials that it counts, however the cards lie."""

import random
from typing import Any, Final

import pytest

from games.bots import greedy
from games.engine.actions import Match
from games.engine.cards import DECK, Face, face_name, is_wild
from games.engine.observation import observe
from games.engine.position import position_from_json
from games.engine.ruleset import RULESETS

CENTRE: Final = 20
HAND: Final = 40


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[greedy.Search]:
    """Return the list into which every search of this test is put."""
    made: list[greedy.Search] = []

    class Kept(greedy.Search):
        def __init__(self, *arguments: Any, **more: Any) -> None:
            super().__init__(*arguments, **more)
            made.append(self)

    monkeypatch.setattr(greedy, "Search", Kept)
    return made


def dealt(wilds: str, rng: random.Random) -> tuple[list[Face], list[Face]]:
    """Return a long centre row and a large hand; the wilds lie in the row, the hand or both."""
    deck = list(DECK)
    rng.shuffle(deck)
    if wilds == "row":
        deck.sort(key=is_wild)
    elif wilds == "hand":
        deck.sort(key=is_wild, reverse=True)
    elif wilds == "both":
        deck.sort(key=lambda card: int(is_wild(card) and rng.random() < 0.5))
        deck = deck[CENTRE:HAND] + deck[HAND:] + deck[:CENTRE]
    return deck[:HAND], deck[-CENTRE:]


def decide(hand: list[Face], centre: list[Face]) -> int:
    """Let greedy decide, and return how many cards it plays from its hand."""
    spare = [c for c in DECK if c not in hand and c not in centre][:1]
    position = {
        "hands": [[face_name(card) for card in cards] for cards in (hand, spare)],
        "centre": [face_name(card) for card in centre],
        "turn": 0,
    }
    state = position_from_json(position, RULESETS["classic-2018"])
    seen = observe(state, 0)
    submission = greedy.GreedyBot().choose(seen, random.Random(0))
    return sum(len(a.cards) for a in submission if isinstance(a, Match))


@pytest.mark.parametrize("wilds", ["anywhere", "row", "hand", "both"])
def test_search_stops_within_a_row_of_its_last_trial(
    wilds: str, searches: list[greedy.Search], stress: bool
) -> None:
    for seed in range(500 if stress else 15):
        decide(*dealt(wilds, random.Random(seed)))
    spent = [greedy.TRIES - search.tries - max(map(len, search.moves)) for search in searches]
    assert max(spent) <= greedy.TRIES


def test_search_that_is_cut_off_still_holds_a_long_plan(searches: list[greedy.Search]) -> None:
    for seed in range(5):
        played = decide(*dealt("row", random.Random(seed)))
        assert searches[-1].tries <= 0
        assert played >= CENTRE * 3 // 4


def test_small_hand_is_searched_to_the_end(searches: list[greedy.Search]) -> None:
    deck = list(DECK)
    random.Random(1).shuffle(deck)
    decide(deck[:7], deck[7:11])
    assert searches[-1].tries > 0
