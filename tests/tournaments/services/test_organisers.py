"""Who organises a tournament."""

from uuid import UUID, uuid4

import pytest

from dosleague.api.problems import Problem
from games.selectors.players import built_in_bots
from tests.games.caller import Caller
from tests.tournaments.cups import by, cup, last_act
from tournaments.models import Organiser
from tournaments.services.organisers import OrganiserPlan, set_organisers

pytestmark = pytest.mark.django_db


def plans(*roles: tuple[UUID, str]) -> list[OrganiserPlan]:
    return [OrganiserPlan(player, role) for player, role in roles]


def test_an_owner_may_hand_the_tournament_over(ada: Caller, bob: Caller) -> None:
    tournament = cup(ada.player)
    wanted = plans((ada.player.id, "scorer"), (bob.player.id, "owner"))
    rows = set_organisers(tournament_id=tournament.id, organisers=wanted, by=by(ada.player))
    assert [(row.player.name, row.role) for row in rows] == [("Bob", "owner"), ("Ada", "scorer")]
    with pytest.raises(Problem) as refused:
        set_organisers(tournament_id=tournament.id, organisers=wanted, by=by(ada.player))
    assert refused.value.code == "forbidden"
    entry = last_act()
    assert entry.before == [{"player": ada.id, "role": "owner"}]
    assert entry.after == [
        {"player": bob.id, "role": "owner"},
        {"player": ada.id, "role": "scorer"},
    ]


def test_there_is_exactly_one_owner_and_everybody_has_one_role(ada: Caller, bob: Caller) -> None:
    tournament = cup(ada.player)
    own, other = ada.player.id, bob.player.id
    bot = built_in_bots()["greedy"].id
    for wanted, pointers in (
        (plans((own, "director")), ["/organisers"]),
        (plans((own, "owner"), (other, "owner")), ["/organisers"]),
        (plans((own, "owner"), (other, "scorer"), (other, "scorer")), ["/organisers/2/player"]),
        (
            plans((own, "owner"), (uuid4(), "scorer"), (bot, "scorer")),
            ["/organisers/1/player", "/organisers/2/player"],
        ),
    ):
        with pytest.raises(Problem) as refused:
            set_organisers(tournament_id=tournament.id, organisers=wanted, by=by(ada.player))
        assert refused.value.code == "invalid"
        assert [error["pointer"] for error in refused.value.errors or []] == pointers
    assert [one.role for one in Organiser.objects.all()] == ["owner"]
