"""P11: a deleted account is still paired. Who is gone is withdrawn, and named no more."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Final

import pytest
from celery import current_app
from django.core.cache import cache
from kombu.exceptions import OperationalError

from dosleague.models import AuditEntry
from games.models import Game, Player, PlayerRating, RatingChange, Submission
from games.services.ratings import rate_game
from games.services.recomputation import differences
from games.services.seats import join_game
from tests.games.caller import Caller, read, signed_in
from tests.games.tables import play_out
from tests.tournaments.cups import by, cup, entered, lay_out, statuses
from tests.tournaments.play import bots, opened, play_game, play_on, running_games, started
from tournaments import outbox, tasks
from tournaments.lifecycle import Act, State
from tournaments.models import Entrant, Match, MatchResult, StageRound, Tournament
from tournaments.selectors.due import due_withdrawals
from tournaments.services.acts import do_act
from tournaments.services.entries import return_entrant
from tournaments.services.progress import advance_fully
from tournaments.services.rounds import pair_round, publish_round

pytestmark = pytest.mark.django_db
Captured = Callable[..., AbstractContextManager[list[Any]]]
NAME: Final = "Quillfeather"
PASSWORD: Final = "a long password"
SWISS: Final = {"format": "swiss_match", "rounds": 4}
SHUT: Final = {"is_active": False}


@pytest.fixture
def quill(db: None) -> Caller:
    return signed_in(Player.objects.create_user(NAME, PASSWORD))


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What is queued, with what each is about."""
    queued: list[tuple[str, ...]] = []

    def send_task(name: str, args: tuple[str], **_: Any) -> None:
        queued.append((name, *args))

    cache.clear()
    monkeypatch.setattr(current_app, "send_task", send_task)
    return queued


def own_match(tournament: Tournament, player: Player, number: int) -> Match:
    """Return the table of a round at which a player sits."""
    entry = str(tournament.entrants.get(player=player).id)
    matches = Match.objects.filter(round__tournament=tournament, round__number=number)
    return next(match for match in matches.select_related("result") if entry in match.entrants)


def play_own_game(tournament: Tournament, caller: Caller, number: int) -> None:
    """Let a player come to the table and play to the end."""
    game = own_match(tournament, caller.player, number).games.get().game
    join_game(game_id=game.id, player=caller.player)
    seats = game.seats.order_by("number")
    play_out(str(game.id), [caller if seat.player == caller.player else None for seat in seats])


def finish_round(tournament: Tournament) -> None:
    for game_id in running_games(tournament):
        play_game(game_id)
    for game in Game.objects.filter(tournament=tournament.id, status="finished"):
        rate_game(game_id=game.id)
    advance_fully(tournament_id=tournament.id)


@pytest.mark.parametrize("has_come", [True, False], ids=["at the table", "not there yet"])
def test_an_account_erased_in_round_2_of_4_is_not_paired_again(
    ada: Caller,
    quill: Caller,
    nobody: Caller,
    has_come: bool,
    sent: list[tuple[str, ...]],
    django_capture_on_commit_callbacks: Captured,
) -> None:
    tournament = started(ada.player, [quill.player, *bots(7)], SWISS, rated=True)
    play_own_game(tournament, quill, 1)
    finish_round(tournament)
    first = own_match(tournament, quill.player, 1)
    results = list(MatchResult.objects.order_by("id").values())
    changes = list(RatingChange.objects.order_by("id").values())
    if has_come:
        join_game(game_id=second_game(tournament, quill).id, player=quill.player)
    with django_capture_on_commit_callbacks(execute=True):
        read(quill.post("/me/erase", {"password": PASSWORD}))
    assert (outbox.WITHDRAW_ERASED, quill.id) in sent
    tasks.withdraw_erased(quill.id)
    tasks.withdraw_erased(quill.id)

    entry = tournament.entrants.get(player=quill.player)
    assert (entry.status, entry.absent_from) == ("withdrawn", 3)
    finish_round(tournament)
    second = own_match(tournament, quill.player, 2)
    assert second.result is not None
    side = second.entrants.index(str(entry.id))
    assert (second.result.places[side], second.result.points[side]) == (2, 0)
    assert second.result.kind == ("played" if has_come else "forfeit")
    while tournament.status == "running":
        finish_round(tournament)
        tournament.refresh_from_db()

    assert tournament.rounds.count() == 4
    later = Match.objects.filter(round__tournament=tournament, round__number__gt=2)
    assert [match for match in later if str(entry.id) in match.entrants] == []
    kept = MatchResult.objects.filter(pk__in=[one["id"] for one in results])
    assert list(kept.order_by("id").values()) == results
    told = RatingChange.objects.filter(pk__in=[one["id"] for one in changes])
    assert list(told.order_by("id").values()) == changes
    assert own_match(tournament, quill.player, 1).result == first.result
    assert [differences(name=pool) for pool in pools()] == [[]] * len(pools())
    check_nobody_tells_the_name(tournament, quill, [nobody, ada])


