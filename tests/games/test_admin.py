"""The admin: it can be signed in to, shows every row, and shows no hidden card and no secret."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from dosleague.models import AuditEntry, Heartbeat, StoredAnswer, Token
from games.engine.snapshot import to_snapshot
from games.models import Game, Player, Submission
from games.services.ratings import rate_game
from tests.games.caller import Caller, read
from tests.games.tables import open_game, quick_game, row, state_of, version_of

pytestmark = pytest.mark.django_db
PASSWORD: Final = "a long password"
MODELS: Final = [
    model for model in admin.site._registry if model._meta.app_label in ("games", "dosleague")
]


@pytest.fixture
def root(db: None) -> Client:
    """Return the browser of an administrator."""
    Player.objects.create_superuser("Root", PASSWORD)
    client = Client()
    assert client.login(username="Root", password=PASSWORD)
    return client


@pytest.fixture
def game(ada: Caller, bob: Caller) -> str:
    """A running game with a draw in it, and a row of everything else besides."""
    over = quick_game(ada, bob)
    read(bob.post(f"/games/{over}/leave"))
    Game.objects.filter(pk=over).update(rated=True)
    rate_game(game_id=row(over).id)
    open_game(ada, ["me", "open"])
    game = quick_game(ada, bob)
    caller = (ada, bob)[state_of(game).round.turn]
    read(caller.turn(game, 1, "D", "k1"), 201)
    Heartbeat.objects.create(name="scheduler", at=timezone.now())
    AuditEntry.objects.create(channel="admin", act="stop", subject=game, actor=ada.player)
    return game


def pages(client: Client, *models: Any) -> Iterator[tuple[str, str]]:
    """Yield the address and text of each list, and of each row's page."""
    for model in models:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        addresses = [reverse(f"{name}_changelist")]
        addresses += [reverse(f"{name}_change", args=[each.pk]) for each in model.objects.all()]
        addresses += [reverse(f"{name}_history", args=[each.pk]) for each in model.objects.all()]
        for address in addresses:
            answer = client.get(address)
            assert answer.status_code == 200, address
            yield address, answer.content.decode()


def test_every_model_is_registered_or_left_out_on_purpose() -> None:
    ours = {
        *apps.get_app_config("games").get_models(),
        *apps.get_app_config("dosleague").get_models(),
    }
    assert ours - set(MODELS) == {StoredAnswer, apps.get_model("games", "Seat")}


