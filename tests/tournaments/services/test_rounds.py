"""Rounds: paired, changed, published and closed, by hand."""

from typing import Any
from uuid import UUID

import pytest

from dosleague.api.problems import Problem
from games.models import Game, Player
from tests.games.caller import Caller
from tests.tournaments.cups import by, last_act
from tests.tournaments.play import bots, entrant_of, play_game, running_games, started, tables
from tournaments.lifecycle import Act
from tournaments.models import Match, StageRound, Tournament
from tournaments.services.acts import do_act
from tournaments.services.entries import disqualify, return_entrant, withdraw
from tournaments.services.overrides import AskedTable, set_pairings
from tournaments.services.progress import advance_fully
from tournaments.services.registration import NamedBot, enter
from tournaments.services.rounds import Wishes, close_round, pair_round, publish_round
from tournaments.services.rulings import Ruling, set_result
from tournaments.values import ResultKind

pytestmark = pytest.mark.django_db
SWISS = {"format": "swiss_match", "rounds": 3}


@pytest.fixture
def owner(ada: Caller) -> Player:
    return ada.player


def by_hand(owner: Player, size: int = 7, **stage: Any) -> Tournament:
    return started(owner, bots(size), {**SWISS, **stage}, advance="manual")


def asked(tournament: Tournament, owner: Player, number: int = 1) -> dict[str, Any]:
    return {"tournament_id": tournament.id, "number": number, "by": by(owner)}


def play_out(tournament: Tournament) -> None:
    for game_id in running_games(tournament):
        play_game(game_id)
    advance_fully(tournament_id=tournament.id)


def play_a_round(tournament: Tournament, owner: Player, number: int) -> StageRound:
    pair_round(**asked(tournament, owner, number))
    publish_round(**asked(tournament, owner, number))
    play_out(tournament)
    return close_round(**asked(tournament, owner, number))


def test_by_hand_nothing_happens_until_it_is_asked_for(owner: Player) -> None:
    tournament = by_hand(owner)
    advance_fully(tournament_id=tournament.id)
    assert not tournament.rounds.exists()
    draft = pair_round(**asked(tournament, owner))
    advance_fully(tournament_id=tournament.id)
    assert not Game.objects.filter(tournament=tournament.id).exists()
    published = publish_round(**asked(tournament, owner))
    assert (published.id, published.status) == (draft.id, "published")
    play_out(tournament)
    published.refresh_from_db()
    assert published.status == "running"
    assert close_round(**asked(tournament, owner)).status == "closed"


def test_a_round_is_paired_once(owner: Player) -> None:
    tournament = by_hand(owner)
    first = pair_round(**asked(tournament, owner))
    again = pair_round(**asked(tournament, owner))
    assert first.id == again.id
    assert len(tables(first)) == 4
    publish_round(**asked(tournament, owner))
    assert pair_round(**asked(tournament, owner)).id == first.id, "also once it is published"
    with pytest.raises(Problem) as refused:
        pair_round(**asked(tournament, owner), wishes=Wishes(redo=True))
    assert (refused.value.code, refused.value.extra["state"]) == ("conflict", "published")


@pytest.mark.parametrize("number", [0, 2, 3, 99])
def test_only_the_next_round_is_paired(owner: Player, number: int) -> None:
    with pytest.raises(Problem) as refused:
        pair_round(**asked(by_hand(owner), owner, number))
    assert refused.value.code == "not_found"


def test_the_next_round_waits_for_every_table(owner: Player) -> None:
    """P12: nothing is paired on results that are not there."""
    tournament = by_hand(owner)
    pair_round(**asked(tournament, owner))
    publish_round(**asked(tournament, owner))
    play_game(running_games(tournament)[0])
    for act, number in ((close_round, 1), (pair_round, 2)):
        with pytest.raises(Problem) as refused:
            act(**asked(tournament, owner, number))
        assert refused.value.code == "round_has_open_tables"
        told = refused.value.extra["blocking"]
        assert told == ["Table 2 of round 1 is open.", "Table 3 of round 1 is open."]
    play_out(tournament)
    with pytest.raises(Problem) as refused:
        pair_round(**asked(tournament, owner, 2))
    assert refused.value.extra["state"] == "running", "it has to be closed"


def test_once_everything_is_played_nothing_is_left_to_pair(owner: Player) -> None:
    tournament = by_hand(owner)
    for number in (1, 2, 3):
        play_a_round(tournament, owner, number)
    with pytest.raises(Problem) as refused:
        pair_round(**asked(tournament, owner, 4))
    assert refused.value.detail == "Everything has been played: finish the tournament."
    do_act(tournament_id=tournament.id, act=Act.FINISH, by=by(owner))


def test_an_organisers_table_stays_when_the_round_is_paired_again(owner: Player) -> None:
    tournament = by_hand(owner, 8)
    draft = pair_round(**asked(tournament, owner))
    wished = [(1, 2), (3, 4), (5, 6), (7, 8)]
    assert tables(draft) != wished
    own = [entrant_of(tournament, number).id for number in range(1, 9)]
    asked_tables = [
        AskedTable((own[one - 1], own[other - 1]), locked=one == 1) for one, other in wished
    ]
    changed = set_pairings(**asked(tournament, owner), tables=asked_tables)
    assert tables(changed) == wished
    redone = pair_round(**asked(tournament, owner), wishes=Wishes(redo=True))
    assert (1, 2) in tables(redone)
    assert tables(redone) != wished
    locked = {match.table for match in redone.matches.filter(locked=True)}
    assert locked == {tables(redone).index((1, 2)) + 1}


