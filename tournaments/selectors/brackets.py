"""Brackets as data: what a knockout has come to, with the ids of its entrants and matches."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.models import Match, Stage, StageRound, Tournament
from tournaments.pairing.bracket import MatchView
from tournaments.progress.brackets import bracket_view, knockout_of, tables_view
from tournaments.progress.group import Group
from tournaments.progress.ranking import KNOCKOUTS
from tournaments.selectors.play import StageField, stage_field
from tournaments.selectors.standings import NotShown, find_stage, players_of
from tournaments.values import TableResult

Places = Mapping[int, tuple[int, int]]


def bracket_shape(tournament: Tournament, stage_number: int | None = None) -> dict[str, Any]:
    """Return the bracket of a knockout stage, by default the last stage; drafts are not in it.

    A constant number of statements. Raises NotShown for a stage that is no knockout, or has not
    begun.
    """
    if stage_number is None:
        last = tournament.stages.order_by("-number").first()
        stage_number = 0 if last is None else last.number
    stage = find_stage(tournament, stage_number)
    if stage.format not in KNOCKOUTS:
        detail = f"Stage {stage.number} is played as {stage.format}: only knockouts have a bracket."
        raise NotShown(detail)
    shape = _tables_shape if stage.format == "knockout_tables" else _elimination_shape
    return shape(stage)


def _matches(stage: Stage) -> list[Match]:
    """Return the published matches of a stage in order, with their games and results."""
    matches = Match.objects.filter(round__stage=stage)
    matches = matches.exclude(round__status=StageRound.Status.DRAFT)
    return list(
        matches.select_related("round", "result")
        .prefetch_related("games")
        .order_by("round__number", "table")
    )


def _head(field: StageField, *, is_over: bool, winner: int | None) -> dict[str, Any]:
    """Return what both kinds of bracket begin with."""
    players = players_of(field.stage.tournament_id)
    (entrants,) = field.entrants
    return {
        "stage": field.stage.number,
        "format": field.stage.format,
        "finished": is_over,
        "winner": None if winner is None else entrants[winner - 1],
        "seeds": [
            {"seed": seed, "entrant": entrant, "player": players[entrant]}
            for seed, entrant in enumerate(entrants, start=1)
        ],
    }


def _places(field: StageField, places: Places) -> list[dict[str, Any]]:
    """Return who is out or done, the best first, each with the first and last place shared."""
    order = sorted(places.items(), key=lambda item: (item[1], item[0]))
    return [
        {"entrant": field.entrants[0][number - 1], "first": first, "last": last}
        for number, (first, last) in order
    ]


def played_as(match: Match | None) -> dict[str, Any]:
    """Return where a match of a bracket is played: nowhere yet where there is none."""
    if match is None:
        return {"round": None, "table": None, "match": None, "games": []}
    games = sorted(match.games.all(), key=lambda one: one.number)
    return {
        "round": match.round.number,
        "table": match.table,
        "match": match.id,
        "games": [one.game_id for one in games],
    }


def _elimination_shape(stage: Stage) -> dict[str, Any]:
    field = stage_field(stage)
    (group,) = field.groups
    view = bracket_view(group)
    matches = {match.key: match for match in _matches(stage)}
    return {
        **_head(field, is_over=view.finished, winner=view.winner),
        "matches": [_match_shape(field, group, one, matches.get(one.id)) for one in view.matches],
        "places": _places(field, view.places),
    }


def _match_shape(
    field: StageField, group: Group, view: MatchView, match: Match | None
) -> dict[str, Any]:
    (entrants,) = field.entrants

    def entrant(number: Any) -> Any:
        return entrants[number - 1] if isinstance(number, int) else None

    half = int(group.options["best_of"]) // 2
    data = view.as_data()
    first, last = view.match.out_places
    return {
        "key": view.id,
        "number": view.match.number,
        "section": data["section"],
        "bracket_round": view.match.round,
        "sources": data["sources"],
        "wins_needed": [half + wins for wins in view.match.wins_needed],
        "entrants": [entrant(number) for number in view.entrants],
        "status": data["status"],
        "winner": entrant(data["winner"]),
        "loser_places": None if first == 0 else {"first": first, "last": min(last, group.size)},
        **played_as(match),
    }


def _tables_shape(stage: Stage) -> dict[str, Any]:
    matches = _matches(stage)
    waiting = [one.round.number_in_stage for one in matches if one.result is None]
    field = stage_field(stage, rounds=min(waiting) - 1) if waiting else stage_field(stage)
    (group,) = field.groups
    view = tables_view(group)
    champion = [number for number, place in view.places.items() if place == (1, 1)]
    over = view.finished and not waiting
    return {
        **_head(field, is_over=over, winner=champion[0] if over and champion else None),
        "rounds": _knockout_rounds(field, matches),
        "places": _places(field, view.places),
    }


def _knockout_rounds(field: StageField, matches: Sequence[Match]) -> list[dict[str, Any]]:
    """Return the rounds of a knockout at tables; a tie played again stands in its round."""
    (group,) = field.groups
    results: dict[int, list[TableResult]] = {}
    for one in group.results:
        results.setdefault(_round_of(one.key), []).append(one.result)
    tables: dict[int, list[Match]] = {}
    for match in matches:
        tables.setdefault(_round_of(match.key), []).append(match)
    knockout = knockout_of(group)
    rounds = []
    for number in sorted(tables):
        goes_on = None
        if number in results:
            so_far = knockout.after([results[n] for n in range(1, number + 1)])
            tied = {entrant for table in so_far.replays for entrant in table.entrants}
            out = {str(one) for one in field.ids(0, so_far.places.keys() | tied)}
            goes_on = {str(one) for one in field.entrants[0]} - out
        rounds.append(
            {
                "number": number,
                "tables": [_table_shape(match, goes_on) for match in tables[number]],
            }
        )
    return rounds


def _round_of(key: str) -> int:
    return int(key[1:].split("-", maxsplit=1)[0])


def _table_shape(match: Match, goes_on: set[str] | None) -> dict[str, Any]:
    known = goes_on is not None and match.result is not None
    return {
        "key": match.key,
        "replay": "-P" in match.key,
        "entrants": match.entrants,
        "places": match.result.places if match.result is not None else [],
        "goes_on": [one for one in match.entrants if one in goes_on] if known and goes_on else [],
        "decided": known,
        **played_as(match),
    }
