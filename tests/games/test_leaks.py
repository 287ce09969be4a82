"""Nobody learns what they may not: every answer to everybody, searched while games are played."""

import hashlib
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import pytest

from games.engine.ruleset import RULESETS, custom_ruleset
from games.engine.state import GameState
from games.models import Player
from games.services import table as table_service
from games.services.games import GamePlan, SeatPlan, create_game
from tests.games.caller import Caller, newcomer, read, signed_in, told
from tests.games.provenance import check_answer, check_event, hidden_texts
from tests.games.tables import play_automatic, quick_game, row, state_of, version_of

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Watcher:
    """Somebody who looks at a game; `seat` is None for a spectator."""

    caller: Caller
    seat: int | None


@dataclass(frozen=True)
class Play:
    """A game that is played by chance while everybody looks."""

    game: str
    players: Sequence[Caller | None]
    watchers: Sequence[Watcher]
    chance: Random
    log: pytest.LogCaptureFixture

    def known(self) -> tuple[GameState, bytes]:
        """Return the state as it is now, and the secret."""
        return state_of(self.game), bytes(row(self.game).secret)

    def search(
        self, watcher: Watcher, answer: Any, known: tuple[GameState, bytes] | None = None
    ) -> None:
        """Search the body and the headers of an answer for what its reader may not know."""
        text = answer.content.decode()
        state, secret = known or self.known()
        for hidden in hidden_texts(state, secret, watcher.seat):
            assert hidden not in text
            assert not any(hidden in value for value in answer.headers.values())
        body = json.loads(text)
        if "items" not in body:  # a list holds games that are over, with their secrets
            check_answer(body, watcher.seat, state)

    def look(self) -> None:
        """Let everybody look at what has changed."""
        after, known = max(version_of(self.game) - 1, 0), self.known()
        for watcher in self.watchers:
            for path in ("", f"/events?after={after}"):
                answer = watcher.caller.get(f"/games/{self.game}{path}")
                assert answer.status_code == 200
                self.search(watcher, answer, known)

    def tour(self) -> None:
        """Let everybody ask everything, what is refused too."""
        version = version_of(self.game)
        for watcher in self.watchers:
            ask = watcher.caller
            turns = f"/games/{self.game}/turns"
            for answer in (
                ask.get(f"/games/{self.game}/events"),
                ask.get(f"/games/{self.game}/record"),
                ask.get("/games"),
                ask.get("/records"),
                ask.get("/me"),
                ask.get("/tokens"),
                ask.turn(self.game, version, "R2>R2"),
                ask.turn(self.game, version + 1, "D"),
                ask.turn(self.game, version, "B10+B10>B1"),
                ask.turn(self.game, version, "D B10>B10"),
                ask.turn(self.game, version, "?0 ?1 ?2 ?3 B10>B10"),
                ask.post(turns, {"version": version, "actions": [{"type": "stop"}]}),
                ask.catch(self.game, 3),
                ask.post(f"/games/{self.game}/join", {"entropy": "mine"}),
            ):
                self.search(watcher, answer)

    def step(self) -> None:
        """Let the seat to act take a listed action at random, or the service act."""
        state = state_of(self.game)
        turn = state.round.turn
        caller = self.players[turn]
        if caller is None or turn in state.left:
            assert play_automatic(self.game)
            return
        view = caller.view(self.game)
        action = self.chance.choice(view["you"]["legal_actions"])
        answer = caller.turn(self.game, view["version"], [action])
        assert answer.status_code == 201
        if row(self.game).status == "running":
            self.search(Watcher(caller, turn), answer)

    def search_log(self) -> None:
        """Search what was logged so far for what hides in the state as it is now."""
        for hidden in hidden_texts(*self.known()):
            assert hidden not in self.log.text


OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "classic": {},
    "one round": {"target": None},
    "immediate draws": {"double_colour_draw": "immediate", "after_draw": "any"},
    "wrong catches": {"false_catch_penalty": 2, "dos_window": "open"},
}


