"""Players and their tokens."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher, PBKDF2PasswordHasher
from django.utils import timezone

from dosleague.models import Token
from games.models import Player
from tests.games.caller import Caller, newcomer, pointers, read, signed_in, told

pytestmark = pytest.mark.django_db
PASSWORD: Final = "a long password"


def sign_up(name: Any, password: Any = PASSWORD) -> Any:
    return Caller().post("/players", {"name": name, "password": password})


def sign_in(name: str = "Eve", password: str = PASSWORD, **more: Any) -> Any:
    return Caller().post("/tokens", {"name": name, "password": password, **more})


@pytest.fixture
def eve(db: None) -> Player:
    return Player.objects.create_user("Eve", PASSWORD)


def test_sign_up(nobody: Caller) -> None:
    answer = read(sign_up("Eve"), 201)
    player = answer["player"]
    assert (player["name"], player["kind"], player["owner"]) == ("Eve", "human", None)
    assert UUID(player["id"]).version == 7
    assert player["created_at"].endswith("Z")
    assert set(player) == {"id", "name", "kind", "owner", "created_at"}
    assert read(Caller(token=answer["token"]).get("/me")) == player
    assert read(nobody.get(f"/players/{player['id']}")) == player
    kept = Player.objects.get(pk=player["id"])
    assert PASSWORD not in kept.password
    assert not kept.is_staff
    assert not kept.is_superuser
    assert kept.tokens.get().scopes == ["organise", "play"]


def test_the_token_of_a_new_account_plays_and_organises() -> None:
    eve = Caller(token=read(sign_up("Eve"), 201)["token"])
    read(eve.post("/games", {"seats": [{"kind": "me"}, {"kind": "open"}]}), 201)
    read(eve.post("/games", {"seats": [{"kind": "bot", "bot": "random"}] * 2}), 201)


@pytest.mark.parametrize("name", ["Eve", "a-b", "___", "0" * 30, "A_z-9"])
def test_good_names(name: str) -> None:
    assert read(sign_up(name), 201)["player"]["name"] == name


@pytest.mark.parametrize(
    "name", ["ab", "a" * 31, "Eve!", "E ve", " Eve", "Eve\n", "Éva", "\uff25ve", "ev‍e", "", "a.b"]
)
def test_bad_names(name: str) -> None:
    assert pointers(told(sign_up(name), 422, "invalid")) == ["/name"]


@pytest.mark.parametrize(
    "name",
    ["admin", "Admin", "STAFF", "system", "random", "Greedy", "EAGER", "erased-1", "Erased-x"],
)
def test_reserved_names(name: str) -> None:
    told(sign_up(name), 409, "name_taken")


@pytest.mark.parametrize("name", ["Eve", "eve", "EVE"])
def test_a_name_is_taken_whatever_its_case(eve: Player, name: str) -> None:
    told(sign_up(name), 409, "name_taken")
    assert Player.objects.filter(name__iexact="eve").count() == 1


@pytest.mark.parametrize("password, status", [("x" * 9, 422), ("x" * 10, 201), ("ł " * 5, 201)])
def test_passwords_have_ten_characters(password: str, status: int) -> None:
    answer = sign_up("Eve", password)
    if status == 422:
        assert pointers(told(answer, 422, "invalid")) == ["/password"]
    else:
        read(answer, 201)
        read(sign_in("Eve", password), 201)


def test_every_fault_is_told_at_once() -> None:
    problem = told(Caller().post("/players", {"name": 1, "x": 2}), 400, "malformed")
    assert sorted(pointers(problem)) == ["/name", "/password", "/x"]


def test_a_players_page_shows_no_secret(eve: Player, nobody: Caller) -> None:
    eve.is_staff = True
    eve.save()
    text = nobody.get(f"/players/{eve.id}").content.decode()
    assert not {"password", "staff", "token", "last_login"} & set(text.replace('"', " ").split())


def test_the_bots(nobody: Caller) -> None:
    answer = read(nobody.get("/bots"))
    assert [bot["bot"] for bot in answer["items"]] == ["random", "eager", "greedy"]
    assert [bot["level"] for bot in answer["items"]] == [1, 2, 3]
    for bot in answer["items"]:
        assert (bot["kind"], bot["owner"]) == ("bot", None)
        assert bot["description"]
        assert read(nobody.get(f"/players/{bot['id']}"))["name"] == bot["name"]


# Signing in.


@pytest.mark.parametrize("name", ["Eve", "eve", "EVE"])
def test_sign_in(eve: Player, name: str) -> None:
    answer = read(sign_in(name, label="my bot"), 201)
    assert (answer["label"], answer["scopes"]) == ("my bot", ["organise", "play"])
    assert answer["token"].startswith(answer["prefix"])
    assert (answer["expires_at"], answer["last_used_at"]) == (None, None)
    assert read(Caller(token=answer["token"]).get("/me"))["id"] == str(eve.id)


def test_wrong_name_and_wrong_password_are_told_alike(eve: Player) -> None:
    problems = [told(sign_in("Eve", "wrong"), 401, "not_authenticated")]
    problems.append(told(sign_in("Nobody"), 401, "not_authenticated"))
    Player.objects.filter(pk=eve.pk).update(is_active=False)
    problems.append(told(sign_in("Eve"), 401, "not_authenticated"))
    problems.append(told(sign_in("greedy"), 401, "not_authenticated"))
    assert len({problem["detail"] for problem in problems}) == 1


@pytest.mark.parametrize("name", ["Eve", "Nobody", "greedy", "x" * 300])
def test_an_unknown_name_costs_a_password_check_too(
    eve: Player, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted, not timed: every refusal has hashed a password exactly once."""
    hashed: list[str] = []

    def counted(encode: Callable[..., str]) -> Callable[..., str]:
        def count(hasher: Any, password: str, *rest: Any, **named: Any) -> str:
            hashed.append(password)
            return encode(hasher, password, *rest, **named)

        return count

    for hasher in (MD5PasswordHasher, PBKDF2PasswordHasher):
        monkeypatch.setattr(hasher, "encode", counted(hasher.encode))
    told(sign_in(name, "wrong password"), 401, "not_authenticated")
    assert len(hashed) == 1


