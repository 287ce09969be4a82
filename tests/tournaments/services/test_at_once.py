"""Many who enter at once: no place is given twice, and none is lost."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import UUID

import pytest
from django.db import connections
from pytest_django import DjangoDbBlocker

from dosleague.api.problems import Problem
from games.models import Player
from tests.games.concurrency.stores import connected_to, migrate, postgresql_database
from tests.tournaments.cups import by, cup, entered, lay_out, statuses
from tournaments.lifecycle import State
from tournaments.models import Entrant, Tournament
from tournaments.services.entries import withdraw
from tournaments.services.registration import register


@pytest.fixture(scope="module")
def postgresql(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """PostgreSQL as the database that Django uses in every thread."""
    with postgresql_database() as url, django_db_blocker.unblock():
        migrate(url)
        with connected_to(url):
            yield


@pytest.fixture
def tournament(postgresql: None) -> Iterator[Tournament]:
    """A tournament of three places, two of which are taken."""
    owner = Player.objects.create_user("Ada")
    tournament = lay_out(cup(owner, cap=3), State.REGISTRATION)
    entered(tournament, "Bea", "Cid")
    yield tournament
    Tournament.objects.all().delete()
    Player.objects.exclude(kind="bot").delete()


def at_once(acts: list[Callable[[], Entrant]]) -> list[Entrant | Problem]:
    """Do all acts in threads that set out together; return what came of each."""
    gate = Barrier(len(acts), timeout=30)

    def run(act: Callable[[], Entrant]) -> Entrant | Problem:
        try:
            gate.wait()
            return act()
        except Problem as problem:
            return problem
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def entering(tournament: UUID, player: Player) -> Callable[[], Entrant]:
    return lambda: register(tournament_id=tournament, by=by(player))


def test_the_last_place_goes_to_one(tournament: Tournament, stress: bool) -> None:
    for turn in range(50 if stress else 5):
        players = [Player.objects.create_user(f"Late-{turn}-{number}") for number in range(4)]
        came = at_once([entering(tournament.id, player) for player in players])
        assert not [one for one in came if isinstance(one, Problem)]
        held = sorted(status for status in statuses(tournament).values())
        assert held == ["registered"] * 3 + ["waiting"] * 3
        Entrant.objects.filter(player__in=players).delete()


def test_a_player_who_asks_twice_enters_once(tournament: Tournament) -> None:
    player = Player.objects.create_user("Hasty")
    came = at_once([entering(tournament.id, player)] * 4)
    assert sum(isinstance(one, Entrant) for one in came) == 1
    assert {one.code for one in came if isinstance(one, Problem)} == {"already_entered"}


def test_each_place_that_is_freed_promotes_one(tournament: Tournament) -> None:
    entered(tournament, "Dee", "Eva", "Fay", "Gus", "Hal")
    goers = list(tournament.entrants.select_related("player").order_by("queue_number")[:3])
    newcomer = Player.objects.create_user("Ian")

    def going(entrant: Entrant) -> Callable[[], Entrant]:
        author = by(entrant.player)
        return lambda: withdraw(tournament_id=tournament.id, entrant_id=entrant.id, by=author)

    at_once([*(going(one) for one in goers), entering(tournament.id, newcomer)])
    assert statuses(tournament) == {
        **dict.fromkeys(("Bea", "Cid", "Dee"), "withdrawn"),
        **dict.fromkeys(("Eva", "Fay", "Gus"), "registered"),
        **dict.fromkeys(("Hal", "Ian"), "waiting"),
    }
