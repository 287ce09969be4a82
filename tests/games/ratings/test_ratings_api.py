"""Ratings over HTTP: boards, histories, explanations, chances and meetings."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from games.models import Game, Player, PlayerRating, RatingPool
from games.ratings.rating import Rating
from games.services.ratings import rate_game
from games.services.rulings import void_game
from tests.games.caller import Caller, pointers, read, told
from tests.games.ratings.seasons import POOL, game, new_players, rate_all
from tests.games.tables import open_game, quick_game

pytestmark = pytest.mark.django_db


def stand(player: Player, mu: float, sigma: float = 5.0, games: int = 20, days: int = 1) -> None:
    """Put a player on the board as if so many games had led there."""
    pool, _ = RatingPool.objects.get_or_create(name=POOL)
    PlayerRating.objects.create(
        pool=pool,
        generation=pool.generation,
        player=player,
        mu=mu,
        sigma=sigma,
        public=Rating(mu, sigma).public,
        games=games,
        last_played_at=timezone.now() - timedelta(days=days),
    )


def board(caller: Caller, query: str = "") -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = read(caller.get(f"/leaderboards/{POOL}{query}"))["items"]
    return items


def names(items: list[dict[str, Any]]) -> list[tuple[int, str]]:
    return [(item["rank"], item["player"]["name"]) for item in items]


class TestLeaderboard:
    def test_it_goes_by_rating_then_doubt_then_games(self, nobody: Caller) -> None:
        a, b, c, d, e = new_players(5)
        stand(a, 30.0)
        stand(b, 31.0, sigma=6.0)
        stand(c, 31.0, sigma=5.0, games=20)
        stand(d, 31.0, sigma=5.0, games=25)
        stand(e, 31.0, sigma=5.0, games=20)
        items = board(nobody)
        assert names(items) == [(1, d.name), (2, c.name), (2, e.name), (4, b.name), (5, a.name)]
        assert items[0] == {
            "rank": 1,
            "player": {"id": str(d.id), "name": d.name, "kind": "human"},
            "rating": 1740,
            "range": 200,
            "games": 25,
            "mu": 31.0,
            "sigma": 5.0,
        }

    def test_who_is_new_or_idle_or_gone_is_not_on_it(self, nobody: Caller) -> None:
        on, new, idle, gone = new_players(4)
        stand(on, 20.0, days=179)
        stand(new, 40.0, games=19)
        stand(idle, 40.0, days=181)
        stand(gone, 40.0)
        Player.objects.filter(pk=gone.pk).update(is_active=False)
        assert names(board(nobody)) == [(1, on.name)]

    def test_a_kind_is_ranked_by_itself(self, nobody: Caller) -> None:
        (person,) = new_players(1)
        bot = Player.objects.get(name="greedy")
        stand(person, 25.0)
        stand(bot, 35.0)
        assert names(board(nobody, "?kind=human")) == [(1, person.name)]
        assert names(board(nobody, "?kind=bot")) == [(1, "greedy")]
        assert names(board(nobody)) == [(1, "greedy"), (2, person.name)]

    def test_pages_go_on_with_the_ranks(self, nobody: Caller) -> None:
        for number, player in enumerate(new_players(5)):
            stand(player, 30.0 - number)
        page = read(nobody.get(f"/leaderboards/{POOL}?limit=2"))
        found = names(page["items"])
        while page["next"]:
            page = read(nobody.get(f"/leaderboards/{POOL}?limit=2&cursor={page['next']}"))
            found += names(page["items"])
        assert found == [(rank, f"player-{rank - 1:03}") for rank in range(1, 6)]

    def test_around_me(self, ada: Caller, bob: Caller) -> None:
        for number, player in enumerate(new_players(7)):
            stand(player, 30.0 - number)
        stand(ada.player, 26.5)
        query = "?around=me&limit=3"
        assert names(board(ada, query)) == [(4, "player-003"), (5, "Ada"), (6, "player-004")]
        assert len(board(ada, "?around=me")) == 8
        assert names(board(ada, "?around=me&limit=1")) == [(5, "Ada")]
        assert board(bob, query) == []
        PlayerRating.objects.filter(player=ada.player).update(mu=10.0, public=900)
        assert [rank for rank, _ in names(board(ada, query))] == [6, 7, 8]

    def test_what_is_refused(self, ada: Caller, nobody: Caller) -> None:
        path = f"/leaderboards/{POOL}"
        told(nobody.get(f"{path}?around=me"), 401, "not_authenticated")
        for query, pointer in (
            ("around=Ada", "?around"),
            ("around=me&cursor=x", "?around"),
            ("kind=robot", "?kind"),
            ("around=me&limit=0", "?limit"),
        ):
            if query == "around=me&limit=0":
                stand(ada.player, 30.0)
            problem = told(ada.get(f"{path}?{query}"), 400, "malformed")
            assert pointers(problem) == [pointer]
        for pool in ("chess.all", "classic-2018", "classic-2018.5p", "custom-00000000.all"):
            told(nobody.get(f"/leaderboards/{pool}"), 404, "not_found")
        assert board(nobody, "?kind=bot") == []

    def test_old_generations_are_not_seen(self, nobody: Caller) -> None:
        (player,) = new_players(1)
        stand(player, 30.0)
        RatingPool.objects.update(generation=F("generation") + 1)
        assert board(nobody) == []
        assert read(nobody.get(f"/players/{player.id}/ratings"))["items"] == []


class TestPlayer:
    def test_ratings_by_pool(self, nobody: Caller) -> None:
        a, b = new_players(2)
        rate_all([game([a, b], [1, 2])])
        items = read(nobody.get(f"/players/{a.id}/ratings"))["items"]
        assert [item["pool"] for item in items] == ["classic-2018.2p", "classic-2018.all"]
        one = items[1]
        assert (one["rating"], one["range"], one["games"]) == (1565, 331, 1)
        assert (one["provisional"], one["last_played_at"]) == (True, "2026-01-01T00:00:00Z")
        assert round(one["mu"], 6) == 26.634439

    def test_bots_are_rated_by_their_games_alone(self, nobody: Caller) -> None:
        bots = [Player.objects.get(name=name) for name in ("greedy", "random")]
        path = f"/players/{bots[0].id}/ratings"
        assert read(nobody.get(path))["items"] == []
        rate_all([game(bots, [1, 2])])
        assert read(nobody.get(path))["items"][0]["rating"] == 1565

    def test_history_in_order(self, nobody: Caller) -> None:
        a, b, c = new_players(3)
        one, other = game([a, b], [1, 2]), game([b, c, a], [1, 2, 2], day=1)
        rate_all([one, other])
        void_game(game_id=one.id, reason="A test.")
        rate_game(game_id=one.id)
        path = f"/players/{a.id}/ratings/{POOL}/history"
        first, second, third = read(nobody.get(path))["items"]
        assert first.keys() == second.keys() == third.keys()
        assert first == {
            "game": str(one.id),
            "at": "2026-01-01T00:00:00Z",
            "place": 1,
            "seats": 2,
            "mu_before": 25.0,
            "sigma_before": 25.0 / 3.0,
            "mu": first["mu"],
            "sigma": first["sigma"],
            "rating": 1565,
            "cause": "game",
        }
        assert (second["place"], second["seats"], second["mu_before"]) == (2, 3, first["mu"])
        assert (third["cause"], third["game"]) == ("recalculated", str(one.id))
        assert third["mu_before"] == second["mu"] > third["mu"]
        page = read(nobody.get(f"{path}?limit=2"))
        assert page["items"] == [first, second]
        assert read(nobody.get(f"{path}?cursor={page['next']}"))["items"] == [third]

    def test_meetings(self, nobody: Caller) -> None:
        a, b, c = new_players(3)
        games = [
            game([a, b], [1, 2]),
            game([b, a, c], [1, 2, 3], day=1),
            game([c, a, b], [3, 1, 1], day=2),
            game([a, b], [1, 2], day=3),
            game([a, c], [2, 1], day=4),
        ]
        rate_all(games)
        void_game(game_id=games[3].id, reason="A test.")
        rate_game(game_id=games[3].id)
        met = read(nobody.get(f"/players/{a.id}/against/{b.id}"))
        assert (met["player"]["name"], met["other"]["name"]) == (a.name, b.name)
        assert {item.pop("pool"): item for item in met["items"]} == {
            "classic-2018.2p": counted(1, 1, 0, 0, "2026-01-01T00:00:00Z"),
            "classic-2018.all": counted(3, 1, 1, 1, "2026-01-03T00:00:00Z"),
            "classic-2018.multi": counted(2, 0, 1, 1, "2026-01-03T00:00:00Z"),
        }
        assert read(nobody.get(f"/players/{a.id}/against/{a.id}"))["items"] == []


def counted(games: int, ahead: int, level: int, behind: int, last: str) -> dict[str, Any]:
    return {
        "games": games,
        "ahead": ahead,
        "level": level,
        "behind": behind,
        "last_met_at": last,
    }


def ratings_of_game(caller: Caller, one: Game) -> dict[str, Any]:
    found: dict[str, Any] = read(caller.get(f"/games/{one.id}/ratings"))
    return found


class TestGame:
    def test_a_change_is_explained(self, nobody: Caller) -> None:
        a, b, c = new_players(3)
        rate_all([game([a, b], [1, 2]), last := game([c, a, b], [1, 2, 2], day=100)])
        found = ratings_of_game(nobody, last)
        assert (found["game"], found["status"]) == (str(last.id), "rated")
        assert [item["pool"] for item in found["items"]] == [POOL, "classic-2018.multi"]
        seats = found["items"][0]["seats"]
        assert [(one["seat"], one["player"]["name"]) for one in seats] == [
            (0, c.name),
            (1, a.name),
            (2, b.name),
        ]
        assert sum(one["expected_place"] for one in seats) == pytest.approx(6)
        assert sum(one["win_chance"] for one in seats) == pytest.approx(1)
        new, winner, loser = seats
        assert winner["expected_place"] < new["expected_place"] < loser["expected_place"]
        assert (new["mu_before"], new["games"], new["rating_before"]) == (25.0, 1, 1500)
        assert winner["sigma_before"] < winner["sigma_at_start"] <= 25 / 3
        assert (winner["rating_before"], winner["games"]) == (1565, 2)
        assert [one["place"] for one in new["opponents"]] == [2, 2]
        assert new["opponents"][0]["mu_before"] == winner["mu_before"]
        assert new["announced"]["mu"] == new["mu"]

    def test_a_recalculated_change_keeps_what_was_announced(self, nobody: Caller) -> None:
        a, b, c = new_players(3)
        late, one = game([a, b], [1, 2]), game([b, c], [1, 2], day=1)
        rate_all([one, late])
        (change, _) = ratings_of_game(nobody, one)["items"][0]["seats"]
        assert change["announced"]["mu_before"] == 25.0 > change["mu_before"]
        assert change["announced"]["rating"] != change["rating"]

    def test_a_voided_game_tells_what_was_told(self, nobody: Caller) -> None:
        one = game(new_players(2), [1, 2])
        rate_all([one])
        before = ratings_of_game(nobody, one)
        void_game(game_id=one.id, reason="A test.")
        assert ratings_of_game(nobody, one)["status"] == "pending"
        rate_game(game_id=one.id)
        after = ratings_of_game(nobody, one)
        assert (before["status"], after["status"]) == ("rated", "voided")
        for item in before["items"]:
            for seat in item["seats"]:
                seat["games"] = None
        assert after["items"] == before["items"]

    def test_games_without_ratings(self, nobody: Caller, ada: Caller, bob: Caller) -> None:
        waiting = game(new_players(2), [1, 2])
        unrated = quick_game(ada, bob)
        assert ratings_of_game(nobody, waiting)["status"] == "pending"
        found = read(nobody.get(f"/games/{unrated}/ratings"))
        assert (found["status"], found["items"]) == ("unrated", [])

    def test_chances_before_the_start(self, nobody: Caller, ada: Caller) -> None:
        stand(ada.player, 35.0, games=30)
        opened = open_game(ada, ["me", "greedy", "open"])["id"]
        found = read(nobody.get(f"/games/{opened}/win-chance"))
        assert found["pool"] == POOL
        first, second, third = found["items"]
        assert (first["player"]["name"], third["player"]) == ("Ada", None)
        assert (first["provisional"], second["provisional"]) == (False, True)
        assert first["chance"] > second["chance"] == third["chance"]
        assert sum(one["chance"] for one in found["items"]) == pytest.approx(1)
        assert (first["per_cent"] % 5, first["rating"]) == (0, 1900)

    def test_chances_of_a_rated_game_are_those_before_it(self, nobody: Caller) -> None:
        one = game(new_players(2), [1, 2])
        path = f"/games/{one.id}/win-chance"
        before = read(nobody.get(path))
        rate_all([one])
        assert read(nobody.get(path)) == before
        assert [seat["per_cent"] for seat in before["items"]] == [50, 50]

    def test_reading_costs_few_statements(
        self, nobody: Caller, django_assert_max_num_queries: Any
    ) -> None:
        players = new_players(4)
        one = game(players, [1, 2, 3, 4])
        rate_all([one])
        for path in ("ratings", "win-chance"):
            with django_assert_max_num_queries(5):
                read(nobody.get(f"/games/{one.id}/{path}"))
        for player in players:
            stand_again(player)
        with django_assert_max_num_queries(5):
            assert len(board(nobody)) == 4


def stand_again(player: Player) -> None:
    PlayerRating.objects.filter(player=player).update(games=20, last_played_at=timezone.now())
