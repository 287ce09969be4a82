"""The two bots that leave most to chance: what they may do, and how often they do it."""

from collections import Counter

import pytest

from games.bots.eager import EagerBot
from games.bots.random_bot import RandomBot
from tests.bots.seats import chosen
from tests.engine.table import Table, lay_out

MANY = 600


def choices(bot: RandomBot | EagerBot, table: Table) -> Counter[str]:
    """Return how often a bot submits what, over many chances."""
    return Counter(chosen(bot, table, chance) for chance in range(MANY))


def test_random_takes_each_legal_action_as_often_as_another() -> None:
    """600 choices of four, expected 150 each; five standard deviations are 53."""
    table = lay_out("R7 B9", "B7 G9 G1 G1 R6")
    counts = choices(RandomBot(), table)
    assert set(counts) == table.listed(0) == {"B7>R7", "G9>B9", "R6+G1>R7", "D"}
    assert all(abs(count - MANY / 4) < 53 for count in counts.values())


def test_random_forgets_half_of_its_calls() -> None:
    """300 acts that leave two, half of them called; five standard deviations are 43."""
    counts = choices(RandomBot(), lay_out("R7 B9", "B7 Y3 Y5"))
    assert set(counts) == {"B7>R7", "B7>R7!", "D"}
    assert abs(counts["B7>R7!"] - (MANY - counts["D"]) / 2) < 43


def test_random_catches_now_and_then_as_its_turn_begins() -> None:
    table = lay_out("R7 B9", "B7 G1 G1", "G5 Y5", turn_number=2, duties=[0, 1])
    assert 0 < choices(RandomBot(), table)["?1"] < MANY


@pytest.mark.parametrize("bot", [RandomBot(), EagerBot()], ids=["random", "eager"])
@pytest.mark.parametrize("so_far", ["B7>R7", "D"])
def test_nobody_is_caught_once_the_turn_has_an_act(bot: RandomBot | EagerBot, so_far: str) -> None:
    table = lay_out("R7 B9", "B7 G1 G1", "G5 Y5", draw="Y10", dos_window="open", duties=[0, 1])
    assert "?1" in table.play(so_far).listed(0)
    assert "?1" not in choices(bot, table)


@pytest.mark.parametrize(
    "hand, answers",
    [
        pytest.param("B7 Y9 G1 G1", {"B7>R7", "Y9>B9"}, id="any match"),
        pytest.param("B7 Y3 Y5", {"B7>R7!"}, id="a match that leaves two, called"),
        pytest.param("G1 G1 Y3", {"D"}, id="no match"),
        pytest.param("G1", {"D!"}, id="a draw to two, called"),
    ],
)
def test_eager_opens_its_turn(hand: str, answers: set[str]) -> None:
    assert set(choices(EagerBot(), lay_out("R7 B9", hand))) == answers


def test_eager_matches_what_it_drew() -> None:
    table = lay_out("R7 B9", "G1 G1 Y3", draw="G7").play("D")
    assert set(choices(EagerBot(), table)) == {"G7>R7"}


def test_eager_ends_when_it_has_matched_all_it_can() -> None:
    table = lay_out("R7 B9", "G1 G1 Y3 B7").play("B7>R7")
    assert set(choices(EagerBot(), table)) == {"."}


@pytest.mark.parametrize("hand, duties, answer", [("G1 Y3", [1, 0], "!"), ("B9", [0, 1], "?1")])
def test_eager_calls_or_catches_first(hand: str, duties: list[int], answer: str) -> None:
    table = lay_out("R7 B9", hand, "G5 Y5", turn_number=2, duties=duties)
    assert set(choices(EagerBot(), table)) == {answer}
