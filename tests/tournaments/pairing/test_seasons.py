"""From one season to the next: nobody is lost, sizes hold, and nobody moves more than a step."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.seasons import (
    BadSeason,
    Newcomer,
    NextSeason,
    PlayOff,
    PlayOffNeeded,
    Reason,
    Row,
    Rules,
    next_season,
)


def table(*players: int) -> list[Row]:
    """Return a final table in this order, everybody having played everything."""
    return [Row(player, rank, 7, 7) for rank, player in enumerate(players, 1)]


def league(*sizes: int) -> list[list[Row]]:
    """Return divisions whose players are 11, 12, … in the first, 21, 22, … in the second."""
    return [
        table(*range(10 * number + 1, 10 * number + 1 + size))
        for number, size in enumerate(sizes, 1)
    ]


def reasons(season: NextSeason) -> dict[int, Reason]:
    return {move.player: move.reason for move in season.moves if move.reason is not Reason.STAYS}


def test_two_go_up_and_two_go_down() -> None:
    season = next_season(league(8, 8, 8))
    assert season.divisions == (
        (11, 12, 13, 14, 15, 16, 21, 22),
        (17, 18, 23, 24, 25, 26, 31, 32),
        (27, 28, 33, 34, 35, 36, 37, 38),
    )
    assert reasons(season) == dict.fromkeys((17, 18, 27, 28), Reason.RELEGATED) | dict.fromkeys(
        (21, 22, 31, 32), Reason.PROMOTED
    )


def test_the_best_runner_up_fills_the_place_of_one_who_withdrew() -> None:
    season = next_season(league(8, 8), withdrawals=[12], newcomers=[Newcomer(99, 25.0)])
    assert season.divisions == (
        (11, 13, 14, 15, 16, 21, 22, 23),
        (17, 18, 24, 25, 26, 27, 28, 99),
    )
    assert reasons(season)[23] is Reason.FILLS_A_PLACE
    assert reasons(season)[12] is Reason.WITHDRAWN
    assert reasons(season)[99] is Reason.NEWCOMER


def test_the_inactive_go_down_before_the_last_of_the_table() -> None:
    tables = league(8, 8)
    tables[0][0] = replace(tables[0][0], played=3)
    season = next_season(tables)
    assert season.divisions[0] == (12, 13, 14, 15, 16, 17, 21, 22)
    assert reasons(season)[11] is Reason.INACTIVE


def test_all_of_the_inactive_go_down_and_as_many_come_up() -> None:
    tables = league(8, 8)
    tables[0][2:6] = [replace(row, played=0) for row in tables[0][2:6]]
    season = next_season(tables)
    assert season.divisions[0] == (11, 12, 17, 18, 21, 22, 23, 24)


def test_the_inactive_do_not_go_up() -> None:
    tables = league(8, 8)
    tables[1][0] = replace(tables[1][0], played=2)
    assert next_season(tables).divisions[0][-2:] == (22, 23)


def test_half_of_the_games_is_active() -> None:
    assert Row(1, 1, played=4, scheduled=8).is_active
    assert not Row(1, 1, played=3, scheduled=7).is_active


def test_newcomers_come_in_by_rating_and_too_many_make_a_new_division() -> None:
    newcomers = [Newcomer(100 + number, 20 + number) for number in range(9)]
    season = next_season(league(8, 6), newcomers=newcomers)
    assert [len(division) for division in season.divisions] == [8, 8, 7]
    assert season.divisions[1][-2:] == (108, 107)
    assert season.divisions[2] == (106, 105, 104, 103, 102, 101, 100)


def test_a_few_newcomers_too_many_join_the_last_division() -> None:
    season = next_season(league(8), newcomers=[Newcomer(100 + n, n) for n in range(3)])
    assert [len(division) for division in season.divisions] == [11]


def test_a_last_division_too_small_joins_the_one_above() -> None:
    season = next_season(league(8, 4), withdrawals=[24])
    assert [len(division) for division in season.divisions] == [11]
    assert reasons(season) == {
        **dict.fromkeys((21, 22), Reason.PROMOTED),
        23: Reason.FILLS_A_PLACE,
        24: Reason.WITHDRAWN,
    }


def test_a_tie_at_a_line_is_for_a_play_off_not_for_lots() -> None:
    tables = league(8, 8)
    tables[1][2] = replace(tables[1][2], rank=2)
    with pytest.raises(PlayOffNeeded, match="22, 23") as needed:
        next_season(tables)
    assert needed.value.tied == ((22, 23),)
    season = next_season(tables, decided=[(23, 22)])
    assert season.divisions[0][-2:] == (21, 23)


def test_a_tie_away_from_the_lines_needs_nothing() -> None:
    tables = league(8, 8)
    tables[0][1] = replace(tables[0][1], rank=1)
    tables[0][7] = replace(tables[0][7], rank=7)
    assert next_season(tables).divisions == next_season(league(8, 8)).divisions


def test_a_play_off_for_the_place_between_the_divisions() -> None:
    rules = Rules(playoff_slots=1)
    undecided = next_season(league(8, 8), rules=rules)
    assert undecided.open_play_offs == (PlayOff(1, holder=16, challenger=23),)
    won = next_season(league(8, 8), rules=rules, play_off_winners=[23])
    assert won.divisions[0] == (11, 12, 13, 14, 15, 21, 22, 23)
    assert reasons(won)[16] is Reason.LOST_PLAY_OFF
    held = next_season(league(8, 8), rules=rules, play_off_winners=[16])
    assert held.divisions == next_season(league(8, 8)).divisions
    assert held.open_play_offs == ()
    with pytest.raises(BadSeason, match="Only one"):
        next_season(league(8, 8), rules=rules, play_off_winners=[16, 23])


def test_a_runner_up_who_fills_a_place_needs_no_play_off() -> None:
    season = next_season(league(8, 8), withdrawals=[11], rules=Rules(playoff_slots=1))
    assert season.open_play_offs == (PlayOff(1, holder=16, challenger=24),)


def test_what_makes_no_season_is_refused() -> None:
    with pytest.raises(BadSeason, match="at least one"):
        next_season([])
    with pytest.raises(BadSeason, match="two places"):
        next_season([table(1, 2), table(2, 3)])
    with pytest.raises(BadSeason):
        next_season(league(8), rules=Rules(movers=-1))


# --- properties ----------------------------------------------------------------------------------


@st.composite
def seasons(draw: st.DrawFn) -> tuple[list[list[Row]], set[int], list[Newcomer], Rules]:
    sizes = draw(st.lists(st.integers(2, 9), min_size=1, max_size=5))
    tables = [
        [replace(row, played=draw(st.sampled_from([0, 7, 7, 7]))) for row in division]
        for division in league(*sizes)
    ]
    players = [row.player for division in tables for row in division]
    withdrawals = draw(st.sets(st.sampled_from(players), max_size=len(players) // 2))
    ratings = draw(st.lists(st.integers(0, 50), max_size=20))
    newcomers = [Newcomer(1_000 + at, rating) for at, rating in enumerate(ratings)]
    slots = draw(st.integers(0, 2))
    return tables, withdrawals, newcomers, Rules(draw(st.integers(0, 3)), slots, 8, 4)


def play(
    season: tuple[list[list[Row]], set[int], list[Newcomer], Rules], winners: Sequence[int] = ()
) -> NextSeason:
    tables, withdrawals, newcomers, rules = season
    return next_season(
        tables,
        withdrawals=withdrawals,
        newcomers=newcomers,
        rules=rules,
        play_off_winners=winners,
    )


@given(seasons(), st.booleans())
def test_nobody_is_lost_doubled_or_moved_more_than_a_step(
    given_season: tuple[list[list[Row]], set[int], list[Newcomer], Rules], challengers_win: bool
) -> None:
    tables, withdrawals, newcomers, _ = given_season
    winners: list[int] = []
    season = play(given_season)
    while challengers_win and season.open_play_offs:
        winners.append(season.open_play_offs[0].challenger)
        season = play(given_season, winners)
    players = {row.player for division in tables for row in division}
    seated = [player for division in season.divisions for player in division]
    assert sorted(seated) == sorted((players - withdrawals) | {new.player for new in newcomers})
    moves = {move.player: move for move in season.moves}
    assert moves.keys() == players | {new.player for new in newcomers}
    for move in season.moves:
        if move.before is not None and move.after is not None:
            assert abs(move.before - move.after) <= 1
            assert (move.before == move.after) == (move.reason is Reason.STAYS)
        if move.before is None:
            assert move.reason is Reason.NEWCOMER
        if move.after is None:
            assert move.reason is Reason.WITHDRAWN


@given(seasons())
def test_every_division_but_the_last_keeps_its_size(
    given_season: tuple[list[list[Row]], set[int], list[Newcomer], Rules],
) -> None:
    tables, withdrawals, _, _ = given_season
    season = play(given_season)
    after = {player: at for at, d in enumerate(season.divisions) for player in d}
    for at, (old, new) in enumerate(zip(tables, season.divisions[:-1], strict=False)):
        if len(new) != len(old) and at + 1 < len(tables):
            below = {row.player for row in tables[at + 1]} - withdrawals
            assert len(new) < len(old)
            assert all(after[player] == at for player in below)
        elif at + 1 < len(tables):
            assert len(new) == len(old)


@given(seasons())
def test_the_order_of_rows_and_newcomers_makes_no_difference(
    given_season: tuple[list[list[Row]], set[int], list[Newcomer], Rules],
) -> None:
    tables, withdrawals, newcomers, rules = given_season
    turned = [division[::-1] for division in tables]
    assert play((turned, withdrawals, newcomers[::-1], rules)) == play(given_season)
