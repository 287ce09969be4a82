"""No page of the administration shows a hidden card or a secret of a tournament that is played."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.contrib import admin
from django.urls import reverse

from games.models import Game
from games.services.seats import join_game
from tests.dosleague.desk import Desk, text
from tests.games.caller import Caller
from tests.games.provenance import hidden_texts
from tests.games.tables import state_of
from tests.tournaments.play import bots, play_game, started
from tournaments.models import Entrant, Match, StageRound, Tournament
from tournaments.services.progress import advance_fully

pytestmark = pytest.mark.django_db
MODELS: Final = [
    model for model in admin.site._registry if model._meta.app_label in ("games", "tournaments")
]


@pytest.fixture
def cup(ada: Caller, bob: Caller, cleo: Caller) -> Tournament:
    """Duplicate deals: one table has ended, Cleo's goes on with the same cards."""
    swiss = {"format": "swiss_match", "rounds": 1}
    players = [bob.player, *bots(2), cleo.player]
    tournament = started(ada.player, players, swiss, deals="duplicate", rated=True)
    for caller in (bob, cleo):
        own = Game.objects.get(tournament=tournament.id, seats__reserved_for=caller.player)
        join_game(game_id=own.id, player=caller.player)
    advance_fully(tournament_id=tournament.id)
    over = Game.objects.get(tournament=tournament.id, seats__player=bob.player)
    bob.post(f"/games/{over.id}/leave")
    play_game(over.id)
    advance_fully(tournament_id=tournament.id)
    assert set(Game.objects.values_list("status", "sealed")) == {
        ("finished", True),
        ("running", True),
    }
    return tournament


def pages(desk: Desk) -> Iterator[tuple[str, str]]:
    """Yield the address and text of every list, of every row's page, and of some acts."""
    for model in MODELS:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        addresses = [reverse(f"{name}_changelist")]
        for each in model._default_manager.all():
            addresses += [
                reverse(f"{name}_{page}", args=[each.pk]) for page in ("change", "history")
            ]
        for address in addresses:
            answer = desk.client.get(address)
            assert answer.status_code == 200, address
            yield address, text(answer)


def previews(desk: Desk, tournament: Tournament) -> Iterator[tuple[str, str]]:
    asked = {"kind": "played", "places": "1, 2", "scores": ""}
    acts: list[tuple[str, Any, dict[str, str]]] = [
        *((act, tournament, {}) for act in ("finish", "cancel", "undo_start", "pair_next")),
        *((act, StageRound.objects.get(), {}) for act in ("redo", "publish", "close")),
        *(("set_result", match, asked) for match in Match.objects.all()),
        *(("withdraw", entrant, {}) for entrant in Entrant.objects.all()),
        *((act, game, {}) for act in ("void", "correct") for game in Game.objects.all()),
    ]
    for act, row, more in acts:
        page = Desk(type(row), desk.client).look(act, row, **more)
        yield f"{act} {row}", text(page)


def test_no_page_shows_a_hidden_card_or_a_secret(cup: Tournament) -> None:
    running = Game.objects.get(status="running")
    secret = StageRound.objects.get().secret
    assert secret is not None
    hidden = [
        *hidden_texts(state_of(str(running.id)), bytes(running.secret)),
        bytes(secret).hex(),
        running.round_text or "no text yet",
        *Game.objects.exclude(state="").values_list("state", flat=True),
    ]
    desk = Desk(Tournament)
    seen = 0
    for where, page in [*pages(desk), *previews(desk, cup)]:
        seen += 1
        for one in hidden:
            assert one not in page, where
    assert seen > 50
