"""The verifiable deal: committed to before anybody joins, published once the game is over."""

import hashlib
import json
from typing import Any

import pytest

from games.engine.verify import verify_record
from tests.games.caller import Caller, pointers, read, told
from tests.games.tables import open_game, play_out, quick_game

pytestmark = pytest.mark.django_db


def finished(ada: Caller, bob: Caller, mine: str = "", theirs: str = "") -> dict[str, Any]:
    game = open_game(ada, ["open", "me", "greedy"], ruleset="reprint-2021", entropy=mine)
    read(bob.post(f"/games/{game['id']}/join", {"entropy": theirs}))
    play_out(game["id"], [bob, ada, None])
    over = Caller().view(game["id"])
    assert over["commitment"] == game["commitment"]
    return over


def test_the_entropy_sent_is_in_the_record_and_the_record_verifies(
    ada: Caller, bob: Caller
) -> None:
    over = finished(ada, bob, "Ada's dice: 4 2 6", "żółć 🎲")
    record = read(ada.get(f"/games/{over['id']}/record"))
    verify_record(record)
    assert [seat["entropy"] for seat in record["seats"]][:2] == ["żółć 🎲", "Ada's dice: 4 2 6"]
    assert record["secret"] == over["secret"]
    assert record["digest"] == over["digest"]
    assert record["result"] == over["result"]
    assert hashlib.sha256(bytes.fromhex(record["secret"])).hexdigest() == over["commitment"]
    assert read(ada.post("/rules/verify", record)) == {"valid": True}


def test_a_seat_without_entropy_gets_the_servers(ada: Caller, bob: Caller) -> None:
    game = open_game(ada, ["me", "open", "greedy"])
    view = read(bob.post(f"/games/{game['id']}/join", {"entropy": ""}))
    for seat in view["seats"]:
        text = f"{game['commitment']}:{seat['seat']}"
        assert seat["entropy"] == hashlib.sha256(text.encode()).hexdigest()


def test_secret_only_after_the_end(ada: Caller, bob: Caller, nobody: Caller) -> None:
    game = quick_game(ada, bob)
    for caller in (ada, nobody):
        view = caller.view(game)
        assert not {"secret", "digest"} & set(view)
        assert view["result"] is None
        assert "secret" not in json.dumps(caller.events(game))
        told(caller.get(f"/games/{game}/record"), 409, "game_not_finished")
    read(bob.post(f"/games/{game}/leave"))
    assert len(nobody.view(game)["secret"]) == 64
    read(nobody.get(f"/games/{game}/record"))


def test_a_changed_record_does_not_verify(ada: Caller, bob: Caller, nobody: Caller) -> None:
    record = read(nobody.get(f"/games/{finished(ada, bob)['id']}/record"))
    record["seats"][0]["entropy"] = "something else"
    verdict = read(nobody.post("/rules/verify", record))
    assert not verdict["valid"]
    assert verdict["fault"]["where"] == "/digest"


def test_names_are_not_in_the_digest(ada: Caller, bob: Caller, nobody: Caller) -> None:
    record = read(nobody.get(f"/games/{finished(ada, bob)['id']}/record"))
    record["seats"][0]["name"] = "erased-1"
    assert read(nobody.post("/rules/verify", record)) == {"valid": True}


@pytest.mark.parametrize("entropy", ["é" * 33, "x" * 65, "🎲" * 17])
def test_entropy_is_measured_in_bytes(ada: Caller, bob: Caller, entropy: str) -> None:
    game = open_game(bob, ["me", "open"])["id"]
    problem = told(ada.post(f"/games/{game}/join", {"entropy": entropy}), 422, "invalid")
    assert pointers(problem) == ["/entropy"]
    read(ada.post(f"/games/{game}/join", {"entropy": entropy[: len(entropy) - 1]}))


def test_two_games_have_two_secrets(ada: Caller) -> None:
    commitments = {open_game(ada, ["me", "open"])["commitment"] for _ in range(5)}
    assert len(commitments) == 5