def second_game(tournament: Tournament, caller: Caller) -> Game:
    return own_match(tournament, caller.player, 2).games.get().game


def pools() -> list[str]:
    return sorted(set(PlayerRating.objects.values_list("pool", flat=True)))


def check_nobody_tells_the_name(
    tournament: Tournament, gone: Caller, readers: list[Caller]
) -> None:
    """Read whatever is public, and the organiser's log, for a name that nobody bears any more."""
    staff = signed_in(Player.objects.create_superuser("Root"), ["play", "organise", "admin"])
    one = f"/tournaments/{tournament.id}"
    games = [f"/games/{game.id}" for game in Game.objects.all()]
    paths = [
        f"/players/{gone.id}",
        *(f"/players/{gone.id}/{what}" for what in ("ratings", f"against/{readers[-1].id}")),
        *(f"/players/{gone.id}/ratings/{pool}/history" for pool in pools()),
        *(f"/leaderboards/{pool}" for pool in pools()),
        *("/games", "/records", "/tournaments", one),
        *(f"{one}/{what}" for what in ("entrants", "rounds", "standings")),
        *(f"{one}/exports/{what}" for what in ("trf", "csv", "json")),
        *(f"{one}/explain/pairing?round={number}&table=1" for number in (1, 2, 3)),
        *games,
        *(f"{game}/{what}" for game in games for what in ("events", "record", "ratings")),
    ]
    told = {}
    for reader in [*readers, staff]:
        for path in paths:
            answer = reader.get(path)
            assert answer.status_code in {200, 404}, (path, answer.content)
            told[path] = answer.getvalue().decode()
    for reader in (readers[-1], staff):
        told["audit"] = reader.get(f"{one}/audit?limit=200").content.decode()
    for path, text in told.items():
        assert NAME.lower() not in text.lower(), path
    new_name = Player.objects.get(pk=gone.id).name
    for path in (f"/players/{gone.id}", f"{one}/entrants", f"{one}/exports/trf", games[0]):
        assert new_name in told[path], path
    logged = list(AuditEntry.objects.values_list("before", "after", "reason"))
    assert NAME not in str(logged)
    reasons = [*MatchResult.objects.values_list("reason"), *Match.objects.values_list("reason")]
    assert NAME not in str(reasons)
    assert NAME not in str(list(Submission.objects.values_list("answer", "events", "actions")))


@pytest.mark.parametrize(
    "state", [State.DRAFT, State.REGISTRATION, State.REGISTRATION_CLOSED, State.CHECK_IN]
)
def test_an_entry_before_play_is_withdrawn_and_who_waits_gets_the_place(
    ada: Caller, state: State
) -> None:
    tournament = cup(ada.player, cap=2, check_in=True)
    entered(tournament, "Bea", "Cid", "Dee")
    lay_out(tournament, state)
    gone = Player.objects.get(name="Bea")
    Player.objects.filter(pk=gone.pk).update(**SHUT)
    tasks.withdraw_erased(str(gone.id))
    assert statuses(tournament) == {"Bea": "withdrawn", "Cid": "registered", "Dee": "registered"}
    entry = AuditEntry.objects.get(act="entrant.withdraw")
    assert (entry.actor, entry.channel, entry.reason) == (
        None,
        "service",
        "The account is no longer there.",
    )


def test_who_waits_waits_no_more(ada: Caller) -> None:
    tournament = cup(ada.player, cap=1)
    entered(tournament, "Bea", "Cid")
    Player.objects.filter(name="Cid").update(**SHUT)
    tasks.withdraw_erased(str(Player.objects.get(name="Cid").id))
    assert statuses(tournament) == {"Bea": "registered", "Cid": "withdrawn"}