def test_sign_in(db: None) -> None:
    Player.objects.create_superuser("Root", PASSWORD)
    client = Client()
    assert client.get("/admin/").status_code == 302
    sent = {"username": "Root", "password": "wrong", "next": "/admin/"}
    assert client.post("/admin/login/", sent).status_code == 200
    answer = client.post("/admin/login/", {**sent, "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/admin/")
    assert client.get("/admin/").status_code == 200


def test_players_who_are_not_staff_do_not_get_in(db: None) -> None:
    Player.objects.create_user("Eve", PASSWORD)
    client = Client()
    answer = client.post("/admin/login/", {"username": "Eve", "password": PASSWORD})
    assert answer.status_code == 200
    assert client.get("/admin/games/game/").status_code == 302


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_page_answers(root: Client, game: str, model: Any) -> None:
    assert len(list(pages(root, model))) >= 3


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_search(root: Client, game: str, model: Any) -> None:
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
    for words in ("Ada", game, "nothing at all"):
        assert root.get(reverse(name), {"q": words}).status_code == 200


def test_no_page_shows_what_is_secret(root: Client, game: str) -> None:
    found, state = row(game), state_of(game)
    assert state.seed is not None
    snapshot = to_snapshot(state)
    hands = snapshot[snapshot.index('"hands"') : snapshot.index('"centre"')]
    secrets = [bytes(found.secret).hex(), state.seed.hex(), snapshot, hands, found.round_text]
    secrets += [text for token in Token.objects.all() for text in (token.hash,)]
    secrets += [player.password for player in Player.objects.exclude(password="")]
    secrets += list(Submission.objects.exclude(answer="").values_list("answer", flat=True))
    texts = dict(pages(root, *MODELS))
    for address, text in texts.items():
        plain = text.replace("&quot;", '"')
        for secret in secrets:
            if len(secret) > 4:
                assert secret not in plain, address
    over = Game.objects.get(status="finished")
    assert bytes(over.secret).hex() in texts[f"/admin/games/game/{over.id}/change/"]


def test_events_are_those_a_spectator_sees(root: Client, game: str) -> None:
    kept = Submission.objects.filter(game_id=game)
    assert any(event.get("card") for each in kept for event in each.events)
    for each in kept:
        text = root.get(f"/admin/games/submission/{each.pk}/change/").content.decode()
        assert text.count("&quot;cards&quot;: null") == sum(
            event["type"] == "dealt" for event in each.events
        )
        assert text.count("&quot;card&quot;: null") == sum(
            event["type"] == "drew" for event in each.events
        )


def end(client: Client, act: str, *games: str) -> str:
    sent = {"action": act, "_selected_action": games}
    answer = client.post("/admin/games/game/", sent, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_stop(root: Client, game: str, nobody: Caller) -> None:
    assert f"{game} is stopped." in end(root, "stop", game)
    assert nobody.view(game)["result"]["ended"] == "stopped"
    before = version_of(game)
    assert "The game is finished." in end(root, "stop", game)
    assert version_of(game) == before


def test_abort(root: Client, game: str, nobody: Caller) -> None:
    opened = str(Game.objects.get(status="open").id)
    text = end(root, "abort", game, opened)
    for each in (game, opened):
        assert f"{each} is aborted." in text
        assert nobody.view(each)["status"] == "aborted"


def test_staff_who_may_only_look_end_no_game(game: str) -> None:
    staff = Player.objects.create_user("Staff", PASSWORD, is_staff=True)
    staff.user_permissions.add(Permission.objects.get(codename="view_game"))
    client = Client()
    assert client.login(username="Staff", password=PASSWORD)
    assert client.get(f"/admin/games/game/{game}/change/").status_code == 200
    for act in ("stop", "abort"):
        assert "Only an administrator ends games." in end(client, act, game)
    assert row(game).status == "running"


@pytest.mark.parametrize("path", ["game/add/", "submission/add/", "finishedround/add/"])
def test_nothing_of_a_game_is_made_by_hand(root: Client, path: str) -> None:
    assert root.get(f"/admin/games/{path}").status_code == 403


def test_nothing_of_a_game_is_changed_or_deleted_by_hand(root: Client, game: str) -> None:
    address = f"/admin/games/game/{game}/"
    assert root.post(f"{address}change/", {"version": 9}).status_code == 403
    assert root.post(f"{address}delete/", {"post": "yes"}).status_code == 403
    assert "delete_selected" not in root.get("/admin/games/game/").content.decode()


def test_tokens_are_revoked(root: Client, ada: Caller) -> None:
    read(ada.get("/me"))
    sent = {"action": "revoke", "_selected_action": [str(ada.player.tokens.get().pk)]}
    assert root.post("/admin/dosleague/token/", sent).status_code == 302
    assert ada.get("/me").status_code == 401


def test_a_new_player_from_the_admin_can_sign_in(root: Client) -> None:
    sent = {
        "name": "Newcomer",
        "usable_password": "true",
        "password1": "a very long password",
        "password2": "a very long password",
    }
    assert root.post("/admin/games/player/add/", sent).status_code == 302
    body = {"name": "newcomer", "password": "a very long password"}
    read(Caller().post("/tokens", body), 201)


def test_a_player_can_be_changed(root: Client, ada: Caller) -> None:
    sent = {"name": "Ada", "is_staff": "on", "is_active": "on"}
    assert root.post(f"/admin/games/player/{ada.id}/change/", sent).status_code == 302
    assert Player.objects.get(pk=ada.id).is_staff
