"""New tournaments: what is filled in, and what is refused with its place."""

from datetime import timedelta
from typing import Any, Final

import pytest

from dosleague.api.clock import database_now
from dosleague.api.problems import Problem
from games.engine.ruleset import RULESETS
from games.services.games import Clock
from tests.games.caller import Caller
from tests.tournaments.cups import SWISS, by, cup
from tournaments.formats import FORMATS, defaults
from tournaments.models import Organiser
from tournaments.services.creation import RegistrationPlan, TournamentPlan, create_tournament
from tournaments.services.stages import planned_stages

KNOCKOUT: Final = {"format": "single_elimination"}


def groups(**more: Any) -> dict[str, Any]:
    return {"format": "round_robin", "groups": 4, "advance": {"per_group": 2}, **more}


def refused(stages: list[Any]) -> tuple[str, list[str]]:
    """Return the code and the pointers with which stages are refused."""
    with pytest.raises(Problem) as problem:
        planned_stages(stages)
    errors = problem.value.errors or []
    assert all(error["detail"].endswith(".") for error in errors)
    return problem.value.code, [error["pointer"] for error in errors]


@pytest.mark.parametrize("code", FORMATS)
def test_every_format_needs_no_more_than_its_name(code: str) -> None:
    (stage,) = planned_stages([{"format": code}])
    expected = {**defaults(FORMATS[code]), "tie_breaks": [*FORMATS[code].tie_breaks]}
    assert stage.options == {**expected, "advance": None}


def test_stages_follow_one_another() -> None:
    first, last = planned_stages([groups(), {**KNOCKOUT, "draw": "groups_apart"}])
    assert first.options["advance"] == {"best_runners_up": 0, "per_group": 2}
    assert last.options["draw"] == "groups_apart"


def test_points_come_first_in_an_order_that_does_not_name_them() -> None:
    (stage,) = planned_stages([{"format": "pods", "tie_breaks": ["share", "lot"]}])
    assert stage.options["tie_breaks"] == ["points", "share", "lot"]


@pytest.mark.parametrize(
    "stages, pointers",
    [
        ([{"format": "chess"}], ["/stages/0/format"]),
        ([{**SWISS[0], "rounds": 0}], ["/stages/0/rounds"]),
        ([{**SWISS[0], "best_of": 2}], ["/stages/0/best_of"]),
        ([{**SWISS[0], "table_size": 4}], ["/stages/0/table_size"]),
        ([{**SWISS[0], "tie_breaks": ["luck"]}], ["/stages/0/tie_breaks"]),
        ([{**SWISS[0], "tie_breaks": ["lot", "lot"]}], ["/stages/0/tie_breaks"]),
        ([{"format": "pods", "tie_breaks": ["buchholz"]}], ["/stages/0/tie_breaks"]),
        ([{"format": "pods", "points": "match"}], ["/stages/0/points"]),
        ([{"format": "double_elimination", "grand_final": "x"}], ["/stages/0/grand_final"]),
        ([groups()], ["/stages/0/advance"]),
        ([SWISS[0], KNOCKOUT], ["/stages/0/advance"]),
        ([{**KNOCKOUT, "advance": {"per_group": 2}}, KNOCKOUT], ["/stages/0/advance"]),
        ([groups(groups=3), KNOCKOUT], ["/stages/0/advance"]),
        (
            [groups(advance={"per_group": 0, "best_runners_up": 2}), KNOCKOUT],
            ["/stages/0/advance/per_group"],
        ),
        (
            [groups(advance={"per_group": 1, "best_runners_up": 4}), KNOCKOUT],
            ["/stages/0/advance/best_runners_up"],
        ),
        (
            [groups(groups=1, advance={"per_group": 3, "best_runners_up": 1}), KNOCKOUT],
            ["/stages/0/advance/best_runners_up"],
        ),
        ([groups(groups=1, advance={"per_group": 1}), KNOCKOUT], ["/stages/0/advance"]),
        ([{**KNOCKOUT, "draw": "groups_apart"}], ["/stages/0/draw"]),
        (
            [{**SWISS[0], "rounds": 0, "groups": 0}, {"format": "chess"}],
            [
                "/stages/0/rounds",
                "/stages/0/groups",
                "/stages/0/advance",
                "/stages/1/format",
            ],
        ),
    ],
)
def test_values_that_will_not_do(stages: list[Any], pointers: list[str]) -> None:
    assert refused(stages) == ("invalid", pointers)


@pytest.mark.parametrize(
    "stage, pointer",
    [
        ({**SWISS[0], "cycles": 2}, "/stages/0/cycles"),
        ({**KNOCKOUT, "groups": 2}, "/stages/0/groups"),
        ({**KNOCKOUT, "bronze": 1}, "/stages/0/bronze"),
        ({**KNOCKOUT, "a/b~": 1}, "/stages/0/a~1b~0"),
        ({**SWISS[0], "advance": 2}, "/stages/0/advance"),
        ({**SWISS[0], "rounds": True}, "/stages/0/rounds"),
    ],
)
def test_options_of_another_shape(stage: dict[str, Any], pointer: str) -> None:
    code, pointers = refused([stage])
    assert code == "malformed"
    assert pointer in pointers


def plan(**changed: Any) -> TournamentPlan:
    terms: dict[str, Any] = {
        "name": "Cup",
        "ruleset": RULESETS["classic-2018"],
        "clock": Clock(60),
        "registration": RegistrationPlan(["human"]),
        "stages": planned_stages(SWISS),
    }
    return TournamentPlan(**{**terms, **changed})


def test_terms_are_judged_as_a_whole(ada: Caller) -> None:
    now = database_now()
    hour = timedelta(hours=1)
    terms = plan(
        registration=RegistrationPlan(["bot"], opens_at=now + hour, closes_at=now + hour),
        start_at=now,
        deals="duplicate",
        stages=planned_stages([{"format": "swiss_dutch", "best_of": 3}]),
    )
    with pytest.raises(Problem) as problem:
        create_tournament(plan=terms, by=by(ada.player))
    assert [error["pointer"] for error in problem.value.errors or []] == [
        "/registration/closes_at",
        "/start_at",
        "/stages/0/best_of",
    ]


@pytest.mark.parametrize(
    "stage, most",
    [
        ({"format": "swiss_dutch"}, 128),
        ({"format": "swiss_dutch", "groups": 3}, 384),
        ({"format": "round_robin_tables"}, 24),
        ({"format": "swiss_match"}, None),
    ],
)
def test_without_a_cap_the_first_stage_sets_one(
    ada: Caller, stage: dict[str, Any], most: int | None
) -> None:
    terms = plan(stages=planned_stages([stage]))
    assert create_tournament(plan=terms, by=by(ada.player)).cap == most


@pytest.mark.django_db
def test_a_draft_is_owned_by_who_made_it(ada: Caller) -> None:
    tournament = create_tournament(plan=plan(), by=by(ada.player))
    assert (tournament.status, tournament.published_at) == ("draft", None)
    (owner,) = Organiser.objects.filter(tournament=tournament)
    assert (owner.player_id, owner.role) == (ada.player.id, "owner")


def test_seeds_are_drawn_anew_unless_given(ada: Caller) -> None:
    drawn = {create_tournament(plan=plan(), by=by(ada.player)).seed for _ in range(5)}
    assert len(drawn) == 5
    assert cup(ada.player).seed == "winter"