def test_scopes_beyond_the_account(eve: Player) -> None:
    problem = told(sign_in(scopes=["play", "admin"]), 422, "invalid")
    assert pointers(problem) == ["/scopes"]
    Player.objects.filter(pk=eve.pk).update(is_staff=True)
    assert read(sign_in(scopes=["play", "admin"]), 201)["scopes"] == ["admin", "play"]


@pytest.mark.parametrize(
    "more, pointer",
    [
        ({"scopes": []}, "/scopes"),
        ({"scopes": ["everything"]}, "/scopes/0"),
        ({"expires_at": "2020-01-01T00:00:00Z"}, "/expires_at"),
        ({"expires_at": "2099-01-01T00:00:00"}, "/expires_at"),
        ({"expires_at": "tomorrow"}, "/expires_at"),
        ({"label": "x" * 101}, "/label"),
    ],
)
def test_values_that_will_not_do(eve: Player, more: dict[str, Any], pointer: str) -> None:
    assert pointers(told(sign_in(**more), 422, "invalid")) == [pointer]
    assert not Token.objects.exists()


def test_scopes_are_kept_to(eve: Player) -> None:
    token = read(sign_in(scopes=["webhooks"]), 201)["token"]
    caller = Caller(token=token)
    read(caller.get("/me"))
    body = {"seats": [{"kind": "me"}, {"kind": "open"}]}
    assert told(caller.post("/games", body), 403, "scope_missing")["required_scope"] == "play"


def test_a_token_expires(eve: Player) -> None:
    soon = timezone.now() + timedelta(hours=1)
    answer = read(sign_in(expires_at=soon.isoformat()), 201)
    caller = Caller(token=answer["token"])
    read(caller.get("/me"))
    Token.objects.filter(pk=answer["id"]).update(expires_at=timezone.now())
    fresh = read(sign_in(expires_at=soon.isoformat()), 201)
    Token.objects.filter(pk=fresh["id"]).update(expires_at=timezone.now())
    refused = Caller(token=fresh["token"]).get("/me")
    told(refused, 401, "token_expired")
    assert refused["WWW-Authenticate"] == 'Bearer realm="DOS League", error="invalid_token"'


def test_the_tokens_of_an_account(ada: Caller, bob: Caller) -> None:
    second = signed_in(ada.player, ["play"])
    items = read(second.get("/tokens"))["items"]
    assert [item["scopes"] for item in items] == [["play"], ["organise", "play"]]
    for item in items:
        assert set(item) == {
            *("id", "label", "prefix", "scopes", "created_at", "expires_at", "last_used_at"),
        }
    assert len(read(bob.get("/tokens"))["items"]) == 1
    page = read(ada.get("/tokens?limit=1"))
    rest = read(ada.get(f"/tokens?limit=1&cursor={page['next']}"))
    assert [page["items"][0]["id"], rest["items"][0]["id"]] == [item["id"] for item in items]


def test_revocation(ada: Caller) -> None:
    other = signed_in(ada.player)
    newest = read(ada.get("/tokens"))["items"][0]["id"]
    read(other.get("/me"))
    answer = ada.delete(f"/tokens/{newest}")
    assert (answer.status_code, answer.content) == (204, b"")
    told(other.get("/me"), 401, "not_authenticated")
    told(ada.delete(f"/tokens/{newest}"), 404, "not_found")
    assert len(read(ada.get("/tokens"))["items"]) == 1
    (mine,) = read(ada.get("/tokens"))["items"]
    assert ada.delete(f"/tokens/{mine['id']}").status_code == 204
    told(ada.get("/me"), 401, "not_authenticated")


def test_a_replay_holds_no_token(eve: Player) -> None:
    for path, body in (
        ("/players", {"name": "Newcomer", "password": PASSWORD}),
        ("/tokens", {"name": "Eve", "password": PASSWORD}),
    ):
        first, second = (Caller().post(path, body, "k1") for _ in range(2))
        assert read(first, 201)["token"].startswith("dl_")
        assert read(second, 201) == {**read(first, 201), "token": None}
        assert second["Idempotency-Replayed"] == "true"
    assert Token.objects.count() == 2


def test_a_token_is_stored_as_its_hash(eve: Player) -> None:
    text = read(sign_in(), 201)["token"]
    kept = Token.objects.get()
    assert text not in (kept.hash, kept.prefix)
    assert len(kept.hash) == 64


def test_staff_who_are_staff_no_more(eve: Player) -> None:
    Player.objects.filter(pk=eve.pk).update(is_staff=True)
    eve.refresh_from_db()
    caller = signed_in(eve, ["admin"])
    Player.objects.filter(pk=eve.pk).update(is_staff=False)
    read(caller.get("/me"))
    told(caller.post("/games", {"seats": [{"kind": "me"}, {"kind": "open"}]}), 403, "scope_missing")


def test_ids_sort_by_creation() -> None:
    ids = [newcomer(f"player-{number}").id for number in range(5)]
    assert ids == sorted(ids)
