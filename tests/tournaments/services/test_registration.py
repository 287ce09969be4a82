"""Entering: who may, when, and who finds a place."""

from datetime import timedelta
from uuid import uuid4

import pytest

from dosleague.api.clock import database_now
from dosleague.api.problems import Problem
from games.models import Player
from tests.games.caller import Caller
from tests.tournaments.cups import by, cup, entered, lay_out, statuses
from tournaments.lifecycle import ORGANISERS_ACTS, OWN_ACTS, EntryAct, State
from tournaments.models import Tournament
from tournaments.services.registration import NamedBot, enter, register

pytestmark = pytest.mark.django_db


def refused_code(tournament: Tournament, player: Player) -> str:
    """Return the code with which a player is refused who enters."""
    with pytest.raises(Problem) as refused:
        register(tournament_id=tournament.id, by=by(player))
    return refused.value.code


def test_who_finds_no_place_waits(ada: Caller, bob: Caller) -> None:
    tournament = lay_out(cup(ada.player, cap=2), State.REGISTRATION)
    entered(tournament, "Bea", "Cid")
    assert register(tournament_id=tournament.id, by=by(bob.player)).status == "waiting"
    assert refused_code(tournament, bob.player) == "already_entered"


@pytest.mark.parametrize("state", State)
def test_when_players_may_enter_by_themselves(ada: Caller, bob: Caller, state: State) -> None:
    tournament = lay_out(cup(ada.player), state)
    if state in OWN_ACTS[EntryAct.REGISTER]:
        assert register(tournament_id=tournament.id, by=by(bob.player)).status == "registered"
    else:
        code = "not_found" if state is State.DRAFT else "registration_closed"
        assert refused_code(tournament, bob.player) == code


@pytest.mark.parametrize("state", State)
def test_when_organisers_may_enter_players(ada: Caller, bob: Caller, state: State) -> None:
    tournament = lay_out(cup(ada.player), state)
    if state in ORGANISERS_ACTS[EntryAct.REGISTER]:
        entrant = enter(tournament_id=tournament.id, whom=bob.player.id, by=by(ada.player))
        others = {State.CHECK_IN_CLOSED: "checked_in", State.RUNNING: "active"}
        assert entrant.status == others.get(state, "registered")
    else:
        with pytest.raises(Problem) as refused:
            enter(tournament_id=tournament.id, whom=bob.player.id, by=by(ada.player))
        assert (refused.value.code, refused.value.extra["state"]) == ("conflict", state)


@pytest.mark.parametrize("opens, closes, is_open", [(-1, 1, True), (1, 2, False), (-2, -1, False)])
def test_the_times_of_registration_bind_players_and_not_organisers(
    ada: Caller, bob: Caller, opens: int, closes: int, is_open: bool
) -> None:
    now, hour = database_now(), timedelta(hours=1)
    times = {"opens_at": now + opens * hour, "closes_at": now + closes * hour}
    tournament = lay_out(cup(ada.player, **times), State.REGISTRATION)
    if is_open:
        register(tournament_id=tournament.id, by=by(bob.player))
    else:
        assert refused_code(tournament, bob.player) == "registration_closed"
        enter(tournament_id=tournament.id, whom=bob.player.id, by=by(ada.player))
    assert statuses(tournament) == {"Bob": "registered"}


def test_only_the_kinds_that_may_enter(ada: Caller, bob: Caller) -> None:
    tournament = lay_out(cup(ada.player, kinds=["bot"]), State.REGISTRATION)
    assert refused_code(tournament, bob.player) == "conflict"
    with pytest.raises(Problem, match="do not enter"):
        enter(tournament_id=tournament.id, whom=bob.player.id, by=by(ada.player))
    of_people = cup(ada.player, kinds=["human"])
    with pytest.raises(Problem, match="Bots do not enter"):
        enter(tournament_id=of_people.id, whom=NamedBot("greedy", "Greta"), by=by(ada.player))
    assert not Player.objects.filter(name="Greta").exists()


def test_a_bot_is_entered_as_a_player_of_its_own(ada: Caller) -> None:
    tournament = cup(ada.player)
    entrant = enter(
        tournament_id=tournament.id, whom=NamedBot("greedy", "Greta"), by=by(ada.player)
    )
    player = entrant.player
    assert (player.name, player.kind, player.bot, player.owner) == ("Greta", "bot", "greedy", None)
    assert not player.has_usable_password()
    for bot, name, code in (
        ("greedy", "gretA", "name_taken"),
        ("greedy", "greedy", "name_taken"),
        ("greedy", "G", "invalid"),
        ("clever", "Hugo", "invalid"),
    ):
        with pytest.raises(Problem) as refused:
            enter(tournament_id=tournament.id, whom=NamedBot(bot, name), by=by(ada.player))
        assert refused.value.code == code


def test_players_that_there_are_not(ada: Caller, bob: Caller) -> None:
    tournament = cup(ada.player)
    Player.objects.filter(pk=bob.player.id).update(is_active=False)
    for whom in (uuid4(), bob.player.id):
        with pytest.raises(Problem) as refused:
            enter(tournament_id=tournament.id, whom=whom, by=by(ada.player))
        assert refused.value.code == "invalid"
