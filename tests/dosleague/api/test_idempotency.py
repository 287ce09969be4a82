import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from dosleague.api.idempotency import purge_answers
from dosleague.models import AuditEntry, StoredAnswer
from games.models import Player
from tests.dosleague.api.caller import Caller, told

pytestmark = [pytest.mark.urls("tests.dosleague.api.urls"), pytest.mark.django_db]

ACTS = "/api/v1/acts"
needs_row_locks = pytest.mark.skipif(
    "connection.vendor != 'postgresql'", reason="in-memory SQLite has one connection for all"
)


def effects() -> int:
    return AuditEntry.objects.count()


def test_without_a_key_each_request_is_an_act(caller: Caller) -> None:
    caller.post_json(ACTS)
    caller.post_json(ACTS)
    assert (effects(), StoredAnswer.objects.count()) == (2, 0)


def test_repetition_gets_the_same_answer_without_an_effect(caller: Caller) -> None:
    first = caller.post_json(ACTS, {"a": 1}, Idempotency_Key="k1")
    again = caller.post_json(ACTS, {"a": 1}, Idempotency_Key="k1")
    assert effects() == 1
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.content == first.content
    assert again["Content-Type"] == first["Content-Type"] == "application/json"
    assert again["ETag"] == '"1"'
    assert "X-Other" not in again
    assert "Idempotency-Replayed" not in first
    assert again["Idempotency-Replayed"] == "true"


def test_answer_without_a_body_is_repeated(caller: Caller) -> None:
    answers = [caller.put(ACTS, headers={"Idempotency-Key": "k1"}) for _ in range(2)]
    assert [(each.status_code, each.content) for each in answers] == [(204, b""), (204, b"")]
    assert effects() == 1
    assert answers[1]["Idempotency-Replayed"] == "true"


@pytest.mark.parametrize(
    "path, body, headers",
    [
        (ACTS, {"a": 2}, {}),
        (ACTS, {"a": 1}, {"If_Match": '"17"'}),
        (ACTS + "?dry_run=true", {"a": 1}, {}),
    ],
)
def test_key_of_another_request_is_refused(
    path: str, body: object, headers: dict[str, str], caller: Caller
) -> None:
    caller.post_json(ACTS, {"a": 1}, Idempotency_Key="k1")
    response = caller.post_json(path, body, Idempotency_Key="k1", **headers)
    assert (response.status_code, told(response)["code"]) == (422, "idempotency_key_reused")
    assert effects() == 1


def test_key_is_anothers_elsewhere(caller: Caller, bearer: dict[str, str], settings: Any) -> None:
    key = {"Idempotency-Key": "k1"}
    json = "application/json"
    caller.post(ACTS, {}, json, headers=key)
    caller.post(ACTS, {}, json, headers=key, REMOTE_ADDR="192.0.2.7")
    caller.post(ACTS, {}, json, headers={**key, **bearer})
    caller.post(ACTS, {}, json, headers={**key, **bearer}, REMOTE_ADDR="192.0.2.7")
    caller.put(ACTS, headers=key)
    assert effects() == 4


@pytest.mark.parametrize("body", [{"refuse": True}, {"answer_400": True}])
def test_refusal_leaves_nothing_and_is_judged_anew(
    body: dict[str, bool], caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = caller.post_json(ACTS, body, Idempotency_Key="k1")
    assert refused.status_code in {400, 409}
    assert (effects(), StoredAnswer.objects.count()) == (0, 0)
    assert caller.post_json(ACTS, {}, Idempotency_Key="k1").status_code == 201


@pytest.mark.parametrize("key", ["", "a b", "ä", "x" * 256, "a\x7f", "a\t"])
def test_key_is_visible_ascii(key: str, caller: Caller) -> None:
    response = caller.post_json(ACTS, {}, Idempotency_Key=key)
    assert (response.status_code, told(response)["code"]) == (400, "malformed")
    assert effects() == 0


def test_longest_key_is_taken(caller: Caller) -> None:
    assert caller.post_json(ACTS, {}, Idempotency_Key="~" * 255).status_code == 201


def test_shape_is_judged_before_the_caller(caller: Caller) -> None:
    headers = {"Idempotency-Key": "k1", "Authorization": "Bearer dl_unknown"}
    malformed = caller.post(ACTS, "{", "application/json", headers=headers)
    assert told(malformed)["code"] == "malformed"
    assert told(caller.post(ACTS, {}, "application/json", headers=headers))["code"] == (
        "not_authenticated"
    )


def test_new_token_is_not_given_twice(ada: Player, caller: Caller) -> None:
    first = caller.post_json("/api/v1/tokens", Idempotency_Key="k1").json()
    again = caller.post_json("/api/v1/tokens", Idempotency_Key="k1").json()
    assert first["token"].startswith("dl_")
    assert again == {**first, "token": None}
    assert first["token"] not in StoredAnswer.objects.get().body


def test_answer_is_kept_for_a_day(caller: Caller) -> None:
    caller.post_json(ACTS, {}, Idempotency_Key="k1")
    StoredAnswer.objects.update(created_at=timezone.now() - timedelta(hours=25))
    late = caller.post_json(ACTS, {"a": "another"}, Idempotency_Key="k1")
    assert late.status_code == 201
    assert "Idempotency-Replayed" not in late
    assert effects() == 2
    assert StoredAnswer.objects.get().created_at > timezone.now() - timedelta(hours=1)


def test_sweep_deletes_what_is_kept_no_longer(caller: Caller) -> None:
    for key in "abc":
        caller.post_json(ACTS, {}, Idempotency_Key=key)
    old = timezone.now() - timedelta(hours=25)
    StoredAnswer.objects.filter(key__in="ab").update(created_at=old)
    assert purge_answers() == 2
    assert [row.key for row in StoredAnswer.objects.all()] == ["c"]
    assert purge_answers() == 0


def at_once(*requests: Callable[[], Any]) -> list[Any]:
    """Send requests from threads that start together."""
    gate = threading.Barrier(len(requests))

    def send(request: Callable[[], Any]) -> Any:
        gate.wait()
        try:
            return request()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(requests)) as pool:
        return list(pool.map(send, requests))


@needs_row_locks
@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def post(self, body: object) -> Callable[[], Any]:
        return lambda: Caller().post_json(ACTS, body, Idempotency_Key="k1")

    def test_duplicate_waits_for_the_first_and_gets_its_answer(self) -> None:
        answers = at_once(*[self.post({"sleep": 0.3})] * 4)
        assert effects() == 1
        assert {each.status_code for each in answers} == {201}
        assert len({each.content for each in answers}) == 1
        assert sum("Idempotency-Replayed" in each for each in answers) == 3

    def test_another_request_under_the_key_waits_too(self) -> None:
        answers = at_once(self.post({"sleep": 0.3}), self.post({"sleep": 0.31}))
        assert sorted(each.status_code for each in answers) == [201, 422]
        assert effects() == 1

    def test_duplicate_of_a_refusal_is_judged_itself(self) -> None:
        answers = at_once(*[self.post({"sleep": 0.2, "refuse": True})] * 2)
        assert [each.status_code for each in answers] == [409, 409]
        assert (effects(), StoredAnswer.objects.count()) == (0, 0)

    def test_answer_too_old_is_replaced_once(self) -> None:
        self.post({"sleep": 0})()
        StoredAnswer.objects.update(created_at=timezone.now() - timedelta(hours=25))
        answers = at_once(*[self.post({"sleep": 0.2})] * 3)
        assert {each.status_code for each in answers} == {201}
        assert len({each.content for each in answers}) == 1
        assert effects() == 2
