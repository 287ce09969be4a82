"""Built-in bots at the table: when they act, and what is announced after a commit."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any, Final

import pytest
from django.db import transaction

from games import outbox, tasks
from games.engine.ruleset import RULESETS
from games.engine.verify import verify_record
from games.models import Game, Player, Submission
from games.selectors.due import due_games
from games.services.automatic import play_bot
from games.services.bots import ensure_bots
from games.services.demonstration import ensure_demonstration
from games.services.games import GamePlan, SeatPlan, create_game
from tests.games.caller import Caller, read
from tests.games.tables import lay_out, pass_time, play_out, row, state_of, turn_of, version_of

pytestmark = pytest.mark.django_db
CLASSIC: Final = RULESETS["classic-2018"]
Captured = Callable[..., AbstractContextManager[list[Any]]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, int]]:
    """Return the tasks that are queued, which nobody works off."""
    queued: list[tuple[str, str, int]] = []

    def send(task: str, game_id: Any, version: int) -> None:
        queued.append((task, str(game_id), version))

    monkeypatch.setattr(outbox, "send", send)
    return queued


def with_bot(ada: Caller, bot: str = "greedy", delay: int = 0) -> str:
    """Start a game of Ada and a bot; the bot, in seat 1, is to act and will have three cards."""
    seats = [SeatPlan(ada.player), SeatPlan(Player.objects.get(bot=bot))]
    game = str(create_game(plan=GamePlan(CLASSIC, seats, bot_delay_ms=delay), creator=None).game.id)
    lay_out(game, ["R7 R4 R3", "B1 B3 B5"], "R7 B9 G10", "G3 G6 G7 G8", turn=1, turn_number=5)
    return game


def bot_plays(game: str) -> bool:
    return play_bot(game_id=row(game).id, version=version_of(game))


def test_a_bot_plays_its_turn_through_the_common_door(ada: Caller) -> None:
    game = with_bot(ada)
    before = version_of(game)
    assert bot_plays(game)
    (message,) = ada.events(game, before)
    assert (message["version"], message["seat"]) == (before + 1, 1)
    while bot_plays(game):
        pass
    assert turn_of(game) == 0
    kept = Submission.objects.get(game_id=game, version=before + 1)
    assert (kept.kind, kept.player, kept.key) == ("turn", None, None)


def test_bot_tasks_are_safe_to_run_twice_and_late(ada: Caller) -> None:
    """P05, B35: a timer left over from an older version moves nobody."""
    game = with_bot(ada)
    before = version_of(game)
    assert not play_bot(game_id=row(game).id, version=before - 1)
    assert play_bot(game_id=row(game).id, version=before)
    for _ in range(3):
        assert not play_bot(game_id=row(game).id, version=before)
    assert version_of(game) == before + 1


def test_a_bot_never_plays_for_a_person(ada: Caller) -> None:
    game = with_bot(ada)
    lay_out(game, ["R7 R4 R3", "B1 B3 B5"], "R7 B9 G10", "G3 G6")
    assert not bot_plays(game)


def test_a_bot_waits_for_its_delay(ada: Caller) -> None:
    game = with_bot(ada, delay=1500)
    found = row(game)
    assert found.turn_started_at is not None
    assert found.due_at == found.turn_started_at + timedelta(milliseconds=1500)
    assert not bot_plays(game)
    pass_time(game, milliseconds=1400)
    assert not bot_plays(game)
    pass_time(game, milliseconds=200)
    assert list(due_games()) == [found]
    assert bot_plays(game)
    assert not bot_plays(game)
    while turn_of(game) == 1:
        pass_time(game, milliseconds=1600)
        assert bot_plays(game)
    assert row(game).due_at is None


def test_the_delay_counts_from_the_submission_before(ada: Caller) -> None:
    """A call in the bot's turn gives it no less time than any other submission."""
    game = with_bot(ada, delay=1500)
    hands = ["R7 R4", "B1 B3 B5"]
    lay_out(game, hands, "R7 B9", "G3 G6", turn=1, turn_number=5, duties=[4, 0])
    pass_time(game, milliseconds=1600)
    read(ada.call(game), 201)
    assert not bot_plays(game)
    pass_time(game, milliseconds=1600)
    assert bot_plays(game)


def test_bots_catch_only_as_the_first_act_of_their_turn(ada: Caller) -> None:
    game = with_bot(ada, "eager", delay=500)
    hands = ["R7 R4", "B1 B3 B5"]
    lay_out(game, hands, "R7 B9", "G3 G6 G7", turn=0, turn_number=4, duties=[4, 0])
    pass_time(game, seconds=9)
    assert not bot_plays(game)
    lay_out(game, hands, "R7 B9", "G3 G6 G7", turn=1, turn_number=5, duties=[4, 0])
    before = version_of(game)
    pass_time(game, seconds=9)
    assert bot_plays(game)
    assert ada.events(game, before)[0]["actions"] == [
        {"seat": 1, "type": "catch", "target_seat": 0}
    ]
    assert not bot_plays(game)
    pass_time(game, seconds=9)
    assert bot_plays(game)
    assert ada.events(game, before)[1]["actions"][0]["type"] == "draw"


