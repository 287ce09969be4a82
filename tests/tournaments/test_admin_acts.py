"""Acts on tournaments in the administration: previewed, given a reason, logged, for superusers."""

from typing import Any, Final
from uuid import UUID

import pytest
from django.contrib.auth.models import Permission

from dosleague.models import AuditEntry
from games.models import Game, Player
from tests.dosleague.desk import WHY, Desk, browser, text, told
from tests.games.caller import Caller
from tests.tournaments.cups import cup, entered, lay_out, statuses, told_state
from tests.tournaments.play import bots, entrant_of, play_game, running_games, started
from tournaments.lifecycle import Act, State
from tournaments.models import Entrant, Match, MatchResult, StageRound, Tournament
from tournaments.services.progress import advance_fully

pytestmark = pytest.mark.django_db
SWISS: Final = {"format": "swiss_match", "rounds": 3}
FIRST: Final = {"kind": "played", "places": "1, 2", "scores": "210, 90"}


@pytest.fixture
def owner(ada: Caller) -> Player:
    return ada.player


@pytest.fixture
def by_hand(owner: Player) -> Tournament:
    """A running Swiss of six bots that is advanced by hand; no round is paired."""
    return started(owner, bots(6), SWISS, advance=Tournament.Advance.MANUAL)


def logged(act: str) -> AuditEntry:
    """Return the line that an act has left, once the parts that all share are checked."""
    entry = AuditEntry.objects.get(act=act, channel="admin")
    assert entry.actor == Player.objects.get(name="Root-1")
    assert (entry.reason, entry.address) == (WHY, "127.0.0.1")
    return entry


ACTS: Final[list[tuple[Act, State]]] = [
    (Act.OPEN_REGISTRATION, State.DRAFT),
    (Act.CLOSE_REGISTRATION, State.REGISTRATION),
    (Act.OPEN_CHECK_IN, State.REGISTRATION),
    (Act.CLOSE_CHECK_IN, State.CHECK_IN),
    (Act.START, State.CHECK_IN_CLOSED),
    (Act.FINISH, State.RUNNING),
    (Act.CANCEL, State.RUNNING),
    (Act.UNDO_START, State.RUNNING),
    (Act.UNDO_FINISH, State.FINISHED),
]


@pytest.mark.parametrize("act, state", ACTS)
def test_a_tournament_is_led_from_the_desk(owner: Player, act: Act, state: State) -> None:
    tournament = cup(owner, check_in=True)
    entered(tournament, *(f"Player{number}" for number in range(8)))
    lay_out(tournament, state)
    Entrant.objects.update(checked_in_at="2026-01-01T00:00:00Z", status="checked_in")
    Tournament.objects.update(advance="manual")
    lines = AuditEntry.objects.count()
    desk, name = Desk(Tournament), act.replace("-", "_")
    page = desk.look(name, tournament)
    assert "This would happen:" in text(page)
    assert (told_state(tournament), AuditEntry.objects.count()) == (state, lines)
    assert len(desk.do(name, tournament)) == 1
    assert told_state(tournament) is not state
    assert logged(f"tournament.{act}").subject == f"tournament:{tournament.id}"


def test_what_is_in_the_way_is_told_and_nothing_can_be_confirmed(owner: Player) -> None:
    tournament = cup(owner)
    desk = Desk(Tournament)
    page = desk.look("start", tournament)
    assert "This is in the way:" in text(page)
    assert "The tournament is a draft." in text(page)
    assert "Do it" not in text(page)
    (said,) = desk.do("start", tournament)
    assert said == "Winter Cup: The tournament is a draft. Start is not possible. " + (
        "The tournament is a draft."
    )
    assert told_state(tournament) is State.DRAFT


def test_a_reason_is_asked_for(owner: Player) -> None:
    tournament = cup(owner)
    desk = Desk(Tournament)
    for reason in ("", "   "):
        assert desk.do("cancel", tournament, reason=reason) == []
    shown = desk.look("cancel", tournament).context["shown"]
    page = desk.send("cancel", tournament, step="confirm", shown=shown)
    assert "This field is required." in text(page)
    assert "The tournament ends without a result." in text(page)
    assert told_state(tournament) is State.DRAFT


def test_what_was_not_shown_is_not_done(by_hand: Tournament) -> None:
    desk = Desk(Tournament)
    shown = desk.look("pair_next", by_hand).context["shown"]
    sent = {"step": "confirm", "reason": WHY, "allow_rematch": "on"}
    for field in ({}, {"shown": shown}, {"shown": "nonsense"}):
        assert "This would happen:" in text(desk.send("pair_next", by_hand, **sent, **field))
    assert not StageRound.objects.exists()


