"""Workers killed in the middle of a tournament of bots: every result arrives, once."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from games.models import Player
from tests.dosleague.served import until
from tests.games.concurrency.crew import Crew, crew
from tests.games.concurrency.stores import connected_to, postgresql_database
from tests.games.concurrency.test_killed import WORKERS, strike
from tests.tournaments.concurrency.test_at_once import assert_whole
from tests.tournaments.play import bots, started
from tournaments.models import Match, Tournament


@pytest.fixture
def own_postgresql(postgresql: str, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """A PostgreSQL database in which nobody else plays, as the one that Django uses."""
    template = postgresql.rpartition("/")[2]
    with (
        postgresql_database(template) as url,
        django_db_blocker.unblock(),
        connected_to(url),
    ):
        yield url


def decided(tournament: Tournament) -> int:
    """Return how many matches have their result."""
    return Match.objects.filter(
        round__tournament=tournament, bye=False, result__isnull=False
    ).count()


def wait_for(tournament: Tournament, matches: int, members: Crew, seconds: float = 120) -> None:
    """Wait until so many matches are decided, or the tournament has finished."""
    for _ in until(seconds):
        tournament.refresh_from_db()
        if decided(tournament) >= matches or tournament.status == "finished":
            return
    pytest.fail(f"{decided(tournament)} of {matches}: {members.last_words()}")


def test_a_tournament_ends_though_workers_are_killed(
    own_postgresql: str, broker: str, var: Path, stress: bool, tell: Callable[[str], None]
) -> None:
    size, rounds = (40, 6) if stress else (10, 3)
    owner = Player.objects.create_user("Killed-owner")
    tournament = started(owner, bots(size), {"format": "swiss_match", "rounds": rounds}, rated=True)
    began, struck = time.monotonic(), []
    settings = {"DATABASE_URL": own_postgresql, "REDIS_URL": broker}
    with crew(settings, var) as members:
        members.start(*WORKERS)
        for number in range(8 if stress else 4):
            wait_for(tournament, decided(tournament) + size // 4, members)
            struck.append(f"{strike(members, number)} at {decided(tournament)}")
        wait_for(tournament, size * rounds, members)
        assert members.faults() == []
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    assert decided(tournament) == rounds * (size // 2)
    assert_whole(tournament)
    took = time.monotonic() - began
    tell(f"{rounds} rounds of {size} in {took:.0f} s; killed: {', '.join(struck)}")
