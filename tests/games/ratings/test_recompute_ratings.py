"""`manage.py recompute_ratings`: plays the log again, or says where rows are not what it gives."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from games.models import Game, PlayerRating, RatingChange, RatingHistory, RatingPool
from games.services.ratings import log_game
from tests.games.ratings.seasons import (
    POOL,
    expected,
    game,
    new_players,
    rate_all,
    season,
    stored,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def games(db: None) -> list[Game]:
    games = season(new_players(6), 20)
    rate_all(games)
    return games


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("recompute_ratings", *arguments, stdout=out)
    return out.getvalue()


def failing(*arguments: str) -> tuple[str, str]:
    """Return what the command says on both ways, once it has ended with 1."""
    out = StringIO()
    with pytest.raises(CommandError) as error:
        call_command("recompute_ratings", *arguments, stdout=out)
    assert error.value.returncode == 1
    return out.getvalue(), str(error.value)


def test_check_finds_nothing_where_all_is_well(games: list[Game]) -> None:
    before = stored()
    text = run("--check")
    assert text.count("as stored") == 3
    assert f"{POOL}: 20 games" in text
    assert stored() == before


def test_recomputing_gives_what_was_there_and_tells_nobody(games: list[Game]) -> None:
    told = RatingHistory.objects.count()
    pool = RatingPool.objects.get(pk=POOL)
    assert f"hash {pool.hash}" in run(POOL)
    assert stored() == expected(games)
    assert RatingHistory.objects.count() == told
    assert RatingPool.objects.get(pk=POOL).generation == pool.generation + 1


@pytest.mark.parametrize("what", ["rating", "change", "missing", "hash", "surplus"])
def test_a_difference_is_found_and_mended(games: list[Game], what: str) -> None:
    ratings = PlayerRating.objects.filter(pool=POOL).order_by("id")
    changes = RatingChange.objects.filter(pool=POOL).order_by("id")
    if what == "rating":
        ratings.filter(pk=ratings[0].pk).update(mu=F("mu") + 1e-12)
    elif what == "change":
        changes.filter(pk=changes[0].pk).update(sigma=9.0)
    elif what == "missing":
        ratings[0].delete()
    elif what == "hash":
        RatingPool.objects.filter(pk=POOL).update(hash="0" * 32)
    else:
        foreign = game(new_players(2, "other"), [1, 2])
        changes.filter(pk__in=[row.pk for row in changes[:2]]).update(game=foreign)
    out, error = failing("--check")
    assert "1 of 3 pools" in error
    assert f"{POOL}: 20 games" in out
    assert "differences:" in out
    run(POOL)
    assert "as stored" in run("--check", POOL)
    assert stored() == expected(games)


def test_what_waits_is_worked_in_first(games: list[Game]) -> None:
    late = game(new_players(2, "late"), [1, 2])
    log_game(late.id)
    run()
    assert stored() == expected([*games, late])


def test_a_pool_that_is_none(games: list[Game]) -> None:
    with pytest.raises(CommandError, match="there is no pool chess"):
        run("chess")


def test_a_league_without_ratings(db: None) -> None:
    assert run() == run("--check") == ""
