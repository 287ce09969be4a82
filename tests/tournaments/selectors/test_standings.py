"""Standings of real rows: which round is meant, and how little is asked of the database."""

import time
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Player
from tests.games.caller import Caller
from tests.tournaments.laid_out import played_stage, start_numbers, write_results
from tests.tournaments.play import bots, opened, play_on, started
from tests.tournaments.standings.results import SWISS_SEVEN, forfeited, won
from tournaments.models import Entrant, Match, Stage, StageRound, Tournament
from tournaments.selectors.standings import (
    NotShown,
    round_meant,
    standings_shape,
    tables_after,
)
from tournaments.values import TableResult

pytestmark = pytest.mark.django_db
SWISS = {"format": "swiss_match", "rounds": 4}


def shape(tournament: Tournament, *asked: int | None) -> dict[str, Any]:
    return standings_shape(tables_after(round_meant(tournament, *asked)))


def ranked(tournament: Tournament, *asked: int | None) -> list[tuple[int, int]]:
    numbers = start_numbers(tournament)
    items = shape(tournament, *asked)["items"]
    return [(item["rank"], numbers[str(item["entrant"])]) for item in items]


def test_results_of_later_rounds_do_not_count(ada: Caller) -> None:
    tournament = played_stage(ada.player, 7, SWISS_SEVEN, SWISS)
    after_1 = shape(tournament, 1)
    points = [item["values"]["points"] for item in after_1["items"]]
    assert points == [1, 1, 1, 1, 0, 0, 0]
    assert after_1["provisional"]
    assert shape(tournament)["after_round"] == 4


def test_a_draft_is_no_round_to_be_asked_for(ada: Caller) -> None:
    tournament = played_stage(ada.player, 7, SWISS_SEVEN, SWISS)
    last = tournament.rounds.filter(number=4)
    last.update(status=StageRound.Status.DRAFT)
    assert shape(tournament)["after_round"] == 3
    with pytest.raises(NotShown, match="no round 4"):
        round_meant(tournament, 4)


def test_before_the_start_there_is_nothing(ada: Caller) -> None:
    tournament = opened(ada.player, bots(4), SWISS)
    with pytest.raises(NotShown, match="No round has been published"):
        round_meant(tournament)
    with pytest.raises(NotShown, match="Stage 1 has not begun"):
        round_meant(tournament, None, 1)
    with pytest.raises(NotShown, match="no stage 2"):
        round_meant(tournament, None, 2)


def test_who_left_a_round_robin_is_struck_out_only_from_when_it_left(ada: Caller) -> None:
    games = [won(1, 4, 1), won(1, 2, 3), forfeited(2, 3, 4), won(2, 1, 2)]
    tournament = played_stage(ada.player, 4, games, {"format": "round_robin"})
    gone = tournament.entrants.get(start_number=4)
    gone.status, gone.absent_from = Entrant.Status.WITHDRAWN, 3
    gone.save()
    assert {number for _, number in ranked(tournament, 1)[:2]} == {2, 4}
    assert tables_after(round_meant(tournament, 1)).tables[0].left == ()
    assert tables_after(round_meant(tournament, 2)).tables[0].left == (4,)
    last = shape(tournament, 2)["items"][-1]
    assert (last["rank"], last["decided_by"], last["values"]["points"]) == (4, "points", 0)


def test_an_open_table_of_a_knockout_at_tables_counts_with_its_round(ada: Caller) -> None:
    tournament = started(ada.player, bots(6), {"format": "knockout_tables"})
    _, second = Match.objects.filter(round__tournament=tournament).order_by("table")
    assert second.result is None
    assert {rank for rank, _ in ranked(tournament)} == {1}
    play_on(tournament)
    assert len({rank for rank, _ in ranked(tournament, 1)}) > 1


def test_groups_each_have_their_own_ranks(ada: Caller) -> None:
    groups = {"format": "round_robin", "groups": 2, "advance": {"per_group": 2}}
    knockout = {"format": "single_elimination"}
    tournament = play_on(started(ada.player, bots(6), groups, knockout))
    found = tables_after(round_meant(tournament, None, 1))
    both = standings_shape(found)
    assert [item["group"] for item in both["items"]] == [1, 1, 1, 2, 2, 2]
    firsts = [item for item in both["items"] if item["rank"] == 1]
    assert [item["decided_by"] for item in firsts] == [None, None]
    assert not both["provisional"]
    assert standings_shape(found, 2)["items"] == both["items"][3:]
    with pytest.raises(NotShown, match="no group 3"):
        standings_shape(found, 3)


def _shuffled(number: int, entrant: int) -> int:
    return (entrant * 7919 * number) % 1009


def big_swiss(owner: Player, size: int, rounds: int) -> Tournament:
    """Return a Swiss in which the one who starts wins each game."""
    tournament = started(owner, bots(5), {"format": "swiss_match", "rounds": 2}, advance="manual")
    players = Player.objects.bulk_create(
        [Player(name=f"P{at}", kind="bot", bot="random") for at in range(size - 5)]
    )
    Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament,
            player=player,
            status=Entrant.Status.ACTIVE,
            queue_number=at,
            start_number=at,
        )
        for at, player in enumerate(players, start=6)
    )
    ids = tournament.entrants.order_by("start_number").values_list("id", flat=True)
    Stage.objects.filter(tournament=tournament).update(
        field=[[str(one) for one in ids]], rounds_planned=[rounds]
    )
    results: list[TableResult] = []
    for number in range(1, rounds + 1):
        order = sorted(range(1, size + 1), key=partial(_shuffled, number))
        results += [
            won(number, one, other, (200, one % 90))
            for one, other in zip(order[::2], order[1::2], strict=True)
        ]
    write_results(tournament, results)
    return tournament


def test_a_thousand_take_as_few_statements_as_ten(ada: Caller) -> None:
    counts = []
    for size in (10, 1000):
        tournament = big_swiss(ada.player, size, 5)
        begun = time.perf_counter()
        with CaptureQueriesContext(
            connection,
        ) as asked:
            found = shape(tournament)
        took = time.perf_counter() - begun
        assert len(found["items"]) == size
        counts.append(len(asked))
        Tournament.objects.filter(pk=tournament.pk).delete()
        Player.objects.filter(name__startswith="P").delete()
    assert counts[0] == counts[1] <= 10
    assert took < 2