def test_an_override_seats_everybody_once(owner: Player) -> None:
    tournament = by_hand(owner)
    pair_round(**asked(tournament, owner))
    own = [entrant_of(tournament, number).id for number in range(1, 8)]
    for groups, faults in (
        ([own[:2], own[2:4], own[4:6]], [("/pairings", "missing")]),
        (
            [own[:2], own[2:4], own[4:6], [own[6], own[0]]],
            [("/pairings/0/entrants/0", "repeated"), ("/pairings/3/entrants/1", "repeated")],
        ),
        ([own[:3], own[3:5], own[5:]], [("/pairings/0/entrants", "size")]),
        (
            [own[:2], own[2:4], own[4:6], [own[6], UUID(int=7)]],
            [("/pairings/3/entrants/1", "does_not_exist")],
        ),
    ):
        with pytest.raises(Problem) as refused:
            set_pairings(
                **asked(tournament, owner), tables=[AskedTable(tuple(group)) for group in groups]
            )
        errors = refused.value.errors or []
        assert [(one["pointer"], one["code"]) for one in errors] == faults


def test_tables_of_a_schedule_are_not_changed(owner: Player) -> None:
    tournament = started(owner, bots(4), {"format": "round_robin"}, advance="manual")
    pair_round(**asked(tournament, owner))
    with pytest.raises(Problem) as refused:
        set_pairings(**asked(tournament, owner), tables=[])
    assert refused.value.code == "conflict"


def test_who_comes_late_plays_from_the_next_round_on(owner: Player) -> None:
    tournament = by_hand(owner)
    play_a_round(tournament, owner, 1)
    pair_round(**asked(tournament, owner, 2))
    late = enter(tournament_id=tournament.id, whom=NamedBot("random", "Late"), by=by(owner))
    late.refresh_from_db()
    assert (late.status, late.start_number, late.entered_in) == ("active", 8, 2)
    assert tournament.rounds.count() == 1, "the draft was paired without Late"
    second = play_a_round(tournament, owner, 2)
    assert any(8 in table for table in tables(second))
    assert all(len(table) == 2 for table in tables(second))


def test_nobody_comes_late_to_a_schedule(owner: Player) -> None:
    tournament = started(owner, bots(4), {"format": "round_robin"}, advance="manual")
    with pytest.raises(Problem) as refused:
        enter(tournament_id=tournament.id, whom=NamedBot("random", "Late"), by=by(owner))
    assert refused.value.extra["state"] == "running"
    assert not Player.objects.filter(name="Late").exists()


def test_who_withdraws_loses_the_game_and_may_return(owner: Player) -> None:
    tournament = by_hand(owner, 6)
    pair_round(**asked(tournament, owner))
    publish_round(**asked(tournament, owner))
    gone = entrant_of(tournament, 1)
    withdraw(tournament_id=tournament.id, entrant_id=gone.id, by=by(owner))
    play_out(tournament)
    (match,) = [one for one in Match.objects.all() if str(gone.id) in one.entrants]
    assert match.result is not None
    assert match.result.places[match.entrants.index(str(gone.id))] == 2
    close_round(**asked(tournament, owner))
    second = pair_round(**asked(tournament, owner, 2))
    assert all(1 not in table for table in tables(second))
    return_entrant(tournament_id=tournament.id, entrant_id=gone.id, by=by(owner))
    third = pair_round(**asked(tournament, owner, 2))
    assert any(1 in table for table in tables(third))


def test_a_table_of_which_everybody_has_gone_is_void(
    owner: Player, bob: Caller, cleo: Caller
) -> None:
    """P10: a round does not wait for a game between people who were put out."""
    tournament = started(
        owner, [bob.player, cleo.player, *bots(4)], {"format": "round_robin"}, advance="manual"
    )
    number = 0
    while True:
        number += 1
        pair_round(**asked(tournament, owner, number))
        publish_round(**asked(tournament, owner, number))
        people = {str(one.id) for one in tournament.entrants.filter(player__kind="human")}
        met = [one for one in Match.objects.filter(result=None) if set(one.entrants) == people]
        if met:
            break
        for match in Match.objects.filter(result=None):
            ruling = Ruling(ResultKind.PLAYED, (1, 2))
            set_result(
                tournament_id=tournament.id,
                match_id=match.id,
                ruling=ruling,
                by=by(owner),
                reason="elsewhere",
            )
        close_round(**asked(tournament, owner, number))
    for one in tournament.entrants.filter(player__kind="human"):
        disqualify(tournament_id=tournament.id, entrant_id=one.id, by=by(owner))
    match = met[0]
    match.refresh_from_db()
    assert match.result is not None
    assert (match.result.kind, match.result.points) == ("void", [])
    assert match.result.reason == "Everybody at the table has withdrawn."
    assert {one.game.status for one in match.games.all()} == {"aborted"}
    play_out(tournament)
    close_round(**asked(tournament, owner, number))
    assert last_act().act == "round.close"


def test_without_a_pairing_the_organiser_has_a_choice(owner: Player) -> None:
    tournament = by_hand(owner, 7, rounds=5)
    for number in (1, 2, 3):
        play_a_round(tournament, owner, number)
    met = {frozenset(match.entrants) for match in Match.objects.filter(bye=False)}
    ids = [str(entrant_of(tournament, number).id) for number in range(1, 8)]
    first, second = next(sorted(pair) for pair in met)
    for one in ids:
        if one not in {first, second}:
            withdraw(tournament_id=tournament.id, entrant_id=UUID(one), by=by(owner))
    with pytest.raises(Problem) as refused:
        pair_round(**asked(tournament, owner, 4))
    assert refused.value.code == "conflict"
    assert refused.value.extra["choices"] == ["end_now", "allow_rematch"]
    again = pair_round(**asked(tournament, owner, 4), wishes=Wishes(allow_rematch=True))
    (table,) = again.matches.all()
    assert set(table.entrants) == {first, second}
    assert "a rematch of round" in table.reason
