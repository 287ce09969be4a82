"""The admin shows tournaments, and nothing of them is edited there."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Player
from tests.games.caller import Caller
from tests.tournaments.cups import cup, entered
from tests.tournaments.leagues import eight, league, opened
from tests.tournaments.schedules import nightly
from tournaments.models import (
    Entrant,
    League,
    Occurrence,
    Organiser,
    Schedule,
    Season,
    Stage,
    Tournament,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("model", [Tournament, Organiser, Entrant, Stage])
def test_every_page_is_shown_and_none_changes_anything(ada: Caller, model: Any) -> None:
    entered(cup(ada.player), "Bea")
    client = Client()
    client.force_login(Player.objects.create_superuser("Root-1", "a long password"))
    name = f"admin:tournaments_{model._meta.model_name}"
    pk = model.objects.get().pk
    change = reverse(f"{name}_change", args=[pk])
    search = f"{reverse(f'{name}_changelist')}?q=winter"
    for address in (search, change):
        assert client.get(address).status_code == 200, address
    assert client.get(reverse(f"{name}_add")).status_code == 403
    assert client.post(change, {}).status_code == 403
    assert client.post(reverse(f"{name}_delete", args=[pk]), {"post": "yes"}).status_code == 403
    assert model.objects.filter(pk=pk).exists()


@pytest.mark.parametrize("model", [League, Season, Schedule, Occurrence])
def test_leagues_and_schedules_are_shown(ada: Caller, model: Any) -> None:
    opened(league(ada.player), *eight())
    schedule = nightly(ada.player)
    Occurrence.objects.create(
        schedule=schedule, local="2027-01-01T03:30:00", at=schedule.begins_at, status="skipped"
    )
    client = Client()
    client.force_login(Player.objects.create_superuser("Root-1", "a long password"))
    name = f"admin:tournaments_{model._meta.model_name}"
    change = reverse(f"{name}_change", args=[model.objects.get().pk])
    search = f"{reverse(f'{name}_changelist')}?q=coast"
    for address in (search, change):
        assert client.get(address).status_code == 200, address
    assert client.post(change, {}).status_code == 403
