"""Round robins: forfeits are games, and early leavers take their results along."""

from tests.tournaments.standings.results import both_away, bye, forfeited, won
from tournaments.standings.explain import explain_rank
from tournaments.standings.ranking import standings
from tournaments.standings.tie_breaks import ROUND_ROBIN
from tournaments.standings.withdrawal import counted_results, leaves_table


def test_a_forfeit_counts_for_the_score_but_not_as_a_win_at_the_table() -> None:
    results = [forfeited(1, 1, 2), won(2, 3, 2), won(3, 1, 3)]
    table = standings(results, [1, 2, 3], 3, ROUND_ROBIN, round_robin=True)
    first = table.rows[0].values
    assert (table.rows[0].entrant, first["points"], first["wins_played"]) == (1, 2, 1)
    assert first["sonneborn_berger"] == 0 + 1


def test_a_free_round_adds_nothing() -> None:
    results = [won(1, 1, 2), bye(1, 3, 0.0), won(2, 1, 3), bye(2, 2, 0.0)]
    table = standings(results, [1, 2, 3], 3, ["buchholz"], round_robin=True)
    parts = explain_rank(table, 2).steps[1].contributions
    assert [(part.round, part.points) for part in parts] == [(1, 2)]


def test_a_loss_by_two_absentees_stays_a_loss_for_opponents() -> None:
    results = [both_away(3, 1, 2), won(1, 1, 3), won(2, 2, 3)]
    table = standings(results, [1, 2, 3], 3, ["buchholz"], round_robin=True)
    values = {row.entrant: row.values["buchholz"] for row in table.rows}
    assert values == {1: 1, 2: 1, 3: 2}


def test_the_game_between_the_tied_comes_before_wins_at_the_table() -> None:
    results = [won(1, 2, 1), won(1, 3, 4), won(2, 1, 3), forfeited(2, 2, 4), won(3, 1, 4)]
    results += [won(3, 3, 2)]
    table = standings(results, [1, 2, 3, 4], 3, ROUND_ROBIN, round_robin=True, seed="s")
    # 1, 2 and 3 have two points and beat each other in a ring; 2 won one of its games unplayed.
    assert [row.entrant for row in table.rows][2:] == [2, 4]
    assert table.rows[2].decided_by == "wins_played"


def test_fewer_than_half_of_the_games_take_a_leavers_results_along() -> None:
    games = [won(1, 1, 4), won(2, 4, 2)]
    assert leaves_table(games, 4, scheduled=5)
    assert not leaves_table(games, 4, scheduled=4)


def test_a_forfeit_is_not_a_game_played_before_leaving() -> None:
    assert leaves_table([won(1, 1, 4), forfeited(2, 4, 2)], 4, scheduled=4)


def test_results_of_a_leaver_go_and_all_others_stay() -> None:
    games = [won(1, 1, 4), won(1, 2, 3), won(2, 1, 2), forfeited(2, 3, 4), forfeited(3, 2, 4)]
    counted = counted_results(games, range(1, 5), withdrawn=[4], scheduled=3)
    assert counted.left == (4,)
    assert counted.entrants == (1, 2, 3)
    assert counted.results == (games[1], games[2])
    table = standings(counted.results, counted.entrants, 3, ROUND_ROBIN, round_robin=True)
    assert {row.entrant: row.values["points"] for row in table.rows} == {1: 1, 2: 1, 3: 0}


def test_who_played_half_stays_and_loses_the_rest_by_forfeit() -> None:
    games = [won(1, 1, 4), won(2, 4, 2), forfeited(3, 3, 4)]
    counted = counted_results(games, range(1, 5), withdrawn=[4], scheduled=3)
    assert counted.left == ()
    assert counted.results == tuple(games)


def test_one_withdrawal_does_not_bring_about_another() -> None:
    games = [won(1, 3, 4), won(2, 3, 1), won(2, 4, 2)]
    # 4 played two of four; the game with 3, who leaves the table, still counts as played.
    counted = counted_results(games[:1] + games[2:], range(1, 6), withdrawn=[3, 4], scheduled=4)
    assert counted.left == (3,)