def test_several_tournaments_at_once(owner: Player) -> None:
    some = [cup(owner) for _ in range(3)]
    lay_out(some[1], State.RUNNING)
    said = Desk(Tournament).do("open_registration", *some)
    assert [one.rpartition(": ")[2] for one in said] == [
        "registration is open.",
        "The tournament is running. Open registration is not possible. The tournament is running.",
        "registration is open.",
    ]
    assert AuditEntry.objects.filter(channel="admin").count() == 2


def test_too_many_at_once(owner: Player) -> None:
    some = [cup(owner) for _ in range(21)]
    answer = Desk(Tournament).send("cancel", *some)
    assert told(answer) == ["Cancel: choose 20 rows at most."]
    assert not Tournament.objects.filter(status="cancelled").exists()


def test_a_round_from_its_pairing_to_its_end(by_hand: Tournament) -> None:
    tournaments, rounds = Desk(Tournament), Desk(StageRound, browser(root()))
    names = [one.player.name for one in by_hand.entrants.select_related("player")]
    page = text(tournaments.look("pair_next", by_hand))
    assert "Round 1 is draft: 3 tables, 0 byes." in page
    assert "Table 3: " in page
    assert all(name in page for name in names)
    assert not StageRound.objects.exists()
    tournaments.do("pair_next", by_hand)
    draft = StageRound.objects.get()
    assert logged("round.pair").after == {"round": 1, "allow_rematch": False}
    AuditEntry.objects.filter(act="round.pair").delete()
    rounds.do("redo", draft, allow_rematch="on")
    assert logged("round.pair").after == {"round": 1, "allow_rematch": True}

    assert "Round 1 is published" in text(rounds.look("publish", draft))
    assert not Game.objects.filter(tournament=by_hand.id).exists()
    rounds.do("publish", draft)
    assert logged("round.publish").after == {"round": 1}
    assert len(running_games(by_hand)) == 3

    page = text(rounds.look("close", draft))
    assert "Table 1 of round 1 is open." in page
    (said,) = rounds.do("close", draft)
    assert "Round 1 has open tables: 3." in said
    for game_id in running_games(by_hand):
        play_game(game_id)
    rounds.do("close", draft)
    draft.refresh_from_db()
    assert draft.status == "closed"
    logged("round.close")
    assert "Only a draft is paired again." in rounds.do("redo", draft)[0]
    tournaments.do("pair_next", by_hand)
    assert by_hand.rounds.filter(number=2, status="draft").exists()


def root() -> Player:
    return Player.objects.get(name="Root-1")


def first_match(tournament: Tournament) -> Match:
    """Return a table whose game is over and counted."""
    for game_id in running_games(tournament):
        play_game(game_id)
    advance_fully(tournament_id=tournament.id)
    return Match.objects.filter(round__tournament=tournament).order_by("round", "table")[0]


def test_a_result_is_corrected(owner: Player) -> None:
    tournament = started(owner, bots(6), SWISS, rated=True)
    match = first_match(tournament)
    assert match.result is not None
    places = [3 - place for place in match.result.places]
    asked: dict[str, Any] = {"kind": "played", "places": ", ".join(map(str, places)), "scores": ""}
    desk = Desk(Match)
    page = text(desk.look("set_result", match))
    assert "Fill in the form to see what would happen." in page
    assert "Do it" not in page
    assert entrant_name(match, 0) in page
    page = text(desk.look("set_result", match, **asked))
    assert "The result is set; ranks that change:" in page
    assert " becomes " in page
    assert match.results.count() == 1
    assert desk.do("set_result", match, **asked) == [f"{match}: the result is set."]
    newest = MatchResult.objects.get(match=match, version=2)
    assert (newest.places, newest.reason, newest.by) == (places, WHY, root())
    line = logged("match.result")
    assert (line.after or {})["result"]["places"] == places
    assert (logged("game.corrected").after or {})["kind"] == "game_corrected"


def entrant_name(match: Match, side: int) -> str:
    return Entrant.objects.get(pk=UUID(match.entrants[side])).player.name


@pytest.mark.parametrize(
    "asked, fault",
    [
        ({**FIRST, "places": "1"}, "There are 2 places."),
        ({**FIRST, "places": "one, two"}, "Whole numbers with commas between, such as 2, 1."),
        ({**FIRST, "places": "1, 3"}, "/places"),
        ({**FIRST, "scores": "1, 2, 3"}, "There are 2 scores, or none."),
        ({**FIRST, "kind": "bye"}, "Select a valid choice."),
    ],
)
def test_results_that_will_not_do(owner: Player, asked: dict[str, str], fault: str) -> None:
    match = first_match(started(owner, bots(6), SWISS))
    page = text(Desk(Match).look("set_result", match, **asked))
    assert fault in page
    assert "Do it" not in page


