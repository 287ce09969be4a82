"""The two worked examples, every number of them."""

import pytest

from tests.tournaments.standings.results import PODS_TEN, SWISS_SEVEN
from tournaments.standings.explain import Contribution, RankExplained, explain_rank
from tournaments.standings.points import PLACE_POINTS
from tournaments.standings.ranking import Standings, standings
from tournaments.standings.tie_breaks import PODS, SWISS

STEPS = (
    "buchholz_cut_1",
    "buchholz",
    "sonneborn_berger",
    "median_buchholz",
    "progressive",
    "wins_played",
)


@pytest.fixture(scope="module")
def swiss() -> Standings:
    order = (*SWISS[:-1], "median_buchholz", "progressive")
    return standings(SWISS_SEVEN, range(1, 8), 4, order)


@pytest.fixture(scope="module")
def pods() -> Standings:
    return standings(PODS_TEN, range(1, 11), 3, PODS, points=PLACE_POINTS, seed="ten")


def buchholz_parts(table: Standings, entrant: int, code: str) -> list[Contribution]:
    explained = {step.code: step for step in explain_rank(table, entrant).steps}
    return list(explained[code].contributions)


@pytest.mark.parametrize(
    "rank, entrant, points, values, decided_by",
    [
        (1, 5, 3, (9, 11, 8, 6, 8, 2), None),
        (2, 2, 3, (8, 9, 6, 5, 6, 2), "buchholz_cut_1"),
        (3, 3, 3, (7, 8, 5, 4, 9, 3), "buchholz_cut_1"),
        (4, 1, 3, (6, 7, 4, 3, 7, 3), "buchholz_cut_1"),
        (5, 4, 2, (8, 9, 3, 5, 3, 1), "points"),
        (6, 7, 1, (8, 9, 1, 5, 4, 0), "points"),
        (7, 6, 1, (7, 8, 1, 4, 3, 0), "buchholz_cut_1"),
    ],
)
def test_swiss_of_seven(
    swiss: Standings,
    rank: int,
    entrant: int,
    points: int,
    values: tuple[int, ...],
    decided_by: str | None,
) -> None:
    row = swiss.rows[rank - 1]
    shown = row.values
    assert (row.rank, row.entrant, shown["points"]) == (rank, entrant, points)
    assert tuple(shown[code] for code in STEPS) == values
    assert row.decided_by == decided_by


@pytest.mark.parametrize(
    "entrant, amounts, whys",
    [
        (5, (3, 3, 3, 2), {4: "rounds_cap"}),
        (2, (3, 2, 1, 3), {3: "opponent_cap"}),
        (3, (1, 1, 3, 3), {}),
        (1, (2, 3, 1, 1), {}),
        (4, (3, 3, 2, 1), {3: "own_score"}),
        (7, (1, 3, 3, 2), {1: "own_score"}),
        (6, (3, 1, 1, 3), {2: "own_score", 3: "own_score"}),
    ],
)
def test_what_each_round_adds_to_the_buchholz(
    swiss: Standings, entrant: int, amounts: tuple[int, ...], whys: dict[int, str]
) -> None:
    parts = buchholz_parts(swiss, entrant, "buchholz")
    assert tuple(part.points for part in parts) == amounts
    assert [part.round for part in parts] == [1, 2, 3, 4]
    assert {part.round: part.why for part in parts if part.why != "opponent_score"} == whys


@pytest.mark.parametrize("entrant, cut_round", [(5, 4), (2, 3), (3, 1), (1, 3), (4, 4), (7, 1)])
def test_cut_1_drops_the_lowest(swiss: Standings, entrant: int, cut_round: int) -> None:
    parts = buchholz_parts(swiss, entrant, "buchholz_cut_1")
    assert [(part.round, part.cut) for part in parts if part.cut] == [(cut_round, "lowest")]


def test_cut_1_drops_the_forfeit_loss_before_the_equal_bye(swiss: Standings) -> None:
    parts = buchholz_parts(swiss, 6, "buchholz_cut_1")
    assert [(part.round, part.cut) for part in parts if part.cut] == [(3, "voluntary")]


