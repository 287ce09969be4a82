"""Whatever the ruleset and the seat, what a built-in bot submits is legal and in its manner."""

import random

import pytest
from hypothesis import given

from games.bots.bot import Submission, with_call
from games.bots.registry import BOTS, UnknownBot, named_bot
from games.engine.actions import Call, Catch, Draw, End, Lay, Match, is_declared
from games.engine.events import PenaltyTaken
from games.engine.phases import Phase
from games.engine.ruleset import Ruleset, custom_ruleset
from tests.bots.seats import Decision, decisions
from tests.engine.strategies import random_ruleset, rulesets, seeds


@pytest.fixture(scope="module")
def made(stress: bool) -> list[Decision]:
    """Return what bots decided in games of every kind of ruleset and number of seats."""
    found: list[Decision] = []
    for seed in range(200 if stress else 40):
        found += decisions(random_ruleset(random.Random(seed)), seed)
    return found


@pytest.fixture(scope="module")
def careful(made: list[Decision]) -> list[Decision]:
    """Return the decisions of the bots that never forget a call."""
    return [decision for decision in made if decision.bot.name != "random"]


def is_called(submission: Submission) -> bool:
    return any(isinstance(a, Match | Draw | Lay) and a.call for a in submission)


def is_shout(decision: Decision) -> bool:
    return isinstance(decision.submission[0], Call | Catch)


def by(name: str, made: list[Decision]) -> list[Decision]:
    """Return what one bot decided where it did not begin with a call or a catch."""
    return [one for one in made if one.bot.name == name and not is_shout(one)]


@given(rulesets(), seeds())
def test_submission_is_legal_whoever_is_seated(ruleset: Ruleset, seed: int) -> None:
    for decision in decisions(ruleset, seed):
        assert decision.submission
        assert not any(isinstance(a, Call | Catch) for a in decision.submission[1:])


def test_games_went_through_every_phase_at_every_table(made: list[Decision]) -> None:
    assert {(one.bot.name, one.seen.phase) for one in made} == {
        (name, phase) for name in BOTS for phase in Phase if phase is not Phase.OVER
    }
    assert {len(one.seen.scores) for one in made} == {2, 3, 4}
    assert {type(one.submission[0]) for one in made} == {Match, Draw, Lay, End, Call, Catch}


def test_catch_is_the_first_act_of_a_turn_or_is_not_made(made: list[Decision]) -> None:
    catches = [one for one in made if any(isinstance(a, Catch) for a in one.submission)]
    assert {(one.seen.phase, len(one.submission)) for one in catches} == {(Phase.PLAY, 1)}


def test_careful_bot_calls_or_catches_before_anything_else(careful: list[Decision]) -> None:
    for decision in careful:
        if decision.seen.phase is Phase.PLAY:
            can = any(isinstance(o.action, Call | Catch) for o in decision.seen.options)
            assert is_shout(decision) == can


def test_careful_bot_leaves_no_call_owed_by_its_own_act(careful: list[Decision]) -> None:
    for decision in careful:
        seat = decision.seen.turn
        penalised = any(isinstance(e, PenaltyTaken) and e.seat == seat for e in decision.events)
        if not penalised and not decision.seen.owes_call[seat]:
            assert not decision.owes_after


def test_bot_declares_nothing(made: list[Decision]) -> None:
    matches = [a for decision in made for a in decision.submission if isinstance(a, Match)]
    assert not any(is_declared(card) for a in matches for card in (a.target, *a.cards))


def test_eager_matches_whenever_it_can(made: list[Decision]) -> None:
    for decision in by("eager", made):
        can = any(isinstance(option.action, Match) for option in decision.seen.options)
        assert isinstance(decision.submission[0], Match) == can


def test_greedy_begins_with_a_match_whenever_it_can(made: list[Decision]) -> None:
    for decision in by("greedy", made):
        if decision.seen.phase in (Phase.PLAY, Phase.DRAWN):
            can = any(isinstance(option.action, Match) for option in decision.seen.options)
            assert isinstance(decision.submission[0], Match) == can


def test_greedy_ends_its_plan_with_the_last_action_or_goes_out(made: list[Decision]) -> None:
    for decision in by("greedy", made):
        assert not any(isinstance(action, End) for action in decision.submission[:-1])


def test_nobody_says_dos_where_there_are_no_calls(stress: bool) -> None:
    ruleset = custom_ruleset("classic-2018", {"dos_penalty": 0})
    for seed in range(100 if stress else 10):
        for decision in decisions(ruleset, seed):
            assert not is_called(decision.submission)
            assert not is_shout(decision)


def test_levels_order_the_bots_from_the_weakest() -> None:
    assert [bot.level for bot in BOTS.values()] == [1, 2, 3]
    assert list(BOTS) == ["random", "eager", "greedy"]


def test_unknown_bot_is_told_who_there_is() -> None:
    with pytest.raises(UnknownBot, match="'tal'; there are random, eager, greedy"):
        named_bot("tal")


def test_call_flag_belongs_to_a_match_a_draw_or_a_lay_down() -> None:
    with pytest.raises(ValueError, match="carries no call flag"):
        with_call(End())