def test_a_result_that_others_have_played_on_is_set_with_recompute_alone(owner: Player) -> None:
    tournament = started(owner, bots(4), {"format": "single_elimination"})
    match = first_match(tournament)
    for game_id in running_games(tournament):
        play_game(game_id)
    assert match.result is not None
    places = ", ".join(str(3 - place) for place in match.result.places)
    desk = Desk(Match)
    asked = {"kind": "played", "places": places, "scores": ""}
    assert "has been played on" in text(desk.look("set_result", match, **asked))
    assert "ask with recompute" in desk.do("set_result", match, **asked)[0]
    assert match.results.count() == 1
    desk.do("set_result", match, **asked, recompute="on")
    assert match.results.count() == 2


def test_one_result_at_a_time(owner: Player) -> None:
    first_match(started(owner, bots(6), SWISS))
    some = list(Match.objects.all()[:2])
    assert told(Desk(Match).send("set_result", *some)) == [
        "Set or correct the result: choose one row."
    ]


def test_withdrawal_before_play_tells_who_gets_the_place(owner: Player) -> None:
    tournament = cup(owner, cap=1)
    bea, _ = entered(tournament, "Bea", "Cid")
    lay_out(tournament, State.REGISTRATION)
    desk = Desk(Entrant)
    page = text(desk.look("withdraw", bea))
    assert "Bea in Winter Cup, registered." in page
    assert "Bea: registered becomes withdrawn." in page
    assert "Cid: waiting becomes registered." in page
    assert statuses(tournament) == {"Bea": "registered", "Cid": "waiting"}
    desk.do("withdraw", bea)
    assert statuses(tournament) == {"Bea": "withdrawn", "Cid": "registered"}
    assert (logged("entrant.withdraw").after or {})["status"] == "withdrawn"
    assert "Bea is withdrawn." in text(desk.look("withdraw", bea))
    assert "Bea: withdrawn becomes waiting." in text(desk.look("return_entrant", bea))
    desk.do("return_entrant", bea)
    logged("entrant.return")
    desk.do("disqualify", bea)
    logged("entrant.disqualify")
    assert statuses(tournament)["Bea"] == "disqualified"


def test_withdrawal_during_play_tells_of_the_tables(owner: Player, bob: Caller) -> None:
    tournament = started(owner, [bob.player, *bots(5)], SWISS)
    entry = tournament.entrants.get(player=bob.player)
    playing = entrant_of(tournament, 2)
    desk = Desk(Entrant)
    page = text(desk.look("withdraw", playing))
    assert "Running games that are left: 1." in page
    page = text(desk.look("withdraw", entry))
    assert "Bob: active becomes withdrawn." in page
    assert "of round 1 is decided: forfeit." in page
    assert statuses(tournament)["Bob"] == "active"
    assert not MatchResult.objects.exists()
    assert Game.objects.filter(status="open").count() == 1
    desk.do("withdraw", entry)
    assert MatchResult.objects.get().reason == "Start number 1 has withdrawn."


@pytest.mark.parametrize(
    "model, act",
    [
        (Tournament, "cancel"),
        (Tournament, "pair_next"),
        (StageRound, "publish"),
        (Match, "set_result"),
        (Entrant, "withdraw"),
    ],
)
def test_members_of_staff_look_and_do_not_act(by_hand: Tournament, model: Any, act: str) -> None:
    Desk(Tournament).do("pair_next", by_hand)
    AuditEntry.objects.all().delete()
    staff = Player.objects.create_user("Staff", is_staff=True)
    for verb in ("view", "change"):
        codename = f"{verb}_{model._meta.model_name}"
        staff.user_permissions.add(Permission.objects.get(codename=codename))
    desk = Desk(model, browser(staff))
    row = model.objects.all()[0]
    page = text(desk.client.get(desk.address))
    assert str(row.pk) in page
    assert f'value="{act}"' not in page
    for step in ("", "preview", "confirm"):
        answer = desk.send(act, row, step=step, reason=WHY, shown="[]", **FIRST)
        assert "dosleague/act.html" not in [one.name for one in answer.templates]
    assert not AuditEntry.objects.exists()
    assert StageRound.objects.get().status == "draft"
    assert set(statuses(by_hand).values()) == {"active"}


def test_a_form_from_elsewhere_is_refused(owner: Player) -> None:
    tournament = cup(owner)
    client = browser(Player.objects.create_superuser("Root-1"), enforce_csrf_checks=True)
    answer = Desk(Tournament, client).send("cancel", tournament, step="confirm", reason=WHY)
    assert answer.status_code == 403
    assert told_state(tournament) is State.DRAFT


def test_the_seed_is_shown_once_it_is_everybodys(owner: Player) -> None:
    tournament = cup(owner)
    Tournament.objects.update(seed="a secret of the organisers")
    desk = Desk(Tournament)
    page = f"{desk.address}{tournament.id}/change/"
    assert "a secret of the organisers" not in text(desk.client.get(page))
    Tournament.objects.update(started_at="2026-01-01T00:00:00Z")
    assert "a secret of the organisers" in text(desk.client.get(page))
