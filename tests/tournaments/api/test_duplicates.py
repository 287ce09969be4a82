"""Duplicate deals: while one table plays, nobody from elsewhere learns a card of any of them."""

import re
from collections.abc import Iterator
from random import Random
from typing import Final

import pytest
from django.test import Client

from games.models import FinishedRound, Game, Player, RatingLogEntry, Submission
from games.services.seats import join_game
from games.tasks import conclude
from tests.games.caller import Caller, read, signed_in, told
from tests.games.tables import play_automatic, state_of
from tests.tournaments.play import bots, started
from tournaments.models import Tournament
from tournaments.services.progress import advance_fully

pytestmark = pytest.mark.django_db
SWISS: Final = {"format": "swiss_match", "rounds": 1}
CARD: Final = re.compile(r'"(?:[RGBY](?:10|[1-9]|#)|W)"|\b[RGBY](?:10|[1-9]|#)[>+ ]')
"""A card as JSON or notation tells it."""


@pytest.fixture
def cup(ada: Caller, bob: Caller, cleo: Caller) -> Tournament:
    """Ada's cup of duplicate deals: Bob and Cleo each sit at a table with a bot."""
    players = [bob.player, *bots(2), cleo.player]
    return started(ada.player, players, SWISS, deals="duplicate", rated=True, no_show_seconds=3600)


def games_of(tournament: Tournament, *callers: Caller) -> list[Game]:
    return [
        Game.objects.get(tournament=tournament.id, seats__reserved_for=one.player)
        for one in callers
    ]


def play_to_the_end(game: Game, caller: Caller) -> None:
    """Let a caller and a bot play a game by chance, over HTTP."""
    chance = Random(7)
    while Game.objects.get(pk=game.id).status == "running":
        state = state_of(str(game.id))
        seat = state.round.turn
        own = Game.objects.get(pk=game.id).seats.get(number=seat)
        if own.player_id != caller.player.id:
            assert play_automatic(str(game.id))
            continue
        view = caller.view(str(game.id))
        action = chance.choice(view["you"]["legal_actions"])
        read(caller.turn(str(game.id), view["version"], [action]), 201)
    end_follows(game)


def end_follows(game: Game) -> None:
    row = Game.objects.get(pk=game.id)
    conclude(str(row.id), row.version)


def answers(tournament: Tournament, games: list[Game], caller: Caller) -> Iterator[tuple[str, str]]:
    """Yield what a caller is told of a tournament and its games, wherever one may ask."""
    base = f"/tournaments/{tournament.id}"
    paths = [
        "/games",
        f"/games?tournament={tournament.id}",
        "/records",
        f"/records?tournament={tournament.id}",
        base,
        f"{base}/rounds",
        f"{base}/rounds/1",
        f"{base}/entrants",
        f"{base}/standings",
        f"{base}/explain/pairing?round=1&table=1",
        f"{base}/exports/json",
        f"{base}/exports/csv",
        f"{base}/exports/trf",
        f"{base}/audit",
    ]
    for game in games:
        paths += [
            f"/games/{game.id}{part}"
            for part in ("", "/events", "/events?after=5", "/record", "/ratings", "/win-chance")
        ]
    for path in paths:
        answer = caller.get(path)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        yield path, body.decode()
    lines = caller.get("/records", Accept="application/x-ndjson")
    yield "/records", b"".join(lines.streaming_content).decode()


def admin_pages(games: list[Game]) -> Iterator[tuple[str, str]]:
    """Yield what an administrator's pages show of games."""
    client = Client()
    client.force_login(
        Player.objects.create_user("Root", "secret words", is_staff=True, is_superuser=True)
    )
    for model in (Submission, FinishedRound, RatingLogEntry):
        name = model._meta.model_name
        for row in model.objects.filter(game__in=games).order_by("-pk")[:30]:
            path = f"/admin/games/{name}/{row.pk}/change/"
            yield path, client.get(path).content.decode()
    for game in games:
        path = f"/admin/games/game/{game.id}/change/"
        yield path, client.get(path).content.decode()


