"""A record holds a game whole: built from what was played, it plays the same game again."""

import json
import random

import pytest

from games.engine.actions import Action, Draw, Match, Stop, Timeout
from games.engine.cards import face
from games.engine.deal import commitment, game_seed
from games.engine.play import advance, new_game
from games.engine.record import Unfinished, build_record, record_digest, recorded_action
from games.engine.refusals import Illegal
from games.engine.ruleset import Ruleset, custom_ruleset
from games.engine.verify import replay, verify_record, verify_text
from tests.engine.records import (
    CLASSIC,
    ENTROPY,
    SECRET,
    Played,
    play,
    played_game,
    resealed,
    short_ruleset,
)
from tests.engine.strategies import random_ruleset, steps

GAMES = {
    "one round": (short_ruleset(), 2, ""),
    "several rounds": (CLASSIC, 3, ""),
    "four seats": (short_ruleset(), 4, ""),
    "reprint": (custom_ruleset("reprint-2021", {}), 2, ""),
    "time-outs": (short_ruleset(), 2, "timeout - timeout timeout - timeout"),
    "leave, played on": (short_ruleset(), 3, "- - 1:leave"),
    "leave, removed": (short_ruleset(on_leave="remove"), 3, "- - 1:leave"),
    "leave in the own turn": (short_ruleset(on_leave="remove"), 4, "- leave - leave"),
    "leave to one": (CLASSIC, 2, "- - - 0:leave"),
    "leave to one, removed": (custom_ruleset("classic-2018", {"on_leave": "remove"}), 2, "leave"),
    "stop": (CLASSIC, 3, "- - - stop"),
    "abort": (CLASSIC, 2, "- - abort"),
    "abort at once": (CLASSIC, 2, "abort"),
    "limit": (custom_ruleset("classic-2018", {"max_turns": 100}), 2, "timeout " * 300),
}


@pytest.fixture(params=GAMES, scope="module")
def played(request: pytest.FixtureRequest) -> Played:
    ruleset, seats, service = GAMES[request.param]
    return play(ruleset, seats, service=service)


def same_end(played: Played) -> bool:
    """Say whether the replay of a game's record has its events and its last state."""
    record = played.record
    _, events = new_game(
        played.game.ruleset,
        len(played.game.seats),
        game_seed(played.game.secret, [seat.entropy for seat in played.game.seats]),
    )
    state = None
    for step in replay(record):
        events += step.events
        state = step.state
    return (state, events) == (played.state, played.events)


def test_record_of_any_end_is_verified(played: Played) -> None:
    verify_record(played.record)
    assert verify_text(json.dumps(played.record)) == 1


def test_replay_of_a_record_is_the_game_that_was_played(played: Played) -> None:
    assert same_end(played)


def test_replay_without_events_takes_the_same_steps(played: Played) -> None:
    record = played.record
    taken = [(step.where, step.action) for step in replay(record, with_events=False)]
    assert taken == [(step.where, step.action) for step in replay(record)]


def test_replay_goes_through_every_action(played: Played) -> None:
    actions = [(step.seat, step.action) for step in replay(played.record)]
    assert actions == list(played.game.actions)


@pytest.mark.parametrize(
    "name, ended, places",
    [
        ("one round", "target", True),
        ("reprint", "one_round", True),
        ("leave to one", "leave", True),
        ("leave to one, removed", "leave", True),
        ("stop", "stopped", True),
        ("limit", "limit", True),
        ("abort", "abort", False),
        ("abort at once", "abort", False),
    ],
)
def test_result_says_how_the_game_ended(name: str, ended: str, places: bool) -> None:
    ruleset, seats, service = GAMES[name]
    result = play(ruleset, seats, service=service).record["result"]
    assert (result["ended"], result["places"] is not None) == (ended, places)


def test_limit_takes_three_rounds_that_nobody_won() -> None:
    ruleset, seats, service = GAMES["limit"]
    record = play(ruleset, seats, service=service).record
    assert [(one["winner"], one["points"]) for one in record["rounds"]] == [(None, 0)] * 3
    assert [len(one["actions"]) for one in record["rounds"]] == [100] * 3


