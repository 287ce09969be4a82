"""Entering many at once from a CSV file."""

import pytest

from dosleague.api.problems import Problem
from games.models import Player
from tests.games.caller import Caller
from tests.tournaments.cups import by, cup, entered, last_act, lay_out, statuses
from tournaments.lifecycle import ORGANISERS_ACTS, EntryAct, State
from tournaments.models import Entrant, Tournament
from tournaments.services.imports import import_entrants, parse_entrants

pytestmark = pytest.mark.django_db


def load(tournament: Tournament, text: str, owner: Caller) -> list[Entrant]:
    lines = parse_entrants(text)
    return import_entrants(tournament_id=tournament.id, lines=lines, by=by(owner.player))


def faults(problem: Problem) -> list[tuple[str, str]]:
    return [(error["pointer"], error["code"]) for error in problem.errors or []]


def test_everybody_of_a_file_enters_in_the_order_of_its_lines(ada: Caller, bob: Caller) -> None:
    tournament = cup(ada.player, cap=2)
    text = "seed , bot, name\r\n1,,bOB\r\n\r\n,greedy,Greta\r\n7,,Ada\r\n"
    entrants = load(tournament, text, ada)
    assert [(one.player.name, one.status, one.seed) for one in entrants] == [
        ("Bob", "registered", 1),
        ("Greta", "registered", None),
        ("Ada", "waiting", 7),
    ]
    assert list(Entrant.objects.order_by("queue_number")) == entrants
    assert Player.objects.get(name="Greta").bot == "greedy"
    entry = last_act()
    assert entry.after == {"entrants": [str(one.id) for one in entrants]}


def test_quoted_cells_may_hold_line_breaks_and_faults_still_name_their_line(ada: Caller) -> None:
    with pytest.raises(Problem) as refused:
        parse_entrants('name,seed\n"Ada\n",1\nBob,x\n')
    assert faults(refused.value) == [("/4/seed", "seed")]


@pytest.mark.parametrize(
    "text, code, expected",
    [
        ("", "malformed", [("/1", "header")]),
        ("player\nAda\n", "malformed", [("/1", "header")]),
        ("name,colour\nAda,red\n", "malformed", [("/1", "header")]),
        ('name\n"Ada"x\n', "malformed", [("/2", "malformed")]),
        ("name\n", "invalid", []),
        ("name,seed\nAda\n", "invalid", [("/2", "cells")]),
        ("name,seed\n,1\n", "invalid", [("/2/name", "blank")]),
        (
            "name,seed\nAda,0\nBob,-1\nCleo,1.5\nDan,99999999999\n",
            "invalid",
            [(f"/{line}/seed", "seed") for line in (2, 3, 4, 5)],
        ),
        (
            "name,seed\nAda,1\nBob,1\naDA,2\n",
            "invalid",
            [("/3/seed", "repeated"), ("/4/name", "repeated")],
        ),
    ],
)
def test_files_that_are_no_such_table(
    text: str, code: str, expected: list[tuple[str, str]]
) -> None:
    with pytest.raises(Problem) as refused:
        parse_entrants(text)
    assert (refused.value.code, faults(refused.value)) == (code, expected)


def test_all_or_nobody_enters_and_every_fault_is_told(ada: Caller, bob: Caller) -> None:
    tournament = cup(ada.player, kinds=["human", "bot"])
    entered(tournament, "Bob")
    Entrant.objects.update(seed=3)
    Player.objects.create_user("Client-1", kind="client")
    text = "name,seed,bot\nAda,3,\nBob,,\nNobody,,\nADA-2,,greedy\nClient-1,,\nGreta,4,eager\n"
    Player.objects.create_user("ada-2")
    players = Player.objects.count()
    with pytest.raises(Problem) as refused:
        load(tournament, text, ada)
    assert refused.value.code == "invalid"
    assert faults(refused.value) == [
        ("/2/seed", "taken"),
        ("/4/name", "does_not_exist"),
        ("/5/name", "name_taken"),
        ("/6/name", "kind"),
        ("/3/name", "already_entered"),
    ]
    assert statuses(tournament) == {"Bob": "registered"}
    assert Player.objects.count() == players


@pytest.mark.parametrize(
    "line, expected",
    [
        ("Greta,clever", ("/3/bot", "invalid")),
        ("G,greedy", ("/3/name", "invalid")),
        ("greedy,greedy", ("/3/name", "name_taken")),
    ],
)
def test_a_bot_that_cannot_be_named_lets_nobody_in(
    ada: Caller, line: str, expected: tuple[str, str]
) -> None:
    tournament = cup(ada.player)
    with pytest.raises(Problem) as refused:
        load(tournament, f"name,bot\nHal,eager\n{line}\n", ada)
    assert faults(refused.value) == [expected]
    assert statuses(tournament) == {}
    assert not Player.objects.filter(name="Hal").exists()


@pytest.mark.parametrize("state", State)
def test_when_a_file_may_be_read(ada: Caller, state: State) -> None:
    tournament = lay_out(cup(ada.player), state)
    if state in ORGANISERS_ACTS[EntryAct.REGISTER]:
        load(tournament, "name\nAda\n", ada)
        assert list(statuses(tournament)) == ["Ada"]
    else:
        with pytest.raises(Problem) as refused:
            load(tournament, "name\nAda\n", ada)
        assert refused.value.code == "conflict"