def seated(seed: str, people: Sequence[Caller], bots: int, name: str) -> str:
    """Start a game whose deals and entropy follow from a seed."""
    secret = hashlib.sha256(seed.encode()).digest()
    seats = [SeatPlan(each.player, entropy=f"entropy-of-{n}") for n, each in enumerate(people)]
    seats += [SeatPlan(Player.objects.get(bot="random"))] * bots
    ruleset = custom_ruleset("classic-2018", OPTIONS[name])
    plan = GamePlan(ruleset=ruleset, seats=seats)
    return str(create_game(plan=plan, creator=people[0].player, secret=secret).game.id)


@pytest.mark.parametrize(
    "people, bots, name, leaves",
    [
        (2, 0, "classic", None),
        (3, 0, "immediate draws", None),
        (2, 1, "wrong catches", None),
        (3, 1, "one round", 1),
    ],
)
def test_nobody_sees_what_is_hidden(
    caplog: pytest.LogCaptureFixture,
    stress: bool,
    people: int,
    bots: int,
    name: str,
    leaves: int | None,
) -> None:
    caplog.set_level(logging.DEBUG)
    players = [newcomer(f"player-{number}") for number in range(people)]
    staff = Player.objects.create_superuser("Root")
    outside = [Caller(), newcomer("stranger"), signed_in(staff, ["play", "admin"])]
    watchers = [Watcher(caller, seat) for seat, caller in enumerate(players)]
    watchers += [Watcher(caller, None) for caller in outside]
    seeds = 10 if stress else 1
    for seed in range(seeds):
        game = seated(f"{name}-{seed}", players, bots, name)
        play = Play(game, [*players, *[None] * bots], watchers, Random(seed), caplog)
        for step in range(400 if stress else 31):
            if row(game).status != "running":
                break
            play.look()
            if step % 13 == 3:
                play.tour()
                play.search_log()
            if leaves is not None and step == 20:
                play.search(watchers[leaves], players[leaves].post(f"/games/{game}/leave"))
            play.step()
        for caller in players[1:]:
            caller.post(f"/games/{game}/leave")
    assert "/turns" in caplog.text


def test_whole_feed_is_redacted_whenever_it_is_read(
    ada: Caller, bob: Caller, nobody: Caller
) -> None:
    """Also after the game: what was drawn unseen in it stays unseen in its events."""
    game = quick_game(ada, bob, target=None)
    chance = Random(7)
    for _ in range(30):
        caller = (ada, bob)[state_of(game).round.turn]
        view = caller.view(game)
        action = chance.choice(view["you"]["legal_actions"])
        read(caller.turn(game, view["version"], [action]), 201)
        if row(game).status != "running":
            break
    bob.post(f"/games/{game}/leave")
    for reader, seat in ((ada, 0), (bob, 1), (nobody, None)):
        for message in reader.events(game):
            for event in message["events"]:
                check_event(event, seat)


def test_another_players_replay_is_not_mine(ada: Caller, bob: Caller) -> None:
    """B35: one account never sees the former account's hand."""
    game = quick_game(ada, bob)
    first, second = (ada, bob) if state_of(game).round.turn == 0 else (bob, ada)
    read(first.turn(game, 1, "D", "k1"), 201)
    problem = told(second.turn(game, 1, "D", "k1"), 412, "stale_version")
    assert "game" not in problem
    told(Caller().turn(game, 1, "D", "k1"), 401, "not_authenticated")


def test_a_fault_of_ours_shows_nothing(
    ada: Caller, bob: Caller, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = quick_game(ada, bob)
    state, secret = state_of(game), bytes(row(game).secret)

    def broken(*_: Any) -> str:
        raise RuntimeError("the disk is full of secrets")

    monkeypatch.setattr(table_service, "to_snapshot", broken)
    caller = (ada, bob)[state.round.turn]
    problem = told(caller.turn(game, 1, "D"), 500, "internal")
    assert "secrets" not in json.dumps(problem)
    assert set(problem) == {"type", "title", "status", "detail", "code", "request_id"}
    for hidden in hidden_texts(state, secret):
        assert hidden not in caplog.text
    monkeypatch.undo()
    assert (version_of(game), state_of(game)) == (1, state)
    read(caller.turn(game, 1, "D"), 201)


def test_rulesets_hold_nothing_of_a_game(nobody: Caller) -> None:
    for name, ruleset in RULESETS.items():
        assert read(nobody.get(f"/rulesets/{name}")) == ruleset.to_json()
