"""Lists walked by cursor while rows are added, with few different times among them (P15)."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from games.models import Game, Seat
from games.services.ending import stop_game
from games.services.games import GamePlan, SeatPlan, create_game
from tests.games.concurrency.tables import CLASSIC, in_process, new_person, new_sitting

pytestmark = pytest.mark.usefixtures("database")

TIMES = [datetime(2026, 1, day, 12, tzinfo=UTC) for day in (1, 2, 3)]
LATER = TIMES[-1] + timedelta(days=1)


def pages(query: str) -> Iterator[list[dict[str, Any]]]:
    """Yield the items of each page."""
    cursor = ""
    with in_process() as client:
        while True:
            answer = client.get(query + cursor).raise_for_status().json()
            yield answer["items"]
            if answer["next"] is None:
                return
            cursor = f"&cursor={answer['next']}"


def add_games(tournament: UUID, times: list[datetime]) -> list[str]:
    """Add open games created at given times; return their ids."""
    plan = GamePlan(CLASSIC, [SeatPlan(), SeatPlan()], tournament=tournament)
    pattern = create_game(plan=plan, creator=None).game
    games = []
    for _ in times:
        game = Game.objects.get(pk=pattern.pk)
        game.pk = Game._meta.pk.get_default()
        games.append(game)
    Game.objects.filter(pk=pattern.pk).delete()
    Game.objects.bulk_create(games)
    Seat.objects.bulk_create(Seat(game=game, number=number) for game in games for number in (0, 1))
    for game, time in zip(games, times, strict=True):
        Game.objects.filter(pk=game.pk).update(created_at=time)
    return [str(game.pk) for game in games]


def walked(query: str, between: Callable[[int], None]) -> list[str]:
    """Return the ids of all pages; something happens behind each of them."""
    ids: list[str] = []
    for number, items in enumerate(pages(query)):
        ids += [item.get("id") or item["game"] for item in items]
        between(number)
    return ids


@pytest.mark.parametrize("added_at", [[*TIMES], [LATER]], ids=["among them", "later"])
def test_list_of_games_misses_and_repeats_none(added_at: list[datetime]) -> None:
    """P15: 500 games of three times, 50 more while somebody reads."""
    tournament = uuid4()
    there = add_games(tournament, [TIMES[number % 3] for number in range(500)])

    def add_five(page: int) -> None:
        if page < 10:
            times = [added_at[(page + number) % len(added_at)] for number in range(5)]
            add_games(tournament, times)

    ids = walked(f"/api/v1/games?tournament={tournament}&limit=37", add_five)
    assert Game.objects.filter(tournament=tournament).count() == 550
    assert len(set(ids)) == len(ids)
    assert [one for one in ids if one in set(there)] == in_order(there)
    if added_at == [LATER]:
        assert len(ids) == 500


def in_order(ids: list[str]) -> list[str]:
    """Return the games the newest first, and by id among those of one time."""
    rows = Game.objects.filter(pk__in=ids).values_list("created_at", "id")
    return [str(one) for _, one in sorted(rows, reverse=True)]


def test_list_of_records_misses_and_repeats_none(stress: bool) -> None:
    """P15, by the time at which games finished, as others finish meanwhile."""
    person = new_person()

    def finish(number: int) -> str:
        sitting = new_sitting(person, new_person())
        stop_game(game_id=UUID(sitting.id))
        if number >= 0:
            sitting.set(finished_at=TIMES[number % 3])
        return sitting.id

    there = [finish(number) for number in range(500 if stress else 40)]
    query = f"/api/v1/records?player={person.player.id}&limit={37 if stress else 7}"
    ids = walked(query, lambda page: [finish(-1)].clear() if page < 4 else None)
    assert len(set(ids)) == len(ids)
    assert sorted(ids[: len(there)]) == sorted(there)
