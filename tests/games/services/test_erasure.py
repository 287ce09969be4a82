"""Erasing an account: what goes, what stays, and who may."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType

from dosleague.api.problems import Problem
from dosleague.audit import Author
from dosleague.models import AuditEntry, StoredAnswer
from games.models import Game, Player, PlayerRating, Seat, Submission
from games.services import erasure
from games.services.erasure import erase_player, erasure_would
from games.services.games import GamePlan, SeatPlan, create_game
from games.services.ratings import rate_game
from games.services.seats import leave_game
from games.signals import player_erased
from tests.games.caller import Caller, newcomer, read, told
from tests.games.tables import open_game, quick_game, row, state_of

pytestmark = pytest.mark.django_db
Captured = Callable[..., AbstractContextManager[list[Any]]]


def themself(caller: Caller) -> Author:
    return Author(caller.player, "192.0.2.7", "api")


def operator(player: Player | None = None) -> Author:
    return Author(player, "192.0.2.7", "admin", is_operator=True)


def erase(caller: Caller) -> Player:
    return erase_player(player_id=caller.player.id, by=themself(caller))


def refusal(player: Player, by: Author) -> Problem:
    with pytest.raises(Problem) as refused:
        erase_player(player_id=player.id, by=by)
    return refused.value


def test_nothing_tells_whose_account_it_was(ada: Caller) -> None:
    ada.player.groups.add(Group.objects.create(name="helpers"))
    Player.objects.update(is_staff=True, is_superuser=True, last_login="2026-01-01T00:00:00Z")
    ada.player.set_password("a long password")
    ada.player.save()
    erase(ada)
    kept = Player.objects.get(pk=ada.player.pk)
    assert kept.name.startswith("erased-")
    assert len(kept.name) == len("erased-") + 8
    assert int(kept.name.removeprefix("erased-"), 16) >= 0
    assert not kept.has_usable_password()
    assert (kept.is_active, kept.is_staff, kept.is_superuser) == (False, False, False)
    assert (kept.last_login, kept.groups.count(), kept.tokens.count()) == (None, 0, 0)
    assert (kept.id, kept.kind, kept.created_at) == (ada.player.id, "human", ada.player.created_at)


def test_the_name_is_free_again(ada: Caller) -> None:
    erase(ada)
    read(Caller().post("/players", {"name": "Ada", "password": "a long password"}), 201)


def test_two_erased_accounts_have_two_names(
    ada: Caller, bob: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = iter(["00000000", "00000000", "00000001"])
    monkeypatch.setattr("secrets.token_hex", lambda _: next(drawn))
    assert [erase(ada).name, erase(bob).name] == ["erased-00000000", "erased-00000001"]


def test_the_tokens_die_at_once(ada: Caller, django_capture_on_commit_callbacks: Captured) -> None:
    read(ada.get("/me"))
    with django_capture_on_commit_callbacks(execute=True):
        erase(ada)
    told(ada.get("/me"), 401, "not_authenticated")


def test_a_running_game_is_left_as_by_resigning(ada: Caller, bob: Caller, cleo: Caller) -> None:
    two, three = quick_game(ada, bob), quick_game(ada, bob, cleo)
    erase(ada)
    over = row(two)
    assert (over.status, (over.result or {})["winner"]) == ("finished", 1)
    assert row(three).status == "running"
    assert state_of(three).left == [0]
    left = Seat.objects.filter(player=ada.player, left_at__isnull=False)
    assert {str(seat.game_id) for seat in left} == {two, three}


def test_seats_of_open_games_are_given_back_and_reserved_ones_declined(
    ada: Caller, bob: Caller
) -> None:
    own = open_game(ada, ["me", "open", bob])["id"]
    asked = open_game(bob, ["me", ada])["id"]
    erase(ada)
    assert not Seat.objects.filter(player=ada.player).exists()
    assert not Seat.objects.filter(reserved_for=ada.player).exists()
    assert (row(own).status, row(asked).status) == ("open", "open")


def test_seats_of_tournaments_are_left_to_them(ada: Caller, bob: Caller) -> None:
    running, waiting = quick_game(ada, bob), open_game(bob, ["me", ada])["id"]
    Game.objects.update(tournament=uuid4())
    erase(ada)
    assert row(running).status == "running"
    assert Seat.objects.get(game=waiting, number=1).reserved_for_id == ada.player.id


def test_results_and_ratings_of_the_others_stay(ada: Caller, bob: Caller) -> None:
    game = quick_game(ada, bob)
    read(bob.post(f"/games/{game}/leave"))
    Game.objects.update(rated=True)
    rate_game(game_id=row(game).id)
    before = list(PlayerRating.objects.order_by("id").values())
    result, digest = row(game).result, row(game).digest
    erase(ada)
    assert list(PlayerRating.objects.order_by("id").values()) == before
    assert (row(game).result, row(game).digest) == (result, digest)
    record = read(bob.get(f"/games/{game}/record"))
    assert record["digest"] == digest
    assert read(bob.post("/rules/verify", record))["valid"]
    assert [seat["name"] for seat in record["seats"]] == [
        Player.objects.get(pk=ada.player.pk).name,
        "Bob",
    ]


def test_a_game_that_ends_meanwhile_is_left_as_it_ended(
    ada: Caller, bob: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bob resigns between the look for Ada's games and her leaving."""
    game = quick_game(ada, bob)

    def late(**asked: Any) -> Any:
        leave_game(game_id=row(game).id, player=bob.player)
        return leave_game(**asked)

    monkeypatch.setattr(erasure, "leave_game", late)
    erase(ada)
    assert (row(game).result or {})["winner"] == 0
    assert (AuditEntry.objects.get().after or {})["games"] == []