@pytest.mark.parametrize("state", [State.FINISHED, State.CANCELLED])
def test_what_is_over_stays_as_it_was(ada: Caller, state: State) -> None:
    tournament = cup(ada.player)
    entered(tournament, "Bea")
    lay_out(tournament, state)
    Player.objects.filter(name="Bea").update(**SHUT)
    tasks.withdraw_erased(str(Player.objects.get(name="Bea").id))
    assert statuses(tournament) == {"Bea": "registered"}
    assert due_withdrawals() == []


def test_an_account_that_is_there_is_not_withdrawn(ada: Caller) -> None:
    tournament = cup(ada.player)
    (entry,) = entered(tournament, "Bea")
    tasks.withdraw_erased(str(entry.player_id))
    assert statuses(tournament) == {"Bea": "registered"}


def test_the_sweep_finds_whom_a_broker_lost(ada: Caller, sent: list[tuple[str, ...]]) -> None:
    gone = entered(cup(ada.player), "Bea", "Cid")[0].player
    tasks.sweep()
    assert sent == []
    Player.objects.filter(pk=gone.pk).update(**SHUT)
    tasks.sweep()
    tasks.sweep()
    assert sent == [(outbox.WITHDRAW_ERASED, str(gone.id))]
    tasks.withdraw_erased(str(gone.id))
    cache.clear()
    tasks.sweep()
    assert len(sent) == 1


def test_a_round_is_not_paired_with_who_has_just_gone(ada: Caller) -> None:
    """The round ends between the erasure and the task that withdraws."""
    tournament = started(ada.player, bots(6), SWISS)
    gone = tournament.entrants.get(start_number=1)
    for game_id in running_games(tournament):
        play_game(game_id)
    Player.objects.filter(pk=gone.player_id).update(**SHUT)
    advance_fully(tournament_id=tournament.id)
    assert Entrant.objects.get(pk=gone.pk).status == "withdrawn"
    second = Match.objects.filter(round__tournament=tournament, round__number=2)
    assert second.exists()
    assert all(str(gone.id) not in match.entrants for match in second)
    assert play_on(tournament).rounds.count() == 4


def test_a_draft_with_who_has_gone_is_paired_anew(ada: Caller) -> None:
    tournament = started(ada.player, bots(6), SWISS, advance=Tournament.Advance.MANUAL)
    asked: dict[str, Any] = {"tournament_id": tournament.id, "number": 1, "by": by(ada.player)}
    pair_round(**asked)
    gone = tournament.entrants.get(start_number=1)
    Player.objects.filter(pk=gone.player_id).update(**SHUT)
    draft = pair_round(**asked)
    publish_round(**asked)
    assert all(str(gone.id) not in match.entrants for match in draft.matches.all())
    assert StageRound.objects.get().status == "published"


def test_play_does_not_start_with_who_has_gone(ada: Caller) -> None:
    tournament = opened(ada.player, bots(7), SWISS)
    gone = tournament.entrants.order_by("queue_number")[0]
    Player.objects.filter(pk=gone.player_id).update(**SHUT)
    do_act(tournament_id=tournament.id, act=Act.START, by=by(ada.player))
    gone.refresh_from_db()
    assert (gone.status, gone.start_number) == ("withdrawn", None)


def test_who_was_let_in_again_though_gone_is_withdrawn_again(ada: Caller) -> None:
    tournament = cup(ada.player)
    (entry,) = entered(tournament, "Bea")
    Player.objects.filter(name="Bea").update(**SHUT)
    tasks.withdraw_erased(str(entry.player_id))
    return_entrant(tournament_id=tournament.id, entrant_id=entry.id, by=by(ada.player))
    assert due_withdrawals() == [entry.player_id]


def test_a_broker_that_does_not_answer_stops_no_erasure(
    quill: Caller, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Captured
) -> None:
    def no_broker(*_: Any, **__: Any) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(current_app, "send_task", no_broker)
    with django_capture_on_commit_callbacks(execute=True):
        read(quill.post("/me/erase", {"password": PASSWORD}))
    assert not Player.objects.filter(name=NAME).exists()
