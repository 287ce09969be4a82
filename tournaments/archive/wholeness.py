"""Whether the parts of an archive go together: what its shape alone does not say."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from tournaments.formats import FORMATS
from tournaments.values import ResultKind

Fault = tuple[str, str]
"""A JSON pointer and a sentence."""
_KNOCKOUT_KEY: Final = re.compile(r"K[1-9][0-9]{0,2}-[TP][1-9][0-9]{0,4}\.[1-9][0-9]{0,3}")
_PLACED: Final = frozenset({ResultKind.PLAYED, ResultKind.FORFEIT})
_MOST_ENTRANTS: Final = 10_000
_LARGEST_GROUP: Final = {"round_robin": 300, "knockout_tables": 512}
"""What is imported; beyond it a table takes too long to work out."""


def faults(archive: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield what does not go together in an archive of the right shape, as (pointer, sentence)."""
    yield from _faults_of_entrants(archive["entrants"])
    known = {one["id"] for one in archive["entrants"]}
    for index, stage in enumerate(archive["stages"]):
        yield from _faults_of_stage(stage, index + 1, known, f"/stages/{index}")
    yield from _faults_of_rounds(archive)
    yield from _faults_of_games(archive)


def _is_repeated(values: Iterable[Any]) -> bool:
    return any(times > 1 for times in Counter(values).values())


def _faults_of_entrants(entrants: Sequence[Mapping[str, Any]]) -> Iterator[Fault]:
    for name in ("id", "queue_number", "start_number"):
        if _is_repeated(one[name] for one in entrants if one[name] is not None):
            yield "/entrants", f"Two entrants have the same {name}."
    if _is_repeated(one["player"]["id"] for one in entrants):
        yield "/entrants", "A player has entered twice."


def _faults_of_stage(
    stage: Mapping[str, Any], number: int, known: set[str], where: str
) -> Iterator[Fault]:
    if stage["number"] != number:
        yield f"{where}/number", "The stages are not in order."
    if stage["field"] is None:
        return
    ids = [one for group in stage["field"] for one in group]
    if not known.issuperset(ids) or _is_repeated(ids):
        yield f"{where}/field", "It holds entrants of the tournament, each once."
    if len(stage["rounds_planned"]) != len(stage["field"]):
        yield f"{where}/rounds_planned", "There is one number a group."
    found = FORMATS[stage["format"]]
    if found.is_knockout and len(stage["field"]) > 1:
        yield f"{where}/field", "A knockout has one group."
    most = found.most_entrants or _LARGEST_GROUP.get(found.code, _MOST_ENTRANTS)
    if not all(2 <= len(group) <= most for group in stage["field"]):
        yield f"{where}/field", f"A group has 2 to {most} entrants here."


def _faults_of_rounds(archive: Mapping[str, Any]) -> Iterator[Fault]:
    stages = {stage["number"]: stage for stage in archive["stages"]}
    played: dict[int, int] = {}
    last = 1
    for index, one in enumerate(archive["rounds"]):
        where = f"/rounds/{index}"
        stage = stages.get(one["stage"])
        if stage is None or stage["field"] is None or one["stage"] < last:
            yield f"{where}/stage", "It is not of a stage that had begun, in order."
            return
        last = one["stage"]
        played[last] = played.get(last, 0) + 1
        if (one["number"], one["number_in_stage"]) != (index + 1, played[last]):
            yield f"{where}/number", "The rounds are not counted from 1."
        if one["status"] != "closed" and archive["tournament"]["status"] == "finished":
            yield f"{where}/status", "A tournament that is finished has closed its rounds."
        if _is_repeated(pairing["table"] for pairing in one["pairings"]):
            yield f"{where}/pairings", "Two tables have the same number."
        groups = [set(group) for group in stage["field"]]
        for at, pairing in enumerate(one["pairings"]):
            yield from _faults_of_pairing(pairing, stage, groups, f"{where}/pairings/{at}")
    matches = [pairing["match"] for one in archive["rounds"] for pairing in one["pairings"]]
    if _is_repeated(matches):
        yield "/rounds", "Two tables have the same match."


def _faults_of_pairing(
    pairing: Mapping[str, Any], stage: Mapping[str, Any], groups: Sequence[set[str]], where: str
) -> Iterator[Fault]:
    entrants = pairing["entrants"]
    if pairing["group"] > len(groups) or not groups[pairing["group"] - 1].issuperset(entrants):
        yield f"{where}/entrants", "They are not of its group."
    if _is_repeated(entrants) or (len(entrants) == 1) != pairing["bye"]:
        yield f"{where}/entrants", "One entrant has a bye, and two or more meet."
    if not pairing["bye"] and len(entrants) > FORMATS[stage["format"]].largest_table:
        yield f"{where}/entrants", "The table is too large for the format."
    if len(pairing["wins_needed"]) not in {0, len(entrants)}:
        yield f"{where}/wins_needed", "There is one number an entrant."
    if stage["format"] == "knockout_tables" and not _KNOCKOUT_KEY.fullmatch(pairing["key"] or ""):
        yield f"{where}/key", "It names no table of the knockout."
    yield from _faults_of_results(pairing["results"], len(entrants), f"{where}/results")
    for index, game in enumerate(pairing["games"]):
        if _is_repeated(game["seats"]) or not set(entrants).issuperset(game["seats"]):
            yield f"{where}/games/{index}/seats", "Those who sit there are not of the table."
    if _is_repeated(game["number"] for game in pairing["games"]):
        yield f"{where}/games", "Two games have the same number."


def _faults_of_results(
    results: Sequence[Mapping[str, Any]], size: int, where: str
) -> Iterator[Fault]:
    for index, result in enumerate(results):
        for name in ("places", "scores", "points"):
            if len(result[name]) not in {0, size}:
                yield f"{where}/{index}/{name}", "There is one an entrant, or none."
        if result["version"] != index + 1:
            yield f"{where}/{index}/version", "The versions are not counted from 1."
        if result["kind"] in _PLACED and not result["places"]:
            yield f"{where}/{index}/places", "What was played or forfeited has places."


def _faults_of_games(archive: Mapping[str, Any]) -> Iterator[Fault]:
    named = [
        game["game"]
        for one in archive["rounds"]
        for pairing in one["pairings"]
        for game in pairing["games"]
    ]
    listed = [game["game"] for game in archive["games"]]
    if _is_repeated(named) or _is_repeated(listed) or set(named) != set(listed):
        yield "/games", "They are not those of the tables, each once."
    for index, game in enumerate(archive["games"]):
        where = f"/games/{index}"
        if game["record"] is None and game["status"] != "aborted":
            yield f"{where}/record", "Only a game that never began has no record."
        if game["status"] not in {"finished", "aborted"}:
            yield f"{where}/status", "Every game is over."