def test_whoever_calls_first_is_not_caught(ada: Caller) -> None:
    """B8: a person has the time of the delay to call before the bot may act."""
    game = with_bot(ada, "eager", delay=500)
    hands = ["R7 R4", "B1 B3 B5"]
    lay_out(game, hands, "R7 B9", "G3 G6 G7", turn=1, turn_number=5, duties=[4, 0])
    assert not bot_plays(game)
    read(ada.call(game), 201)
    pass_time(game, seconds=9)
    assert bot_plays(game)
    assert len(state_of(game).round.hands[0]) == 2


@pytest.mark.parametrize("bot", ["random", "eager", "greedy"])
def test_games_between_bots_end_and_verify(nobody: Caller, bot: str) -> None:
    """B3, B7: no bot loops, and no game goes on for ever."""
    player = Player.objects.get(bot=bot)
    plan = GamePlan(RULESETS["reprint-2021"], [SeatPlan(player)] * 4)
    game = str(create_game(plan=plan, creator=None).game.id)
    play_out(game, [None] * 4)
    verify_record(read(nobody.get(f"/games/{game}/record")))


def test_bots_are_players_whose_password_nobody_has(db: None) -> None:
    before = set(Player.objects.filter(kind="bot").values_list("name", flat=True))
    assert before == {"random", "eager", "greedy"}
    ensure_bots()
    assert Player.objects.filter(kind="bot").count() == len(before)
    assert not any(player.has_usable_password() for player in Player.objects.filter(kind="bot"))


# What leaves after a commit.


def test_a_bots_task_is_queued_after_the_commit(
    sent: list[Any], django_capture_on_commit_callbacks: Captured
) -> None:
    """P06."""
    bots = [SeatPlan(Player.objects.get(bot=name)) for name in ("greedy", "random")]
    with django_capture_on_commit_callbacks(execute=True):
        game = create_game(plan=GamePlan(CLASSIC, bots), creator=None).game
        assert sent == []
    assert sent == [("games.play_bot", str(game.id), 1)]


def test_nothing_is_queued_for_what_was_rolled_back(
    sent: list[Any], django_capture_on_commit_callbacks: Captured
) -> None:
    """P06."""
    bots = [SeatPlan(Player.objects.get(bot=name)) for name in ("greedy", "random")]
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        create_game(plan=GamePlan(CLASSIC, bots), creator=None)
        transaction.set_rollback(True)
    assert (sent, Game.objects.count()) == ([], 0)


def test_a_delayed_bot_is_left_to_the_sweep(
    ada: Caller, sent: list[Any], django_capture_on_commit_callbacks: Captured
) -> None:
    game = with_bot(ada, delay=1500)
    lay_out(game, ["R7 R4 R3", "B1 B3 B5"], "R7 B9 G10", "G3 G6")
    with django_capture_on_commit_callbacks(execute=True):
        read(ada.turn(game, version_of(game), "D /R4"), 201)
    assert sent == []
    tasks.sweep()
    assert sent == []
    pass_time(game, milliseconds=1600)
    tasks.sweep()
    assert ("games.play_bot", game, version_of(game)) in sent


def test_the_sweep_finds_the_work_of_a_lost_task(ada: Caller, sent: list[Any]) -> None:
    game = with_bot(ada)
    tasks.sweep()
    assert sent == []
    pass_time(game, seconds=4)
    tasks.sweep()
    assert ("games.play_bot", game, version_of(game)) in sent


def test_who_left_is_played_on_by_a_task(
    ada: Caller, bob: Caller, sent: list[Any], django_capture_on_commit_callbacks: Captured
) -> None:
    seats = [SeatPlan(each.player) for each in (ada, bob)]
    bot = SeatPlan(Player.objects.get(bot="random"))
    game = str(create_game(plan=GamePlan(CLASSIC, [*seats, bot]), creator=None).game.id)
    lay_out(game, ["R7 R4 R3", "B1 B3 B5", "Y1 Y3 Y4"], "R7 B9", "G3 G6")
    with django_capture_on_commit_callbacks(execute=True):
        read(ada.post(f"/games/{game}/leave"))
    assert sent == [("games.play_autopilot", game, version_of(game))]
    tasks.play_autopilot(game, version_of(game))
    assert turn_of(game) == 1


def test_an_ended_game_is_told_of_once_more_until_it_was_followed(
    ada: Caller, bob: Caller, sent: list[Any], django_capture_on_commit_callbacks: Captured
) -> None:
    seats = [SeatPlan(each.player) for each in (ada, bob)]
    game = create_game(plan=GamePlan(CLASSIC, seats), creator=None).game
    with django_capture_on_commit_callbacks(execute=True):
        read(ada.post(f"/games/{game.id}/leave"))
    assert sent == [("games.conclude", str(game.id), 2)]
    Game.objects.filter(pk=game.id).update(finished_at=game.created_at - timedelta(seconds=9))
    tasks.sweep()
    assert sent[1:] == [("games.conclude", str(game.id), 2)]
    tasks.conclude(str(game.id), 2)
    tasks.sweep()
    assert len(sent) == 2


def test_a_demonstration_is_started_where_there_is_no_game(sent: list[Any]) -> None:
    assert ensure_demonstration() == 3
    assert ensure_demonstration() == 0
    assert Game.objects.filter(status="running").count() == 3