def test_nobody_elsewhere_sees_a_card_until_the_last_table_is_over(
    cup: Tournament, ada: Caller, bob: Caller, cleo: Caller, nobody: Caller
) -> None:
    first, second = games_of(cup, bob, cleo)
    member = Player.objects.create_user("Staff", is_staff=True)
    staff = signed_in(member, ["play", "organise", "admin"])
    join_game(game_id=first.id, player=bob.player)
    advance_fully(tournament_id=cup.id)
    assert Game.objects.get(pk=first.id).status == "open", "it waits for the other table"
    join_game(game_id=second.id, player=cleo.player)
    advance_fully(tournament_id=cup.id)
    both = [first, second]
    secret = bytes(Game.objects.get(pk=first.id).secret).hex()
    play_to_the_end(first, bob)
    assert cleo.view(str(second.id))["status"] == "running"

    for caller in (nobody, ada, staff):
        for path, text in answers(cup, both, caller):
            assert not CARD.search(text), path
            assert secret not in text, path
        for game in both:
            told(caller.get(f"/games/{game.id}"), 404, "not_found")
            told(caller.get(f"/games/{game.id}/events"), 404, "not_found")
    for caller, foreign in ((bob, second), (cleo, first)):
        for path, text in answers(cup, [foreign], caller):
            assert secret not in text, path
            if not path.startswith("/games/") or str(foreign.id) in path:
                assert not CARD.search(text), path
    for path, text in admin_pages(both):
        assert secret not in text, path
        assert not CARD.search(text.replace("&quot;", '"')), path
    told(bob.get(f"/games/{first.id}/record"), 409, "game_not_finished")
    own = bob.view(str(first.id))
    assert own["secret"] is None
    events = [event for message in bob.events(str(first.id)) for event in message["events"]]
    assert any(event["type"] == "round_ended" for event in events)
    assert CARD.search(bob.get(f"/games/{first.id}/events").content.decode()), "it can be found"

    play_to_the_end(second, cleo)
    records = [read(nobody.get(f"/games/{game.id}/record")) for game in both]
    assert {record["secret"] for record in records} == {secret}
    assert read(nobody.get(f"/games/{first.id}"))["secret"] == secret


def test_all_tables_are_dealt_the_same_cards(cup: Tournament, bob: Caller, cleo: Caller) -> None:
    first, second = games_of(cup, bob, cleo)
    for game, caller in ((first, bob), (second, cleo)):
        join_game(game_id=game.id, player=caller.player)
    advance_fully(tournament_id=cup.id)
    states = [state_of(str(game.id)) for game in (first, second)]
    assert states[0].round.hands == states[1].round.hands
    assert states[0].round.draw_pile == states[1].round.draw_pile


def test_entropy_of_ones_own_has_no_place_there(cup: Tournament, bob: Caller) -> None:
    (game,) = games_of(cup, bob)
    told(bob.post(f"/games/{game.id}/join", {"entropy": "mine"}), 422, "invalid")
    view = read(bob.post(f"/games/{game.id}/join", {}))
    assert all(seat["entropy"] for seat in view["seats"])


def test_the_absent_do_not_keep_the_others_waiting(
    cup: Tournament, bob: Caller, cleo: Caller
) -> None:
    first, second = games_of(cup, bob, cleo)
    join_game(game_id=first.id, player=bob.player)
    late = second.tournament_match
    late.no_show_at = second.created_at
    late.save()
    advance_fully(tournament_id=cup.id)
    assert Game.objects.get(pk=first.id).status == "running"
    assert Game.objects.get(pk=second.id).status == "aborted"
    play_to_the_end(first, bob)
    end_follows(second)
    assert not Game.objects.filter(sealed=True).exists()
