import time
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from dosleague.api import tokens
from dosleague.api.problems import Problem
from dosleague.api.tokens import SCOPES, hash_token, issue_token, revoke_token
from dosleague.models import Token
from games.models import Player
from tests.dosleague.api.caller import Caller, told

pytestmark = [pytest.mark.urls("tests.dosleague.api.urls"), pytest.mark.django_db]

WHO = "/api/v1/who"


def asked(caller: Caller, secret: str, path: str = WHO) -> Any:
    return caller.get(path, headers={"Authorization": f"Bearer {secret}"})


def test_token_is_shown_once_and_kept_as_its_hash(ada: Player) -> None:
    token, secret = issue_token(ada, label="laptop")
    assert secret.startswith("dl_")
    assert len(secret) == 46
    assert secret.startswith(token.prefix)
    assert token.hash == hash_token(secret)
    assert secret not in str(vars(Token.objects.get()))


def test_token_names_its_player(ada: Player, secret: str, caller: Caller) -> None:
    assert asked(caller, secret).json() == {"player": "Ada"}


def test_nobody_may_read_what_is_public(caller: Caller) -> None:
    assert caller.get(WHO).json() == {"player": None}


@pytest.mark.parametrize(
    "header",
    [
        "Bearer dl_" + "x" * 43,
        "Bearer dl_short",
        "Bearer",
        "Basic YWRhOmh1bnRlcjI=",
        "dl_" + "x" * 43,
        "",
        "Bearer dl_" + "x" * 43 + " more",
        "Bearer dl_" + "ä" * 43,
    ],
)
def test_header_without_a_known_token_is_refused(header: str, caller: Caller) -> None:
    response = caller.get(WHO, headers={"Authorization": header})
    assert (response.status_code, told(response)["code"]) == (401, "not_authenticated")
    assert response["WWW-Authenticate"].startswith("Bearer ")


def test_scheme_is_read_whatever_its_case(secret: str, caller: Caller) -> None:
    response = caller.get(WHO, headers={"Authorization": f"bearer {secret}"})
    assert response.json() == {"player": "Ada"}


