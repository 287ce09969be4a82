"""Archives taken in: the same tournament again, and nothing that does not hold."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from dosleague.api.problems import Problem
from dosleague.models import AuditEntry
from games.engine.record import record_digest
from games.models import FinishedRound, Game, Player, RatingLogEntry, Seat, Submission
from games.services.rounds import game_record
from tests.games.caller import Caller
from tests.tournaments.cups import by, cup, entered, lay_out
from tests.tournaments.play import bots, play_on, play_round, started
from tournaments.archive.document import archive_digest
from tournaments.formats import FORMATS
from tournaments.lifecycle import Act, State
from tournaments.models import Entrant, Match, MatchGame, MatchResult, Stage, StageRound, Tournament
from tournaments.selectors.archives import archive_text
from tournaments.services.acts import do_act
from tournaments.services.archives import import_tournament
from tournaments.services.rulings import Ruling, set_result
from tournaments.values import ResultKind

pytestmark = pytest.mark.django_db
SWISS = {"format": "swiss_match", "rounds": 2}
Change = Callable[[dict[str, Any]], Any]


def exported(tournament: Tournament) -> dict[str, Any]:
    found: dict[str, Any] = json.loads("".join(archive_text(tournament, shows_seed=True)))
    return found


def taken_in(archive: dict[str, Any], owner: Player) -> Tournament:
    return import_tournament(archive=copy.deepcopy(archive), by=by(owner))


def sealed(archive: dict[str, Any]) -> dict[str, Any]:
    """Return an archive with the digest that fits what it holds."""
    return {**archive, "digest": archive_digest(archive)}


def forget_everything() -> None:
    """Empty the server of all tournaments, games and players of them."""
    MatchGame.objects.all().delete()
    Tournament.objects.all().delete()
    Game.objects.all().delete()
    Player.objects.filter(kind="bot").delete()


def essence(archive: dict[str, Any]) -> dict[str, Any]:
    """Return what must be the same after an import."""
    return {key: value for key, value in archive.items() if key not in {"digest", "organisers"}}


def records(tournament: Tournament) -> list[dict[str, Any]]:
    games = Game.objects.filter(tournament=tournament.id, digest__gt="").order_by("id")
    return [game_record(game, list(game.seats.order_by("number"))) for game in games]


@pytest.mark.parametrize("code", FORMATS)
def test_an_empty_server_has_the_same_tournament_again(ada: Caller, code: str) -> None:
    stage = {"format": code} | ({"rounds": 2} if code.startswith("swiss") else {})
    tournament = play_on(started(ada.player, bots(5), stage))
    before, told = exported(tournament), records(tournament)
    forget_everything()
    again = taken_in(before, ada.player)
    assert again.id == tournament.id
    assert essence(exported(again)) == essence(before)
    assert records(again) == told
    games = Game.objects.filter(tournament=again.id)
    assert {game.digest for game in games} == {one["digest"] for one in told}
    assert all(game.followed == game.version and not game.rated for game in games)


def test_beside_the_original_everything_is_new(ada: Caller, bob: Caller) -> None:
    tournament = play_on(started(ada.player, bots(5), SWISS))
    counts = [model.objects.count() for model in (Player, Entrant, Game, Seat, FinishedRound)]
    archive = exported(tournament)
    copied = taken_in(archive, bob.player)
    assert copied.id != tournament.id
    after = [model.objects.count() for model in (Player, Entrant, Game, Seat, FinishedRound)]
    assert [now - before for now, before in zip(after, counts, strict=True)] == [
        *(5, 5, 4, 8, counts[4])
    ]
    names = {one.player.name for one in copied.entrants.select_related("player")}
    assert names == {f"{one['player']['name']}-2" for one in archive["entrants"]}
    assert copied.organisers.get().player == bob.player
    ours, theirs = exported(copied)["standings"], archive["standings"]
    assert [[item["values"] for item in one["items"]] for one in ours] == [
        [item["values"] for item in one["items"]] for one in theirs
    ]
    third = taken_in(archive, bob.player)
    assert all(one.player.name.endswith("-3") for one in third.entrants.select_related("player"))
    entry = AuditEntry.objects.latest("id")
    assert (entry.act, entry.actor_id) == ("tournament.import", bob.player.id)
    assert entry.after is not None
    assert entry.after["digest"] == archive["digest"]


def test_nothing_is_given_to_somebody_of_the_same_name(ada: Caller, bob: Caller) -> None:
    tournament = lay_out(cup(ada.player), State.REGISTRATION)
    entered(tournament, "Bob", "greedy", "erased-7")
    copied = taken_in(exported(lay_out(tournament, State.CANCELLED)), ada.player)
    players = [one.player for one in copied.entrants.select_related("player").order_by("id")]
    assert [player.name for player in players] == ["Bob-2", "greedy-2", "was-erased-7-2"]
    for player in players:
        assert not player.is_active
        assert not player.has_usable_password()
        assert not player.is_staff
    assert bob.player.entries.filter(tournament=copied).count() == 0


def test_stages_rulings_and_fixed_times_come_along(ada: Caller) -> None:
    groups = {"format": "round_robin", "groups": 2, "advance": {"per_group": 2}}
    tournament = play_on(started(ada.player, bots(6), groups, {"format": "single_elimination"}))
    final = Match.objects.get(round__tournament=tournament, key="R2-1")
    assert final.result is not None
    ruling = Ruling(ResultKind.PLAYED, tuple(reversed(final.result.places)), (90, 200))
    set_result(
        tournament_id=tournament.id,
        match_id=final.id,
        ruling=ruling,
        by=by(ada.player),
        reason="seats were mixed up",
    )
    before = exported(Tournament.objects.get(pk=tournament.pk))
    forget_everything()
    again = taken_in(before, ada.player)
    assert essence(exported(again)) == essence(before)
    versions = MatchResult.objects.filter(match=final.id).order_by("version")
    assert [(one.version, one.reason) for one in versions] == [(1, ""), (2, "seats were mixed up")]


def test_a_cancelled_tournament_keeps_its_broken_off_games(ada: Caller, bob: Caller) -> None:
    people = [bob.player, *bots(5)]
    tournament = started(ada.player, people, SWISS)
    play_round(tournament)
    do_act(tournament_id=tournament.id, act=Act.CANCEL, by=by(ada.player))
    tournament.refresh_from_db()
    before = exported(tournament)
    assert sorted(game["status"] for game in before["games"]) == ["aborted", "finished", "finished"]
    never = next(game for game in before["games"] if game["record"] is None)
    again = taken_in(before, ada.player)
    assert again.status == "cancelled"
    after = exported(again)
    assert [game["status"] for game in after["games"]] == [
        game["status"] for game in before["games"]
    ]
    assert never["status"] == "aborted"
    assert Player.objects.filter(name="Bob-2", kind="human").exists()


def test_a_game_is_played_again_action_by_action(ada: Caller) -> None:
    tournament = play_on(started(ada.player, bots(4), {"format": "single_elimination"}))
    before = exported(tournament)
    copied = taken_in(before, ada.player)
    for game in Game.objects.filter(tournament=copied.id):
        submissions = list(Submission.objects.filter(game=game).order_by("version"))
        assert [one.version for one in submissions] == list(range(1, game.version + 1))
        assert submissions[0].kind == Submission.Kind.START
        assert submissions[-1].events[-1]["type"] == "game_ended"
        assert submissions[-1].at == game.finished_at
        original = Game.objects.get(
            tournament=tournament.id, secret=bytes(game.secret), seat_count=game.seat_count
        )
        texts = original.rounds.order_by("number").values_list("text", flat=True)
        assert list(game.rounds.order_by("number").values_list("text", flat=True)) == list(texts)
        assert game.state == original.state
        assert game.result == original.result
    assert not RatingLogEntry.objects.exists()


def change_record(archive: dict[str, Any]) -> None:
    archive["games"][0]["record"]["rounds"][0]["points"] += 1


def change_record_with_its_digest(archive: dict[str, Any]) -> None:
    change_record(archive)
    record = archive["games"][0]["record"]
    record["digest"] = record_digest(record)


def swap_seats(archive: dict[str, Any]) -> None:
    for played in archive["rounds"]:
        for pairing in played["pairings"]:
            for game in pairing["games"]:
                game["seats"].reverse()


def swap_places(archive: dict[str, Any]) -> None:
    pairing = archive["rounds"][0]["pairings"][0]
    pairing["results"][-1]["points"].reverse()


def double_bye(archive: dict[str, Any]) -> None:
    played = archive["rounds"][0]["pairings"]
    bye = next(one for one in played if one["bye"])
    bye["entrants"] = [played[0]["entrants"][0]]


def drop_game(archive: dict[str, Any]) -> None:
    archive["games"].pop()


def strange_option(archive: dict[str, Any]) -> None:
    archive["stages"][0]["options"]["best_of"] = 2


def other_rules(archive: dict[str, Any]) -> None:
    archive["tournament"]["ruleset"]["target"] = 500


def run_on(archive: dict[str, Any]) -> None:
    archive["tournament"]["status"] = "running"


def lose_entrant(archive: dict[str, Any]) -> None:
    archive["stages"][0]["field"][0].pop()


def lose_record(archive: dict[str, Any]) -> None:
    archive["games"][0]["record"] = None


@pytest.mark.parametrize(
    "change, where",
    [
        (change_record, "/games/0/record/digest"),
        (change_record_with_its_digest, "/games/0/record/rounds/0/points"),
        (swap_seats, "/games/0/record/seats"),
        (swap_places, "/standings"),
        (double_bye, "/rounds"),
        (drop_game, "/games"),
        (strange_option, "/stages/0/best_of"),
        (other_rules, "/tournament/ruleset"),
        (run_on, "/tournament/status"),
        (lose_entrant, "/rounds/0/pairings/"),
        (lose_record, "/games/0/record"),
    ],
)
def test_what_does_not_hold_is_refused_with_its_place(
    ada: Caller, change: Change, where: str
) -> None:
    archive = exported(play_on(started(ada.player, bots(5), SWISS)))
    change(archive)
    kept = (Tournament, Stage, StageRound, Entrant, Game, Player, AuditEntry)
    before = [model.objects.count() for model in kept]
    with pytest.raises(Problem) as unsealed:
        taken_in(archive, ada.player)
    assert unsealed.value.errors
    assert unsealed.value.errors[0]["pointer"] == "/digest"
    with pytest.raises(Problem) as refused:
        taken_in(sealed(archive), ada.player)
    assert refused.value.code == "invalid"
    assert refused.value.errors
    assert refused.value.errors[0]["pointer"].startswith(where)
    assert [model.objects.count() for model in kept] == before


@pytest.mark.parametrize(
    "change, where",
    [
        (lambda archive: archive.pop("games"), "/games"),
        (lambda archive: archive.update(surprise=1), "/surprise"),
        (lambda archive: archive.update(rounds={}), "/rounds"),
        (lambda archive: archive["entrants"][0].update(id=7), "/entrants/0/id"),
        (lambda archive: archive["entrants"][0].update(seed=True), "/entrants/0/seed"),
        (lambda archive: archive["tournament"].update(rated=0), "/tournament/rated"),
        (lambda archive: archive["rounds"].append(1), "/rounds/2"),
    ],
)
def test_what_is_no_archive_is_malformed(ada: Caller, change: Change, where: str) -> None:
    archive = exported(play_on(started(ada.player, bots(5), SWISS)))
    change(archive)
    with pytest.raises(Problem) as refused:
        taken_in(archive, ada.player)
    assert refused.value.code == "malformed"
    assert refused.value.errors
    assert refused.value.errors[0]["pointer"] == where
