"""What machines ask at the root: alive, ready, which version, how busy."""

from datetime import timedelta

import pytest
from django.db import DatabaseError
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from dosleague.api.tokens import issue_token
from dosleague.models import Heartbeat
from dosleague.operations import checks
from games.models import Game, Player

PATHS = ("/healthz", "/readyz", "/version", "/metrics")
pytestmark = pytest.mark.django_db


def swept(*, ago: timedelta) -> None:
    Heartbeat.objects.create(name="scheduler", at=timezone.now() - ago)


def person(name: str = "ada", **fields: bool) -> Player:
    return Player.objects.create_user(name, "long enough for anybody", **fields)


@pytest.mark.parametrize("path", PATHS)
def test_nothing_but_reading_is_allowed(path: str, client: Client) -> None:
    answer = client.post(path)
    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD")
    assert answer.json()["code"] == "method_not_allowed"


@pytest.mark.parametrize("path", PATHS)
def test_no_cache_keeps_the_answer(path: str, client: Client) -> None:
    assert client.get(path).headers["Cache-Control"] == "no-store"


def test_version_is_the_project_s(client: Client) -> None:
    assert client.get("/version").json() == {"version": "0.1.0", "revision": None}


# --- readiness ------------------------------------------------------------------------------------


def test_ready_when_database_broker_and_scheduler_are(client: Client) -> None:
    swept(ago=timedelta(seconds=2))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (200, "ready")


def test_not_ready_before_the_scheduler_was_seen(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (503, "not ready")
    assert answer.json()["checks"]["scheduler"] == "The scheduler has not been seen yet."


def test_not_ready_when_the_scheduler_is_silent(client: Client) -> None:
    swept(ago=timedelta(seconds=75))
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"]["scheduler"] == "The scheduler has not been seen for 75 s."


def test_not_ready_when_the_database_does_not_answer(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Gone:
        def cursor(self) -> None:
            raise DatabaseError("connection to host db.internal refused")

    monkeypatch.setattr(checks, "connection", Gone())
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"]["database"] == "The database does not answer."
    assert "db.internal" not in answer.text


def test_not_ready_when_migrations_are_missing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = [("games", "0002")]
    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda self, targets: plan)
    answer = client.get("/readyz")
    assert answer.json()["checks"]["migrations"] == "The database lacks 1 migrations."


def test_not_ready_when_redis_does_not_answer(client: Client, settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"]["broker"] == "The broker does not answer."


# --- metrics --------------------------------------------------------------------------------------


def test_metrics_are_not_for_everybody(client: Client) -> None:
    answer = client.get("/metrics")
    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")


def test_metrics_are_not_for_players_who_signed_in(client: Client) -> None:
    client.force_login(person())
    assert client.get("/metrics").status_code == 403


def test_metrics_are_for_staff_who_signed_in(client: Client) -> None:
    client.force_login(person(is_staff=True))
    assert client.get("/metrics").status_code == 200


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@pytest.mark.parametrize("scopes, status", [(["admin"], 200), (["play"], 403)])
def test_metrics_are_for_a_token_with_the_scope_admin(
    scopes: list[str], status: int, client: Client
) -> None:
    _, secret = issue_token(person(is_staff=True), scopes=scopes)
    assert client.get("/metrics", headers=bearer(secret)).status_code == status


def test_token_of_somebody_who_left_the_staff_reads_no_metrics(client: Client) -> None:
    staff = person(is_staff=True)
    _, secret = issue_token(staff, scopes=["admin"])
    Player.objects.filter(pk=staff.pk).update(is_staff=False)
    assert client.get("/metrics", headers=bearer(secret)).json()["code"] == "scope_missing"


@pytest.mark.parametrize("told, status", [("the collector's", 200), ("another", 401)])
def test_metrics_are_for_the_collector_s_own_token(
    told: str, status: int, client: Client, settings: Settings
) -> None:
    settings.METRICS_TOKEN = "the collector's"
    assert client.get("/metrics", headers=bearer(told)).status_code == status


def test_without_a_collector_s_token_an_empty_one_is_refused(client: Client) -> None:
    assert client.get("/metrics", headers=bearer("")).status_code == 401


@pytest.fixture
def operator(client: Client) -> Client:
    client.force_login(person(is_staff=True))
    return client


def test_requests_are_counted_by_route_not_by_path(operator: Client) -> None:
    operator.get("/healthz")
    operator.get("/no/such/path/9c1f")
    told = operator.get("/metrics").text
    assert 'dosleague_http_requests_total{method="GET",route="healthz",status="200"}' in told
    assert 'dosleague_http_requests_total{method="GET",route="none",status="404"}' in told
    assert 'dosleague_http_request_seconds_count{method="GET",route="healthz"}' in told
    assert "9c1f" not in told


def game(status: str, **fields: object) -> None:
    Game.objects.create(
        status=status, ruleset={}, seat_count=2, secret=b"", commitment="", **fields
    )


def test_games_and_backlog_are_told_as_they_are(operator: Client) -> None:
    now = timezone.now()
    game("open")
    game("running", deadline=now - timedelta(seconds=5), due_at=now + timedelta(seconds=5))
    game("running", due_at=now - timedelta(seconds=5))
    game("finished", version=7, followed=6)
    game("finished", version=7, followed=7)
    told = operator.get("/metrics").text
    for line in (
        'dosleague_games{status="open"} 1.0',
        'dosleague_games{status="running"} 2.0',
        'dosleague_backlog{reason="deadline"} 1.0',
        'dosleague_backlog{reason="bot"} 1.0',
        'dosleague_backlog{reason="conclusion"} 1.0',
    ):
        assert line in told


def test_metrics_are_told_even_while_redis_does_not_answer(
    operator: Client, settings: Settings
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    answer = operator.get("/metrics")
    assert answer.status_code == 200
    assert "dosleague_queue_length{" not in answer.text
