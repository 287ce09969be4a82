"""What the hand-made statements of a turn read and write, against Django's own reading of it."""

import re
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from django.db.models import Model

from dosleague.api.clock import database_now
from games.models import Game, Player, Seat, Submission
from games.services.games import Clock, GamePlan, SeatPlan, create_game
from games.services.statements import (
    CHANGING,
    SEATED,
    new_submission,
    read_seats,
    write_submission,
)
from tests.games.concurrency.tables import CLASSIC, Sitting, new_duel, new_person, new_sitting

pytestmark = pytest.mark.usefixtures("database")


def columns_of(row: Model) -> dict[str, Any]:
    """Return the values of a row's columns as they were read."""
    names = [field.attname for field in row._meta.concrete_fields]
    return {name: row.__dict__[name] for name in names if name in row.__dict__}


def awaited_game() -> Sitting:
    """Open a game in which one sits, one is awaited and a seat is free."""
    people = [new_person() for _ in range(2)]
    seats = [SeatPlan(people[0].player), SeatPlan(people[1].player, reserved=True), SeatPlan()]
    plan = GamePlan(CLASSIC, seats, clock=Clock(60))
    return Sitting(str(create_game(plan=plan, creator=people[0].player).game.id), tuple(people))


def table_of_four() -> Sitting:
    return new_sitting(*[new_person() for _ in range(4)])


@pytest.mark.parametrize("lock", [False, True])
@pytest.mark.parametrize("seated", [new_duel, awaited_game, table_of_four])
def test_seats_are_read_as_django_reads_them(seated: Any, lock: bool) -> None:
    sitting: Sitting = seated()
    with transaction.atomic():
        read, _ = read_seats(UUID(sitting.id), lock=lock)
        told = list(Seat.objects.filter(game=UUID(sitting.id)).order_by("number"))
        assert [columns_of(seat) for seat in read] == [columns_of(seat) for seat in told]
        assert columns_of(read[0].game) == columns_of(sitting.game)
        assert all(seat.game is read[0].game for seat in read)
        for mine, other in zip(read, told, strict=True):
            assert (mine.player, mine.reserved_for) == (other.player, other.reserved_for)
            assert (mine.player and mine.player.name) == (other.player and other.player.name)


def test_player_of_a_seat_has_what_a_table_needs_and_the_rest_when_asked() -> None:
    read, _ = read_seats(UUID(new_duel().id), lock=False)
    player = read[0].player
    assert player is not None
    assert {field.name for field in Player._meta.concrete_fields} >= SEATED
    assert player.get_deferred_fields() >= {"password", "created_at"}
    assert player.is_active
    assert player.created_at == Player.objects.get(pk=player.pk).created_at


def test_time_is_the_databases() -> None:
    sitting = new_duel()
    before = database_now()
    _, now = read_seats(UUID(sitting.id), lock=False)
    assert now is not None
    # SQLite tells whole milliseconds.
    assert before - timedelta(milliseconds=1) <= now <= database_now() + timedelta(milliseconds=1)


def test_game_that_is_none_has_no_seats() -> None:
    assert read_seats(uuid4(), lock=False) == ([], None)


def test_submission_and_all_that_it_may_change_are_written_as_django_writes_them() -> None:
    sitting = new_duel(Clock(60))
    with transaction.atomic():
        seats, now = read_seats(UUID(sitting.id), lock=True)
        assert now is not None
        game = seats[0].game
        game.status, game.version, game.state = Game.Status.FINISHED, 2, "a state – of any kind"
        game.started_at = game.finished_at = game.turn_started_at = game.deadline = now
        game.due_at, game.timeouts, game.banks = None, [1, 2], [3, 4]
        game.result, game.digest, game.round_text = {"winner": None, "é": [1]}, "d", "R7\n"
        submission = Submission(
            game=game,
            version=2,
            kind=Submission.Kind.TURN,
            seat=1,
            at=now,
            actions=[{"type": "draw"}],
            events=[{"type": "drew", "card": None}],
            player=seats[0].player,
            key="k",
            fingerprint="f",
            answer='{"é":1}',
        )
        assert write_submission(game, submission)
    assert columns_of(sitting.game) == columns_of(game)
    assert columns_of(Submission.objects.get(pk=submission.pk)) == columns_of(submission)
    assert Submission.objects.get(player=seats[0].player, key="k").game_id == game.id


@pytest.mark.parametrize("with_player", [True, False])
def test_new_submission_is_what_its_class_makes(with_player: bool) -> None:
    sitting = new_duel()
    person = sitting.people[0]
    assert person is not None
    player = person.player if with_player else None
    told: dict[str, Any] = {
        "version": 17,
        "kind": Submission.Kind.TURN,
        "at": database_now(),
        "actions": [{"type": "draw"}],
        "events": [],
    }
    ours = new_submission(sitting.game, player, **told)
    assert columns_of(ours) == columns_of(Submission(game=sitting.game, player=player, **told))
    assert ours._state.adding
    assert (ours.game, ours.player) == (sitting.game, player)


def test_nothing_is_written_for_a_game_that_has_moved_on() -> None:
    sitting = new_duel()
    seats, now = read_seats(UUID(sitting.id), lock=False)
    assert now is not None
    game, before = seats[0].game, sitting.game
    game.version, game.state = 3, "what came of version 2"
    submission = Submission(game=game, version=3, kind=Submission.Kind.TURN, at=now)
    assert not write_submission(game, submission)
    assert columns_of(sitting.game) == columns_of(before)
    assert [one.version for one in sitting.log()] == [1]


def test_no_index_of_a_game_names_what_every_turn_changes() -> None:
    """Not even in a condition: PostgreSQL then leaves all indexes alone."""
    every_turn = {"version", "state", "round_text", "turn_started_at"}
    with connection.schema_editor(collect_sql=True) as editor:
        for index in Game._meta.indexes:
            assert not every_turn & set(re.findall(r"\w+", str(index.create_sql(Game, editor))))


def test_what_a_submission_may_change_are_fields_of_a_game() -> None:
    assert {field.name for field in Game._meta.concrete_fields} >= CHANGING


def test_locked_game_is_waited_for_by_the_next_who_locks_it() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite locks the whole database")
    sitting = new_duel()
    with transaction.atomic():
        read_seats(UUID(sitting.id), lock=True)
        other = connection.copy()
        try:
            with other.cursor() as cursor:
                cursor.execute(
                    "SELECT id FROM games_game WHERE id = %s FOR NO KEY UPDATE SKIP LOCKED",
                    [sitting.id],
                )
                assert cursor.fetchall() == []
                cursor.execute(
                    "SELECT id FROM games_seat WHERE game_id = %s FOR NO KEY UPDATE SKIP LOCKED",
                    [sitting.id],
                )
                assert len(cursor.fetchall()) == 2
        finally:
            other.close()
