"""The endpoints of leagues, their seasons, and schedules."""

from dataclasses import replace
from typing import Any, Final

from games.models import Player
from tests.tournaments.api.world import REASON, Endpoint, World
from tests.tournaments.cups import by
from tests.tournaments.leagues import decide, drafted, eight, league
from tournaments.api.tournaments import TournamentBody, planned
from tournaments.models import League, Schedule, Season
from tournaments.services.schedules import SchedulePlan, create_schedule
from tournaments.services.seasons import open_season

CUP: Final = {"name": "Evening Cup", "stages": [{"format": "swiss_match"}]}
DAILY: Final = {"template": CUP, "rule": "FREQ=DAILY;BYHOUR=18", "time_zone": "Europe/Riga"}


def _league(owner: Player) -> League:
    return League.objects.filter(owner=owner).first() or league(owner)


def _season(world: World, state: str) -> Season:
    """Return the season of Ada's, laid out once."""
    there = Season.objects.filter(league__owner=world.ada.player).order_by("number").first()
    if there is not None:
        return there
    season = drafted(_league(world.ada.player), *eight())
    if state != "draft":
        season = open_season(season_id=season.id, by=by(world.ada.player))
    return decide(season) if state == "finished" else season


def _hidden_season(world: World) -> str:
    return str(drafted(_league(world.bob.player), *eight()).id)


def _schedule(world: World) -> Schedule:
    there = Schedule.objects.first()
    if there is not None:
        return there
    plan = SchedulePlan(
        template=planned(TournamentBody.read(CUP)),
        rule=str(DAILY["rule"]),
        time_zone=str(DAILY["time_zone"]),
    )
    return create_schedule(plan=plan, by=by(world.ada.player))


def _of_league(method: str, route: str, **more: Any) -> Endpoint:
    return Endpoint(
        method,
        f"leagues/<id>{route}",
        lambda world: f"/leagues/{_league(world.ada.player).id}{route}",
        thing=lambda world: str(_league(world.ada.player).id),
        hidden=None,
        subject="league:",
        **more,
    )


def _of_season(method: str, route: str, state: str, **more: Any) -> Endpoint:
    return Endpoint(
        method,
        f"seasons/<id>{route}",
        lambda world: f"/seasons/{_season(world, state).id}{route}",
        thing=lambda world: str(_season(world, state).id),
        hidden=_hidden_season,
        subject="league:",
        **more,
    )


def _changed(template: dict[str, Any]) -> dict[str, Any]:
    return {**DAILY, "template": template}


def _strangers(world: World) -> dict[str, Any]:
    return {"entrants": [{"player": world.stranger.id}, {"player": world.bob.id}]}


_ORGANISE: Final = {"needs": ("organise",)}
_OWNERS: Final = {"needs": ("organise",), "organisers": True}

LEAGUES: Final = (
    Endpoint("GET", "leagues", lambda _: "/leagues", hidden=None),
    Endpoint(
        "POST",
        "leagues",
        lambda _: "/leagues",
        201,
        body=lambda _: {"name": "Coast"},
        hidden=None,
        subject="league:",
        wrong=(
            (None, ""),
            ({}, "/name"),
            ({"name": 1}, "/name"),
            ({"name": "Coast", "surprise": 1}, "/surprise"),
            ({"name": "Coast", "movers": "2"}, "/movers"),
            ({"name": "Coast", "clock": {}}, "/clock/turn_seconds"),
            ({"name": "Coast", "stage": 1}, "/stage"),
            ({"name": "Coast", "stage": {}}, "/stage/format"),
            ({"name": "Coast", "stage": {"format": "round_robin", "x": 1}}, "/stage/x"),
        ),
        needs=("organise",),
    ),
    _of_league("GET", ""),
    _of_league("GET", "/seasons"),
    _of_league(
        "POST",
        "/seasons",
        status=201,
        wrong=(([], ""), ({"x": 1}, "/x"), ({"starts_at": 1}, "/starts_at")),
        **_OWNERS,
    ),
    _of_season("GET", "", "opened"),
    _of_season("DELETE", "", "draft", status=204, **_ORGANISE),
    _of_season("GET", "/divisions", "opened"),
    _of_season(
        "POST",
        "/divisions",
        "draft",
        status=201,
        body=_strangers,
        wrong=(
            ({}, "/entrants"),
            ({"entrants": {}}, "/entrants"),
            ({"entrants": [{}]}, "/entrants/0/player"),
            ({"entrants": [{"bot": "greedy"}]}, "/entrants/0/name"),
            ({"entrants": [1]}, "/entrants/0"),
        ),
        **_ORGANISE,
    ),
    _of_season("GET", "/fixtures", "opened"),
    _of_season(
        "POST",
        "/fixtures",
        "draft",
        wrong=(*REASON, ({"starts_at": None}, "/starts_at")),
        **_ORGANISE,
    ),
    _of_season("GET", "/standings", "opened"),
    _of_season("GET", "/play-offs", "opened"),
    _of_season(
        "POST",
        "/play-offs",
        "finished",
        wrong=(*REASON, ({"withdrawals": [1]}, "/withdrawals/0")),
        **_OWNERS,
    ),
    _of_season(
        "POST",
        "/next",
        "finished",
        status=201,
        wrong=(
            *REASON,
            ({"newcomers": [{"name": "Greta"}]}, "/newcomers/0/bot"),
            ({"withdrawals": "x"}, "/withdrawals"),
            ({"round_hours": 1.0}, "/round_hours"),
        ),
        **_OWNERS,
    ),
)


def _of_schedule(method: str, route: str, **more: Any) -> Endpoint:
    return Endpoint(
        method,
        f"schedules/<id>{route}",
        lambda world: f"/schedules/{_schedule(world).id}{route}",
        thing=lambda world: str(_schedule(world).id),
        hidden=None,
        subject="schedule:",
        **more,
    )


_LISTED: Final = Endpoint("GET", "schedules", lambda _: "/schedules", hidden=None)
_WRONG_TEMPLATES: Final[tuple[tuple[Any, str], ...]] = (
    ({"name": "Cup"}, "/template/stages"),
    ({**CUP, "surprise": 1}, "/template/surprise"),
    ({**CUP, "ruleset": 1}, "/template/ruleset"),
    ({**CUP, "stages": [{}]}, "/template/stages/0/format"),
)

SCHEDULES: Final = (
    _LISTED,
    replace(
        _LISTED,
        method="POST",
        status=201,
        body=lambda _: DAILY,
        subject="schedule:",
        wrong=(
            (None, ""),
            ({**DAILY, "surprise": 1}, "/surprise"),
            ({**DAILY, "rule": 1}, "/rule"),
            ({**DAILY, "time_zone": None}, "/time_zone"),
            ({**DAILY, "start_after_minutes": "5"}, "/start_after_minutes"),
            ({**DAILY, "entrants": [{}]}, "/entrants/0/player"),
            (_changed({"stages": CUP["stages"]}), "/template/name"),
            *((_changed(template), pointer) for template, pointer in _WRONG_TEMPLATES),
        ),
        needs=("organise",),
    ),
    _of_schedule("GET", ""),
    _of_schedule("DELETE", "", status=204, **_OWNERS),
    _of_schedule("GET", "/occurrences"),
)
