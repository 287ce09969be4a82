"""Opening games: who sits where, by which rules, and how many at once."""

from typing import Any, Final
from uuid import uuid4

import pytest

from games.engine.ruleset import RULESETS
from games.models import Game, Player, Submission
from games.services.games import GamePlan, SeatPlan, create_game
from tests.games.caller import Caller, newcomer, pointers, read, signed_in, told
from tests.games.tables import CLOCK, open_game, quick_game, version_of

pytestmark = pytest.mark.django_db

ME: Final = {"kind": "me"}
OPEN: Final = {"kind": "open"}


def bot(name: str) -> dict[str, str]:
    return {"kind": "bot", "bot": name}


def test_an_open_game_as_its_creator_sees_it(ada: Caller) -> None:
    answer = ada.post("/games", {"seats": [ME, OPEN], "clock": CLOCK, "entropy": "mine"})
    game = read(answer, 201)
    assert answer["Location"] == f"/api/v1/games/{game['id']}"
    assert answer["ETag"] == '"0"'
    assert game == ada.view(game["id"])
    assert (game["status"], game["version"], game["round"]) == ("open", 0, None)
    assert game["ruleset"] == RULESETS["classic-2018"].to_json()
    assert (game["clock"], game["bot_delay_ms"]) == (CLOCK, 0)
    assert (game["rated"], game["private"], game["tournament"]) == (False, False, None)
    mine, free = game["seats"]
    assert mine["player"] == {"id": ada.id, "name": "Ada", "kind": "human"}
    assert (mine["entropy"], mine["bank_seconds"], mine["timeouts"]) == ("mine", 30, 0)
    assert (free["player"], free["reserved_for"], free["entropy"]) == (None, None, None)
    assert game["you"] == {
        "seat": 0,
        "hand": [],
        "drawn": None,
        "bonus_lay_downs": 0,
        "legal_actions": [],
    }
    assert (game["result"], "secret" in game) == (None, False)


def test_every_kind_of_seat(ada: Caller, bob: Caller) -> None:
    game = open_game(ada, ["open", bob, "me", "greedy"])
    assert [seat["player"] and seat["player"]["name"] for seat in game["seats"]] == [
        *(None, None, "Ada", "greedy"),
    ]
    assert game["seats"][1]["reserved_for"] == {"id": bob.id, "name": "Bob", "kind": "human"}
    assert game["seats"][3]["player"]["kind"] == "bot"
    assert game["you"]["seat"] == 2


def test_a_full_table_starts_at_once(ada: Caller) -> None:
    """Version 0 is the game as created; the start is the first submission."""
    game = open_game(ada, ["me", "greedy", "random"])
    assert (game["status"], game["version"], game["round"]["number"]) == ("running", 1, 1)
    assert len(game["you"]["hand"]) == 7
    assert [seat["cards"] for seat in game["seats"]] == [7, 7, 7]
    assert game["round"]["draw_pile"] == 85
    (started,) = ada.events(game["id"])
    assert started["version"] == 1
    assert [event["type"] for event in started["events"]][:2] == ["game_started", "round_started"]


def test_bots_alone_need_the_scope_to_organise(ada: Caller) -> None:
    body = {"seats": [bot("greedy"), bot("random")]}
    player = signed_in(ada.player, ["play"])
    assert told(player.post("/games", body), 403, "scope_missing")["required_scope"] == "organise"
    organiser = signed_in(ada.player, ["organise"])
    assert read(organiser.post("/games", body), 201)["you"] is None
    told(organiser.post("/games", {"seats": [ME, OPEN]}), 403, "scope_missing")