def test_expired_token_says_so(ada: Player, caller: Caller) -> None:
    token, secret = issue_token(ada, expires_at=timezone.now() + timedelta(hours=1))
    assert asked(caller, secret).status_code == 200
    Token.objects.filter(pk=token.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    tokens.forget_cached_tokens()
    response = asked(caller, secret)
    assert (response.status_code, told(response)["code"]) == (401, "token_expired")


def test_token_expires_while_it_is_cached(ada: Player, caller: Caller) -> None:
    _, secret = issue_token(ada, expires_at=timezone.now() + timedelta(seconds=0.3))
    assert asked(caller, secret).status_code == 200
    time.sleep(0.35)
    assert told(asked(caller, secret))["code"] == "token_expired"


def test_revocation_is_felt_at_once_where_it_was_made(ada: Player, caller: Caller) -> None:
    token, secret = issue_token(ada)
    assert asked(caller, secret).status_code == 200
    revoke_token(token)
    assert told(asked(caller, secret))["code"] == "not_authenticated"


def test_revocation_elsewhere_is_felt_within_two_seconds(ada: Player, caller: Caller) -> None:
    token, secret = issue_token(ada)
    assert asked(caller, secret).status_code == 200
    revoked = time.monotonic()
    Token.objects.filter(pk=token.pk).update(revoked_at=timezone.now())
    while asked(caller, secret).status_code == 200:
        time.sleep(0.05)
    assert time.monotonic() - revoked < 2


def test_inactive_player_is_not_let_in(ada: Player, secret: str, caller: Caller) -> None:
    Player.objects.update(is_active=False)
    assert told(asked(caller, secret))["code"] == "not_authenticated"


def test_shape_is_judged_before_the_token(caller: Caller) -> None:
    bad = {"Authorization": "Bearer dl_unknown"}
    malformed = caller.post(WHO, "{", content_type="application/json", headers=bad)
    assert told(malformed)["code"] == "malformed"
    assert told(caller.post(WHO, {}, "application/json", headers=bad))["code"] == (
        "not_authenticated"
    )


class TestScopes:
    def test_scope_of_the_token_lets_in(self, secret: str, caller: Caller) -> None:
        assert asked(caller, secret, "/api/v1/scopes/play").status_code == 200

    def test_missing_scope_is_named(self, secret: str, caller: Caller) -> None:
        response = asked(caller, secret, "/api/v1/scopes/webhooks")
        body = told(response)
        assert (response.status_code, body["code"]) == (403, "scope_missing")
        assert body["required_scope"] == "webhooks"
        assert 'scope="webhooks"' in response["WWW-Authenticate"]

    def test_nobody_has_no_scope(self, caller: Caller) -> None:
        response = caller.get("/api/v1/scopes/play")
        assert (response.status_code, told(response)["code"]) == (401, "not_authenticated")

    def test_admin_needs_a_member_of_staff_at_each_use(self, ada: Player, caller: Caller) -> None:
        ada.is_staff = True
        ada.save()
        _, secret = issue_token(ada, scopes=["admin"])
        assert asked(caller, secret, "/api/v1/scopes/admin").status_code == 200
        Player.objects.update(is_staff=False)
        tokens.forget_cached_tokens()
        response = asked(caller, secret, "/api/v1/scopes/admin")
        assert (response.status_code, told(response)["code"]) == (403, "scope_missing")

    @pytest.mark.parametrize("scopes", [["admin"], ["play", "fly"], []])
    def test_token_never_exceeds_its_account(self, scopes: list[str], ada: Player) -> None:
        with pytest.raises(Problem) as refusal:
            issue_token(ada, scopes=scopes)
        assert refusal.value.code == "invalid"

    def test_staff_may_have_them_all(self, ada: Player) -> None:
        ada.is_staff = True
        token, _ = issue_token(ada, scopes=SCOPES)
        assert set(token.scopes) == SCOPES

    def test_expiry_must_lie_ahead(self, ada: Player) -> None:
        with pytest.raises(Problem, match="expiry"):
            issue_token(ada, expires_at=timezone.now())


class TestCost:
    def test_cold_token_used_lately_costs_one_statement(
        self, secret: str, caller: Caller, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        Token.objects.update(last_used_at=timezone.now())
        with django_assert_num_queries(1):
            asked(caller, secret)

    def test_cached_token_costs_none(
        self, secret: str, caller: Caller, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        asked(caller, secret)
        with django_assert_num_queries(0):
            asked(caller, secret)

    def test_requests_do_not_share_a_player(self, secret: str, caller: Caller) -> None:
        first = asked(caller, secret).wsgi_request.user
        first.name = "Bob"
        assert asked(caller, secret).wsgi_request.user.name == "Ada"


class TestLastUse:
    def test_is_written_at_most_once_a_minute(self, secret: str, caller: Caller) -> None:
        asked(caller, secret)
        first = Token.objects.get().last_used_at
        assert first is not None
        tokens.forget_cached_tokens()
        asked(caller, secret)
        assert Token.objects.get().last_used_at == first

    def test_is_written_again_after_a_minute(self, secret: str, caller: Caller) -> None:
        old = timezone.now() - timedelta(seconds=61)
        Token.objects.update(last_used_at=old)
        asked(caller, secret)
        used = Token.objects.get().last_used_at
        assert used is not None
        assert used > old

    def test_is_not_written_for_an_expired_token(self, ada: Player, caller: Caller) -> None:
        token, secret = issue_token(ada)
        Token.objects.filter(pk=token.pk).update(expires_at=timezone.now())
        asked(caller, secret)
        assert Token.objects.get().last_used_at is None


def test_cache_does_not_grow_without_end(
    ada: Player, caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokens, "_CACHED_MOST", 2)
    for _ in range(5):
        asked(caller, issue_token(ada)[1])
    assert len(tokens._known) <= 2


def test_nobody_is_anonymous(caller: Caller) -> None:
    assert isinstance(caller.get(WHO).wsgi_request.user, AnonymousUser)