def test_direct_encounter_does_not_part_four_who_have_not_all_met() -> None:
    table = standings(SWISS_SEVEN, range(1, 8), 4, ["direct_encounter"])
    leaders = table.rows[:4]
    assert [row.entrant for row in leaders] == [1, 2, 3, 5]
    assert {row.rank for row in leaders} == {1}
    assert {row.values["direct_encounter"] for row in leaders} == {0}


def test_the_scores_of_the_swiss_as_the_report_has_them(swiss: Standings) -> None:
    scores = {row.entrant: row.values["points"] for row in swiss.rows}
    assert scores == {1: 3, 2: 3, 3: 3, 4: 2, 5: 3, 6: 1, 7: 1}
    assert not swiss.provisional


@pytest.mark.parametrize(
    "rank, entrant, points, wins, share, percentage, decided_by",
    [
        (1, 4, 30, 2, 0.4359, 0.4603, None),
        (2, 5, 30, 2, 0.4117, 0.5000, "share"),
        (3, 3, 24, 2, 0.3527, 0.5397, "points"),
        (4, 1, 24, 1, 0.3823, 0.4603, "table_wins"),
        (5, 2, 22, 0, 0.3139, 0.4306, "points"),
        (6, 9, 18, 1, 0.2893, 0.5000, "points"),
        (7, 8, 12, 1, 0.2664, 0.5926, "points"),
        (8, 6, 8, 0, 0.2108, 0.5000, "points"),
        (9, 7, 8, 0, 0.1845, 0.4506, "share"),
        (10, 10, 4, 0, 0.1526, 0.4306, "points"),
    ],
)
def test_pods_of_ten(
    pods: Standings,
    rank: int,
    entrant: int,
    points: int,
    wins: int,
    share: float,
    percentage: float,
    decided_by: str | None,
) -> None:
    row = pods.rows[rank - 1]
    values = row.values
    assert (row.rank, row.entrant, row.decided_by) == (rank, entrant, decided_by)
    assert (values["points"], values["table_wins"]) == (points, wins)
    assert values["share"] == pytest.approx(share, abs=5e-5)
    assert unfloored(pods, entrant) == pytest.approx(percentage, abs=5e-5)


def unfloored(pods: Standings, entrant: int) -> float:
    """Return the opponents' percentage without the floor, from the totals of the opponents."""
    totals = {row.entrant: row.values["points"] or 0 for row in pods.rows}
    met = [
        other
        for result in PODS_TEN
        if entrant in result.entrants
        for other in result.entrants
        if other != entrant
    ]
    return sum(totals[other] / 36 for other in met) / len(met)


def test_opponents_percentage_has_a_floor_for_each_opponent(pods: Standings) -> None:
    floored = {row.entrant: row.values["opponents_percentage"] for row in pods.rows}
    # 7 met 1, 6, 10, 4, 2, 6, 3, 2, 10: two meetings each with 6 (8 points) and 10 (4 points).
    expected = (24 + 30 + 22 + 24 + 22) / 36 + 4 * 0.25
    assert floored[7] == pytest.approx(expected / 9)
    explained = explain_rank(pods, 7)
    parts = {step.code: step for step in explained.steps}["opponents_percentage"].contributions
    assert [part.opponent for part in parts if part.why == "floor"] == [6, 10, 6, 10]


def test_place_points_of_a_round_are_six_a_seat(pods: Standings) -> None:
    assert sum(row.values["points"] or 0 for row in pods.rows) == 180


def test_explanation_adds_up_to_every_value(swiss: Standings, pods: Standings) -> None:
    for table in (swiss, pods):
        for row in table.rows:
            assert_adds_up(explain_rank(table, row.entrant))


def assert_adds_up(explained: RankExplained) -> None:
    for step in explained.steps:
        if step.code == "direct_encounter":
            continue
        counted = [part.points for part in step.contributions if part.cut is None]
        whole = sum(counted)
        if step.code in {"share", "opponents_percentage"}:
            whole /= max(1, len(counted))
        assert step.value == pytest.approx(whole), step.code
