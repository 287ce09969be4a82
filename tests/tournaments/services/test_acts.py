"""What organisers do to a tournament as a whole: every act in every state, done and foreseen."""

from datetime import timedelta
from typing import Any, Final

import pytest

from dosleague.api.clock import database_now
from dosleague.api.problems import Problem
from dosleague.models import AuditEntry
from games.engine.ruleset import RULESETS
from games.models import Game, Player
from games.services.games import GamePlan, SeatPlan, create_game
from tests.games.caller import Caller
from tests.tournaments.cups import by, cup, entered, last_act, lay_out, statuses, told_state
from tournaments.lifecycle import TRANSITIONS, Act, State, told
from tournaments.models import Entrant, Organiser, Tournament
from tournaments.services.acts import do_act, foresee
from tournaments.services.entries import check_in

pytestmark = pytest.mark.django_db
EVERY: Final = [(state, act) for state in State for act in Act]
EIGHT: Final = ("Bea", "Cid", "Dee", "Eva", "Fay", "Gus", "Hal", "Ida")
"""Enough for the five rounds of the cup."""


def everything() -> list[Any]:
    kept = (Tournament, Organiser, Entrant, AuditEntry, Game, Player)
    return [sorted(model.objects.values_list(), key=str) for model in kept]


@pytest.mark.parametrize("state, act", EVERY)
def test_every_act_in_every_state(ada: Caller, state: State, act: Act) -> None:
    tournament = cup(ada.player, check_in=True)
    entered(tournament, *EIGHT)
    Entrant.objects.update(status="checked_in", checked_in_at=database_now())
    lay_out(tournament, state)
    foreseen = foresee(tournament_id=tournament.id, act=act, by=by(ada.player))
    assert told_state(tournament) is state
    if (state, act) in TRANSITIONS:
        assert foreseen.would
        assert not foreseen.blocking
        do_act(tournament_id=tournament.id, act=act, by=by(ada.player), reason="so be it")
        assert told_state(tournament) is TRANSITIONS[state, act]
        entry = last_act()
        assert (entry.act, entry.reason) == (f"tournament.{act}", "so be it")
        assert (entry.before["state"], entry.after["state"]) == (state, TRANSITIONS[state, act])
    else:
        assert (foreseen.would, foreseen.blocking) == ((), (told(state),))
        before = everything()
        with pytest.raises(Problem) as refused:
            do_act(tournament_id=tournament.id, act=act, by=by(ada.player))
        assert (refused.value.code, refused.value.extra) == (
            "conflict",
            {"state": state.value, "blocking": [told(state)]},
        )
        assert everything() == before


@pytest.mark.parametrize("state, act", EVERY)
def test_a_dry_run_changes_nothing(ada: Caller, state: State, act: Act) -> None:
    tournament = cup(ada.player, check_in=True, cap=2)
    entered(tournament, "Bea", "Cid", "Dee")
    lay_out(tournament, state)
    before = everything()
    foresee(tournament_id=tournament.id, act=act, by=by(ada.player))
    assert everything() == before


def test_a_tournament_without_check_in_cannot_open_it(ada: Caller) -> None:
    tournament = lay_out(cup(ada.player), State.REGISTRATION)
    with pytest.raises(Problem) as refused:
        do_act(tournament_id=tournament.id, act=Act.OPEN_CHECK_IN, by=by(ada.player))
    assert refused.value.extra["blocking"] == ["The tournament has no check-in."]


def test_registration_whose_time_is_over_cannot_be_opened(ada: Caller) -> None:
    tournament = cup(ada.player, closes_at=database_now() - timedelta(seconds=1))
    foreseen = foresee(tournament_id=tournament.id, act=Act.OPEN_REGISTRATION, by=by(ada.player))
    assert foreseen.blocking[0].startswith("Registration was to close at")