@pytest.mark.parametrize(
    "change, pointer",
    [
        ({"seats": [ME]}, "/seats"),
        ({"seats": [ME, *[OPEN] * 4]}, "/seats"),
        ({"seats": [ME, {"kind": "friend"}]}, "/seats/1/kind"),
        ({"seats": [ME, bot("deep blue")]}, "/seats/1/bot"),
        ({"seats": [ME, {"kind": "player", "player": str(uuid4())}]}, "/seats/1/player"),
        ({"seats": [ME, {"kind": "player", "player": "Bob"}]}, "/seats/1/player"),
        ({"clock": {"turn_seconds": 4}}, "/clock/turn_seconds"),
        ({"clock": {"turn_seconds": 1_209_601}}, "/clock/turn_seconds"),
        ({"clock": {"turn_seconds": 60, "bank_seconds": -1}}, "/clock/bank_seconds"),
        ({"clock": {"turn_seconds": 60, "max_timeouts": 0}}, "/clock/max_timeouts"),
        ({"bot_delay_ms": 10_001}, "/bot_delay_ms"),
        ({"bot_delay_ms": -1}, "/bot_delay_ms"),
        ({"entropy": "x" * 65}, "/entropy"),
        ({"entropy": "é" * 33}, "/entropy"),
        ({"ruleset": {"options": {"target": 0}}}, "/ruleset/options/target"),
        ({"ruleset": {"options": {"target": "200"}}}, "/ruleset/options/target"),
        ({"ruleset": {"options": {"jokers": True}}}, "/ruleset/options/jokers"),
    ],
)
def test_values_that_will_not_do(ada: Caller, change: dict[str, Any], pointer: str) -> None:
    problem = told(ada.post("/games", {"seats": [ME, OPEN], **change}), 422, "invalid")
    assert pointers(problem) == [pointer]
    assert not Game.objects.exists()


@pytest.mark.parametrize("turn_seconds", [5, 1_209_600])
def test_the_ends_of_the_clock(ada: Caller, turn_seconds: int) -> None:
    clock = {"turn_seconds": turn_seconds}
    game = read(ada.post("/games", {"seats": [ME, OPEN], "clock": clock}), 201)
    assert game["clock"] == {"turn_seconds": turn_seconds, "bank_seconds": 0, "max_timeouts": 3}


def test_a_seat_cannot_be_kept_for_a_bot(ada: Caller) -> None:
    seat = {"kind": "player", "player": str(Player.objects.get(name="greedy").id)}
    told(ada.post("/games", {"seats": [ME, seat]}), 422, "invalid")


def test_a_seat_cannot_be_kept_for_an_account_that_is_closed(ada: Caller, bob: Caller) -> None:
    Player.objects.filter(pk=bob.id).update(is_active=False)
    seat = {"kind": "player", "player": bob.id}
    told(ada.post("/games", {"seats": [ME, seat]}), 422, "invalid")


def test_nobody_sits_twice(ada: Caller, bob: Caller) -> None:
    """B36."""
    told(ada.post("/games", {"seats": [ME, ME]}), 409, "already_seated")
    kept = {"kind": "player", "player": ada.id}
    told(ada.post("/games", {"seats": [ME, kept]}), 409, "already_seated")
    twice = {"kind": "player", "player": bob.id}
    told(ada.post("/games", {"seats": [twice, twice]}), 409, "already_seated")


def test_a_custom_ruleset_is_stored_whole(ada: Caller) -> None:
    """B37: rulesets are data."""
    options = {"dos_penalty": 4, "on_leave": "remove"}
    asked = {"base": "reprint-2021", "options": options}
    ruleset = open_game(ada, ["me", "open"], ruleset=asked)["ruleset"]
    printing = RULESETS["reprint-2021"].to_json()
    assert ruleset == {
        **printing,
        **options,
        "name": "custom",
        "base": "reprint-2021",
    }
    assert open_game(ada, ["me", "open"], ruleset=ruleset)["ruleset"] == ruleset


@pytest.mark.parametrize("name", RULESETS)
def test_every_printing(ada: Caller, name: str) -> None:
    assert open_game(ada, ["me", "open"], ruleset=name)["ruleset"] == RULESETS[name].to_json()
    assert read(ada.get(f"/rulesets/{name}")) == RULESETS[name].to_json()
    assert RULESETS[name].to_json() in read(ada.get("/rulesets"))["items"]


def test_the_second_edition_is_reserved(ada: Caller) -> None:
    for asked in ("second-edition-2022", {"base": "second-edition-2022", "options": {}}):
        problem = told(
            ada.post("/games", {"seats": [ME, OPEN], "ruleset": asked}), 422, "ruleset_unavailable"
        )
        assert "second-edition-2022" in problem["detail"]
    told(ada.get("/rulesets/second-edition-2022"), 422, "ruleset_unavailable")
    told(ada.post("/games", {"seats": [ME, OPEN], "ruleset": "x"}), 422, "ruleset_unavailable")
    told(ada.get("/rulesets/x"), 404, "not_found")


