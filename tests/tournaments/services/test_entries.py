"""What happens to an entry, and to the waiting list by it."""

from collections.abc import Callable
from typing import Any, Final
from uuid import uuid4

import pytest

from dosleague.api.problems import Problem
from games.models import Player
from tests.games.caller import Caller
from tests.tournaments.cups import by, cup, entered, last_act, lay_out, statuses
from tournaments.lifecycle import ORGANISERS_ACTS, OWN_ACTS, EntryAct, State
from tournaments.models import Entrant, StageRound, Tournament
from tournaments.services.entries import (
    check_in,
    disqualify,
    return_entrant,
    set_seeds,
    withdraw,
)

pytestmark = pytest.mark.django_db
ACTS: Final[dict[EntryAct, Callable[..., Entrant]]] = {
    EntryAct.CHECK_IN: check_in,
    EntryAct.WITHDRAW: withdraw,
    EntryAct.RETURN: return_entrant,
    EntryAct.DISQUALIFY: disqualify,
}
EVERY: Final = [(state, act) for state in State for act in ACTS]


def laid_out(ada: Caller, state: State, *names: str, **registration: Any) -> Tournament:
    tournament = cup(ada.player, check_in=True, **registration)
    entered(tournament, *names)
    return lay_out(tournament, state)


def do(act: EntryAct, tournament: Tournament, name: str, by_whom: Player) -> Entrant:
    entrant = Entrant.objects.get(tournament=tournament, player__name=name)
    return ACTS[act](tournament_id=tournament.id, entrant_id=entrant.id, by=by(by_whom))


@pytest.mark.parametrize("state, act", EVERY)
@pytest.mark.parametrize("is_own", [True, False], ids=["own", "an organiser's"])
def test_every_act_in_every_state(
    ada: Caller, bob: Caller, state: State, act: EntryAct, is_own: bool
) -> None:
    tournament = laid_out(ada, state, "Bob")
    if act is EntryAct.RETURN:
        Entrant.objects.update(status="withdrawn")
    caller = bob if is_own else ada
    states = OWN_ACTS.get(act, frozenset()) if is_own else ORGANISERS_ACTS[act]
    if state in states:
        before = Entrant.objects.get().status
        entrant = do(act, tournament, "Bob", caller.player)
        entry = last_act()
        assert (entry.act, entry.before["status"]) == (f"entrant.{act}", before)
        assert entry.after == {"entrant": str(entrant.id), "status": entrant.status}
        return
    with pytest.raises(Problem) as refused:
        do(act, tournament, "Bob", caller.player)
    is_hidden = is_own and state is State.DRAFT
    expected = "forbidden" if is_own and act is EntryAct.DISQUALIFY else "conflict"
    assert refused.value.code == ("not_found" if is_hidden else expected)


def test_an_organiser_that_plays_may_do_both(ada: Caller) -> None:
    tournament = laid_out(ada, State.CHECK_IN_CLOSED, "Ada")
    do(EntryAct.WITHDRAW, tournament, "Ada", ada.player)
    do(EntryAct.RETURN, tournament, "Ada", ada.player)
    assert statuses(tournament) == {"Ada": "checked_in"}


def test_who_waits_longest_gets_the_place(ada: Caller) -> None:
    tournament = laid_out(ada, State.REGISTRATION, "Bea", "Cid", "Dee", "Eva", cap=2)
    do(EntryAct.WITHDRAW, tournament, "Bea", ada.player)
    assert statuses(tournament) == {
        "Bea": "withdrawn",
        "Cid": "registered",
        "Dee": "registered",
        "Eva": "waiting",
    }
    do(EntryAct.RETURN, tournament, "Bea", ada.player)
    do(EntryAct.DISQUALIFY, tournament, "Cid", ada.player)
    assert statuses(tournament) == {
        "Bea": "waiting",
        "Cid": "disqualified",
        "Dee": "registered",
        "Eva": "registered",
    }
    promoted = last_act().after["promoted"]
    assert promoted == [str(Entrant.objects.get(player__name="Eva").id)]


def test_who_waits_and_goes_frees_no_place(ada: Caller) -> None:
    tournament = laid_out(ada, State.REGISTRATION, "Bea", "Cid", "Dee", "Eva", cap=2)
    do(EntryAct.WITHDRAW, tournament, "Dee", ada.player)
    assert statuses(tournament)["Eva"] == "waiting"


def test_one_who_waits_and_is_here_is_promoted_as_checked_in(ada: Caller) -> None:
    tournament = laid_out(ada, State.CHECK_IN, "Bea", "Cid", "Dee", cap=2)
    assert do(EntryAct.CHECK_IN, tournament, "Dee", ada.player).status == "waiting"
    do(EntryAct.WITHDRAW, tournament, "Bea", ada.player)
    assert statuses(tournament)["Dee"] == "checked_in"


def test_after_check_in_only_who_is_here_is_promoted(ada: Caller) -> None:
    tournament = laid_out(ada, State.CHECK_IN, "Bea", "Cid", "Dee", "Eva", cap=2)
    for name in ("Bea", "Cid", "Eva"):
        do(EntryAct.CHECK_IN, tournament, name, ada.player)
    lay_out(tournament, State.CHECK_IN_CLOSED)
    do(EntryAct.WITHDRAW, tournament, "Bea", ada.player)
    assert statuses(tournament) == {
        "Bea": "withdrawn",
        "Cid": "checked_in",
        "Dee": "waiting",
        "Eva": "checked_in",
    }


