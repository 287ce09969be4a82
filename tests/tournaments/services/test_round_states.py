"""Every call about a round in every status of it, and in every state of the tournament."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from dosleague.api.problems import Problem
from games.models import Player
from tests.games.caller import Caller
from tests.tournaments.cups import by, cup, lay_out
from tests.tournaments.play import bots, play_game, running_games, started, tables
from tournaments.lifecycle import State
from tournaments.models import Match, StageRound, Tournament
from tournaments.services.overrides import AskedTable, set_pairings
from tournaments.services.progress import advance_fully
from tournaments.services.rounds import Wishes, close_round, pair_round, publish_round
from tournaments.services.rulings import Ruling, set_result
from tournaments.values import ResultKind

pytestmark = pytest.mark.django_db
STATUSES: Final = ("none", "draft", "published", "decided", "closed")
Call = Callable[[Tournament, Player], Any]


def pair(tournament: Tournament, owner: Player) -> Any:
    return pair_round(tournament_id=tournament.id, number=1, by=by(owner))


def pair_again(tournament: Tournament, owner: Player) -> Any:
    return pair_round(tournament_id=tournament.id, number=1, by=by(owner), wishes=Wishes(redo=True))


def override(tournament: Tournament, owner: Player) -> Any:
    ids = list(tournament.entrants.order_by("start_number").values_list("id", flat=True))
    wanted = [AskedTable((ids[at], ids[at + 1])) for at in range(0, len(ids), 2)]
    return set_pairings(tournament_id=tournament.id, number=1, tables=wanted, by=by(owner))


def publish_it(tournament: Tournament, owner: Player) -> Any:
    return publish_round(tournament_id=tournament.id, number=1, by=by(owner))


def close_it(tournament: Tournament, owner: Player) -> Any:
    return close_round(tournament_id=tournament.id, number=1, by=by(owner))


def rule(tournament: Tournament, owner: Player) -> Any:
    match = Match.objects.filter(round__tournament=tournament).first()
    if match is None:
        raise Problem("not_found", "There is no match yet.")
    return set_result(
        tournament_id=tournament.id,
        match_id=match.id,
        ruling=Ruling(ResultKind.PLAYED, (1, 2)),
        by=by(owner),
        reason="seen",
    )


CALLS: Final[dict[str, tuple[Call, dict[str, str]]]] = {
    "pair": (pair, {}),
    "pair again": (
        pair_again,
        dict.fromkeys(("published", "decided", "closed"), "conflict"),
    ),
    "override": (
        override,
        {"none": "not_found"} | dict.fromkeys(("published", "decided", "closed"), "conflict"),
    ),
    "publish": (
        publish_it,
        {"none": "not_found"} | dict.fromkeys(("published", "decided", "closed"), "conflict"),
    ),
    "close": (
        close_it,
        {
            "none": "not_found",
            "draft": "conflict",
            "published": "round_has_open_tables",
            "closed": "conflict",
        },
    ),
    "rule": (rule, {"none": "not_found", "draft": "conflict"}),
}
"""Each call, and how it is refused in which status; in the others it is done."""


def in_status(owner: Player, status: str) -> Tournament:
    tournament = started(owner, bots(6), {"format": "swiss_match", "rounds": 3}, advance="manual")
    if status == "none":
        return tournament
    pair(tournament, owner)
    if status != "draft":
        publish_it(tournament, owner)
    if status in {"decided", "closed"}:
        for game_id in running_games(tournament):
            play_game(game_id)
        advance_fully(tournament_id=tournament.id)
    if status == "closed":
        close_it(tournament, owner)
    return tournament


def as_it_is(tournament: Tournament) -> list[Any]:
    return [
        (one.number, one.status, tables(one), list(one.matches.values_list("result", flat=True)))
        for one in tournament.rounds.order_by("number")
    ]


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("name", CALLS)
def test_every_call_in_every_status(ada: Caller, name: str, status: str) -> None:
    call, refusals = CALLS[name]
    tournament = in_status(ada.player, status)
    before = as_it_is(tournament)
    if status not in refusals:
        call(tournament, ada.player)
        return
    with pytest.raises(Problem) as refused:
        call(tournament, ada.player)
    assert refused.value.code == refusals[status]
    if refused.value.code == "conflict" and name != "rule":
        found = StageRound.objects.get(tournament=tournament)
        assert refused.value.extra["state"] == found.status
        assert refused.value.extra["blocking"] == [f"Round 1 is {found.status}."]
    if refused.value.code == "round_has_open_tables":
        assert len(refused.value.extra["blocking"]) == 3
    assert as_it_is(tournament) == before


@pytest.mark.parametrize("state", sorted(set(State) - {State.RUNNING}))
@pytest.mark.parametrize("name", [name for name in CALLS if name != "rule"])
def test_rounds_are_played_while_a_tournament_runs(ada: Caller, name: str, state: State) -> None:
    tournament = lay_out(cup(ada.player), state)
    with pytest.raises(Problem) as refused:
        CALLS[name][0](tournament, ada.player)
    assert (refused.value.code, refused.value.extra["state"]) == ("conflict", state)
    assert refused.value.extra["blocking"]