def test_the_end_of_check_in_removes_the_absent_and_promotes_who_is_here(ada: Caller) -> None:
    tournament = cup(ada.player, check_in=True, cap=3)
    entrants = entered(tournament, "Bea", "Cid", "Dee", "Eva", "Fay", "Gus", "Hal")
    lay_out(tournament, State.CHECK_IN)
    for number in (1, 4, 5, 6):  # Cid holds a place; Fay, Gus and Hal wait for one
        check_in(tournament_id=tournament.id, entrant_id=entrants[number].id, by=by(ada.player))
    foreseen = foresee(tournament_id=tournament.id, act=Act.CLOSE_CHECK_IN, by=by(ada.player))
    assert foreseen.would == (
        "Entrants may no longer check in.",
        "Not checked in, so withdrawn: Bea, Dee, Eva.",
        "Promoted from the waiting list: Fay, Gus.",
    )
    do_act(tournament_id=tournament.id, act=Act.CLOSE_CHECK_IN, by=by(ada.player))
    assert statuses(tournament) == {
        "Bea": "withdrawn",
        "Cid": "checked_in",
        "Dee": "withdrawn",
        "Eva": "withdrawn",
        "Fay": "checked_in",
        "Gus": "checked_in",
        "Hal": "waiting",
    }
    after = last_act().after
    assert after["promoted"] == [str(entrants[4].id), str(entrants[5].id)]
    assert len(after["withdrawn"]) == 3


def test_a_draft_becomes_public_for_good_when_registration_opens(ada: Caller) -> None:
    tournament = cup(ada.player)
    assert tournament.published_at is None
    do_act(tournament_id=tournament.id, act=Act.OPEN_REGISTRATION, by=by(ada.player))
    published = Tournament.objects.get(pk=tournament.id).published_at
    do_act(tournament_id=tournament.id, act=Act.CLOSE_REGISTRATION, by=by(ada.player))
    do_act(tournament_id=tournament.id, act=Act.OPEN_REGISTRATION, by=by(ada.player))
    assert Tournament.objects.get(pk=tournament.id).published_at == published is not None


def test_a_cancelled_draft_stays_unknown(ada: Caller, bob: Caller) -> None:
    tournament = cup(ada.player)
    do_act(tournament_id=tournament.id, act=Act.CANCEL, by=by(ada.player))
    with pytest.raises(Problem) as refused:
        foresee(tournament_id=tournament.id, act=Act.CANCEL, by=by(bob.player))
    assert refused.value.code == "not_found"


def test_cancelling_aborts_the_games_that_are_played(ada: Caller, bob: Caller) -> None:
    tournament = lay_out(cup(ada.player), State.RUNNING)
    seats = [SeatPlan(ada.player), SeatPlan(bob.player, reserved=True)]
    games = []
    for place in (tournament.id, None):
        plan = _game(seats, place)
        games.append(create_game(plan=plan, creator=None).game)
    foreseen = foresee(tournament_id=tournament.id, act=Act.CANCEL, by=by(ada.player))
    assert foreseen.would[1] == "Games aborted: 1."
    do_act(tournament_id=tournament.id, act=Act.CANCEL, by=by(ada.player))
    assert [Game.objects.get(pk=game.id).status for game in games] == ["aborted", "open"]
    assert last_act().after["aborted"] == [str(games[0].id)]


def _game(seats: list[SeatPlan], tournament: Any) -> Any:
    from_row = Tournament.objects.get()
    rules = RULESETS[from_row.ruleset["name"]]
    return GamePlan(ruleset=rules, seats=seats, tournament=tournament)


@pytest.mark.parametrize(
    "role, may",
    [
        ("owner", set(Act)),
        ("director", set(Act) - {Act.CANCEL}),
        ("scorer", set()),
    ],
)
def test_what_the_roles_may_do(ada: Caller, bob: Caller, role: str, may: set[Act]) -> None:
    tournament = cup(ada.player)
    Organiser.objects.create(tournament=tournament, player=bob.player, role=role)
    for act in may:
        foresee(tournament_id=tournament.id, act=act, by=by(bob.player))
    for act in set(Act) - may:
        with pytest.raises(Problem) as refused:
            foresee(tournament_id=tournament.id, act=act, by=by(bob.player))
        assert refused.value.code == "forbidden"


def test_an_operator_may_do_what_an_owner_may(ada: Caller) -> None:
    tournament = cup(ada.player)
    root = Player.objects.create_user("Root-1", is_staff=True)
    with pytest.raises(Problem, match="Only an organiser"):
        do_act(tournament_id=tournament.id, act=Act.CANCEL, by=by(root))
    do_act(tournament_id=tournament.id, act=Act.CANCEL, by=by(root, is_operator=True))
    assert told_state(tournament) is State.CANCELLED