def test_rounds_are_counted_and_their_totals_grow() -> None:
    record = play(CLASSIC, 3).record
    rounds, totals = record["rounds"], [0, 0, 0]
    assert [one["number"] for one in rounds] == list(range(1, len(rounds) + 1))
    assert [one["dealer"] for one in rounds] == [
        (rounds[0]["dealer"] + later) % 3 for later in range(len(rounds))
    ]
    for one in rounds:
        totals[one["winner"]] += one["points"]
        assert one["scores"] == totals
    assert record["result"]["scores"] == totals
    assert len(rounds) > 1


@pytest.mark.parametrize("seats", [2, 3])
def test_record_has_the_fields_of_its_format(seats: int) -> None:
    record = play(short_ruleset(), seats).record
    assert list(record) == [
        *("format", "game", "ruleset", "seats", "secret", "commitment"),
        *("started_at", "finished_at", "rounds", "result", "digest"),
    ]
    assert record["format"] == "dos-record/1"
    assert record["secret"] == SECRET.hex()
    assert record["commitment"] == commitment(SECRET)
    assert record["ruleset"] == short_ruleset().to_json()
    assert [list(seat.values()) for seat in record["seats"]] == [
        [seat, f"player-{seat}", ("Anna", "Bo", "Cy")[seat], "client", ENTROPY[seat]]
        for seat in range(seats)
    ]


def test_digest_is_the_hash_of_the_canonical_rest(played: Played) -> None:
    record = played.record
    assert record["digest"] == record_digest(record) == resealed(record)["digest"]


def test_digest_leaves_names_out() -> None:
    record = play(short_ruleset()).record
    before = record["digest"]
    record["seats"][0]["name"] = "forgotten"
    assert record_digest(record) == before
    record["seats"][0]["player"] = "forgotten"
    assert record_digest(record) != before


def test_digest_does_not_depend_on_the_order_of_fields() -> None:
    record = play(short_ruleset()).record
    assert record_digest(dict(reversed(record.items()))) == record["digest"]


def test_action_is_recorded_with_the_seat_that_acted() -> None:
    match = Match(face("R7"), (face("R4"), face("R3")), call=True)
    shape = {"seat": 1, "type": "match", "target": "R7", "cards": ["R4", "R3"], "call": True}
    assert recorded_action(1, match) == shape
    assert recorded_action(2, Timeout()) == {"seat": 2, "type": "timeout"}


def test_stop_is_recorded_without_a_seat() -> None:
    assert recorded_action(None, Stop()) == {"type": "stop"}


def test_running_game_has_no_record() -> None:
    with pytest.raises(Unfinished):
        build_record(played_game([], CLASSIC, 2))
    whole = play(short_ruleset()).game
    with pytest.raises(Unfinished):
        build_record(played_game([*whole.actions][:-1], whole.ruleset, 2))


def test_game_that_the_rules_refuse_has_no_record() -> None:
    seat = play(short_ruleset()).game.actions[0][0]
    assert seat is not None
    with pytest.raises(Illegal):
        build_record(played_game([(1 - seat, Draw())], CLASSIC, 2))


def random_game(ruleset: Ruleset, seats: int, seed: int) -> Played:
    """Let everybody act at random; a game that takes too long is stopped."""
    rng = random.Random(seed)
    secret = rng.randbytes(32)
    state, events = new_game(ruleset, seats, game_seed(secret, ENTROPY[:seats]))
    actions: list[tuple[int | None, Action]] = []
    for step in steps(state, rng, rng.choice((20, 400))):
        actions.append((step.seat, step.action))
        events += step.events
        state = step.after
    if state.result is None:
        state = state.copy()
        actions.append((None, Stop()))
        advance(state, None, Stop(), events)
    return Played(played_game(actions, ruleset, seats, secret), state, events)


def test_any_game_is_played_again_from_its_record(stress: bool) -> None:
    for seed in range(1_500 if stress else 12):
        ruleset = random_ruleset(random.Random(seed))
        played = random_game(ruleset, 2 + seed % 3, seed)
        verify_record(played.record)
        assert same_end(played)