def test_once_play_has_started_nobody_is_promoted(ada: Caller) -> None:
    tournament = laid_out(ada, State.RUNNING, "Bea", "Cid", "Dee", cap=2)
    Entrant.objects.exclude(status="waiting").update(status="active")
    stage = tournament.stages.get()
    for number, status in ((1, "closed"), (2, "published"), (3, "draft")):
        StageRound.objects.create(
            stage=stage,
            tournament=tournament,
            number=number,
            number_in_stage=number,
            status=status,
        )
    gone = do(EntryAct.WITHDRAW, tournament, "Bea", ada.player)
    assert (gone.absent_from, statuses(tournament)["Dee"]) == (3, "waiting")
    back = do(EntryAct.RETURN, tournament, "Bea", ada.player)
    assert (back.absent_from, back.entered_in, back.status) == (None, 3, "active")
    assert not StageRound.objects.filter(status="draft").exists(), "it was paired without Bea"


@pytest.mark.parametrize(
    "act, possible",
    [
        (EntryAct.CHECK_IN, {"registered", "waiting"}),
        (EntryAct.WITHDRAW, {"registered", "waiting", "checked_in", "active"}),
        (EntryAct.RETURN, {"withdrawn", "disqualified"}),
        (
            EntryAct.DISQUALIFY,
            {"registered", "waiting", "checked_in", "active", "withdrawn"},
        ),
    ],
)
@pytest.mark.parametrize("status", Entrant.Status.values)
def test_every_act_on_every_status(
    ada: Caller, act: EntryAct, possible: set[str], status: str
) -> None:
    tournament = laid_out(ada, State.CHECK_IN, "Bea")
    Entrant.objects.update(status=status)
    if status in possible:
        do(act, tournament, "Bea", ada.player)
    else:
        with pytest.raises(Problem) as refused:
            do(act, tournament, "Bea", ada.player)
        assert refused.value.code == "conflict"


def test_nobody_checks_in_twice(ada: Caller) -> None:
    tournament = laid_out(ada, State.CHECK_IN, "Bea", "Cid", "Dee", cap=2)
    do(EntryAct.CHECK_IN, tournament, "Dee", ada.player)
    with pytest.raises(Problem, match="checked in already"):
        do(EntryAct.CHECK_IN, tournament, "Dee", ada.player)


def test_only_an_organiser_lets_somebody_disqualified_return(ada: Caller, bob: Caller) -> None:
    tournament = laid_out(ada, State.REGISTRATION, "Bob")
    do(EntryAct.DISQUALIFY, tournament, "Bob", ada.player)
    with pytest.raises(Problem) as refused:
        do(EntryAct.RETURN, tournament, "Bob", bob.player)
    assert refused.value.code == "forbidden"
    assert do(EntryAct.RETURN, tournament, "Bob", ada.player).status == "registered"


def test_an_organiser_whose_token_only_plays_acts_for_nobody_else(ada: Caller) -> None:
    tournament = laid_out(ada, State.REGISTRATION, "Bea", "Ada")
    bea, own = Entrant.objects.order_by("queue_number")
    author = by(ada.player, may_organise=False)
    with pytest.raises(Problem) as refused:
        withdraw(tournament_id=tournament.id, entrant_id=bea.id, by=author)
    assert refused.value.code == "scope_missing"
    withdraw(tournament_id=tournament.id, entrant_id=own.id, by=author)


def test_seeds_are_set_all_at_once(ada: Caller) -> None:
    tournament = laid_out(ada, State.REGISTRATION, "Bea", "Cid", "Dee")
    bea, cid, dee = (one.id for one in Entrant.objects.order_by("queue_number"))

    def seeds() -> list[int | None]:
        return list(Entrant.objects.order_by("queue_number").values_list("seed", flat=True))

    for order, expected in (([dee, bea], [2, None, 1]), ([cid], [None, 1, None])):
        named = set_seeds(tournament_id=tournament.id, order=order, by=by(ada.player))
        assert ([one.id for one in named], seeds()) == (order, expected)
    entry = last_act()
    assert (entry.before, entry.after) == ([str(dee), str(bea)], [str(cid)])
    Entrant.objects.filter(pk=dee).update(status="withdrawn")
    order = [bea, uuid4(), dee, bea]
    with pytest.raises(Problem) as refused:
        set_seeds(tournament_id=tournament.id, order=order, by=by(ada.player))
    assert [(one["pointer"], one["code"]) for one in refused.value.errors or []] == [
        ("/seeds/1", "does_not_exist"),
        ("/seeds/2", "does_not_exist"),
        ("/seeds/3", "repeated"),
    ]
    assert seeds() == [None, 1, None]


@pytest.mark.parametrize("state", State)
def test_when_seeds_are_set(ada: Caller, state: State) -> None:
    tournament = laid_out(ada, state, "Bea")
    if state in ORGANISERS_ACTS[EntryAct.SEED]:
        assert set_seeds(tournament_id=tournament.id, order=[], by=by(ada.player)) == []
    else:
        with pytest.raises(Problem) as refused:
            set_seeds(tournament_id=tournament.id, order=[], by=by(ada.player))
        assert refused.value.code == "conflict"
