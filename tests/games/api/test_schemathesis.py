"""Every answer is one that the OpenAPI document promises, whatever is asked."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import jsonschema_rs
import pytest
import schemathesis
from django.contrib.auth.hashers import make_password
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import Settings
from schemathesis import BaseSchema, Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from dosleague.api.tokens import forget_cached_tokens, issue_token
from games import wakeups
from games.api import players
from games.engine.ruleset import custom_ruleset
from games.models import Game, Player
from games.selectors.players import built_in_bots
from games.services.automatic import play_bot
from games.services.bots import ensure_bots
from games.services.ending import abort_game
from games.services.games import Clock, GamePlan, SeatPlan, create_game
from tests.tournaments.cups import cup, lay_out
from tests.tournaments.leagues import decide, drafted, eight, opened
from tests.tournaments.leagues import league as tournament_league
from tests.tournaments.play import bots, play_round, started
from tests.tournaments.schedules import nightly
from tournaments.lifecycle import State
from tournaments.services.registration import add_entrants
from tournaments.services.rounds import make_round, publish

DOCUMENT = json.loads(
    (Path(__file__).resolve().parents[3] / "docs" / "openapi.json").read_text("utf-8")
)
OPERATIONS = [told for ways in DOCUMENT["paths"].values() for told in ways.values()]
ACTIONS = jsonschema_rs.validator_for(
    {"$ref": "#/components/schemas/Action", "components": DOCUMENT["components"]}
)
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
ANYTHING_GOES = {
    "verifyRecord",  # what is no record has a first fault
    "importEntrants",  # what is no text may still be CSV
}
ONE_ROUND = custom_ruleset("classic-2018", {"target": 1})

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass(frozen=True, slots=True)
class League:
    """A service in process: its document, a caller's token, and things that there are."""

    api: BaseSchema
    headers: dict[str, str]
    known: dict[str, list[str]]

    def ask(self, case: Case[Any], *more: Any) -> Any:
        """Send a case, and hold its answer to the document."""
        return case.call_and_validate(headers=self.headers, checks=[*CHECKS, *more])

    def do(self, operation: str, *, path: dict[str, str] | None = None, **sent: Any) -> Any:
        """Call an operation as a client would, and return what came."""
        found = self.api.find_operation_by_id(operation)  # type: ignore[attr-defined]
        kind = {"media_type": "application/json"} if "body" in sent else {}
        return self.ask(found.Case(path_parameters=path or {}, **kind, **sent))

    def some_path(self, operation: str) -> dict[str, str]:
        """Return a path to something that there is."""
        found = self.api.find_operation_by_id(operation)  # type: ignore[attr-defined]
        return {one.name: self.known[one.name][0] for one in found.path_parameters}


@pytest.fixture
def league(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[League]:
    settings.THROTTLING = False
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setattr(players, "_NOBODYS_PASSWORD", make_password("nobody"))
    monkeypatch.setattr(wakeups.hub, "_closed", True)
    forget_cached_tokens()
    cache.clear()
    ensure_bots()
    ada, bob = Player.objects.create_user("Ada"), Player.objects.create_user("Bob")
    _, secret = issue_token(ada)
    other, _ = issue_token(ada, label="another")
    games = {name: str(game.id) for name, game in some_games(ada, bob).items()}
    yield League(
        schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application()),
        {"Authorization": f"Bearer {secret}"},
        {
            "player_id": [str(ada.id), str(bob.id)],
            "other_id": [str(bob.id)],
            "pool": ["classic-2018.all", "classic-2018.2p"],
            "token_id": [str(other.id)],
            "game_id": list(games.values()),
            "name": ["classic-2018", "second-edition-2022"],
            **some_tournaments(ada, bob),
            **some_leagues(ada, bob),
        },
    )
    forget_cached_tokens()


