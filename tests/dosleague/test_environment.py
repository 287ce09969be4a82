from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from dosleague import environment

ROOT = Path("/srv/league")


@pytest.mark.parametrize(
    "url, name",
    [
        ("sqlite:///league.sqlite3", "/srv/league/league.sqlite3"),
        ("sqlite:///var/a%20league.sqlite3", "/srv/league/var/a league.sqlite3"),
        ("sqlite:////data/league.sqlite3", "/data/league.sqlite3"),
        ("sqlite://:memory:", ":memory:"),
    ],
)
def test_sqlite_address_names_its_file(url: str, name: str) -> None:
    assert environment.database(url, root=ROOT)["NAME"] == name


def test_sqlite_takes_its_write_lock_at_once_and_waits_for_it() -> None:
    options = environment.database("sqlite:///league.sqlite3", root=ROOT)["OPTIONS"]
    assert (options["transaction_mode"], options["timeout"]) == ("IMMEDIATE", 20)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_postgresql_address_gives_every_part(scheme: str) -> None:
    url = f"{scheme}://ada:s%40f%2Fe@db.example:6432/the%20league?sslmode=require"
    assert environment.database(url, root=ROOT) == {
        "ENGINE": "dosleague.postgresql",
        "NAME": "the league",
        "USER": "ada",
        "PASSWORD": "s@f/e",
        "HOST": "db.example",
        "PORT": "6432",
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"sslmode": "require", "server_side_binding": True, "prepare_threshold": 1},
    }


def test_postgresql_socket_folder_goes_in_the_host_option() -> None:
    settings = environment.database("postgresql:///league?host=/run/postgresql", root=ROOT)
    assert (settings["HOST"], settings["PORT"], settings["USER"]) == ("/run/postgresql", "", "")
    assert "host" not in settings["OPTIONS"]


@pytest.mark.parametrize(
    "url, complaint",
    [
        ("", "must begin with"),
        ("league.sqlite3", "must begin with"),
        ("mysql://db.example/league", "must begin with"),
        ("sqlite://league.sqlite3", "three slashes"),
        ("sqlite:///", "no SQLite file"),
        ("sqlite:///league.sqlite3?timeout=5", "no options"),
        ("postgresql://db.example", "no PostgreSQL database"),
        ("postgresql://db.example:db/league", "port must be a number"),
        ("postgresql://db.example:99999/league", "port must be a number"),
        ("postgresql://db.example/league?sslmod=require", "unknown options sslmod"),
    ],
)
def test_bad_database_address_is_refused_with_its_fault(url: str, complaint: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=complaint):
        environment.database(url, root=ROOT)


def test_refusal_does_not_repeat_the_password() -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        environment.database("postgresql://ada:hunter2@db.example:db/league", root=ROOT)
    assert "hunter2" not in str(refusal.value)


def test_secret_key_is_made_once_for_its_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DJANGO_SECRET_KEY", raising=False)
    kept_in = tmp_path / "var" / "secret_key"
    key = environment.secret_key(kept_in)
    assert len(key) >= 50
    assert kept_in.stat().st_mode & 0o777 == 0o600
    assert environment.secret_key(kept_in) == key
    assert [path.name for path in kept_in.parent.iterdir()] == ["secret_key"]


def test_starting_at_the_same_moment_agrees_on_one_secret_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DJANGO_SECRET_KEY", raising=False)
    with ThreadPoolExecutor(max_workers=8) as pool:
        keys = set(pool.map(environment.secret_key, [tmp_path / "secret_key"] * 8))
    assert len(keys) == 1


def test_given_secret_key_makes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SECRET_KEY", "given")
    kept_in = tmp_path / "secret_key"
    assert environment.secret_key(kept_in) == "given"
    assert not kept_in.exists()


@pytest.mark.parametrize(
    "word, meaning", [("1", True), ("True", True), ("yes", True), ("0", False), ("", False)]
)
def test_flag_understands(word: str, meaning: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_DEBUG", word)
    assert environment.flag("DJANGO_DEBUG", default=not meaning) is meaning


def test_flag_refuses_what_is_neither_yes_nor_no(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_DEBUG", "flase")
    with pytest.raises(ImproperlyConfigured, match="DJANGO_DEBUG"):
        environment.flag("DJANGO_DEBUG")


def test_names_are_split_at_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_ALLOWED_HOSTS", "league.example, ,www.league.example,")
    assert environment.names("DJANGO_ALLOWED_HOSTS") == ["league.example", "www.league.example"]


@pytest.mark.parametrize(
    "word, rate",
    [("600/min", (600, 60)), ("10/h", (10, 3600)), ("5/s", (5, 1)), ("1/day", (1, 86_400))],
)
def test_rate_is_so_many_in_so_many_seconds(
    word: str, rate: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RATE_TURNS", word)
    assert environment.rate("RATE_TURNS", default="1/s") == rate


@pytest.mark.parametrize("word", ["", "600", "0/min", "-1/min", "10/year", "ten/min", "1.5/s"])
def test_bad_rate_is_refused(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RATE_TURNS", word)
    with pytest.raises(ImproperlyConfigured, match="RATE_TURNS"):
        environment.rate("RATE_TURNS", default="1/s")


def test_log_level_is_known_whatever_its_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "debug")
    assert environment.log_level() == "DEBUG"
    monkeypatch.setenv("LOG_LEVEL", "loud")
    with pytest.raises(ImproperlyConfigured, match="LOG_LEVEL"):
        environment.log_level()