def test_the_log_tells_of_it_without_the_name(ada: Caller) -> None:
    about = ContentType.objects.get_for_model(Player)
    LogEntry.objects.create(
        user=ada.player,
        content_type=about,
        object_id=str(ada.player.id),
        object_repr="Ada",
        action_flag=CHANGE,
    )
    root = Player.objects.create_superuser("Root")
    erased = erase_player(player_id=ada.player.id, by=operator(root), reason="She asked for it.")
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.subject) == ("player.erased", f"player:{ada.player.id}")
    assert (entry.actor, entry.channel, entry.reason) == (root, "admin", "She asked for it.")
    assert (entry.before, entry.after) == (None, {"name": erased.name, "games": []})
    assert LogEntry.objects.get().object_repr == erased.name


def test_kept_answers_are_forgotten(ada: Caller, bob: Caller) -> None:
    body = {"seats": [{"kind": "me"}, {"kind": "open"}]}
    for caller in (ada, bob):
        read(caller.post("/games", body, "k1"), 201)
    game = quick_game(ada, bob)
    caller = (ada, bob)[state_of(game).round.turn]
    read(caller.turn(game, 1, "D", "k2"), 201)
    erase(caller)
    (other,) = {ada, bob} - {caller}
    assert [kept.caller for kept in StoredAnswer.objects.all()] == [other.id]
    assert not Submission.objects.exclude(answer="").exists()


def test_it_is_told_after_the_commit(
    ada: Caller, django_capture_on_commit_callbacks: Captured
) -> None:
    heard = []

    def hear(player_id: Any, **_: Any) -> None:
        heard.append(player_id)

    player_erased.connect(hear)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            erase(ada)
            assert heard == []
    finally:
        player_erased.disconnect(hear)
    assert heard == [ada.player.id]


def test_a_bots_account_is_not_erased(db: None) -> None:
    bot = Player.objects.get(bot="greedy")
    assert refusal(bot, operator()).code == "conflict"


def test_an_erased_account_is_not_erased_again(ada: Caller) -> None:
    name = erase(ada).name
    assert refusal(ada.player, operator()).code == "conflict"
    assert Player.objects.get(pk=ada.player.pk).name == name
    assert AuditEntry.objects.count() == 1


def test_only_the_player_and_administrators_erase(ada: Caller, bob: Caller) -> None:
    assert refusal(ada.player, themself(bob)).code == "forbidden"
    assert refusal(ada.player, Author(None, "", "service")).code == "forbidden"
    with pytest.raises(Problem) as refused:
        erase_player(player_id=uuid4(), by=operator())
    assert refused.value.code == "not_found"


def test_what_it_would_do(ada: Caller, bob: Caller) -> None:
    quick_game(ada, bob)
    open_game(ada, ["me", "open"])
    open_game(bob, ["me", ada])
    told_of = " ".join(erasure_would(ada.player))
    assert "Running games that it leaves: 1; seats given back: 2." in told_of
    assert "tokens deleted: 1" in told_of
    assert "rights" not in told_of
    Player.objects.filter(pk=ada.player.pk).update(is_staff=True)
    assert "Its rights are taken away." in list(erasure_would(Player.objects.get(name="Ada")))


def test_no_seat_is_reserved_for_who_is_gone(ada: Caller, bob: Caller) -> None:
    erase(ada)
    seats = [{"kind": "me"}, {"kind": "player", "player": ada.id}]
    told(bob.post("/games", {"seats": seats}), 422, "invalid")


def test_who_plays_with_bots_alone_leaves_them(ada: Caller) -> None:
    seats = [SeatPlan(ada.player), SeatPlan(Player.objects.get(bot="random"))]
    plan = GamePlan(ruleset=row(quick_game(ada, newcomer("Eve"))).rules, seats=seats)
    game = create_game(plan=plan, creator=ada.player).game
    erase(ada)
    assert row(str(game.id)).status == "finished"
