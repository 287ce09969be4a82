"""Checking a record: shape, digest, commitment, every deal, every action, every score."""

import re
from calendar import monthrange
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.engine.actions import (
    SEATLESS_TYPES,
    Action,
    MalformedAction,
    action_from_json,
    action_to_json,
)
from games.engine.deal import ENTROPY_MAX_BYTES, SECRET_BYTES, commitment, game_seed
from games.engine.events import Event, result_to_json
from games.engine.play import MAX_SEATS, MIN_SEATS, advance, new_game
from games.engine.record import FORMAT, KINDS, record_digest
from games.engine.refusals import Illegal
from games.engine.ruleset import InvalidRuleset, Ruleset, ruleset_from_json
from games.engine.state import GameState
from games.engine.strict_json import NotStrictJson, canonical_json, strict_documents

_HEX: Final = re.compile(rf"[0-9a-f]{{{SECRET_BYTES * 2}}}")
_TIME: Final = re.compile(
    r"(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
    r"T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?Z",
    re.ASCII,
)
_RECORD_FIELDS: Final = (
    *("format", "game", "ruleset", "seats", "secret", "commitment"),
    *("started_at", "finished_at", "rounds", "result", "digest"),
)
_SEAT_FIELDS: Final = ("seat", "player", "name", "kind", "entropy")
_ROUND_FIELDS: Final = ("number", "dealer", "actions", "winner", "points", "scores")
_RESULT_FIELDS: Final = ("winner", "scores", "places", "ended")


class RecordFault(ValueError):
    """The first thing wrong with a record: `where` is a JSON pointer, `detail` a sentence.

    `rule` is the rule that refuses an action, where that is the fault.
    """

    def __init__(self, where: str, detail: str, rule: str | None = None) -> None:
        super().__init__(f"{where}: {detail}" if where else detail)
        self.where = where
        self.detail = detail
        self.rule = rule

    def __reduce__(self) -> tuple[type["RecordFault"], tuple[str, str, str | None]]:
        """Let a fault travel between processes."""
        return RecordFault, (self.where, self.detail, self.rule)


