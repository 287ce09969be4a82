"""The lists of the administration take as many statements for many rows as for few."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext
from model_bakery import baker

from games.engine.ruleset import RULESETS
from games.models import Game, Player
from tests.dosleague.desk import Desk
from tournaments.models import Match, MatchResult, Tournament

pytestmark = pytest.mark.django_db
OURS: Final = ("dosleague", "games", "tournaments")
MODELS: Final = [model for model in admin.site._registry if model._meta.app_label in OURS]
TERMS: Final[dict[type[Model], dict[str, Any]]] = {
    Game: {"ruleset": RULESETS["classic-2018"].to_json(), "seat_count": 2},
    Match: {"entrants": []},
}
"""What a list reads of a row that is not a plain column."""


def make(model: type[Model], count: int) -> None:
    """Make rows, each with rows of its own wherever it points."""
    for _ in range(count):
        terms: dict[str, Any] = dict(TERMS.get(model, {}))
        for field in model._meta.concrete_fields:
            if field.is_relation and field.related_model in MAKERS:
                terms[field.name] = MAKERS[field.related_model]()
        baker.make(model, **terms)


MAKERS: Final[dict[Any, Callable[[], Model]]] = {
    Player: lambda: Player.objects.create(name=f"Player-{Player.objects.count()}"),
    Game: lambda: baker.make(Game, **TERMS[Game]),
    Match: lambda: baker.make(Match, **TERMS[Match]),
    MatchResult: lambda: baker.make(MatchResult, match=baker.make(Match, **TERMS[Match])),
    Tournament: lambda: baker.make(Tournament),
}


def statements(desk: Desk) -> int:
    with CaptureQueriesContext(connection) as taken:
        answer = desk.client.get(desk.address)
    assert answer.status_code == 200
    return len(taken)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_a_list_takes_as_many_statements_for_many_rows_as_for_few(model: type[Model]) -> None:
    desk = Desk(model)
    there = model._default_manager.count()
    make(model, max(10 - there, 2))
    statements(desk)  # what is looked up once is cached from now on
    few = statements(desk)
    make(model, 50)
    assert model._default_manager.count() >= 60
    assert statements(desk) == few
    assert few <= 10


def test_every_model_is_shown_or_left_out_on_purpose() -> None:
    every = {model for app in OURS for model in apps.get_app_config(app).get_models()}
    left_out = {model.__name__ for model in every - set(MODELS)}
    assert left_out == {"StoredAnswer", "Seat", "Division", "PlayOff", "MatchGame"}