def some_tournaments(ada: Player, bob: Player) -> dict[str, list[str]]:
    """Return tournaments: one of Ada's that Bob has entered, one of hers that has been played for
    a round, one of Bob's, one not for Ada; and what a path may name of the second.
    """
    own, others, draft = (cup(player) for player in (ada, bob, bob))
    for tournament in (own, others):
        lay_out(tournament, State.REGISTRATION)
    (entrant,) = add_entrants(own, [bob])
    played = started(ada, bots(7), {"format": "swiss_match", "rounds": 3}, advance="manual")
    first = make_round(played)
    assert first is not None
    publish(first)
    play_round(played)
    return {
        "tournament_id": [str(one.id) for one in (own, played, others, draft)],
        "entrant_id": [str(entrant.id)],
        "number": ["1", "2"],
        "match_id": [str(one.id) for one in first.matches.order_by("table")],
    }


def some_leagues(ada: Player, bob: Player) -> dict[str, list[str]]:
    """Return leagues, a season of Ada's that is over and one not for her, and a schedule."""
    own, others = tournament_league(ada), tournament_league(bob)
    over, draft = decide(opened(own, *eight())), drafted(others)
    return {
        "league_id": [str(own.id), str(others.id)],
        "season_id": [str(over.id), str(draft.id)],
        "schedule_id": [str(nightly(ada).id), str(nightly(bob).id)],
    }


def some_games(ada: Player, bob: Player) -> dict[str, Game]:
    """Return games of every status, and one that is not for Ada to see."""
    greedy = SeatPlan(built_in_bots()["greedy"])

    def opened(*seats: SeatPlan, **terms: Any) -> Game:
        plan = GamePlan(ONE_ROUND, seats, **terms)
        return create_game(plan=plan, creator=bob, secret=bytes(32)).game

    games = {
        "open": opened(SeatPlan(bob), SeatPlan()),
        "reserved": opened(SeatPlan(bob), SeatPlan(ada, reserved=True), SeatPlan(), private=True),
        "running": opened(SeatPlan(ada), greedy, clock=Clock(600)),
        "hidden": opened(SeatPlan(bob), greedy, private=True),
        "finished": opened(greedy, greedy),
        "aborted": opened(SeatPlan(ada), SeatPlan()),
    }
    abort_game(game_id=games["aborted"].id)
    play_out(games["finished"])
    return games


def play_out(game: Game) -> None:
    """Let the bots of a game play while it is theirs."""
    game.refresh_from_db()
    while play_bot(game_id=game.id, version=game.version):
        game.refresh_from_db()


def some_requests(league: League, operation: str, mode: GenerationMode) -> Any:
    """Return requests to an operation; most of those with ids ask for things that there are."""
    found = league.api.find_operation_by_id(operation)  # type: ignore[attr-defined]
    known = {one.name: st.sampled_from(league.known[one.name]) for one in found.path_parameters}
    if not known:
        return found.as_strategy(generation_mode=mode)
    there = st.fixed_dictionaries(known).flatmap(
        lambda path: found.as_strategy(generation_mode=mode, path_parameters=path)
    )
    return st.one_of(there, there, found.as_strategy(generation_mode=mode))


def sized(stress: bool) -> settings:
    return settings(
        max_examples=300 if stress else 15,
        suppress_health_check=list(HealthCheck),
        database=None,
    )


@pytest.mark.parametrize("operation", [told["operationId"] for told in OPERATIONS])
def test_right_requests_are_answered_as_documented(
    league: League, operation: str, stress: bool
) -> None:
    @sized(stress)
    @given(some_requests(league, operation, GenerationMode.POSITIVE))
    def ask(case: Case[Any]) -> None:
        league.ask(case)

    ask()


@pytest.mark.parametrize(
    "operation",
    [
        told["operationId"]
        for told in OPERATIONS
        if told["operationId"] not in ANYTHING_GOES
        and ("requestBody" in told or any("$ref" in one for one in told["parameters"]))
    ],
)
def test_wrong_requests_are_refused_as_documented(
    league: League, operation: str, stress: bool
) -> None:
    @sized(stress)
    @given(some_requests(league, operation, GenerationMode.NEGATIVE))
    def ask(case: Case[Any]) -> None:
        league.ask(case, negative_data_rejection)

    ask()


