"""The hand-made statements of a turn, beside what Django reads and makes."""

from typing import Any

import pytest
from django.db import models
from django.utils import timezone

from games.models import Game, Player, Seat, Submission
from games.services.statements import new_submission, read_seats
from tests.games.caller import Caller
from tests.games.tables import quick_game, row, turn_of, version_of

pytestmark = pytest.mark.django_db


def columns(one: models.Model) -> dict[str, Any]:
    """Return what an instance holds of its own row; bytes, whatever the driver makes of them."""
    values = {field.attname: getattr(one, field.attname) for field in one._meta.concrete_fields}
    return {
        name: bytes(value) if isinstance(value, memoryview) else value
        for name, value in values.items()
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_table_is_read_as_django_reads_it(ada: Caller, bob: Caller, seats: int) -> None:
    game = quick_game(ada, bob)
    for number in range(2, seats):
        Seat.objects.create(game_id=row(game).id, number=number, entropy=f"more {number}")
    read, now = read_seats(row(game).id, lock=False)
    assert now is not None
    assert abs((now - timezone.now()).total_seconds()) < 60
    django = list(
        Seat.objects.filter(game_id=row(game).id).select_related("game").order_by("number")
    )
    assert [columns(seat) for seat in read] == [columns(seat) for seat in django]
    assert {id(seat.game) for seat in read} == {id(read[0].game)}
    assert columns(read[0].game) == columns(row(game))
    assert [seat.player and seat.player.name for seat in read] == [
        seat.player and seat.player.name for seat in django
    ]


def test_a_new_submission_is_what_its_class_makes(ada: Caller, bob: Caller) -> None:
    game = row(quick_game(ada, bob))
    player = Player.objects.get(pk=ada.id)
    told: dict[str, Any] = {
        "version": 17,
        "kind": Submission.Kind.TURN,
        "at": timezone.now(),
        "actions": [{"type": "draw"}],
        "events": [],
    }
    ours, django = (
        new_submission(game, player, **told),
        Submission(game=game, player=player, **told),
    )
    assert columns(ours) == columns(django)
    assert ours._state.adding
    assert (ours.game, ours.player) == (game, player)
    assert columns(new_submission(game, None, **told)) == columns(Submission(game=game, **told))


def test_a_look_is_worked_out_once_for_each_viewer_and_version(ada: Caller, bob: Caller) -> None:
    game = quick_game(ada, bob)
    first = ada.view(game)
    assert ada.view(game) == first
    assert bob.view(game)["you"] != first["you"]
    actor = (ada, bob)[turn_of(game)]
    view = actor.view(game)
    answer = actor.turn(game, version_of(game), "D")
    assert answer.status_code == 201
    assert actor.view(game) == answer.json()["game"] != view
    Game.objects.filter(pk=game).update(bank_seconds=1)
    assert ada.view(game)["version"] == first["version"] + 1
