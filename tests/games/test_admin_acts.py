"""Rulings and erasures in the administration: previewed, given a reason, logged, for superusers."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission

from dosleague.models import AuditEntry
from games.models import Game, Player, RatingLogEntry
from games.services.ratings import rate_game
from tests.dosleague.desk import WHY, Desk, browser, text
from tests.games.caller import Caller
from tests.games.ratings.seasons import POOL, expected, game, new_players, rate_all, stored
from tests.games.tables import quick_game, row

pytestmark = pytest.mark.django_db


def logged(act: str) -> AuditEntry:
    entry = AuditEntry.objects.get(act=act)
    assert (entry.channel, entry.reason) == ("admin", WHY)
    assert entry.actor == Player.objects.get(name="Root-1")
    return entry


@pytest.fixture
def games(db: None) -> list[Game]:
    """Two rated games, the one after the other."""
    players = new_players(3)
    made = [game(players[:2], [1, 2]), game(players[1:], [1, 2], day=1)]
    rate_all(made)
    return made


def test_voiding_restoring_and_correcting(games: list[Game]) -> None:
    one, other = games
    desk = Desk(Game)
    page = text(desk.look("void", one))
    assert "Seat 0: player-000, place 1." in page
    assert "Ratings are played again from this game on in: classic-2018.2p, classic" in page
    assert stored() == expected(games)
    assert not AuditEntry.objects.exists()
    assert desk.do("void", one) == [f"{one}: the game is voided."]
    rate_game(game_id=one.id)
    assert stored() == expected([other])
    assert (logged("game.voided").after or {})["kind"] == "game_voided"
    assert "The game is voided already." in text(desk.look("void", one))

    desk.do("restore", one)
    rate_game(game_id=one.id)
    assert stored() == expected(games)
    logged("game.restored")
    assert "The game is not voided." in desk.do("restore", one)[0]

    page = text(desk.look("correct", one))
    assert "Fill in the form to see what would happen." in page
    assert "(2, 1), by seat." in text(desk.look("correct", one, places="2, 1"))
    desk.do("correct", one, places="2, 1")
    rate_game(game_id=one.id)
    assert stored() != expected(games)
    assert (logged("game.corrected").after or {})["places"] == [2, 1]


@pytest.mark.parametrize(
    "places, fault",
    [
        ("1, 2, 3", "The game has 2 seats."),
        ("1 and 2", "Whole numbers with commas between"),
        ("", "This field is required."),
    ],
)
def test_places_that_will_not_do(games: list[Game], places: str, fault: str) -> None:
    page = text(Desk(Game).look("correct", games[0], places=places))
    assert fault in page
    assert "Do it" not in page


def test_the_game_of_a_tournament_is_ruled_on_there(games: list[Game]) -> None:
    Game.objects.update(tournament=uuid4())
    desk = Desk(Game)
    for act, more in (("void", {}), ("restore", {}), ("correct", {"places": "2, 1"})):
        page = text(desk.look(act, games[0], **more))
        assert "The game is a tournament's: its match is ruled on there." in page
        (said,) = desk.do(act, games[0], **more)
        assert "its match is ruled on there" in said
    assert not RatingLogEntry.objects.exclude(kind="game_finished").exists()
    assert stored(POOL) == expected(games)


def test_a_game_that_goes_on_is_not_ruled_on(ada: Caller, bob: Caller) -> None:
    found = row(quick_game(ada, bob))
    page = text(Desk(Game).look("void", found))
    assert "Only a finished rated game counts for ratings." in page
    assert "Seat 0" not in page


def test_erasing_an_account(ada: Caller, bob: Caller) -> None:
    running = quick_game(ada, bob)
    desk = Desk(Player)
    page = text(desk.look("erase", ada.player))
    assert "Running games that it leaves: 1; seats given back: 0." in page
    assert "Tournaments that are not over withdraw it." in page
    assert (row(running).status, Player.objects.get(pk=ada.id).name) == ("running", "Ada")
    assert desk.do("erase", ada.player) == ["Ada: the account is erased."]
    erased = Player.objects.get(pk=ada.id)
    assert erased.name.startswith("erased-")
    assert row(running).status == "finished"
    assert "Ada" not in str(logged("player.erased").after)
    assert "The account is erased already." in text(desk.look("erase", erased))
    for address in (
        desk.address,
        f"{desk.address}{ada.id}/change/",
        f"{desk.address}{ada.id}/history/",
    ):
        assert "Ada" not in text(desk.client.get(address)).replace("Administration", "")


def test_bots_are_not_erased(db: None) -> None:
    bot = Player.objects.get(bot="greedy")
    desk = Desk(Player)
    assert "A built-in bot plays for it" in text(desk.look("erase", bot))
    assert "A built-in bot plays for it" in desk.do("erase", bot)[0]
    assert Player.objects.filter(name="greedy", is_active=True).exists()


@pytest.mark.parametrize("model, act", [(Game, "void"), (Player, "erase")])
def test_members_of_staff_look_and_do_not_act(games: list[Game], model: Any, act: str) -> None:
    staff = Player.objects.create_user("Staff", is_staff=True)
    for verb in ("view", "change"):
        codename = f"{verb}_{model._meta.model_name}"
        staff.user_permissions.add(Permission.objects.get(codename=codename))
    desk = Desk(model, browser(staff))
    assert f'value="{act}"' not in text(desk.client.get(desk.address))
    for step in ("", "preview", "confirm"):
        answer = desk.send(act, model.objects.all()[0], step=step, reason=WHY, shown="[]")
        assert "dosleague/act.html" not in [one.name for one in answer.templates]
    assert not AuditEntry.objects.exists()