def _object(value: object, where: str, names: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise RecordFault(where, "must be an object")
    for name in names:
        if name not in value:
            raise RecordFault(f"{where}/{name}", "is missing")
    for name in value:
        if name not in names:
            raise RecordFault(f"{where}/{name}", "is not a field of a record")
    return value


def _list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise RecordFault(where, "must be a list")
    return value


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise RecordFault(where, "must be text")
    return value


def _matching(pattern: re.Pattern[str], value: object, where: str, what: str) -> str:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise RecordFault(where, f"must be {what}")
    return value


def _expect(value: object, expected: object, where: str, detail: str) -> None:
    if canonical_json(value) != canonical_json(expected):
        raise RecordFault(where, f"{detail}: {canonical_json(expected)} is right")


def _entropy(value: object, where: str) -> str:
    entropy = _text(value, where)
    try:
        size = len(entropy.encode())
    except UnicodeEncodeError:
        size = 0
    if not 1 <= size <= ENTROPY_MAX_BYTES or "\0" in entropy:
        raise RecordFault(where, f"must be 1 to {ENTROPY_MAX_BYTES} bytes of UTF-8 without U+0000")
    return entropy


def _seat_entropies(value: object) -> list[str]:
    seats = _list(value, "/seats")
    if not MIN_SEATS <= len(seats) <= MAX_SEATS:
        raise RecordFault("/seats", f"must be {MIN_SEATS} to {MAX_SEATS} seats")
    entropies = []
    for number, one in enumerate(seats):
        where = f"/seats/{number}"
        seat = _object(one, where, _SEAT_FIELDS)
        _expect(seat["seat"], number, f"{where}/seat", "the seats are not in order")
        _text(seat["player"], f"{where}/player")
        _text(seat["name"], f"{where}/name")
        if seat["kind"] not in KINDS:
            raise RecordFault(f"{where}/kind", "must be one of " + ", ".join(KINDS))
        entropies.append(_entropy(seat["entropy"], f"{where}/entropy"))
    return entropies


def _ruleset(value: object) -> Ruleset:
    try:
        return ruleset_from_json(value)
    except InvalidRuleset as invalid:
        pointer = f"/ruleset/{invalid.option}" if invalid.option else "/ruleset"
        raise RecordFault(pointer, invalid.detail) from None


def _action(value: object, where: str) -> tuple[int | None, Action]:
    if not isinstance(value, Mapping):
        raise RecordFault(where, "must be an object")
    fields = dict(value)
    kind = fields.get("type")
    seatless = isinstance(kind, str) and kind in SEATLESS_TYPES
    seat = None if seatless else fields.pop("seat", None)
    if not seatless and type(seat) is not int:
        raise RecordFault(f"{where}/seat", "must be the number of the seat that acted")
    try:
        action = action_from_json(fields)
    except MalformedAction as malformed:
        raise RecordFault(where + malformed.pointer, malformed.detail) from None
    _expect(fields, action_to_json(action), where, "the action is not written as records do")
    return seat, action


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a replay: where it stands in the record, and the state after it.

    `state` is the replay's own and changes with the next step; copy it to keep it.
    """

    where: str
    seat: int | None
    action: Action
    state: GameState
    events: list[Event]


def replay(record: Mapping[str, Any], *, with_events: bool = True) -> Iterator[Step]:
    """Play a record again, yielding every step, and check all that the rules can check.

    Raises RecordFault at the first deal, action, score or result that is not right. The digest and
    the shape of the rest are `verify_record`'s.
    """
    ruleset = _ruleset(record["ruleset"])
    entropies = _seat_entropies(record["seats"])
    secret = _matching(_HEX, record["secret"], "/secret", "64 hex digits in lower case")
    seed = game_seed(bytes.fromhex(secret), entropies)
    state, _ = new_game(ruleset, len(entropies), seed)
    rounds = _list(record["rounds"], "/rounds")
    for index, one in enumerate(rounds):
        where = f"/rounds/{index}"
        if state.result is not None:
            raise RecordFault(where, "the game was over before this round")
        played = _object(one, where, _ROUND_FIELDS)
        yield from _replay_round(state, played, where, with_events=with_events)
    if state.result is None:
        raise RecordFault("/rounds", "the game is not over after its last round")
    result = _object(record["result"], "/result", _RESULT_FIELDS)
    expected = result_to_json(state.result)
    for name in _RESULT_FIELDS:
        _expect(result[name], expected[name], f"/result/{name}", "the rules give another result")


def _replay_round(
    state: GameState, played: Mapping[str, Any], where: str, *, with_events: bool
) -> Iterator[Step]:
    number, dealer = state.number, state.round.dealer
    _expect(played["number"], number, f"{where}/number", "the rounds are not counted from 1")
    _expect(played["dealer"], dealer, f"{where}/dealer", "another seat deals")
    actions = _list(played["actions"], f"{where}/actions")
    dealt = state.round
    scores = list(state.scores)
    for index, one in enumerate(actions):
        at = f"{where}/actions/{index}"
        if state.result is not None or state.round is not dealt:
            raise RecordFault(at, "the round was over before this action")
        seat, action = _action(one, at)
        events: list[Event] | None = [] if with_events else None
        try:
            advance(state, seat, action, events)
        except Illegal as illegal:
            raise RecordFault(at, str(illegal), illegal.rule) from None
        yield Step(at, seat, action, state, events or [])
    if state.result is None and state.round is dealt:
        raise RecordFault(f"{where}/actions", "the round is not over after its last action")
    # Whoever goes out scores: some other hand holds a card, and every card is worth a point.
    gains = [now - before for now, before in zip(state.scores, scores, strict=True)]
    winner = next((seat for seat, gain in enumerate(gains) if gain), None)
    _expect(played["points"], max(gains), f"{where}/points", "the round scores otherwise")
    _expect(played["scores"], state.scores, f"{where}/scores", "the totals are otherwise")
    _expect(played["winner"], winner, f"{where}/winner", "another seat went out")


def check_commitment(record: Mapping[str, Any]) -> None:
    """Raise RecordFault where the secret is not the one that was committed to."""
    secret = _matching(_HEX, record["secret"], "/secret", "64 hex digits in lower case")
    right = commitment(bytes.fromhex(secret))
    _expect(record["commitment"], right, "/commitment", "the secret was not committed to")


def verify_record(record: object) -> None:
    """Check a whole record and raise RecordFault for the first thing that is wrong with it.

    Shape and digest come first, then the commitment, then the game from the draw for dealer to the
    places, played again by the rules.
    """
    whole = _object(record, "", _RECORD_FIELDS)
    _expect(whole["format"], FORMAT, "/format", "this is another format")
    _text(whole["game"], "/game")
    _seat_entropies(whole["seats"])
    _expect(whole["digest"], record_digest(whole), "/digest", "the record is not what was signed")
    started = _instant(whole["started_at"], "/started_at")
    if _instant(whole["finished_at"], "/finished_at") < started:
        raise RecordFault("/finished_at", "is before the start")
    check_commitment(whole)
    for _ in replay(whole, with_events=False):
        pass


def _instant(value: object, where: str) -> tuple[str, str]:
    time = _matching(_TIME, value, where, "an RFC 3339 time in UTC")
    date = _TIME.fullmatch(time)
    assert date is not None
    year, month, day = map(int, date.groups())
    if year == 0 or day > monthrange(year, month)[1]:
        raise RecordFault(where, "is no day of the calendar")
    seconds, _, fraction = time.removesuffix("Z").partition(".")
    return seconds, fraction.ljust(6, "0")


def verify_text(text: str, verified: Callable[[Any], None] | None = None) -> int:
    """Check every record of a text (one document or JSON Lines); return how many there were.

    Raises RecordFault, its `where` starting with the number of the record, for the first fault.
    `verified` is called with each record that passed.
    """
    count = 0
    documents = strict_documents(text)
    while True:
        try:
            record = next(documents)
            verify_record(record)
        except StopIteration:
            return count
        except NotStrictJson as error:
            raise RecordFault(f"record {count + 1}", str(error)) from None
        except RecursionError:
            raise RecordFault(f"record {count + 1}", "the record is nested too deep") from None
        except RecordFault as fault:
            where = f"record {count + 1} {fault.where}".rstrip()
            raise RecordFault(where, fault.detail, fault.rule) from None
        count += 1
        if verified is not None:
            verified(record)