@pytest.mark.parametrize("told", OPERATIONS, ids=lambda told: str(told["operationId"]))
def test_unknown_parameter_is_refused_as_documented(league: League, told: dict[str, Any]) -> None:
    operation = told["operationId"]
    answer = league.do(operation, path=league.some_path(operation), query={"no_such": "1"})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize(
    "told",
    [told for told in OPERATIONS if told["security"] and "requestBody" not in told],
    ids=lambda told: str(told["operationId"]),
)
def test_bad_token_is_refused_as_documented(league: League, told: dict[str, Any]) -> None:
    league.headers["Authorization"] = "Bearer dl_nobody"
    operation = told["operationId"]
    answer = league.do(operation, path=league.some_path(operation))
    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")


def test_too_many_requests_are_refused_as_documented(league: League, settings: Settings) -> None:
    settings.THROTTLING = True
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "reads": (1, 60)}
    assert [league.do("getMe").status_code for _ in range(2)] == [200, 429]


def test_whole_game_is_answered_as_documented(league: League) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
    ruleset = {"base": "classic-2018", "options": {"target": 1}}
    opened = league.do(
        "createGame",
        body={"ruleset": ruleset, "seats": seats, "clock": {"turn_seconds": 600}},
        headers={"Idempotency-Key": "the-game"},
    ).json()
    path = {"game_id": opened["id"]}

    view = opened
    while view["status"] == "running":
        view = next_view(league, view)
    assert view["status"] == "finished"
    assert league.do("getGame", path=path).json() == view

    feed = league.do("listEvents", path=path, query={"after": 0}).json()
    assert feed["messages"]
    record = league.do("getRecord", path=path).json()
    assert league.do("verifyRecord", body=record).json() == {"valid": True}
    record["result"]["winner"] = None
    assert league.do("verifyRecord", body=record).json()["valid"] is False


def next_view(league: League, view: dict[str, Any]) -> dict[str, Any]:
    """Return the caller's view after one submission more, by the caller or the bot."""
    path, version = {"game_id": view["id"]}, view["version"]
    for action in view["you"]["legal_actions"]:
        assert ACTIONS.is_valid(action), "a listed action can be sent as it is"
        if action["type"] in ("call", "catch"):
            return dict(league.do("callOrCatch", path=path, body=action).json()["game"])
        body = {"version": version, "actions": [action]}
        key = {"Idempotency-Key": str(version)}
        first, again = (league.do("takeTurn", path=path, body=body, headers=key) for _ in range(2))
        assert again.json() == first.json()
        assert again.headers["idempotency-replayed"] == ["true"]
        return dict(first.json()["game"])
    assert play_bot(game_id=UUID(view["id"]), version=version)
    return dict(league.do("getGame", path=path).json())


@pytest.mark.parametrize("operation", ["listGames", "listRecords"])
def test_export_is_answered_as_documented(league: League, operation: str) -> None:
    answer = league.do(operation, headers={"Accept": "application/x-ndjson"})
    assert answer.headers["content-type"] == ["application/x-ndjson"]
    listed = league.do(operation).json()["items"]
    assert [json.loads(line) for line in answer.content.splitlines()] == listed


@pytest.mark.parametrize(
    "sent",
    [{"actions": [{"seat": 0, "type": "match", "target": "R7", "cards": ["R7"]}]}, {"text": ""}],
)
def test_position_is_answered_as_documented_and_may_be_sent_back(
    league: League, sent: dict[str, Any]
) -> None:
    position = {"hands": [["R7", "R4", "G1"], ["R3", "W"]], "centre": ["R7", "B9"], "turn": 0}
    applied = league.do("applyActions", body={"position": position, **sent}).json()
    asked = league.do("listLegalActions", body={"position": applied["position"]}).json()
    assert asked == {**applied, "events": []}


def test_sign_in_is_answered_as_documented(league: League) -> None:
    body = {"name": "Eve", "password": "a long password"}
    assert league.do("createPlayer", body=body).status_code == 201
    made = league.do("createToken", body=body | {"expires_at": "2999-01-31T09:30:00Z"}).json()
    league.headers["Authorization"] = f"Bearer {made['token']}"
    assert [one["id"] for one in league.do("listTokens").json()["items"]][:1] == [made["id"]]
    assert league.do("deleteToken", path={"token_id": made["id"]}).status_code == 204