def test_at_most_ten_open_games(ada: Caller, bob: Caller) -> None:
    for _ in range(10):
        game = open_game(ada, ["me", "open"])["id"]
    told(ada.post("/games", {"seats": [ME, OPEN]}), 409, "too_many_games")
    open_game(bob, ["me", "open"])
    read(bob.post(f"/games/{game}/join", {}))
    open_game(ada, ["me", "open"])


def test_a_game_that_starts_at_once_is_none_of_the_open_ones(ada: Caller) -> None:
    for _ in range(10):
        open_game(ada, ["me", "open"])
    open_game(ada, ["me", "greedy"])


def test_at_most_twenty_running_games(ada: Caller, bob: Caller) -> None:
    bots = Player.objects.get(name="greedy")
    for _ in range(20):
        seats = [SeatPlan(ada.player), SeatPlan(bots)]
        game = create_game(plan=GamePlan(RULESETS["reprint-2021"], seats), creator=None).game
    told(ada.post("/games", {"seats": [ME, bot("greedy")]}), 409, "too_many_games")
    others = open_game(bob, ["me", "open"])["id"]
    told(ada.post(f"/games/{others}/join", {}), 409, "too_many_games")
    assert version_of(others) == 0
    read(ada.post(f"/games/{game.id}/leave"))
    read(ada.post(f"/games/{others}/join", {}))


def test_games_of_bots_alone_count_as_their_openers(ada: Caller) -> None:
    greedy = Player.objects.get(name="greedy")
    plan = GamePlan(RULESETS["reprint-2021"], [SeatPlan(greedy), SeatPlan(greedy)])
    for _ in range(20):
        create_game(plan=plan, creator=ada.player)
    bots_alone = {"seats": [bot("greedy"), bot("greedy")]}
    told(ada.post("/games", bots_alone), 409, "too_many_games")
    create_game(plan=plan, creator=None)
    assert Game.objects.filter(status="running").count() == 21


def test_seats_in_open_games_count_towards_those_that_will_run(ada: Caller, bob: Caller) -> None:
    seats = [SeatPlan(), SeatPlan(), SeatPlan()]
    plan = GamePlan(RULESETS["reprint-2021"], seats)
    games = [create_game(plan=plan, creator=None).game.id for _ in range(21)]
    for game in games[:20]:
        read(ada.post(f"/games/{game}/join", {}))
    told(ada.post(f"/games/{games[20]}/join", {}), 409, "too_many_games")
    read(bob.post(f"/games/{games[20]}/join", {}))


def test_a_game_is_rated_where_everybody_is_somebody_else(ada: Caller, bob: Caller) -> None:
    game = open_game(ada, ["me", bob, "greedy"], rated=True)
    assert game["rated"]
    assert read(bob.post(f"/games/{game['id']}/join", {}))["rated"]


def test_the_same_bot_twice_is_unrated(ada: Caller) -> None:
    assert not open_game(ada, ["me", "greedy", "greedy"], rated=True)["rated"]


def test_two_of_one_owner_are_unrated(ada: Caller) -> None:
    client = signed_in(
        Player.objects.create_user("Adabot", kind=Player.Kind.CLIENT, owner=ada.player)
    )
    game = open_game(ada, ["me", "open"], rated=True)
    assert game["rated"]
    assert not read(client.post(f"/games/{game['id']}/join", {}))["rated"]
    assert not open_game(ada, ["me", client], rated=True)["rated"]


def test_a_refused_game_leaves_no_trace(ada: Caller) -> None:
    told(ada.post("/games", {"seats": [ME, ME]}, "k1"), 409, "already_seated")
    assert (Game.objects.count(), Submission.objects.count()) == (0, 0)


def test_quick_games_are_as_those_opened_over_http(ada: Caller, bob: Caller) -> None:
    game = quick_game(ada, bob)
    assert [seat["player"]["id"] for seat in newcomer("Eve").view(game)["seats"]] == [
        ada.id,
        bob.id,
    ]
