"""Tournaments over HTTP: what is seen, and by whom."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from dosleague.api.clock import database_now
from dosleague.models import AuditEntry
from games.models import Player
from tests.games.caller import Caller, newcomer, pointers, read, signed_in, told
from tests.tournaments.cups import cup, entered, lay_out, statuses, told_state
from tournaments.lifecycle import State
from tournaments.models import Entrant, Tournament

pytestmark = pytest.mark.django_db


def names(page: dict[str, Any]) -> list[str]:
    return [item["name"] for item in page["items"]]


def root() -> Caller:
    player = Player.objects.create_user("Root-1", is_staff=True)
    return signed_in(player, ["play", "organise", "admin"])


def test_a_tournament_is_made_of_little(ada: Caller) -> None:
    answer = ada.post("/tournaments", {"name": "Cup", "stages": [{"format": "pods"}]})
    made = read(answer, 201)
    assert answer["Location"] == f"/api/v1/tournaments/{made['id']}"
    assert read(ada.get(f"/tournaments/{made['id']}")) == made
    assert made["status"] == "draft"
    assert made["clock"] == {"turn_seconds": 60, "bank_seconds": 120, "max_timeouts": 3}
    assert made["registration"]["kinds"] == ["bot", "client", "human"]
    assert made["stages"][0]["tie_breaks"][0] == "points"
    assert made["organisers"] == [
        {"player": {"id": ada.id, "name": "Ada", "kind": "human"}, "role": "owner"}
    ]
    assert made["you"] == {"role": "owner", "entrant": None}


def test_values_that_will_not_do_are_told_with_their_places(ada: Caller) -> None:
    for changed, pointer in (
        ({"name": "  "}, "/name"),
        ({"seed": ""}, "/seed"),
        ({"stages": []}, "/stages"),
        ({"registration": {"cap": 1}}, "/registration/cap"),
        ({"registration": {"kinds": []}}, "/registration/kinds"),
        ({"registration": {"kinds": ["cat"]}}, "/registration/kinds/0"),
        ({"clock": {"turn_seconds": 1}}, "/clock/turn_seconds"),
        ({"ruleset": {"options": {"target": 0}}}, "/ruleset/options/target"),
        ({"stages": [{"format": "pods", "rounds": 99}]}, "/stages/0/rounds"),
        ({"deals": "marked"}, "/deals"),
    ):
        body = {"name": "Cup", "stages": [{"format": "pods"}], **changed}
        assert pointers(told(ada.post("/tournaments", body), 422, "invalid")) == [pointer]
    assert not Tournament.objects.exists()


def test_drafts_are_listed_for_their_organisers_and_staff(
    ada: Caller, bob: Caller, nobody: Caller
) -> None:
    lay_out(cup(ada.player), State.REGISTRATION)
    draft = cup(ada.player)
    Tournament.objects.filter(pk=draft.id).update(name="Draft")
    assert names(read(ada.get("/tournaments"))) == ["Draft", "Winter Cup"]
    for caller in (bob, nobody):
        assert names(read(caller.get("/tournaments"))) == ["Winter Cup"]
    assert names(read(root().get("/tournaments"))) == ["Draft", "Winter Cup"]
    assert names(read(ada.get("/tournaments?status=draft"))) == ["Draft"]
    told(ada.get("/tournaments?status=closed"), 400, "malformed")


def test_the_seed_is_for_organisers_until_play_starts(ada: Caller, bob: Caller) -> None:
    tournament = lay_out(cup(ada.player), State.CHECK_IN_CLOSED)
    path = f"/tournaments/{tournament.id}"
    assert [read(caller.get(path))["seed"] for caller in (ada, bob)] == ["winter", None]
    lay_out(tournament, State.RUNNING)
    assert read(bob.get(path))["seed"] == "winter"


def test_the_view_counts_the_field_and_says_who_the_caller_is(
    ada: Caller, bob: Caller, nobody: Caller
) -> None:
    tournament = lay_out(cup(ada.player, cap=2), State.REGISTRATION)
    entered(tournament, "Bea", "Cid", "Dee", "Bob")
    Entrant.objects.filter(player__name="Bea").update(status="withdrawn")
    path = f"/tournaments/{tournament.id}"
    view = read(bob.get(path))
    assert (view["registration"]["entered"], view["registration"]["waiting"]) == (1, 2)
    assert (view["registration_open"], view["check_in_open"]) == (True, False)
    assert view["you"]["role"] is None
    assert view["you"]["entrant"]["status"] == "waiting"
    assert read(nobody.get(path))["you"] is None


def test_an_act_is_tried_and_done(ada: Caller) -> None:
    tournament = cup(ada.player)
    path = f"/tournaments/{tournament.id}/open-registration"
    before = AuditEntry.objects.count()
    outlook = read(ada.post(f"{path}?dry_run=true", {"reason": "curious"}))
    assert outlook["blocking"] == []
    assert (told_state(tournament), AuditEntry.objects.count()) == (State.DRAFT, before)
    told(ada.post(f"{path}?dry_run=yes"), 400, "malformed")
    assert read(ada.post(f"{path}?dry_run=false", {"reason": "go"}))["status"] == "registration"
    refused = told(ada.post(path), 409, "conflict")
    assert (refused["state"], refused["blocking"]) == ("registration", ["Registration is open."])
    outlook = read(ada.post(f"{path}?dry_run=true"))
    assert outlook == {"would": [], "blocking": ["Registration is open."]}


def test_entrants_are_walked_by_cursor_while_others_enter(ada: Caller) -> None:
    tournament = lay_out(cup(ada.player), State.REGISTRATION)
    entered(tournament, *(f"Player-{number}" for number in range(5)))
    path = f"/tournaments/{tournament.id}/entrants"
    first = read(ada.get(f"{path}?limit=3"))
    entered(tournament, "Latecomer")
    second = read(ada.get(f"{path}?limit=3&cursor={first['next']}"))
    walked = [item["player"]["name"] for page in (first, second) for item in page["items"]]
    assert walked == [*(f"Player-{number}" for number in range(5)), "Latecomer"]
    assert second["next"] is None
    Entrant.objects.filter(player__name="Player-1").update(status="waiting")
    waiting = read(ada.get(f"{path}?status=waiting"))["items"]
    assert [item["player"]["name"] for item in waiting] == ["Player-1"]
    told(ada.get(f"{path}?status=present"), 400, "malformed")
    lines = ada.get(path, Accept="application/x-ndjson").getvalue().splitlines()
    assert len(lines) == 6


def test_entering_others_is_for_organisers(ada: Caller, bob: Caller, cleo: Caller) -> None:
    tournament = lay_out(cup(ada.player), State.REGISTRATION)
    path = f"/tournaments/{tournament.id}/entrants"
    told(bob.post(path, {"player": cleo.id}), 403, "forbidden")
    player_alone = signed_in(bob.player, ["play"])
    assert told(player_alone.post(path, {"player": cleo.id}), 403, "scope_missing")
    assert read(ada.post(path, {"player": cleo.id}), 201)["player"]["name"] == "Cleo"
    assert read(player_alone.post(path), 201)["status"] == "registered"
    assert read(ada.post(path, {"bot": "greedy", "name": "Greta"}), 201)["player"]["kind"] == "bot"
    told(ada.post(path, {"bot": "greedy", "name": "greta"}), 409, "name_taken")
    told(bob.post(path), 409, "already_entered")


def test_an_entrant_acts_for_itself_and_for_nobody_else(
    ada: Caller, bob: Caller, cleo: Caller
) -> None:
    tournament = lay_out(cup(ada.player, check_in=True), State.REGISTRATION)
    base = f"/tournaments/{tournament.id}/entrants"
    path = f"{base}/{read(bob.post(base), 201)['id']}"
    told(cleo.post(f"{path}/withdraw"), 403, "forbidden")
    told(bob.post(f"{path}/disqualify"), 403, "forbidden")
    assert read(bob.post(f"{path}/withdraw", {"reason": "ill"}))["status"] == "withdrawn"
    assert read(bob.post(f"{path}/return"))["status"] == "registered"
    lay_out(tournament, State.CHECK_IN)
    assert read(bob.post(f"{path}/check-in"))["status"] == "checked_in"
    refused = told(bob.post(f"{path}/check-in"), 409, "conflict")
    assert refused["detail"] == "Bob is checked in."


def test_an_import_counts_and_names_the_lines_that_fail(ada: Caller, bob: Caller) -> None:
    tournament = cup(ada.player, cap=2)
    path = f"/tournaments/{tournament.id}/entrants/import"
    text = "\ufeffname,bot\r\nBob,\r\nGreta,greedy\r\nHal,eager\r\n".encode()
    answer = ada.ask("POST", path, text, content_type="text/csv; charset=utf-8")
    assert read(answer, 201) == {"entered": 2, "waiting": 1}
    answer = ada.ask("POST", path, b"name\nAda\nBob\n", content_type="text/csv")
    assert pointers(told(answer, 422, "invalid")) == ["/3/name"]
    assert statuses(tournament) == {"Bob": "registered", "Greta": "registered", "Hal": "waiting"}


def test_the_log_is_for_organisers_and_addresses_for_operators(ada: Caller, bob: Caller) -> None:
    tournament = lay_out(cup(ada.player), State.REGISTRATION)
    path = f"/tournaments/{tournament.id}"
    read(bob.post(f"{path}/entrants"), 201)
    told(bob.get(f"{path}/audit"), 403, "forbidden")
    for caller, address in ((ada, None), (root(), "127.0.0.1")):
        page = read(caller.get(f"{path}/audit?limit=1"))
        assert [(one["act"], one["actor"]["name"]) for one in page["items"]] == [
            ("entrant.register", "Bob")
        ]
        assert page["items"][0]["address"] == address
        rest = read(caller.get(f"{path}/audit?cursor={page['next']}&limit=1"))
        assert [one["act"] for one in rest["items"]] == ["tournament.create"]
    wanted = [{"player": ada.id, "role": "owner"}, {"player": bob.id, "role": "scorer"}]
    read(ada.ask("PUT", f"{path}/organisers", {"organisers": wanted}))
    assert len(read(bob.get(f"{path}/audit"))["items"]) == 3


def test_a_member_of_staff_acts_as_one_only_with_the_scope(ada: Caller) -> None:
    tournament = lay_out(cup(ada.player), State.REGISTRATION)
    path = f"/tournaments/{tournament.id}/cancel"
    operator = root()
    told(signed_in(operator.player).post(path), 403, "forbidden")
    told(newcomer("Eve").post(path), 403, "forbidden")
    assert read(operator.post(path))["status"] == "cancelled"


def test_registration_is_open_within_its_times_alone(ada: Caller) -> None:
    now, hour = database_now(), timedelta(hours=1)
    for opens_at, closes_at, is_open in (
        (None, None, True),
        (now - hour, now + hour, True),
        (now + hour, None, False),
        (None, now - hour, False),
    ):
        times = {"opens_at": opens_at, "closes_at": closes_at}
        tournament = lay_out(cup(ada.player, **times), State.REGISTRATION)
        assert read(ada.get(f"/tournaments/{tournament.id}"))["registration_open"] is is_open


def test_lists_take_as_many_statements_however_long_they_are(
    ada: Caller, django_assert_num_queries: Any
) -> None:
    first = lay_out(cup(ada.player), State.REGISTRATION)
    entered(first, "Bea")
    paths = ("/tournaments", f"/tournaments/{first.id}/entrants", f"/tournaments/{first.id}/audit")
    taken = []
    for path in paths:
        ada.get(path)
        with CaptureQueriesContext(connection) as statements:
            ada.get(path)
        taken.append(len(statements))
    for name in ("Cid", "Dee", "Eva"):
        entered(lay_out(cup(ada.player), State.REGISTRATION), name)
        entered(first, name)
        read(newcomer(f"{name}-2").post(f"/tournaments/{first.id}/entrants"), 201)
    for path, count in zip(paths, taken, strict=True):
        with django_assert_num_queries(count):
            ada.get(path)
